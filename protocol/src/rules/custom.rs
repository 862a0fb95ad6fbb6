//! Boards of the creator's own: their rules, and their measures as text.

use super::family::Family;
use super::overline::Overline;
use super::shape::Shape;
use super::variant_error::VariantError;
use crate::wire::whole_number;

/// The name of every such variant; the measures follow it.
pub(super) const NAME: &str = "custom";

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
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Falls => "falls",
            Self::Free => "free",
            Self::Exact => "exact",
        }
    }

    /// The name of a board with these rules that is shown to people.
    pub(super) fn title(self, shape: Shape) -> String {
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
pub(super) fn form() -> String {
    let words = CustomRules::ALL.map(CustomRules::word);
    format!("{NAME}:WxHxK:{}", words.join("|"))
}

/// The pattern of the names of these variants in a JSON Schema; it does not say that the row must fit the board.
#[cfg(feature = "schema")]
pub(super) fn pattern() -> String {
    let side = "(?:[3-9]|1[0-9]|20)";
    let words = CustomRules::ALL.map(CustomRules::word).join("|");
    format!("{NAME}:{side}x{side}x(?:[3-9]|10):(?:{words})")
}

/// Writes `9x7x5:falls`.
pub(super) fn to_measures(shape: Shape, rules: CustomRules) -> String {
    let Shape {
        columns,
        rows,
        in_row,
    } = shape;
    format!("{columns}x{rows}x{in_row}:{}", rules.word())
}

/// Reads `9x7x5:falls`.
pub(super) fn from_measures(text: &str) -> Result<(Shape, CustomRules), VariantError> {
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
