use protocol::analysis::ColumnValue;

use super::*;
use crate::input::Key;
use crate::ui::app::tests::Play;
use crate::ui::{Event, Glyphs, tests};

const GAME: &str = "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"bot:negamax:4\"]\n[Clock \"5m+3s\"]\n\
    [Date \"2026.11.22\"]\n[Result \"1-0\"]\n[Reason \"line\"]\n\n{a short one} 1. 4 {[%clk 0:04:59] the centre} 3 \
    2. 4 3 3. 4 3 {a blunder?} 4. 4 1-0\n";

fn replay(text: &str) -> Play {
    let mut play = Play::home();
    play.app.show_record(text.parse().unwrap());
    play
}

/// The position of the game after some plies.
fn after(plies: usize) -> Game {
    let game = GAME.parse::<Record>().unwrap().game();
    Game::after(game.variant(), game.plies()[..plies].iter().copied()).unwrap()
}

fn text(play: &Play, width: u16, height: u16) -> String {
    tests::text(&play.app, Glyphs { ascii: false }, width, height)
}

fn shown(play: &Play) -> u16 {
    play.app.replay.as_ref().unwrap().shown
}

#[test]
fn the_plies_are_gone_through_by_keys_and_the_wheel() {
    let mut play = replay(GAME);
    assert_eq!(shown(&play), 7);
    for (key, expected) in [
        (Key::Right, 7),
        (Key::Left, 6),
        (Key::Char(','), 5),
        (Key::Home, 0),
        (Key::Left, 0),
        (Key::Char('.'), 1),
        (Key::Down, 7),
        (Key::Up, 0),
        (Key::Char('>'), 7),
        (Key::Char('<'), 0),
    ] {
        assert_eq!(play.does(Event::Key(key)), []);
        assert_eq!(shown(&play), expected, "{key:?}");
    }
    play.does(Event::Wheel { up: false });
    assert_eq!(shown(&play), 1);
    assert_eq!(play.does(Event::Key(Key::Esc)), [Action::Quit]);
}

#[test]
fn names_comments_and_clock_times_are_those_of_the_ply_shown() {
    let mut play = replay(GAME);
    let end = text(&play, 80, 24);
    for expected in [
        "Connect Four, 2026-11-22",
        "Ana wins with 4 in a row",
        "move 7 of 7: column 4",
        " Bot negamax, depth 4",
    ] {
        assert!(end.contains(expected), "{expected} is missing:\n{end}");
    }
    for (key, comment, time) in [
        ('<', "a short one", "Ana 5:00"),
        ('.', "the centre", "Ana 4:59"),
        ('.', "3", " ○  Bot negamax, depth 4\n"),
    ] {
        play.press(&key.to_string());
        for (width, height) in [(80, 24), (40, 12), (120, 40)] {
            let screen = text(&play, width, height);
            assert!(screen.contains(comment), "{screen}");
        }
        let screen = text(&play, 80, 24);
        assert!(screen.contains(time), "{time} is missing:\n{screen}");
    }
}

#[test]
fn the_engine_here_draws_the_curve_and_values_the_position() {
    let mut play = replay(GAME);
    play.press(",");
    let actions = play.press("v");
    let [Action::Evaluate { order, .. }] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!(order[..3], [6, 7, 0]);
    assert_eq!(play.press("vva"), [], "it is on its way");
    for (plies, score) in [(6, 18), (5, 0), (4, 0)] {
        let evaluated = Evaluated {
            columns: vec![ColumnValue::Exact { score }; 7],
            lines: Vec::new(),
        };
        play.does(Event::Evaluated(Ok(Some((after(plies), evaluated)))));
    }
    let screen = text(&play, 80, 24);
    for expected in [
        "column 4: win in 1",
        "analysed 3 of 7",
        "3 is a mistake, 1 draws",
    ] {
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
    }
    play.press("2");
    assert!(text(&play, 80, 24).contains("column 2: win in 1"));
    play.does(Event::Evaluated(Ok(None)));
    let screen = text(&play, 80, 24);
    assert!(!screen.contains("analysed"), "{screen}");
    assert!(screen.contains("3?"), "{screen}");
    assert_eq!(play.press("a"), []);
    assert!(!text(&play, 80, 24).contains("3?"));
}

#[test]
fn values_and_curve_are_shown_and_hidden_alone_and_what_was_found_is_kept() {
    let mut play = replay(GAME);
    play.press(",");
    assert_eq!(play.press("a").len(), 1);
    let exact = |score| Evaluated {
        columns: vec![ColumnValue::Exact { score }; 7],
        lines: Vec::new(),
    };
    play.does(Event::Evaluated(Ok(Some((after(6), exact(18))))));
    play.does(Event::Evaluated(Ok(Some((after(5), exact(0))))));
    for (width, height) in [(80, 24), (60, 20)] {
        let has = |play: &Play, words| text(play, width, height).contains(words);
        let (curve, value) = ("2 of 7", "column 4: win in 1");
        assert!(has(&play, curve) && !has(&play, value));
        for (key, has_curve, has_value) in [
            ("v", true, true),
            ("a", false, true),
            ("v", false, false),
            ("v", false, true),
            ("a", true, true),
            ("v", true, false),
        ] {
            assert_eq!(play.press(key), [], "{key}: the work goes on as it was");
            let screen = text(&play, width, height);
            assert_eq!(has(&play, curve), has_curve, "{key}:\n{screen}");
            assert_eq!(has(&play, value), has_value, "{key}:\n{screen}");
        }
    }
    // What is found while it is hidden is there when it is shown again.
    play.press("a");
    play.does(Event::Evaluated(Ok(Some((after(4), exact(0))))));
    play.does(Event::Evaluated(Ok(None)));
    assert!(!text(&play, 80, 24).contains("3?"));
    assert_eq!(play.press("a"), []);
    assert!(text(&play, 80, 24).contains("3?"));
}

