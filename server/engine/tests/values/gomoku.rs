//! The gomoku engine against plain searches of everything, and against the bot of the old program.

use std::collections::HashMap;
use std::sync::LazyLock;

use engine::gomoku::Searcher;
use engine::{Caches, Choice, Options, SearchRequest, Stop};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::{CustomRules, Shape, Variant};
use protocol::side::Side;
use protocol::spec::Depth;
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};

/// Caches that all tests here share.
static CACHES: LazyLock<Caches> = LazyLock::new(Caches::default);

fn request(depth: Option<u64>, seed: u64, stop: &Stop) -> SearchRequest<'_> {
    SearchRequest {
        depth: depth.map(|depth| Depth::new(depth).unwrap()),
        limit: None,
        elapsed: &|| Millis::ZERO,
        stop,
        seed,
        options: Options::default(),
        progress: None,
    }
}

fn choose(game: &Game, depth: u64) -> Choice {
    let stop = Stop::default();
    Searcher::new(CACHES.gomoku_tables(game.variant()), 1)
        .choose(game, request(Some(depth), 1, &stop))
        .unwrap()
}

/// Full minimax without pruning: the value of the position for the side to move.
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
        let variant = Variant::custom(Shape::new(size, size, in_row).unwrap(), CustomRules::Free);
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
            let mut after = game.clone();
            after.play(choice.square).unwrap();
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
    let stop = Stop::default();
    let priority = engine::bots::named("priority").unwrap();
    for variant in ["gomoku", "gomoku-15", "gomoku-standard"] {
        for (seed, side) in [(1, Side::First), (2, Side::Second), (3, Side::Second)] {
            let mut game = Game::new(variant.parse().unwrap());
            while game.ending().is_none() {
                let square = if game.side_to_move() == side {
                    choose(&game, 9).square
                } else {
                    let request = request(None, seed + game.plies().len() as u64, &stop);
                    priority.choose(&game, request, &CACHES).unwrap().square
                };
                game.play(square).unwrap();
            }
            assert_eq!(game.ending().unwrap().winner(), Some(side), "{game:?}");
        }
    }
}
