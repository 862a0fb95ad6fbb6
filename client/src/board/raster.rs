//! Boards as images: what the characters of `gravity` and `crossings` show, with round edges.
//!
//! An image covers whole cells of the terminal, and every hole and crossing has its centre where that of the
//! characters is, so that the same layout serves the mouse.

use image::RgbaImage;
use protocol::side::Side;
use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::colour::Rgb;
use super::crossings::{self, Stone};
use super::graphics::CellSize;
use super::gravity::{Column, Hole, Mark, Tier};
use super::palette::Palette;
use super::role::{Role, Shade};
use super::theme::Part;

/// Radius of a disc in its tile, whose shorter side is 1.
const DISC: f32 = 0.43;

/// Radius of a stone, where neighbours are at a distance of 1.
const STONE: f32 = 0.47;

/// Draws a column of a board with holes, from the slot above it to the last hole.
pub(super) fn column(
    palette: &Palette,
    tier: Tier,
    column: &Column,
    cell: CellSize,
) -> Option<RgbaImage> {
    let holes = column.holes.len() as u16;
    let rows = column.slot() + tier.rows(holes);
    let mut canvas = Canvas::new(palette, (tier.width, rows), cell)?;
    let half = f32::from(cell.1) / 2.0;
    let (width, pitch) = (canvas.width(), f32::from(tier.halves) * half);
    let (middle, top) = (width / 2.0, f32::from(column.slot()) * f32::from(cell.1));
    let radius = DISC * width.min(pitch);
    // Distances in hundredths of a half row, in pixels.
    let below_top = |hundredths: i32| top + hundredths as f32 / 100.0 * half;
    if let Some(side) = column.waiting {
        canvas.disc(
            side,
            Shade::Plain,
            middle,
            below_top(tier.waiting_centre()),
            radius,
        );
    }
    let hole = Role::Hole { lit: column.lit };
    canvas.rect((0.0, top, width, canvas.height() - top), hole);
    if let Some((side, centre)) = column.falling {
        canvas.disc(side, Shade::Plain, middle, below_top(centre), radius);
    }
    let centres: Vec<f32> = (0..holes)
        .map(|index| top + (f32::from(index) + 0.5) * pitch)
        .collect();
    for (&hole, &y) in column.holes.iter().zip(&centres) {
        canvas.hole(hole, middle, y, radius);
    }
    let mut frame = PathBuilder::new();
    frame.push_rect(Rect::from_ltrb(0.0, top, width, canvas.height())?);
    for &y in &centres {
        frame.push_circle(middle, y, radius);
    }
    canvas.fill(frame.finish(), Role::Frame { lit: column.lit });
    for (&hole, &y) in column.holes.iter().zip(&centres) {
        if let Hole::Disc(side, Mark::Won) = hole {
            canvas.circle(middle, y, width.min(pitch) * 0.49, Role::WinRim);
            canvas.disc(side, Shade::Plain, middle, y, radius * 0.86);
        }
    }
    canvas.finish()
}

/// A whole board with crossings: everything that its image shows.
#[derive(Clone, Debug)]
pub(crate) struct Crossings {
    /// The measures in columns and rows of the terminal.
    pub(crate) tier: crossings::Tier,
    /// The stones row by row from the upper left, with their marks.
    pub(crate) stones: Vec<(Stone, Mark)>,
    /// Columns and rows of the board.
    pub(crate) size: (u16, u16),
    /// The crossing of the cursor, counted from the upper left like those that follow.
    pub(crate) cursor: Option<(u16, u16)>,
    /// Points that may not be played.
    pub(crate) forbidden: Vec<(u16, u16)>,
    /// Star points.
    pub(crate) stars: Vec<(u16, u16)>,
}

impl Crossings {
    /// Cells of the terminal around the outermost crossings: left and right, above and below.
    pub(crate) fn reach(tier: crossings::Tier) -> (u16, u16) {
        (tier.across / 2, tier.down / 2)
    }

    /// Columns and rows of the terminal that the image covers.
    pub(crate) fn cells(&self) -> (u16, u16) {
        let (around, above) = Self::reach(self.tier);
        (
            (self.size.0 - 1) * self.tier.across + 1 + 2 * around,
            (self.size.1 - 1) * self.tier.down + 1 + 2 * above,
        )
    }
}

