//! The command line of the solver of Connect Four and its book.

use std::path::PathBuf;

use clap::{Args, value_parser};
use engine::connect_four::{Goal, Position};
use protocol::rules::Variant;

use super::Command;
use crate::book::Making;
use crate::output_file::ensure_different;
use crate::positions::{Class, Wanted};
use crate::solve::Solving;
use crate::verify::Verifying;

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct SolveArgs {
    /// Only who wins: 1, 0 or -1.
    #[arg(long, conflicts_with = "columns")]
    weak: bool,

    /// The score of every column instead, `.` for a full one.
    #[arg(long)]
    columns: bool,

    /// Searches the first plies too.
    #[arg(long)]
    no_book: bool,

    /// Forgets everything before each position, which is not timed.
    #[arg(long)]
    cold: bool,

    /// The most that the transposition table may take in MiB, rounded down to a power of two: 64 for one thread,
    /// which takes no more than serves it, and 4 for several, which take it at once. A board of 61 to 64 squares,
    /// counted with one more on each column, takes 8 to 64 at least.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=65_536))]
    hash_mib: Option<u32>,

    /// Threads on each position.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Adds the time in microseconds to each line of columns. Sums up on standard error: time and nodes on average,
    /// the time that 99 of 100 kept to, the longest and its line, nodes in a second.
    #[arg(long)]
    time: bool,

    /// The rules: connect-four, connect-four-7x7, custom:8x7x4:falls, ...
    #[arg(long, default_value = "connect-four")]
    variant: String,
}

#[derive(Args, Debug)]
pub(super) struct PositionsArgs {
    /// Stones on the board (L3 more than 28, L2 from 15, L1 fewer) and moves to the end (R1 fewer than 14,
    /// R2 fewer than 28, R3 more): `L2_R1`, ...
    #[arg(long)]
    class: Class,

    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,

    /// The same seed gives the same positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Args, Debug)]
pub(super) struct VerifyArgs {
    /// Files with a position a line: moves and its score, or the score of every column.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Leaves out positions with fewer stones: the first take minutes without the book.
    #[arg(long, value_name = "N", default_value_t = 8)]
    stones: u32,

    /// Lets the book answer.
    #[arg(long)]
    book: bool,
}

#[derive(Args, Debug)]
pub(super) struct BookArgs {
    /// The most stones that a position of the book has.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = value_parser!(u32).range(0..=14))]
    plies: u32,

    /// File of solved positions, from which an interrupted run goes on.
    #[arg(long, value_name = "FILE", required_unless_present = "verify")]
    work: Option<PathBuf>,

    /// File of the book.
    #[arg(long, value_name = "FILE", required_unless_present = "verify")]
    out: Option<PathBuf>,

    /// Threads.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,

    /// The size of the transposition table in MiB.
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = value_parser!(u32).range(1..=65_536))]
    hash_mib: u32,

    /// Verifies the book of this program instead: every value against those it leads to.
    #[arg(long, conflicts_with_all = ["plies", "work", "out", "threads", "hash_mib"])]
    verify: bool,

    /// Number of its last positions that are searched for that; they lead out of the book.
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "verify")]
    samples: usize,
}

impl SolveArgs {
    /// The positions to be solved, and the method.
    ///
    /// # Errors
    ///
    /// A sentence about the argument that cannot be used.
    pub(super) fn solving(self) -> Result<Solving, String> {
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|refusal| format!("{refusal}"))?;
        if !Position::fits(variant) {
            return Err(format!(
                "{variant} cannot be solved here; stones must fall, there may be 19 rows at most, and columns times (rows + 1) be 64 at most"
            ));
        }
        Ok(Solving {
            variant,
            goal: if self.weak { Goal::Winner } else { Goal::Score },
            columns: self.columns,
            book: !self.no_book,
            cold: self.cold,
            mebibytes: self
                .hash_mib
                .unwrap_or(if self.threads > 1 { 4 } else { 64 }) as usize,
            threads: self.threads.into(),
            sum_up: self.time,
        })
    }
}

impl PositionsArgs {
    /// The positions to be written.
    pub(super) fn wanted(self) -> Wanted {
        Wanted {
            class: self.class,
            count: self.count,
            seed: self.seed,
        }
    }
}

impl VerifyArgs {
    /// The files to be compared.
    pub(super) fn verifying(self) -> Verifying {
        Verifying {
            files: self.files,
            stones: self.stones,
            book: self.book,
        }
    }
}

impl BookArgs {
    /// To make a book, or to verify ours.
    ///
    /// # Errors
    ///
    /// A sentence about the argument that cannot be used.
    pub(super) fn command(self) -> Result<Command, String> {
        match (self.work, self.out) {
            (Some(work), Some(out)) if !self.verify => {
                ensure_different([&work, &out])?;
                Ok(Command::MakeBook(Making {
                    plies: self.plies,
                    work,
                    out,
                    threads: self.threads.into(),
                    mebibytes: self.hash_mib as usize,
                }))
            }
            _ => Ok(Command::VerifyBook(self.samples)),
        }
    }
}
