//! One game between two players, and its record.

use engine::Stop;
use protocol::game::Game;
use protocol::record::{GameResult, Record};
use protocol::side::{BySide, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::contender::Player;

/// Tag with the fault that ended a game.
pub(crate) const TERMINATION: &str = "Termination";

/// Plays on from `opening` to the end, and returns the record; none where it was stopped before.
///
/// A missing, illegal or late move loses the game; the tag `Termination` names it.
pub(crate) fn play(
    opening: &Game,
    mut players: BySide<&mut Player<'_>>,
    seed: u64,
    stop: &Stop,
) -> Option<Record> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = opening.clone();
    while game.ending().is_none() {
        let seat = game.side_to_move();
        let made = players[seat]
            .choose(&game, rng.random(), stop)
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
            return Some(lost(&game, seat, &fault));
        }
    }
    Some(Record::from_game(&game))
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
