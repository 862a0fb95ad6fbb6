//! Calls of a person whose turn it is.

use super::*;

/// True where the terminal rings when the turn comes.
fn rings(prepare: impl Fn(&mut Play)) -> bool {
    let mut play = Play::at_table("connect-four");
    prepare(&mut play);
    play.moved("4");
    play.moved("4").contains(&Action::Bell)
}

#[test]
fn a_turn_rings_where_the_window_may_be_out_of_sight() {
    assert!(rings(|_| {}), "few terminals say where their window is");
    assert!(!rings(|play| {
        play.does(Event::Focus(true));
    }));
    assert!(rings(|play| {
        play.does(Event::Focus(true));
        play.does(Event::Focus(false));
    }));
}

#[test]
fn nothing_rings_where_a_person_wants_quiet() {
    assert!(!rings(|play| play.app.settings.quiet = true));
    assert!(!rings(|play| {
        play.app.settings.quiet = true;
        play.does(Event::Focus(false));
    }));
}
