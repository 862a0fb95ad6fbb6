//! A clock time to the millisecond, `0:04:58.3`.
//!
//! [`Millis`] prints a time as a clock shows it, rounded up to seconds or tenths; a record must lose nothing.

use crate::millis::Millis;

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;
const SECOND: u64 = 1000;

/// Hours, minutes, seconds, and as many decimals as it takes.
pub(super) fn write_time(time: Millis) -> String {
    let millis = time.as_millis();
    let (hours, minutes, seconds) = (millis / HOUR, millis / MINUTE % 60, millis / SECOND % 60);
    let mut text = format!("{hours}:{minutes:02}:{seconds:02}");
    if !millis.is_multiple_of(SECOND) {
        let decimals = format!(".{:03}", millis % SECOND);
        text.push_str(decimals.trim_end_matches('0'));
    }
    text
}

/// The time that [`write_time`] wrote; nothing for anything else.
pub(super) fn read_time(text: &str) -> Option<Millis> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => (whole, fraction(decimals)?),
        None => (text, 0),
    };
    let mut parts = whole.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    number(hours)?
        .checked_mul(HOUR)?
        .checked_add(sixtieth(minutes)? * MINUTE)?
        .checked_add(sixtieth(seconds)? * SECOND + decimals)
        .and_then(|millis| Millis::try_from(millis).ok())
}

fn number(digits: &str) -> Option<u64> {
    // `parse` alone would take a sign.
    digits
        .bytes()
        .all(|c| c.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// Two digits below 60.
fn sixtieth(digits: &str) -> Option<u64> {
    number(digits).filter(|&number| digits.len() == 2 && number < 60)
}

/// One to three decimals, as milliseconds.
fn fraction(digits: &str) -> Option<u64> {
    let unit = match digits.len() {
        1 => 100,
        2 => 10,
        3 => 1,
        _ => return None,
    };
    number(digits).map(|number| number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_loses_nothing() {
        for (millis, text) in [
            (0, "0:00:00"),
            (298_300, "0:04:58.3"),
            (298_030, "0:04:58.03"),
            (298_003, "0:04:58.003"),
            (86_400_000, "24:00:00"),
            (3_599_999, "0:59:59.999"),
            (Millis::MAX.as_millis(), "2501999792:59:00.991"),
        ] {
            assert_eq!(write_time(Millis::from_millis(millis)), text);
            assert_eq!(read_time(text), Some(Millis::from_millis(millis)));
        }
    }

    #[test]
    fn what_is_no_time_is_not_read() {
        for wrong in [
            "",
            "5:00",
            "0:60:00",
            "0:00:60",
            "0:1:00",
            "0:00:00.",
            "0:00:00.0000",
            "-1:00:00",
            "+1:00:00",
            "0:00:00:00",
            "0:+1:00",
            "5124095576031:00:00",
            "0:00:00.é",
            ":00:00",
        ] {
            assert_eq!(read_time(wrong), None, "{wrong}");
        }
    }
}
