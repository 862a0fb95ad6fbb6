//! Boards with stones on the crossings of lines.
//!
//! A crossing is the middle of a character, so that lines are the thin ones of the font. A character shows parts of at
//! most four stones: those of the crossings around it.

use protocol::side::Side;
use ratatui::style::Style;

use super::depth::Depth;
use super::fit::Samples;
use super::palette::Palette;
use super::role::{Role, Shade};

/// The measures of a board in one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tier {
    /// Columns of the terminal from crossing to crossing.
    pub(crate) across: u16,
    /// Rows of the terminal from crossing to crossing.
    pub(crate) down: u16,
    /// Radius of a stone in half rows; none where it is a character.
    radius: Option<f32>,
    /// Columns left of the first crossing.
    pub(crate) left: u16,
    /// Columns right of the last one.
    pub(crate) right: u16,
    /// Rows above the uppermost one.
    pub(crate) top: u16,
    /// Rows below the lowest one, the names of the columns among them.
    pub(crate) bottom: u16,
}

/// The sizes, the largest first.
pub(crate) const TIERS: [Tier; 3] = [Tier::drawn(3, 2.8), Tier::drawn(2, 1.88), CHARACTER];

/// Stones are characters of the font.
const CHARACTER: Tier = Tier {
    across: 2,
    down: 1,
    radius: None,
    left: 4,
    right: 1,
    top: 0,
    bottom: 1,
};

impl Tier {
    const fn drawn(down: u16, radius: f32) -> Self {
        Self {
            across: 2 * down,
            down,
            radius: Some(radius),
            left: 5,
            right: 3,
            top: 1,
            bottom: 1,
        }
    }

    /// The same size with a row more below, which the lowest stones of an image reach into.
    pub(crate) fn for_images(self) -> Self {
        let bottom = self.bottom + self.down / 2;
        Self { bottom, ..self }
    }

    /// True where stones are characters.
    pub(crate) fn is_character(self) -> bool {
        self.radius.is_none()
    }
}

/// The stone on a crossing, as far as its drawing goes.
pub(crate) type Stone = Option<(Side, Look)>;

/// The look of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Look {
    /// Its own colour.
    Plain,
    /// Beside a winning line.
    Aside,
    /// Not played yet.
    Ghost,
}

/// A character of the board: everything that its drawing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    /// Columns between crossings, which name the size.
    pub(crate) across: u16,
    /// Columns from the crossing on its left.
    pub(crate) x: u16,
    /// Rows from the crossing above.
    pub(crate) y: u16,
    /// The stones around: upper left, upper right, lower left, lower right.
    pub(crate) stones: [Stone; 4],
}

/// The character of a cell with a part of a stone in it; `None` where the lines are seen.
pub(super) fn character(palette: &Palette, tier: Tier, cell: &Cell) -> Option<(char, Style)> {
    let painter = Painter {
        depth: palette.depth(),
        radius: tier.radius?,
    };
    if cell.stones == [None; 4] {
        return None;
    }
    let mut samples = Samples::take(|across, down| {
        let x = f32::from(cell.x) + across - 0.5;
        let y = 2.0 * (f32::from(cell.y) + down - 0.5);
        let (width, height) = (f32::from(tier.across), 2.0 * f32::from(tier.down));
        let places = [(0.0, 0.0), (width, 0.0), (0.0, height), (width, height)];
        let of =
            |(stone, (left, top)): (Stone, (f32, f32))| painter.stone(stone?, x - left, y - top);
        let mut found = cell.stones.into_iter().zip(places).filter_map(of);
        found.next().unwrap_or(painter.board())
    });
    // A fourteenth of a cell.
    samples.drop_specks(9);
    let board = painter.board();
    if samples.roles() == [(board, u128::MAX)] && !is_inside(tier, cell) {
        return None;
    }
    Some(palette.draw(&samples, false, true))
}

