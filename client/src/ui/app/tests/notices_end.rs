//! Notices that go: by keys and by other screens, so that they cover no board for long.

use super::way_out::notice;
use super::*;
use crate::ui::Glyphs;
use crate::ui::tests::text;

/// A text of five lines on the smallest screen.
const LONG: &str = "this text has so many words that it takes five whole lines of a terminal which is forty \
    columns wide, and each of those lines lies over the board, in which somebody wants to see the stones";

/// Rows of the screen on which words of the text stand.
fn covered(play: &Play) -> usize {
    let screen = text(&play.app, Glyphs { ascii: true }, 40, 12);
    let is_covered = |line: &&str| {
        let words = line.split_whitespace();
        words.clone().count() > 2
            && words
                .clone()
                .all(|word| LONG.contains(word.trim_end_matches("...")))
    };
    screen.lines().filter(is_covered).count()
}

fn wait(play: &mut Play, seconds: u64) {
    play.app.now += Millis::from_secs(seconds);
}

#[test]
fn any_key_takes_away_a_notice_that_could_be_read_and_folds_one_that_could_not() {
    for key in [Key::Left, Key::Char('h'), Key::Char('Z'), Key::Up, Key::Tab] {
        for variant in ["connect-four", "gomoku-15"] {
            let mut play = Play::at_table(variant);
            play.app.say(LONG);
            assert_eq!(covered(&play), 5);
            play.does(Event::Key(key));
            assert!(covered(&play) <= 3, "{key:?}");
            assert_eq!(notice(&play), LONG, "it could not be read yet");
            wait(&mut play, 10);
            play.does(Event::Tick);
            assert_eq!(notice(&play), LONG);
            play.does(Event::Key(key));
            assert_eq!(notice(&play), "", "{key:?}");
        }
    }
}

#[test]
fn a_notice_of_a_key_is_not_taken_away_by_that_key() {
    let mut play = Play::at_table("connect-four");
    play.app.say("something");
    wait(&mut play, 5);
    play.press("v");
    assert!(
        notice(&play).contains("value of moves"),
        "{}",
        notice(&play)
    );
}

#[test]
fn what_is_said_of_a_typed_line_stays_until_it_is_written() {
    let mut play = Play::at_table("connect-four");
    play.app.say("something");
    play.press("t");
    wait(&mut play, 5);
    play.press("hello");
    assert_eq!(notice(&play), "something");
    play.does(Event::Key(Key::Enter));
    assert_eq!(notice(&play), "");
}

#[test]
fn another_screen_ends_every_notice_but_one_that_could_not_be_read_and_is_for_long() {
    for (is_for_long, seconds, stays) in [
        (false, 0, false),
        (false, 10, false),
        (true, 0, true),
        (true, 10, false),
    ] {
        let mut play = Play::home();
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        if is_for_long {
            play.app.say_for_long(LONG);
        } else {
            play.app.say(LONG);
        }
        wait(&mut play, seconds);
        play.hear(welcome());
        assert_eq!(play.app.screen, Screen::Lobby);
        assert_eq!(notice(&play) == LONG, stays, "{is_for_long} {seconds}");
    }
}

#[test]
fn the_end_of_a_game_is_told_with_the_keys_of_what_can_follow_until_any_key() {
    for (variant, you, expected, missing) in [
        (
            "connect-four",
            Some(Side::First),
            "You win by resignation! r: rematch, a: analyse",
            "?",
        ),
        (
            "connect-four",
            None,
            "Ana wins by resignation. a: analyse",
            "rematch",
        ),
        (
            "renju",
            Some(Side::First),
            "You win by resignation! r: rematch, a: analyse, <: from",
            "?",
        ),
    ] {
        let mut play = Play::at_table(variant);
        play.join(you, snapshot(variant));
        play.moved(if variant == "renju" { "h8" } else { "4" });
        play.over(Some(Side::First));
        let told = notice(&play);
        assert!(
            told.starts_with(expected) && !told.contains(missing),
            "{told}"
        );
        play.press(",");
        assert_eq!(notice(&play), "");
    }
}

/// It was told by the own name, and stayed beside the offer that was made then.
#[test]
fn who_declines_is_told_so_until_something_is_offered_anew() {
    let (ana, bo) = (Side::First, Side::Second);
    let declines = [
        (
            RoomEvent::DrawDeclined { by: ana },
            RoomEvent::DrawDeclined { by: bo },
            RoomEvent::DrawOffered { by: ana },
            "the draw",
        ),
        (
            RoomEvent::TakebackDeclined { by: ana },
            RoomEvent::TakebackDeclined { by: bo },
            RoomEvent::TakebackAsked { by: ana },
            "the takeback",
        ),
        (
            RoomEvent::RematchDeclined { by: ana },
            RoomEvent::RematchDeclined { by: bo },
            RoomEvent::RematchOffered { by: ana },
            "the rematch",
        ),
    ];
    for (mine, theirs, anew, what) in declines {
        for (event, expected) in [(mine, "you declined"), (theirs, "Bo declined")] {
            let mut play = Play::at_table("connect-four");
            play.moved("4");
            play.table_event(true, event.clone());
            assert_eq!(notice(&play), format!("{expected} {what}"));
            play.table_event(true, anew.clone());
            assert_eq!(notice(&play), "");
            play.table_event(true, event);
            play.moved("4");
            assert_eq!(notice(&play), "");
        }
    }
}

/// It stood over the board of the rematch, with its keys.
#[test]
fn the_notice_of_the_end_goes_with_the_next_game() {
    let mut play = Play::at_table("connect-four");
    play.moved("4");
    play.over(Some(Side::First));
    assert_ne!(notice(&play), "");
    let seen = play.app.table().unwrap().snapshot();
    let series = Series {
        game: 2,
        ..seen.series
    };
    let started = RoomEvent::Started {
        revision: Revision(9),
        series,
        seats: seen.seats.clone(),
        clock: None,
        rated: false,
    };
    play.table_event(true, started);
    assert_eq!(notice(&play), "");
}
