//! One game between two players, and its record.

use protocol::game::Game;
use protocol::record::{GameResult, Record};
use protocol::side::{BySide, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Terms;
use super::contender::Player;
use crate::stopwatch::Stopwatch;

/// Plays on from `opening` to the end.
///
/// Whoever gives no move, one that is not allowed, or one too late loses; the tag `Termination` says so.
pub(crate) fn play(
    opening: &Game,
    players: &mut BySide<Player>,
    terms: &Terms,
    seed: u64,
) -> Record {
    let mut lots = StdRng::seed_from_u64(seed);
    let mut game = opening.clone();
    while game.ending().is_none() {
        let side = game.side_to_move();
        if let Err(fault) = make_ply(&mut game, &mut players[side], terms, lots.random()) {
            return lost(&game, side, &fault);
        }
    }
    Record::of_game(&game)
}

/// Asks for a ply and makes it; says what was wrong where it cannot be made.
fn make_ply(game: &mut Game, player: &mut Player, terms: &Terms, seed: u64) -> Result<(), String> {
    let watch = Stopwatch::start();
    let square = player.choose(game, terms.limit, seed);
    let took = watch.millis();
    if let Some(limit) = terms.limit
        && took > limit + terms.tolerance
    {
        return Err(format!(
            "took {} ms for a move, with {} allowed",
            took.0, limit.0
        ));
    }
    game.play(square).map(drop).map_err(|refusal| {
        format!(
            "played {}, which is not allowed: {refusal}",
            game.write_move(square)
        )
    })
}

/// The record of a game that `side` lost by a fault.
fn lost(game: &Game, side: Side, fault: &str) -> Record {
    let mut record = Record::of_game(game);
    let result = match side {
        Side::First => GameResult::SecondWon,
        Side::Second => GameResult::FirstWon,
    };
    record
        .set_result(result)
        .expect("the game is not over on the board");
    record
        .set_tag("Termination", &format!("{side} {fault}"))
        .expect("the name is a word");
    record
}
