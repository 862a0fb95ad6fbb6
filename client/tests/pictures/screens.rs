//! Every screen at three sizes in every language, with its styles, compared with the files in `client/tests/screens`.
//!
//! A file has the characters of a screen, then a letter for each of its styles, and then, for each line that has any,
//! the letters of its cells, each with the number of cells in a row that have it; a dot is the style of the terminal.
//! Lines with the same letters are told once.
//!
//! Where another screen is meant, write the files with `UPDATE_EXPECT=1 cargo test -p client --test pictures`, and
//! read what changed in them. Files of no screen are deleted by it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use client::board::{Depth, Glyphs, Ground, Look, Moving, Theme};
use client::language::{Language, within};
use expect_test::expect_file;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::{scenes, states};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];

/// Most bytes of all files.
const MOST: u64 = 590_000;

const REFRESH: &str = "UPDATE_EXPECT=1 cargo test -p client --test pictures";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens")
}

fn file(state: &str, (width, height): (u16, u16), language: Language) -> String {
    format!("{state}-{width}x{height}-{language}.txt")
}

fn compare(language: Language) {
    // As many colours as most terminals show; the pictures have all of them.
    let theme = Theme::named("classic").expect("a theme of the program");
    let look = Look::new(Glyphs { ascii: false }, theme, Depth::Indexed, Ground::Dark);
    within(language, || {
        for (name, app) in states::all() {
            for size in SIZES {
                let buffer = scenes::drawn(&app, &look, Moving::default(), size);
                let path = folder().join(file(name, size, language));
                expect_file![path].assert_eq(&written(&buffer));
            }
        }
    });
}

#[test]
fn screens_in_english_are_as_kept() {
    compare(Language::En);
}

#[test]
fn screens_in_spanish_are_as_kept() {
    compare(Language::Es);
}

#[test]
fn screens_in_polish_are_as_kept() {
    compare(Language::Pl);
}

#[test]
fn every_kept_file_is_of_a_screen_and_all_of_them_are_small() {
    let states = states::all();
    let expected: BTreeSet<String> = states
        .iter()
        .flat_map(|(name, _)| {
            SIZES.map(|size| Language::ALL.map(|language| file(name, size, language)))
        })
        .flatten()
        .collect();
    // The other tests may be writing them now.
    let is_written = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder()).expect("the folder is there") {
        let entry = entry.expect("can be listed");
        let name = entry.file_name().into_string().expect("is UTF-8");
        if expected.contains(&name) {
            bytes += entry.metadata().expect("is there").len();
        } else if is_written {
            std::fs::remove_file(entry.path()).expect("can be deleted");
        } else {
            panic!("{name} is of no screen; delete it, or run {REFRESH}");
        }
    }
    assert!(
        is_written || bytes <= MOST,
        "{bytes} bytes of screens, {MOST} at most"
    );
}

/// The characters of a screen and its styles.
fn written(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows: Vec<&[Cell]> = buffer.content().chunks(width).collect();
    let mut text = String::new();
    for row in &rows {
        let row: String = row.iter().map(Cell::symbol).collect();
        text.push_str(row.trim_end());
        text.push('\n');
    }
    let mut letters = ('a'..='z').chain('A'..='Z').chain('α'..='ω');
    let mut known = vec![(String::new(), '.')];
    let mut letter = |cell: &Cell| {
        let style = style(cell);
        if let Some((_, letter)) = known.iter().find(|(known, _)| *known == style) {
            return *letter;
        }
        let letter = letters.next().expect("so many styles are on no screen");
        writeln!(text, "{letter} = {style}").expect("is a text");
        known.push((style, letter));
        letter
    };
    let styles: Vec<String> = rows
        .iter()
        .map(|row| runs(&row.iter().map(&mut letter).collect::<Vec<_>>()))
        .collect();
    let mut first = 0;
    for same in styles.chunk_by(|one, other| one == other) {
        let last = first + same.len() - 1;
        match same[0].as_str() {
            "" => {}
            styles if first == last => writeln!(text, "{first}: {styles}").expect("is a text"),
            styles => writeln!(text, "{first}-{last}: {styles}").expect("is a text"),
        }
        first = last + 1;
    }
    text
}

/// The letters of a line with their numbers, such as `.3a9` for three dots and nine of the letter; no dots at the end.
fn runs(letters: &[char]) -> String {
    let mut runs = String::new();
    let end = letters.iter().rposition(|letter| *letter != '.');
    for run in letters[..end.map_or(0, |end| end + 1)].chunk_by(|one, other| one == other) {
        runs.push(run[0]);
        if run.len() > 1 {
            write!(runs, "{}", run.len()).expect("is a text");
        }
    }
    runs
}

/// The colour of the text and, after a slash, that of the ground, where they are not the terminal's, and the rest.
fn style(cell: &Cell) -> String {
    // The colour of a text that is not there is not seen.
    let is_blank = cell.symbol() == " " && !cell.modifier.contains(Modifier::REVERSED);
    let mut words = Vec::new();
    let text = if is_blank {
        String::new()
    } else {
        colour(cell.fg)
    };
    let ground = match colour(cell.bg) {
        none if none.is_empty() => none,
        some => format!("/{some}"),
    };
    let colours = text + &ground;
    if !colours.is_empty() {
        words.push(colours);
    }
    let modifiers = if is_blank {
        cell.modifier & (Modifier::UNDERLINED | Modifier::CROSSED_OUT)
    } else {
        cell.modifier
    };
    words.extend(
        modifiers
            .iter_names()
            .map(|(name, _)| name.to_ascii_lowercase()),
    );
    words.join(" ")
}

fn colour(colour: Color) -> String {
    match colour {
        Color::Reset => String::new(),
        Color::Indexed(number) => number.to_string(),
        Color::Rgb(red, green, blue) => format!("#{red:02X}{green:02X}{blue:02X}"),
        named => named.to_string().to_ascii_lowercase(),
    }
}
