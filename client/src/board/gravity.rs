//! Boards where discs fall: a frame with round holes.
//!
//! A unit is as wide as a character and half as high, so that it is about square. The smallest unit of drawing is a
//! column of the board, from the slot above it to the last hole: it depends on few things, so that its characters are
//! computed once and then copied.

use protocol::side::Side;
use ratatui::style::Style;

use super::depth::Depth;
use super::fit::Samples;
use super::palette::Palette;
use super::role::{Role, Shade};

/// The measures of a board in one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tier {
    /// Columns of the terminal for a hole.
    pub(crate) width: u16,
    /// Half rows of the terminal for a hole.
    pub(crate) halves: u16,
    /// Radius of a disc in units; none where it is a square or a character.
    radius: Option<f32>,
    /// Rows above the frame, for the disc that waits.
    pub(crate) slot: u16,
    /// Columns of the frame left and right of the holes.
    pub(crate) rail: u16,
}

impl Tier {
    const fn round(size: u16, radius: f32, slot: u16) -> Self {
        Self {
            width: size,
            halves: size,
            radius: Some(radius),
            slot,
            rail: 2,
        }
    }

    const fn small(halves: u16, slot: u16) -> Self {
        Self {
            width: 3,
            halves,
            radius: None,
            slot,
            rail: 1,
        }
    }
}

/// Holes of two rows or more are round.
const ROUND: [Tier; 3] = [
    Tier::round(10, 4.3, 3),
    Tier::round(8, 3.42, 3),
    Tier::round(6, 2.55, 2),
];

/// One and a half rows: squares of two units. Only columns can be clicked, so the rows may share a character.
const SQUARE: Tier = Tier::small(3, 0);

/// One row, without colours: a character between two others.
const CHARACTER: Tier = Tier::small(2, 1);

/// The sizes that a terminal with this depth has, the largest first.
pub(crate) fn tiers(depth: Depth) -> impl Iterator<Item = Tier> {
    let smallest = match depth {
        Depth::Mono => CHARACTER,
        Depth::Sixteen | Depth::Indexed | Depth::True => SQUARE,
    };
    ROUND.into_iter().chain([smallest])
}

/// The content of a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Hole {
    /// Nothing.
    Empty,
    /// A disc.
    Disc(Side, Mark),
    /// Nothing yet: the disc in hand would come to lie here.
    Landing(Side),
}

/// The mark on a disc or stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mark {
    /// None.
    Plain,
    /// It was played last.
    Last,
    /// It belongs to a winning line.
    Won,
    /// It does not belong to the winning line that there is.
    Aside,
}

/// A column of the board: everything that its characters depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Column {
    /// Columns of the terminal, which name the size.
    width: u16,
    /// Rows above the frame that there is room for.
    slot: u16,
    /// True for the column in which the next disc would be dropped.
    pub(crate) lit: bool,
    /// The disc above it.
    pub(crate) waiting: Option<Side>,
    /// The holes from the top.
    pub(crate) holes: Vec<Hole>,
    /// A disc on its way down, and its centre's distance from the upper edge of the first hole, in hundredths of a
    /// unit.
    pub(crate) falling: Option<(Side, i32)>,
}

impl Column {
    pub(crate) fn new(tier: Tier, slot: u16, holes: Vec<Hole>) -> Self {
        Self {
            width: tier.width,
            slot,
            lit: false,
            waiting: None,
            holes,
            falling: None,
        }
    }

    /// Rows above the frame.
    #[cfg(feature = "images")]
    pub(super) fn slot(&self) -> u16 {
        self.slot
    }
}

impl Tier {
    /// Rows of the terminal for `holes` holes, one above the other.
    pub(crate) fn rows(self, holes: u16) -> u16 {
        (holes * self.halves).div_ceil(2)
    }

    /// The hole that has most of a row of the terminal, counted from the top.
    pub(crate) fn hole_at(self, row: u16) -> u16 {
        // The lower half row is nearer to the centre of a square.
        (2 * row + 1) / self.halves
    }

    /// True where discs are round.
    pub(crate) fn is_round(self) -> bool {
        self.radius.is_some()
    }

    /// True where the smallest characters are drawn, one for each hole.
    pub(crate) fn is_character(self) -> bool {
        self.radius.is_none() && self.halves == CHARACTER.halves
    }

    /// The centre of a hole below the first one's upper edge, in hundredths of a unit.
    pub(super) fn centre(self, from_top: u16) -> i32 {
        let below = match self.radius {
            Some(_) => i32::from(self.halves) * 50,
            None => 200,
        };
        i32::from(from_top * self.halves) * 100 + below
    }

    /// The centre of the disc that waits above the frame, likewise.
    pub(super) fn waiting_centre(self) -> i32 {
        self.radius
            .map_or(-100, |radius| (radius * -25.0).round() as i32)
    }
}

