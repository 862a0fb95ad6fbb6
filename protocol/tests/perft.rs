//! Counts of move sequences and of positions agree with an independent program, `perft_counts` of `server/lab`.

use std::collections::HashMap;

use protocol::game::Game;
use protocol::rules::Variant;

const COUNTS: &str = include_str!("../../tests/data/perft/counts.txt");

/// The content of one line of the file.
#[derive(Debug, PartialEq, Eq)]
struct Count {
    ply: usize,
    sequences: u64,
    positions: usize,
    won: u64,
}

#[test]
fn sequences_and_positions_are_as_many_as_counted_elsewhere() {
    let mut expected: Vec<(Variant, Vec<Count>)> = Vec::new();
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, ply, sequences, positions, won] = words[..] else {
            assert!(words.is_empty(), "{line:?} has not five columns");
            continue;
        };
        let variant = name.parse().unwrap();
        let count = Count {
            ply: ply.parse().unwrap(),
            sequences: sequences.parse().unwrap(),
            positions: positions.parse().unwrap(),
            won: won.parse().unwrap(),
        };
        match expected.last_mut() {
            Some((last, counts)) if *last == variant => counts.push(count),
            Some(_) | None => expected.push((variant, vec![count])),
        }
    }
    for variant in Variant::fixed() {
        assert!(
            expected.iter().any(|(counted, _)| *counted == variant),
            "counts.txt has no row of {variant}; add those that this prints, as many plies as take a second:\n{}",
            command(variant, 2)
        );
    }
    for (variant, rows) in expected {
        for (counted, row) in count(variant, rows.len()).into_iter().zip(&rows) {
            assert_eq!(
                counted,
                *row,
                "{variant} at ply {} is not as in counts.txt (right); the rows are printed by\n{}",
                row.ply,
                command(variant, rows.len())
            );
        }
    }
}

/// The command that counts without this crate's rules.
fn command(variant: Variant, plies: usize) -> String {
    format!("cargo run --example perft_counts -- {variant} {plies}")
}

/// Counts level by level, each position once, with the number of sequences that lead to it.
fn count(variant: Variant, plies: usize) -> Vec<Count> {
    let mut level = HashMap::from([(String::new(), (Game::new(variant), 1_u64))]);
    let mut counts = Vec::new();
    for ply in 1..=plies {
        let mut next: HashMap<String, (Game, u64)> = HashMap::new();
        for (game, sequences) in level.values() {
            for square in game.legal() {
                let mut after = game.clone();
                after.play(square).unwrap();
                let (_, known) = next.entry(after.to_string()).or_insert((after, 0));
                *known += sequences;
            }
        }
        level = next;
        let is_won = |game: &Game| {
            game.ending()
                .is_some_and(|ending| ending.winner().is_some())
        };
        counts.push(Count {
            ply,
            sequences: level.values().map(|(_, sequences)| sequences).sum(),
            positions: level.len(),
            won: level
                .values()
                .filter(|(game, _)| is_won(game))
                .map(|(_, sequences)| sequences)
                .sum(),
        });
    }
    counts
}
