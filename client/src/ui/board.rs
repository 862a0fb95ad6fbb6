//! The board: as large as fits, cells twice as wide as high.

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::rules::{Notation, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::ForbiddenPoint;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::Line;

use super::Glyphs;
use super::stone::{self, Content, Mark};

/// Distances from cell to cell, in columns and rows of the terminal, the largest first. All but the smallest
/// have a line between cells in it.
const TIERS: [(u16, u16); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), SMALLEST];

/// One character and a gap: 20 x 20 cells fit a terminal of 80 x 24.
const SMALLEST: (u16, u16) = (2, 1);

/// The position of a board on the screen, and the size of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardLayout {
    shape: Shape,
    notation: Notation,
    left: u16,
    top: u16,
    pitch: (u16, u16),
}

impl BoardLayout {
    /// Lays a board out in the upper left of `area`.
    ///
    /// # Errors
    ///
    /// The least columns and rows, where the area is smaller.
    pub(super) fn new(variant: Variant, area: Rect) -> Result<Self, (u16, u16)> {
        let layout = |pitch| Self {
            shape: variant.shape(),
            notation: variant.notation(),
            left: area.x + margin(variant.notation()),
            // The names of the columns are above.
            top: area.y + 1,
            pitch,
        };
        let needs = |layout: &Self| (layout.width(), layout.height());
        TIERS
            .into_iter()
            .map(layout)
            .find(|layout| needs(layout).0 <= area.width && needs(layout).1 <= area.height)
            .ok_or_else(|| needs(&layout(SMALLEST)))
    }

    /// The width of the board with the names of rows, in columns of the terminal.
    pub(super) fn width(&self) -> u16 {
        margin(self.notation) + u16::from(self.shape.columns) * self.pitch.0 + self.line()
    }

    /// The height of the board with the names of columns, in rows of the terminal.
    pub(super) fn height(&self) -> u16 {
        1 + u16::from(self.shape.rows) * self.pitch.1 + self.line()
    }

    /// The thickness of the lines between cells: 0 or 1.
    fn line(&self) -> u16 {
        u16::from(self.pitch != SMALLEST)
    }

    /// The cell at a position, if there is one; the lines above and left of a cell belong to it.
    pub(super) fn cell_at(&self, at: Position) -> Option<Square> {
        let column = at.x.checked_sub(self.left)? / self.pitch.0;
        let down = at.y.checked_sub(self.top)? / self.pitch.1;
        let row = u16::from(self.shape.rows).checked_sub(down + 1)?;
        Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
            .filter(|&square| self.shape.contains(square))
    }

    /// The area of a cell with the lines around it.
    fn framed(&self, square: Square) -> Rect {
        let (width, height) = self.pitch;
        Rect {
            x: self.left + u16::from(square.column()) * width,
            y: self.top + u16::from(self.shape.rows - 1 - square.row()) * height,
            width: width + self.line(),
            height: height + self.line(),
        }
    }

    /// The area of a cell within its lines.
    fn inside(&self, square: Square) -> Rect {
        let framed = self.framed(square);
        let line = self.line();
        Rect {
            x: framed.x + line,
            y: framed.y + line,
            width: framed.width - 2 * line,
            height: framed.height - 2 * line,
        }
    }
}

/// Columns of the terminal on the left: for the numbers of the rows, where moves have one.
fn margin(notation: Notation) -> u16 {
    match notation {
        Notation::Column => 1,
        Notation::Cell => 3,
    }
}

/// The marks on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks<'a> {
    /// Winning cells.
    pub(super) line: &'a [Square],
    /// The cell of the last stone.
    pub(super) last: Option<Square>,
    /// The cursor, and whose stone would be played there.
    pub(super) cursor: Option<(Square, Side)>,
    /// Points that the side to move may not play.
    pub(super) forbidden: &'a [ForbiddenPoint],
}

