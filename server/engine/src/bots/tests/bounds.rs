//! Depth, time and the word to stop; and that what a search says of itself is true.

use super::*;
use crate::classic::alpha_beta::BestMoves;

/// Seven columns and six rows, full but for three cells, with no line.
const ALMOST_FULL: &str = "444174454351537733336755522266211226166";

const LOOKING_AHEAD: [(&str, oracle::Value); 3] = [
    ("negamax", oracle::negamax),
    ("minimax", oracle::minimax),
    ("lines", oracle::lines),
];

#[test]
fn a_search_told_to_stop_in_its_midst_stops_at_the_next_look() {
    for (name, _) in LOOKING_AHEAD {
        let (stop, looks) = (Stop::default(), Looks::default());
        // Somebody raises the flag while the search is looking at the clock for the fifth time.
        let clock = || {
            if looks.look() == Millis::from_millis(4) {
                stop.raise();
            }
            Millis::ZERO
        };
        let request = SearchRequest {
            limit: Some(Millis::from_millis(1)),
            elapsed: &clock,
            ..request(Some(12), 0, &stop)
        };
        let game = after("connect-four", "4433");
        let choice = named(name).unwrap().choose(&game, request, &CACHES);
        assert_eq!((choice, looks.count()), (Err(Stopped), 5), "{name}");
    }
}

/// A look costs about as much as a position, so it is not at every one; but ten milliseconds are the bound
/// on the word to stop, and no board is so large that 4096 positions take longer.
#[test]
fn a_search_looks_up_often() {
    for variant in ["connect-four", "custom:20x20x10:falls"] {
        for (name, _) in LOOKING_AHEAD {
            let mut game = Game::new(variant.parse().unwrap());
            for column in [0, 1, 0, 1] {
                game.play(Square::new(column, 0).unwrap()).unwrap();
            }
            let (choice, looks) = choice_within(50, name, &game, 12, 0);
            assert!(looks > 50, "{name} was not cut");
            assert!(choice.nodes <= looks * 4096, "{name}: {choice:?}");
        }
    }
}

#[test]
fn a_game_looked_through_to_its_end_is_looked_at_no_deeper() {
    let game = after("connect-four", ALMOST_FULL);
    for (name, value) in LOOKING_AHEAD {
        let choice = choice(name, &game, 12, 0);
        let expected = oracle::best(&game, 3, value);
        assert!(choice.depth.unwrap() <= depth(3), "{name}: {choice:?}");
        assert_eq!(choice.score, oracle::told(name, expected.value), "{name}");
        assert!(expected.columns.contains(&choice.square.column()), "{name}");
    }
}

/// Checks that a choice is one of the best moves of the document: of those the first, but for `negamax`.
fn is_of_the_best(name: &str, choice: &Choice, expected: &BestMoves, game: &Game) {
    let score = oracle::told(name, expected.value);
    assert_eq!(choice.score, score, "{name} {game:?}");
    let best = match name {
        "negamax" => &expected.columns[..],
        _ => &expected.columns[..1],
    };
    assert!(best.contains(&choice.square.column()), "{name} {game:?}");
}

/// A search whose lines all end early ends early too, and finds the moves of the full depth.
#[test]
fn a_search_that_ended_early_chose_what_the_full_depth_chooses() {
    let mut rng = StdRng::seed_from_u64(31);
    let mut ended_early = 0;
    for round in 0..400 {
        let game = random_game(
            "custom:4x4x3:falls".parse().unwrap(),
            4 + round % 8,
            &mut rng,
        );
        if game.plies().len() < 2 {
            continue;
        }
        let deep = (16 - game.plies().len()).min(6);
        for (name, value) in LOOKING_AHEAD {
            let choice = choice(name, &game, deep as u64, 0);
            let expected = oracle::best(&game, deep, value);
            ended_early += usize::from(choice.depth.unwrap() < depth(deep as u64));
            is_of_the_best(name, &choice, &expected, &game);
        }
    }
    assert!(ended_early > 100, "{ended_early}");
}

