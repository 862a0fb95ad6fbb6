//! Evenings: tournaments from the entries to the result, over sockets.

use std::path::Path;

use futures::future::join_all;
use protocol::act::Act;
use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::tournament::{
    Decision, Filling, Format, PairingView, TournamentAct, TournamentPhase, TournamentSpec,
    TournamentView,
};
use protocol::view::Seat;
use tempfile::tempdir;

use crate::harness::{Client, TestServer};

fn spec(format: Format) -> TournamentSpec {
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

fn act(act: TournamentAct) -> ClientMsg {
    ClientMsg::InTournament { act }
}

async fn your_tournament(client: &mut Client) -> (RoomId, Option<u16>, Option<Token>) {
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

async fn open(client: &mut Client, spec: TournamentSpec) -> (RoomId, Token) {
    client.say(ClientMsg::OpenTournament { spec }).await;
    let (code, _, token) = your_tournament(client).await;
    (code, token.expect("the organiser has one"))
}

async fn follow(client: &mut Client, tournament: RoomId, token: Option<Token>) {
    let follow = ClientMsg::FollowTournament { tournament, token };
    client.say(follow).await;
}

/// Reads views until one is as wanted.
async fn view(
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

/// A person of an evening, called p0, p1 and so on: of two the one with the lower number wins, and a bot always.
struct Entrant {
    number: usize,
    token: Token,
}

fn number_of(seat: &Seat) -> Option<usize> {
    match seat {
        Seat::Human { name, .. } => name.as_str().strip_prefix('p')?.parse().ok(),
        Seat::Open | Seat::Bot { .. } => None,
    }
}

impl Entrant {
    async fn enter(server: &TestServer, code: RoomId, number: usize) -> (Self, Client) {
        let mut client = server.client(&format!("p{number}")).await;
        follow(&mut client, code, None).await;
        your_tournament(&mut client).await;
        client.say(act(TournamentAct::Enter)).await;
        let (_, entrant, token) = your_tournament(&mut client).await;
        assert!(entrant.is_some());
        let token = token.expect("an entrant has one");
        (Self { number, token }, client)
    }

    /// Plays until the tournament is over, or the server stops, or this many games have begun.
    async fn play(&self, client: &mut Client, mut games: usize) {
        let mut in_room = false;
        while let Some(message) = client.try_hear().await {
            match message {
                ServerMsg::YourTable { room, token, .. } => {
                    assert_eq!(token, self.token);
                    if in_room {
                        client.say(ClientMsg::Leave).await;
                    }
                    in_room = true;
                    let role = Role::Seat { token };
                    client.say(ClientMsg::Join { room, role }).await;
                }
                ServerMsg::Joined { you, snapshot, .. } if games > 0 => {
                    games -= 1;
                    let you = you.expect("a seat");
                    let opponent = number_of(&snapshot.seats[you.other()]);
                    if opponent.is_none_or(|opponent| opponent < self.number) {
                        client.say(ClientMsg::Act(Act::Resign)).await;
                    }
                }
                ServerMsg::Tournament { view } if view.phase == TournamentPhase::Over => return,
                ServerMsg::Refused { refusal, .. } => {
                    // The bot was faster, or the organiser ended the game.
                    assert_eq!(refusal, Refusal::GameOver, "p{}", self.number);
                }
                _ => {}
            }
        }
    }

    async fn come_back(&self, server: &TestServer, code: RoomId) -> Client {
        let mut client = server.client(&format!("p{}", self.number)).await;
        follow(&mut client, code, Some(self.token)).await;
        client
    }
}

async fn pairings(client: &mut Client) -> Vec<PairingView> {
    client.say(ClientMsg::ListPairings { from: 0 }).await;
    client
        .until(|message| match message {
            ServerMsg::TournamentPairings { pairings, .. } => Some(pairings.clone()),
            _ => None,
        })
        .await
}

async fn on(directory: &Path) -> TestServer {
    TestServer::on_disk(directory).await
}

/// Twelve entrants, eleven of them people; the server stops in the middle of the second round.
#[tokio::test]
async fn a_swiss_evening_goes_on_after_a_restart_and_each_result_counts_once() {
    let directory = tempdir().unwrap();
    let server = on(directory.path()).await;
    let mut organiser = server.client("Ana").await;
    let mut swiss = spec(Format::Swiss { rounds: 3 });
    swiss.filling = Some(Filling {
        bot: "random".parse().unwrap(),
        up_to: 0,
    });
    let (code, token) = open(&mut organiser, swiss).await;
    let mut entrants = Vec::new();
    for number in 0..11 {
        entrants.push(Entrant::enter(&server, code, number).await);
    }
    organiser.say(act(TournamentAct::NextRound)).await;
    // Those with the higher numbers play the first round only.
    let evening = entrants.iter_mut().map(|(entrant, client)| {
        let games = if entrant.number < 6 { usize::MAX } else { 2 };
        entrant.play(client, games)
    });
    let is_middle = |view: &TournamentView| {
        let scored = view.pairings.iter().flat_map(|pairing| &pairing.games);
        view.round == 2 && scored.filter(|game| game.score.is_some()).count() > 0
    };
    let middle = async {
        let seen = view(&mut organiser, is_middle).await;
        assert_eq!(seen.entrants.len(), 12);
        assert!(seen.pairings.iter().any(|pairing| !pairing.over));
        server.stop().await;
    };
    futures::join!(join_all(evening), middle);

    let server = on(directory.path()).await;
    let mut organiser = server.client("Ana").await;
    follow(&mut organiser, code, Some(token)).await;
    let mut back = Vec::new();
    for (entrant, _) in &entrants {
        back.push(entrant.come_back(&server, code).await);
    }
    let evening = entrants.iter().zip(&mut back);
    let evening = evening.map(|((entrant, _), client)| entrant.play(client, usize::MAX));
    join_all(evening).await;

    let over = view(&mut organiser, |view| view.phase == TournamentPhase::Over).await;
    let pairings = pairings(&mut organiser).await;
    assert_eq!(pairings.len(), 18, "six in each of three rounds");
    let mut points = [0; 12];
    for pairing in &pairings {
        let (first, second) = (pairing.first, pairing.second.expect("twelve are even"));
        // The bot entered last, and wins.
        let first_wins = second != 11 && (first == 11 || first < second);
        let expected = if first_wins { (4, 0) } else { (0, 4) };
        assert_eq!((pairing.score.first, pairing.score.second), expected);
        assert_eq!(pairing.games.len(), 2);
        for game in &pairing.games {
            assert_eq!(game.decision, Some(Decision::Played));
        }
        points[usize::from(first)] += u32::from(pairing.score.first);
        points[usize::from(second)] += u32::from(pairing.score.second);
    }
    for line in &over.standings {
        assert_eq!(line.points, points[usize::from(line.entrant)]);
    }
    assert_eq!(
        over.standings.iter().map(|line| line.points).sum::<u32>(),
        72
    );
    server.stop().await;

    // The result is there for good.
    let server = on(directory.path()).await;
    let mut later = server.client("Cleo").await;
    follow(&mut later, code, None).await;
    let seen = view(&mut later, |_| true).await;
    assert_eq!(seen.standings, over.standings);
    server.stop().await;
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
    let (_, mut first) = Entrant::enter(&server, code, 0).await;
    let (_, _second) = Entrant::enter(&server, code, 1).await;
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
