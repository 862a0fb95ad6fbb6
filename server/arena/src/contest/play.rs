//! One game between two players, and its record.

use engine::Stop;
use protocol::game::Game;
use protocol::record::{GameResult, Record};
use protocol::side::{BySide, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::MatchConfig;
use super::contender::Player;
use super::opening::{self, Broken};

/// Tag with the fault that ended a game.
pub(crate) const TERMINATION: &str = "Termination";

/// Tag with the choices of an opening, in order.
const CHOICES: &str = "Choices";

/// Plays on from `opening` to the end, and returns the record and the seat that played black; none where it was
/// stopped before.
///
/// A missing, illegal or late move loses the game; the tag `Termination` names it.
pub(crate) fn play(
    opening: &Game,
    mut players: BySide<&mut Player>,
    config: &MatchConfig,
    seed: u64,
    stop: &Stop,
) -> Option<(Record, Side)> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = opening.clone();
    let mut black = Side::First;
    let mut choices = None;
    if config.opening.is_some() {
        let opened = opening::swap2(&mut game, &mut players, config, &mut rng, stop);
        if stop.is_raised() {
            return None;
        }
        match opened {
            Ok(opened) => {
                black = opened.black;
                let words = opened.choices.iter().map(ToString::to_string);
                choices = Some(words.collect::<Vec<_>>().join(" "));
            }
            // Nobody has a side yet; the opener is shown as the first one.
            Err(Broken { by, fault }) => return Some((lost(&game, by, &fault), black)),
        }
    }
    while game.ending().is_none() {
        let side = game.side_to_move();
        let seat = match black {
            Side::First => side,
            Side::Second => side.other(),
        };
        let made = players[seat]
            .choose(&game, config, rng.random(), stop)
            .and_then(|square| {
                game.play(square).map_err(|refusal| {
                    let square = game.write_move(square);
                    format!("it played {square}, which is not allowed: {refusal}")
                })
            });
        if stop.is_raised() {
            return None;
        }
        if let Err(fault) = made {
            let record = lost(&game, side, &fault);
            return Some((with_choices(record, choices.as_deref()), black));
        }
    }
    let record = Record::from_game(&game);
    Some((with_choices(record, choices.as_deref()), black))
}

fn with_choices(mut record: Record, choices: Option<&str>) -> Record {
    if let Some(choices) = choices {
        let set = record.set_tag(CHOICES, choices);
        set.expect("the name is a word");
    }
    record
}

/// The record of a game that `side` lost by a fault.
fn lost(game: &Game, side: Side, fault: &str) -> Record {
    let mut record = Record::from_game(game);
    let result = match side {
        Side::First => GameResult::SecondWon,
        Side::Second => GameResult::FirstWon,
    };
    record
        .set_result(result)
        .expect("the game is not over on the board");
    record
        .set_tag(TERMINATION, &format!("{side}: {fault}"))
        .expect("the name is a word");
    record
}
