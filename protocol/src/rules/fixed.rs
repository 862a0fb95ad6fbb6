//! The variants with a board of their own: one row each.

use super::family::Family;
use super::overline::Overline;
use super::shape::Shape;

/// A variant that is known by its name.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct FixedVariant {
    /// The name on the command line and on the wire: small letters, digits and hyphens.
    pub(super) name: &'static str,
    /// The name that is shown to people.
    pub(super) title: &'static str,
    pub(super) shape: Shape,
    pub(super) family: Family,
    pub(super) overline: Overline,
}

/// Every such variant, in the order in which they are shown to people.
pub(super) static FIXED: &[FixedVariant] = &[
    FixedVariant {
        name: "connect-four",
        title: "Connect Four",
        shape: Shape {
            columns: 7,
            rows: 6,
            in_row: 4,
        },
        family: Family::Gravity,
        overline: Overline::Wins,
    },
    FixedVariant {
        name: "connect-four-7x7",
        title: "Connect Four 7 x 7",
        shape: Shape {
            columns: 7,
            rows: 7,
            in_row: 4,
        },
        family: Family::Gravity,
        overline: Overline::Wins,
    },
    FixedVariant {
        name: "gomoku",
        title: "Gomoku 20 x 20",
        shape: Shape {
            columns: 20,
            rows: 20,
            in_row: 5,
        },
        family: Family::Free,
        overline: Overline::Wins,
    },
    FixedVariant {
        name: "gomoku-15",
        title: "Gomoku 15 x 15",
        shape: Shape {
            columns: 15,
            rows: 15,
            in_row: 5,
        },
        family: Family::Free,
        overline: Overline::Wins,
    },
    FixedVariant {
        name: "gomoku-standard",
        title: "Gomoku 15 x 15, exactly five",
        shape: Shape {
            columns: 15,
            rows: 15,
            in_row: 5,
        },
        family: Family::Free,
        overline: Overline::DoesNotWin,
    },
    FixedVariant {
        name: "renju",
        title: "Renju",
        shape: Shape {
            columns: 15,
            rows: 15,
            in_row: 5,
        },
        family: Family::Renju,
        // Of white; to black the family forbids it.
        overline: Overline::Wins,
    },
];
