//! Tournaments over sockets; whole evenings are in `web/evening.rs`, with pages and terminals.

use protocol::act::Act;
use protocol::codec::Encoding;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::tournament::{
    Decision, Entrant, EntrantState, Filling, Format, PairingView, RoundResult, TournamentAct,
    TournamentPhase, TournamentSpec, TournamentView,
};
use tempfile::tempdir;
use tokio::task::spawn_blocking;

use crate::binaries::{ServerProcess, binary, command, run};
use crate::harness::{Client, TestServer, http_get_at};

pub(crate) fn spec(format: Format) -> TournamentSpec {
    TournamentSpec {
        clock: Some("5m+3s".parse().unwrap()),
        pause: Millis::ZERO,
        ..TournamentSpec::new(
            "Friday evening".parse().unwrap(),
            format,
            "connect-four".parse().unwrap(),
        )
    }
}

pub(crate) fn act(act: TournamentAct) -> ClientMsg {
    ClientMsg::InTournament { act }
}

pub(crate) async fn your_tournament(client: &mut Client) -> (RoomId, Option<u16>, Option<Token>) {
    client
        .until(|message| match message {
            ServerMsg::YourTournament {
                tournament,
                entrant,
                token,
                ..
            } => Some((*tournament, *entrant, *token)),
            ServerMsg::Refused { message, .. } => panic!("refused: {message}"),
            _ => None,
        })
        .await
}

pub(crate) async fn open(client: &mut Client, spec: TournamentSpec) -> (RoomId, Token) {
    client.say(ClientMsg::OpenTournament { spec }).await;
    let (code, _, token) = your_tournament(client).await;
    (code, token.expect("the organiser has one"))
}

pub(crate) async fn follow(client: &mut Client, tournament: RoomId, token: Option<Token>) {
    let follow = ClientMsg::FollowTournament { tournament, token };
    client.say(follow).await;
}

/// Reads views until one is as wanted.
pub(crate) async fn view(
    client: &mut Client,
    mut wanted: impl FnMut(&TournamentView) -> bool,
) -> TournamentView {
    client
        .until(|message| match message {
            ServerMsg::Tournament { view } => wanted(view).then(|| (**view).clone()),
            _ => None,
        })
        .await
}

/// Enters a tournament, and returns the token of the entrant.
pub(crate) async fn enter(client: &mut Client, code: RoomId) -> Token {
    follow(client, code, None).await;
    your_tournament(client).await;
    client.say(act(TournamentAct::Enter)).await;
    let (_, entrant, token) = your_tournament(client).await;
    assert!(entrant.is_some());
    token.expect("an entrant has one")
}

pub(crate) async fn pairings(client: &mut Client) -> Vec<PairingView> {
    client.say(ClientMsg::ListPairings { from: 0 }).await;
    client
        .until(|message| match message {
            ServerMsg::TournamentPairings { pairings, .. } => Some(pairings.clone()),
            _ => None,
        })
        .await
}

/// Sits down at the table of a room, and gives the game up.
pub(crate) async fn lose((client, token): &mut (Client, Token), room: RoomId) {
    let token = *token;
    let role = Role::Seat { token };
    client.say(ClientMsg::Join { room, role }).await;
    client.joined().await;
    client.say(ClientMsg::Act(Act::Resign)).await;
    client.over().await;
    client.say(ClientMsg::Leave).await;
    client.left().await;
}

/// Lets the second of each pairing of a round lose; returns the pairs.
pub(crate) async fn play_round(
    organiser: &mut Client,
    people: &mut [(Client, Token)],
    round: u16,
) -> Vec<(Entrant, Option<Entrant>)> {
    let has_begun = |view: &TournamentView| {
        let mut games = view.pairings.iter().filter(|it| it.second.is_some());
        let is_open = |it: &PairingView| it.games.first().is_some_and(|game| game.room.is_some());
        view.round == round && games.all(is_open)
    };
    let seen = view(organiser, has_begun).await;
    for pairing in &seen.pairings {
        if let (Some(loser), Some(game)) = (pairing.second, pairing.games.first()) {
            let room = game.room.expect("it has begun");
            lose(&mut people[usize::from(loser)], room).await;
        }
    }
    let pairs = seen.pairings.iter().map(|it| (it.first, it.second));
    pairs.collect()
}

