//! The drawing of a cell in characters: in ASCII in every size, and else in the smallest one.
//!
//! All contents differ by shape: the first side's stone is full and the second's hollow, the last one has a
//! mark in it, those of a winning line are angular, where a stone would come to lie it is dotted, and a forbidden
//! point is crossed out. Colours only add to that.

use protocol::side::Side;

use super::Glyphs;

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Side, Mark),
    /// The stone that would come to lie here.
    Ghost(Side),
    /// Nothing, and the side to move may not play here.
    Forbidden,
}

/// The mark on a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing.
    Plain,
    /// It was placed last.
    Last,
    /// It belongs to a winning line.
    Won,
}

/// The rows of a cell from the top; `inside` is its size within the lines, in columns and rows of the
/// terminal.
///
/// The sizes are 2 x 1, where there are no lines between cells, and those of the tiers in `board/letters.rs`.
pub(super) fn rows(content: Content, inside: (u16, u16), glyphs: Glyphs) -> Vec<String> {
    match inside.1 {
        1 => vec![row(content, inside.0, glyphs)],
        _ => ascii(content, inside),
    }
}

/// A cell of one row.
fn row(content: Content, width: u16, glyphs: Glyphs) -> String {
    let (full, hollow, dotted, empty, cross) = if glyphs.ascii {
        ('X', 'O', '+', '.', 'x')
    } else {
        ('●', '○', '◌', '·', '×')
    };
    let stone = |side| match side {
        Side::First => full,
        Side::Second => hollow,
    };
    let (before, inner, after) = match content {
        // Between lines an empty cell needs no dot.
        Content::Empty if width > 2 => (' ', ' ', ' '),
        Content::Empty => (' ', empty, ' '),
        Content::Ghost(_) => (' ', dotted, ' '),
        Content::Forbidden => (' ', cross, ' '),
        Content::Stone(side, Mark::Plain) => (' ', stone(side), ' '),
        Content::Stone(side, Mark::Last) if glyphs.ascii => ('>', stone(side), '<'),
        Content::Stone(side, Mark::Last) => ('›', stone(side), '‹'),
        Content::Stone(side, Mark::Won) => ('[', stone(side), ']'),
    };
    if width > 2 {
        String::from_iter([before, inner, after])
    } else {
        String::from_iter([inner, after])
    }
}

/// A drawing in ASCII, in the middle of the cell; its sides carry the mark.
fn ascii(content: Content, (width, height): (u16, u16)) -> Vec<String> {
    let (drawing, sides) = match content {
        Content::Empty => (["", "", ""], (' ', ' ')),
        Content::Forbidden => (["x x", " x ", "x x"], (' ', ' ')),
        Content::Ghost(_) => ([". .", "   ", ". ."], (' ', ' ')),
        Content::Stone(side, mark) => (
            match side {
                Side::First => ["\\ /", " X ", "/ \\"],
                Side::Second => [".-.", "| |", "'-'"],
            },
            match mark {
                Mark::Plain => (' ', ' '),
                Mark::Last => ('>', '<'),
                Mark::Won => ('#', '#'),
            },
        ),
    };
    let [top, middle, bottom] = drawing;
    let rows = match height {
        2 => vec![top, bottom],
        3 => vec![top, middle, bottom],
        _ => vec![top, middle, middle, bottom],
    };
    let inner = usize::from(width) - 2;
    rows.into_iter()
        .map(|row| format!("{}{row:^inner$}{}", sides.0, sides.1))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use unicode_width::UnicodeWidthStr;

    use super::*;

    #[test]
    fn contents_differ_by_shape_and_fill_their_cell_in_every_size() {
        let contents = || {
            let marks = [Mark::Plain, Mark::Last, Mark::Won];
            Side::BOTH
                .into_iter()
                .flat_map(move |side| marks.map(|mark| Content::Stone(side, mark)))
                .chain([
                    Content::Empty,
                    Content::Ghost(Side::First),
                    Content::Forbidden,
                ])
        };
        let sizes = [(2, 1), (3, 1), (5, 2), (7, 3), (9, 4)];
        for (ascii, sizes) in [(false, &sizes[..1]), (true, &sizes[..])] {
            for &inside in sizes {
                let mut seen = BTreeSet::new();
                for content in contents() {
                    let rows = rows(content, inside, Glyphs { ascii });
                    assert_eq!(rows.len(), usize::from(inside.1), "{content:?} {inside:?}");
                    for row in &rows {
                        let fits = row.width() == usize::from(inside.0) || row.is_empty();
                        assert!(fits, "{content:?} {inside:?}: {row:?}");
                        assert!(!ascii || row.is_ascii(), "{row:?}");
                    }
                    assert!(seen.insert(rows), "{content:?} {inside:?} is seen twice");
                }
            }
        }
    }
}
