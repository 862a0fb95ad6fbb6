//! A fast board for the games where discs fall, with the totals that a heuristic is made of.

use protocol::game::Game;
use protocol::rules::{Family, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

use crate::classic::transposition_table::Key;
use crate::classic::windows::{Counts, Sum, Weigh, Windows, index};

/// The status of a position under the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The side that has just moved has a line.
    Won,
    /// No cell is left.
    Full,
    /// The game goes on.
    Open,
}

/// A term of a heuristic: windows of one length, and their worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowTerm {
    /// Cells less than the winning length.
    pub(crate) shorter: u8,
    /// The worth of one window.
    pub(crate) weigh: Weigh,
}

/// The most terms that a heuristic has.
const TERMS: usize = 3;

/// The totals of a position, one for each term in the order of the heuristic; the others are 0.
pub(crate) type Sums = [Sum; TERMS];

/// A position of a game where discs fall.
///
/// It evaluates a drop without making it: most positions of a search are leaves, which are evaluated and never
/// moved on from.
#[derive(Debug)]
pub(crate) struct GravityBoard {
    shape: Shape,
    heights: Vec<u8>,
    empty: usize,
    to_move: Side,
    /// Counts for each term; the first has the windows of the winning length.
    counts: Vec<Counts>,
    sums: Sums,
    /// The sums before each drop.
    history: Vec<Sums>,
    key: Key,
}

impl GravityBoard {
    /// True if it keeps the rules of this variant: discs fall, and longer rows win too.
    pub(crate) fn fits(variant: Variant) -> bool {
        match (variant.family(), variant.overline()) {
            (Family::Gravity, Overline::Wins) => true,
            (Family::Gravity, Overline::DoesNotWin)
            | (Family::Free | Family::Renju, Overline::Wins | Overline::DoesNotWin) => false,
        }
    }

    /// The position of `game`, whose variant [fits](Self::fits), with the totals of `terms`, of which the first has
    /// the windows of the winning length.
    pub(crate) fn from_game(game: &Game, terms: &[WindowTerm]) -> Self {
        debug_assert!(Self::fits(game.variant()), "the bot was not to be asked");
        let shape = game.shape();
        let mut sums = Sums::default();
        let counts = terms
            .iter()
            .zip(&mut sums)
            .map(|(term, sum)| {
                let windows = Windows::new(shape, shape.in_row - term.shorter);
                let counts;
                (counts, *sum) = Counts::new(&windows, term.weigh);
                counts
            })
            .collect();
        let mut board = Self {
            shape,
            heights: vec![0; usize::from(shape.columns)],
            empty: shape.cells(),
            to_move: Side::First,
            counts,
            sums,
            history: Vec::with_capacity(shape.cells()),
            key: 0,
        };
        if board.fits_a_key() {
            board.key = (0..shape.columns).fold(0, |key, column| key | board.bit(column));
        }
        for ply in game.plies() {
            board.drop(ply.column(), board.after(ply.column()));
        }
        board
    }

    /// The totals after a drop by the side to move into the column, which must be open.
    pub(crate) fn after(&self, column: u8) -> Sums {
        let cell = self.landing_cell(column);
        let mut sums = self.sums;
        for (sum, counts) in sums.iter_mut().zip(&self.counts) {
            *sum = *sum + counts.gain(cell, self.to_move);
        }
        sums
    }

    /// The status after a drop that gives these totals.
    pub(crate) fn status(&self, after: &Sums) -> Status {
        if after[0].full[index(self.to_move)] > 0 {
            Status::Won
        } else if self.empty == 1 {
            Status::Full
        } else {
            Status::Open
        }
    }

    /// Drops a disc for the side to move into the column, which must be open. `after` are its totals, from
    /// [`after`](Self::after).
    pub(crate) fn drop(&mut self, column: u8, after: Sums) {
        let cell = self.landing_cell(column);
        for counts in &mut self.counts {
            counts.add(cell, self.to_move);
        }
        self.history.push(self.sums);
        self.sums = after;
        self.toggle_key(column);
        self.heights[usize::from(column)] += 1;
        self.empty -= 1;
        self.to_move = self.to_move.other();
    }

    /// Undoes the last drop, which was into this column.
    pub(crate) fn lift(&mut self, column: u8) {
        self.to_move = self.to_move.other();
        self.empty += 1;
        self.heights[usize::from(column)] -= 1;
        self.toggle_key(column);
        self.sums = self.history.pop().expect("a disc was dropped before");
        let cell = self.landing_cell(column);
        for counts in &mut self.counts {
            counts.remove(cell, self.to_move);
        }
    }

    /// True if a drop into this column, which is open, takes the cell with which the other side would complete a row.
    pub(crate) fn prevents_with(&self, column: u8) -> bool {
        let theirs = self.to_move.other();
        let gain = self.counts[0].gain(self.landing_cell(column), theirs);
        gain.full[index(theirs)] > 0
    }

    /// True if the column is not full.
    pub(crate) fn is_open(&self, column: u8) -> bool {
        self.heights[usize::from(column)] < self.shape.rows
    }

    /// The square where a disc dropped into the column comes to rest.
    pub(crate) fn landing(&self, column: u8) -> Option<Square> {
        Square::new(column, self.heights[usize::from(column)])
    }

    /// Columns of the board.
    pub(crate) fn columns(&self) -> u8 {
        self.shape.columns
    }

