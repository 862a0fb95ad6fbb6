//! A board of one character or a small drawing for each cell: for ASCII, and if there is no room for more.
//!
//! All contents differ by shape: the first side's stone is full and the second's hollow, the last one has a mark in it,
//! those of a winning line are angular, where a stone would come to lie it is dotted, and a forbidden point is crossed
//! out. Colours only add to that.

use protocol::game::Game;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::square::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{BoardLayout, Marks, SMALLEST, put, write};
use crate::board::gravity::Mark;
use crate::board::{Glyphs, Look, Part};

/// Distances from cell to cell, in columns and rows of the terminal, the largest first. All but the smallest
/// have a line between cells in it.
pub(super) const TIERS: [(u16, u16); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), SMALLEST];

/// The thickness of the lines between cells: 0 or 1.
pub(super) fn line(pitch: (u16, u16)) -> u16 {
    u16::from(pitch != SMALLEST)
}

/// Columns of the terminal on the left: for the numbers of the rows, where moves have one.
pub(super) fn margin(notation: Notation) -> u16 {
    match notation {
        Notation::Column => 1,
        Notation::Cell => 3,
    }
}

pub(super) fn draw(
    game: &Game,
    layout: BoardLayout,
    pitch: (u16, u16),
    marks: Marks<'_>,
    look: &Look,
    buffer: &mut Buffer,
) {
    let grid = Grid { layout, pitch };
    let landing = marks.ghost(game);
    headings(game, grid, marks, look.glyphs, buffer);
    if line(pitch) > 0 {
        lines(grid, buffer);
    }
    for (at, square) in layout.squares() {
        let ghost = landing.filter(|(landing, _)| *landing == square);
        let mark = marks.on(square);
        let (content, style) = match (game.cell(square), ghost) {
            (Some(side), _) => {
                let style = match mark {
                    Mark::Plain | Mark::Last => look.side(side).bold(),
                    Mark::Won => look.side(side).bold().reversed(),
                    Mark::Aside => look.side(side).dim(),
                };
                (Content::Stone(side, mark), style)
            }
            (None, Some((_, side))) => (Content::Ghost(side), look.side(side)),
            (None, None) if marks.is_forbidden(square) => {
                (Content::Forbidden, look.ink(Part::Forbidden).bold())
            }
            (None, None) => (Content::Empty, Style::new().dim()),
        };
        let has_cursor = match layout.notation {
            // Where a move is a column, the cursor is in the headings.
            Notation::Column => false,
            Notation::Cell => marks.cursor.is_some_and(|(cursor, _)| cursor == square),
        };
        let is_small = pitch.1 <= 2;
        let style = if has_cursor && is_small {
            style
                .remove_modifier(ratatui::style::Modifier::DIM)
                .reversed()
        } else {
            style
        };
        let inside = grid.inside(at);
        let rows = rows(content, (inside.width, inside.height), look.glyphs);
        for (text, y) in rows.iter().zip(inside.y..) {
            write(buffer, inside.x, y, text, style);
        }
        if pitch == SMALLEST && mark == Mark::Won {
            brackets(grid, at, square, marks, style, buffer);
        }
        if has_cursor && !is_small {
            cursor_frame(grid.framed(at), buffer);
        }
    }
    super::arrows(layout, look, Style::new(), buffer);
}

/// Puts a winning cell between brackets; cells side by side share theirs.
fn brackets(
    grid: Grid,
    at: (u16, u16),
    square: Square,
    marks: Marks<'_>,
    style: Style,
    buffer: &mut Buffer,
) {
    let inside = grid.inside(at);
    let is_won = |column: Option<u8>| {
        let beside = column.and_then(|column| Square::new(column, square.row()));
        beside.is_some_and(|beside| marks.line.contains(&beside))
    };
    let left = is_won(square.column().checked_sub(1));
    if !left {
        put(buffer, inside.x - 1, inside.y, '[', style);
    }
    let right = if is_won(Some(square.column() + 1)) {
        '-'
    } else {
        ']'
    };
    put(buffer, inside.x + 1, inside.y, right, style);
}

/// Cells in a grid on the screen.
#[derive(Clone, Copy)]
struct Grid {
    layout: BoardLayout,
    pitch: (u16, u16),
}

