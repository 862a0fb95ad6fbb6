//! Questions that are open while the game goes on behind them.

use super::*;
use crate::ui::Confirm;
use crate::ui::tests::shown;

/// A table at which this person is asked whether they resign.
fn asked() -> Play {
    let mut play = Play::at_table("connect-four");
    play.press("4");
    play.moved("4");
    play.moved("1");
    play.press("x");
    assert_eq!(play.app.confirm, Some(Confirm::Resign));
    play
}

#[test]
fn an_offer_has_its_keys_once_no_question_has_them() {
    let by = Side::Second;
    for offer in [
        RoomEvent::DrawOffered { by },
        RoomEvent::TakebackAsked { by },
    ] {
        let mut play = asked();
        play.table_event(true, offer);
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains("y yes"), "{screen}");
        assert!(!screen.contains("y/n"), "{screen}");
        play.press("n");
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains("y/n"), "{screen}");
    }
}

#[test]
fn a_question_about_a_game_ends_with_the_game() {
    for key in [Key::Char('x'), Key::Esc] {
        let mut play = asked();
        play.app.confirm = None;
        play.does(Event::Key(key));
        assert_ne!(play.app.confirm, None);
        play.over(Some(Side::Second));
        assert_eq!(play.app.confirm, None, "{key:?}");
    }
    // The game that was asked about ended while the connection was lost, and the next one goes on.
    let mut play = asked();
    let mut next = snapshot("connect-four");
    next.series.game = 2;
    play.join(Some(Side::First), next);
    assert_eq!(play.app.confirm, None);
    // The same game goes on, and so does the question.
    let mut play = asked();
    play.moved("2");
    assert_eq!(play.app.confirm, Some(Confirm::Resign));
}
