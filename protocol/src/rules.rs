//! The variants: board, number in a row, and whether discs fall.
//!
//! A variant is one file below `rules/` and one line in [`ALL`]. Nothing here is hot: the engines keep
//! fast boards of their own, cross-checked against [`Game`](crate::game::Game).

mod connect_four;
mod connect_four_7x7;
mod custom;
mod gomoku;
mod gomoku_15;
mod gomoku_standard;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::square::Square;
use crate::wire::travels_as_text;

/// Every variant, in the order in which they are shown to people.
pub static ALL: &[&dyn Rules] = &[
    &connect_four::ConnectFour,
    &connect_four_7x7::ConnectFour7x7,
    &gomoku::Gomoku,
    &gomoku_15::Gomoku15,
    &gomoku_standard::GomokuStandard,
    &custom::Custom,
];

/// The rules of one variant.
pub trait Rules: fmt::Debug + Sync {
    /// The name on the command line and on the wire: small letters, digits and hyphens.
    fn name(&self) -> &'static str;

    /// The name that is shown to people.
    fn title(&self) -> &'static str;

    /// The board, or nothing where the creator of the room chooses it.
    fn shape(&self) -> Option<Shape>;

    /// Returns `true` if a straight run of exactly `run` equal stones wins where `in_row` are asked for.
    fn wins(&self, run: u8, in_row: u8) -> bool {
        run >= in_row
    }
}

/// A board, and the length of the row that wins on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Columns, 3 to 20.
    pub columns: u8,
    /// Rows, 3 to 20.
    pub rows: u8,
    /// Stones in a row that win, 3 to 10.
    pub in_row: u8,
    /// `true` if a stone drops to the lowest empty cell of its column.
    pub falls: bool,
}

impl Shape {
    /// The shape with these measures.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] where a measure is out of bounds, or the row fits no line of the board.
    pub fn new(columns: u8, rows: u8, in_row: u8, falls: bool) -> Result<Self, ShapeError> {
        let bounds = 3..=Square::LIMIT;
        if !bounds.contains(&columns) {
            return Err(ShapeError::Width(columns));
        }
        if !bounds.contains(&rows) {
            return Err(ShapeError::Height(rows));
        }
        if !(3..=10).contains(&in_row) {
            return Err(ShapeError::InRow(in_row));
        }
        if in_row > columns && in_row > rows {
            return Err(ShapeError::TooLong {
                in_row,
                columns,
                rows,
            });
        }
        Ok(Self {
            columns,
            rows,
            in_row,
            falls,
        })
    }

    /// Cells on the board: the longest possible game.
    pub fn cells(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns `true` if the board has this cell.
    pub fn contains(self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }

    /// Every cell, row by row from the bottom left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.rows).flat_map(move |row| {
            (0..self.columns).filter_map(move |column| Square::new(column, row))
        })
    }
}

/// Measures that make no [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ShapeError {
    /// The number of columns is out of bounds.
    #[error("the width must be 3 to 20, not {0}")]
    Width(u8),
    /// The number of rows is out of bounds.
    #[error("the height must be 3 to 20, not {0}")]
    Height(u8),
    /// The length of a winning row is out of bounds.
    #[error("the stones in a row must be 3 to 10, not {0}")]
    InRow(u8),
    /// The winning row is longer than either measure of the board.
    #[error("{in_row} in a row do not fit a board of {columns} x {rows}; make one of them smaller")]
    TooLong {
        /// Stones in a row that win.
        in_row: u8,
        /// Columns of the board.
        columns: u8,
        /// Rows of the board.
        rows: u8,
    },
}

/// A text that names no [`Variant`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// No rules have this name, or they have a fixed board and the text gives measures, or the reverse.
    #[error("unknown variant {name:?}; choose one of: {}", known.join(", "))]
    Unknown {
        /// The text, cut to 60 characters.
        name: String,
        /// The names that would do.
        known: Vec<String>,
    },
    /// The text behind the name of the rules, cut to 60 characters, is no board.
    #[error(
        "{0:?} is no board; write columns x rows x stones in a row, then how they are placed, \
         such as 9x7x5:falls, 12x12x6:free or 19x19x5:exact"
    )]
    Measures(String),
    /// The board is out of bounds.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Rules together with a board.
///
/// As text: the name of the rules, and where the board is the creator's choice its measures, as in
/// `custom:9x7x5:falls`, `custom:12x12x6:free` or `custom:19x19x5:exact` (columns, rows, in a row; `exact` is
/// free too, and more in a row do not win).
#[derive(Clone, Copy)]
pub struct Variant {
    rules: &'static dyn Rules,
    shape: Shape,
}

impl Variant {
    /// The variant of a fixed board with this name.
    ///
    /// # Errors
    ///
    /// [`VariantError::Unknown`], with the names that would do.
    pub fn named(name: &str) -> Result<Self, VariantError> {
        name.parse()
    }

    /// The variant of a board of the creator's own.
    pub fn custom(shape: Shape) -> Self {
        Self {
            rules: &custom::Custom,
            shape,
        }
    }

    /// The variant of a free board of the creator's own on which a row that is too long does not win.
    pub fn custom_exact(shape: Shape) -> Self {
        Self {
            rules: &custom::CustomExact,
            shape: Shape {
                falls: false,
                ..shape
            },
        }
    }