    /// Empty cells, which is the most plies that the game can still have.
    pub(crate) fn empty(&self) -> usize {
        self.empty
    }

    /// The side that makes the next ply.
    pub(crate) fn to_move(&self) -> Side {
        self.to_move
    }

    /// The position as a number that no other position has; none where the board does not fit 128 bits.
    ///
    /// Each column has a bit for each row and one more. The lowest bits say whose the discs are, 1 for the
    /// first side; above them stands a single 1. Here the first side's discs are X:
    ///
    /// ```text
    ///               0 0
    ///  .  .         0 1  <- the 1 above two discs
    ///  .  O    ->   1 0
    ///  X  X         1 1
    /// ```
    pub(crate) fn key(&self) -> Option<Key> {
        self.fits_a_key().then_some(self.key)
    }

    fn fits_a_key(&self) -> bool {
        u32::from(self.shape.columns) * (u32::from(self.shape.rows) + 1) <= Key::BITS
    }

    /// The bit of the lowest empty cell of the column.
    fn bit(&self, column: u8) -> Key {
        let below = u32::from(column) * (u32::from(self.shape.rows) + 1);
        1 << (below + u32::from(self.heights[usize::from(column)]))
    }

    /// The key with a disc of the side to move on the column, or without it again.
    fn toggle_key(&mut self, column: u8) {
        if self.fits_a_key() {
            let bit = self.bit(column);
            self.key ^= match self.to_move {
                Side::First => bit << 1,
                Side::Second => bit << 1 | bit,
            };
        }
    }

    fn landing_cell(&self, column: u8) -> usize {
        let row = usize::from(self.heights[usize::from(column)]);
        row * usize::from(self.shape.columns) + usize::from(column)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use protocol::rules::Ending;
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;

    use super::*;

    fn status(game: &Game) -> Status {
        match game.ending() {
            Some(Ending::Line { .. }) => Status::Won,
            Some(Ending::FullBoard) => Status::Full,
            None => Status::Open,
        }
    }

    fn assert_agree(board: &GravityBoard, game: &Game) {
        assert_eq!(board.to_move(), game.side_to_move(), "{game:?}");
        assert_eq!(board.empty(), game.shape().cells() - game.plies().len());
        if game.ending().is_none() {
            let landings: Vec<Square> = (0..board.columns())
                .filter(|column| board.is_open(*column))
                .filter_map(|column| board.landing(column))
                .collect();
            assert_eq!(landings, game.legal().collect::<Vec<_>>(), "{game:?}");
        }
    }

    #[test]
    fn the_fast_board_agrees_with_the_rules_forwards_and_backwards() {
        let mut rng = StdRng::seed_from_u64(12);
        let custom = [
            "custom:3x3x3:falls",
            "custom:12x4x4:falls",
            "custom:4x12x5:falls",
            "custom:20x20x10:falls",
            "custom:20x3x10:falls",
        ];
        let variants: Vec<Variant> = Variant::fixed()
            .filter(|variant| GravityBoard::fits(*variant))
            .chain(custom.map(|text| text.parse().unwrap()))
            .collect();
        let terms = [0, 1, 2].map(|shorter| WindowTerm {
            shorter,
            weigh: |length, own, others| i64::from(length) + 3 * i64::from(own) - i64::from(others),
        });
        for round in 0..40 {
            for variant in &variants {
                let mut game = Game::new(*variant);
                let mut board = GravityBoard::from_game(&game, &terms);
                while game.ending().is_none() {
                    let legal: Vec<Square> = game.legal().collect();
                    let square = *legal.choose(&mut rng).expect("the game is not over");
                    game.play(square).expect("it is legal");
                    let after = board.after(square.column());
                    assert_eq!(board.status(&after), status(&game), "{game:?}");
                    board.drop(square.column(), after);
                    assert_agree(&board, &game);
                }
                // All the way back on even rounds; on odd ones half way, then the same as from scratch.
                let rest = if round % 2 == 0 {
                    0
                } else {
                    game.plies().len() / 2
                };
                while game.plies().len() > rest {
                    let square = game.undo().expect("there are plies left");
                    board.lift(square.column());
                    assert_agree(&board, &game);
                }
                let anew = GravityBoard::from_game(&game, &terms);
                assert_eq!(format!("{board:?}"), format!("{anew:?}"));
            }
        }
    }

    #[test]
    fn two_positions_have_one_key_only_if_they_are_the_same() {
        let mut rng = StdRng::seed_from_u64(3);
        for (variant, fits) in [
            ("connect-four", true),
            ("custom:20x5x4:falls", true),
            ("custom:4x20x4:falls", true),
            ("custom:3x3x3:falls", true),
            ("custom:20x6x4:falls", false),
        ] {
            let mut known: HashMap<Key, String> = HashMap::new();
            for _ in 0..300 {
                let mut game = Game::new(variant.parse().expect("a variant"));
                while game.ending().is_none() {
                    let board = GravityBoard::from_game(&game, &[]);
                    assert_eq!(board.key().is_some(), fits, "{variant}");
                    if let Some(key) = board.key() {
                        let drawn = game.to_string();
                        assert_eq!(known.entry(key).or_insert(drawn.clone()), &drawn);
                    }
                    let legal: Vec<Square> = game.legal().collect();
                    let square = *legal.choose(&mut rng).expect("the game is not over");
                    game.play(square).expect("it is legal");
                }
            }
            assert!(!fits || known.len() > 100, "{variant}");
        }
    }
}
