//! The position on the board of the manager.
//!
//! A manager sends the owner and the cell of each stone, not always in the order of play. So stones are kept by
//! owner, and an order is found when the rules need one. On blocked cells nobody plays; the rules do not know them, so
//! they are kept beside the game and told to the engine.

use std::collections::HashSet;

use external::Cell;
use protocol::game::Game;
use protocol::rules::{CustomRules, Family, Illegal, Shape, Variant};
use protocol::square::Square;

/// Stones in a row that win.
const FIVE: u8 = 5;

/// Error for a position in which somebody has won, or which is full.
const OVER: &str = "the game is over; send RESTART or START";

/// Owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// This engine.
    Own,
    /// The opponent.
    Theirs,
}

/// The stones on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Position {
    columns: u8,
    rows: u8,
    own: Vec<Square>,
    theirs: Vec<Square>,
    /// In ascending order.
    blocked: Vec<Square>,
}

impl Position {
    /// An empty board.
    ///
    /// # Errors
    ///
    /// The board is too small or too large: which would do.
    pub(super) fn empty(columns: i64, rows: i64) -> Result<Self, String> {
        let least = i64::from(FIVE);
        let measure = |cells: i64| {
            u8::try_from(cells)
                .ok()
                .filter(|_| (least..=i64::from(Square::LIMIT)).contains(&cells))
                .ok_or_else(|| {
                    format!(
                        "a board of {columns} x {rows} is not played here; choose {least} to {} each way",
                        Square::LIMIT
                    )
                })
        };
        Ok(Self {
            columns: measure(columns)?,
            rows: measure(rows)?,
            own: Vec::new(),
            theirs: Vec::new(),
            blocked: Vec::new(),
        })
    }

    /// The same board without its stones, and without blocked cells.
    pub(super) fn cleared(&self) -> Self {
        Self {
            own: Vec::new(),
            theirs: Vec::new(),
            blocked: Vec::new(),
            ..*self
        }
    }

    /// The square of a cell.
    ///
    /// # Errors
    ///
    /// The cell is off the board.
    pub(super) fn square(&self, cell: Cell) -> Result<Square, String> {
        let is_on_board =
            |square: &Square| square.column() < self.columns && square.row() < self.rows;
        cell.square().filter(is_on_board).ok_or_else(|| {
            format!(
                "{cell} is off the board; play 0,0 to {},{}",
                self.columns - 1,
                self.rows - 1
            )
        })
    }

    /// Puts a stone down.
    ///
    /// # Errors
    ///
    /// The cell is taken or blocked; nothing has changed then.
    pub(super) fn put(&mut self, owner: Owner, square: Square) -> Result<(), String> {
        self.check_empty(square)?;
        match owner {
            Owner::Own => self.own.push(square),
            Owner::Theirs => self.theirs.push(square),
        }
        Ok(())
    }

    /// Blocks a cell for both.
    ///
    /// # Errors
    ///
    /// The cell is taken or blocked; nothing has changed then.
    pub(super) fn block(&mut self, square: Square) -> Result<(), String> {
        self.check_empty(square)?;
        let at = self.blocked.partition_point(|&other| other < square);
        self.blocked.insert(at, square);
        Ok(())
    }

    /// The cells where nobody may play, in ascending order.
    pub(super) fn blocked(&self) -> &[Square] {
        &self.blocked
    }

    fn check_empty(&self, square: Square) -> Result<(), String> {
        let is = if self.blocked.contains(&square) {
            "blocked"
        } else if self.own.contains(&square) || self.theirs.contains(&square) {
            "taken"
        } else {
            return Ok(());
        };
        Err(format!(
            "{} is {is}; play an empty cell",
            Cell::from(square)
        ))
    }

    /// Takes a stone off again.
    ///
    /// # Errors
    ///
    /// There is none.
    pub(super) fn take(&mut self, square: Square) -> Result<(), String> {
        for stones in [&mut self.own, &mut self.theirs] {
            if let Some(at) = stones.iter().rposition(|&stone| stone == square) {
                stones.remove(at);
                return Ok(());
            }
        }
        let is = if self.blocked.contains(&square) {
            "blocked"
        } else {
            "empty"
        };
        Err(format!("{} is {is}; take back a stone", Cell::from(square)))
    }

