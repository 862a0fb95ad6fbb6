//! The variants: the rules of one family, with a board and the length of the row that wins on it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::notation::Notation;
use super::shape::{Shape, ShapeError};
use crate::wire::{travels_as_text, whole_number};

/// Rules together with a board.
///
/// As text: the name of a fixed variant, or `custom` and the measures that its creator chose, as in
/// `custom:9x7x5:falls`, `custom:12x12x6:free` or `custom:19x19x5:exact` (columns, rows, in a row; `exact` is
/// free too, and more in a row do not win).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("pattern" = pattern()))
)]
pub struct Variant(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Fixed(&'static FixedVariant),
    Custom { shape: Shape, rules: CustomRules },
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

    /// The variant of a board of the creator's own. One that has a name is that one: those who look for it in the
    /// lobby or by `Quick` find it under either.
    pub fn custom(shape: Shape, rules: CustomRules) -> Self {
        let (family, overline) = (rules.family(), rules.overline());
        let is_same = |row: &&FixedVariant| {
            (row.shape, row.family, row.overline) == (shape, family, overline)
        };
        match FIXED.iter().find(is_same) {
            Some(row) => Self(Kind::Fixed(row)),
            None => Self(Kind::Custom { shape, rules }),
        }
    }

    /// Every variant with a fixed board, in the order in which they are shown to people.
    pub fn fixed() -> impl Iterator<Item = Self> {
        FIXED.iter().map(|row| Self(Kind::Fixed(row)))
    }

    /// The family of its rules.
    pub fn family(&self) -> Family {
        match self.0 {
            Kind::Fixed(row) => row.family,
            Kind::Custom { rules, .. } => rules.family(),
        }
    }

    /// The board.
    pub fn shape(&self) -> Shape {
        match self.0 {
            Kind::Fixed(row) => row.shape,
            Kind::Custom { shape, .. } => shape,
        }
    }

    /// The effect of a row that is longer than asked for.
    pub fn overline(&self) -> Overline {
        match self.0 {
            Kind::Fixed(row) => row.overline,
            Kind::Custom { rules, .. } => rules.overline(),
        }
    }

    /// The notation of its moves.
    pub fn notation(&self) -> Notation {
        self.family().rules().notation()
    }

    /// Plies of the longest game.
    pub fn longest(&self) -> usize {
        self.family().rules().longest(self.shape())
    }

    /// The name that is shown to people.
    pub fn title(&self) -> String {
        match self.0 {
            Kind::Fixed(row) => row.title.to_owned(),
            Kind::Custom { shape, rules } => rules.title(shape),
        }
    }

    /// The names of all variants, for a refusal and for help.
    pub fn names() -> Vec<String> {
        let fixed = FIXED.iter().map(|row| row.name.to_owned());
        fixed.chain([custom_form()]).collect()
    }
}

/// The pattern of the names in a JSON Schema.
#[cfg(feature = "schema")]
fn pattern() -> String {
    let fixed: Vec<_> = FIXED.iter().map(|row| row.name).collect();
    format!("^(?:{}|{})$", fixed.join("|"), custom_pattern())
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Variant({self})")
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Fixed(row) => f.write_str(row.name),
            Kind::Custom { shape, rules } => {
                write!(f, "{}:{}", CUSTOM, to_measures(shape, rules))
            }
        }
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
        let row = FIXED.iter().find(|row| row.name.eq_ignore_ascii_case(name));
        match (row, measures) {
            (Some(row), None) => Ok(Self(Kind::Fixed(row))),
            (None, Some(measures)) if name.eq_ignore_ascii_case(CUSTOM) => {
                let (shape, rules) = from_measures(measures)?;
                Ok(Self::custom(shape, rules))
            }
            (Some(_) | None, Some(_)) | (None, None) => Err(unknown()),
        }
    }
}

travels_as_text!(Variant);

/// The kind of rules of a variant, for code that must know more than [`Rules`](super::Rules) answers: a bot with a
/// board of its own, a protocol that can express some games only, a form that offers bots.
///
/// Closed on purpose. Match it without `_`, and use neither `==` nor `matches!`: code written for the families of
/// its day must not accept a new one silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A disc drops to the lowest empty cell of its column, as in Connect Four.
    Gravity,
    /// A stone is placed on any empty cell, as in gomoku.
    Free,
    /// A stone is placed on any empty cell, but some are forbidden to the first side, as in renju.
    Renju,
}

/// The effect of an overline, a straight run of more stones than are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overline {
    /// It wins, as in freestyle gomoku.
    Wins,
    /// It does not win, and the game goes on, as in standard gomoku.
    DoesNotWin,
}

impl Overline {
    /// Returns `true` if a straight run of exactly `run` stones wins where `in_row` are asked for.
    pub fn wins(self, run: u8, in_row: u8) -> bool {
        match self {
            Self::Wins => run >= in_row,
            Self::DoesNotWin => run == in_row,
        }
    }
}

/// The name of every such variant; the measures follow it.
const CUSTOM: &str = "custom";

/// The rules that the creator of a board chooses from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CustomRules {
    /// Discs fall, and longer rows win too.
    Falls,
    /// Stones are placed freely, and longer rows win too.
    Free,
    /// Stones are placed freely, and longer rows do not win.
    Exact,
}

impl CustomRules {
    /// All of them, in the order in which they are shown to people.
    pub const ALL: [Self; 3] = [Self::Falls, Self::Free, Self::Exact];

