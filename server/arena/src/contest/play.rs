//! One game between two players, and its record.

use engine::Stop;
use protocol::game::Game;
use protocol::record::{GameResult, Record};
use protocol::side::{BySide, Side};
use protocol::turn_order::TurnOrder;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::MatchConfig;
use super::contender::Player;
use super::opening::{self, Broken};

/// Tag with the fault that ended a game.
pub(crate) const TERMINATION: &str = "Termination";

/// Plays on from `opening` to the end, and returns the record; none where it was stopped before.
///
/// A missing, illegal or late move loses the game; the tag `Termination` names it.
pub(crate) fn play(
    opening: &Game,
    mut players: BySide<&mut Player>,
    config: &MatchConfig,
    seed: u64,
    stop: &Stop,
) -> Option<Record> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = opening.clone();
    let mut turns = TurnOrder::default();
    if config.opening.is_some() {
        let opened = opening::swap2(&mut game, &mut turns, &mut players, config, &mut rng, stop);
        if stop.is_raised() {
            return None;
        }
        if let Err(Broken { by, fault }) = opened {
            return Some(lost(&game, &turns, by, &fault));
        }
    }
    while game.ending().is_none() {
        let seat = turns.to_act(game.plies().len());
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
            return Some(lost(&game, &turns, seat, &fault));
        }
    }
    Some(record(&game, &turns))
}

fn record(game: &Game, turns: &TurnOrder) -> Record {
    let mut record = Record::from_game(game);
    if let Some(rule) = turns.rule() {
        record
            .set_opening(rule, turns.made())
            .expect("the choices were made in this game");
    }
    record
}

/// The record of a game that `side` lost by a fault.
fn lost(game: &Game, turns: &TurnOrder, side: Side, fault: &str) -> Record {
    let mut record = record(game, turns);
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
