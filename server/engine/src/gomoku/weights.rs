//! What cells are worth in the evaluation, by their code.
//!
//! The values are in `weights.txt`, a line for each code in ascending order: the code, what the cell is
//! worth to the side to move, and to the other. `enlinea-engine tune` makes the file; `GOMOKU.md` says from
//! which games.

use super::cross::Code;

/// The first line of the file.
pub(super) const HEADER: &str = "# code, worth to the side to move, worth to the other\n";

/// What a cell is worth to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Weights {
    /// Where the side is to move.
    pub(super) mover: i16,
    /// Where the other is.
    pub(super) waiter: i16,
}

/// By the number of a code in ascending order.
pub(super) fn all() -> Vec<Weights> {
    let mut weights = vec![Weights::default(); 1 << 16];
    let lines = include_str!("weights.txt")
        .lines()
        .filter(|line| !line.starts_with('#'));
    for (code, line) in Code::all_sorted().zip(lines) {
        let (number, worth) = read(line).expect("a test reads every line");
        assert_eq!(code.number(), number, "the codes ascend");
        weights[number] = worth;
    }
    weights
}

fn read(line: &str) -> Option<(usize, Weights)> {
    let mut words = line.split(' ');
    let number = usize::from_str_radix(words.next()?, 16).ok()?;
    let mover = words.next()?.parse().ok()?;
    let waiter = words.next()?.parse().ok()?;
    Some((number, Weights { mover, waiter }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_line_and_nothing_is_worth_nothing() {
        let text = include_str!("weights.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), Code::all_sorted().count());
        assert_eq!(all()[0], Weights::default());
    }
}
