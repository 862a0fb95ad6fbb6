//! The premove: a move that is chosen on the opponent's turn, and sent when the own turn comes.

use protocol::message::RoomEvent;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::square::Square;

use super::View;
use crate::board::landing;
use crate::board_change::BoardChange;
use crate::language::Said;
use crate::ui::{Around, Effect, Ends};

impl View {
    /// The colour of the stones of this client, where it may choose a move on the opponent's turn. In an opening with
    /// choices nobody knows whose stone comes next.
    fn plans_with(&self) -> Option<Side> {
        let table = &self.table;
        let you = table.you()?;
        let is_their_turn = table.to_move() == Some(you.other());
        let is_settled = table.opening().is_none();
        (is_their_turn && is_settled).then(|| table.colour_of(you))?
    }

    /// The premove with the colour of its stone.
    pub(in crate::ui) fn planned(&self) -> Option<(Square, Side)> {
        Some((self.premove?, self.plans_with()?))
    }

    /// The colour of a stone that the cursor chooses on the opponent's turn, where a move is a cell: a column has its
    /// number.
    pub(super) fn aims_with(&self) -> Option<Side> {
        match self.table.game().variant().notation() {
            Notation::Cell => self.plans_with(),
            Notation::Column => None,
        }
    }
}

impl View {
    /// Takes a move as the premove; `None` if there can be no premove.
    pub(super) fn plan(&mut self, around: &Around<'_>, square: Square) -> Option<Vec<Effect>> {
        let side = self.plans_with()?;
        let game = self.table.game();
        Some(match landing(game, square, side) {
            Ok(_) if self.has_resigned() => Vec::new(),
            Ok(square) => {
                let chosen = game.write_move(square);
                self.premove = Some(square);
                let unsent = say!("events-kept-premove", move = chosen);
                let is_kept = !around.server.is_up();
                Vec::from_iter(is_kept.then_some(Effect::Unsent(Some(unsent))))
            }
            Err(illegal) => vec![Effect::SayUntil(illegal.said(), Ends::Board)],
        })
    }

    /// Drops the premove.
    pub(super) fn drop_premove(&mut self) -> Vec<Effect> {
        Vec::from_iter(self.premove.take().map(|_| Effect::Unsent(None)))
    }

    /// Sends the premove if `event` gave the turn to this client. After any other change of the board it was meant for
    /// another position.
    pub(super) fn follow_plan(&mut self, around: &Around<'_>, event: &RoomEvent) -> Vec<Effect> {
        if BoardChange::from_event(event).is_none() && self.table.to_move().is_some() {
            return Vec::new();
        }
        match self.premove.take() {
            Some(square) if matches!(event, RoomEvent::Moved { .. }) && self.table.is_my_turn() => {
                self.play_premove(around, square)
            }
            _ => Vec::new(),
        }
    }

    /// Takes up the premove of the view that `before` was, once the server has told the room anew: it is kept while the
    /// opponent still thinks, sent where they have made a move, and dropped after anything else, which is told, since
    /// it was not seen.
    pub(super) fn resume_premove(&mut self, around: &Around<'_>, before: &Self) -> Vec<Effect> {
        let (was, table) = (&before.table, &self.table);
        let Some(square) = before.premove.filter(|_| was.room() == table.room()) else {
            return Vec::new();
        };
        let game = |table: &Replica| (table.snapshot().series.game, table.you());
        let is_same_game = game(was) == game(table) && table.to_move().is_some();
        // The premove was chosen at the last revision that was known: each change of the board drops it.
        let is_same_position = is_same_game && table.revision() == was.revision();
        let is_next_position = is_same_game
            && table.revision() == was.revision().next()
            && table.plies().len() > was.plies().len();
        if is_same_position {
            self.premove = Some(square);
            return Vec::new();
        }
        if is_next_position && table.is_my_turn() {
            return self.play_premove(around, square);
        }
        let reason = if table.outcome().is_some() {
            say!("table-over")
        } else {
            say!("table-premove-other-position")
        };
        vec![premove_dropped(&was.game().write_move(square), &reason)]
    }

    /// Sends the premove on this client's turn, also where an earlier position is on the screen: unlike any other move
    /// it was not chosen for what is seen there.
    fn play_premove(&mut self, around: &Around<'_>, square: Square) -> Vec<Effect> {
        let game = self.table.game();
        match game.landing(square) {
            Ok(square) => self.send_move(around, square),
            Err(illegal) => vec![premove_dropped(&game.write_move(square), &illegal.said())],
        }
    }
}

fn premove_dropped(chosen: &str, reason: &str) -> Effect {
    let told = say!("table-premove-not-played", move = chosen, reason = reason);
    Effect::SayUntil(told, Ends::Board)
}
