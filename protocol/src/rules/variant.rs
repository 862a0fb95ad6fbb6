//! The variants: the rules of one family, with a board and the length of the row that wins on it.

use std::fmt;
use std::str::FromStr;

use super::custom::{self, CustomRules};
use super::family::Family;
use super::fixed::{FIXED, FixedVariant};
use super::notation::Notation;
use super::overline::Overline;
use super::shape::Shape;
use super::variant_error::VariantError;
use crate::wire::travels_as_text;

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
        fixed.chain([custom::form()]).collect()
    }
}

/// The pattern of the names in a JSON Schema.
#[cfg(feature = "schema")]
fn pattern() -> String {
    let fixed: Vec<_> = FIXED.iter().map(|row| row.name).collect();
    format!("^(?:{}|{})$", fixed.join("|"), custom::pattern())
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
                write!(f, "{}:{}", custom::NAME, custom::to_measures(shape, rules))
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
            (None, Some(measures)) if name.eq_ignore_ascii_case(custom::NAME) => {
                let (shape, rules) = custom::from_measures(measures)?;
                Ok(Self::custom(shape, rules))
            }
            (Some(_) | None, Some(_)) | (None, None) => Err(unknown()),
        }
    }
}

travels_as_text!(Variant);

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
    fn boards_that_differ_only_in_how_they_are_won_are_not_the_same() {
        let [free, exact] = ["custom:9x9x5:free", "custom:9x9x5:exact"]
            .map(|text| text.parse::<Variant>().unwrap());
        assert_ne!(free, exact);
        assert_eq!(free.overline(), Overline::Wins);
        assert_eq!(exact.overline(), Overline::DoesNotWin);
        assert_eq!(exact, Variant::custom(free.shape(), CustomRules::Exact));
        assert_ne!(free.title(), exact.title());
    }

    #[test]
    fn names_are_unique_and_shapes_are_within_bounds() {
        let mut names = HashSet::from([custom::NAME]);
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
