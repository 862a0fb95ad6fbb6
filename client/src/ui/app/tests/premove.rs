//! Moves that are chosen on the opponent's turn.

use super::*;

/// The move in these actions.
fn sent(actions: &[Action]) -> Option<String> {
    actions.iter().find_map(|action| match action {
        Action::Send(ClientMsg::Act(Act::Move { square, .. })) => Some(square.to_string()),
        _ => None,
    })
}

fn planned(play: &Play) -> Option<String> {
    let (square, _) = play.app.view.as_ref()?.planned()?;
    Some(square.to_string())
}

fn after_my_move(variant: &str, mine: &str) -> Play {
    let mut play = Play::at_table(variant);
    play.moved(mine);
    play
}

#[test]
fn a_move_chosen_before_its_turn_is_sent_when_the_turn_comes() {
    let mut play = after_my_move("connect-four", "4");
    assert_eq!(play.press("2"), []);
    assert_eq!(planned(&play), Some("b1".to_owned()));
    // Another choice takes its place.
    assert_eq!(play.press("3"), []);
    let actions = play.moved("3");
    // Below the disc that fell there meanwhile it would have been c1.
    assert_eq!(sent(&actions), Some("c2".to_owned()));
    let [Action::Send(ClientMsg::Act(Act::Move { revision, .. }))] = actions[..] else {
        panic!("and no bell: {actions:?}");
    };
    assert_eq!(revision, Revision(3));
    assert_eq!(planned(&play), None);
    // Once: the turn after the next is asked about again.
    play.moved("3");
    assert_eq!(sent(&play.moved("1")), None);
}

#[test]
fn a_move_is_chosen_by_cursor_by_name_and_by_click() {
    let mut play = after_my_move("gomoku-15", "h8");
    play.press("mc4");
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert_eq!(planned(&play), Some("c4".to_owned()));
    play.does(Event::Key(Key::Right));
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert_eq!(planned(&play), Some("d4".to_owned()));
    play.does(Event::Click(Target::Cell("e5".parse().unwrap())));
    assert_eq!(sent(&play.moved("a1")), Some("e5".to_owned()));
}

#[test]
fn escape_drops_it_and_then_leaves() {
    let mut play = after_my_move("connect-four", "4");
    play.press("2");
    assert_eq!(play.does(Event::Key(Key::Esc)), []);
    assert_eq!((planned(&play), play.app.confirm), (None, None));
    assert_eq!(sent(&play.moved("4")), None);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.confirm, Some(Confirm::Leave));
}

#[test]
fn what_is_not_legal_any_more_is_not_sent_and_said() {
    let mut play = after_my_move("gomoku-15", "h8");
    play.press("mc4");
    play.does(Event::Key(Key::Enter));
    let actions = play.moved("c4");
    assert_eq!(sent(&actions), None);
    assert!(actions.contains(&Action::Bell), "{actions:?}");
    let notice = play.app.notice().unwrap().to_owned();
    assert!(notice.starts_with("c4 is not played: "), "{notice}");
    // What is not legal now never will be.
    play.moved("d5");
    play.press("md5");
    play.does(Event::Key(Key::Enter));
    assert_eq!(planned(&play), None);
}

#[test]
fn a_takeback_and_the_end_drop_it() {
    let mut play = after_my_move("connect-four", "4");
    play.press("2");
    let taken = RoomEvent::TakenBack {
        revision: Revision(3),
        by: Side::First,
        plies: 0,
        clock: None,
    };
    play.table_event(true, taken);
    assert_eq!(sent(&play.press("4")), Some("d1".to_owned()));
    let mut play = after_my_move("connect-four", "4");
    play.press("2");
    play.over(Some(Side::First));
    assert_eq!(play.app.view.as_ref().unwrap().planned(), None);
    assert_eq!(
        play.does(Event::Key(Key::Esc))[0],
        Action::Send(ClientMsg::Leave)
    );
}

#[test]
fn who_watches_or_is_in_an_opening_with_choices_plans_nothing() {
    let mut play = Play::at_table("connect-four");
    play.join(None, snapshot("connect-four"));
    play.press("2");
    assert_eq!(planned(&play), None);
    let mut play = Play::at_table("gomoku-15");
    play.join(Some(Side::Second), swap2("gomoku-15"));
    play.press("mh8");
    play.does(Event::Key(Key::Enter));
    assert_eq!(planned(&play), None);
}

#[test]
fn it_is_seen_on_the_board_and_said_at_every_size() {
    for (variant, mine, chosen, size) in [
        ("connect-four", "4", "2", (40, 12)),
        ("gomoku-15", "h8", "g7", (40, 12)),
        ("connect-four", "4", "2", (80, 24)),
        ("gomoku-15", "h8", "g7", (160, 50)),
    ] {
        let mut play = after_my_move(variant, mine);
        play.app.clear_notice();
        // At another place than the one that is chosen.
        play.app.view.as_mut().unwrap().cursor = "e7".parse().unwrap();
        let before = crate::ui::tests::shown(&play.app, size);
        play.press(&format!("m{chosen}"));
        play.does(Event::Key(Key::Enter));
        play.app.view.as_mut().unwrap().cursor = "e7".parse().unwrap();
        let screen = crate::ui::tests::shown(&play.app, size);
        // On a narrow panel the line is broken.
        let said = format!("premove: {chosen},");
        assert!(screen.contains(&said), "{screen}");
        // Beside the words, on the board.
        let differ = before.lines().zip(screen.lines()).filter(|(old, new)| {
            let words = ["premove", "cancels"];
            old != new && !words.iter().any(|word| new.contains(word))
        });
        assert!(differ.count() > 0, "{screen}");
    }
}

