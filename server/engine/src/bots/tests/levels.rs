//! Bots below their full strength: the spread of `threat` and `perfect`, and the levels.

use protocol::rules::Ending;
use protocol::side::Side;
use protocol::spec::BotSpec;

use super::*;
use crate::ladder;

/// The squares that a bot, written as in a spec, chooses with 60 seeds, each once.
fn chosen(bot: &str, game: &Game) -> Vec<String> {
    let spec: BotSpec = bot.parse().unwrap();
    let stop = Stop::default();
    let choose = |seed| {
        let request = SearchRequest {
            options: Options::from(&spec),
            ..request(spec.depth().map(|depth| depth.value().into()), seed, &stop)
        };
        let choose = || choose(named(spec.kind()).unwrap(), game, request, &CACHES);
        assert_eq!(choose(), choose(), "{bot} {seed}");
        choose().unwrap().square.to_string()
    };
    let mut squares: Vec<_> = (0..60).map(choose).collect();
    squares.sort();
    squares.dedup();
    squares
}

#[test]
fn nobody_overlooks_a_row_to_complete_or_to_prevent() {
    let own_four = "h8 a1 i8 b3 j8 c5 k8 g8";
    let their_four = "a1 h8 b3 i8 c5 j8 g8 k8";
    for bot in ["threat:1,spread=1000", "threat:3,spread=200", "level:1"] {
        for moves in [own_four, their_four] {
            assert_eq!(chosen(bot, &after("gomoku-15", moves)), ["l8"], "{bot}");
        }
    }
    for bot in ["perfect:2,spread=1000", "perfect:60,spread=3", "level:1"] {
        for moves in ["414141", "41414"] {
            assert_eq!(chosen(bot, &after("connect-four", moves)), ["d4"], "{bot}");
        }
    }
    for level in 1..=8 {
        let bot = format!("level:{level}");
        for moves in ["e1 a1 e2 a2 e3 a3", "e1 a1 e2 a2 e3"] {
            let game = after("custom:9x8x4:falls", moves);
            assert_eq!(chosen(&bot, &game), ["e4"], "{bot}");
        }
    }
}

/// True if a stone of `side` on `square` completes a row, where longer rows win too.
fn completes(game: &Game, side: Side, square: Square) -> bool {
    let run = |columns: i16, rows: i16| {
        let at = |steps: i16| {
            let column = u8::try_from(i16::from(square.column()) + steps * columns).ok()?;
            let row = u8::try_from(i16::from(square.row()) + steps * rows).ok()?;
            let shape = game.shape();
            (column < shape.columns && row < shape.rows).then(|| Square::new(column, row))?
        };
        (1..)
            .map_while(|steps| at(steps).and_then(|next| game.cell(next)))
            .take_while(|stone| *stone == side)
            .count()
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(columns, rows)| {
            run(columns, rows) + run(-columns, -rows) + 1 >= game.shape().in_row.into()
        })
}

/// A row that can be completed is, whatever the spread and also where low levels see to the end of the game. Of those
/// of the other side one is prevented, also where that does not help.
#[test]
fn wherever_discs_fall_no_level_overlooks_a_row() {
    let mut asked = 0;
    for (variant, plies) in [
        ("connect-four", 24..41),
        ("connect-four-7x7", 30..48),
        ("custom:5x5x4:falls", 6..24),
        ("custom:10x8x4:falls", 5..70),
        ("custom:12x12x5:falls", 20..90),
    ] {
        for seed in 0..60 {
            let mut rng = StdRng::seed_from_u64(seed);
            let plies = rng.random_range(plies.clone());
            let game = random_game(variant.parse().unwrap(), plies, &mut rng);
            let us = game.side_to_move();
            let rows = |side| -> Vec<Square> {
                let completing = |square: &Square| completes(&game, side, *square);
                game.legal().filter(completing).collect()
            };
            let wanted = match rows(us) {
                own if own.is_empty() => rows(us.other()),
                own => own,
            };
            if wanted.is_empty() {
                continue;
            }
            for level in 1..=6 {
                let square = choice("level", &game, level, seed).square;
                let moves = game.plies();
                assert!(
                    wanted.contains(&square),
                    "{variant}, level {level}, seed {seed}: {square} instead of {wanted:?} after {moves:?}"
                );
                asked += 1;
            }
        }
    }
    assert!(asked > 500, "{asked}");
}

/// Two rows cannot both be prevented, but one that is left open looks overlooked.
#[test]
fn where_every_move_loses_a_row_is_prevented() {
    let twofold = after("connect-four", "47573");
    for bot in ["perfect:60", "perfect:8", "level:2", "level:7", "level:9"] {
        let chosen = chosen(bot, &twofold);
        let prevents = |square: &String| ["b1", "f1"].contains(&square.as_str());
        assert!(chosen.iter().all(prevents), "{bot}: {chosen:?}");
    }
    let small = after("custom:5x5x4:falls", "11141555124445");
    for bot in ["perfect:8", "level:2", "level:8"] {
        assert_eq!(chosen(bot, &small), ["c1"], "{bot}");
    }
}

/// The values of the search say nothing of the distance of a win.
#[test]
fn on_a_large_board_a_win_comes_at_once_and_a_loss_as_late_as_it_can() {
    // Three in a row with both ends free: one more wins, and so would a detour.
    let won = after("custom:10x8x4:falls", "d1 d2 e1 e2 f1 f2");
    for level in [5, 8] {
        let chosen = chosen(&format!("level:{level}"), &won);
        let wins = |square: &String| ["c1", "g1"].contains(&square.as_str());
        assert!(chosen.iter().all(wins), "{level}: {chosen:?}");
    }
    // The other side completes one of two ends whatever is played: one of them is closed at least.
    for lost in ["d1 d2 e1 j1 f1", "d1 d2 e1 e2 f1"] {
        let lost = after("custom:10x8x4:falls", lost);
        for level in [1, 5, 8] {
            let chosen = chosen(&format!("level:{level}"), &lost);
            let closes = |square: &String| ["c1", "g1"].contains(&square.as_str());
            assert!(chosen.iter().all(closes), "{level}: {chosen:?}");
        }
    }
}

