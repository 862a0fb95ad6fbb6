//! The opening swap2 on the screen.

use protocol::spec::OpeningChoice::{PlaceTwo, White};

use super::*;
use crate::ui::app::tests::swap2;

/// A board that fits a terminal of 40 x 12, too.
const SMALL: &str = "custom:9x6x5:free";

/// The sizes that matter: the usual one, and the least.
const SIZES: [(u16, u16); 2] = [(80, 24), (40, 12)];

fn table(you: Option<Side>) -> Play {
    let mut play = Play::at_table(SMALL);
    play.join(you, swap2(SMALL));
    play
}

fn put(play: &mut Play, stones: &str) {
    for stone in stones.split(' ') {
        play.moved(stone);
    }
}

/// The screen at each size has these texts, and not those.
#[track_caller]
fn shows(play: &Play, expected: &[&str], absent: &[&str]) {
    for (width, height) in SIZES {
        for glyphs in [UNICODE, ASCII] {
            let screen = text(&play.app, glyphs, width, height);
            for text in expected {
                assert!(screen.contains(text), "{text} is missing:\n{screen}");
            }
            for text in absent {
                assert!(!screen.contains(text), "{text} is there:\n{screen}");
            }
        }
    }
}

#[test]
fn the_screen_says_what_is_to_do_in_every_stage() {
    let choices = ["2 white"];
    let mut play = table(Some(Side::First));
    shows(&play, &["your turn: place 3 stones"], &choices);
    put(&mut play, "e3");
    shows(&play, &["your turn: place 2 more stones"], &choices);
    put(&mut play, "a1 e4");
    shows(&play, &["Bo chooses"], &choices);
    play.chosen(PlaceTwo);
    shows(&play, &["Bo places 2 more stones"], &choices);
    put(&mut play, "a3 b5");
    shows(&play, &choices, &["3 two more"]);
    play.chosen(White);
    shows(&play, &["your turn"], &choices);
    put(&mut play, "i1");
    shows(&play, &["Bo to move"], &choices);

    let mut play = table(Some(Side::Second));
    shows(&play, &["Ana places 3 stones"], &choices);
    put(&mut play, "e3 a1 e4");
    shows(&play, &["1 black", "2 white", "3 two more"], &[]);
    let mut play = table(None);
    shows(&play, &["watching: Ana places 3 stones"], &choices);
    put(&mut play, "e3 a1 e4");
    shows(&play, &["watching: Bo chooses"], &choices);
}

#[test]
fn a_seat_has_a_colour_once_it_is_settled() {
    for (glyphs, black, white) in [(UNICODE, " ● ", " ○ "), (ASCII, " X ", " O ")] {
        let signs = |play: &Play, side: Side| {
            let table = play.app.table().unwrap();
            opening::seat_chip(table, side, &look(glyphs))
                .content
                .into_owned()
        };
        let mut play = table(Some(Side::First));
        put(&mut play, "e3 a1 e4");
        for (width, height) in SIZES {
            let screen = text(&play.app, glyphs, width, height);
            let of_ana = screen.lines().find(|line| line.contains(" Ana")).unwrap();
            assert!(!of_ana.contains(&format!("{black} Ana")), "{screen}");
        }
        play.chosen(PlaceTwo);
        put(&mut play, "a3 b5");
        assert_eq!(Side::BOTH.map(|side| signs(&play, side)), ["   ", "   "]);
        play.chosen(White);
        assert_eq!(Side::BOTH.map(|side| signs(&play, side)), [white, black]);
        for (width, height) in SIZES {
            let screen = text(&play.app, glyphs, width, height);
            for seat in [format!("{white} Ana"), format!("{black} Bo")] {
                assert!(screen.contains(&seat), "{screen}");
            }
        }
        let screen = text(&play.app, glyphs, 80, 24);
        assert!(screen.contains("Ana (you), white") && screen.contains("Bo, black"));
        put(&mut play, "i1 e5 i3 e6 i5 e2");
        play.over(Some(Side::Second));
        for (width, height) in SIZES {
            let screen = text(&play.app, glyphs, width, height);
            assert!(screen.contains("Bo wins with 5 in a row"), "{screen}");
        }
    }
}

/// The side of the stone at the cursor, where one is drawn.
fn ghost(play: &Play) -> Option<Side> {
    let theme = Theme::named("classic").unwrap();
    let look = Look::new(UNICODE, theme, Depth::True, Ground::Dark);
    let mut terminal = Terminal::new(TestBackend::new(40, 12)).unwrap();
    terminal
        .draw(|frame| draw(&play.app, &look, Moving::default(), frame))
        .unwrap();
    let cells = terminal.backend().buffer().content();
    let is_ghost = |side: &Side| {
        let colour = look.stone_aside(*side).fg;
        let mut stones = cells.iter().filter(|cell| cell.symbol() == "●");
        stones.any(|cell| Some(cell.fg) == colour)
    };
    Side::BOTH.into_iter().find(is_ghost)
}

#[test]
fn the_cursor_shows_the_stone_that_it_places() {
    let mut play = table(Some(Side::First));
    let [black, white] = Side::BOTH.map(Some);
    assert_eq!(ghost(&play), black);
    shows(&play, &["your turn: place 3 stones"], &[]);
    for (stone, colour, signs) in [
        ("a1", white, " ○  ● "),
        ("c1", black, " ● "),
        ("d1", None, ""),
    ] {
        play.moved(stone);
        assert_eq!(ghost(&play), colour, "{stone}");
        let screen = text(&play.app, UNICODE, 80, 24);
        let is_said = screen.contains(&format!("{}\n", signs.trim_end())) && !signs.is_empty();
        assert_eq!(is_said, colour.is_some(), "{screen}");
    }
    play.chosen(PlaceTwo);
    put(&mut play, "a3 b5");
    assert_eq!(ghost(&play), None, "a choice is no stone");
    play.chosen(White);
    assert_eq!(ghost(&play), white);
}

