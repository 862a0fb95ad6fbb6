//! Times in words.

use std::fmt;
use std::str::FromStr;

use protocol::millis::Millis;
use serde::{Deserialize, Serialize};

/// A time in words, such as `90s`, `30m`, `1h` or `7d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span(pub Millis);

const UNITS: [(char, u64); 4] = [('d', 86_400), ('h', 3600), ('m', 60), ('s', 1)];

impl fmt::Display for Span {
    /// Writes the two largest units.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_millis() / 1000;
        let mut units = UNITS.into_iter().skip_while(|(_, size)| seconds < *size);
        let Some((unit, size)) = units.next() else {
            return f.write_str("0s");
        };
        write!(f, "{}{unit}", seconds / size)?;
        let left = seconds % size;
        match units.next() {
            Some((unit, size)) if left >= size => write!(f, "{}{unit}", left / size),
            _ => Ok(()),
        }
    }
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || format!("{text:?} is no time; write 90s, 30m, 1h or 7d");
        let (_, seconds) = UNITS
            .into_iter()
            .find(|(unit, _)| text.ends_with(*unit))
            .ok_or_else(wrong)?;
        let number: u32 = text[..text.len() - 1]
            .parse()
            .map_err(|_no_number| wrong())?;
        Ok(Self(Millis::from_secs(u64::from(number) * seconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_with_its_unit_and_shown_in_two() {
        for (text, seconds) in [("90s", 90), ("30m", 1800), ("1h", 3600), ("7d", 604_800)] {
            assert_eq!(text.parse(), Ok(Span(Millis::from_secs(seconds))));
        }
        for wrong in ["", "7", "d", "-1h", "1.5h", "1w", "9999999999d", "1h30m"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
        for (seconds, shown) in [
            (0, "0s"),
            (59, "59s"),
            (90, "1m30s"),
            (3600, "1h"),
            (3601, "1h"),
            (90_000, "1d1h"),
        ] {
            assert_eq!(Span(Millis::from_secs(seconds)).to_string(), shown);
        }
    }
}