    /// The same position with the stones the other way round.
    pub(super) fn swapped(self) -> Self {
        Self {
            own: self.theirs,
            theirs: self.own,
            ..self
        }
    }

    /// Number of stones of this engine, which is that of its moves.
    pub(super) fn own_stones(&self) -> usize {
        self.own.len()
    }

    /// Number of stones.
    pub(super) fn stones(&self) -> usize {
        self.own.len() + self.theirs.len()
    }

    /// The position as a game in which this engine is to move.
    ///
    /// # Errors
    ///
    /// It is not the turn of this engine, the game is over, black has a stone where it must not, or the rule is not
    /// played on this board.
    pub(super) fn game(&self, rule: Rule) -> Result<Game, String> {
        let cells = usize::from(self.columns) * usize::from(self.rows);
        if self.stones() + self.blocked.len() == cells {
            return Err(OVER.to_owned());
        }
        let (first, second) = match self.theirs.len().checked_sub(self.own.len()) {
            Some(0) => (&self.own, &self.theirs),
            Some(1) => (&self.theirs, &self.own),
            Some(_) | None => {
                return Err(format!(
                    "it cannot be this brain's turn with {} stones against {}; send the whole BOARD",
                    self.own.len(),
                    self.theirs.len()
                ));
            }
        };
        let variant = self.variant(rule)?;
        let sides = [first, second].map(|stones| without_five_on_the_way(stones));
        let game = in_some_order(variant, sides).map_err(|illegal| problem(&illegal))?;
        match game.ending() {
            None => Ok(game),
            Some(_) => Err(OVER.to_owned()),
        }
    }

    /// The same position as a game with these plies, whose stones it has.
    ///
    /// # Errors
    ///
    /// The game is over, or the rule is not played on this board.
    pub(super) fn game_of(&self, plies: &[Square], rule: Rule) -> Result<Game, String> {
        let game = Game::after(self.variant(rule)?, plies.iter().copied());
        game.ok()
            .filter(|game| game.ending().is_none())
            .ok_or_else(|| OVER.to_owned())
    }

    /// The rules on this board.
    ///
    /// # Errors
    ///
    /// A sentence, where they are not played on it.
    pub(super) fn variant(&self, rule: Rule) -> Result<Variant, String> {
        let shape = Shape {
            columns: self.columns,
            rows: self.rows,
            in_row: FIVE,
        };
        match rule {
            Rule::Free => Ok(Variant::custom(shape, CustomRules::Free)),
            Rule::Exact => Ok(Variant::custom(shape, CustomRules::Exact)),
            Rule::Renju if !self.blocked.is_empty() => Err(
                "blocked cells (3) are not played with renju (rule 4); send 1 and 2 only"
                    .to_owned(),
            ),
            Rule::Renju => Variant::fixed()
                .find(|variant| variant.family() == Family::Renju && variant.shape() == shape)
                .ok_or_else(|| {
                    "renju (rule 4) is played on 15 x 15 here; choose START 15, or rule 0 or 1"
                        .to_owned()
                }),
        }
    }
}

/// The rules that a manager may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Five or more win.
    Free,
    /// Exactly five win.
    Exact,
    /// Black has forbidden points.
    Renju,
}

/// The stones of a side in an order in which no row has exactly five on the way to six, where that can be found: the
/// given one, but for stones that would have made five.
///
/// From the end: what is left without the last stone has no five that was not there with it.
fn without_five_on_the_way(stones: &[Square]) -> Vec<Square> {
    let mut left = stones.to_vec();
    let mut backwards = Vec::with_capacity(left.len());
    while let Some(last) = left.len().checked_sub(1) {
        let at = (0..=last).rev().find(|&at| !leaves_five(&left, left[at]));
        backwards.push(left.remove(at.unwrap_or(last)));
    }
    backwards.reverse();
    backwards
}

