//! Scores of columns in words.

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::rules::Family;
use protocol::side::Side;

/// Returns `true` if the columns of a game can have values.
pub fn has_values(game: &Game) -> bool {
    match game.variant().family() {
        Family::Gravity => true,
        Family::Free | Family::Renju => false,
    }
}

/// Returns a value in words: `win in 5`, `draw`, `loss in 8`, with the score.
///
/// The number counts the stones that the winner has yet to play from `game` on.
pub fn words(game: &Game, value: ColumnValue) -> String {
    match value {
        ColumnValue::Full => "full".to_owned(),
        ColumnValue::Unknown => "open".to_owned(),
        ColumnValue::Exact { score: 0 } => "draw (0)".to_owned(),
        ColumnValue::Exact { score } if score > 0 => {
            format!("win in {} (+{score})", stones_to_go(game, score))
        }
        ColumnValue::Exact { score } => {
            format!("loss in {} ({score})", stones_to_go(game, score))
        }
    }
}

/// Returns a value in `width` characters: `win 5` and `loss 8`, or `W5` and `L8` where those do not fit.
pub fn short(game: &Game, value: ColumnValue, width: usize) -> String {
    let (long, brief) = match value {
        ColumnValue::Full => return String::new(),
        ColumnValue::Unknown => return "?".to_owned(),
        ColumnValue::Exact { score: 0 } => ("draw".to_owned(), "=".to_owned()),
        ColumnValue::Exact { score } => {
            let stones = stones_to_go(game, score);
            if score > 0 {
                (format!("win {stones}"), format!("W{stones}"))
            } else {
                (format!("loss {stones}"), format!("L{stones}"))
            }
        }
    };
    if long.len() <= width { long } else { brief }
}

/// Returns the best score of all columns; `None` where no column has one.
pub fn best(columns: &[ColumnValue]) -> Option<i8> {
    columns
        .iter()
        .filter_map(|value| match value {
            ColumnValue::Exact { score } => Some(*score),
            ColumnValue::Full | ColumnValue::Unknown => None,
        })
        .max()
}

/// Counts the stones that the winner of this score has yet to play, the winning one included.
fn stones_to_go(game: &Game, score: i8) -> usize {
    let mover = game.side_to_move();
    let winner = if score > 0 { mover } else { mover.other() };
    let (cells, plies) = (game.shape().cells(), game.plies().len());
    // The first side has the odd stones: one more where their number is odd.
    let stones_of_winner = |stones: usize| match winner {
        Side::First => stones.div_ceil(2),
        Side::Second => stones / 2,
    };
    (stones_of_winner(cells) + 1)
        .saturating_sub(stones_of_winner(plies) + usize::from(score.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    fn game(moves: &str) -> Game {
        let variant = "connect-four".parse().unwrap();
        Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
    }

    fn settled(score: i8) -> ColumnValue {
        ColumnValue::Exact { score }
    }

    /// With n stones on the board a win with the next one scores (43 - n) / 2, rounded down.
    #[test]
    fn a_win_with_the_next_stone_is_a_win_in_one() {
        for moves in ["121212", "1212123", "12121233445", "121212334457"] {
            let game = game(moves);
            let at_once = ((43 - game.plies().len()) / 2) as i8;
            assert_eq!(
                words(&game, settled(at_once)),
                format!("win in 1 (+{at_once})")
            );
            assert_eq!(short(&game, settled(at_once - 4), 9), "win 5");
            let answer = ((42 - game.plies().len()) / 2) as i8;
            assert_eq!(
                words(&game, settled(-answer)),
                format!("loss in 1 (-{answer})")
            );
        }
    }

    #[test]
    fn what_is_no_win_is_named_too() {
        let game = game("");
        assert_eq!(words(&game, settled(0)), "draw (0)");
        assert_eq!(words(&game, settled(1)), "win in 21 (+1)");
        assert_eq!(short(&game, settled(1), 3), "W21");
        assert_eq!(short(&game, settled(-2), 9), "loss 20");
        assert_eq!(short(&game, settled(0), 1), "=");
        assert_eq!(short(&game, ColumnValue::Full, 5), "");
        assert_eq!(short(&game, ColumnValue::Unknown, 5), "?");
        assert_eq!(
            best(&[ColumnValue::Full, settled(-3), ColumnValue::Unknown]),
            Some(-3)
        );
    }
}
