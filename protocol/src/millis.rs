//! [`Millis`]: the one unit of time.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use bincode::Encode;
use serde::{Deserialize, Serialize};

use crate::bounds::NumberError;
use crate::wire::decodes_by_constructor;

/// Milliseconds: a span, or a moment counted from the Unix epoch.
///
/// At most 2^53 - 1: addition stops there, subtraction at zero.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Encode,
    Serialize,
    Deserialize,
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("maximum" = Self::MAX.as_millis()))
)]
#[serde(try_from = "u64")]
pub struct Millis(u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// The longest span, 2^53 - 1 milliseconds or 285,000 years: what a floating-point number holds exactly, which
    /// is what many programs read JSON into.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// `millis` milliseconds, at most [`MAX`](Self::MAX).
    pub const fn from_millis(millis: u64) -> Self {
        if millis < Self::MAX.0 {
            Self(millis)
        } else {
            Self::MAX
        }
    }

    /// `seconds` as milliseconds, at most [`MAX`](Self::MAX).
    pub const fn from_secs(seconds: u64) -> Self {
        Self::from_millis(seconds.saturating_mul(1000))
    }

    /// Number of milliseconds.
    pub const fn as_millis(self) -> u64 {
        self.0
    }
}

/// Takes a number as it was sent: one that is too large is refused, not cut.
impl TryFrom<u64> for Millis {
    type Error = NumberError;

    fn try_from(value: u64) -> Result<Self, NumberError> {
        if value <= Self::MAX.0 {
            Ok(Self(value))
        } else {
            Err(NumberError::OutOfBounds {
                what: "a time in milliseconds",
                low: 0,
                high: Self::MAX.0,
                value,
            })
        }
    }
}

decodes_by_constructor!(Millis, u64);

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::from_millis(self.0 + other.0)
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// As a clock shows it: `5:00`, `1:02:03`, and with tenths below ten seconds, `0:09.4`.
///
/// It is rounded up, so that only a clock that has run out shows zero, and whoever waits as long as is shown has
/// waited long enough.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Up to 9,900 ms there are tenths, and beyond a whole second is next.
        let step = if self.0 <= 9_900 { 100 } else { 1000 };
        let shown = self.0.div_ceil(step) * step;
        let (seconds, tenths) = (shown / 1000, shown % 1000 / 100);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let text = if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else if step == 100 {
            format!("{minutes}:{seconds:02}.{tenths}")
        } else {
            format!("{minutes}:{seconds:02}")
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_longer_than_the_longest_span_is_the_longest_span() {
        assert_eq!(Millis::from_secs(3), Millis::from_millis(3000));
        let longest = 9_007_199_254_740_991;
        assert_eq!(Millis::MAX.as_millis(), longest);
        for (millis, kept) in [(longest - 1, longest - 1), (longest + 1, longest)] {
            assert_eq!(Millis::from_millis(millis).as_millis(), kept);
        }
        for long in [
            Millis::from_millis(u64::MAX),
            Millis::from_secs(u64::MAX),
            Millis::from_secs(longest / 1000 + 1),
            Millis::MAX + Millis::MAX,
            Millis::MAX + Millis::from_millis(1),
        ] {
            assert_eq!(long, Millis::MAX);
        }
        let mut sum = Millis::MAX - Millis::from_millis(1);
        sum += Millis::from_millis(5);
        assert_eq!(sum, Millis::MAX);
    }

    #[test]
    fn a_number_that_is_no_span_is_refused_and_not_cut() {
        let longest = Millis::MAX.as_millis();
        assert_eq!(Millis::try_from(longest), Ok(Millis::MAX));
        let error = Millis::try_from(longest + 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a time in milliseconds must be 0 to 9007199254740991, not 9007199254740992"
        );
    }

    #[test]
    fn time_stops_at_zero_and_is_shown_as_on_a_clock() {
        let (less, more) = (Millis::from_millis(10_000), Millis::from_millis(20_000));
        assert_eq!(less - more, Millis::ZERO);
        for (millis, shown) in [
            (0, "0:00.0"),
            (1, "0:00.1"),
            (44, "0:00.1"),
            (1100, "0:01.1"),
            (9_450, "0:09.5"),
            (9_900, "0:09.9"),
            (9_901, "0:10"),
            (10_001, "0:11"),
            (59_001, "1:00"),
            (60_000, "1:00"),
            (299_001, "5:00"),
            (300_000, "5:00"),
            (3_599_000, "59:59"),
            (3_599_001, "1:00:00"),
            (3_723_000, "1:02:03"),
        ] {
            assert_eq!(Millis::from_millis(millis).to_string(), shown);
        }
    }
}
