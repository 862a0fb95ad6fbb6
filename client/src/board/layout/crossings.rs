//! A board with crossings on the screen: ground, lines, stones, coordinates, marks.

use protocol::game::Game;
use protocol::side::Side;
use protocol::square::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};

use super::{BoardLayout, Marks, put, write};
use crate::board::crossings::{Cell, Look as StoneLook, Stone, Tier, is_star};
use crate::board::gravity::Mark;
use crate::board::{Depth, Look, Part};

/// Draws the board, and returns it for its image.
pub(super) fn draw<'a>(
    game: &'a Game,
    layout: BoardLayout,
    tier: Tier,
    marks: Marks<'a>,
    look: &'a Look,
    buffer: &mut Buffer,
) -> Board<'a> {
    let board = Board {
        game,
        layout,
        tier,
        marks,
        look,
        ghost: marks.ghost(game),
    };
    board.ground(buffer);
    board.lines(buffer);
    board.coordinates(buffer);
    for ((column, from_top), square) in layout.squares() {
        let at = board.crossing(column, from_top);
        if tier.is_character() {
            board.character(square, at, buffer);
        } else {
            board.mark(square, at, buffer);
        }
    }
    board.cursor(buffer);
    super::arrows(layout, look, board.cursor_style(), buffer);
    board.print(buffer);
    board
}

/// A board with everything that is seen on it.
pub(super) struct Board<'a> {
    pub(super) game: &'a Game,
    pub(super) layout: BoardLayout,
    pub(super) tier: Tier,
    pub(super) marks: Marks<'a>,
    pub(super) look: &'a Look,
    /// The stone that would be played, and where.
    ghost: Option<(Square, Side)>,
}

