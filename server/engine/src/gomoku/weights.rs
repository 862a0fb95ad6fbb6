//! What cells and standings are worth in the evaluation.
//!
//! The values are in `weights.txt`. A line for each code in ascending order: the code, what a cell of it is
//! worth to the side to move, and to the other. Then a line for each standing: its number after an `s`, and
//! what it is worth to the side to move. `enlinea-engine tune` makes the file; `GOMOKU.md` says from which
//! games.

use super::cross::Code;

/// The first line of the file.
pub(super) const HEADER: &str = "# code, worth to the side to move, worth to the other; s standing, worth to the side to move\n";

/// Standings: a bit for each of nine threats.
pub(super) const STANDINGS: usize = 1 << 9;

/// What a cell is worth to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    /// Where the side is to move.
    pub(super) mover: i16,
    /// Where the other is.
    pub(super) waiter: i16,
}

/// See the module.
pub(super) struct Weights {
    /// By the number of a code in ascending order.
    pub(super) codes: Vec<Worth>,
    /// By the number of a standing.
    pub(super) standings: Vec<i16>,
}

impl Weights {
    /// Those of this program.
    pub(super) fn read() -> Self {
        let mut codes = vec![Worth::default(); 1 << 16];
        let mut lines = include_str!("weights.txt")
            .lines()
            .filter(|line| !line.starts_with('#'));
        for (code, line) in Code::all_sorted().zip(&mut lines) {
            let (number, worth) = read_code(line).expect("a test reads every line");
            assert_eq!(code.number(), number, "the codes ascend");
            codes[number] = worth;
        }
        let standings = lines
            .map(|line| read_standing(line).expect("a test reads every line"))
            .collect();
        Self { codes, standings }
    }
}

fn read_code(line: &str) -> Option<(usize, Worth)> {
    let mut words = line.split(' ');
    let number = usize::from_str_radix(words.next()?, 16).ok()?;
    let mover = words.next()?.parse().ok()?;
    let waiter = words.next()?.parse().ok()?;
    Some((number, Worth { mover, waiter }))
}

fn read_standing(line: &str) -> Option<i16> {
    line.strip_prefix('s')?.split_once(' ')?.1.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_and_standing_has_a_line_and_nothing_is_worth_nothing() {
        let text = include_str!("weights.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), Code::all_sorted().count() + STANDINGS);
        let weights = Weights::read();
        assert_eq!(weights.codes[0], Worth::default());
        assert_eq!(weights.standings.len(), STANDINGS);
    }
}
