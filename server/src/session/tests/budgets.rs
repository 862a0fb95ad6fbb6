//! Limits of an address on long answers and on guesses, and the one lobby that waits to be written.

use protocol::id::{HandOverCode, Token};
use protocol::message::Role as Part;
use protocol::side::BySide;
use protocol::view::{Phase, RoomSummary, Seat};
use protocol::word::Named;

use super::*;
use crate::rooms::lobby::BoardView;
use crate::session::pending::Received;

const LOBBY: ClientMsg = ClientMsg::EnterLobby { boards: false };

fn lobby() -> ServerMsg {
    ServerMsg::Lobby {
        rooms: Vec::new(),
        players: Vec::new(),
        present: 0,
        chat: Vec::new(),
    }
}

/// Shows a room in the lobby, and returns it.
fn listed(session: &Session) -> RoomId {
    let room = RoomId::from_draw(3);
    let summary = RoomSummary {
        room,
        variant: Named::Known("gomoku".parse().expect("a variant")),
        clock: None,
        seats: BySide::from_fn(|_| Seat::Open),
        phase: Phase::Seating,
        plies: 0,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    };
    let (revision, cells) = (Revision(0), &[][..]);
    let board = BoardView { revision, cells };
    session.shared.lobby.show(summary, false, board);
    room
}

#[tokio::test(start_paused = true)]
async fn who_guessed_too_often_may_ask_for_what_is_no_guess() {
    Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        session.shared.limits.guesses.exhaust(session.person, now);
        let [hidden, own] = [9, 1].map(RoomId::from_draw);
        let listed = listed(session);
        let join = |room, role| ClientMsg::Join { room, role };
        let token = Token(7);
        for (message, is_guess) in [
            (ClientMsg::RoomInfo { room: hidden }, true),
            (ClientMsg::Record { room: hidden }, true),
            (ClientMsg::Watch { room: hidden }, true),
            (join(hidden, Part::Player), true),
            (
                ClientMsg::TakeOver {
                    code: HandOverCode::from_draw(7),
                },
                true,
            ),
            (ClientMsg::RoomInfo { room: listed }, false),
            // The session is in it.
            (ClientMsg::RoomInfo { room: own }, false),
            (join(listed, Part::Spectator), false),
            // Nobody guesses a token.
            (join(hidden, Part::Seat { token }), false),
            (ClientMsg::Resync, false),
        ] {
            let checked = session.check_limits(now, &message);
            assert_eq!(is_too_fast(&checked), is_guess, "{message:?}");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_refusal_costs_a_guess_where_it_says_that_a_code_is_wrong() {
    Line::prepared(Config::default(), |session| {
        let room = RoomId::from_draw(9);
        let burst = GUESSES.burst;
        for _ in 0..burst {
            let other = Refusal::NoSpectators;
            assert_eq!(session.charge_guess(other.clone()), other);
        }
        let wrong = [
            Refusal::NoSuchRoom { room },
            Refusal::WrongToken { room },
            Refusal::WrongCode,
        ];
        for guess in wrong.iter().cycle().take(burst as usize) {
            assert_eq!(session.charge_guess(guess.clone()), *guess);
        }
        // Beyond them nobody learns whether a code is right.
        for guess in wrong {
            let refusal = session.charge_guess(guess);
            assert!(is_too_fast(&Err(refusal)));
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn who_is_answered_at_length_too_often_may_still_play() {
    Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        session.shared.limits.answers.exhaust(session.person, now);
        let room = RoomId::from_draw(3);
        let join = |role| ClientMsg::Join { room, role };
        for (message, is_long) in [
            (LOBBY, true),
            (ClientMsg::Resync, true),
            (join(Part::Spectator), true),
            (join(Part::Player), false),
            (ClientMsg::Act(Act::Resign), false),
            (ClientMsg::Leave, false),
        ] {
            let checked = session.check_limits(now, &message);
            assert_eq!(is_too_fast(&checked), is_long, "{message:?}");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_second_lobby_waits_until_the_first_is_written_and_paid() {
    Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        let asks = |message| Received {
            reference: None,
            message: Ok(message),
        };
        session.pending.push(now, 1, asks(LOBBY));
        session.pending.push(now, 1, asks(ClientMsg::Ping));
        assert!(!session.waits_for_lobby());
        assert_eq!(session.check_limits(now, &LOBBY), Ok(()));
        assert!(session.waits_for_lobby());
        // Another message does not undo that, and what changes in the lobby is not what was asked for.
        assert_eq!(session.check_limits(now, &ClientMsg::Ping), Ok(()));
        assert!(session.waits_for_lobby());
        let budget = ANSWERS.burst as usize * 1024;
        // Only what is long is paid.
        session.charge_answer(&ServerMsg::Ping, budget);
        session.charge_answer(&lobby(), budget - 1024);
        assert!(!session.waits_for_lobby());
        // Sent by the lobby itself: nobody asked for it.
        session.charge_answer(&lobby(), budget);
        assert_eq!(session.check_limits(now, &LOBBY), Ok(()));
        session.charge_answer(&lobby(), 1024);
        assert!(is_too_fast(&session.check_limits(now, &LOBBY)));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_record_is_paid_and_a_goodbye_is_not() {
    Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        let mut charged = |message: &ServerMsg| {
            session.charge_answer(message, ANSWERS.burst as usize * 1024);
            is_too_fast(&session.check_limits(now, &ClientMsg::YourGames))
        };
        assert!(!charged(&ServerMsg::ShuttingDown));
        let (room, text) = (RoomId::from_draw(1), String::new());
        assert!(charged(&ServerMsg::Record { room, text }));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_does_not_ask_for_a_lobby_does_not_wait_for_one() {
    Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        assert_eq!(session.check_limits(now, &LOBBY), Ok(()));
        let ping = Received {
            reference: None,
            message: Ok(ClientMsg::Ping),
        };
        session.pending.push(now, 1, ping);
        assert!(!session.waits_for_lobby());
        session.pending.take_next();
    })
    .await;
}
