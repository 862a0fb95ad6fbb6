use protocol::analysis::ColumnValue;
use protocol::id::Revision;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::side::Side;

use crate::ui::Action;
use crate::ui::app::tests::{Play, snapshot};

fn analyse(plies: u16) -> Vec<Action> {
    vec![Action::Send(ClientMsg::Analyse { plies })]
}

fn answer(revision: u32, plies: u16) -> ServerMsg {
    ServerMsg::Analysis {
        revision: Revision(revision),
        plies,
        columns: vec![ColumnValue::Exact { score: 3 }; 7],
        lines: Vec::new(),
        nodes: 1,
        elapsed: protocol::millis::Millis::from_millis(1),
    }
}

#[test]
fn during_a_game_without_hints_nothing_is_asked() {
    let mut play = Play::at_table("connect-four");
    assert_eq!(play.press("v"), []);
    assert!(play.app.notice.is_some());
    assert_eq!(play.press(","), []);
    assert_eq!(play.app.view.unwrap().plies_shown(), 0);
}

#[test]
fn on_a_board_without_columns_nothing_is_asked() {
    let mut play = Play::home();
    let mut seen = snapshot("gomoku");
    seen.spec.hints = true;
    play.join(Some(Side::First), seen);
    assert_eq!(play.press("v"), []);
    assert!(play.app.notice.is_some());
    assert!(!play.app.is_available(crate::input::Intent::Values));
}

#[test]
fn with_hints_every_new_position_is_asked_about_and_late_answers_are_not_shown() {
    let mut play = Play::home();
    let mut seen = snapshot("connect-four");
    seen.spec.hints = true;
    play.join(Some(Side::First), seen);
    assert_eq!(play.press("v"), analyse(0));
    assert_eq!(play.moved("4"), analyse(1));
    play.hear(answer(1, 0));
    let known = |play: &Play| play.app.view.as_ref().unwrap().known_values().is_some();
    assert!(!known(&play), "the answer is about another position");
    play.hear(answer(1, 1));
    assert!(!known(&play), "the answer is about an older board");
    play.hear(answer(2, 1));
    assert!(known(&play));
    let stop = vec![Action::Send(ClientMsg::StopAnalysis)];
    assert_eq!(play.press("v"), stop);
    assert!(!known(&play));
}

#[test]
fn a_game_that_is_over_is_looked_through_and_its_last_choice_comes_first() {
    let mut play = Play::at_table("connect-four");
    for column in "1 2 1 2 1 2 1".split(' ') {
        play.moved(column);
    }
    play.over(Some(Side::First));
    let shown = |play: &Play| play.app.view.as_ref().unwrap().plies_shown();
    assert_eq!(play.press("v"), analyse(6));
    assert_eq!(play.press(","), analyse(5));
    assert_eq!(play.press("."), analyse(6));
    // The last position has nothing to choose.
    play.press(".");
    assert_eq!(shown(&play), 7);
    play.press(".");
    assert_eq!(shown(&play), 7);
    play.press(",,,,,,,,,,");
    assert_eq!(shown(&play), 0);
}
