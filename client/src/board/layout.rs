//! The board on the screen: its size and place, the marks on it, and the cell under the mouse.
//!
//! Three forms: a frame with holes, a board with crossings, and one character for each cell, which is what ASCII has
//! and what is left where there is no room. A board that has no room even so is a window that follows the cursor.

mod crossings;
mod gravity;
mod letters;
#[cfg(feature = "images")]
mod picture;
mod values;

#[cfg(test)]
mod tests;

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::rules::{Family, Illegal, Notation, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::ForbiddenPoint;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::gravity::Mark;
use super::{Fall, Look, crossings as crossing, gravity as frame_of_holes};
use crate::language::Id;
use values::{bar, write_values};

/// The position of a board on the screen, and the form of its cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoardLayout {
    shape: Shape,
    notation: Notation,
    /// Everything that belongs to the board.
    area: Rect,
    form: Form,
    window: Window,
    /// Rows below the characters of a board without a frame, for the values of its columns: 0 or 1.
    below: u16,
    /// Columns in the wood at the right, for the bar that shows who stands better.
    bar: u16,
}

/// The form of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// A frame with holes.
    Holes {
        tier: frame_of_holes::Tier,
        /// Rows above the frame.
        slot: u16,
        /// Rows below it, for its feet and for the values of columns: 0 or 1.
        feet: u16,
    },
    /// Stones on crossings.
    Crossings(crossing::Tier),
    /// Characters, with this distance from cell to cell in columns and rows of the terminal.
    Letters((u16, u16)),
}

/// The part of a board that is shown, counted from its upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    column: u8,
    from_top: u8,
    columns: u8,
    rows: u8,
}

impl Window {
    fn whole(shape: Shape) -> Self {
        Self {
            column: 0,
            from_top: 0,
            columns: shape.columns,
            rows: shape.rows,
        }
    }

    /// A part with at most this many columns and rows, with a cell near its middle.
    fn around(shape: Shape, columns: u16, rows: u16, at: Square) -> Self {
        let fit = |all: u8, room: u16| u8::try_from(room).unwrap_or(all).min(all);
        let (columns, rows) = (fit(shape.columns, columns), fit(shape.rows, rows));
        let first = |all: u8, shown: u8, at: u8| at.saturating_sub(shown / 2).min(all - shown);
        let from_top = shape.rows.saturating_sub(at.row() + 1);
        Self {
            column: first(shape.columns, columns, at.column()),
            from_top: first(shape.rows, rows, from_top),
            columns,
            rows,
        }
    }
}

impl BoardLayout {
    /// Lays a board out in the upper left of `area`, as large as fits. With `values`, the values of its columns are to
    /// be shown below if there is a row for them, or a bar in its wood.
    ///
    /// `None` if the area is too small for the whole board.
    pub(crate) fn new(variant: Variant, look: &Look, area: Rect, values: bool) -> Option<Self> {
        let shape = variant.shape();
        let mut layout = forms(variant, look)
            .map(|form| form.with_room(shape, area.height, values))
            .map(|form| Self::whole(variant, form, area, values).trimmed())
            .find(|layout| layout.area.width <= area.width && layout.area.height <= area.height)?;
        // A row between the title and the wood.
        let spare = area.height - layout.area.height;
        if matches!(layout.form, Form::Letters(_)) && values && spare > 0 {
            layout.below = 1;
            layout.area.height += 1;
        }
        layout.area.y += match layout.form {
            Form::Crossings(_) if spare > 1 => 1,
            Form::Crossings(_) | Form::Holes { .. } | Form::Letters(_) => 0,
        };
        Some(layout)
    }

    /// The whole board in a form, in an area of any size.
    fn whole(variant: Variant, form: Form, area: Rect, values: bool) -> Self {
        let bar = match form {
            Form::Crossings(_) if values => BAR,
            Form::Holes { .. } | Form::Crossings(_) | Form::Letters(_) => 0,
        };
        Self {
            shape: variant.shape(),
            notation: variant.notation(),
            area,
            form,
            window: Window::whole(variant.shape()),
            below: 0,
            bar,
        }
    }

    /// Lays out all but a few rows of a board with drawn stones, around a cell.
    ///
    /// `None` if fewer than nine in ten have room.
    pub(crate) fn nearly_whole(
        variant: Variant,
        look: &Look,
        area: Rect,
        at: Square,
        values: bool,
    ) -> Option<Self> {
        let is_drawn = |form: &Form| matches!(form, Form::Crossings(tier) if !tier.is_character());
        let shape = variant.shape();
        forms(variant, look)
            .filter(is_drawn)
            .filter_map(|form| Self::whole(variant, form, area, values).around(at).ok())
            .find(|layout| {
                let window = layout.window;
                window.columns == shape.columns
                    && u16::from(window.rows) * 10 >= u16::from(shape.rows) * 9
            })
    }