#[test]
fn a_game_that_is_not_analysed_says_so() {
    let mut play = replay("[Variant \"renju\"]\n\n1. h8 h9 *");
    play.press("a");
    play.does(Event::Evaluated(Err("Renju is not analysed".to_owned())));
    let screen = text(&play, 80, 24);
    assert!(screen.contains("Renju is not analysed"), "{screen}");
    assert!(!screen.contains("analysed 0 of"), "{screen}");
}

/// A game without a date got that of today.
#[test]
fn the_record_is_copied_as_it_is() {
    for game in [GAME, "[Variant \"gomoku\"]\n\n1. h8 h9 *"] {
        let mut play = replay(game);
        let copied = Action::Copy {
            record: Box::new(game.parse().unwrap()),
            dated: false,
        };
        assert_eq!(play.press("c"), [copied]);
    }
}

#[test]
fn a_board_without_room_shows_the_last_stone() {
    let mut play = replay("[Variant \"gomoku\"]\n\n1. a1 t20 *");
    let screen = |play: &Play| text(play, 40, 12);
    for (key, corner) in [('>', " t"), (',', " a")] {
        play.press(&key.to_string());
        let screen = screen(&play);
        let letters = screen.lines().nth(10).unwrap();
        assert!(letters.contains(corner), "{corner} is missing:\n{screen}");
    }
}

/// Nothing on the screen told of the opening.
#[test]
fn the_rule_of_the_opening_is_told_with_the_game() {
    const OPENED: &str = "[Variant \"gomoku-15\"]\n[First \"Ana\"]\n[Second \"Ben\"]\n\
        [Opening \"swap2 black\"]\n[Result \"0-1\"]\n[Reason \"line\"]\n\n\
        1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a5 5. l8 0-1\n";
    let play = replay(OPENED);
    for (width, height) in [(80, 24), (120, 40)] {
        let screen = text(&play, width, height);
        assert!(screen.contains("Gomoku 15 x 15, swap2"), "{screen}");
    }
}

#[test]
fn a_move_can_be_tried_with_values_of_its_own_and_one_key_leads_back() {
    let mut play = replay(GAME);
    play.press(",,,");
    assert_eq!(shown(&play), 4);
    let exact = |score| Evaluated {
        columns: vec![ColumnValue::Exact { score }; 7],
        lines: Vec::new(),
    };
    // The first press aims, the second one tries.
    assert_eq!(play.press("2"), []);
    let actions = play.press("2");
    let [Action::Evaluate { game, order }] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!((game.plies().len(), order[0]), (5, 5));
    let tried = (**game).clone();
    for size in [(80, 24), (120, 40)] {
        let screen = text(&play, size.0, size.1);
        assert!(screen.contains("after move 4 you try 2"), "{screen}");
    }
    play.does(Event::Evaluated(Ok(Some((tried, exact(17))))));
    // The same number of plies of the game itself.
    play.does(Event::Evaluated(Ok(Some((after(5), exact(-17))))));
    let screen = text(&play, 80, 24);
    assert!(screen.contains("column 2: win in 3"), "{screen}");
    play.press("7");
    play.does(Event::Key(Key::Enter));
    assert!(text(&play, 80, 24).contains("after move 4 you try 2 7"));
    play.press(",");
    let screen = text(&play, 80, 24);
    assert!(screen.contains("after move 4 you try 2\n"), "{screen}");
    assert!(screen.contains("win in 3"), "{screen}");
    assert_eq!(play.does(Event::Key(Key::Esc)), [], "the program stays");
    let screen = text(&play, 80, 24);
    assert!(screen.contains("move 4 of 7: column 3"), "{screen}");
    assert!(!screen.contains("win in"), "values were hidden before");
    // The move of the game is no other one.
    play.press("44");
    assert!(text(&play, 80, 24).contains("move 5 of 7: column 4"));
    assert_eq!(play.does(Event::Key(Key::Esc)), [Action::Quit]);
}

#[test]
fn the_game_is_valued_to_its_end_after_a_move_was_tried() {
    let mut play = replay(GAME);
    assert_eq!(play.press("a").len(), 1);
    let exact = Evaluated {
        columns: vec![ColumnValue::Exact { score: 0 }; 7],
        lines: Vec::new(),
    };
    play.does(Event::Evaluated(Ok(Some((after(6), exact)))));
    play.press("<");
    assert_eq!(play.press("11").len(), 1, "the search goes to the branch");
    let actions = play.does(Event::Key(Key::Esc));
    let [Action::Evaluate { game, order }] = &actions[..] else {
        panic!("{actions:?}");
    };
    assert_eq!((game.plies().len(), order.contains(&6)), (7, false));
}

#[test]
fn a_move_is_tried_by_its_name_or_a_click_on_a_free_board() {
    let mut play = replay("[Variant \"gomoku-15\"]\n\n1. h8 h9 2. j8 *");
    play.press("<...,");
    play.press("I9");
    assert_eq!(play.does(Event::Key(Key::Enter)).len(), 1);
    assert!(text(&play, 80, 24).contains("after move 2 you try i9"));
    let at: Square = "a1".parse().unwrap();
    play.does(Event::Click(Target::Cell(at)));
    assert!(text(&play, 80, 24).contains("after move 2 you try i9 a1"));
    play.does(Event::Click(Target::Cell(at)));
    let screen = text(&play, 80, 24);
    assert!(screen.contains("after move 2 you try i9 a1\n"), "{screen}");
    assert!(play.app.notice().is_some(), "the cell is taken");
}
