//! Counts what can be reached after each ply, for `tests/data/perft/counts.txt`.
//!
//! `cargo run --example perft_counts` counts every row of that file again and prints the whole; with `-- VARIANT PLIES`
//! after it, the rows of one variant, to be added there.
//!
//! It shares the data of a variant with the crate `protocol` (measures, family, overlines) and no rule: it keeps a
//! plain array and scans all of it for lines after every ply.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::collections::HashMap;
use std::error::Error;

use protocol::rules::{Family, Overline, Shape, Variant};

const COUNTS: &str = include_str!("../../../tests/data/perft/counts.txt");

/// The cells row by row from the bottom left: 0 is empty, 1 and 2 are the sides.
type Cells = Vec<u8>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => count_again(),
        [variant, plies] => {
            print_rows(variant.parse()?, plies.parse()?);
            Ok(())
        }
        _ => Err("usage: perft_counts [VARIANT PLIES]".into()),
    }
}

/// Prints the file with its comments, and every block of rows as it is counted now.
fn count_again() -> Result<(), Box<dyn Error>> {
    let mut lines = COUNTS.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with('#') || line.is_empty() {
            println!("{line}");
            continue;
        }
        let name = |line: &str| line.split_whitespace().next().map(str::to_owned);
        let variant = name(line);
        let mut plies = 1;
        while lines.next_if(|next| name(next) == variant).is_some() {
            plies += 1;
        }
        print_rows(variant.unwrap_or_default().parse()?, plies);
    }
    Ok(())
}

/// Prints the rows of a variant up to `plies`.
fn print_rows(variant: Variant, plies: usize) {
    let empty = vec![0; variant.shape().cells()];
    // Positions in which the game goes on, each with the number of sequences that lead to it.
    let mut open: HashMap<Cells, u64> = HashMap::from([(empty, 1)]);
    for ply in 1..=plies {
        let side = if ply % 2 == 1 { 1 } else { 2 };
        let mut next: HashMap<Cells, u64> = HashMap::new();
        for (cells, sequences) in &open {
            for cell in moves(variant, cells) {
                let mut after = cells.clone();
                after[cell] = side;
                *next.entry(after).or_default() += sequences;
            }
        }
        let (sequences, positions): (u64, usize) = (next.values().sum(), next.len());
        let (won, goes_on): (HashMap<_, _>, HashMap<_, _>) = next
            .into_iter()
            .partition(|(cells, _)| has_line(variant, cells, side));
        let won: u64 = won.values().sum();
        println!("{variant} {ply} {sequences} {positions} {won}");
        open = goes_on;
    }
}

/// The cells in which the next stone may come to lie.
fn moves(variant: Variant, cells: &Cells) -> Vec<usize> {
    let (columns, all) = (usize::from(variant.shape().columns), cells.len());
    match variant.family() {
        Family::Gravity => (0..columns)
            .filter_map(|column| {
                (column..all)
                    .step_by(columns)
                    .find(|&cell| cells[cell] == 0)
            })
            .collect(),
        // Nothing is forbidden in as few plies as can be counted: the ninth is the first that can be.
        Family::Free | Family::Renju => (0..all).filter(|&cell| cells[cell] == 0).collect(),
    }
}

/// Returns `true` if a side has a winning line anywhere.
fn has_line(variant: Variant, cells: &Cells, side: u8) -> bool {
    let Shape {
        columns,
        rows,
        in_row,
    } = variant.shape();
    let (columns, rows, in_row) = (i32::from(columns), i32::from(rows), i32::from(in_row));
    let is_own = |column: i32, row: i32| {
        (0..columns).contains(&column)
            && (0..rows).contains(&row)
            && cells[(row * columns + column) as usize] == side
    };
    // The length of the run that begins here; none where one goes on from behind.
    let run_from = |column: i32, row: i32, (right, up): (i32, i32)| {
        if is_own(column - right, row - up) {
            return 0;
        }
        (0..columns.max(rows))
            .take_while(|step| is_own(column + step * right, row + step * up))
            .count() as i32
    };
    (0..columns).any(|column| {
        (0..rows).any(|row| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .into_iter()
                .any(|direction| {
                    let run = run_from(column, row, direction);
                    match variant.overline() {
                        Overline::Wins => run >= in_row,
                        Overline::DoesNotWin => run == in_row,
                    }
                })
        })
    })
}