    /// Lays out the part of a board around a cell, in its smallest form.
    ///
    /// # Errors
    ///
    /// The least columns and rows, if the area is too small even for a part.
    pub(crate) fn part(
        variant: Variant,
        look: &Look,
        area: Rect,
        at: Square,
    ) -> Result<Self, (u16, u16)> {
        let form = forms(variant, look)
            .last()
            .unwrap_or(Form::Letters(SMALLEST));
        Self::whole(variant, form, area, false).around(at)
    }

    /// The part around a cell that has room in the area.
    fn around(self, at: Square) -> Result<Self, (u16, u16)> {
        let mut layout = self;
        let Self {
            area, form, shape, ..
        } = self;
        let (left, top, right, bottom) = layout.margins();
        let (across, down) = layout.pitch();
        let least = (
            left + right + LEAST_PART * across,
            top + bottom + LEAST_PART * down,
        );
        if area.width < least.0 || area.height < least.1 {
            return Err(least);
        }
        let room = area.width - left - right;
        let columns = match form {
            // After the last crossing there is no line.
            Form::Crossings(_) => room.div_ceil(across),
            Form::Holes { .. } | Form::Letters(_) => room / across,
        };
        let room = area.height - top - bottom;
        let rows = match form {
            Form::Crossings(_) => room.div_ceil(down),
            Form::Holes { .. } | Form::Letters(_) => room / down,
        };
        layout.window = Window::around(shape, columns, rows, at);
        Ok(layout.trimmed())
    }

    /// The same layout with the area that it needs.
    fn trimmed(mut self) -> Self {
        let (left, top, right, bottom) = self.margins();
        let (columns, rows) = (u16::from(self.window.columns), u16::from(self.window.rows));
        let (width, height) = match self.form {
            Form::Holes { tier, .. } => (columns * tier.width, tier.rows(rows)),
            Form::Crossings(tier) => ((columns - 1) * tier.across + 1, (rows - 1) * tier.down + 1),
            Form::Letters(pitch) => (
                columns * pitch.0 + letters::line(pitch),
                rows * pitch.1 + letters::line(pitch),
            ),
        };
        self.area.width = left + width + right;
        self.area.height = top + height + bottom;
        self
    }

    /// The margins around the cells: left, above, right, below.
    fn margins(&self) -> (u16, u16, u16, u16) {
        match self.form {
            Form::Holes { tier, slot, feet } => {
                let base = if tier.is_character() { 2 } else { 1 };
                (1 + tier.rail, slot, tier.rail, base + feet)
            }
            Form::Crossings(tier) => (1 + tier.left, tier.top, tier.right + self.bar, tier.bottom),
            // The names of the columns are above.
            Form::Letters(_) => (letters::margin(self.notation), 1, 0, self.below),
        }
    }

    /// Columns and rows of the terminal from cell to cell.
    fn pitch(&self) -> (u16, u16) {
        match self.form {
            Form::Holes { tier, .. } => (tier.width, tier.halves.div_ceil(2)),
            Form::Crossings(tier) => (tier.across, tier.down),
            Form::Letters(pitch) => pitch,
        }
    }

    /// True where a position of the terminal belongs to the board.
    pub(crate) fn contains(&self, at: Position) -> bool {
        self.area.contains(at)
    }

    /// True where a cell is in the part of the board that is shown.
    pub(crate) fn shows(&self, square: Square) -> bool {
        let Window {
            column,
            from_top,
            columns,
            rows,
        } = self.window;
        let below_top = self.shape.rows.saturating_sub(square.row() + 1);
        (column..column + columns).contains(&square.column())
            && (from_top..from_top + rows).contains(&below_top)
    }

    /// The width of the board, in columns of the terminal.
    pub(crate) fn width(&self) -> u16 {
        self.area.width
    }

    /// The height of the board, in rows of the terminal.
    pub(crate) fn height(&self) -> u16 {
        self.area.height
    }

    /// The area of one column of a cell, times one row: a measure of the size of the drawing.
    pub(crate) fn size(&self) -> u16 {
        match self.form {
            Form::Holes { tier, .. } => tier.width * tier.halves,
            Form::Crossings(tier) => 2 * tier.across * tier.down,
            Form::Letters((across, down)) => 2 * across * down,
        }
    }

    /// The legend of the values below the columns, where they are shown in a form that needs one.
    pub(crate) fn legend(&self, game: &Game, values: &[ColumnValue]) -> Option<Id> {
        let width = self.values_width()?;
        crate::values::row(game, values, width).1
    }

    /// The columns of the terminal for the value of a column of the board; none where values are not shown.
    fn values_width(&self) -> Option<usize> {
        let width = match self.form {
            Form::Holes {
                tier, feet: 1.., ..
            } => tier.width,
            Form::Letters(pitch) if self.below > 0 => pitch.0,
            Form::Holes { .. } | Form::Crossings(_) | Form::Letters(_) => return None,
        };
        Some(usize::from(width))
    }