fn break_line(play: &mut Play) {
    play.lose();
}

/// The line comes back, to a room in this state.
fn rejoin(play: &mut Play, seen: Snapshot) -> Vec<Action> {
    play.hear(welcome());
    play.join(Some(Side::First), seen)
}

/// The state of the room after a move that this client has not seen.
fn after_their_move(play: &Play, square: &str) -> Snapshot {
    let mut seen = play.app.table().unwrap().snapshot().clone();
    let square = square.parse().unwrap();
    seen.plies.push(Ply { square, left: None });
    seen.revision = Revision(seen.revision.0 + 1);
    seen
}

fn notice(play: &Play) -> String {
    play.app.notice().unwrap_or_default().to_owned()
}

#[test]
fn it_is_kept_while_the_line_is_broken_and_the_opponent_thinks() {
    // Also where the client asks for the room again on a line that holds.
    for is_broken in [true, false] {
        let mut play = after_my_move("connect-four", "4");
        play.press("6");
        let seen = play.app.table().unwrap().snapshot().clone();
        let actions = if is_broken {
            break_line(&mut play);
            rejoin(&mut play, seen)
        } else {
            play.join(Some(Side::First), seen)
        };
        assert_eq!(sent(&actions), None);
        assert_eq!(planned(&play), Some("f1".to_owned()));
        assert_eq!(sent(&play.moved("3")), Some("f1".to_owned()));
    }
}

#[test]
fn it_is_sent_where_its_turn_came_while_the_line_was_broken() {
    for (theirs, expected) in [("c1", "d2"), ("d2", "d3")] {
        let mut play = after_my_move("connect-four", "4");
        play.press("4");
        let seen = after_their_move(&play, theirs);
        break_line(&mut play);
        let actions = rejoin(&mut play, seen);
        assert_eq!(sent(&actions), Some(expected.to_owned()));
        assert!(!actions.contains(&Action::Bell), "{actions:?}");
        assert_eq!(planned(&play), None);
    }
}

#[test]
fn it_is_dropped_with_a_word_where_it_makes_no_sense_after_a_broken_line() {
    type Change = fn(&mut Snapshot);
    let over = |seen: &mut Snapshot| {
        let outcome = Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        };
        seen.phase = Phase::Over { outcome };
    };
    let another_game = |seen: &mut Snapshot| {
        seen.series.game = 2;
        seen.plies.clear();
        seen.revision = Revision(9);
    };
    let taken_back = |seen: &mut Snapshot| {
        seen.plies.clear();
        seen.revision = Revision(3);
    };
    let taken_by_them = |seen: &mut Snapshot| {
        let square = "c4".parse().unwrap();
        seen.plies.push(Ply { square, left: None });
        seen.revision = Revision(3);
    };
    let cases: [(Change, &str); 4] = [
        (over, "the game is over"),
        (another_game, "another position"),
        (taken_back, "another position"),
        (taken_by_them, "is taken"),
    ];
    for (change, why) in cases {
        let mut play = after_my_move("gomoku-15", "h8");
        play.press("mc4");
        play.does(Event::Key(Key::Enter));
        let mut seen = play.app.table().unwrap().snapshot().clone();
        change(&mut seen);
        break_line(&mut play);
        let actions = rejoin(&mut play, seen);
        assert_eq!(sent(&actions), None, "{why}");
        assert_eq!(planned(&play), None, "{why}");
        let notice = notice(&play);
        assert!(notice.starts_with("c4 is not played: "), "{notice}");
        assert!(notice.contains(why), "{notice}");
    }
}

#[test]
fn it_is_chosen_and_dropped_while_the_line_is_broken() {
    for size in [(30, 10), (40, 12), (80, 24)] {
        let mut play = after_my_move("connect-four", "4");
        break_line(&mut play);
        assert_eq!(play.press("6"), []);
        let seen = play.app.table().unwrap().snapshot().clone();
        let screen = |play: &Play| {
            let screen = crate::ui::tests::shown(&play.app, size);
            screen.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let kept = "6 is kept: played at your turn";
        assert!(screen(&play).contains(kept), "{}", screen(&play));
        play.does(Event::Key(Key::Esc));
        assert!(!screen(&play).contains("kept: "), "{}", screen(&play));
        assert_eq!(planned(&play), None);
        play.press("2");
        rejoin(&mut play, seen);
        assert_eq!(planned(&play), Some("b1".to_owned()));
    }
}

#[test]
fn it_is_sent_also_where_an_earlier_position_is_looked_at() {
    let mut play = after_my_move("connect-four", "4");
    play.press("6,");
    assert_eq!(sent(&play.moved("3")), Some("f1".to_owned()));
}

/// A point that is forbidden to Black was refused to White, too.
#[test]
fn white_chooses_a_point_that_is_forbidden_to_black() {
    let mut play = Play::at_table("renju");
    play.join(Some(Side::Second), snapshot("renju"));
    for square in ["h8", "a1", "h9", "a3", "g7", "a5", "f7", "a7"] {
        play.moved(square);
    }
    play.app.clear_notice();
    play.does(Event::Click(Target::Cell("h7".parse().unwrap())));
    assert_eq!(play.app.notice(), None);
    assert_eq!(planned(&play), Some("h7".to_owned()));
    assert_eq!(sent(&play.moved("o15")), Some("h7".to_owned()));
}
