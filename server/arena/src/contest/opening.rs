//! The opening with choices that a game begins with, where the contest has one: swap2.
//!
//! The seat that begins is the opener, whichever stones it plays afterwards.

use engine::{OpeningMove, Stop};
use protocol::game::Game;
use protocol::side::{BySide, Side};
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::OpeningState;
use rand::RngExt;
use rand::rngs::StdRng;

use super::MatchConfig;
use super::contender::Player;

/// An opening that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Opened {
    /// The seat that plays black.
    pub(super) black: Side,
    /// The choices that were made, in order.
    pub(super) choices: Vec<OpeningChoice>,
}

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
    players: &mut BySide<&mut Player>,
    config: &MatchConfig,
    rng: &mut StdRng,
    stop: &Stop,
) -> Result<Opened, Broken> {
    let (opener, other) = (Side::First, Side::Second);
    let mut act = |game: &mut Game, seat: Side, to_place, choices: &[OpeningChoice]| {
        let state = OpeningState {
            rule: OpeningRule::Swap2,
            to_act: seat,
            to_place,
            choices: choices.to_vec(),
            black: None,
        };
        let answer = players[seat].open(game, &state, config, rng.random(), stop);
        answer
            .and_then(|answer| carry_out(game, &state, answer))
            .map_err(|fault| Broken { by: seat, fault })
    };
    let sides = [OpeningChoice::Black, OpeningChoice::White];
    let all = [&sides[..], &[OpeningChoice::PlaceTwo]].concat();
    act(game, opener, 3, &[])?;
    let mut chooser = other;
    let mut choice = act(game, chooser, 0, &all)?;
    let mut choices: Vec<_> = choice.into_iter().collect();
    if choice == Some(OpeningChoice::PlaceTwo) {
        act(game, other, 2, &[])?;
        chooser = opener;
        choice = act(game, chooser, 0, &sides)?;
        choices.extend(choice);
    }
    let black = if choice == Some(OpeningChoice::Black) {
        chooser
    } else {
        chooser.other()
    };
    Ok(Opened { black, choices })
}

/// Puts the stones of an answer to `state` into `game`, or returns its choice.
///
/// # Errors
///
/// A sentence about an answer that is none.
fn carry_out(
    game: &mut Game,
    state: &OpeningState,
    answer: OpeningMove,
) -> Result<Option<OpeningChoice>, String> {
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
            match game.ending() {
                None => Ok(None),
                Some(_) => Err("its stones end the game".to_owned()),
            }
        }
        OpeningMove::Choice(choice) => {
            if state.choices.contains(&choice) {
                return Ok(Some(choice));
            }
            Err(format!("it chose {choice}, which it could not"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_none_is_refused_in_a_sentence() {
        let game = Game::after("gomoku-15".parse().unwrap(), ["h8".parse().unwrap()]).unwrap();
        let state = |to_place, choices| OpeningState {
            rule: OpeningRule::Swap2,
            to_act: Side::First,
            to_place,
            choices,
            black: None,
        };
        let stones = |text: &str| {
            let squares = text.split(' ').map(|square| square.parse().unwrap());
            OpeningMove::Stones(squares.collect())
        };
        let refused = |state, answer| carry_out(&mut game.clone(), &state, answer).unwrap_err();
        let placing = || state(2, Vec::new());
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
            let problem = refused(placing(), answer);
            assert!(problem.contains(expected), "{problem}");
        }
        let choosing = state(0, vec![OpeningChoice::Black]);
        let problem = refused(choosing, OpeningMove::Choice(OpeningChoice::PlaceTwo));
        assert!(problem.contains("it chose place_two"), "{problem}");
        let mut after = game.clone();
        let choice = carry_out(&mut after, &placing(), stones("a1 c1"));
        assert_eq!((after.plies().len(), choice), (3, Ok(None)));
    }
}