/// True where a ring's inside must not show lines: within one character of the crossing of a stone.
fn is_inside(tier: Tier, cell: &Cell) -> bool {
    let (across, down) = (
        cell.x.min(tier.across - cell.x),
        cell.y.min(tier.down - cell.y),
    );
    across <= 1 && down == 0
}

/// The roles of the samples around a stone.
struct Painter {
    depth: Depth,
    radius: f32,
}

/// Thickness of a ring in half rows.
const RING: f32 = 0.62;

impl Painter {
    /// True where sixteen colours or none leave the ground to the terminal.
    fn is_printed(&self) -> bool {
        matches!(self.depth, Depth::Mono | Depth::Sixteen)
    }

    fn is_large(&self) -> bool {
        self.radius > 2.0
    }

    fn board(&self) -> Role {
        if self.is_printed() {
            Role::Ground
        } else {
            Role::Wood
        }
    }

    /// The role of a sample with this distance from a stone's centre; `None` outside of the stone.
    fn stone(&self, (side, look): (Side, Look), x: f32, y: f32) -> Option<Role> {
        // The coarser the cells, the squarer a stone must be to look round.
        let power = if self.is_large() { 2.2 } else { 2.6 };
        let inside = |radius: f32| squircle(x, y, power) <= radius;
        if !inside(self.radius) {
            return None;
        }
        if self.is_printed() {
            let is_ring = !inside(self.radius - RING);
            let is_ink = match (side, look) {
                // A ring cut in four.
                (_, Look::Ghost) => is_ring && x.abs() > 0.55 && y.abs() > 0.55,
                (Side::First, _) => true,
                (Side::Second, _) => is_ring,
            };
            return Some(if is_ink { Role::Ink } else { Role::Ground });
        }
        let shade = match look {
            Look::Plain => Shade::Plain,
            Look::Aside => Shade::Dim,
            Look::Ghost => Shade::Ghost,
        };
        // A light on a black stone, where it is large.
        let light = (x + self.radius * 0.36).hypot(y + self.radius * 0.36) < self.radius * 0.26;
        let is_lit = self.is_large() && self.depth == Depth::True && light;
        Some(match (side, shade) {
            (Side::First, Shade::Plain) if is_lit => Role::Stone(side, Shade::Light),
            _ => Role::Stone(side, shade),
        })
    }
}

/// Distance from the centre as a rounded square has it: a circle with a power of two.
fn squircle(x: f32, y: f32, power: f32) -> f32 {
    (x.abs().powf(power) + y.abs().powf(power)).powf(power.recip())
}

/// The crossings with a star point on a board of this size.
pub(crate) fn is_star(columns: u8, rows: u8, column: u8, row: u8) -> bool {
    let lines = |size: u8| -> [Option<u8>; 3] {
        let middle = (size % 2 == 1).then_some(size / 2);
        match size {
            // 20: three on each line, though none is in the middle.
            20 => [Some(4), Some(9), Some(15)],
            13.. => [Some(3), middle, Some(size - 4)],
            9..=12 => [Some(2), middle, Some(size - 3)],
            _ => [None, middle, None],
        }
    };
    let (across, down) = (lines(columns), lines(rows));
    let is = |lines: &[Option<u8>; 3], at: u8| lines.iter().position(|line| *line == Some(at));
    let (Some(x), Some(y)) = (is(&across, column), is(&down, row)) else {
        return false;
    };
    // Four and the centre; nine from 19 on.
    (x == 1) == (y == 1) || columns.min(rows) >= 19
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_points_are_where_players_look_for_them() {
        let stars = |columns: u8, rows: u8| -> Vec<(u8, u8)> {
            let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
            all.filter(|&(column, row)| is_star(columns, rows, column, row))
                .collect()
        };
        assert_eq!(stars(15, 15), [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)]);
        assert_eq!(stars(20, 20).len(), 9);
        assert!(stars(20, 20).contains(&(4, 15)));
        assert_eq!(stars(19, 19).len(), 9);
        assert_eq!(stars(3, 3), [(1, 1)]);
        assert_eq!(stars(4, 4), []);
    }
}
