//! Every bot keeps the contract of [`Bot`], and each classic bot is compared with the plain search of its document,
//! unpruned and obviously right: both must choose from exactly the same moves.

mod bounds;
mod levels;
mod opening;
mod options;
mod oracle;
mod perfect_limit;

use std::sync::LazyLock;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::classic::alpha_beta;
use crate::classic::gravity_board::GravityBoard;
use crate::options::Options;
use crate::search::Stop;
use crate::testing::{Looks, after, request};

/// Caches that all tests share, as the games of one program do.
static CACHES: LazyLock<Caches> = LazyLock::new(Caches::default);

fn variants() -> Vec<Variant> {
    let custom = [
        "custom:5x4x3:falls",
        "custom:9x7x5:falls",
        "custom:6x6x4:free",
        "custom:3x3x3:free",
        "custom:7x7x4:exact",
    ];
    Variant::fixed()
        .chain(custom.map(|text| text.parse().unwrap()))
        .collect()
}

/// The choice of a bot at this depth, or as it does without one.
fn choice(name: &str, game: &Game, depth: impl Into<Option<u64>>, seed: u64) -> Choice {
    let stop = Stop::default();
    let request = request(depth.into(), seed, &stop);
    named(name).unwrap().choose(game, request, &CACHES).unwrap()
}

/// The same in this time, on a clock that goes on by a millisecond with every look; and the number of looks.
fn choice_within(
    limit: u64,
    name: &str,
    game: &Game,
    depth: impl Into<Option<u64>>,
    seed: u64,
) -> (Choice, u64) {
    let (stop, looks) = (Stop::default(), Looks::default());
    let request = SearchRequest {
        limit: Some(Millis::from_millis(limit)),
        elapsed: &|| looks.look(),
        ..request(depth.into(), seed, &stop)
    };
    let choice = named(name).unwrap().choose(game, request, &CACHES);
    (choice.unwrap(), looks.count())
}

/// A game after `plies` random plies, or after fewer where it ended; never over.
fn random_game(variant: Variant, plies: usize, rng: &mut StdRng) -> Game {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Square> = game.legal().collect();
        game.play(*legal.choose(rng).unwrap()).unwrap();
        if game.ending().is_some() {
            game.undo();
            break;
        }
    }
    game
}

#[test]
fn each_bot_plays_the_variants_it_was_written_for_and_no_others() {
    for (variant, expected) in [
        ("connect-four", "random negamax level lines minimax perfect"),
        (
            "custom:8x7x5:falls",
            "random negamax level lines minimax perfect",
        ),
        ("custom:20x20x4:falls", "random negamax level lines minimax"),
        ("gomoku", "random priority level threat"),
        ("gomoku-standard", "random priority level threat"),
        ("renju", "random level threat"),
        ("custom:9x9x7:free", "random priority level threat"),
        ("custom:9x9x8:free", "random priority"),
        ("custom:9x9x6:exact", "random priority level threat"),
        ("custom:9x9x7:exact", "random priority"),
    ] {
        let playing = ALL.iter().filter(|bot| bot.plays(variant.parse().unwrap()));
        let names: Vec<_> = playing.map(|bot| bot.name()).collect();
        assert_eq!(names.join(" "), expected, "{variant}");
    }
}

#[test]
fn every_kind_plays_legal_moves_to_the_end_on_every_variant_it_plays() {
    for kind in ALL {
        for variant in variants()
            .into_iter()
            .filter(|variant| kind.plays(*variant))
        {
            let mut game = Game::new(variant);
            while game.ending().is_none() {
                let seed = game.plies().len() as u64;
                let depth = kind.depths().map(|_| 2);
                let choice = choice(kind.name(), &game, depth, seed);
                assert_eq!(choice.pv.first(), Some(&choice.square), "{}", kind.name());
                let mut line = game.clone();
                for &square in &choice.pv {
                    assert_eq!(line.play(square), Ok(square), "{} {game:?}", kind.name());
                }
                game.play(choice.square).unwrap();
            }
        }
    }
}

#[test]
fn every_kind_is_repeatable_from_a_seed() {
    let mut rng = StdRng::seed_from_u64(1);
    for kind in ALL {
        for variant in variants()
            .into_iter()
            .filter(|variant| kind.plays(*variant))
        {
            let game = random_game(variant, 6, &mut rng);
            let depth = kind.depths().map(|_| 3);
            let choose = || choice(kind.name(), &game, depth, 42);
            assert_eq!(choose(), choose(), "{}", kind.name());
        }
    }
}

