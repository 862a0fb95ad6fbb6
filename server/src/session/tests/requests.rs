//! Requests that a session answers by itself or by the directory, and the refusals of what may not be asked.

use protocol::id::{HandOverCode, Token};
use protocol::message::Role as Part;
use protocol::side::BySide;
use protocol::spec::{GameSpec, SeatSpec};
use tokio::io::AsyncWriteExt as _;

use super::*;

/// A room that is nowhere.
fn nowhere() -> RoomId {
    RoomId::from_draw(9)
}

fn name(text: &str) -> Name {
    Name::clean(text).expect("a name")
}

fn open(first: SeatSpec, second: SeatSpec) -> ClientMsg {
    ClientMsg::Open {
        spec: GameSpec::new("connect-four".parse().expect("a variant")),
        seats: BySide { first, second },
        shuffle: false,
    }
}

fn quick() -> ClientMsg {
    ClientMsg::Quick {
        variant: "connect-four".parse().expect("a variant"),
        clock: None,
        own_rooms: Vec::new(),
        rated: false,
    }
}

fn join(role: Part) -> ClientMsg {
    let room = nowhere();
    ClientMsg::Join { room, role }
}

fn back_to_a_seat() -> ClientMsg {
    let token = Token(7);
    join(Part::Seat { token })
}

fn take_over() -> ClientMsg {
    let code = HandOverCode::from_draw(7);
    ClientMsg::TakeOver { code }
}