    /// Every variant with a fixed board.
    pub fn fixed() -> impl Iterator<Item = Self> {
        ALL.iter()
            .filter_map(|&rules| rules.shape().map(|shape| Self { rules, shape }))
    }

    /// The rules.
    pub fn rules(&self) -> &'static dyn Rules {
        self.rules
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns `true` if a row that is longer than asked for wins too.
    pub fn longer_wins(&self) -> bool {
        let in_row = self.shape.in_row;
        self.rules.wins(in_row + 1, in_row)
    }

    /// The name that is shown to people.
    pub fn title(&self) -> String {
        if self.rules.shape().is_some() {
            return self.rules.title().to_owned();
        }
        let Shape {
            columns,
            rows,
            in_row,
            falls,
        } = self.shape;
        let manner = if falls { "falling" } else { "free" };
        let count = if self.longer_wins() { "" } else { "exactly " };
        format!("{count}{in_row} in a row, {columns} x {rows}, {manner}")
    }

    /// The names of all variants, for a refusal and for help.
    pub fn names() -> Vec<String> {
        ALL.iter()
            .map(|rules| match rules.shape() {
                Some(_) => rules.name().to_owned(),
                None => format!("{}:WxHxK:falls|free|exact", rules.name()),
            })
            .collect()
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        self.rules.name() == other.rules.name()
            && self.shape == other.shape
            && self.longer_wins() == other.longer_wins()
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({self})")
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules.name())?;
        if self.rules.shape().is_none() {
            let Shape {
                columns,
                rows,
                in_row,
                falls,
            } = self.shape;
            let manner = match (falls, self.longer_wins()) {
                (true, _) => "falls",
                (false, true) => "free",
                (false, false) => "exact",
            };
            write!(f, ":{columns}x{rows}x{in_row}:{manner}")?;
        }
        Ok(())
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let unknown = || VariantError::Unknown {
            name: text.chars().take(60).collect(),
            known: Self::names(),
        };
        let (name, measures) = match text.split_once(':') {
            Some((name, measures)) => (name, Some(measures)),
            None => (text, None),
        };
        let rules = *ALL
            .iter()
            .find(|rules| rules.name().eq_ignore_ascii_case(name))
            .ok_or_else(unknown)?;
        match (rules.shape(), measures) {
            (Some(shape), None) => Ok(Self { rules, shape }),
            (None, Some(measures)) => custom_from_measures(measures),
            (Some(_), Some(_)) | (None, None) => Err(unknown()),
        }
    }
}

travels_as_text!(Variant);

/// Reads `9x7x5:falls`.
fn custom_from_measures(text: &str) -> Result<Variant, VariantError> {
    let refusal = || VariantError::Measures(text.chars().take(60).collect());
    let (numbers, manner) = text.split_once(':').ok_or_else(refusal)?;
    let (falls, variant): (_, fn(Shape) -> Variant) = match manner {
        "falls" => (true, Variant::custom),
        "free" => (false, Variant::custom),
        "exact" => (false, Variant::custom_exact),
        _ => return Err(refusal()),
    };
    let numbers: Vec<u8> = numbers
        .split('x')
        .map(|number| number.parse().map_err(|_unreadable| refusal()))
        .collect::<Result<_, _>>()?;
    let [columns, rows, in_row] = numbers[..] else {
        return Err(refusal());
    };
    Ok(variant(Shape::new(columns, rows, in_row, falls)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_reads_back_from_its_name() {
        for variant in Variant::fixed() {
            assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        for name in [
            "custom:9x7x5:falls",
            "custom:20x20x10:free",
            "custom:3x3x3:free",
            "custom:19x19x5:exact",
        ] {
            assert_eq!(name.parse::<Variant>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn boards_that_differ_only_in_how_they_are_won_are_not_the_same() {
        let [free, exact] = ["custom:9x9x5:free", "custom:9x9x5:exact"]
            .map(|text| text.parse::<Variant>().unwrap());
        assert_ne!(free, exact);
        assert!(free.longer_wins() && !exact.longer_wins());
        assert_eq!(exact, Variant::custom_exact(free.shape()));
        assert_ne!(free.title(), exact.title());
    }

    #[test]
    fn names_are_unique_and_shapes_are_within_bounds() {
        for (at, rules) in ALL.iter().enumerate() {
            assert!(ALL[..at].iter().all(|other| other.name() != rules.name()));
            if let Some(Shape {
                columns,
                rows,
                in_row,
                falls,
            }) = rules.shape()
            {
                Shape::new(columns, rows, in_row, falls).unwrap();
            }
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_list() {
        let refusal = "chess".parse::<Variant>().unwrap_err().to_string();
        for variant in Variant::fixed() {
            assert!(refusal.contains(&variant.to_string()), "{refusal}");
        }
    }

    #[test]
    fn a_board_out_of_bounds_is_refused_with_the_bounds() {
        for (wrong, expected) in [
            ("custom:2x7x3:falls", "3 to 20"),
            ("custom:21x7x3:falls", "3 to 20"),
            ("custom:9x7x11:free", "3 to 10"),
            ("custom:4x4x5:free", "do not fit"),
            ("custom:9x7:free", "such as"),
            ("custom:9x7x5", "such as"),
            ("custom", "custom:WxHxK"),
            ("gomoku:9x9x5:free", "unknown"),
        ] {
            let refusal = wrong.parse::<Variant>().unwrap_err().to_string();
            assert!(refusal.contains(expected), "{wrong}: {refusal}");
        }
    }
}
