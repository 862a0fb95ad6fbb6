//! A board of one character or a small drawing for each cell: for ASCII, and where there is no room for more.

use protocol::game::Game;
use protocol::rules::Notation;
use protocol::square::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{BoardLayout, Marks, SMALLEST, put, write};
use crate::board::gravity::Mark;
use crate::board::{Look, Part};
use crate::ui::Glyphs;
use crate::ui::stone::{self, Content};

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
                (Content::Stone(side, stone_mark(mark)), style)
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
        let rows = stone::rows(content, (inside.width, inside.height), look.glyphs);
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

fn stone_mark(mark: Mark) -> stone::Mark {
    match mark {
        Mark::Plain | Mark::Aside => stone::Mark::Plain,
        Mark::Last => stone::Mark::Last,
        Mark::Won => stone::Mark::Won,
    }
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
