//! Offers of the opponent, and the answers to them.

use super::*;

#[test]
fn an_answer_goes_to_what_the_opponent_offers() {
    let (me, other) = (Side::First, Side::Second);
    for (event, line, expected) in [
        (
            RoomEvent::DrawOffered { by: other },
            "accept",
            ClientMsg::Act(Act::AnswerDraw { accept: true }),
        ),
        (
            RoomEvent::DrawOffered { by: other },
            "draw",
            ClientMsg::Act(Act::AnswerDraw { accept: true }),
        ),
        (
            RoomEvent::DrawOffered { by: me },
            "draw",
            ClientMsg::Act(Act::OfferDraw),
        ),
        (
            RoomEvent::TakebackAsked { by: other },
            "decline",
            ClientMsg::Act(Act::AnswerTakeback { accept: false }),
        ),
        (
            RoomEvent::RematchOffered { by: other },
            "accept",
            ClientMsg::Act(Act::AnswerRematch { accept: true }),
        ),
    ] {
        let mut trial = Trial::player();
        trial.event(event);
        trial.types(&[line]);
        assert_eq!(trial.sent, [expected], "{line}");
    }
    let mut trial = Trial::player();
    trial.event(RoomEvent::DrawOffered { by: me });
    trial.types(&["accept"]);
    assert!(trial.sent.is_empty() && trial.has_said("nothing is offered to you"));
}

/// It left the table, and the program ended without a word.
#[test]
fn a_rematch_that_is_declined_leaves_the_player_at_the_table() {
    let mut trial = Trial::player();
    trial.over();
    let by = Side::Second;
    trial.event(RoomEvent::RematchOffered { by });
    trial.types(&["decline"]);
    let decline = Act::AnswerRematch { accept: false };
    assert_eq!(trial.sent, [ClientMsg::Act(decline)]);
    assert_eq!(trial.ended, None);
    trial.event(RoomEvent::RematchDeclined { by: by.other() });
    assert!(
        trial.has_said("you declined the rematch"),
        "{:?}",
        trial.lines
    );
    trial.types(&["decline"]);
    assert!(trial.has_said("nothing is offered to you"));
}