/// Returns `true` if a row of exactly five is left where one of the stones is taken away.
fn leaves_five(stones: &[Square], taken: Square) -> bool {
    let place = |square: Square| (i16::from(square.column()), i16::from(square.row()));
    let (column, row) = place(taken);
    let is_there = |at| stones.iter().any(|&stone| place(stone) == at);
    let mut directions = [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .flat_map(|(x, y)| [(x, y), (-x, -y)]);
    directions.any(|(x, y)| {
        let row = (1..).take_while(|far| is_there((column + far * x, row + far * y)));
        row.count() == usize::from(FIVE)
    })
}

/// The problem of a stone on an empty cell of the board, in words.
pub(super) fn problem(illegal: &Illegal) -> String {
    match illegal {
        Illegal::Forbidden { square, foul } => {
            let title = foul.title();
            format!("{} is forbidden to black ({title})", Cell::from(*square))
        }
        _ => OVER.to_owned(),
    }
}

/// The game of these stones of both sides, which are put down in turns, each in its order where that can be.
///
/// A point may be forbidden to black once other stones are there, and not before: such a stone is tried first. Where
/// that does not help either, the problem is that of the order given.
fn in_some_order(variant: Variant, [mut first, second]: [Vec<Square>; 2]) -> Result<Game, Illegal> {
    let mut tried = HashSet::new();
    let mut problem = None;
    loop {
        let mut game = Game::new(variant);
        let mut left = [first.clone(), second.clone()];
        let sides = [0, 1].into_iter().cycle().take(first.len() + second.len());
        // The stones are on different cells of the board: nothing else can be wrong with them.
        let mut played = sides.map(|side| play_one(&mut game, &mut left[side]));
        match played.find_map(Result::err) {
            None => return Ok(game),
            Some(illegal @ Illegal::Forbidden { square, .. }) if tried.insert(square) => {
                problem.get_or_insert(illegal);
                first.retain(|stone| *stone != square);
                first.insert(0, square);
            }
            Some(illegal) => return Err(problem.unwrap_or(illegal)),
        }
    }
}

/// Plays the first of the stones that does not end the game, or where each does the first.
fn play_one(game: &mut Game, stones: &mut Vec<Square>) -> Result<(), Illegal> {
    let goes_on = |&stone: &Square| {
        let mut after = game.clone();
        after.play(stone).is_ok() && after.ending().is_none()
    };
    let at = stones.iter().position(goes_on).unwrap_or(0);
    game.play(stones.remove(at)).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A position of 15 x 15 with these stones.
    fn position(own: &[(i64, i64)], theirs: &[(i64, i64)]) -> Position {
        let mut position = Position::empty(15, 15).unwrap();
        for (owner, stones) in [(Owner::Own, own), (Owner::Theirs, theirs)] {
            for &(x, y) in stones {
                let square = position.square(Cell { x, y }).unwrap();
                position.put(owner, square).unwrap();
            }
        }
        position
    }

    #[test]
    fn a_cell_reads_back_and_is_on_the_board_or_refused() {
        let position = Position::empty(20, 10).unwrap();
        for (x, y) in [(0, 0), (19, 0), (0, 9), (19, 9), (7, 3)] {
            let square = position.square(Cell { x, y }).unwrap();
            assert_eq!(Cell::from(square).to_string(), format!("{x},{y}"));
        }
        for (x, y) in [(20, 0), (0, 10), (-1, 0), (0, -1), (256, 0), (0, i64::MAX)] {
            let refusal = position.square(Cell { x, y }).unwrap_err();
            assert!(refusal.ends_with("play 0,0 to 19,9"), "{refusal}");
        }
    }

    #[test]
    fn boards_of_five_to_twenty_are_played() {
        for (columns, rows, is_played) in [
            (5, 5, true),
            (20, 20, true),
            (5, 20, true),
            (4, 5, false),
            (5, 21, false),
            (0, 0, false),
            (-15, 15, false),
            (i64::MAX, 15, false),
        ] {
            let empty = Position::empty(columns, rows);
            assert_eq!(empty.is_ok(), is_played, "{columns} {rows}");
        }
    }

    #[test]
    fn this_engine_is_to_move_in_every_game() {
        let empty = position(&[], &[]);
        assert_eq!(empty.game(Rule::Free).unwrap().plies(), []);
        for (own, theirs) in [(1, 1), (1, 2), (0, 1), (30, 30), (30, 31)] {
            // Apart from each other, so that nobody has a line.
            let stones = |count, row: i64| -> Vec<(i64, i64)> {
                (0..count)
                    .map(|at| (at * 2 % 14, row + at * 2 / 14 * 3))
                    .collect()
            };
            let position = position(&stones(own, 0), &stones(theirs, 1));
            let game = position.game(Rule::Free).unwrap();
            let own_side = game.side_to_move();
            for square in game.shape().squares() {
                let expected = match game.cell(square) {
                    None => None,
                    Some(side) if side == own_side => Some(&position.own),
                    Some(_) => Some(&position.theirs),
                };
                assert!(expected.is_none_or(|stones| stones.contains(&square)));
            }
            assert_eq!(game.plies().len() as i64, own + theirs);
        }
        for (own, theirs) in [(&[(0, 0)][..], &[][..]), (&[], &[(0, 0), (5, 5)])] {
            let refusal = position(own, theirs).game(Rule::Free).unwrap_err();
            assert!(refusal.contains("send the whole BOARD"), "{refusal}");
        }
    }

    /// Six or more in a row, told from one end to the other or so that both ends are left for the last: played so, the
    /// fifth stone would have ended the game.
    #[test]
    fn a_row_that_is_too_long_was_not_won_on_the_way() {
        for places in [
            &[2, 3, 4, 5, 6, 7][..],
            &[3, 4, 5, 6, 2, 7],
            &[7, 3, 4, 5, 6, 2],
            &[4, 5, 6, 3, 7, 2, 8],
            &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
        ] {
            let long: Vec<(i64, i64)> = places.iter().map(|&x| (x, 4)).collect();
            let diagonal: Vec<(i64, i64)> = places.iter().map(|&x| (x, 13 - x)).collect();
            let others: Vec<(i64, i64)> = (0..long.len() as i64)
                .map(|at| (at * 2 % 14, at * 2 / 14 * 14))
                .collect();
            for (own, theirs) in [(&long, &others), (&others, &long), (&diagonal, &others)] {
                let position = position(own, theirs);
                let game = position.game(Rule::Exact).unwrap();
                assert_eq!(game.plies().len(), 2 * long.len());
                let refusal = position.game(Rule::Free).unwrap_err();
                assert!(refusal.contains("the game is over"), "{refusal}");
            }
        }
        // Two such rows that cross.
        let cross: Vec<(i64, i64)> = (2..8)
            .map(|x| (x, 4))
            .chain((1..7).filter(|&y| y != 4).map(|y| (4, y)))
            .collect();
        let others: Vec<(i64, i64)> = (0..cross.len() as i64)
            .map(|at| (at * 2 % 14, 10 + at * 2 / 14 * 3))
            .collect();
        assert!(position(&cross, &others).game(Rule::Exact).is_ok());
    }

    #[test]
    fn stones_keep_their_order_where_no_row_is_too_long() {
        let stones = [(3, 3), (7, 7), (4, 4), (5, 5), (6, 6), (3, 9), (3, 4)];
        let position = position(&stones, &[]);
        assert_eq!(without_five_on_the_way(&position.own), position.own);
    }

    #[test]
    fn a_five_ends_the_game_whoever_has_it() {
        let five: Vec<(i64, i64)> = (2..7).map(|x| (x, 4)).collect();
        let others: Vec<(i64, i64)> = (0..5).map(|at| (at * 2, 9)).collect();
        for rule in [Rule::Free, Rule::Exact] {
            for (own, theirs) in [(&five, &others), (&others, &five)] {
                let refusal = position(own, theirs).game(rule).unwrap_err();
                assert!(refusal.contains("the game is over"), "{refusal}");
            }
        }
    }

    #[test]
    fn a_stone_is_put_on_an_empty_cell_and_taken_from_a_full_one() {
        let mut position = position(&[(3, 3)], &[(4, 4)]);
        let before = position.clone();
        let square = |x, y| before.square(Cell { x, y }).unwrap();
        assert!(
            position
                .put(Owner::Own, square(4, 4))
                .unwrap_err()
                .contains("4,4 is taken")
        );
        assert!(
            position
                .take(square(5, 5))
                .unwrap_err()
                .contains("5,5 is empty")
        );
        assert_eq!(position, before);
        position.put(Owner::Own, square(5, 5)).unwrap();
        position.take(square(5, 5)).unwrap();
        assert_eq!(position, before);
        position.take(square(4, 4)).unwrap();
        assert_eq!((position.own_stones(), position.stones()), (1, 1));
    }
}
