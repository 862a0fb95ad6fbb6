//! Tournaments over sockets; whole evenings are in `web/evening.rs`, with pages and terminals.

use protocol::id::{RoomId, Token};
use protocol::message::{ClientMsg, Role, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::BySide;
use protocol::tournament::{
    Filling, Format, PairingView, TournamentAct, TournamentPhase, TournamentSpec, TournamentView,
};

use crate::harness::{Client, TestServer};

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
