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
        let Some(view) = &mut self.view else {
            return false;
        };
        let Some(side) = view.plans_with() else {
            return false;
        };
        match landing(view.table.game(), square, side) {
            Ok(_) if view.has_resigned() => {}
            Ok(square) => {
                view.premove = Some(square);
                if !self.is_up() {
                    let chosen = self.table().map(|table| table.game().write_move(square));
                    self.unsent = chosen.map(|chosen| say!("events-kept-premove", move = chosen));
                }
            }
            Err(illegal) => self.say_until(illegal.said(), Ends::Board),
        }
        true
    }

    /// Drops the premove; false where there is none.
    pub(super) fn drop_premove(&mut self) -> bool {
        let premove = self.view.as_mut().and_then(|view| view.premove.take());
        if premove.is_some() {
            self.unsent = None;
        }
        premove.is_some()
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
        self.play_premove(square)
    }

    /// Takes up the premove of the view that `before` was, once the server has told the room anew: it is kept while the
    /// opponent still thinks, sent where they have made a move, and dropped after anything else, which is told, since
    /// it was not seen.
    pub(super) fn resume_premove(&mut self, before: &View) -> Vec<Action> {
        let (Some(square), Some(view)) = (before.premove, &mut self.view) else {
            return Vec::new();
        };
        let (was, table) = (&before.table, &view.table);
        if was.room() != table.room() {
            return Vec::new();
        }
        let game = |table: &Replica| (table.snapshot().series.game, table.you());
        let is_same_game = game(was) == game(table) && table.to_move().is_some();
        // The premove was chosen at the last revision that was known: each change of the board drops it.
        let is_same_position = is_same_game && table.revision() == was.revision();
        let is_next_position = is_same_game
            && table.revision() == was.revision().next()
            && table.plies().len() > was.plies().len();
        if is_same_position {
            view.premove = Some(square);
            return Vec::new();
        }
        if is_next_position && table.is_my_turn() {
            return self.play_premove(square);
        }
        let reason = if table.outcome().is_some() {
            say!("table-over")
        } else {
            say!("table-premove-other-position")
        };
        let chosen = was.game().write_move(square);
        self.tell_premove_dropped(&chosen, &reason);
        Vec::new()
    }

    /// Sends the premove on this client's turn, also where an earlier position is on the screen: unlike any other move
    /// it was not chosen for what is seen there.
    fn play_premove(&mut self, square: Square) -> Vec<Action> {
        let Some(table) = self.table() else {
            return Vec::new();
        };
        let game = table.game();
        match game.landing(square) {
            Ok(square) => self.send_move(square),
            Err(illegal) => {
                let chosen = game.write_move(square);
                self.tell_premove_dropped(&chosen, &illegal.said());
                Vec::new()
            }
        }
    }

    fn tell_premove_dropped(&mut self, chosen: &str, reason: &str) {
        let told = say!("table-premove-not-played", move = chosen, reason = reason);
        self.say_until(told, Ends::Board);
    }
}