/// Draws a position.
pub(super) fn draw(
    game: &Game,
    layout: BoardLayout,
    marks: Marks<'_>,
    glyphs: Glyphs,
    frame: &mut Frame<'_>,
) {
    let landing = marks
        .cursor
        .and_then(|(square, side)| Some((game.landing(square).ok()?, side)));
    headings(game, layout, marks, glyphs, frame);
    if layout.line() > 0 {
        lines(layout, glyphs, frame);
    }
    for square in layout.shape.squares() {
        let ghost = landing.filter(|(landing, _)| *landing == square);
        let (content, style) = match (game.cell(square), ghost) {
            (Some(side), _) if marks.line.contains(&square) => (
                Content::Stone(side, Mark::Won),
                colour(side).add_modifier(Modifier::BOLD),
            ),
            (Some(side), _) if marks.last == Some(square) && marks.line.is_empty() => {
                (Content::Stone(side, Mark::Last), colour(side))
            }
            // Beside a winning line the others step back.
            (Some(side), _) if !marks.line.is_empty() => (
                Content::Stone(side, Mark::Plain),
                colour(side).add_modifier(Modifier::DIM),
            ),
            (Some(side), _) => (Content::Stone(side, Mark::Plain), colour(side)),
            (None, Some((_, side))) => (Content::Ghost(side), colour(side)),
            (None, None) if marks.forbidden.iter().any(|point| point.square == square) => {
                (Content::Forbidden, Style::new().fg(Color::Red).dim())
            }
            (None, None) => (Content::Empty, Style::new().dim()),
        };
        // Where a move is a column, the cursor is in the headings.
        let has_cursor = match layout.notation {
            Notation::Column => false,
            Notation::Cell => marks.cursor.is_some_and(|(cursor, _)| cursor == square),
        };
        // Characters of one row can be shown in reverse; blocks of several would turn inside out.
        let is_small = layout.pitch.1 <= 2;
        let reversed = match content {
            Content::Stone(_, Mark::Won) => is_small,
            Content::Stone(_, Mark::Plain | Mark::Last)
            | Content::Ghost(_)
            | Content::Forbidden
            | Content::Empty => has_cursor && is_small,
        };
        let style = if reversed {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style
        };
        let inside = layout.inside(square);
        let rows = stone::rows(content, (inside.width, inside.height), glyphs);
        for (text, y) in rows.into_iter().zip(inside.y..) {
            let row = Rect {
                y,
                height: 1,
                ..inside
            };
            frame.render_widget(Line::from(text).style(style), row);
        }
        if has_cursor && !is_small {
            cursor_frame(layout.framed(square), glyphs, frame);
        }
    }
}

/// Draws the lines between the cells.
fn lines(layout: BoardLayout, glyphs: Glyphs, frame: &mut Frame<'_>) {
    let (columns, rows) = (layout.shape.columns, layout.shape.rows);
    let across = usize::from(layout.pitch.0) - 1;
    let rule = |left: &str, line: &str, crossing: &str, right: &str| {
        let cells = vec![line.repeat(across); usize::from(columns)];
        format!("{left}{}{right}", cells.join(crossing))
    };
    let [top, between, bottom, upright] = if glyphs.ascii {
        let rule = rule("+", "-", "+", "+");
        [rule.clone(), rule.clone(), rule, "|".to_owned()]
    } else {
        [
            rule("┌", "─", "┬", "┐"),
            rule("├", "─", "┼", "┤"),
            rule("└", "─", "┴", "┘"),
            "│".to_owned(),
        ]
    };
    let cells = vec![" ".repeat(across); usize::from(columns)];
    let through = format!("{upright}{}{upright}", cells.join(&upright));
    let whole = Rect {
        x: layout.left,
        y: layout.top,
        width: u16::from(columns) * layout.pitch.0 + 1,
        height: u16::from(rows) * layout.pitch.1 + 1,
    };
    for down in 0..whole.height {
        let text = match (down, down % layout.pitch.1) {
            (0, _) => &top,
            (_, 0) if down + 1 == whole.height => &bottom,
            (_, 0) => &between,
            (_, _) => &through,
        };
        let row = Rect {
            y: whole.y + down,
            height: 1,
            ..whole
        };
        frame.render_widget(Line::from(text.as_str()).dim(), row);
    }
}