    /// The family.
    pub fn family(self) -> Family {
        match self {
            Self::Falls => Family::Gravity,
            Self::Free | Self::Exact => Family::Free,
        }
    }

    /// The effect of a row that is longer than asked for.
    pub fn overline(self) -> Overline {
        match self {
            Self::Falls | Self::Free => Overline::Wins,
            Self::Exact => Overline::DoesNotWin,
        }
    }

    /// The word behind the measures.
    fn word(self) -> &'static str {
        match self {
            Self::Falls => "falls",
            Self::Free => "free",
            Self::Exact => "exact",
        }
    }

    /// The name of a board with these rules that is shown to people.
    fn title(self, shape: Shape) -> String {
        let Shape {
            columns,
            rows,
            in_row,
        } = shape;
        let (count, manner) = match self {
            Self::Falls => ("", "falling"),
            Self::Free => ("", "free"),
            Self::Exact => ("exactly ", "free"),
        };
        format!("{count}{in_row} in a row, {columns} x {rows}, {manner}")
    }
}

/// The form of the names of these variants, for a refusal and for help.
fn custom_form() -> String {
    let words = CustomRules::ALL.map(CustomRules::word);
    format!("{CUSTOM}:WxHxK:{}", words.join("|"))
}

/// The pattern of the names of these variants in a JSON Schema; it does not say that the row must fit the board.
#[cfg(feature = "schema")]
fn custom_pattern() -> String {
    let side = "(?:[3-9]|1[0-9]|20)";
    let words = CustomRules::ALL.map(CustomRules::word).join("|");
    format!("{CUSTOM}:{side}x{side}x(?:[3-9]|10):(?:{words})")
}

/// Writes `9x7x5:falls`.
fn to_measures(shape: Shape, rules: CustomRules) -> String {
    let Shape {
        columns,
        rows,
        in_row,
    } = shape;
    format!("{columns}x{rows}x{in_row}:{}", rules.word())
}

/// Reads `9x7x5:falls`.
fn from_measures(text: &str) -> Result<(Shape, CustomRules), VariantError> {
    let refusal = || VariantError::Measures(text.chars().take(60).collect());
    let (numbers, word) = text.split_once(':').ok_or_else(refusal)?;
    let rules = CustomRules::ALL
        .into_iter()
        .find(|rules| rules.word().eq_ignore_ascii_case(word))
        .ok_or_else(refusal)?;
    let numbers: Vec<u8> = numbers
        .split(['x', 'X'])
        .map(|number| whole_number(number).ok_or_else(refusal))
        .collect::<Result<_, _>>()?;
    let [columns, rows, in_row] = numbers[..] else {
        return Err(refusal());
    };
    Ok((Shape::new(columns, rows, in_row)?, rules))
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

/// A variant that is known by its name.
#[derive(Debug, PartialEq, Eq, Hash)]
struct FixedVariant {
    /// The name on the command line and on the wire: small letters, digits and hyphens.
    name: &'static str,
    /// The name that is shown to people.
    title: &'static str,
    shape: Shape,
    family: Family,
    overline: Overline,
}

/// Every such variant, in the order in which they are shown to people.
static FIXED: &[FixedVariant] = &[
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_variant_reads_back_from_its_name() {
        for variant in Variant::fixed() {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            assert_eq!(
                Variant::named(&variant.to_string().to_uppercase()),
                Ok(variant)
            );
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
    fn a_custom_board_that_has_a_name_is_known_by_it() {
        for (written, name) in [
            ("custom:7x6x4:falls", "connect-four"),
            ("custom:20x20x5:free", "gomoku"),
            ("custom:15x15x5:free", "gomoku-15"),
            ("custom:15x15x5:exact", "gomoku-standard"),
            ("custom:7x6x4:free", "custom:7x6x4:free"),
            ("CUSTOM:09X7X5:FALLS", "custom:9x7x5:falls"),
        ] {
            let variant: Variant = written.parse().unwrap();
            assert_eq!(variant.to_string(), name);
            assert_eq!(name.parse(), Ok(variant));
        }
    }

    #[test]
    fn titles_say_what_is_played() {
        for (name, title) in [
            ("connect-four", "Connect Four"),
            ("gomoku-standard", "Gomoku 15 x 15, exactly five"),
            ("custom:9x7x5:falls", "5 in a row, 9 x 7, falling"),
            ("custom:12x12x6:free", "6 in a row, 12 x 12, free"),
            ("custom:19x19x5:exact", "exactly 5 in a row, 19 x 19, free"),
        ] {
            assert_eq!(name.parse::<Variant>().unwrap().title(), title);
        }
    }

    #[test]
    fn names_are_unique_and_shapes_are_within_bounds() {
        let mut names = HashSet::from([CUSTOM]);
        for row in FIXED {
            assert!(names.insert(row.name), "{} is there twice", row.name);
            let Shape {
                columns,
                rows,
                in_row,
            } = row.shape;
            Shape::new(columns, rows, in_row).unwrap();
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
            ("custom:+9x+7x+5:falls", "such as"),
            ("custom:9x7x5", "such as"),
            ("custom", "custom:WxHxK"),
            ("gomoku:9x9x5:free", "unknown"),
            ("kustom:9x9x5:free", "unknown"),
        ] {
            let refusal = wrong.parse::<Variant>().unwrap_err().to_string();
            assert!(refusal.contains(expected), "{wrong}: {refusal}");
        }
    }
}