async fn entered(server: &TestServer, name: &str, code: RoomId) -> (Client, Token) {
    let mut client = server.client(name).await;
    let token = enter(&mut client, code).await;
    (client, token)
}

#[tokio::test]
async fn people_come_late_sit_out_and_have_a_bye() {
    let server = TestServer::start().await;
    let mut organiser = server.client("Ana").await;
    let mut swiss = spec(Format::Swiss { rounds: 3 });
    swiss.games = 1;
    let (code, _) = open(&mut organiser, swiss).await;
    let mut people = Vec::new();
    for name in ["Bo", "Cleo", "Dan"] {
        people.push(entered(&server, name, code).await);
    }
    organiser.say(act(TournamentAct::NextRound)).await;
    let has_begun = |view: &TournamentView| view.phase == TournamentPhase::Round;
    let first = view(&mut organiser, has_begun).await;
    let loser = first.pairings[0].second.expect("two of three meet");
    // Before the round is over, a fourth enters, and who is to lose it sits out from the next one on.
    people.push(entered(&server, "Eva", code).await);
    let sits_out = act(TournamentAct::Pause { paused: true });
    people[usize::from(loser)].0.say(sits_out).await;
    your_tournament(&mut people[usize::from(loser)].0).await;
    let mut rounds = Vec::new();
    for round in 1..=3 {
        rounds.push(play_round(&mut organiser, &mut people, round).await);
    }
    let byes = rounds
        .iter()
        .flatten()
        .filter(|(_, second)| second.is_none());
    let mut byes: Vec<_> = byes.map(|(first, _)| *first).collect();
    let early = byes[0];
    byes.sort_unstable();
    byes.dedup();
    assert_eq!(byes.len(), 3, "one in each round, each somebody else's");
    let is_over = |view: &TournamentView| view.phase == TournamentPhase::Over;
    let over = view(&mut organiser, is_over).await;
    let line = |entrant| {
        let mut lines = over.standings.iter();
        lines
            .find(|line| line.entrant == entrant)
            .expect("is there")
    };
    assert_eq!(line(early).rounds[0], RoundResult::Bye);
    assert_eq!(line(3).rounds[0], RoundResult::NotEntered);
    assert_eq!(
        line(loser).rounds,
        [RoundResult::Lost, RoundResult::Absent, RoundResult::Absent]
    );
    let won = rounds.iter().flatten();
    for entrant in 0..4 {
        let wins = won.clone().filter(|(first, _)| *first == entrant).count();
        assert_eq!(line(entrant).points, 2 * wins as u32, "a bye counts as won");
    }
    server.stop().await;
}

/// Takes half a minute, of which the machine has nothing to do.
#[tokio::test]
async fn who_does_not_come_loses_and_is_paused_after_two_games() {
    let server = TestServer::start().await;
    let mut organiser = server.client("Ana").await;
    let late = Millis::from_secs(10);
    let swiss = TournamentSpec {
        late,
        ..spec(Format::Swiss { rounds: 1 })
    };
    let (code, _) = open(&mut organiser, swiss).await;
    let (mut here, _) = entered(&server, "Bo", code).await;
    drop(entered(&server, "Cleo", code).await);
    organiser.say(act(TournamentAct::NextRound)).await;
    for _ in 0..2 {
        let (room, token, given) = here
            .until(|message| match message {
                ServerMsg::YourTable {
                    room, token, late, ..
                } => Some((*room, *token, *late)),
                _ => None,
            })
            .await;
        assert_eq!(given, late);
        here.come_back(room, token).await;
        here.over().await;
        here.say(ClientMsg::Leave).await;
    }
    let is_over = |view: &TournamentView| view.phase == TournamentPhase::Over;
    let over = view(&mut organiser, is_over).await;
    assert_eq!(over.entrants[1].state, EntrantState::Paused);
    assert_eq!(over.standings[0].points, 4);
    let games = &pairings(&mut organiser).await[0].games;
    let decisions: Vec<_> = games.iter().map(|game| game.decision).collect();
    assert_eq!(
        decisions,
        [Some(Decision::Forfeit), Some(Decision::Forfeit)]
    );
    server.stop().await;
}

