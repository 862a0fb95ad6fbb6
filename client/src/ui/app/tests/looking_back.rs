//! Looking through the moves of a game, whether it goes on or not.

use super::*;

fn shown(play: &Play) -> u16 {
    play.app.view.as_ref().unwrap().plies_shown()
}

fn notice(play: &Play) -> String {
    play.app.notice().unwrap_or_default().to_owned()
}

/// After four plies of a game that goes on, Ana to move.
fn in_the_middle(you: Option<Side>) -> Play {
    let mut play = Play::at_table("connect-four");
    play.join(you, snapshot("connect-four"));
    for column in ["4", "4", "3", "5"] {
        play.moved(column);
    }
    play
}

#[test]
fn the_moves_are_looked_through_while_the_game_goes_on() {
    for you in [Some(Side::First), None] {
        let mut play = in_the_middle(you);
        for (keys, expected) in [(",", 3), (",,", 1), (".", 2), ("<", 0), (",", 0), (">", 4)] {
            assert_eq!(play.press(keys), []);
            assert_eq!(shown(&play), expected, "{keys}");
        }
        play.does(Event::Wheel { up: true });
        assert_eq!(shown(&play), 3);
        play.does(Event::Wheel { up: false });
        assert_eq!(shown(&play), 4);
    }
}

#[test]
fn a_move_that_comes_in_is_told_and_the_board_does_not_jump() {
    let mut play = in_the_middle(None);
    play.press(",,");
    play.moved("7");
    assert_eq!(shown(&play), 2);
    assert_eq!(notice(&play), "3. Ana plays column 7; > goes there");
    play.press(">");
    assert_eq!((shown(&play), notice(&play)), (5, String::new()));
    // Who is at the end follows the game.
    play.moved("7");
    assert_eq!((shown(&play), notice(&play)), (6, String::new()));
}

#[test]
fn a_room_that_is_asked_for_again_keeps_the_place_and_another_game_does_not() {
    let mut play = in_the_middle(None);
    play.press(",,");
    let mut again = play.app.table().unwrap().snapshot().clone();
    play.join(None, again.clone());
    assert_eq!(shown(&play), 2);
    again.series.game = 2;
    play.join(None, again);
    assert_eq!(shown(&play), 4);
}

#[test]
fn a_takeback_to_what_is_looked_at_leads_back_to_the_game() {
    let mut play = in_the_middle(None);
    play.press(",");
    let taken = |plies| RoomEvent::TakenBack {
        revision: Revision(20 - u32::from(plies)),
        by: Side::Second,
        plies,
        clock: None,
    };
    play.table_event(true, taken(3));
    play.revision = 17;
    play.moved("7");
    assert_eq!(shown(&play), 4, "the place was the end of the game");
}

#[test]
fn who_plays_while_looking_back_sees_the_game_first() {
    let mut play = in_the_middle(Some(Side::First));
    for key in [Key::Char('2'), Key::Enter] {
        play.press(",,,");
        assert_eq!(play.does(Event::Key(key)), []);
        assert_eq!(shown(&play), 4);
        assert!(
            notice(&play).contains("current position"),
            "{}",
            notice(&play)
        );
    }
    let actions = play.press("2");
    assert!(
        matches!(
            actions[..],
            [Action::Send(ClientMsg::Act(Act::Move { .. }))]
        ),
        "{actions:?}"
    );
}

#[test]
fn a_wheel_answers_no_question() {
    let mut play = in_the_middle(Some(Side::First));
    play.press("x");
    assert_eq!(play.does(Event::Wheel { up: true }), []);
    assert!(play.app.confirm.is_some());
    assert_eq!(shown(&play), 4);
}

#[test]
fn a_game_played_or_watched_to_its_end_is_kept_once() {
    for you in [Some(Side::First), None] {
        let mut play = in_the_middle(you);
        let kept = |actions: &[Action]| -> Vec<(bool, usize)> {
            let kept = actions.iter().filter_map(|action| match action {
                Action::Keep { game, tell: false } => {
                    Some((game.played, game.record.plies().len()))
                }
                _ => None,
            });
            kept.collect()
        };
        let actions = play.over(Some(Side::First));
        assert_eq!(kept(&actions), [(you.is_some(), 4)]);
    }
}

#[test]
fn a_game_whose_end_came_while_the_connection_was_lost_is_kept() {
    let over = |play: &mut Play| {
        let mut seen = play.app.table().unwrap().snapshot().clone();
        let outcome = Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        };
        seen.phase = Phase::Over { outcome };
        seen
    };
    let keeps = |actions: &[Action]| {
        let is_kept = |action: &Action| matches!(action, Action::Keep { .. });
        actions.iter().any(is_kept)
    };
    let mut play = in_the_middle(None);
    let seen = over(&mut play);
    assert!(keeps(&play.join(None, seen.clone())));
    // It is known by now; and a game that was over before is none that was watched.
    assert!(!keeps(&play.join(None, seen)));
}

#[test]
fn the_record_goes_to_the_clipboard_and_to_a_file_of_the_library() {
    let mut play = in_the_middle(None);
    let plies = |record: &Record| record.plies().len();
    match &play.press("c")[..] {
        [
            Action::Copy {
                record,
                dated: true,
            },
        ] => assert_eq!(plies(record), 4),
        actions => panic!("{actions:?}"),
    }
    assert!(notice(&play).contains("copied to the clipboard"));
    match &play.press("s")[..] {
        [Action::Save { name, record }] => {
            assert_eq!((name.as_str(), plies(record)), ("A22222-1.txt", 4));
        }
        actions => panic!("{actions:?}"),
    }
    play.over(Some(Side::First));
    match &play.press("s")[..] {
        [Action::Keep { game, tell: true }] => assert_eq!(plies(&game.record), 4),
        actions => panic!("{actions:?}"),
    }
}