/// Draws a board with crossings.
pub(super) fn crossings(palette: &Palette, board: &Crossings, cell: CellSize) -> Option<RgbaImage> {
    let mut canvas = Canvas::new(palette, board.cells(), cell)?;
    let (across, down) = (
        f32::from(board.tier.across) * f32::from(cell.0),
        f32::from(board.tier.down) * f32::from(cell.1),
    );
    let (around, above) = Crossings::reach(board.tier);
    let at = |(column, row): (u16, u16)| {
        let x = (f32::from(around) + 0.5) * f32::from(cell.0) + f32::from(column) * across;
        let y = (f32::from(above) + 0.5) * f32::from(cell.1) + f32::from(row) * down;
        (x, y)
    };
    let pitch = across.min(down);
    let radius = STONE * pitch;
    canvas.rect((0.0, 0.0, canvas.width(), canvas.height()), Role::Wood);
    let line = canvas.part(Part::Line);
    let thin = (pitch / 24.0).max(1.0);
    let (last_column, last_row) = (board.size.0 - 1, board.size.1 - 1);
    for column in 0..board.size.0 {
        canvas.stroke(&[at((column, 0)), at((column, last_row))], thin, line);
    }
    for row in 0..board.size.1 {
        canvas.stroke(&[at((0, row)), at((last_column, row))], thin, line);
    }
    for &star in &board.stars {
        let (x, y) = at(star);
        canvas.dot(x, y, (pitch * 0.09).max(2.0), line);
    }
    for (index, &(stone, mark)) in (0..).zip(&board.stones) {
        let (x, y) = at((index % board.size.0, index / board.size.0));
        if let Some(stone) = stone {
            canvas.stone(stone, mark, x, y, radius);
        }
    }
    let arm = radius * 0.45;
    let forbidden = canvas.part(Part::Forbidden);
    for &point in &board.forbidden {
        let (x, y) = at(point);
        canvas.stroke(
            &[(x - arm, y - arm), (x + arm, y + arm)],
            thin * 2.5,
            forbidden,
        );
        canvas.stroke(
            &[(x - arm, y + arm), (x + arm, y - arm)],
            thin * 2.5,
            forbidden,
        );
    }
    if let Some(cursor) = board.cursor {
        let ((x, y), colour) = (at(cursor), canvas.part(Part::Cursor));
        let (far, near) = (pitch * 0.48, pitch * 0.26);
        for (right, below) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let corner = [
                (x + right * near, y + below * far),
                (x + right * far, y + below * far),
                (x + right * far, y + below * near),
            ];
            canvas.stroke(&corner, thin * 2.0, colour);
        }
    }
    canvas.finish()
}

/// An image that is being drawn.
struct Canvas<'a> {
    palette: &'a Palette,
    pixels: Pixmap,
}

impl<'a> Canvas<'a> {
    /// Creates an image of these columns and rows; `None` where it would have no pixels.
    fn new(palette: &'a Palette, (columns, rows): (u16, u16), cell: CellSize) -> Option<Self> {
        let (width, height) = (
            u32::from(columns) * u32::from(cell.0),
            u32::from(rows) * u32::from(cell.1),
        );
        let pixels = Pixmap::new(width, height)?;
        Some(Self { palette, pixels })
    }

    fn width(&self) -> f32 {
        self.pixels.width() as f32
    }

    fn height(&self) -> f32 {
        self.pixels.height() as f32
    }

    fn finish(self) -> Option<RgbaImage> {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        RgbaImage::from_raw(width, height, self.pixels.take_demultiplied())
    }

    fn part(&self, part: Part) -> Rgb {
        self.palette.of_part(part)
    }

    /// The colour of a role; the terminal's own have none, and are left as they are.
    fn role(&self, role: Role) -> Option<Rgb> {
        self.palette.rgb(role)
    }