impl Grid {
    /// The area of a cell with the lines around it.
    fn framed(&self, (column, from_top): (u16, u16)) -> Rect {
        let origin = self.layout.origin();
        Rect {
            x: origin.x + column * self.pitch.0,
            y: origin.y + from_top * self.pitch.1,
            width: self.pitch.0 + line(self.pitch),
            height: self.pitch.1 + line(self.pitch),
        }
    }

    /// The area of a cell within its lines.
    fn inside(&self, at: (u16, u16)) -> Rect {
        let framed = self.framed(at);
        let line = line(self.pitch);
        Rect {
            x: framed.x + line,
            y: framed.y + line,
            width: framed.width - 2 * line,
            height: framed.height - 2 * line,
        }
    }
}

/// Draws the lines between the cells.
fn lines(grid: Grid, buffer: &mut Buffer) {
    let window = grid.layout.window;
    let (columns, rows) = (u16::from(window.columns), u16::from(window.rows));
    let origin = grid.layout.origin();
    let (across, down) = grid.pitch;
    for y in 0..=rows * down {
        for x in 0..=columns * across {
            let glyph = match (x % across == 0, y % down == 0) {
                (true, true) => '+',
                (true, false) => '|',
                (false, true) => '-',
                (false, false) => ' ',
            };
            put(
                buffer,
                origin.x + x,
                origin.y + y,
                glyph,
                Style::new().dim(),
            );
        }
    }
}

/// Draws a heavy line around a cell, for the cursor.
fn cursor_frame(area: Rect, buffer: &mut Buffer) {
    let rule = format!("#{}#", "=".repeat(usize::from(area.width) - 2));
    let style = Style::new().bold();
    write(buffer, area.x, area.y, &rule, style);
    write(buffer, area.x, area.bottom() - 1, &rule, style);
    for y in area.y + 1..area.bottom() - 1 {
        put(buffer, area.x, y, '#', style);
        put(buffer, area.right() - 1, y, '#', style);
    }
}

/// Draws names of columns above and numbers of rows on the left. Those of the cursor stand out.
fn headings(game: &Game, grid: Grid, marks: Marks<'_>, glyphs: Glyphs, buffer: &mut Buffer) {
    let cursor = marks.cursor.map(|(square, _)| square);
    let style = |stands_out: bool| {
        if stands_out {
            Style::new().bold().reversed()
        } else {
            Style::new()
        }
    };
    let layout = grid.layout;
    for (at, square) in layout.squares() {
        let area = grid.inside(at);
        if at.1 == 0 {
            let width = usize::from(area.width);
            let here = cursor.is_some_and(|cursor| cursor.column() == square.column());
            let name = match layout.notation {
                Notation::Cell => square.letter().to_string(),
                Notation::Column => {
                    let name = game.write_move(square);
                    match (here && width > 4, glyphs.ascii) {
                        (false, _) => name,
                        (true, false) => format!("▼ {name} ▼"),
                        (true, true) => format!("v {name} v"),
                    }
                }
            };
            // Over a single character, not over the gap behind it. Numbers of two digits need that gap, so
            // every other one is left out.
            let text = if width == 2 {
                let crowded = name.len() == 2 && square.column() % 2 == 0;
                format!("{:<2}", if crowded { "" } else { name.as_str() })
            } else {
                format!("{name:^width$}")
            };
            write(buffer, area.x, layout.area.y, &text, style(here));
        }
        if at.0 == 0 && layout.notation == Notation::Cell {
            let here = cursor.is_some_and(|cursor| cursor.row() == square.row());
            let number = format!("{:>2}", square.row() + 1);
            let y = area.y + area.height / 2;
            write(buffer, layout.area.x, y, &number, style(here));
        }
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    /// Nothing.
    Empty,
    /// A stone.
    Stone(Side, Mark),
    /// The stone that would come to lie here.
    Ghost(Side),
    /// Nothing, and the side to move may not play here.
    Forbidden,
}

/// The rows of a cell from the top; `inside` is its size within the lines, in columns and rows of the
/// terminal.
///
/// The sizes are 2 x 1, where there are no lines between cells, and those of [`TIERS`].
fn rows(content: Content, inside: (u16, u16), glyphs: Glyphs) -> Vec<String> {
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
        Content::Stone(side, Mark::Plain | Mark::Aside) => (' ', stone(side), ' '),
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
                Mark::Plain | Mark::Aside => (' ', ' '),
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
