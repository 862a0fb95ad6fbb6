//! The board: as large as there is room for, cells twice as wide as high.

use protocol::game::Game;
use protocol::rules::Shape;
use protocol::side::Side;
use protocol::square::Square;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::Line;

use super::Looks;

/// Cells may be so large, in columns and rows of the terminal, the largest first.
const TIERS: [(u16, u16); 4] = [(8, 4), (6, 3), (4, 2), (2, 1)];

/// Columns for the numbers of the rows.
const MARGIN: u16 = 3;

/// Where a board lies and how large its cells are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    shape: Shape,
    left: u16,
    top: u16,
    cell: (u16, u16),
}

impl Place {
    /// The place of a board in the upper left of `area`.
    ///
    /// # Errors
    ///
    /// Columns and rows that it needs at least, where there are not as many.
    pub(super) fn of(shape: Shape, area: Rect) -> Result<Self, (u16, u16)> {
        let size = |(width, height): (u16, u16)| {
            (
                u16::from(shape.columns) * width + MARGIN,
                u16::from(shape.rows) * height + 1,
            )
        };
        TIERS
            .into_iter()
            .find(|&cell| size(cell).0 <= area.width && size(cell).1 <= area.height)
            .map(|cell| Self {
                shape,
                left: area.x + MARGIN,
                top: area.y + 1,
                cell,
            })
            .ok_or(size(TIERS[TIERS.len() - 1]))
    }

    /// Columns of the terminal that the board takes.
    pub(super) fn width(&self) -> u16 {
        u16::from(self.shape.columns) * self.cell.0 + MARGIN
    }

    /// The cell at a position, if there is one.
    pub(super) fn cell_at(&self, at: Position) -> Option<Square> {
        let column = at.x.checked_sub(self.left)? / self.cell.0;
        let down = at.y.checked_sub(self.top)? / self.cell.1;
        let row = u16::from(self.shape.rows).checked_sub(down + 1)?;
        Square::new(u8::try_from(column).ok()?, u8::try_from(row).ok()?)
            .filter(|&square| self.shape.contains(square))
    }

    fn area(&self, square: Square) -> Rect {
        let (width, height) = self.cell;
        Rect {
            x: self.left + u16::from(square.column()) * width,
            y: self.top + u16::from(self.shape.rows - 1 - square.row()) * height,
            width,
            height,
        }
    }
}

/// What is marked on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks<'a> {
    /// Winning cells.
    pub(super) line: &'a [Square],
    /// Where the last stone came to lie.
    pub(super) last: Option<Square>,
    /// The cursor, and whose stone would be played there.
    pub(super) cursor: Option<(Square, Side)>,
}

/// Draws a position.
pub(super) fn draw(
    game: &Game,
    place: Place,
    marks: Marks<'_>,
    looks: Looks,
    frame: &mut Frame<'_>,
) {
    let landing = marks
        .cursor
        .and_then(|(square, side)| Some((game.landing(square).ok()?, side)));
    heads(game, place, marks, frame);
    for square in place.shape.squares() {
        let ghost = landing.filter(|(landing, _)| *landing == square);
        let (lines, style) = match (game.cell(square), ghost) {
            (Some(side), _) => (stone(side, place.cell, looks), colour(side)),
            (None, Some((_, side))) => (
                stone(side, place.cell, looks),
                colour(side).add_modifier(Modifier::DIM),
            ),
            (None, None) => (empty(place.cell, looks), Style::new().dim()),
        };
        let style = if marks.line.contains(&square) {
            style.add_modifier(Modifier::REVERSED | Modifier::BOLD)
        } else if marks.last == Some(square) {
            style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
        } else if marks
            .cursor
            .is_some_and(|(cursor, _)| cursor == square && !place.shape.falls)
        {
            style.add_modifier(Modifier::REVERSED)
        } else {
            style
        };
        let area = place.area(square);
        for (text, y) in lines.into_iter().zip(area.y..) {
            frame.render_widget(
                Line::from(text).style(style),
                Rect {
                    y,
                    height: 1,
                    ..area
                },
            );
        }
    }
}

