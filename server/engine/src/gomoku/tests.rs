//! The board against the rules, and moves that the search must never miss.

use std::sync::{Arc, LazyLock};

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

use super::Searcher;
use super::board::Board;
use super::evaluator::evaluation;
use super::tables::Tables;
use super::tables_cache::TablesCache;
use super::threat::Threat;
use crate::search::{Choice, SearchRequest, Stop, Stopped};
use crate::testing::{Looks, after, request};

mod blocked;
mod forced_wins;
mod levels;
mod threads;
mod vct;

/// Lookup tables of all tests here.
static TABLES: LazyLock<TablesCache> = LazyLock::new(TablesCache::default);

const VARIANTS: [&str; 8] = [
    "gomoku",
    "gomoku-15",
    "gomoku-standard",
    "renju",
    "custom:3x3x3:free",
    "custom:7x5x4:free",
    "custom:20x6x6:free",
    "custom:9x20x5:exact",
];

fn choose(game: &Game, depth: u64, seed: u64) -> Choice {
    choose_by(TABLES.tables(game.variant()), game, depth, seed)
}

fn choose_by(tables: Arc<Tables>, game: &Game, depth: u64, seed: u64) -> Choice {
    let stop = Stop::default();
    let request = request(Some(depth), seed, &stop);
    Searcher::new(tables, 1).choose(game, request).unwrap()
}

/// A game of stones that lie near each other, so that rows come about.
fn random_game(variant: Variant, rng: &mut StdRng) -> Game {
    let mut game = Game::new(variant);
    let stones = rng.random_range(1..=variant.shape().cells());
    while game.plies().len() < stones && game.ending().is_none() {
        let near = |square: &Square| {
            game.plies().iter().rev().take(6).any(|ply| {
                ply.column().abs_diff(square.column()) <= 2 && ply.row().abs_diff(square.row()) <= 2
            })
        };
        let square = game
            .legal()
            .filter(near)
            .choose(rng)
            .or_else(|| game.legal().choose(rng));
        game.play(square.expect("the game is not over")).unwrap();
    }
    if game.ending().is_some() {
        game.undo();
    }
    game
}

/// Cells where a stone of the side to move completes a row, by the rules themselves.
fn fives(game: &Game) -> Vec<Square> {
    let wins = |square: &Square| {
        let mut after = game.clone();
        after.play(*square).unwrap();
        after
            .ending()
            .is_some_and(|ending| ending.winner().is_some())
    };
    game.legal().filter(wins).collect()
}

#[test]
fn the_board_sees_every_row_that_wins_and_forgets_none() {
    let mut rng = StdRng::seed_from_u64(5);
    for name in VARIANTS {
        let variant: Variant = name.parse().unwrap();
        let tables = TABLES.tables(variant);
        for _ in 0..60 {
            let game = random_game(variant, &mut rng);
            let board = Board::from_game(&tables, &game);
            let seen: Vec<Square> = board
                .threats(board.us, Threat::Five)
                .iter()
                .map(|cell| tables.layout().square(cell))
                .collect();
            assert_eq!(seen, fives(&game), "{game:?}");
            // Played in another order, the same position has the same codes, sums and key.
            let mut other = Board::new(&tables);
            let (firsts, seconds): (Vec<_>, Vec<_>) = game
                .plies()
                .iter()
                .enumerate()
                .partition(|(number, _)| number % 2 == 0);
            for number in 0..firsts.len() {
                for stones in [&firsts, &seconds] {
                    if let Some((_, square)) = stones.get(stones.len().wrapping_sub(number + 1)) {
                        other.us = usize::from(std::ptr::eq(stones, &raw const seconds));
                        other.play(tables.layout().cell(**square));
                    }
                }
            }
            other.us = board.us;
            assert_eq!(other.key, board.key, "{game:?}");
            assert_eq!(evaluation(&other), evaluation(&board), "{game:?}");
            for cell in board.empty().iter() {
                for side in [0, 1] {
                    assert_eq!(other.code(side, cell), board.code(side, cell), "{game:?}");
                }
            }
        }
    }
}

