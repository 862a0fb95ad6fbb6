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
            ClientMsg::Act(Act::Rematch),
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
        trial.has_said("first (Ana) declines the rematch"),
        "{:?}",
        trial.lines
    );
    trial.types(&["decline"]);
    assert!(trial.has_said("nothing is offered to you"));
}

#[test]
fn an_offer_of_ones_own_that_lapses_is_told_behind_the_move() {
    let (me, other) = (Side::First, Side::Second);
    let draw = "your draw offer lapsed with the move";
    let takeback = "your request for a takeback lapsed with the move";
    for (event, expected) in [
        (RoomEvent::DrawOffered { by: me }, Some(draw)),
        (RoomEvent::TakebackAsked { by: me }, Some(takeback)),
        (RoomEvent::DrawOffered { by: other }, None),
    ] {
        let mut trial = Trial::player();
        trial.event(event);
        trial.lines.clear();
        trial.moved("4");
        assert!(trial.lines[0].contains("column 4"), "{:?}", trial.lines);
        let told = trial.lines.iter().filter(|line| line.contains("lapsed"));
        assert!(told.eq(expected), "{:?}", trial.lines);
        trial.moved("4");
        assert_eq!(
            trial
                .lines
                .iter()
                .filter(|line| line.contains("lapsed"))
                .count(),
            expected.iter().count()
        );
    }
}

/// One ply was asked for and two were gone.
#[test]
fn a_takeback_is_asked_for_with_the_number_of_its_plies() {
    use crate::language::{Language, within};
    for (language, plies, expected) in [
        (Language::En, "4433", "first (Ana) asks for 2 plies back"),
        (Language::En, "443", "first (Ana) asks for a ply back"),
        (Language::Es, "4433", " pide deshacer 2 jugadas"),
        (Language::Es, "443", " pide deshacer una jugada"),
        (Language::Pl, "4433", " prosi o cofnięcie 2 ruchów"),
        (Language::Pl, "443", " prosi o cofnięcie ruchu"),
    ] {
        within(language, || {
            let mut trial = Trial::player();
            for column in plies.chars() {
                trial.moved(&column.to_string());
            }
            let by = Side::First;
            trial.event(RoomEvent::TakebackAsked { by });
            let told = trial.lines.last().unwrap();
            assert!(told.ends_with(expected), "{told}");
        });
    }
}