/// Names of columns above, numbers of rows on the left. The column of the cursor stands out.
fn heads(game: &Game, place: Place, marks: Marks<'_>, frame: &mut Frame<'_>) {
    let (width, height) = place.cell;
    for column in 0..place.shape.columns {
        let Some(square) = Square::new(column, 0) else {
            continue;
        };
        let name = if place.shape.falls {
            game.write_move(square)
        } else {
            square.letter().to_string()
        };
        let here = marks
            .cursor
            .is_some_and(|(cursor, _)| cursor.column() == column);
        let style = if here {
            Style::new().add_modifier(Modifier::REVERSED)
        } else {
            Style::new().add_modifier(Modifier::DIM)
        };
        let text = format!("{name:^width$}", width = usize::from(width));
        let area = Rect {
            y: place.top - 1,
            height: 1,
            ..place.area(square)
        };
        frame.render_widget(Line::from(text).style(style), area);
    }
    if place.shape.falls {
        return;
    }
    for row in 0..place.shape.rows {
        let Some(square) = Square::new(0, row) else {
            continue;
        };
        let area = Rect {
            x: place.left - MARGIN,
            y: place.area(square).y + height / 2,
            width: MARGIN,
            height: 1,
        };
        frame.render_widget(Line::from(format!("{:>2}", row + 1)).dim(), area);
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
pub(super) fn sign(side: Side, looks: Looks) -> &'static str {
    match (side, looks.ascii) {
        (Side::First, false) => "●",
        (Side::Second, false) => "○",
        (Side::First, true) => "X",
        (Side::Second, true) => "O",
    }
}

/// A stone as large as its cell: the first side's is full, the second's is hollow.
fn stone(side: Side, cell: (u16, u16), looks: Looks) -> Vec<&'static str> {
    match (cell.0, side, looks.ascii) {
        (8, Side::First, false) => vec![" ▗▟██▙▖ ", " ██████ ", " ██████ ", " ▝▜██▛▘ "],
        (8, Side::Second, false) => vec![" ╭────╮ ", " │    │ ", " │    │ ", " ╰────╯ "],
        (8, Side::First, true) => vec!["  \\  /  ", "   \\/   ", "   /\\   ", "  /  \\  "],
        (8, Side::Second, true) => vec!["  .--.  ", " (    ) ", " (    ) ", "  '--'  "],
        (6, Side::First, false) => vec!["▗▟██▙▖", "██████", "▝▜██▛▘"],
        (6, Side::Second, false) => vec!["╭────╮", "│    │", "╰────╯"],
        (6, Side::First, true) => vec![" \\  / ", "  ><  ", " /  \\ "],
        (6, Side::Second, true) => vec![" .--. ", "(    )", " '--' "],
        (4, Side::First, false) => vec!["▗██▖", "▝██▘"],
        (4, Side::Second, false) => vec!["╭──╮", "╰──╯"],
        (4, Side::First, true) => vec![" \\/ ", " /\\ "],
        (4, Side::Second, true) => vec![" /\\ ", " \\/ "],
        (_, side, ascii) => match (side, ascii) {
            (Side::First, false) => vec!["● "],
            (Side::Second, false) => vec!["○ "],
            (Side::First, true) => vec!["X "],
            (Side::Second, true) => vec!["O "],
        },
    }
}

fn empty(cell: (u16, u16), looks: Looks) -> Vec<&'static str> {
    match (cell.0, looks.ascii) {
        (8, false) => vec!["", "", "   ··   ", ""],
        (8, true) => vec!["", "", "   ..   ", ""],
        (6, false) => vec!["", "  ··  ", ""],
        (6, true) => vec!["", "  ..  ", ""],
        (4, false) => vec!["", " ·  "],
        (4, true) => vec!["", " .  "],
        (_, false) => vec!["· "],
        (_, true) => vec![". "],
    }
}