impl Board<'_> {
    /// True if the board is paper, on which stones are printed: full and hollow.
    fn is_printed(&self) -> bool {
        self.look.is_printed()
    }

    /// The style of something on the board's ground.
    fn on_wood(&self, style: Style) -> Style {
        if self.is_printed() {
            style
        } else {
            self.look.paper(Part::Wood).patch(style)
        }
    }

    fn ground(&self, buffer: &mut Buffer) {
        let wood = self.on_wood(Style::new());
        for at in self.surface().positions() {
            put(buffer, at.x, at.y, ' ', wood);
        }
    }

    /// The wood or the paper.
    fn surface(&self) -> Rect {
        let area = self.layout.area;
        Rect {
            x: area.x + 1,
            width: area.width - 1,
            ..area
        }
    }

    /// Turns what was drawn in the terminal's colours into print on paper.
    fn print(&self, buffer: &mut Buffer) {
        if !self.is_printed() {
            return;
        }
        let paper = self.look.wood();
        for at in self.surface().positions() {
            let Some(cell) = buffer.cell_mut(at) else {
                continue;
            };
            if cell.fg == Color::Reset {
                cell.fg = paper.fg.unwrap_or_default();
            }
            if cell.bg == Color::Reset {
                cell.bg = paper.bg.unwrap_or_default();
            }
            cell.modifier.toggle(paper.add_modifier);
        }
    }

    fn cursor_style(&self) -> Style {
        if self.is_printed() {
            Style::new()
        } else {
            self.on_wood(self.look.ink(Part::Cursor))
        }
    }

    /// The position of a crossing of the window on the screen.
    fn crossing(&self, column: u16, from_top: u16) -> Position {
        let origin = self.layout.origin();
        Position::new(
            origin.x + column * self.tier.across,
            origin.y + from_top * self.tier.down,
        )
    }

    /// The stone on a crossing of the window; none outside of it.
    pub(super) fn stone(&self, column: i32, from_top: i32) -> Stone {
        let (column, from_top) = (u8::try_from(column).ok()?, u8::try_from(from_top).ok()?);
        let window = self.layout.window;
        if column >= window.columns || from_top >= window.rows {
            return None;
        }
        let square = self.layout.square(column, from_top)?;
        match (self.game.cell(square), self.ghost) {
            (Some(side), _) if self.marks.on(square) == Mark::Aside => {
                Some((side, StoneLook::Aside))
            }
            (Some(side), _) => Some((side, StoneLook::Plain)),
            (None, Some((ghost, side))) if ghost == square => Some((side, StoneLook::Ghost)),
            (None, _) => None,
        }
    }

    /// Lines and what is seen of stones, character by character.
    fn lines(&self, buffer: &mut Buffer) {
        let Tier { across, down, .. } = self.tier;
        let (columns, rows) = (
            i32::from(self.layout.window.columns),
            i32::from(self.layout.window.rows),
        );
        let (across, down) = (i32::from(across), i32::from(down));
        // Stones reach beyond the outermost lines.
        let reach = |pitch: i32| {
            if self.tier.is_character() {
                0
            } else {
                pitch / 2
            }
        };
        let rest = (reach(across), reach(down));
        let origin = self.layout.origin();
        for y in -rest.1..=(rows - 1) * down + rest.1 {
            for x in -rest.0..=(columns - 1) * across + rest.0 {
                let (column, from_top) = (x.div_euclid(across), y.div_euclid(down));
                let (right, below) = (x.rem_euclid(across), y.rem_euclid(down));
                let stone = |column_on: i32, row_on: i32| {
                    // A crossing in this row or column has no neighbour that reaches here.
                    let is_far = column_on == 1 && right == 0 || row_on == 1 && below == 0;
                    (!is_far)
                        .then(|| self.stone(column + column_on, from_top + row_on))
                        .flatten()
                };
                let cell = Cell {
                    across: self.tier.across,
                    x: right as u16,
                    y: below as u16,
                    stones: [stone(0, 0), stone(1, 0), stone(0, 1), stone(1, 1)],
                };
                let at = (i32::from(origin.x) + x, i32::from(origin.y) + y);
                let (Ok(at_x), Ok(at_y)) = (u16::try_from(at.0), u16::try_from(at.1)) else {
                    continue;
                };
                if let Some((glyph, style)) = self.look.cell(self.tier, &cell) {
                    let mut looks = cell.stones.iter().flatten().map(|(_, look)| *look);
                    let style = if looks.all(|look| look == StoneLook::Aside) {
                        self.aside(style)
                    } else {
                        style
                    };
                    put(buffer, at_x, at_y, glyph, style);
                } else if let Some(glyph) = self.line(x, y) {
                    let style = if self.is_printed() {
                        Style::new()
                    } else {
                        self.on_wood(self.look.ink(Part::Line))
                    };
                    put(buffer, at_x, at_y, glyph, style);
                }
            }
        }
    }

    /// The character of the lines at a place relative to the first crossing of the window.
    fn line(&self, x: i32, y: i32) -> Option<char> {
        let (across, down) = (i32::from(self.tier.across), i32::from(self.tier.down));
        let window = self.layout.window;
        let (width, height) = (
            (i32::from(window.columns) - 1) * across,
            (i32::from(window.rows) - 1) * down,
        );
        if !(0..=width).contains(&x) || !(0..=height).contains(&y) {
            return None;
        }
        match (x % across == 0, y % down == 0) {
            (false, false) => None,
            (true, false) => Some('│'),
            (false, true) => Some('─'),
            (true, true) => {
                let (left, top, right, bottom) = self.layout.cut();
                let edge = (
                    x == 0 && !left,
                    y == 0 && !top,
                    x == width && !right,
                    y == height && !bottom,
                );
                let square = self
                    .layout
                    .square(u8::try_from(x / across).ok()?, u8::try_from(y / down).ok()?)?;
                let shape = self.layout.shape;
                if is_star(shape.columns, shape.rows, square.column(), square.row()) {
                    return Some('•');
                }
                Some(match edge {
                    (true, true, ..) => '┌',
                    (_, true, true, _) => '┐',
                    (true, _, _, true) => '└',
                    (_, _, true, true) => '┘',
                    (true, ..) => '├',
                    (_, true, ..) => '┬',
                    (_, _, true, _) => '┤',
                    (.., true) => '┴',
                    _ => '┼',
                })
            }
        }
    }

    /// Letters below and numbers on the left; those of the cursor are bold.
    fn coordinates(&self, buffer: &mut Buffer) {
        let cursor = self.marks.cursor.map(|(square, _)| square);
        let style = |is_here: bool| {
            let style = if self.is_printed() {
                Style::new()
            } else {
                self.on_wood(self.look.ink(Part::Coordinate))
            };
            if is_here { style.bold() } else { style }
        };
        let area = self.layout.area;
        for ((column, from_top), square) in self.layout.squares() {
            let at = self.crossing(column, from_top);
            if from_top == 0 {
                let is_here = cursor.is_some_and(|cursor| cursor.column() == square.column());
                let y = area.bottom() - 1;
                put(buffer, at.x, y, square.letter(), style(is_here));
            }
            if column == 0 {
                let is_here = cursor.is_some_and(|cursor| cursor.row() == square.row());
                let number = format!("{:>2}", square.row() + 1);
                // The largest stones reach three columns to the left.
                let before = u16::from(self.tier.across < 6);
                write(buffer, area.x + 1 + before, at.y, &number, style(is_here));
            }
        }
    }

    /// The stone on a crossing where it is one character.
    fn character(&self, square: Square, at: Position, buffer: &mut Buffer) {
        let Position { x, y } = at;
        let sign = |side| match (side, self.is_printed()) {
            (Side::Second, true) => '○',
            _ => '●',
        };
        let (stone, win) = (
            |side| match side {
                Side::First => Part::Black,
                Side::Second => Part::White,
            },
            |side| match side {
                Side::First => Part::BlackWin,
                Side::Second => Part::WhiteWin,
            },
        );
        let ink = |side| {
            if self.is_printed() {
                Style::new().bold()
            } else {
                self.on_wood(self.look.ink(stone(side))).bold()
            }
        };
        match (self.game.cell(square), self.marks.on(square)) {
            (Some(side), Mark::Plain) => put(buffer, x, y, sign(side), ink(side)),
            (Some(side), Mark::Last) if self.is_printed() => {
                put(buffer, x - 1, y, '›', ink(side));
                put(buffer, x, y, sign(side), ink(side));
                put(buffer, x + 1, y, '‹', ink(side));
            }
            (Some(side), Mark::Last) => put(buffer, x, y, '◉', ink(side)),
            (Some(side), Mark::Won) => match self.look.depth() {
                Depth::Mono => put(buffer, x, y, sign(side), ink(side).reversed()),
                Depth::Sixteen => {
                    let gold = self.look.paper(Part::BlackWin).fg(Color::Black);
                    put(buffer, x, y, sign(side), gold.bold());
                }
                Depth::Indexed | Depth::True => {
                    let style = ink(side).patch(self.look.paper(win(side)));
                    put(buffer, x, y, sign(side), style);
                }
            },
            (Some(side), Mark::Aside) => {
                let style = if self.is_printed() {
                    self.aside(Style::new())
                } else {
                    self.on_wood(self.look.stone_aside(side))
                };
                put(buffer, x, y, sign(side), style);
            }
            (None, _) => match self.ghost {
                Some((ghost, side)) if ghost == square => {
                    if self.is_printed() {
                        put(buffer, x, y, '◌', Style::new());
                    } else {
                        put(buffer, x, y, '●', self.on_wood(self.look.stone_aside(side)));
                    }
                }
                _ => self.forbidden(square, at, buffer),
            },
        }
    }

    /// The style of print that steps back: grey if there is one. It is never dim, since some terminals dim only the
    /// half of a character that has its ink.
    fn aside(&self, style: Style) -> Style {
        match self.look.depth() {
            Depth::Sixteen => style.fg(Color::DarkGray),
            Depth::Mono | Depth::Indexed | Depth::True => style,
        }
    }

    /// A cross on a point that the side to move may not play.
    fn forbidden(&self, square: Square, at: Position, buffer: &mut Buffer) {
        if self.marks.is_forbidden(square) {
            let style = self.on_wood(self.look.ink(Part::Forbidden)).bold();
            put(buffer, at.x, at.y, '×', style);
        }
    }

    /// The mark in the middle of a drawn stone, or on an empty crossing.
    fn mark(&self, square: Square, at: Position, buffer: &mut Buffer) {
        let Some(side) = self.game.cell(square) else {
            self.forbidden(square, at, buffer);
            return;
        };
        let glyph = match self.marks.on(square) {
            Mark::Last => '●',
            Mark::Won => '◆',
            Mark::Plain | Mark::Aside => return,
        };
        let part = match (self.marks.on(square), side) {
            (Mark::Won, Side::First) => Part::BlackWin,
            (Mark::Won, Side::Second) => Part::WhiteWin,
            (_, Side::First) => Part::BlackMark,
            (_, Side::Second) => Part::WhiteMark,
        };
        let Some(cell) = buffer.cell_mut(at) else {
            return;
        };
        // Text in the terminal's own colour cannot be a background: its mark is in reverse.
        let style = if self.is_printed() && side == Side::First {
            Style::new().reversed()
        } else {
            self.look.ink(part)
        };
        cell.set_char(glyph).set_style(style.bold());
    }

    /// Four corners around the crossing under the cursor.
    fn cursor(&self, buffer: &mut Buffer) {
        let Some((cursor, _)) = self.marks.cursor else {
            return;
        };
        let Some(((column, from_top), _)) =
            self.layout.squares().find(|(_, square)| *square == cursor)
        else {
            return;
        };
        let Position { x, y } = self.crossing(column, from_top);
        let style = self.cursor_style().bold();
        let half = self.tier.across / 2;
        if self.tier.is_character() {
            put(buffer, x - half, y, '[', style);
            put(buffer, x + half, y, ']', style);
            return;
        }
        for (x, y, glyph) in [
            (x - half, y - 1, '┏'),
            (x + half, y - 1, '┓'),
            (x - half, y + 1, '┗'),
            (x + half, y + 1, '┛'),
        ] {
            put(buffer, x, y, glyph, style);
        }
    }
}