    /// True for a frame with holes, in any size.
    pub(crate) fn is_frame(&self) -> bool {
        matches!(self.form, Form::Holes { .. })
    }

    /// True where holes are round, and everywhere else that nothing is gained by a larger board.
    pub(crate) fn is_round(&self) -> bool {
        match self.form {
            Form::Holes { tier, .. } => tier.is_round(),
            Form::Crossings(_) | Form::Letters(_) => true,
        }
    }

    /// The upper left corner of the cells.
    fn origin(&self) -> Position {
        let (left, top, ..) = self.margins();
        Position::new(self.area.x + left, self.area.y + top)
    }

    /// The cell at a position, if there is one; a line between two cells belongs to the nearer one.
    pub(crate) fn cell_at(&self, at: Position) -> Option<Square> {
        if !self.area.contains(at) {
            return None;
        }
        let origin = self.origin();
        let (across, down) = self.pitch();
        let (column, from_top) = match self.form {
            Form::Holes { tier, .. } => {
                let below = at.y.checked_sub(origin.y)?;
                (at.x.checked_sub(origin.x)? / across, tier.hole_at(below))
            }
            Form::Crossings(_) => (
                (at.x + across / 2).checked_sub(origin.x)? / across,
                (at.y + down / 2).checked_sub(origin.y)? / down,
            ),
            Form::Letters(_) => (
                at.x.checked_sub(origin.x)? / across,
                at.y.checked_sub(origin.y)? / down,
            ),
        };
        let (column, from_top) = (u8::try_from(column).ok()?, u8::try_from(from_top).ok()?);
        if column >= self.window.columns || from_top >= self.window.rows {
            return None;
        }
        self.square(column, from_top)
    }

    /// The square of a cell of the window, counted from its upper left.
    fn square(&self, column: u8, from_top: u8) -> Option<Square> {
        let row = self
            .shape
            .rows
            .checked_sub(self.window.from_top + from_top + 1)?;
        Square::new(self.window.column + column, row).filter(|&square| self.shape.contains(square))
    }

    /// The cells of the window with their squares, row by row.
    fn squares(self) -> impl Iterator<Item = ((u16, u16), Square)> {
        let Window { columns, rows, .. } = self.window;
        (0..rows)
            .flat_map(move |from_top| (0..columns).map(move |column| (column, from_top)))
            .filter_map(move |(column, from_top)| {
                let square = self.square(column, from_top)?;
                Some(((u16::from(column), u16::from(from_top)), square))
            })
    }

    /// The edges at which the board goes on outside of the window: left, above, right, below.
    fn cut(&self) -> (bool, bool, bool, bool) {
        let window = self.window;
        (
            window.column > 0,
            window.from_top > 0,
            window.column + window.columns < self.shape.columns,
            window.from_top + window.rows < self.shape.rows,
        )
    }
}

/// One character and a gap: 20 x 20 cells fit a terminal of 80 x 24.
const SMALLEST: (u16, u16) = (2, 1);

/// Columns of the bar in the wood: between two of wood.
const BAR: u16 = 3;

/// Columns and rows of the smallest part that is of use.
const LEAST_PART: u16 = 3;

/// The forms of a board, the largest first.
fn forms(variant: Variant, look: &Look) -> Box<dyn Iterator<Item = Form>> {
    if look.glyphs.ascii {
        return Box::new(letters::TIERS.into_iter().map(Form::Letters));
    }
    match variant.family() {
        Family::Gravity => {
            let holes = frame_of_holes::tiers(look.depth()).map(|tier| Form::Holes {
                tier,
                slot: tier.slot,
                feet: 0,
            });
            Box::new(holes.chain([Form::Letters(SMALLEST)]))
        }
        Family::Free | Family::Renju => {
            let has_images = look.pictures().is_some();
            Box::new(crossing::TIERS.into_iter().map(move |tier| {
                let tier = if has_images { tier.for_images() } else { tier };
                Form::Crossings(tier)
            }))
        }
    }
}

impl Form {
    /// The form with as much around it as `height` has room for.
    fn with_room(self, shape: Shape, height: u16, values: bool) -> Self {
        match self {
            Self::Holes { tier, .. } => {
                let base = if tier.is_character() { 2 } else { 1 };
                let spare = height.saturating_sub(tier.rows(u16::from(shape.rows)) + base);
                // Feet are the first to go, unless values stand between them.
                let wanted = u16::from(values);
                let slot = tier
                    .slot
                    .min(spare.saturating_sub(wanted))
                    .max(tier.slot.min(1));
                let feet = spare.saturating_sub(slot).min(1);
                Self::Holes { tier, slot, feet }
            }
            Self::Crossings(_) | Self::Letters(_) => self,
        }
    }
}