#[test]
fn a_click_on_a_choice_finds_it_where_it_is_drawn() {
    let mut play = table(Some(Side::Second));
    put(&mut play, "e3 a1 e4");
    for (width, height) in SIZES.into_iter().chain([(44, 26), (130, 50)]) {
        let area = Rect::new(0, 0, width, height);
        let screen = text(&play.app, ASCII, width, height);
        for (place, words) in ["black", "white", "two more"].into_iter().enumerate() {
            let (row, line) = screen
                .lines()
                .enumerate()
                .find(|(_, line)| line.contains(words))
                .unwrap_or_else(|| panic!("{words} is missing:\n{screen}"));
            let left = line.find(words).unwrap();
            for column in left..left + words.len() {
                let found = target(&play.app, &look(ASCII), area, column as u16, row as u16);
                assert_eq!(found, Some(Target::Choice(place)), "{screen}");
            }
        }
        let all = (0..width).flat_map(|column| (0..height).map(move |row| (column, row)));
        let found = all.filter_map(|(column, row)| {
            match target(&play.app, &look(ASCII), area, column, row)? {
                Target::Choice(place) => Some(place),
                Target::Line(_) | Target::Cell(_) | Target::Player(_) | Target::Key(_) => None,
            }
        });
        assert_eq!(found.max(), Some(2));
    }
    // What waits for an answer hides the line, and there is nothing to click.
    play.table_event(true, RoomEvent::DrawOffered { by: Side::First });
    let area = Rect::new(0, 0, 40, 12);
    assert!((0..40).all(|column| target(&play.app, &look(ASCII), area, column, 1).is_none()));
}

#[test]
fn the_keys_of_the_choices_are_listed_while_there_are_some() {
    let mut play = table(Some(Side::Second));
    let bottom = |play: &Play| {
        let screen = text(&play.app, UNICODE, 80, 24);
        screen.lines().last().unwrap().to_owned()
    };
    assert!(!bottom(&play).contains("1 black"));
    put(&mut play, "e3 a1 e4");
    assert!(bottom(&play).starts_with(" 1 black  2 white  3 two more stones"));
    assert!(!bottom(&play).contains("Enter play"));
    play.press("?");
    let help = text(&play.app, UNICODE, 80, 44);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in ["1 choose black", "3 choose two more stones"] {
        assert!(help.contains(expected), "{help}");
    }
    play.does(Event::Key(Key::Esc));
    play.chosen(White);
    assert!(!bottom(&play).contains("1 black"));
    assert!(bottom(&play).contains("Enter play"));
}

#[test]
fn the_choices_have_short_words_on_a_narrow_screen_and_every_key_is_named() {
    // Where the panel is beside the board, below it, and where there is none.
    for variant in [SMALL, "gomoku-15", "custom:20x20x5:free"] {
        let mut play = Play::at_table(variant);
        play.join(Some(Side::Second), swap2(variant));
        put(&mut play, "e3 a1 e4");
        for size in [(30, 12), (40, 12), (44, 26), (60, 20), (80, 24), (160, 50)] {
            let screen = shown(&play.app, size);
            let rows: Vec<_> = screen.lines().collect();
            let (keys, above) = rows.split_last().unwrap();
            let is_whole = |row: &&str| {
                let (_, two) = row.split_once("two more").unwrap_or_default();
                ["", " stones"].contains(&two.trim_end_matches(['┃', '│']).trim_end())
            };
            let row = above.iter().find(|row| row.contains("two more"));
            let row = row.unwrap_or_else(|| panic!("{size:?}\n{screen}"));
            assert!(is_whole(row), "{size:?}\n{screen}");
            let words = ["1 black  2 white  3 two more", "1-3 choose"];
            let named = words.iter().position(|words| keys.contains(words));
            let expected = Some(usize::from(size.0 < 60));
            assert_eq!(named, expected, "{screen}");
        }
    }
}

#[test]
fn stones_keep_their_colours_when_a_game_is_looked_through() {
    let mut play = table(Some(Side::First));
    put(&mut play, "e3 a1 e4");
    play.chosen(White);
    put(&mut play, "i1 e5 i3 e6 i5 e2");
    play.over(Some(Side::First));
    // Back to the three stones: black, white, black.
    play.press(",,,,,,");
    let screen = text(&play.app, ASCII, 40, 12);
    let board: Vec<_> = screen.lines().skip(3).collect();
    for (row, expected) in [(4, ". . . . X"), (3, ". . . . X"), (1, "O . . . .")] {
        let line = board.iter().find(|line| line.contains(&format!(" {row} ")));
        let line = line.unwrap().replace(['>', '<'], " ");
        assert!(line.contains(expected), "{screen}");
    }
    assert!(
        screen.contains(" X  Ana") && screen.contains(" O  Bo"),
        "{screen}"
    );
}

#[test]
fn an_opening_under_way_never_panics_at_any_size() {
    let mut choosing = table(Some(Side::Second));
    put(&mut choosing, "e3 a1 e4");
    let mut placing = table(Some(Side::First));
    for play in [&mut choosing, &mut placing] {
        for width in (0..=130).step_by(9).chain([1, 2, 29, 40, 44]) {
            for height in (0..=50).step_by(6).chain([1, 2, 4, 12]) {
                draws(play, width, height);
            }
        }
    }
}
