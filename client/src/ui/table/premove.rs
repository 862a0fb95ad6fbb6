//! The premove: a move that is chosen on the opponent's turn, and sent when the own turn comes.

use protocol::message::RoomEvent;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::square::Square;

use super::View;
use crate::board_change::BoardChange;
use crate::language::Said;
use crate::ui::app::Ends;
use crate::ui::{Action, App};

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

impl App {
    /// Takes a move as the premove; false where there can be none.
    pub(super) fn plan(&mut self, square: Square) -> bool {
        let Some(view) = self
            .view
            .as_mut()
            .filter(|view| view.plans_with().is_some())
        else {
            return false;
        };
        match view.table.game().landing(square) {
            Ok(square) => view.premove = Some(square),
            Err(illegal) => self.say_until(illegal.said(), Ends::Board),
        }
        true
    }

    /// Sends the premove if `event` gave the turn to this client. After any other change of the board it was meant for
    /// another position.
    pub(super) fn follow_plan(&mut self, event: &RoomEvent) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        if BoardChange::from_event(event).is_none() && view.table.to_move().is_some() {
            return Vec::new();
        }
        let Some(square) = view.premove.take() else {
            return Vec::new();
        };
        if !matches!(event, RoomEvent::Moved { .. }) || !view.table.is_my_turn() {
            return Vec::new();
        }
        let game = view.table.game();
        if let Err(illegal) = game.landing(square) {
            let chosen = game.write_move(square);
            let reason = illegal.said();
            let told = say!("table-premove-not-played", move = chosen, reason = reason);
            self.say_until(told, Ends::Board);
            return Vec::new();
        }
        self.play(square)
    }
}
