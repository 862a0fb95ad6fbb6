//! Refusals about the room of the session, and about others.

use protocol::refusal::Resource;

use super::*;

fn elsewhere(trial: &Trial) -> RoomId {
    let room = RoomId::from_draw(8);
    assert_ne!(room, trial.seen.room);
    room
}

/// The session ended, and the way back to the seat was deleted, while the clock of the game ran.
#[test]
fn a_refusal_about_another_room_neither_ends_the_session_nor_forgets_the_seat() {
    let mut trial = Trial::player();
    let (here, other) = (trial.seen.room, elsewhere(&trial));
    let join = format!(
        r#"{{"type":"join","room":"{here}","role":{{"type":"seat","token":"{}"}}}}"#,
        Token(8)
    );
    for (line, refusal) in [
        (
            format!(r#"{{"type":"room_info","room":"{other}"}}"#),
            Refusal::NoSuchRoom { room: other },
        ),
        (
            format!(r#"{{"type":"who","room":"{other}"}}"#),
            Refusal::NotInRoom,
        ),
        (join, Refusal::WrongToken { room: here }),
    ] {
        trial.types(&[&line]);
        assert_eq!(trial.sent.len(), 1, "{line}: {:?}", trial.lines);
        trial.refuse(refusal);
        assert_eq!(trial.ended, None, "{line}");
        assert!(trial.forgotten.is_empty(), "{line}");
        trial.sent.clear();
    }
    trial.types(&["4"]);
    assert_eq!(trial.columns(), [4]);
}

#[test]
fn a_room_that_is_gone_ends_the_session_and_its_seat() {
    let room = Trial::player().seen.room;
    let refusals = [
        Refusal::NoSuchRoom { room },
        Refusal::WrongToken { room },
        Refusal::NotInRoom,
    ];
    for refusal in refusals {
        let mut trial = Trial::player();
        trial.session.on_lost();
        trial.welcome();
        trial.refuse(refusal.clone());
        let failure = trial.ended.unwrap().unwrap_err();
        assert_eq!(failure.kind, Kind::Refused, "{refusal:?}");
        assert_eq!(trial.forgotten, [TOKEN], "{refusal:?}");
    }
}

/// The session waited for ever for a return that nobody tried again.
#[test]
fn a_return_that_is_refused_is_the_end_and_keeps_the_seat() {
    let room = Trial::player().seen.room;
    let wait = Millis::from_millis(1_000);
    let what = Resource::Rooms;
    let refusals = [
        Refusal::Locked { room },
        Refusal::TooFast { wait },
        Refusal::Full { what, most: None },
    ];
    for refusal in refusals {
        let mut trial = Trial::player();
        trial.session.on_lost();
        trial.welcome();
        trial.refuse(refusal.clone());
        let failure = trial.ended.unwrap().unwrap_err();
        assert_eq!(failure.kind, Kind::Refused, "{refusal:?}");
        assert_eq!(failure.message, refusal.said());
        assert!(trial.forgotten.is_empty(), "{refusal:?}");
    }
}

/// The connection tries again where its hello or its return was not judged.
#[test]
fn a_refusal_that_does_not_answer_the_return_is_not_the_end() {
    let mut trial = Trial::player();
    trial.types(&["4"]);
    trial.session.on_lost();
    let what = Resource::Connections;
    trial.refuse(Refusal::Full { what, most: None });
    trial.welcome();
    trial.refuse(Refusal::ShuttingDown);
    trial.session.on_lost();
    trial.welcome();
    trial.join(Some(Side::First));
    let wait = Millis::from_millis(1_000);
    trial.refuse(Refusal::TooFast { wait });
    assert_eq!(trial.ended, None);
}

/// The answer went down with the connection, and the process stayed in the room for ever.
/// The server keeps the seat, and the session does not wait for its answer.
#[test]
fn a_player_who_leaves_without_a_connection_is_out_at_once() {
    for is_lost_first in [true, false] {
        let mut trial = Trial::new(Role::Player, Some(Side::First), false);
        if is_lost_first {
            trial.session.on_lost();
        }
        trial.types(&["leave"]);
        if !is_lost_first {
            assert_eq!(
                (&trial.sent[..], &trial.ended),
                (&[ClientMsg::Leave][..], &None)
            );
            trial.session.on_lost();
            trial.collect_effects();
        }
        assert_eq!(trial.ended, Some(Ok(())));
        assert!(trial.forgotten.is_empty());
    }
}
