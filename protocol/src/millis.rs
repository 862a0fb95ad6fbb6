//! [`Millis`]: the one unit of time.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

/// Milliseconds: a span, or a moment counted from the Unix epoch.
///
/// Addition stops at the largest number, subtraction at zero.
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
    Decode,
    Serialize,
    Deserialize,
)]
// No span that is sent needs more bits than a floating-point number has.
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(extend("maximum" = 9_007_199_254_740_991_u64))
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// `seconds` as milliseconds, at most the largest number.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
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
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, tenths) = (self.0 / 1000, self.0 % 1000 / 100);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let text = if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else if self.0 < 10_000 {
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
    fn seconds_beyond_every_number_are_the_longest_span() {
        assert_eq!(Millis::from_secs(3), Millis(3000));
        assert_eq!(Millis::from_secs(u64::MAX / 500), Millis(u64::MAX));
    }

    #[test]
    fn time_stops_at_zero_and_is_shown_as_on_a_clock() {
        assert_eq!(Millis(10_000) - Millis(20_000), Millis::ZERO);
        for (millis, shown) in [(300_000, "5:00"), (9_450, "0:09.4"), (3_723_000, "1:02:03")] {
            assert_eq!(Millis(millis).to_string(), shown);
        }
    }
}
