//! Wins by fours and threes: every one that the search claims is held against all defences.

use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::super::board::Board;
use super::super::moves;
use super::super::threat_status::ThreatStatus;
use super::super::vcf::{VcfSearch, VcfTable, Win};
use super::super::vct::VctSearch;
use super::super::vct_table::VctTable;
use super::forced_wins::{read_positions, rows, wins_in_three, with};
use super::*;

/// The tables of the searches of one game.
struct Memory {
    vcf: VcfTable,
    vct: VctTable,
}

impl Memory {
    fn new() -> Self {
        Self {
            vcf: VcfTable::new(),
            vct: VctTable::new(),
        }
    }

    fn win(&mut self, game: &Game, nodes: u64) -> Option<Win> {
        let tables = TABLES.tables(game.variant());
        let board = Board::from_game(&tables, game);
        let mut vcf = VcfSearch::new(&tables, &mut self.vcf);
        VctSearch::new(&mut self.vct).win(&board, &mut vcf, nodes, &|| false)
    }

    /// Plays the claimed win, and every answer to each of its moves, to the end.
    ///
    /// An answer that the rules alone refute within three plies is not followed any further.
    fn holds(&mut self, game: &Game, win: Win) {
        let square = TABLES.tables(game.variant()).layout().square(win.cell);
        let first = with(game, square);
        if let Some(ending) = first.ending() {
            assert_eq!(ending.winner(), Some(game.side_to_move()), "{game:?}");
            return;
        }
        assert!(win.plies > 2, "{win:?} {game:?}");
        let other = first.side_to_move();
        assert!(rows(&first, other).is_empty(), "{square} in {game:?}");
        let own = rows(&first, game.side_to_move());
        for answer in first.legal() {
            if own.iter().any(|place| *place != answer) {
                continue;
            }
            let second = with(&first, answer);
            assert_eq!(second.ending(), None, "{answer} in {first:?}");
            if rows(&second, other).is_empty() && wins_in_three(&second) {
                continue;
            }
            let next = self.win(&second, NODES);
            let next = next.unwrap_or_else(|| panic!("{answer} holds {square} in {game:?}"));
            assert!(next.plies + 2 <= win.plies, "{win:?} {next:?} {second:?}");
            self.holds(&second, next);
        }
    }
}

/// Nodes of a search.
const NODES: u64 = 20_000;

/// Plies of the longest win whose answers are all played.
const FULLY_PLAYED: usize = 9;

#[test]
fn a_claimed_win_holds_against_every_answer_on_the_board() {
    let mut rng = StdRng::seed_from_u64(21);
    let mut claimed = 0;
    for name in [
        "gomoku-15",
        "gomoku",
        "gomoku-standard",
        "renju",
        "custom:9x9x5:free",
    ] {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..200 {
            let mut game = random_game(variant, &mut rng);
            while game.plies().len() > 30 {
                game.undo();
            }
            let mut memory = Memory::new();
            match memory.win(&game, NODES) {
                Some(win) if (5..=FULLY_PLAYED).contains(&win.plies) => {
                    memory.holds(&game, win);
                    claimed += 1;
                }
                Some(_) | None => {}
            }
        }
    }
    assert!(claimed >= 50, "{claimed}");
}

/// Longer wins: too many answers to play them all, so those are drawn that prevent the loss at first sight.
#[test]
fn a_long_win_is_played_to_its_end_in_the_plies_that_were_claimed() {
    let mut rng = StdRng::seed_from_u64(22);
    for (variant, file) in [("gomoku", "threes.txt"), ("gomoku-15", "threes-15.txt")] {
        for (start, _) in read_positions(variant, file) {
            let tables = TABLES.tables(start.variant());
            let winner = start.side_to_move();
            for _ in 0..3 {
                let mut memory = Memory::new();
                let plies = memory.win(&start, 10 * NODES).unwrap().plies;
                let mut game = start.clone();
                while game.ending().is_none() {
                    let square = if game.side_to_move() == winner {
                        let win = memory.win(&game, 10 * NODES);
                        let win = win.unwrap_or_else(|| panic!("{game:?}"));
                        tables.layout().square(win.cell)
                    } else {
                        answer(&Board::from_game(&tables, &game), &game, &mut rng)
                    };
                    game.play(square).unwrap();
                }
                assert_eq!(game.ending().unwrap().winner(), Some(winner));
                let played = game.plies().len() - start.plies().len();
                assert!(played <= plies, "{played} {plies} {start:?}");
            }
        }
    }
}

/// Mostly an answer that prevents the loss at first sight.
fn answer(board: &Board<'_>, game: &Game, rng: &mut StdRng) -> Square {
    let cells: Vec<_> = match ThreatStatus::from(board) {
        ThreatStatus::Forced(cell) => vec![cell],
        _ => moves::when_threatened(board).iter().collect(),
    };
    match cells.into_iter().choose(rng) {
        Some(cell) if rng.random_ratio(5, 6) => board.tables().layout().square(cell),
        _ => game.legal().choose(rng).unwrap(),
    }
}

#[test]
fn long_wins_are_proven_with_few_nodes() {
    let positions = read_positions("gomoku-15", "threes-15.txt");
    assert_eq!(positions.len(), 36);
    let is_proven = |(game, _): &(Game, String)| Memory::new().win(game, NODES).is_some();
    let proven = positions.iter().filter(|position| is_proven(position));
    // 32 when this was written.
    let proven = proven.count();
    assert!(proven >= 28, "{proven}");
}

/// Refutations and proofs stay true whatever was searched in between, and whoever attacks.
#[test]
fn a_table_that_is_kept_claims_no_other_wins_than_a_new_one() {
    let mut kept = Memory::new();
    let mut rng = StdRng::seed_from_u64(23);
    let variant: Variant = "gomoku-15".parse().unwrap();
    let mut wins = 0;
    for _ in 0..40 {
        let mut game = random_game(variant, &mut rng);
        while game.plies().len() > 24 {
            game.undo();
        }
        while game.plies().len() > 6 {
            let alone = Memory::new().win(&game, NODES);
            let with_others = kept.win(&game, NODES);
            // One of them may have come to its limit first.
            if alone.is_none() && with_others.is_some() {
                let again = Memory::new().win(&game, 100 * NODES);
                assert!(again.is_some(), "{game:?}");
            }
            if alone.is_some() && with_others.is_none() {
                let again = kept.win(&game, 100 * NODES);
                assert!(again.is_some(), "{game:?}");
            }
            wins += usize::from(alone.is_some());
            game.undo();
        }
    }
    assert!(wins >= 20, "{wins}");
}
