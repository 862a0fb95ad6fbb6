//! The clock of a game, as text and within its bounds.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::millis::Millis;
use crate::wire::travels_as_text;

/// A Fischer clock: the time at the start, and the increment of each ply.
///
/// As text `5m+3s`, `90s`, `1h+30s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        from = "String",
        into = "String",
        extend("pattern" = "^[0-9]+(?:h|m|s|ms)(?:\\+[0-9]+(?:h|m|s|ms))?$")
    )
)]
pub struct ClockSpec {
    initial: Millis,
    increment: Millis,
}

impl ClockSpec {
    /// Least time at the start, a second: less is no game between people on a network.
    pub const LEAST_INITIAL: Millis = Millis::from_secs(1);
    /// Most time at the start, a day: a player who wants more plays without a clock.
    pub const MOST_INITIAL: Millis = Millis::from_secs(24 * 3600);
    /// Most time that a ply adds, an hour.
    pub const MOST_INCREMENT: Millis = Millis::from_secs(3600);

    /// Takes the times if they are within their bounds.
    ///
    /// # Errors
    ///
    /// [`ClockError::Initial`] and [`ClockError::Increment`], for a time out of its bounds.
    pub fn new(initial: Millis, increment: Millis) -> Result<Self, ClockError> {
        if !(Self::LEAST_INITIAL..=Self::MOST_INITIAL).contains(&initial) {
            return Err(ClockError::Initial(initial));
        }
        if increment > Self::MOST_INCREMENT {
            return Err(ClockError::Increment(increment));
        }
        Ok(Self { initial, increment })
    }

    /// Time of each side at the start.
    pub fn initial(self) -> Millis {
        self.initial
    }

    /// Time that each ply adds.
    pub fn increment(self) -> Millis {
        self.increment
    }
}

impl fmt::Display for ClockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Span(self.initial))?;
        if self.increment > Millis::ZERO {
            write!(f, "+{}", Span(self.increment))?;
        }
        Ok(())
    }
}

impl FromStr for ClockSpec {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (initial, increment) = match text.split_once('+') {
            Some((initial, increment)) => (initial, increment.parse::<Span>()?.0),
            None => (text, Millis::ZERO),
        };
        Self::new(initial.parse::<Span>()?.0, increment)
    }
}

travels_as_text!(ClockSpec);

/// A clock out of its bounds, or a text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClockError {
    /// The time at the start is out of bounds.
    #[error("the time at the start must be 1s to 24h, not {}", Span(*.0))]
    Initial(Millis),
    /// The increment is out of bounds.
    #[error("the increment must be at most 1h, not {}", Span(*.0))]
    Increment(Millis),
    /// The text is no time.
    #[error("{0:?} is no time; write a number and h, m, s or ms, such as 5m or 90s")]
    Time(String),
}

/// The time in a text such as `90s`, `5m`, `1h` or `250ms`.
///
/// # Errors
///
/// [`ClockError::Time`], where `text` is none.
pub fn span(text: &str) -> Result<Millis, ClockError> {
    text.parse().map(|Span(time)| time)
}

/// Writes a time as [`span`] reads it.
pub fn span_text(time: Millis) -> String {
    Span(time).to_string()
}

/// A span as people write it: `90s`, `5m`, `1h`, `250ms`.
///
/// Not `humantime`, which reads and writes much more (`1m 30s`, `2years`): this text travels and is stored.
struct Span(Millis);

const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)];

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.as_millis();
        let (name, unit) = UNITS
            .into_iter()
            .find(|(_, unit)| millis >= *unit && millis.is_multiple_of(*unit))
            // Nothing is as many of each; people write it in seconds.
            .unwrap_or(("s", 1000));
        write!(f, "{}{name}", millis / unit)
    }
}

impl FromStr for Span {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refusal = || ClockError::Time(text.to_owned());
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, name) = text.split_at(digits);
        let (_, unit) = UNITS
            .into_iter()
            .find(|(unit, _)| *unit == name)
            .ok_or_else(refusal)?;
        let number: u64 = number.parse().map_err(|_unreadable| refusal())?;
        number
            .checked_mul(unit)
            .map(Millis::from_millis)
            .map(Self)
            .ok_or_else(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_back_from_its_text() {
        for (text, initial, increment) in [
            ("5m+3s", 300_000, 3_000),
            ("90s", 90_000, 0),
            ("1h+30s", 3_600_000, 30_000),
            ("1500ms", 1_500, 0),
            ("24h+1h", 86_400_000, 3_600_000),
            ("1s", 1_000, 0),
        ] {
            let clock: ClockSpec = text.parse().unwrap();
            assert_eq!(
                (clock.initial().as_millis(), clock.increment().as_millis()),
                (initial, increment)
            );
            assert_eq!(clock.to_string(), text);
        }
    }

    #[test]
    fn a_span_is_written_in_the_largest_unit_that_divides_it() {
        for (millis, text) in [
            (0, "0s"),
            (250, "250ms"),
            (1_000, "1s"),
            (90_000, "90s"),
            (300_000, "5m"),
            (7_200_000, "2h"),
            (7_200_001, "7200001ms"),
        ] {
            let time = Millis::from_millis(millis);
            assert_eq!(span_text(time), text);
            assert_eq!(span(text), Ok(time));
        }
    }

    #[test]
    fn a_clock_out_of_bounds_is_refused_with_the_bounds() {
        for (wrong, expected) in [
            ("999ms", "1s to 24h"),
            ("25h", "1s to 24h"),
            ("5m+2h", "at most 1h"),
            ("5", "such as 5m"),
            ("", "such as 5m"),
            ("5m+", "such as 5m"),
            ("99999999999999999999h", "such as 5m"),
        ] {
            let error = wrong.parse::<ClockSpec>().unwrap_err().to_string();
            assert!(error.contains(expected), "{wrong}: {error}");
        }
    }
}