/// Three discs in a row with both ends free win by force: one end is to be taken while there are two.
#[test]
fn the_second_level_does_not_lose_in_seven_plies() {
    for variant in ["connect-four", "connect-four-7x7"] {
        let chosen = chosen("level:2", &after(variant, "425"));
        let holds = |square: &String| ["c1", "f1", "g1"].contains(&square.as_str());
        assert!(chosen.iter().all(holds), "{variant}: {chosen:?}");
    }
}

#[test]
fn the_first_levels_prefer_the_centre() {
    for (variant, level) in [
        ("connect-four", 1),
        ("connect-four", 2),
        ("connect-four-7x7", 1),
    ] {
        let game = after(variant, "");
        let mut columns = [0; 7];
        for seed in 0..400 {
            let choice = choice("level", &game, level, seed);
            columns[usize::from(choice.square.column())] += 1;
        }
        let (middle, edge) = (columns[3], columns[0] + columns[6]);
        assert!(middle > edge, "{variant}, level {level}: {columns:?}");
    }
}

#[test]
fn without_time_a_level_plays_the_likeliest_move() {
    let game = after("gomoku-15", "h8 i9 h9 i8");
    let chosen = |seed| choice_within(0, "level", &game, 1, seed).0.square;
    let squares: Vec<_> = (0..20).map(chosen).collect();
    assert!(squares.iter().all(|square| *square == squares[0]));
}

/// To a shallow search all moves look alike then, and a stone three cells away looks like a mistake of the program.
#[test]
fn the_first_stones_of_a_free_board_lie_close_together() {
    for (variant, stones) in [
        ("gomoku-15", "h8"),
        ("gomoku", "k10 l11"),
        ("renju", "h8 i9 j8"),
    ] {
        let game = after(variant, stones);
        for level in 1..=4 {
            for square in chosen(&format!("level:{level}"), &game) {
                let square: Square = square.parse().unwrap();
                let distance = |ply: &Square| {
                    let columns = ply.column().abs_diff(square.column());
                    columns.max(ply.row().abs_diff(square.row()))
                };
                let nearest = game.plies().iter().map(distance).min();
                assert!(nearest <= Some(2), "{square} after {stones}, level {level}");
            }
        }
    }
}

#[test]
fn with_a_spread_worse_moves_are_chosen_too_and_the_greater_the_more() {
    for (variant, moves, bot) in [
        ("gomoku-15", "h8 i9 h9 i8", "threat:2"),
        ("connect-four", "44", "perfect:4"),
        ("connect-four", "44", "perfect:60"),
    ] {
        let game = after(variant, moves);
        let count = |spread: u32| chosen(&format!("{bot},spread={spread}"), &game).len();
        let (none, some, many) = (count(0), count(20), count(1000));
        assert!(
            none <= some && some <= many && none < many,
            "{bot}: {none} {some} {many}"
        );
    }
}

#[test]
fn a_win_beyond_the_depth_is_not_seen() {
    // An open three: the win takes five plies, and every move but that of the four may let it slip.
    let game = after("gomoku-15", "h8 a1 i8 c3 j8 e1");
    let four = |square: &String| ["g8", "k8"].contains(&square.as_str());
    assert!(chosen("threat:3,spread=20", &game).iter().all(four));
    assert!(!chosen("threat:1,spread=500", &game).iter().all(four));
}

/// Points of the one level against the other, of two for each of `openings`, played from two random plies.
fn points(variant: &str, one: u64, other: u64, openings: u64) -> f64 {
    let mut rng = StdRng::seed_from_u64(11);
    let mut points = 0.0;
    for _ in 0..openings {
        let opening = random_game(variant.parse().unwrap(), 2, &mut rng);
        for side in [Side::First, Side::Second] {
            let mut game = opening.clone();
            while game.ending().is_none() {
                let level = if game.side_to_move() == side {
                    one
                } else {
                    other
                };
                // Of its own for each move, as at a table.
                let choice = choice("level", &game, level, rng.random());
                game.play(choice.square).unwrap();
            }
            points += match game.ending().and_then(Ending::winner) {
                Some(winner) if winner == side => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    points
}

#[test]
fn a_level_beats_one_that_is_three_below_it() {
    for (variant, one, other) in [
        ("connect-four", 4, 1),
        ("connect-four-7x7", 6, 3),
        ("custom:9x8x4:falls", 7, 4),
        ("gomoku-15", 4, 1),
        ("gomoku-15", 6, 3),
    ] {
        let points = points(variant, one, other, 8);
        assert!(points >= 11.0, "{variant} {one} {other}: {points} of 16");
    }
}

#[test]
fn every_level_was_measured_and_each_is_stronger_than_the_one_below() {
    let level = named("level").unwrap();
    for variant in Variant::fixed().filter(|variant| level.plays(*variant)) {
        let elos: Vec<i16> = (1..=9)
            .map(|number| ladder::elo(variant, "level", Some(depth(number))).unwrap())
            .collect();
        // Steps that look uneven may be even: between neighbours the error is half a step or more.
        let mean = (elos[8] - elos[0]) / 8;
        let steps = elos.windows(2).map(|two| two[1] - two[0]);
        let is_even = |step: i16| (0..=2 * mean).contains(&step);
        assert!(steps.into_iter().all(is_even), "{variant}: {elos:?}");
    }
}
