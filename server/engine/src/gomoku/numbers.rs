//! Reads lines of numbers, the format of the files of [`weights`](super::weights).

use std::str::{FromStr, Lines};

/// Reads the next line as `name` and exactly `N` numbers, separated by single spaces.
///
/// Returns `None` where the line is missing or is anything else.
pub(super) fn read_line<T: FromStr + Copy + Default, const N: usize>(
    lines: &mut Lines<'_>,
    name: &str,
) -> Option<[T; N]> {
    let mut rest = lines
        .next()?
        .strip_prefix(name)?
        .strip_prefix(' ')?
        .split(' ');
    let mut numbers = [T::default(); N];
    for number in &mut numbers {
        *number = rest.next()?.parse().ok()?;
    }
    rest.next().is_none().then_some(numbers)
}