#[tokio::test]
async fn the_operator_acts_as_the_organiser_and_the_result_has_three_forms() {
    let data = tempdir().unwrap();
    let server = ServerProcess::start(data.path());
    let ctl = async |arguments: &[&str]| {
        let mut ctl = command(binary("enlinea-server"));
        ctl.args(["ctl", "--data"]).arg(data.path());
        ctl.arg("tournament").args(arguments);
        let ended = spawn_blocking(move || run(&mut ctl)).await.unwrap();
        assert_eq!(ended.code(), 0, "{ended:?}");
        ended.said.join("\n")
    };
    let connect = async |name| {
        let connected = Client::try_connect(server.address, name, Encoding::Bincode).await;
        connected.expect("is let in")
    };
    let mut organiser = connect("Ana").await;
    let mut swiss = spec(Format::Swiss { rounds: 1 });
    swiss.games = 1;
    let (code, _) = open(&mut organiser, swiss).await;
    let mut people = Vec::new();
    for name in ["Bo", "=Cleo"] {
        let mut client = connect(name).await;
        let token = enter(&mut client, code).await;
        people.push((client, token));
    }
    let code = code.to_string();
    assert!(ctl(&[]).await.contains("2 entrants  Friday evening"));
    ctl(&[&code, "hold"]).await;
    view(&mut organiser, |view| view.held).await;
    ctl(&[&code, "run"]).await;
    ctl(&[&code, "add-bot", "random"]).await;
    ctl(&[&code, "remove", "2"]).await;
    ctl(&[&code, "next"]).await;
    play_round(&mut organiser, &mut people, 1).await;
    let is_over = |view: &TournamentView| view.phase == TournamentPhase::Over;
    let over = view(&mut organiser, is_over).await;
    // Who won by the game has half of it after the correction.
    let text = ctl(&[&code, "correct", "0", "0", "1", "1"]).await;
    let form = async |ending| {
        let path = format!("/tournament/{code}.{ending}");
        let answer = http_get_at(server.address, &path).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        body.to_owned()
    };
    assert!(text.contains("Bo") && text.contains("0.5"), "{text}");
    assert_eq!(form("txt").await.trim(), text.trim());
    let csv = form("csv").await;
    assert!(csv.contains("\"'=Cleo\",0.5"), "{csv}");
    let json: serde_json::Value = serde_json::from_str(&form("json").await).unwrap();
    assert_eq!(json["view"]["tournament"], serde_json::json!(code));
    let game = &json["pairings"][0]["games"][0];
    assert_eq!(
        game["score"],
        serde_json::json!({ "first": 1, "second": 1 })
    );
    assert_eq!(game["decision"], "corrected");
    assert_eq!(over.pairings[0].games[0].decision, Some(Decision::Played));
    for act in ["hold", "end"] {
        let mut late = command(binary("enlinea-server"));
        late.args(["ctl", "--data"]).arg(data.path());
        late.args(["tournament", &code, act]);
        let ended = spawn_blocking(move || run(&mut late)).await.unwrap();
        assert!(ended.code() != 0, "{ended:?}");
    }
}

