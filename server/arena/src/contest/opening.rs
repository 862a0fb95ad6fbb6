//! The opening with choices that a game begins with, where the contest has one: swap2.
//!
//! The seat that begins is the opener, whichever stones it plays afterwards.

use engine::{OpeningMove, Stop};
use protocol::game::Game;
use protocol::side::{BySide, Side};
use protocol::spec::OpeningRule;
use protocol::turn_order::TurnOrder;
use protocol::view::OpeningState;
use rand::RngExt;
use rand::rngs::StdRng;

use super::MatchConfig;
use super::contender::Player;

/// An opening that ended the game, since a seat did not have its part in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    /// The seat.
    pub(super) by: Side,
    /// The missing, illegal or late answer, in a sentence.
    pub(super) fault: String,
}

/// Plays the opening swap2 in `game`, whose board is empty.
///
/// # Errors
///
/// A seat put a stone where none may be, made a choice that it did not have, or no answer in time.
pub(super) fn swap2(
    game: &mut Game,
    turns: &mut TurnOrder,
    players: &mut BySide<&mut Player>,
    config: &MatchConfig,
    rng: &mut StdRng,
    stop: &Stop,
) -> Result<(), Broken> {
    *turns = TurnOrder::new(Some(OpeningRule::Swap2));
    while let Some(state) = turns
        .state(game.plies().len())
        .filter(|state| !state.is_over())
    {
        let seat = state.to_act;
        let answer = players[seat].open(game, &state, config, rng.random(), stop);
        answer
            .and_then(|answer| carry_out(game, turns, &state, answer))
            .map_err(|fault| Broken { by: seat, fault })?;
    }
    Ok(())
}

/// Puts the stones of an answer to `state` into `game`, or makes its choice.
///
/// # Errors
///
/// A sentence about an answer that is none.
fn carry_out(
    game: &mut Game,
    turns: &mut TurnOrder,
    state: &OpeningState,
    answer: OpeningMove,
) -> Result<(), String> {
    match answer {
        OpeningMove::Stones(stones) => {
            if stones.len() != usize::from(state.to_place) {
                return Err(format!(
                    "it put {} stones, where {} were due",
                    stones.len(),
                    state.to_place
                ));
            }
            for stone in stones {
                game.play(stone).map_err(|refusal| {
                    let stone = game.write_move(stone);
                    format!("it put a stone on {stone}, which is not allowed: {refusal}")
                })?;
            }
            // The five stones of swap2 end no game: it is played for rows of four at least.
            Ok(())
        }
        OpeningMove::Choice(choice) => turns
            .choose(game.plies().len(), choice)
            .map_err(|_no_such_choice| format!("it chose {choice}, which it could not")),
    }
}

#[cfg(test)]
mod tests {
    use protocol::spec::OpeningChoice;

    use super::*;

    #[test]
    fn an_answer_that_is_none_is_refused_in_a_sentence() {
        let game = Game::after("gomoku-15".parse().unwrap(), ["h8".parse().unwrap()]).unwrap();
        let stones = |text: &str| {
            let squares = text.split(' ').map(|square| square.parse().unwrap());
            OpeningMove::Stones(squares.collect())
        };
        let turns = TurnOrder::new(Some(OpeningRule::Swap2));
        let answered = |game: &Game, answer| {
            let (mut game, mut turns) = (game.clone(), turns.clone());
            let state = turns.state(game.plies().len()).unwrap();
            carry_out(&mut game, &mut turns, &state, answer).map(|()| (game, turns))
        };
        for (answer, expected) in [
            (stones("a1"), "it put 1 stones, where 2 were due"),
            (
                stones("a1 h8"),
                "it put a stone on h8, which is not allowed",
            ),
            (
                stones("a1 p1"),
                "it put a stone on p1, which is not allowed",
            ),
            (
                OpeningMove::Choice(OpeningChoice::Black),
                "it chose black, which it could not",
            ),
        ] {
            let problem = answered(&game, answer).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
        let (game, _) = answered(&game, stones("a1 c1")).unwrap();
        assert_eq!(game.plies().len(), 3);
        let pass = OpeningMove::Choice(OpeningChoice::from("pass".to_owned()));
        let problem = answered(&game, pass).unwrap_err();
        assert!(problem.contains("it chose pass"), "{problem}");
        let (_, turns) = answered(&game, OpeningMove::Choice(OpeningChoice::White)).unwrap();
        assert_eq!(turns.black(), Some(Side::First));
    }
}
