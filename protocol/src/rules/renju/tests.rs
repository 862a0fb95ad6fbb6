//! The forbidden points of known positions and of random ones.

mod oracle;

use std::env;

use self::oracle::Oracle;
use super::*;
use crate::game::Game;
use crate::id::Seed;
use crate::rng::SplitMix64;
use crate::rules::Variant;

const POSITIONS: &str = include_str!("../../../../tests/data/renju/forbidden.txt");

/// Names the number of random positions; without it [`FEW`] are compared.
const COUNT: &str = "RENJU_POSITIONS";
/// Names the seed of the random positions.
const SEED: &str = "RENJU_SEED";
/// Random positions for every run of the tests: some seconds.
const FEW: u64 = 3000;

fn renju() -> Variant {
    Variant::named("renju").unwrap()
}

fn stones(board: &[(Square, Side)]) -> RenjuStones {
    let mut stones = RenjuStones::new(&Position::empty(renju()));
    for &(square, side) in board {
        stones.put(square, side);
    }
    stones
}

/// Every forbidden point of black, by the fast form, whichever side is to move.
fn fouls(board: &[(Square, Side)]) -> Vec<(Square, Foul)> {
    let mut stones = stones(board);
    let taken: Vec<_> = board.iter().map(|&(square, _)| square).collect();
    let empty = renju().shape().squares();
    empty
        .filter(|square| !taken.contains(square))
        .filter_map(|square| Some((square, stones.foul(square)?)))
        .collect()
}

/// Every forbidden point of black, by definition.
fn fouls_by_definition(board: &[(Square, Side)], oracle: &mut Oracle) -> Vec<(Square, Foul)> {
    oracle.set(board);
    let taken: Vec<_> = board.iter().map(|&(square, _)| square).collect();
    let empty = renju().shape().squares();
    empty
        .filter(|square| !taken.contains(square))
        .filter_map(|square| Some((square, oracle.foul(square)?)))
        .collect()
}

/// Reads `h8 h9`.
fn squares(text: &str) -> impl Iterator<Item = Square> {
    text.split_whitespace()
        .map(|square| square.parse().unwrap_or_else(|_| panic!("{square:?}")))
}

#[test]
fn known_positions_have_the_forbidden_points_that_the_file_says() {
    let (mut count, mut wrong) = (0, Vec::new());
    for line in POSITIONS.lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let [name, black, white, expected] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line:?} has not four parts");
        };
        let board: Vec<_> = squares(black)
            .map(|square| (square, Side::First))
            .chain(squares(white.trim_matches('-')).map(|square| (square, Side::Second)))
            .collect();
        let words = |mut fouls: Vec<(Square, Foul)>| {
            fouls.sort_unstable_by_key(|&(square, _)| square);
            let words: Vec<_> = fouls
                .into_iter()
                .map(|(square, foul)| format!("{square} {foul}"))
                .collect();
            if words.is_empty() {
                "-".to_owned()
            } else {
                words.join(", ")
            }
        };
        let by_definition = fouls_by_definition(&board, &mut Oracle::default());
        for (found, way) in [(fouls(&board), "fast"), (by_definition, "by definition")] {
            let found = words(found);
            if found != expected {
                wrong.push(format!("{name}: {found}, {way}"));
            }
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count >= 20, "only {count} positions");
}

/// Any stones, not only those that a game leads to. A million positions, or another seed:
/// `RENJU_POSITIONS=1000000 RENJU_SEED=2 cargo test -p protocol --lib -- renju::tests::random --nocapture`.
#[expect(
    clippy::print_stdout,
    reason = "how many there were is the result of a long run"
)]
#[test]
fn random_positions_have_the_forbidden_points_that_the_definition_gives() {
    let number = |name| {
        let text = env::var(name).ok()?;
        Some(
            text.parse::<u64>()
                .unwrap_or_else(|_| panic!("{name}={text}")),
        )
    };
    let mut rng = SplitMix64::new(Seed(number(SEED).unwrap_or(1)));
    let mut oracle = Oracle::default();
    let mut seen = [0_u64; 3];
    let count = number(COUNT).unwrap_or(FEW);
    for _ in 0..count {
        let board = random_board(&mut rng);
        let (fast, slow) = (fouls(&board), fouls_by_definition(&board, &mut oracle));
        assert_eq!(fast, slow, "{board:?}");
        for (_, foul) in fast {
            seen[foul as usize] += 1;
        }
    }
    let summary = format!(
        "{count} positions: {} overlines, {} double fours, {} double threes; {} threes refuted, {} deeper than that",
        seen[0], seen[1], seen[2], oracle.refuted, oracle.refuted_deeper,
    );
    assert!(
        seen.iter().all(|&kind| kind > count / 100)
            && oracle.refuted > count / 100
            && oracle.refuted_deeper > 0,
        "{summary}"
    );
    println!("{summary}");
}

