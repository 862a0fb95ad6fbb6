//! Looking back through a finished game, and the scores of columns.

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ClientMsg;

use super::View;
use crate::input::Intent;
use crate::ui::app::Ends;
use crate::ui::{Action, App};
use crate::values;

/// The scores of the columns of a position, once the server has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The position, by the number of its plies.
    pub plies: u16,
    /// A score for each column; none before the answer.
    pub columns: Option<Vec<ColumnValue>>,
}

impl View {
    /// The position on the screen: the current one, unless this person looks back.
    pub fn shown(&self) -> Game {
        let game = self.table.game();
        let squares = game.plies()[..usize::from(self.plies_shown())]
            .iter()
            .copied();
        Game::after(game.variant(), squares).expect("the plies of a game are legal")
    }

    /// The number of plies of the position on the screen.
    pub fn plies_shown(&self) -> u16 {
        let played = self.table.game().plies().len() as u16;
        self.earlier_plies.map_or(played, |plies| plies.min(played))
    }

    /// True while the position on the screen is not the last one.
    pub(in crate::ui) fn is_looking_back(&self) -> bool {
        self.plies_shown() < self.table.game().plies().len() as u16
    }

    /// Shows the position after so many plies; the last one, and what comes after it, if there are not more.
    pub(in crate::ui) fn look_at(&mut self, plies: u16) {
        let played = self.table.game().plies().len() as u16;
        self.earlier_plies = (plies < played).then_some(plies);
    }

    /// The scores of the columns of the position on the screen, if they are known.
    pub fn known_values(&self) -> Option<&[ColumnValue]> {
        let values = self.values.as_ref()?;
        let known = values.columns.as_deref()?;
        (values.plies == self.plies_shown()).then_some(known)
    }

    /// True where the position on the screen can be analysed: the game goes on in it.
    fn has_a_choice(&self) -> bool {
        self.shown().ending().is_none()
    }
}

impl App {
    /// Shows or hides the scores of columns.
    pub(in crate::ui) fn toggle_values(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        if view.values.take().is_some() {
            return vec![Action::Send(ClientMsg::StopAnalysis)];
        }
        if !values::has_values(view.table.game()) {
            self.say("only the columns of games where discs fall are valued");
            return Vec::new();
        }
        if !view.table.may_analyse() {
            self.say("columns are valued when the game is over, or where it was opened with hints");
            return Vec::new();
        }
        // The last position of a game has nothing to choose: the one before it has.
        if !view.has_a_choice() {
            view.earlier_plies = Some(view.plies_shown().saturating_sub(1));
        }
        self.ask_values()
    }

    /// Shows an earlier or a later position, whether the game goes on or not.
    pub(in crate::ui) fn look_back(&mut self, intent: Intent) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let shown = view.plies_shown();
        view.look_at(match intent {
            Intent::Earlier => shown.saturating_sub(1),
            Intent::Later => shown + 1,
            Intent::Beginning => 0,
            _ => u16::MAX,
        });
        if !view.is_looking_back() {
            // It told of the moves that were not shown.
            self.end_notice(Ends::Board);
        }
        self.follow_values()
    }

    /// Asks for scores again where the position on the screen is no longer the one that was analysed.
    pub(in crate::ui) fn follow_values(&mut self) -> Vec<Action> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let asked = view.values.as_ref().map(|values| values.plies);
        if asked.is_none() || asked == Some(view.plies_shown()) {
            return Vec::new();
        }
        self.ask_values()
    }

    /// Takes in scores from the server. An answer about an older revision of the board is dropped.
    pub(in crate::ui) fn analysed(
        &mut self,
        revision: Revision,
        plies: u16,
        columns: Vec<ColumnValue>,
    ) -> Vec<Action> {
        let current = self
            .view
            .as_mut()
            .filter(|view| revision >= view.table.revision());
        let asked = current.and_then(|view| view.values.as_mut());
        if let Some(values) = asked.filter(|values| values.plies == plies) {
            values.columns = Some(columns);
        }
        Vec::new()
    }

    fn ask_values(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let plies = view.plies_shown();
        view.values = Some(Values {
            plies,
            columns: None,
        });
        if view.has_a_choice() {
            vec![Action::Send(ClientMsg::Analyse { plies })]
        } else {
            vec![Action::Send(ClientMsg::StopAnalysis)]
        }
    }
}

#[cfg(test)]
mod tests;