/// The characters of a column, row by row.
pub(super) fn characters(palette: &Palette, tier: Tier, column: &Column) -> Vec<(char, Style)> {
    let rows = column.slot + tier.rows(column.holes.len() as u16);
    let painter = Painter {
        depth: palette.depth(),
        has_groove: tier.width >= 8 || palette.theme().has_groove(),
        needs_rim: palette.needs_slot_rim(),
        tier,
        column,
    };
    // A seventh of a cell: less is a speck beside a disc.
    let least = 18;
    let mut characters = Vec::with_capacity(usize::from(rows * tier.width));
    for row in 0..rows {
        for x in 0..tier.width {
            let mut samples = Samples::take(|across, down| {
                let y = 2.0 * (f32::from(row) + down) - 2.0 * f32::from(column.slot);
                painter.role(f32::from(x) + across, y)
            });
            samples.drop_specks(least);
            characters.push(palette.draw(&samples, tier.radius.is_some(), false));
        }
    }
    characters
}

/// The roles of the samples of a column; y grows downwards from the upper edge of the first hole.
struct Painter<'a> {
    depth: Depth,
    has_groove: bool,
    needs_rim: bool,
    tier: Tier,
    column: &'a Column,
}

impl Painter<'_> {
    fn role(&self, x: f32, y: f32) -> Role {
        let role = self.at_rest(x, y);
        let Some((side, centre)) = self.column.falling else {
            return role;
        };
        // The disc is behind the frame: it is seen through holes, and above.
        let is_behind = matches!(role, Role::Hole { .. }) || y < 0.0;
        let below = y - centre as f32 / 100.0;
        let across = x - f32::from(self.tier.width) / 2.0;
        let is_inside = match self.tier.radius {
            Some(radius) => across.hypot(below) <= radius,
            None => across.abs() <= 1.0 && below.abs() <= 1.0,
        };
        if is_behind && is_inside {
            return match (self.tier.radius, y < 0.0) {
                (Some(_), false) => self.disc(side, Mark::Plain, across, below),
                _ => Role::Disc(side, Shade::Plain),
            };
        }
        role
    }

    fn at_rest(&self, x: f32, y: f32) -> Role {
        let across = x - f32::from(self.tier.width) / 2.0;
        if y < 0.0 {
            return self.above(across, y);
        }
        let pitch = f32::from(self.tier.halves);
        let index = (y / pitch) as usize;
        let Some(&hole) = self.column.holes.get(index) else {
            // Half a row is left where the number of rows is odd.
            return Role::Base {
                lit: self.column.lit,
            };
        };
        let inside = y - index as f32 * pitch;
        if self.tier.radius.is_some() {
            self.round(hole, across, inside - pitch / 2.0)
        } else {
            self.square(hole, x, inside)
        }
    }

    /// The disc in hand, cut at the frame's edge.
    fn above(&self, across: f32, y: f32) -> Role {
        let (Some(side), Some(radius)) = (self.column.waiting, self.tier.radius) else {
            return Role::Ground;
        };
        let below = y - self.tier.waiting_centre() as f32 / 100.0;
        let distance = across.hypot(below);
        if distance > radius {
            return Role::Ground;
        }
        if self.needs_rim && side == Side::Second && distance > radius - 0.6 {
            return Role::SlotRim;
        }
        self.disc(side, Mark::Plain, across, below)
    }

    fn frame(&self) -> Role {
        match self.depth {
            Depth::Mono => Role::Ground,
            Depth::Sixteen | Depth::Indexed | Depth::True => Role::Frame {
                lit: self.column.lit,
            },
        }
    }

    fn hole(&self) -> Role {
        match self.depth {
            Depth::Mono => Role::Ground,
            Depth::Sixteen | Depth::Indexed | Depth::True => Role::Hole {
                lit: self.column.lit,
            },
        }
    }

    /// A round hole, from its centre.
    fn round(&self, hole: Hole, across: f32, below: f32) -> Role {
        let radius = self.tier.radius.unwrap_or_default();
        let distance = across.hypot(below);
        if let Hole::Disc(_, Mark::Won) = hole {
            return self.won(hole, across, below);
        }
        if distance > radius {
            return self.frame();
        }
        match hole {
            Hole::Empty => self.hole(),
            Hole::Disc(side, mark) => self.disc(side, mark, across, below),
            Hole::Landing(side) => {
                let scale = (radius / 2.55).round();
                let (x, y) = (across.abs() / scale, below.abs() / scale);
                let corner = |part: f32| (1.0..2.0).contains(&part);
                let is_drawn = match self.depth {
                    Depth::Mono => corner(x) && corner(y),
                    Depth::Sixteen => x <= 1.0 && y <= 1.0,
                    Depth::Indexed | Depth::True => distance > radius - 1.0,
                };
                match self.depth {
                    Depth::Mono if is_drawn => Role::Ink,
                    _ if is_drawn => Role::Disc(side, Shade::Plain),
                    _ => self.hole(),
                }
            }
        }
    }

    /// A disc of a winning line has a rim up to the edges of its tile; without colours it is turned inside out.
    fn won(&self, hole: Hole, across: f32, below: f32) -> Role {
        let Hole::Disc(side, _) = hole else {
            return self.hole();
        };
        let radius = self.tier.radius.unwrap_or_default();
        let distance = across.hypot(below);
        if self.depth == Depth::Mono {
            let plain = if distance > radius {
                Role::Ground
            } else {
                self.disc(side, Mark::Plain, across, below)
            };
            return match plain {
                Role::Ink => Role::Ground,
                _ => Role::Ink,
            };
        }
        if distance <= radius * 0.86 {
            self.disc(side, Mark::Plain, across, below)
        } else if distance <= f32::from(self.tier.width) / 2.0 {
            Role::WinRim
        } else {
            self.frame()
        }
    }

    /// A sample of a disc, from its centre.
    fn disc(&self, side: Side, mark: Mark, across: f32, below: f32) -> Role {
        let radius = self.tier.radius.unwrap_or(1.0);
        let distance = across.hypot(below);
        let is_centre = across.abs() <= 1.0 && below.abs() <= 1.0;
        match (self.depth, side, mark) {
            (Depth::Mono, ..) => self.without_colours(side, mark, across, below),
            (_, _, Mark::Last) if is_centre => Role::LastMark(side),
            // Sixteen colours may look alike: the second side's disc is a ring.
            (Depth::Sixteen, Side::Second, _) if is_centre => Role::Hole { lit: false },
            (_, _, Mark::Aside) => Role::Disc(side, Shade::Dim),
            (Depth::Sixteen, ..) => Role::Disc(side, Shade::Plain),
            _ => {
                let is_groove = (0.46..0.64).contains(&(distance / radius));
                if side == Side::Second && self.has_groove && is_groove {
                    return Role::Disc(side, Shade::Groove);
                }
                if self.depth == Depth::Indexed {
                    return Role::Disc(side, Shade::Plain);
                }
                self.lit_from_above(side, across, below)
            }
        }
    }

    /// Depth: the lower rim is darker, and where there is room the upper left one lighter.
    fn lit_from_above(&self, side: Side, across: f32, below: f32) -> Role {
        let radius = self.tier.radius.unwrap_or(1.0);
        let is_large = self.tier.width >= 8;
        let lune = radius * if is_large { 0.17 } else { 0.24 };
        if across.hypot(below + lune) > radius {
            return Role::Disc(side, Shade::Dark);
        }
        let light = radius * 0.14;
        if is_large && (across - light).hypot(below - light) > radius {
            return Role::Disc(side, Shade::Light);
        }
        Role::Disc(side, Shade::Plain)
    }

    /// A solid disc or a ring.
    fn without_colours(&self, side: Side, mark: Mark, across: f32, below: f32) -> Role {
        let radius = self.tier.radius.unwrap_or(1.0);
        let is_last = mark == Mark::Last;
        let is_ink = match side {
            Side::First => !(is_last && across.abs() <= 1.0 && below.abs() <= 1.0),
            Side::Second => {
                let half = if self.tier.width >= 8 { 1.0 } else { 0.5 };
                let is_dot = across.abs() <= half && below.abs() <= 1.0;
                across.hypot(below) > radius - 1.1 || is_last && is_dot
            }
        };
        if is_ink { Role::Ink } else { Role::Ground }
    }

    /// A square hole, from the upper left of its tile: two units each way, below the first half row.
    fn square(&self, hole: Hole, x: f32, y: f32) -> Role {
        if !(0.5..2.5).contains(&x) || y < 1.0 {
            return self.frame();
        }
        let is_middle = (1.0..2.0).contains(&x);
        let is_upper = y < 2.0;
        match hole {
            Hole::Empty => self.hole(),
            Hole::Landing(side) if self.depth == Depth::Sixteen => {
                if is_middle {
                    Role::Disc(side, Shade::Plain)
                } else {
                    self.hole()
                }
            }
            Hole::Landing(side) => Role::Disc(side, Shade::Ghost),
            Hole::Disc(_, Mark::Won) if is_middle => Role::WinRim,
            Hole::Disc(side, Mark::Last) if is_middle && !is_upper => Role::LastMark(side),
            // The second side's disc has a notch where colours cannot be relied on.
            Hole::Disc(Side::Second, _)
                if is_middle && is_upper && self.depth == Depth::Sixteen =>
            {
                Role::Hole { lit: false }
            }
            Hole::Disc(side, Mark::Aside) => Role::Disc(side, Shade::Dim),
            Hole::Disc(side, _) => Role::Disc(side, Shade::Plain),
        }
    }
}