#[tokio::test]
async fn only_the_organiser_organises_and_only_entrants_play() {
    let server = TestServer::start().await;
    let mut organiser = server.client("Ana").await;
    let (code, _) = open(&mut organiser, spec(Format::Swiss { rounds: 1 })).await;
    let mut guest = server.client("Bo").await;
    guest.say(act(TournamentAct::Enter)).await;
    assert_eq!(guest.refusal().await, Refusal::NoTournament);
    follow(&mut guest, code, None).await;
    for (wanted, refusal) in [
        (TournamentAct::NextRound, Refusal::NotOrganiser),
        (TournamentAct::Ready, Refusal::NotEntered),
    ] {
        guest.say(act(wanted)).await;
        assert_eq!(guest.refusal().await, refusal);
    }
    organiser.say(act(TournamentAct::NextRound)).await;
    assert_eq!(
        organiser.refusal().await,
        Refusal::TooLate,
        "nobody is there"
    );
    let nowhere = "ZZZZZZ".parse().unwrap();
    follow(&mut guest, nowhere, None).await;
    let none = Refusal::NoSuchTournament {
        tournament: nowhere,
    };
    assert_eq!(guest.refusal().await, none);
    // Its code is no room.
    let role = Role::Spectator;
    guest.say(ClientMsg::Join { room: code, role }).await;
    assert_eq!(guest.refusal().await, Refusal::NoSuchRoom { room: code });
    organiser
        .say(act(TournamentAct::AddPerson {
            name: "Bo".parse().unwrap(),
        }))
        .await;
    let (_, entrant, token) = your_tournament(&mut guest).await;
    assert!(entrant.is_some() && token.is_some());
    server.stop().await;
}

#[tokio::test]
async fn a_correction_ends_the_game_that_goes_on_and_a_withdrawal_loses_it() {
    let server = TestServer::start().await;
    let mut organiser = server.client("Ana").await;
    let mut swiss = spec(Format::Swiss { rounds: 2 });
    swiss.games = 1;
    let (code, _) = open(&mut organiser, swiss).await;
    let (mut first, mut second) = (server.client("Bo").await, server.client("Cleo").await);
    enter(&mut first, code).await;
    enter(&mut second, code).await;
    organiser.say(act(TournamentAct::NextRound)).await;
    let playing = |round| {
        move |view: &TournamentView| {
            let room = view
                .pairings
                .first()
                .and_then(|pairing| pairing.games.first()?.room);
            view.round == round && room.is_some()
        }
    };
    let seen = view(&mut organiser, playing(1)).await;
    let room = seen.pairings[0].games[0].room.unwrap();
    first.watch(room).await;
    let score = BySide {
        first: 1,
        second: 1,
    };
    organiser
        .say(act(TournamentAct::Correct {
            pairing: 0,
            game: 0,
            score,
        }))
        .await;
    first.over().await;
    view(&mut organiser, playing(2)).await;
    first.say(act(TournamentAct::Withdraw)).await;
    let over = view(&mut organiser, |view| view.phase == TournamentPhase::Over).await;
    let points: Vec<_> = over
        .standings
        .iter()
        .map(|line| (line.entrant, line.points))
        .collect();
    assert_eq!(points, [(1, 3), (0, 1)]);
    server.stop().await;
}

#[tokio::test]
async fn bots_play_a_tournament_by_themselves() {
    let server = TestServer::start().await;
    let mut organiser = server.client("Ana").await;
    let mut knockout = spec(Format::Knockout { third_place: false });
    knockout.games = 1;
    knockout.variant = "custom:3x3x3:free".parse().unwrap();
    knockout.filling = Some(Filling {
        bot: "random".parse().unwrap(),
        up_to: 3,
    });
    open(&mut organiser, knockout).await;
    organiser.say(act(TournamentAct::NextRound)).await;
    let over = view(&mut organiser, |view| view.phase == TournamentPhase::Over).await;
    assert_eq!((over.entrants.len(), over.rounds), (3, Some(2)));
    assert_eq!(over.standings[0].points, 4);
    // Any number may be asked from.
    let from = u32::MAX;
    organiser.say(ClientMsg::ListPairings { from }).await;
    let answer = organiser.until(|message| match message {
        ServerMsg::TournamentPairings { pairings, more, .. } => Some((pairings.len(), *more)),
        _ => None,
    });
    assert_eq!(answer.await, (0, None));
    server.stop().await;
}