/// The marks on a board.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks<'a> {
    /// Winning cells.
    pub(crate) line: &'a [Square],
    /// The cell of the last stone.
    pub(crate) last: Option<Square>,
    /// The cursor, and whose stone would be played there.
    pub(crate) cursor: Option<(Square, Side)>,
    /// The stone of a move that is chosen before its turn: it stands out where that of the cursor would.
    pub(crate) planned: Option<(Square, Side)>,
    /// Points that the side to move may not play.
    pub(crate) forbidden: &'a [ForbiddenPoint],
    /// A disc on its way down, with the picture of its fall.
    pub(crate) fall: Option<(Fall, u8)>,
    /// The values of the columns.
    pub(crate) values: Option<&'a [ColumnValue]>,
    /// The chance of the first colour to win, from 0 to 1, where it is to be seen beside the board.
    pub(crate) share: Option<f64>,
}

impl Marks<'_> {
    /// The mark on the stone of a square.
    fn on(&self, square: Square) -> Mark {
        if self.line.contains(&square) {
            Mark::Won
        } else if !self.line.is_empty() {
            Mark::Aside
        } else if self.last == Some(square) {
            Mark::Last
        } else {
            Mark::Plain
        }
    }

    /// The stone that is not played yet, and where it would lie.
    fn ghost(&self, game: &Game) -> Option<(Square, Side)> {
        let (square, side) = self.planned.or(self.cursor)?;
        Some((landing(game, square, side).ok()?, side))
    }

    fn is_forbidden(&self, square: Square) -> bool {
        self.forbidden.iter().any(|point| point.square == square)
    }
}

/// Where a stone of `side` comes to lie, also before its turn.
///
/// # Errors
///
/// The reason why it is illegal. What is forbidden to the side to move is not forbidden to the other.
pub(crate) fn landing(game: &Game, square: Square, side: Side) -> Result<Square, Illegal> {
    match game.landing(square) {
        Err(Illegal::Forbidden { square, .. }) if side != game.side_to_move() => Ok(square),
        landing => landing,
    }
}

/// Draws a position.
pub(crate) fn draw(
    game: &Game,
    layout: BoardLayout,
    marks: Marks<'_>,
    look: &Look,
    frame: &mut Frame<'_>,
) {
    let buffer = frame.buffer_mut();
    match layout.form {
        Form::Holes { tier, slot, feet } => {
            let place = gravity::Place { tier, slot, feet };
            gravity::draw(game, layout, place, marks, look, buffer);
            #[cfg(feature = "images")]
            picture::holes(game, layout, place, marks, look, buffer);
        }
        Form::Crossings(tier) => {
            #[cfg_attr(
                not(feature = "images"),
                expect(unused_variables, reason = "for its image")
            )]
            let board = crossings::draw(game, layout, tier, marks, look, buffer);
            #[cfg(feature = "images")]
            picture::crossings(&board, buffer);
        }
        Form::Letters(pitch) => letters::draw(game, layout, pitch, marks, look, buffer),
    }
    if let Some(share) = marks.share {
        bar(game, layout, share, look, buffer);
    }
    if let (Some(values), Some(width)) = (marks.values, layout.values_width()) {
        write_values(game, layout, (values, width), look, buffer);
    }
}

/// Writes a text into one row, over whatever is there, as far as the screen reaches.
fn write(buffer: &mut ratatui::buffer::Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (x, character) in (x..).zip(text.chars()) {
        put(buffer, x, y, character, style);
    }
}

/// Sets one character with exactly this style: what was there leaves no trace, such as a dim line under a bright disc.
fn put(buffer: &mut ratatui::buffer::Buffer, x: u16, y: u16, character: char, style: Style) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.reset();
        cell.set_char(character).set_style(style);
    }
}

/// Marks the edges at which the board goes on outside of its window.
fn arrows(layout: BoardLayout, look: &Look, style: Style, buffer: &mut ratatui::buffer::Buffer) {
    let (left, top, right, bottom) = layout.cut();
    let origin = layout.origin();
    let (_, above, _, below) = layout.margins();
    let (first, last) = (origin.y, layout.area.bottom() - below - 1);
    let middle = layout.area.y + above + (last - first) / 2;
    let [to_left, to_right, up, down] = if look.glyphs.ascii {
        ['<', '>', '^', 'v']
    } else {
        ['←', '→', '↑', '↓']
    };
    let (beside, beyond) = (origin.x - 1, layout.area.right() - 1);
    for (is_cut, x, y, glyph) in [
        (left, beside, middle, to_left),
        (right, beyond, middle, to_right),
        (top, beside, first, up),
        (bottom, beside, last, down),
    ] {
        if is_cut {
            put(buffer, x, y, glyph, style.bold());
        }
    }
}