    fn rect(&mut self, (x, y, width, height): (f32, f32, f32, f32), role: Role) {
        let path = Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect);
        self.fill(path, role);
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32, role: Role) {
        self.fill(PathBuilder::from_circle(x, y, radius), role);
    }

    fn dot(&mut self, x: f32, y: f32, radius: f32, colour: Rgb) {
        self.fill_with(PathBuilder::from_circle(x, y, radius), colour);
    }

    fn fill(&mut self, path: Option<Path>, role: Role) {
        if let Some(colour) = self.role(role) {
            self.fill_with(path, colour);
        }
    }

    fn fill_with(&mut self, path: Option<Path>, colour: Rgb) {
        if let Some(path) = path {
            let rule = FillRule::EvenOdd;
            self.pixels
                .fill_path(&path, &paint(colour), rule, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, points: &[(f32, f32)], width: f32, colour: Rgb) {
        let mut path = PathBuilder::new();
        for (index, &(x, y)) in points.iter().enumerate() {
            if index == 0 {
                path.move_to(x, y);
            } else {
                path.line_to(x, y);
            }
        }
        self.stroke_path(path.finish(), width, colour);
    }

    fn ring(&mut self, x: f32, y: f32, radius: f32, width: f32, colour: Rgb) {
        self.stroke_path(PathBuilder::from_circle(x, y, radius), width, colour);
    }

    fn stroke_path(&mut self, path: Option<Path>, width: f32, colour: Rgb) {
        if let Some(path) = path {
            let stroke = Stroke {
                width,
                ..Stroke::default()
            };
            self.pixels
                .stroke_path(&path, &paint(colour), &stroke, Transform::identity(), None);
        }
    }

    /// A disc with a darker lower rim, and the groove of a coin on the second side's.
    fn disc(&mut self, side: Side, shade: Shade, x: f32, y: f32, radius: f32) {
        if shade != Shade::Plain {
            self.circle(x, y, radius, Role::Disc(side, shade));
            return;
        }
        self.circle(x, y, radius, Role::Disc(side, Shade::Dark));
        self.circle(
            x,
            y - radius * 0.06,
            radius * 0.94,
            Role::Disc(side, Shade::Plain),
        );
        if let (Side::Second, Some(groove)) = (side, self.role(Role::Disc(side, Shade::Groove))) {
            self.ring(x, y, radius * 0.56, radius * 0.12, groove);
        }
    }

    fn hole(&mut self, hole: Hole, x: f32, y: f32, radius: f32) {
        match hole {
            // The winning ones lie over the frame.
            Hole::Empty | Hole::Disc(_, Mark::Won) => {}
            Hole::Disc(side, Mark::Aside) => self.disc(side, Shade::Dim, x, y, radius),
            Hole::Disc(side, mark) => {
                self.disc(side, Shade::Plain, x, y, radius);
                if mark == Mark::Last {
                    self.circle(x, y, radius * 0.3, Role::LastMark(side));
                }
            }
            Hole::Landing(side) => {
                if let Some(colour) = self.role(Role::Disc(side, Shade::Plain)) {
                    self.ring(x, y, radius * 0.86, radius * 0.2, colour);
                }
            }
        }
    }

    fn stone(
        &mut self,
        (side, look): (Side, crossings::Look),
        mark: Mark,
        x: f32,
        y: f32,
        radius: f32,
    ) {
        let shade = match look {
            crossings::Look::Plain => Shade::Plain,
            crossings::Look::Aside => Shade::Dim,
            crossings::Look::Ghost => Shade::Ghost,
        };
        self.circle(x, y, radius, Role::Stone(side, shade));
        if shade != Shade::Plain {
            return;
        }
        let rim = match side {
            Side::First => self.role(Role::Stone(side, Shade::Light)),
            Side::Second => Some(self.part(Part::White).mix(self.part(Part::Line), 0.45)),
        };
        if let Some(rim) = rim {
            let width = (radius * 0.09).max(1.0);
            self.ring(x, y, radius - width / 2.0, width, rim);
        }
        if side == Side::First {
            let (x, y) = (x - radius * 0.36, y - radius * 0.36);
            self.circle(x, y, radius * 0.2, Role::Stone(side, Shade::Light));
        }
        let (last, win) = match side {
            Side::First => (Part::BlackMark, Part::BlackWin),
            Side::Second => (Part::WhiteMark, Part::WhiteWin),
        };
        match mark {
            Mark::Last => self.dot(x, y, radius * 0.32, self.part(last)),
            Mark::Won => {
                let mut diamond = PathBuilder::new();
                let arm = radius * 0.55;
                diamond.move_to(x, y - arm);
                diamond.line_to(x + arm, y);
                diamond.line_to(x, y + arm);
                diamond.line_to(x - arm, y);
                diamond.close();
                self.fill_with(diamond.finish(), self.part(win));
            }
            Mark::Plain | Mark::Aside => {}
        }
    }
}

fn paint(Rgb([red, green, blue]): Rgb) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(red, green, blue, 0xFF));
    paint
}

#[cfg(test)]
mod tests;