/// Deep enough on a narrow board for many positions to come about in several ways.
#[test]
fn what_the_table_remembers_changes_no_choice() {
    let mut rng = StdRng::seed_from_u64(77);
    for round in 0..40 {
        let plies = 2 + round % 14;
        let game = random_game("custom:4x6x4:falls".parse().unwrap(), plies, &mut rng);
        if game.plies().len() < 2 {
            continue;
        }
        for (name, value) in LOOKING_AHEAD {
            let expected = oracle::best(&game, 6, value);
            for seed in 0..4 {
                let choice = choice(name, &game, 6, seed);
                is_of_the_best(name, &choice, &expected, &game);
            }
        }
    }
}

/// A search without deepening knows nothing from other depths, so it cannot be wrong about what is final.
#[test]
fn deepening_chooses_what_a_single_deep_search_chooses() {
    let stop = Stop::default();
    let mut rng = StdRng::seed_from_u64(1000);
    let heuristics = [
        ("negamax", &negamax::HEURISTIC),
        ("minimax", &minimax::HEURISTIC),
        ("lines", &lines::HEURISTIC),
    ];
    let variants = ["connect-four", "custom:5x5x4:falls", "custom:6x5x3:falls"];
    for round in 0..900 {
        let variant: Variant = variants[round % variants.len()].parse().unwrap();
        let game = random_game(variant, 2 + rng.random_range(0..28), &mut rng);
        let empty = game.shape().cells() - game.plies().len();
        if game.plies().len() < 2 {
            continue;
        }
        let deep = rng.random_range(5..=10).min(empty);
        for (name, heuristic) in heuristics {
            let single = alpha_beta::best(&game, deep, request(None, 0, &stop), heuristic).unwrap();
            let choice = choice(name, &game, deep as u64, round as u64);
            let score = oracle::told(name, single.value);
            assert_eq!(choice.score, score, "{name} {game:?} depth {deep}");
            assert!(
                single.columns.contains(&choice.square.column()),
                "{name} {game:?} depth {deep}"
            );
        }
    }
}

#[test]
fn the_principal_variation_leads_to_the_score() {
    let mut rng = StdRng::seed_from_u64(5);
    let gravity: Vec<Variant> = variants()
        .into_iter()
        .filter(|variant| GravityBoard::fits(*variant))
        .collect();
    for round in 0..300 {
        let variant = gravity[round % gravity.len()];
        let plies = rng.random_range(2..variant.shape().cells());
        let game = random_game(variant, plies, &mut rng);
        if game.plies().len() < 2 {
            continue;
        }
        for (name, value) in LOOKING_AHEAD {
            let choice = choice(name, &game, 5, round as u64);
            let mut end = game.clone();
            for square in &choice.pv {
                end.play(*square).unwrap();
            }
            let found = oracle::told(name, value(&end, game.side_to_move()));
            assert_eq!(found, choice.score, "{name} {game:?} {choice:?}");
            let whole = end.ending().is_some()
                || choice.pv.len() == usize::from(choice.depth.unwrap().value());
            assert!(whole, "{name} {game:?} {choice:?}");
        }
    }
}

#[test]
fn what_a_search_says_when_cut_is_what_the_finished_depth_says() {
    let game = after("connect-four", "4433");
    for (name, _) in LOOKING_AHEAD {
        for limit in [3, 8, 21, 60] {
            let (cut, _) = choice_within(limit, name, &game, 12, 9);
            let reached = u64::from(cut.depth.unwrap().value());
            let whole = choice(name, &game, reached, 9);
            assert_eq!(
                (cut.square, cut.score, cut.pv),
                (whole.square, whole.score, whole.pv),
                "{name} to depth {reached}"
            );
        }
    }
}

#[test]
fn ties_are_broken_fairly() {
    // Nothing to tell the columns of an empty board apart by, one ply deep.
    let game = Game::new("connect-four".parse().unwrap());
    for name in ["negamax", "random"] {
        let kind = named(name).unwrap();
        let mut drawn = [0; 7];
        for seed in 0..1400 {
            let plies = kind.depths().map(|_| 1);
            let choice = choice(name, &game, plies, seed);
            drawn[usize::from(choice.square.column())] += 1;
        }
        // 200 each is expected; four standard deviations are 52.
        assert!(
            drawn.iter().all(|count| (148..=252).contains(count)),
            "{name} {drawn:?}"
        );
    }
}
