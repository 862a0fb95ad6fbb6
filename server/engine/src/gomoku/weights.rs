//! What cells are worth in the evaluation.
//!
//! The values are in `weights.txt`. A line for each code in ascending order: the code, what a cell of it is
//! worth to the side to move, and to the other. `enlinea-engine tune` makes the file; `GOMOKU.md` says from
//! which positions.

use super::cross::Code;

/// The first line of the file.
pub(super) const HEADER: &str = "# code, worth to the side to move, worth to the other\n";

/// What a cell is worth to a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    /// Where the side is to move.
    pub(super) mover: i16,
    /// Where the other is.
    pub(super) waiter: i16,
}

/// See the module. By the number of a code in ascending order.
pub(super) struct Weights(Vec<Worth>);

impl Weights {
    /// Those of this program.
    pub(super) fn read() -> Self {
        let mut codes = vec![Worth::default(); 1 << 16];
        let lines = include_str!("weights.txt")
            .lines()
            .filter(|line| !line.starts_with('#'));
        for (code, line) in Code::all_sorted().zip(lines) {
            let (number, worth) = read_code(line).expect("a test reads every line");
            assert_eq!(code.number(), number, "the codes ascend");
            codes[number] = worth;
        }
        Self(codes)
    }

    /// What a cell with the patterns of this code is worth.
    pub(super) fn of(&self, code: Code) -> Worth {
        self.0[code.sorted().number()]
    }
}

fn read_code(line: &str) -> Option<(usize, Worth)> {
    let mut words = line.split(' ');
    let number = usize::from_str_radix(words.next()?, 16).ok()?;
    let mover = words.next()?.parse().ok()?;
    let waiter = words.next()?.parse().ok()?;
    Some((number, Worth { mover, waiter }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_line_and_nothing_is_worth_nothing() {
        let text = include_str!("weights.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), Code::all_sorted().count());
        assert_eq!(Weights::read().of(Code::default()), Worth::default());
    }
}
