//! Random openings in which neither side is about to win.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use protocol::game::Game;
use protocol::rules::{Family, Variant};
use protocol::side::Side;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// Columns and rows from the middle of an opening on free boards that its stones may be away.
const REACH: u8 = 4;

/// Columns and rows that this middle may be away from that of the board.
const STRAY: u8 = 2;

/// Random openings in a row that may be useless before the search for a new one ends.
const PATIENCE: usize = 100;

/// Random openings, each made when it is asked for.
///
/// The same seed gives the same ones. With gravity, 2 to 4 plies anywhere; without, 4 to 7 stones close to each other
/// near the middle. Neither side has a line that lacks only one stone, and the side to move cannot make two such lines
/// at once: the game is open. When no new ones are found any more, the first ones come again.
#[derive(Debug)]
pub struct RandomOpenings {
    variant: Variant,
    rng: StdRng,
    seen: HashSet<String>,
    openings: Vec<Game>,
    is_exhausted: bool,
}

impl RandomOpenings {
    /// The openings of a seed.
    pub fn new(variant: Variant, seed: u64) -> Self {
        Self {
            variant,
            rng: StdRng::seed_from_u64(seed),
            seen: HashSet::new(),
            openings: Vec::new(),
            is_exhausted: false,
        }
    }

    /// The opening of a round, from 0.
    pub fn opening(&mut self, round: usize) -> Game {
        while self.openings.len() <= round && !self.is_exhausted {
            let new = (0..PATIENCE)
                .map(|_| draw(self.variant, stones(self.variant), &mut self.rng))
                // The same stones in another order are nothing new.
                .find(|opening| self.seen.insert(opening.to_string()));
            match new {
                Some(opening) => self.openings.push(opening),
                None => self.is_exhausted = true,
            }
        }
        self.openings[round % self.openings.len()].clone()
    }
}

/// One opening of this number of stones that leaves the game open. On boards so small that none is found, the empty
/// board.
fn draw(variant: Variant, stones: RangeInclusive<i32>, rng: &mut StdRng) -> Game {
    for _ in 0..PATIENCE {
        let stones = rng.random_range(stones.clone());
        let is_in_window = window(variant, rng);
        let mut game = Game::new(variant);
        for _ in 0..stones {
            let places: Vec<Square> = game.legal().filter(&is_in_window).collect();
            let Some(square) = places.choose(rng) else {
                break;
            };
            game.play(*square).expect("it is one of the legal ones");
        }
        if is_open(&game) {
            return game;
        }
    }
    Game::new(variant)
}

/// Number of plies of an opening.
fn stones(variant: Variant) -> RangeInclusive<i32> {
    match variant.family() {
        Family::Gravity => 2..=4,
        Family::Free | Family::Renju => 4..=7,
    }
}

/// A part of the board for the stones of an opening: near the middle, or the whole board if discs fall.
fn window(variant: Variant, rng: &mut StdRng) -> impl Fn(&Square) -> bool + use<> {
    let reach = match variant.family() {
        Family::Gravity => Square::LIMIT,
        Family::Free | Family::Renju => REACH,
    };
    let shape = variant.shape();
    let [column, row] = [shape.columns, shape.rows].map(|length| {
        let middle = length / 2;
        rng.random_range(middle.saturating_sub(STRAY)..=middle + STRAY)
    });
    move |square| square.column().abs_diff(column) <= reach && square.row().abs_diff(row) <= reach
}

/// Returns whether neither side is about to win.
fn is_open(game: &Game) -> bool {
    let wins_somewhere = |side: &Side| game.legal().any(|square| wins_at(game, *side, square));
    if game.ending().is_some() || Side::BOTH.iter().any(wins_somewhere) {
        return false;
    }
    let mover = game.side_to_move();
    game.legal()
        .all(|square| !makes_two_threats(game, mover, square))
}

/// Returns whether a stone of `side`, which is to move and cannot win at once, leaves two cells to win at.
fn makes_two_threats(game: &Game, side: Side, square: Square) -> bool {
    let reach = game.shape().in_row - 1;
    let is_near = |other: Square| {
        other.column().abs_diff(square.column()) <= reach
            && other.row().abs_diff(square.row()) <= reach
    };
    let own = game
        .plies()
        .iter()
        .filter(|ply| game.cell(**ply) == Some(side) && is_near(**ply));
    // The line needs this stone, one more, and the rest on the board. There are many places, and few stones.
    if own.count() + 2 < usize::from(game.shape().in_row) {
        return false;
    }
    let mut after = game.clone();
    after.play(square).expect("it is one of the legal ones");
    let threats = after
        .legal()
        .filter(|other| is_near(*other) && wins_at(&after, side, *other));
    threats.take(2).count() == 2
}

