//! The gomoku engine against positions with one right answer, and against plain searches of everything.

use std::collections::HashMap;
use std::path::Path;

use engine::gomoku::{ForcedWinKind, Searcher};
use engine::{Caches, Choice, SearchRequest, Stop};
use protocol::clock::Millis;
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::{Shape, Variant};
use protocol::side::Side;
use protocol::spec::Depth;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// Positions that a forced win is looked for in at most.
const NODES: u64 = 20_000;

fn known(file: &str) -> Vec<(Game, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data/gomoku")
        .join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let variant: Variant = "gomoku".parse().unwrap();
    text.lines()
        .map(|line| {
            let (moves, answer) = line.split_once(": ").unwrap();
            let moves = read_moves(variant, moves).unwrap();
            (Game::after(variant, moves).unwrap(), answer.to_owned())
        })
        .collect()
}

fn choose(game: &Game, depth: u64) -> Choice {
    let search = SearchRequest {
        depth: Some(Depth::new(depth).unwrap()),
        limit: None,
        elapsed: &|| Millis(0),
        stop: &Stop::default(),
        seed: 1,
    };
    Searcher::new(game.variant(), 1)
        .choose(game, search)
        .unwrap()
}

fn after(game: &Game, square: Square) -> Game {
    let mut game = game.clone();
    game.play(square).unwrap();
    game
}

#[test]
fn every_win_by_fours_is_found() {
    let positions = known("fours.txt");
    assert_eq!(positions.len(), 60);
    for (game, plies) in positions {
        let mut searcher = Searcher::new(game.variant(), 1);
        let win = searcher
            .forced_win(&game, ForcedWinKind::Vcf, NODES)
            .unwrap();
        assert_eq!(win.plies.to_string(), plies, "{game:?}");
        let choice = choose(&game, 1);
        assert_eq!(choice.exact, Some(true), "{game:?}");
        assert!(choice.score > 0, "{game:?}");
    }
}

#[test]
fn every_win_by_threes_is_found_where_fours_do_not_win() {
    let positions = known("threes.txt");
    assert_eq!(positions.len(), 60);
    for (game, _) in positions {
        let mut searcher = Searcher::new(game.variant(), 1);
        assert_eq!(searcher.forced_win(&game, ForcedWinKind::Vcf, NODES), None);
        assert!(
            searcher
                .forced_win(&game, ForcedWinKind::Vct, NODES)
                .is_some(),
            "{game:?}"
        );
        let choice = choose(&game, 1);
        assert_eq!((choice.exact, choice.score > 0), (Some(true), true));
    }
}

