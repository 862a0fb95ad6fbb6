//! The time in which no clock runs: what is told of it, and of a game that ends in it.

use protocol::spec::OpeningChoice;
use protocol::view::{Outcome, Reason, Snapshot};

use super::*;
use crate::language::{Language, within};
use crate::ui::app::tests::swap2;

/// A game with a clock that does not run.
fn with_clock(mut seen: Snapshot) -> Snapshot {
    let left = Millis::from_secs(300);
    seen.clock = Some(ClockFace {
        remaining: BySide {
            first: left,
            second: left,
        },
        running: None,
    });
    seen
}

/// At a table whose clock waits for the first act of a side.
fn table(you: Option<Side>, seen: Snapshot) -> Play {
    let mut play = Play::at_table("connect-four");
    play.join(you, with_clock(seen));
    play.app.clear_notice();
    play
}

/// The words of a screen, without the board on their left.
fn words(play: &Play, size: (u16, u16)) -> String {
    let screen = shown(&play.app, size);
    let rows = screen.lines().map(|row| {
        let parts = row.rsplit("  ");
        parts
            .map(str::trim)
            .find(|part| !part.is_empty())
            .unwrap_or_default()
    });
    rows.collect::<Vec<_>>().join(" ")
}

const SIZES: [(u16, u16); 2] = [(80, 24), (160, 50)];

/// The time stood still beside "your turn", and then the game was gone.
#[test]
fn that_a_first_act_must_come_soon_is_told_while_no_clock_runs() {
    let first_move = "the clock is not running yet; without a first move the game is soon aborted";
    let choice = "the clock is not running yet; without a choice the game is soon aborted";
    for you in [Some(Side::First), Some(Side::Second), None] {
        let mut play = table(you, snapshot("connect-four"));
        let told = |play: &Play| SIZES.map(|size| words(play, size).contains(first_move));
        assert_eq!(told(&play), [true; 2], "{}", words(&play, SIZES[0]));
        play.moved("4");
        assert_eq!(told(&play), [true; 2], "{}", words(&play, SIZES[0]));
        play.moved("4");
        assert_eq!(told(&play), [false; 2], "both have moved");

        let mut play = table(you, swap2("gomoku-15"));
        assert_eq!(told(&play), [true; 2], "{}", words(&play, SIZES[0]));
        play.moved("h8");
        assert_eq!(told(&play), [false; 2], "the clock of the opener runs");
        play.moved("a1");
        play.moved("h9");
        for size in SIZES {
            assert!(
                words(&play, size).contains(choice),
                "{}",
                words(&play, size)
            );
        }
        play.chosen(OpeningChoice::PlaceTwo);
        assert!(!words(&play, SIZES[0]).contains("does not run yet"));
    }
    let mut seen = snapshot("connect-four");
    seen.seats.first = Seat::Bot {
        bot: "level:3".parse().unwrap(),
    };
    let play = table(Some(Side::Second), seen);
    assert!(
        !words(&play, SIZES[0]).contains("does not run yet"),
        "a bot is not hurried"
    );
    let mut play = table(Some(Side::First), snapshot("connect-four"));
    play.join(Some(Side::First), snapshot("connect-four"));
    assert!(
        !words(&play, SIZES[0]).contains("does not run yet"),
        "there is no clock"
    );
}

fn question(play: &mut Play, key: Key) -> String {
    play.does(Event::Key(key));
    let confirm = play.app.confirm.take().unwrap();
    confirm.question(&play.app)
}

/// The clock was said to run on, which it did not.
#[test]
fn who_leaves_before_the_first_act_is_told_that_the_game_ends_without_it() {
    for key in [Key::Esc, Key::Ctrl('c')] {
        for (you, plies) in [(Side::First, ""), (Side::Second, ""), (Side::Second, "4")] {
            let mut play = table(Some(you), snapshot("connect-four"));
            for ply in plies.chars() {
                play.moved(&ply.to_string());
            }
            let asked = question(&mut play, key);
            assert!(!asked.contains("clock runs on"), "{asked}");
            let expected = "Your seat is kept, but the game ends unless you move soon.";
            assert!(asked.contains(expected), "{asked}");
        }
        let mut play = table(Some(Side::First), snapshot("connect-four"));
        play.moved("4");
        let asked = question(&mut play, key);
        assert!(asked.contains("clock runs on"), "{asked}");
        let mut play = table(Some(Side::Second), swap2("gomoku-15"));
        for stone in ["h8", "a1", "h9"] {
            play.moved(stone);
        }
        let asked = question(&mut play, key);
        assert!(
            asked.contains("the game ends unless you choose soon"),
            "{asked}"
        );
        play.chosen(OpeningChoice::White);
        let asked = question(&mut play, key);
        assert!(asked.contains("clock runs on"), "{asked}");
    }
}

/// It could be claimed within a minute, and nothing told of that.
#[test]
fn who_leaves_is_told_when_the_opponent_may_claim_the_game() {
    for language in Language::ALL {
        within(language, || {
            for key in [Key::Esc, Key::Ctrl('c')] {
                let mut play = Play::at_table("connect-four");
                let asked = question(&mut play, key);
                assert!(asked.contains("1:00"), "{asked}");
                let mut seen = snapshot("connect-four");
                seen.grace = Millis::from_secs(300);
                play.join(Some(Side::First), seen.clone());
                let asked = question(&mut play, key);
                assert!(asked.contains("5:00"), "{asked}");
                // What was asked is on the smallest screen, with its keys.
                play.does(Event::Key(key));
                for size in [(30, 12), (40, 12), (80, 24)] {
                    let screen = shown(&play.app, size);
                    assert!(screen.contains("5:00"), "{screen}");
                    let yes = format!("{} ", say!("dialogs-yes"));
                    assert!(screen.contains(&yes), "{screen}");
                }
                play.app.confirm = None;
                seen.seats.second = Seat::Bot {
                    bot: "level:3".parse().unwrap(),
                };
                play.join(Some(Side::First), seen);
                let asked = question(&mut play, key);
                assert!(!asked.contains("5:00"), "a bot claims nothing: {asked}");
            }
        });
    }
}

/// It was told that the first move had not come, where it was a choice.
#[test]
fn a_game_without_the_choice_of_its_opening_ends_with_these_words() {
    for (stones, expected) in [
        (&[][..], "Aborted: the first move did not come in time"),
        (
            &["h8", "a1", "h9"],
            "Aborted: the choice did not come in time",
        ),
    ] {
        let mut play = table(Some(Side::First), swap2("gomoku-15"));
        for stone in stones {
            play.moved(stone);
        }
        let outcome = Outcome {
            winner: None,
            reason: Reason::NoFirstMove,
            line: Vec::new(),
        };
        let series = play.app.table().unwrap().snapshot().series;
        let clock = None;
        play.table_event(
            true,
            RoomEvent::Over {
                outcome,
                series,
                clock,
            },
        );
        let notice = play.app.notice().unwrap().to_owned();
        play.app.clear_notice();
        assert!(notice.starts_with(expected), "{notice}");
        assert!(words(&play, (160, 50)).contains(expected));
    }
}
