//! The review of a game: the moves that gave away what a position was worth.
//!
//! Only what is proven counts: a win, a draw or a loss with best play on both sides. The points of an evaluation have
//! no such meaning, so that no move is called a mistake by them. On a free board most positions are open: there a move
//! that provably loses is a mistake if the best one did not.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::rules::Ending;

use crate::values;

/// The value of a position for the side to move, with best play on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// It loses.
    Lost,
    /// It draws.
    Drawn,
    /// It wins.
    Won,
}

/// A move after which the position is worth less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    /// A win became a draw, or a draw or an open position a loss.
    Mistake,
    /// A win became a loss.
    Blunder,
}

impl Value {
    /// Returns the value of a position whose columns or best lines are worth this; none where it is not proven.
    pub fn of(columns: &[ColumnValue], lines: &[BestLine]) -> Option<Self> {
        if let Some(line) = lines.first() {
            return line.end.map(|plies| Self::from_sign(plies.signum().into()));
        }
        let best = i32::from(values::best(columns)?);
        // A column that is not known could be worth more than the best one known, but for a win.
        let is_open = columns.contains(&ColumnValue::Unknown);
        (best > 0 || !is_open).then(|| Self::from_sign(best.signum()))
    }

    /// Returns the value of a position in which the game is over, for the side that would move.
    pub fn of_ending(game: &Game) -> Option<Self> {
        game.ending().map(|ending| match ending {
            Ending::Line { winner, .. } if *winner == game.side_to_move() => Self::Won,
            Ending::Line { .. } => Self::Lost,
            Ending::FullBoard => Self::Drawn,
        })
    }

    fn from_sign(sign: i32) -> Self {
        match sign {
            1.. => Self::Won,
            0 => Self::Drawn,
            _ => Self::Lost,
        }
    }

    /// Returns the value for the other side.
    fn for_the_other(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Drawn => Self::Drawn,
            Self::Won => Self::Lost,
        }
    }
}

impl Mistake {
    /// Its name, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Its sign behind a move and below a curve.
    pub fn sign(self) -> char {
        match self {
            Self::Mistake => '?',
            Self::Blunder => 'X',
        }
    }
}

/// Returns the best move of a position whose columns or best lines are worth this, if one has a value.
pub fn best_move(position: &Game, columns: &[ColumnValue], lines: &[BestLine]) -> Option<String> {
    if let Some(line) = lines.first() {
        let square = line.pv.first()?;
        return Some(position.write_move(*square));
    }
    let best = values::best(columns)?;
    let mut columns = (1..).zip(columns);
    let (number, _) = columns.find(|(_, value)| **value == ColumnValue::Exact { score: best })?;
    Some(number.to_string())
}

/// Returns the fault of a move between two positions of these values, each for the side that is to move there; the one
/// before it may be open.
pub fn mistake(before: Option<Value>, after: Value) -> Option<Mistake> {
    match (before, after.for_the_other()) {
        (Some(Value::Won), Value::Lost) => Some(Mistake::Blunder),
        (None, Value::Lost) => Some(Mistake::Mistake),
        (Some(before), after) if after < before => Some(Mistake::Mistake),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(scores: &[i8]) -> Vec<ColumnValue> {
        let value = |&score| ColumnValue::Exact { score };
        scores.iter().map(value).collect()
    }

    fn line(end: Option<i16>) -> Vec<BestLine> {
        vec![BestLine {
            pv: Vec::new(),
            score: 900,
            end,
            depth: None,
        }]
    }

    #[test]
    fn only_what_is_proven_has_a_value() {
        let open = |scores: &[i8]| {
            let mut columns = exact(scores);
            columns.push(ColumnValue::Unknown);
            columns
        };
        for (columns, expected) in [
            (exact(&[-3, 2, 0]), Some(Value::Won)),
            (exact(&[-3, 0]), Some(Value::Drawn)),
            (exact(&[-3, -1]), Some(Value::Lost)),
            (open(&[-3, 2]), Some(Value::Won)),
            (open(&[-3, 0]), None),
            (open(&[-3]), None),
            (vec![ColumnValue::Full], None),
        ] {
            assert_eq!(Value::of(&columns, &[]), expected, "{columns:?}");
        }
        assert_eq!(Value::of(&[], &line(Some(5))), Some(Value::Won));
        assert_eq!(Value::of(&[], &line(Some(-4))), Some(Value::Lost));
        assert_eq!(Value::of(&[], &line(None)), None);
    }

    #[test]
    fn a_move_is_a_mistake_that_leaves_less() {
        use Value::{Drawn, Lost, Won};
        for (before, after, expected) in [
            (Some(Won), Lost, None),
            (Some(Won), Drawn, Some(Mistake::Mistake)),
            (Some(Won), Won, Some(Mistake::Blunder)),
            (Some(Drawn), Drawn, None),
            (Some(Drawn), Won, Some(Mistake::Mistake)),
            (Some(Lost), Won, None),
            (None, Won, Some(Mistake::Mistake)),
            (None, Drawn, None),
            (None, Lost, None),
        ] {
            assert_eq!(mistake(before, after), expected, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_end_of_a_game_has_a_value_too() {
        let variant = protocol::rules::Variant::named("connect-four").unwrap();
        let squares = protocol::record::read_moves(variant, "4343434").unwrap();
        let game = Game::after(variant, squares).unwrap();
        assert_eq!(Value::of_ending(&game), Some(Value::Lost));
        assert_eq!(Value::of_ending(&Game::new(variant)), None);
    }
}
