//! Refusals about the room of the session, and about others.

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
            format!(r#"{{"type":"look","room":"{other}"}}"#),
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

/// The answer to `who` of another room says the same.
#[test]
fn a_table_that_is_gone_ends_the_session_behind_an_answer_about_another_room() {
    let mut trial = Trial::player();
    let room = elsewhere(&trial);
    let who = format!(r#"{{"type":"who","room":"{room}"}}"#);
    trial.types(&[&who, &who, "4"]);
    trial.hear(&ServerMsg::Who {
        room,
        spectators: Vec::new(),
        watching: 0,
    });
    trial.refuse(Refusal::NotInRoom);
    assert_eq!(trial.ended, None);
    trial.refuse(Refusal::NotInRoom);
    assert_eq!(trial.ended.unwrap().unwrap_err().kind, Kind::Refused);
    assert_eq!(trial.forgotten, [TOKEN]);
}