fn leave_the_room(session: &mut Session) {
    session.rooms.leave();
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_not_there_is_refused_however_it_is_asked_for() {
    let mut line = Line::prepared(Config::default(), leave_the_room).await;
    let room = nowhere();
    for asked in [
        ClientMsg::Watch { room },
        ClientMsg::RoomInfo { room },
        ClientMsg::Record { room },
        join(Part::Player),
    ] {
        line.say(asked.clone()).await;
        let refusal = line.refusal().await;
        assert_eq!(refusal, Refusal::NoSuchRoom { room }, "{asked:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn who_is_in_a_room_goes_into_no_other() {
    let mut line = Line::start().await;
    let room = line.room;
    for asked in [
        open(SeatSpec::Me, SeatSpec::Open),
        join(Part::Player),
        quick(),
        take_over(),
        ClientMsg::Watch { room },
    ] {
        line.say(asked.clone()).await;
        let refusal = line.refusal().await;
        assert_eq!(refusal, Refusal::AlreadyInRoom { room }, "{asked:?}");
    }
    let room = nowhere();
    for (asked, expected) in [
        (ClientMsg::Who { room }, Refusal::NotInRoom),
        (ClientMsg::Unwatch { room }, Refusal::NotWatching { room }),
    ] {
        line.say(asked).await;
        assert_eq!(line.refusal().await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn who_opens_a_room_has_the_seat_that_was_asked_for_or_watches() {
    for (first, second, expected) in [
        (SeatSpec::Me, SeatSpec::Open, Some(Side::First)),
        (SeatSpec::Open, SeatSpec::Me, Some(Side::Second)),
        (SeatSpec::Open, SeatSpec::Open, None),
    ] {
        let mut line = Line::prepared(Config::default(), leave_the_room).await;
        line.say(open(first, second)).await;
        match line.hear().await {
            ServerMsg::Joined {
                you, token, owner, ..
            } => {
                assert_eq!((you, owner), (expected, true));
                assert_eq!(token.is_some(), expected.is_some());
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rooms_seats_and_rematches_count_as_games_of_the_address() {
    let mut line = Line::prepared(Config::default(), |session| {
        leave_the_room(session);
        let now = session.shared.time.now();
        let games = &session.shared.limits.games;
        games.charge(session.person, now, u64::from(GAMES.burst) - 1);
    })
    .await;
    line.say(open(SeatSpec::Me, SeatSpec::Open)).await;
    assert!(matches!(line.hear().await, ServerMsg::Joined { .. }));
    line.say(ClientMsg::Act(Act::Rematch)).await;
    line.is_refused_as_too_fast().await;
    line.say(ClientMsg::Leave).await;
    // Everybody in the room is told that the seat is open again.
    assert!(matches!(line.hear().await, ServerMsg::Event { .. }));
    let left = timeout(seconds(60), line.hear()).await;
    assert!(matches!(left, Ok(ServerMsg::Left { .. })), "{left:?}");
    for asked in [
        open(SeatSpec::Me, SeatSpec::Open),
        join(Part::Player),
        quick(),
    ] {
        line.say(asked).await;
        line.is_refused_as_too_fast().await;
    }
    // To watch is to begin no game.
    line.say(join(Part::Spectator)).await;
    assert!(matches!(line.refusal().await, Refusal::NoSuchRoom { .. }));
}

#[tokio::test(start_paused = true)]
async fn on_a_reserved_slot_only_the_return_to_a_seat_is_tried_until_its_time_is_over() {
    let mut line = Line::prepared(Config::default(), |session| {
        session.rooms.leave();
        session.must_return_by = Some(Instant::now() + seconds(30));
    })
    .await;
    line.say(ClientMsg::Ping).await;
    assert_eq!(line.hear().await, ServerMsg::Pong);
    for asked in [
        ClientMsg::EnterLobby { boards: false },
        open(SeatSpec::Me, SeatSpec::Open),
        join(Part::Player),
        join(Part::Spectator),
    ] {
        line.say(asked.clone()).await;
        assert_eq!(line.refusal().await, handshake::no_place(), "{asked:?}");
    }
    let room = nowhere();
    for (asked, expected) in [
        (back_to_a_seat(), Refusal::NoSuchRoom { room }),
        (take_over(), Refusal::WrongCode),
    ] {
        line.say(asked).await;
        assert_eq!(line.refusal().await, expected);
    }
    let start = Instant::now();
    // Pings are answered meanwhile.
    let end = loop {
        tokio::select! {
            end = &mut line.session => break end,
            message = line.client.next() => assert!(matches!(message, Some(Ok(_)))),
        }
    };
    assert_eq!(start.elapsed(), seconds(30));
    match end {
        Ok(CloseReason::Refused { refusal, .. }) => assert_eq!(refusal, handshake::no_place()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_line_of_chat_says_something_and_counts_for_the_address() {
    let mut line = Line::prepared(Config::default(), |session| {
        let now = session.shared.time.now();
        let chat = &session.shared.limits.chat;
        chat.charge(session.person, now, u64::from(CHAT.burst) - 1);
    })
    .await;
    let chat = |text: &str| ClientMsg::Chat {
        text: text.to_owned(),
    };
    line.say(chat(" \u{200b} ")).await;
    assert_eq!(line.refusal().await, Refusal::NothingToSay);
    line.say(chat("  hola ")).await;
    match line.asked().await {
        Request::Do {
            command: Command::Chat { text, .. },
            ..
        } => assert_eq!(text.as_str(), "hola"),
        other => panic!("{other:?}"),
    }
    line.say(chat("hola")).await;
    line.is_refused_as_too_fast().await;
}

#[tokio::test(start_paused = true)]
async fn the_chat_of_the_lobby_is_for_those_in_it() {
    let mut line = Line::start().await;
    let hola = || ClientMsg::LobbyChat {
        text: "hola".to_owned(),
    };
    line.say(hola()).await;
    assert_eq!(line.refusal().await, Refusal::NotInLobby);
    line.say(ClientMsg::EnterLobby { boards: false }).await;
    assert!(matches!(line.hear().await, ServerMsg::Lobby { .. }));
    line.say(hola()).await;
    match line.hear().await {
        ServerMsg::LobbyChat { line } => assert_eq!(line.name, name("Ana")),
        other => panic!("{other:?}"),
    }
    line.say(ClientMsg::LeaveLobby).await;
    line.say(hola()).await;
    assert_eq!(line.refusal().await, Refusal::NotInLobby);
}

#[tokio::test(start_paused = true)]
async fn lines_in_the_lobby_count_for_the_address() {
    Line::prepared(Config::default(), |session| {
        let outbox = session.outbox.clone();
        session.shared.lobby.enter(session.who, outbox, false, None);
        let now = session.shared.time.now();
        let lines = &session.shared.limits.chat;
        lines.charge(session.person, now, u64::from(CHAT.burst) - 1);
        assert_eq!(session.lobby_chat(now, "hola"), Ok(()));
        assert!(is_too_fast(&session.lobby_chat(now, "hola")));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_name_is_muted_and_heard_again_and_nobody_mutes_themselves() {
    let mut line = Line::start().await;
    for (text, muted, expected) in [
        ("Bruno", true, vec![name("Bruno")]),
        ("ANA", true, vec![name("Bruno")]),
        ("bruno", false, vec![]),
    ] {
        let name = name(text);
        line.say(ClientMsg::Mute { name, muted }).await;
        let names = expected;
        assert_eq!(line.hear().await, ServerMsg::Muted { names }, "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_seat_that_is_handed_over_is_the_one_that_the_room_confirms() {
    let mut line = Line::start().await;
    line.say(ClientMsg::HandOver).await;
    let Request::SeatToken { reply, .. } = line.asked().await else {
        panic!("the room is asked whose seat it is");
    };
    answer(reply, Err(Refusal::NotSeated));
    assert_eq!(line.refusal().await, Refusal::NotSeated);
    line.say(ClientMsg::YourGames).await;
    let games = Vec::new();
    assert_eq!(line.hear().await, ServerMsg::YourGames { games });
}

/// Nothing was written to it any more, not even the welcome.
#[tokio::test(start_paused = true)]
async fn a_client_that_says_that_it_sends_nothing_more_has_its_answers() {
    let mut line = Line::start().await;
    for text in ["none", "of these is a message"] {
        line.client.send(Message::text(text)).await.expect("open");
    }
    line.client.get_mut().shutdown().await.expect("open");
    for _ in 0..2 {
        let refusal = line.refusal().await;
        assert!(matches!(refusal, Refusal::Malformed { .. }), "{refusal}");
    }
    answer(line.left(true).await, Ok(()));
    assert!(matches!(line.session.await, Ok(CloseReason::HungUp)));
}

/// It may hold a lock for which all quick matches wait.
#[tokio::test(start_paused = true)]
async fn an_operation_goes_on_while_its_client_does_not_read() {
    let (done, is_done) = oneshot::channel();
    let line = Line::prepared(Config::default(), |session| {
        let record = ServerMsg::Record {
            room: RoomId::from_draw(1),
            text: "x".repeat(2 * PIPE),
        };
        session.outbox.send_one(record, None);
        session.pending.begin(async move {
            sleep(seconds(1)).await;
            done.send(()).expect("the test waits");
            Ok(Done::Delivered)
        });
    });
    let line = line.await;
    let is_done = timeout(seconds(2), is_done).await;
    is_done.expect("it is not kept waiting").expect("it ends");
    assert!(!line.session.is_finished());
}
