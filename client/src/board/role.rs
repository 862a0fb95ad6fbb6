//! Roles of samples: what a place of a picture is, whatever its colour.

use protocol::side::Side;

/// A part of a picture; what colour it has is the palette's business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// The terminal's own background.
    Ground,
    /// The terminal's own text.
    Ink,
    /// The slab in which the holes are.
    Frame { lit: bool },
    /// The strip below the columns.
    Base { lit: bool },
    /// A hole without a disc.
    Hole { lit: bool },
    /// A disc.
    Disc(Side, Shade),
    /// The mark on the disc that was played last.
    LastMark(Side),
    /// The rim around a disc of a winning line.
    WinRim,
    /// The rim of a disc above the frame, where the ground is as bright as the disc.
    SlotRim,
    /// The ground of a board with crossings.
    Wood,
    /// A stone.
    Stone(Side, Shade),
}

/// A shade of a disc or stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shade {
    /// Its own colour.
    Plain,
    /// Its lower rim.
    Dark,
    /// Its upper left rim.
    Light,
    /// The groove of a coin.
    Groove,
    /// Beside a winning line.
    Dim,
    /// Where it would come to lie.
    Ghost,
}
