//! The opening swap2 by keys and clicks.

use protocol::spec::OpeningChoice::{self, Black, PlaceTwo, White};

use super::*;
use crate::input::Intent;

const STONES: [&str; 3] = ["h8", "a1", "h9"];

/// At a table on `you`, where Ana opens against Bo.
fn table(you: Option<Side>) -> Play {
    let mut play = Play::at_table("gomoku-15");
    play.join(you, swap2("gomoku-15"));
    play
}

fn put(play: &mut Play, stones: &[&str]) {
    for stone in stones {
        play.moved(stone);
    }
}

fn choice(revision: u32, choice: OpeningChoice) -> Vec<Action> {
    let revision = Revision(revision);
    vec![Action::Send(Act::Choose { revision, choice }.into())]
}

fn notice(play: &Play) -> &str {
    play.app.notice().unwrap_or_default()
}

#[test]
fn the_opener_puts_three_stones_and_chooses_after_two_more() {
    let mut play = table(Some(Side::First));
    for (stone, revision) in STONES.iter().zip(1..) {
        // Every stone is a move of this seat, whatever its colour.
        play.press(&format!("m{stone}"));
        let actions = play.does(Event::Key(Key::Enter));
        let square = stone.parse().unwrap();
        let revision = Revision(revision);
        let expected = Action::Send(Act::Move { revision, square }.into());
        assert_eq!(actions, [expected]);
        assert!(!play.moved(stone).contains(&Action::Bell));
    }
    assert!(play.press("1").is_empty(), "Bo chooses");
    assert!(play.does(Event::Key(Key::Enter)).is_empty());
    assert!(notice(&play).contains("Bo's turn"));
    play.chosen(PlaceTwo);
    assert_eq!(notice(&play), "Bo chose two more stones");
    play.moved("a3");
    assert!(play.moved("b5").contains(&Action::Bell), "Ana chooses");
    // A stone is no choice, and there is no third one now.
    assert!(play.press("3").is_empty());
    assert!(play.does(Event::Key(Key::Enter)).is_empty());
    assert_eq!(notice(&play), "choose first: 1 black or 2 white");
    assert!(!play.app.is_available(Intent::Choose));
    assert_eq!(play.press("2"), choice(7, White));
    play.chosen(White);
    assert_eq!(notice(&play), "you chose white");
    assert!(play.app.table().unwrap().is_my_turn(), "white is to move");
    assert!(play.app.is_available(Intent::Choose));
    // The digit is a column again.
    assert!(play.press("1").is_empty());
}

#[test]
fn the_other_side_has_three_choices_by_keys_and_by_clicks() {
    let places = [(Black, "1"), (White, "2"), (PlaceTwo, "3")];
    for (place, (expected, key)) in places.into_iter().enumerate() {
        let mut play = table(Some(Side::Second));
        put(&mut play, &STONES[..2]);
        assert!(play.press(key).is_empty(), "Ana is not done");
        assert!(play.moved(STONES[2]).contains(&Action::Bell));
        let click = Event::Click(Target::Choice(place));
        assert_eq!(play.press(key), choice(4, expected));
        // A second one was refused, and told as a failure of the first.
        assert_eq!(play.press(key), []);
        assert_eq!(play.does(click), []);
        play.hear(ServerMsg::Refused {
            refusal: Refusal::NotStarted,
            message: String::new(),
        });
        let click = Event::Click(Target::Choice(place));
        assert_eq!(play.does(click), choice(4, expected));
        let actions = play.does(Event::Click(Target::Choice(3)));
        assert_eq!(actions, []);
    }
}

#[test]
fn who_watches_has_no_choice() {
    let mut play = table(None);
    put(&mut play, &STONES);
    assert!(play.press("1").is_empty());
    assert!(play.does(Event::Click(Target::Choice(0))).is_empty());
}

#[test]
fn the_row_of_black_wins_for_the_seat_that_took_black_and_is_saved_so() {
    for (choices, you_win) in [
        (&[Black][..], false),
        (&[White], true),
        (&[PlaceTwo, Black], true),
        (&[PlaceTwo, White], false),
    ] {
        let mut play = table(Some(Side::First));
        put(&mut play, &STONES);
        play.chosen(choices[0]);
        if let [_, last] = choices {
            put(&mut play, &["a3", "h10"]);
            play.chosen(*last);
        } else {
            put(&mut play, &["a3", "h10"]);
        }
        put(&mut play, &["a5", "h11", "a7", "h12"]);
        let winner = [Side::Second, Side::First][usize::from(you_win)];
        play.over(Some(winner));
        let actions = play.press("s");
        let [Action::Keep { game, .. }] = &actions[..] else {
            panic!("{actions:?}");
        };
        let record = &game.record;
        let words: Vec<_> = choices.iter().map(ToString::to_string).collect();
        let tag = format!("swap2 {}", words.join(" "));
        assert_eq!(record.tag("Opening"), Some(tag.as_str()));
        let result = if you_win { "1-0" } else { "0-1" };
        assert_eq!(record.tag("Result"), Some(result), "{choices:?}");
        assert_eq!(record.game(), play.app.table().unwrap().game().clone());
    }
}

/// It stood beside the next move.
#[test]
fn the_notice_of_a_choice_goes_with_the_next_move() {
    let mut play = table(Some(Side::First));
    put(&mut play, &STONES);
    play.chosen(White);
    assert_eq!(notice(&play), "Bo chose white");
    play.moved("a3");
    assert_eq!(notice(&play), "");
}