/// Stones of both sides at random in a random rectangle, most of them black, so that shapes meet.
fn random_board(rng: &mut SplitMix64) -> Vec<(Square, Side)> {
    let mut below = |limit: u64| rng.next_u64() % limit;
    let mut span = || {
        let length = 6 + below(10);
        let start = below(16 - length);
        start as u8..(start + length) as u8
    };
    let (columns, rows) = (span(), span());
    let (black, white) = (8 + below(28), below(20));
    let mut board = Vec::new();
    for column in columns {
        for row in rows.clone() {
            let square = Square::new(column, row).unwrap();
            let draw = below(100);
            if draw < black {
                board.push((square, Side::First));
            } else if draw < black + white {
                board.push((square, Side::Second));
            }
        }
    }
    board
}

/// A game by plies of both sides, `h8 a1 ...`.
fn game(plies: &str) -> Game {
    Game::after(renju(), squares(plies)).unwrap()
}

#[test]
fn a_forbidden_point_is_refused_with_its_kind_and_the_game_goes_on() {
    let mut game = game("h8 a1 h9 a3 g7 a5 f7 a7");
    let h7: Square = "h7".parse().unwrap();
    let illegal = Illegal::Forbidden {
        square: h7,
        foul: Foul::DoubleThree,
    };
    assert_eq!(game.forbidden(), [(h7, Foul::DoubleThree)]);
    assert_eq!(game.play(h7), Err(illegal.clone()));
    assert_eq!(
        illegal.to_string(),
        "h7 is forbidden (double three); play another point"
    );
    assert!(game.legal().all(|square| square != h7));
    assert_eq!(game.legal().count(), 225 - 8 - 1);
    game.play("i7".parse().unwrap()).unwrap();
    // The other side may play there, and has no forbidden points.
    assert_eq!(game.forbidden(), []);
    game.play(h7).unwrap();
}

#[test]
fn black_wins_with_exactly_five_even_if_it_makes_a_forbidden_shape() {
    // Two fours meet in e5 besides the five.
    let mut game = game("a5 o1 b5 o3 c5 o5 d5 o7 e6 o9 e7 o11 e8 o13 f6 n1 g7 n3 h8 n5");
    game.play("e5".parse().unwrap()).unwrap();
    assert_eq!(game.ending().and_then(Ending::winner), Some(Side::First));
    assert_eq!(game.ending().unwrap().line().len(), 5);
    assert_eq!(game.forbidden(), []);
}

#[test]
fn white_wins_with_five_and_with_more() {
    for plies in [
        "a1 h1 c1 h2 e1 h3 a3 h4 c3 h5",
        "a1 h1 c1 h2 e1 h3 a3 h5 c3 h6 e3 h4",
    ] {
        let game = game(plies);
        assert_eq!(
            game.ending().and_then(Ending::winner),
            Some(Side::Second),
            "{plies}"
        );
        let stones = game.plies().iter().filter(|square| square.column() == 7);
        assert_eq!(game.ending().unwrap().line().len(), stones.count());
    }
}

#[test]
fn black_without_a_point_draws() {
    // A full board but for d1, where a stone would make seven in a row. Pairs of each side everywhere else.
    let mut position = Position::empty(renju());
    let gap: Square = "d1".parse().unwrap();
    let (mut black, mut white): (Vec<_>, Vec<_>) = position
        .shape()
        .squares()
        .filter(|&square| square != gap)
        .partition(|square| match (square.row(), square.column()) {
            (0, column) => column < 7,
            (row, column) => (column + 2 * (row % 2) + row / 2) / 2 % 2 == 0,
        });
    while black.len() > white.len() {
        white.extend(black.pop());
    }
    while white.len() > black.len() {
        black.extend(white.pop());
    }
    let last = *white.last().unwrap();
    for (first, second) in black.into_iter().zip(white) {
        position.put(first);
        position.put(second);
    }
    assert_eq!(Renju.forbidden(&position), [(gap, Foul::Overline)]);
    assert_eq!(Renju.legal(&position).count(), 0);
    assert_eq!(Renju.judge(&position, last), Some(Ending::FullBoard));
    // Nothing is forbidden to white, so that the game goes on after a ply of black.
    position.take_back(last);
    assert_eq!(Renju.legal(&position).count(), 2);
}
