//! The mouse over a board: what it points at stays where it is seen.

use super::*;

const SMALL: Rect = Rect::new(0, 0, 40, 12);

fn at(play: &Play, x: u16, y: u16) -> Option<Target> {
    target(&play.app, &look(UNICODE), SMALL, x, y)
}

/// The board moved away under the pointer, and a click played another point.
#[test]
fn a_board_that_is_a_window_stays_under_the_mouse_and_follows_the_keys() {
    let mut replay = Play::home();
    let record = "[Variant \"gomoku-15\"]\n\n1. h8 h9 *";
    replay.app.show_record(record.parse().unwrap());
    let mut table = Play::at_table("gomoku-15");
    table.app.clear_notice();
    for (mut play, key) in [(table, Key::Left), (replay, Key::Char('1'))] {
        for (x, y) in [(8, 4), (20, 9), (8, 4)] {
            let pointed = at(&play, x, y).unwrap();
            assert!(matches!(pointed, Target::Cell(_)), "{pointed:?}");
            play.does(Event::Hover(pointed));
            assert_eq!(at(&play, x, y), Some(pointed));
        }
        let before = at(&play, 20, 9);
        play.does(Event::Key(key));
        assert_ne!(at(&play, 20, 9), before, "{key:?}");
    }
}

/// A click on it played the cell under it, which nobody saw.
#[test]
fn what_a_notice_hides_is_not_clicked() {
    let mut play = Play::at_table("gomoku-15");
    play.app.clear_notice();
    let cells = |play: &Play, y| {
        let found = (0..40).filter_map(|x| at(play, x, y));
        found
            .filter(|found| matches!(found, Target::Cell(_)))
            .count()
    };
    let rows = [7, 8, 9, 10];
    let free = rows.map(|y| cells(&play, y));
    assert!(free[0] > 0 && free[2] > 0, "{free:?}");
    play.app.say("this text is so long that it has three lines on a screen of forty columns, and no more than that");
    let screen = text(&play.app, UNICODE, 40, 12);
    assert!(screen.contains("no more than that"), "{screen}");
    assert_eq!(rows.map(|y| cells(&play, y)), [free[0], 0, 0, 0]);
    // The text of the lost connection lies there, too.
    play.app.clear_notice();
    let why = "the connection broke".to_owned();
    let again_at = play.app.now;
    play.app.server.connection = Connection::Lost { why, again_at };
    assert_eq!(cells(&play, 10), 0);
}

#[test]
fn a_click_on_a_player_finds_the_name() {
    let play = Play::at_table("connect-four");
    for (width, height) in [(80, 24), (120, 40)] {
        let area = Rect::new(0, 0, width, height);
        let screen = text(&play.app, UNICODE, width, height);
        let row = |name: &str| screen.lines().position(|row| row.contains(name));
        for (name, side) in [("Ana (you)", Side::First), ("○  Bo", Side::Second)] {
            let row = row(name).unwrap_or_else(|| panic!("{name} is missing:\n{screen}"));
            let found = target(&play.app, &look(UNICODE), area, width - 4, row as u16);
            assert_eq!(found, Some(Target::Player(side)), "{screen}");
        }
    }
}