#[test]
fn every_kind_stops_when_told() {
    let stop = Stop::default();
    stop.raise();
    for kind in ALL {
        let variant = variants()
            .into_iter()
            .find(|variant| kind.plays(*variant))
            .unwrap();
        let mut game = Game::new(variant);
        // Beyond the first moves that some bots know by heart.
        for _ in 0..4 {
            let square = game.legal().next().unwrap();
            game.play(square).unwrap();
        }
        // At the least depth a search has fewer nodes than pass between two looks at the flag.
        for depth in [
            kind.depths().map(|(least, _)| least),
            kind.depths().map(|(_, most)| most),
        ] {
            let request = request(depth.map(|depth| depth.value().into()), 0, &stop);
            let choice = kind.choose(&game, request, &CACHES);
            assert_eq!(choice, Err(Stopped), "{} {depth:?}", kind.name());
        }
    }
}

#[test]
fn names_are_unique_and_presets_lie_within_the_depths() {
    for (at, kind) in ALL.iter().enumerate() {
        assert!(ALL[..at].iter().all(|other| other.name() != kind.name()));
        let spec = protocol::spec::BotSpec::new(kind.name(), kind.default_depth());
        assert!(spec.is_ok());
        for (_, plies) in kind.presets() {
            let (least, most) = kind.depths().unwrap();
            assert!((least..=most).contains(&depth(u64::from(*plies))));
        }
        assert!(named(kind.name()).is_some());
    }
}

#[test]
fn without_any_time_a_bot_still_moves() {
    let stop = Stop::default();
    let mut game = Game::new("custom:20x20x10:falls".parse().unwrap());
    for column in [0, 1, 0, 1] {
        game.play(Square::new(column, 0).unwrap()).unwrap();
    }
    let late = || Millis::from_millis(1_000_000);
    for kind in ALL.iter().filter(|kind| kind.plays(game.variant())) {
        let bounds = SearchRequest {
            limit: Some(Millis::from_millis(1)),
            elapsed: &late,
            ..request(kind.depths().map(|_| 12), 0, &stop)
        };
        let choice = kind.choose(&game, bounds, &CACHES).unwrap();
        assert!(game.landing(choice.square).is_ok());
    }
}

#[test]
fn minimax_opens_in_the_lower_middle() {
    for (variant, column) in [("connect-four", 3), ("custom:6x6x4:falls", 2)] {
        let game = Game::new(variant.parse().unwrap());
        let choice = choice("minimax", &game, 4, 0);
        assert_eq!(choice.square.column(), column);
    }
}

/// Thousands of random positions: the fast form chooses from exactly the moves of the plain one.
#[test]
fn the_searches_choose_from_exactly_the_moves_of_their_documents() {
    let stop = Stop::default();
    let mut rng = StdRng::seed_from_u64(2026);
    let gravity: Vec<Variant> = variants()
        .into_iter()
        .filter(|variant| GravityBoard::fits(*variant))
        .collect();
    let heuristics = [
        (&negamax::HEURISTIC, oracle::negamax as oracle::Value),
        (&minimax::HEURISTIC, oracle::minimax),
        (&lines::HEURISTIC, oracle::lines),
    ];
    for round in 0..1200 {
        let variant = gravity[round % gravity.len()];
        let plies = rng.random_range(0..variant.shape().cells());
        let game = random_game(variant, plies, &mut rng);
        let deep = rng
            .random_range(1..=3_usize)
            .min(variant.shape().cells() - game.plies().len());
        for (heuristic, value) in &heuristics {
            let expected = oracle::best(&game, deep, *value);
            let mut found =
                alpha_beta::best(&game, deep, request(None, 0, &stop), heuristic).unwrap();
            if !heuristic.random_ties {
                assert_eq!(
                    found.columns,
                    expected.columns[..1],
                    "{game:?} depth {deep}"
                );
                found.columns.clone_from(&expected.columns);
            }
            assert_eq!(found, expected, "{game:?} depth {deep}");
        }
    }
}

#[test]
fn priority_chooses_from_exactly_the_cells_of_its_document() {
    let mut rng = StdRng::seed_from_u64(4);
    let free: Vec<Variant> = variants()
        .into_iter()
        .filter(|variant| priority::Priority.plays(*variant))
        .collect();
    for round in 0..2000 {
        let variant = free[round % free.len()];
        let plies = rng.random_range(0..variant.shape().cells().min(60));
        let game = random_game(variant, plies, &mut rng);
        let weights = Options::default().into();
        assert_eq!(
            priority::best(&game, weights),
            oracle::priority(&game),
            "{game:?}"
        );
    }
}