/// Whatever the other side answers, the win goes on, and it is no longer than was said.
#[test]
fn a_forced_win_is_played_to_its_end_against_every_kind_of_defence() {
    let mut rng = StdRng::seed_from_u64(3);
    for file in ["fours.txt", "threes.txt"] {
        for (start, _) in known(file).into_iter().step_by(3) {
            let said =
                Searcher::new(start.variant(), 1).forced_win(&start, ForcedWinKind::Vct, NODES);
            let plies = said.unwrap().plies;
            let winner = start.side_to_move();
            for attempt in 0..3 {
                let mut game = start.clone();
                while game.ending().is_none() {
                    let square = if game.side_to_move() == winner {
                        let mut searcher = Searcher::new(game.variant(), 1);
                        let win = searcher.forced_win(&game, ForcedWinKind::Vct, NODES);
                        win.unwrap_or_else(|| panic!("{game:?}")).square
                    } else if attempt == 0 {
                        choose(&game, 2).square
                    } else {
                        game.legal().choose(&mut rng).unwrap()
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

#[test]
fn wins_in_five_plies_hold_against_all_answers() {
    let mut compared = 0;
    for file in ["fours.txt", "threes.txt"] {
        for (game, plies) in known(file) {
            if plies != "5" {
                continue;
            }
            let mut searcher = Searcher::new(game.variant(), 1);
            let win = searcher
                .forced_win(&game, ForcedWinKind::Vct, NODES)
                .unwrap();
            let first = after(&game, win.square);
            let winner = game.side_to_move();
            let own = rows(&first, winner);
            for answer in first.legal() {
                // Where the answer leaves the last place of a row open, the row is completed.
                if own.iter().any(|place| *place != answer) {
                    continue;
                }
                let second = after(&first, answer);
                assert_eq!(second.ending(), None, "{answer} in {first:?}");
                assert!(wins_in_three(&second), "{answer} in {first:?}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
}

/// Whether the side to move wins at its next stone but one whatever the other side does.
fn wins_in_three(game: &Game) -> bool {
    let side = game.side_to_move();
    if !rows(game, side).is_empty() {
        return true;
    }
    // A place that completes a row after the next stone is in a window with that stone and three others.
    lacking(game, side, 2).into_iter().any(|square| {
        let next = after(game, square);
        rows(&next, side).len() > 1 && rows(&next, side.other()).is_empty()
    })
}

/// Where a stone of `side` would complete a row, whoever is to move.
fn rows(game: &Game, side: Side) -> Vec<Square> {
    lacking(game, side, 1)
}

/// The empty cells of all windows of five that lack so many stones of `side` and hold none of the other.
fn lacking(game: &Game, side: Side, stones: usize) -> Vec<Square> {
    let mut places = Vec::new();
    for start in game.shape().squares() {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let cell = |step: i8| {
                let column = start.column().checked_add_signed(right * step)?;
                let row = start.row().checked_add_signed(up * step)?;
                Square::new(column, row).filter(|square| game.shape().contains(*square))
            };
            let empty = || {
                (0..5)
                    .filter_map(cell)
                    .filter(|square| game.cell(*square).is_none())
            };
            let own = (0..5)
                .filter_map(cell)
                .filter(|square| game.cell(*square) == Some(side));
            if own.count() == 5 - stones && empty().count() == stones {
                for place in empty() {
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
            }
        }
    }
    places
}

#[test]
fn the_only_defence_is_found_and_is_the_only_one() {
    let positions = known("defences.txt");
    assert_eq!(positions.len(), 40);
    for (number, (game, only)) in positions.into_iter().enumerate() {
        let only: Square = only.parse().unwrap();
        assert_eq!(choose(&game, 4).square, only, "{game:?}");
        if number % 8 > 0 {
            continue;
        }
        let mut searcher = Searcher::new(game.variant(), 1);
        for square in game.legal() {
            let after = after(&game, square);
            let lost = searcher
                .forced_win(&after, ForcedWinKind::Vcf, NODES)
                .is_some();
            assert_eq!(lost, square != only, "{square} in {game:?}");
        }
    }
}

/// Full-depth minimax, nothing left out: what the side to move gets.
fn value(game: &mut Game, seen: &mut HashMap<Vec<Option<Side>>, i8>) -> i8 {
    if let Some(ending) = game.ending() {
        return if ending.winner().is_some() { -1 } else { 0 };
    }
    let cells: Vec<_> = game
        .shape()
        .squares()
        .map(|square| game.cell(square))
        .collect();
    if let Some(value) = seen.get(&cells) {
        return *value;
    }
    let mut best = -1;
    for square in game.legal().collect::<Vec<_>>() {
        game.play(square).unwrap();
        best = best.max(-value(game, seen));
        game.undo();
        if best == 1 {
            break;
        }
    }
    seen.insert(cells, best);
    best
}

#[test]
fn on_small_boards_the_value_of_the_position_is_kept() {
    let mut rng = StdRng::seed_from_u64(11);
    for (size, in_row, stones) in [(4, 3, 5..14), (5, 4, 16..24)] {
        let variant = Variant::custom(Shape::new(size, size, in_row, false).unwrap());
        for _ in 0..60 {
            let mut game = Game::new(variant);
            let wanted = rng.random_range(stones.clone());
            while game.plies().len() < wanted {
                let square = game.legal().choose(&mut rng).unwrap();
                game.play(square).unwrap();
                if game.ending().is_some() {
                    game.undo();
                    break;
                }
            }
            let mut seen = HashMap::new();
            let due = value(&mut game, &mut seen);
            let choice = choose(&game, 40);
            let mut after = after(&game, choice.square);
            let got = -value(&mut after, &mut seen);
            assert_eq!(got, due, "{} in {game:?}", choice.square);
            if choice.exact == Some(true) {
                assert_eq!(choice.score.signum(), i64::from(due), "{game:?}");
            }
        }
    }
}

/// A short form of the match that is held against the bot of the old program.
#[test]
fn the_old_bot_is_beaten_from_both_sides() {
    let priority = engine::bots::named("priority").unwrap();
    for variant in ["gomoku", "gomoku-15", "gomoku-standard"] {
        for (seed, side) in [(1, Side::First), (2, Side::Second), (3, Side::Second)] {
            let mut game = Game::new(variant.parse().unwrap());
            while game.ending().is_none() {
                let search = SearchRequest {
                    depth: None,
                    limit: None,
                    elapsed: &|| Millis(0),
                    stop: &Stop::default(),
                    seed: seed + game.plies().len() as u64,
                };
                let square = if game.side_to_move() == side {
                    choose(&game, 9).square
                } else {
                    priority
                        .choose(&game, search, &Caches::default())
                        .unwrap()
                        .square
                };
                game.play(square).unwrap();
            }
            assert_eq!(game.ending().unwrap().winner(), Some(side), "{game:?}");
        }
    }
}