/// Returns whether a stone of `side` on `square` would win, whichever side is to move.
fn wins_at(game: &Game, side: Side, square: Square) -> bool {
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    directions.into_iter().any(|(right, up)| {
        let run = 1
            + run_from(game, square, side, (right, up))
            + run_from(game, square, side, (-right, -up));
        game.variant().overline().wins(run, game.shape().in_row)
    })
}

/// Number of stones of `side` in a row next to `square` in one direction.
fn run_from(game: &Game, square: Square, side: Side, (right, up): (i8, i8)) -> u8 {
    let mut run = 0;
    let mut here = square;
    loop {
        let next = here
            .column()
            .checked_add_signed(right)
            .zip(here.row().checked_add_signed(up))
            .and_then(|(column, row)| Square::new(column, row));
        match next.filter(|next| game.cell(*next) == Some(side)) {
            Some(next) => here = next,
            None => return run,
        }
        run += 1;
    }
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    fn after(variant: &str, moves: &str) -> Game {
        let variant = variant.parse().unwrap();
        Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
    }

    /// Makes `count` openings.
    fn random_openings(variant: Variant, seed: u64, count: usize) -> Vec<Game> {
        let mut openings = RandomOpenings::new(variant, seed);
        (0..count).map(|round| openings.opening(round)).collect()
    }

    #[test]
    fn an_opening_is_open_where_nobody_is_about_to_win() {
        for (variant, moves, expected) in [
            ("gomoku", "h8 a1 i8 c1 j8 e1", false), // the side to move makes an open four
            ("gomoku", "h8 a1 i8 c1 j8", true),     // the other side may defend
            ("gomoku", "h8 a1 i8 c1 k8 e1 l8", false), // a split four
            ("gomoku", "h8 a1 i8 c1 k8 e1", false), // a split three
            ("gomoku", "a8 a1 b8 c1 c8 e1", true),  // at the edge a four is no double threat
            ("gomoku-15", "h8 i9", true),
            ("connect-four", "4433", false), // both sides of the three are open
            ("connect-four", "4412", true),
            ("connect-four", "441177", true),
            ("connect-four", "441122", false), // column 3 wins
            ("connect-four", "414141", false),
        ] {
            assert_eq!(
                is_open(&after(variant, moves)),
                expected,
                "{variant} {moves}"
            );
        }
    }

    #[test]
    fn random_openings_differ_and_more_of_them_begin_with_the_same() {
        for name in [
            "gomoku",
            "gomoku-15",
            "connect-four",
            "custom:12x9x5:free",
            "renju",
        ] {
            let variant = name.parse().unwrap();
            let many = random_openings(variant, 7, 60);
            assert_eq!(many[..20], random_openings(variant, 7, 20), "{name}");
            assert_ne!(many[..20], random_openings(variant, 8, 20), "{name}");
            let distinct: HashSet<_> = many.iter().map(ToString::to_string).collect();
            assert_eq!(distinct.len(), many.len(), "{name}");
            for opening in many {
                let plies = opening.plies().len();
                let expected = match variant.family() {
                    Family::Gravity => 2..=4,
                    Family::Free | Family::Renju => 4..=7,
                };
                assert!(expected.contains(&plies), "{opening:?}");
                assert!(is_open(&opening), "{opening:?}");
            }
        }
    }

    #[test]
    fn free_stones_lie_close_together_near_the_middle() {
        for opening in random_openings("gomoku".parse().unwrap(), 1, 100) {
            for measure in [Square::column, Square::row] {
                let places = || opening.plies().iter().map(|square| measure(*square));
                let (least, most) = (places().min().unwrap(), places().max().unwrap());
                assert!(most - least <= 2 * REACH, "{opening:?}");
                assert!(
                    (3..17).contains(&least) && (3..17).contains(&most),
                    "{opening:?}"
                );
            }
        }
    }

    #[test]
    fn a_board_with_few_open_positions_is_played_from_them_again_and_again() {
        for name in ["custom:3x3x3:falls", "custom:3x3x3:free"] {
            let openings = random_openings(name.parse().unwrap(), 1, 2000);
            assert_eq!(openings.len(), 2000);
            let distinct: HashSet<_> = openings.iter().map(ToString::to_string).collect();
            assert!(distinct.len() < 2000, "{name}");
            assert!(openings.iter().all(|opening| opening.ending().is_none()));
            assert_eq!(openings[0], openings[distinct.len()]);
        }
    }
}