/// Draws a heavy line around a cell, for the cursor.
fn cursor_frame(area: Rect, glyphs: Glyphs, frame: &mut Frame<'_>) {
    let across = usize::from(area.width) - 2;
    let ([top, bottom], upright) = if glyphs.ascii {
        let rule = format!("#{}#", "=".repeat(across));
        ([rule.clone(), rule], "#")
    } else {
        let line = "━".repeat(across);
        ([format!("┏{line}┓"), format!("┗{line}┛")], "┃")
    };
    let style = Style::new().bold();
    for (text, y) in [(top, area.y), (bottom, area.bottom() - 1)] {
        let row = Rect {
            y,
            height: 1,
            ..area
        };
        frame.render_widget(Line::from(text).style(style), row);
    }
    for y in area.y + 1..area.bottom() - 1 {
        for x in [area.x, area.right() - 1] {
            let cell = Rect::new(x, y, 1, 1);
            frame.render_widget(Line::from(upright).style(style), cell);
        }
    }
}

/// Draws names of columns above and numbers of rows on the left. Those of the cursor stand out.
fn headings(
    game: &Game,
    layout: BoardLayout,
    marks: Marks<'_>,
    glyphs: Glyphs,
    frame: &mut Frame<'_>,
) {
    let cursor = marks.cursor.map(|(square, _)| square);
    let style = |stands_out: bool| {
        if stands_out {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        }
    };
    for column in 0..layout.shape.columns {
        let Some(square) = Square::new(column, 0) else {
            continue;
        };
        let area = Rect {
            y: layout.top - 1,
            height: 1,
            ..layout.inside(square)
        };
        let width = usize::from(area.width);
        let here = cursor.is_some_and(|cursor| cursor.column() == column);
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
            let crowded = name.len() == 2 && column % 2 == 0;
            format!("{:<2}", if crowded { "" } else { name.as_str() })
        } else {
            format!("{name:^width$}")
        };
        frame.render_widget(Line::from(text).style(style(here)), area);
    }
    match layout.notation {
        Notation::Column => {}
        Notation::Cell => row_numbers(layout, cursor, style, frame),
    }
}

/// Draws the numbers of the rows on the left.
fn row_numbers(
    layout: BoardLayout,
    cursor: Option<Square>,
    style: impl Fn(bool) -> Style,
    frame: &mut Frame<'_>,
) {
    for row in 0..layout.shape.rows {
        let Some(square) = Square::new(0, row) else {
            continue;
        };
        let inside = layout.inside(square);
        let area = Rect {
            x: layout.left - margin(layout.notation),
            y: inside.y + inside.height / 2,
            width: 2,
            height: 1,
        };
        let here = cursor.is_some_and(|cursor| cursor.row() == row);
        let number = Line::from(format!("{:>2}", row + 1)).style(style(here));
        frame.render_widget(number, area);
    }
}

/// Draws the score of each column in the line below the board; the best stand out.
pub(super) fn values(
    game: &Game,
    layout: BoardLayout,
    columns: &[ColumnValue],
    frame: &mut Frame<'_>,
) {
    let best = crate::values::best(columns);
    let below = layout.top - 1 + layout.height();
    for (column, value) in (0..layout.shape.columns).zip(columns) {
        let Some(square) = Square::new(column, 0) else {
            continue;
        };
        let area = Rect {
            y: below,
            height: 1,
            ..layout.inside(square)
        };
        let width = usize::from(area.width);
        let text = crate::values::short(game, *value, width);
        let is_best = match value {
            ColumnValue::Exact { score } => Some(*score) == best,
            ColumnValue::Full | ColumnValue::Unknown => false,
        };
        let style = if is_best {
            Style::new().bold()
        } else {
            Style::new().dim()
        };
        let area = area.intersection(frame.area());
        frame.render_widget(Line::from(format!("{text:^width$}")).style(style), area);
    }
}

/// Red and yellow, as the discs are sold.
pub(super) fn colour(side: Side) -> Style {
    match side {
        Side::First => Style::new().fg(Color::Red),
        Side::Second => Style::new().fg(Color::Yellow),
    }
}

/// The sign of a side in a line of text.
pub(super) fn sign(side: Side, glyphs: Glyphs) -> &'static str {
    match (side, glyphs.ascii) {
        (Side::First, false) => "●",
        (Side::Second, false) => "○",
        (Side::First, true) => "X",
        (Side::Second, true) => "O",
    }
}
