//! Openings with choices: what a bot answers in one, and random answers.
//!
//! The actor is apart from the owner of the stone: an opening is a game whose plies alternate as ever, whoever puts
//! the stones, and a choice says who goes on with which.

use protocol::game::Game;
use protocol::square::Square;
use protocol::view::OpeningState;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

pub use protocol::turn_order::OpeningMove;

/// Random stones, or a random choice, as `state` asks for.
pub(crate) fn random_move(game: &Game, state: &OpeningState, rng: &mut StdRng) -> OpeningMove {
    match state.choices.choose(rng) {
        Some(choice) if state.to_place == 0 => OpeningMove::Choice(*choice),
        Some(_) | None => {
            OpeningMove::Stones(random_stones(game, state.to_place, rng, |_, _| true))
        }
    }
}

/// Random legal stones that [`wanted`](Fn) accepts, for the next `count` plies; others where there are none. None of
/// them ends the game, unless nothing else is left, and there are fewer where the board is too small.
///
/// `wanted` is called with the game before the stone.
pub(crate) fn random_stones(
    game: &Game,
    count: u8,
    rng: &mut StdRng,
    wanted: impl Fn(&Game, Square) -> bool,
) -> Vec<Square> {
    let mut game = game.clone();
    let mut stones = Vec::new();
    for _ in 0..count {
        let mut legal: Vec<Square> = game.legal().collect();
        let goes_on = |square: &Square| {
            let mut after = game.clone();
            after.play(*square).is_ok() && after.ending().is_none()
        };
        // Fewer stones than a row lacks cannot end a game: the rules need not be asked.
        if game.plies().len() + 1 >= 2 * usize::from(game.shape().in_row) - 1
            && legal.iter().any(goes_on)
        {
            legal.retain(goes_on);
        }
        if legal.iter().any(|square| wanted(&game, *square)) {
            legal.retain(|square| wanted(&game, *square));
        }
        let Some(square) = legal.choose(rng) else {
            break;
        };
        game.play(*square).expect("it is one of the legal ones");
        stones.push(*square);
    }
    stones
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn random_stones_do_not_end_a_game_that_can_go_on() {
        let empty = Game::new("custom:3x3x3:free".parse().unwrap());
        for seed in 0..200 {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut game = empty.clone();
            let stones = random_stones(&game, 6, &mut rng, |_, _| true);
            assert_eq!(stones.len(), 6);
            for stone in stones {
                game.play(stone).unwrap();
            }
            assert_eq!(game.ending(), None, "{game:?}");
        }
    }

    #[test]
    fn stones_that_are_not_wanted_are_put_where_no_others_are_left() {
        let empty = Game::new("custom:4x4x4:free".parse().unwrap());
        let mut rng = StdRng::seed_from_u64(1);
        let in_first_row = |_: &Game, square: Square| square.row() == 0;
        let stones = random_stones(&empty, 5, &mut rng, in_first_row);
        let rows: Vec<_> = stones.iter().map(|stone| stone.row()).collect();
        assert!(rows[..4] == [0; 4] && rows[4] > 0, "{rows:?}");
    }
}