/// A threat leaves the number of fives that its name says.
#[test]
fn an_open_four_leaves_two_places_for_the_row_or_none_to_answer() {
    let mut rng = StdRng::seed_from_u64(6);
    let mut seen = 0;
    for name in VARIANTS {
        let variant: Variant = name.parse().unwrap();
        let tables = TABLES.tables(variant);
        for _ in 0..40 {
            let game = random_game(variant, &mut rng);
            if !fives(&game).is_empty() {
                continue;
            }
            let board = Board::from_game(&tables, &game);
            for (threat, least, most) in [
                (Threat::OpenFour, 2, 8),
                (Threat::FourThree, 1, 1),
                (Threat::Four, 1, 1),
                (Threat::Three, 0, 0),
                (Threat::DoubleThree, 0, 0),
            ] {
                for cell in board.threats(board.us, threat).iter() {
                    let mut after = game.clone();
                    after.play(tables.layout().square(cell)).unwrap();
                    // The other side is to move, so the board is asked and not the rules.
                    let after = Board::from_game(&tables, &after);
                    let places = after.threats(after.them(), Threat::Five).iter().count();
                    assert!(
                        (least..=most).contains(&places),
                        "{threat:?} {places} {game:?}"
                    );
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

/// Stones anywhere near, which asks for more than those of a sequence of fours.
#[test]
fn a_board_for_fours_has_the_fours_of_the_attacker_and_the_fives_of_both() {
    const FOURS: [Threat; 4] = [
        Threat::Four,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
    ];
    let mut rng = StdRng::seed_from_u64(8);
    let mut seen = [0; 5];
    for name in VARIANTS {
        let tables = TABLES.tables(name.parse().unwrap());
        for _ in 0..60 {
            let game = random_game(tables.variant(), &mut rng);
            let mut whole = Board::from_game(&tables, &game);
            let mut fours = whole.clone();
            let attacker = whole.us;
            for _ in 0..16 {
                let near = whole.playable(&whole.near());
                let Some(cell) = near.iter().choose(&mut rng) else {
                    break;
                };
                whole.play(cell);
                fours.play_in_fours(attacker, cell);
                let asked = FOURS.map(|threat| (attacker, threat));
                for (number, (side, threat)) in asked
                    .into_iter()
                    .chain([(1 - attacker, Threat::Five)])
                    .enumerate()
                {
                    let cells = whole.threats(side, threat);
                    assert_eq!(fours.threats(side, threat), cells, "{threat:?} {game:?}");
                    seen[number] += cells.iter().count();
                }
                assert_eq!((fours.us, fours.key), (whole.us, whole.key));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn a_win_at_once_is_taken_and_a_loss_at_once_prevented() {
    let mut rng = StdRng::seed_from_u64(7);
    let (mut won, mut held) = (0, 0);
    for name in VARIANTS {
        let variant: Variant = name.parse().unwrap();
        for _ in 0..40 {
            let game = random_game(variant, &mut rng);
            let choice = choose(&game, 2, 1);
            let wins = fives(&game);
            if !wins.is_empty() {
                assert!(wins.contains(&choice.square), "{game:?}");
                assert_eq!(choice.exact, Some(true));
                won += 1;
                continue;
            }
            let mut after = game.clone();
            after.play(choice.square).unwrap();
            if after.ending().is_none() && !fives(&after).is_empty() {
                // It could not be helped: every move leaves a row to complete.
                let every = game.legal().all(|square| {
                    let mut other = game.clone();
                    other.play(square).unwrap();
                    other.ending().is_none() && !fives(&other).is_empty()
                });
                assert!(every, "{} in {game:?}", choice.square);
            } else {
                held += 1;
            }
        }
    }
    assert!(won > 10 && held > 50, "{won} {held}");
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let game = after("gomoku", "j10 k11 k9 l10");
    assert_eq!(choose(&game, 6, 3), choose(&game, 6, 3));
    let first = Game::new("gomoku".parse().unwrap());
    let places: std::collections::HashSet<_> = (0..40)
        .map(|seed| choose(&first, 6, seed).square.to_string())
        .collect();
    assert_eq!(places.len(), 4, "the middle of an even board is four cells");
}

fn best_lines(variant: &str, moves: &str, most: u64) -> Vec<Choice> {
    let game = after(variant, moves);
    let stop = Stop::default();
    Searcher::new(TABLES.tables(game.variant()), 1)
        .best_lines(&game, request(Some(3), 1, &stop), most)
        .unwrap()
}

#[test]
fn the_best_lines_begin_differently_and_the_best_is_first() {
    let lines = best_lines("gomoku-15", "h8 i9 g8", 3);
    assert_eq!(lines.len(), 3);
    let begin: std::collections::HashSet<_> = lines.iter().map(|line| line.square).collect();
    assert_eq!(begin.len(), 3);
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
    assert!(lines.iter().all(|line| line.pv[0] == line.square));
}

/// White has to block a four with one end open.
const FORCED: &str = "d4 c4 e4 a1 f4 c1 g4";

#[test]
fn beside_a_win_or_an_only_move_there_is_no_other_line() {
    // Four in a row, both ends open.
    let lines = best_lines("gomoku-15", "d4 a1 e4 c1 f4 e1 g4 g1", 3);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].score, Searcher::WIN - 1);
    let lines = best_lines("gomoku-15", FORCED, 3);
    let squares: Vec<_> = lines.iter().map(|line| line.square.to_string()).collect();
    assert_eq!(squares, ["h4"]);
    assert_eq!(best_lines("gomoku-15", "", 3).len(), 1);
}

/// It had no search, so that the value jumped to and fro along a row of fours.
#[test]
fn an_only_move_has_the_value_of_the_position_after_it() {
    let lines = best_lines("gomoku-15", FORCED, 3);
    assert!(lines[0].depth > Depth::new(3).ok(), "{lines:?}");
    assert!(lines[0].pv.len() > 1, "{lines:?}");
    // The last stone makes a four, and a three in its column, which wins after the block.
    let before = "d4 c4 e4 a1 f4 c1 g5 a10 g6 a12";
    for (last, expected) in [("", Searcher::WIN - 5), (" g4", 4 - Searcher::WIN)] {
        let lines = best_lines("gomoku-15", &format!("{before}{last}"), 3);
        let scores: Vec<_> = lines.iter().map(|line| line.score).collect();
        assert_eq!(scores, [expected]);
    }
    // With the last cell of a board nothing follows.
    let lines = best_lines("custom:3x3x3:free", "a1 b1 c1 b2 a2 c2 b3 a3", 3);
    assert_eq!((lines.len(), lines[0].score), (1, 0));
}

#[test]
fn a_search_that_is_stopped_has_no_choice_and_one_out_of_time_has() {
    let game = after("gomoku", "j10 k11 k9 l10");
    let stop = Stop::default();
    let looks = Looks::default();
    let elapsed = || {
        let look = looks.look();
        if look == Millis::from_millis(50) {
            stop.raise();
        }
        look
    };
    let mut search = SearchRequest {
        limit: Some(Millis::from_millis(1_000_000)),
        elapsed: &elapsed,
        ..request(None, 1, &stop)
    };
    let mut searcher = Searcher::new(TABLES.tables(game.variant()), 1);
    assert!(searcher.choose(&game, search).is_err());
    // One more look at the clock at most: they are a few hundred nodes, some tenths of a millisecond, apart.
    assert!(looks.count() <= 52);
    let calm = Stop::default();
    search.stop = &calm;
    search.limit = Some(Millis::from_millis(60));
    assert!(searcher.choose(&game, search).is_ok());
}

#[test]
fn a_search_ends_at_its_number_of_nodes_and_is_repeatable() {
    for (variant, moves) in [
        ("gomoku", "j10 k11 k9 l10 m12 j12"),
        ("gomoku-15", "h8 h9 i9 g7 j10"),
    ] {
        let game = after(variant, moves);
        let mut nodes_before = 0;
        for max_nodes in [500, 5_000, 50_000] {
            let search = || {
                let mut searcher = Searcher::new(TABLES.tables(game.variant()), 1);
                searcher.limit_nodes(Some(max_nodes));
                let stop = Stop::default();
                let request = request(None, 1, &stop);
                searcher.choose(&game, request).unwrap()
            };
            let choice = search();
            assert!(choice.nodes <= max_nodes + 300, "{variant}: {choice:?}");
            assert!(choice.nodes > nodes_before, "{variant}: {choice:?}");
            nodes_before = choice.nodes;
            assert_eq!(search(), choice);
        }
    }
}
