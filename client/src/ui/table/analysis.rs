//! Looking back through a game, the values of a position, and the evaluation of the game.

use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ClientMsg;
use protocol::replica::Replica;
use protocol::rules::Family;

use super::View;
use crate::input::Intent;
use crate::ui::app::Ends;
use crate::ui::{Action, App, Evaluated, Evaluation};

/// The values of a position, once the server has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The position, by the number of its plies.
    pub plies: u16,
    /// The revision of the board when it was asked for.
    pub since: Revision,
    /// The values; none before the answer.
    pub known: Option<Evaluated>,
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

    /// The values of the position on the screen, if they are shown and known.
    pub fn known_values(&self) -> Option<&Evaluated> {
        let values = self.values.as_ref()?;
        let known = values.known.as_ref()?;
        (values.plies == self.plies_shown()).then_some(known)
    }

    /// The chance of the first colour in the position on the screen, where its value is shown and known.
    pub(super) fn share(&self) -> Option<f64> {
        let shown = self.plies_shown();
        let of_game = self
            .evaluation
            .as_ref()
            .and_then(|evaluation| evaluation.share(shown));
        of_game.or_else(|| self.known_values()?.share(shown))
    }

    /// True where the keys of the analysis are of use: the server allows it now, and may know how. No server of this
    /// release analyses Renju, so that it is not offered, but a later one can be asked.
    pub(in crate::ui) fn offers_analysis(&self) -> bool {
        let is_known = match self.table.game().variant().family() {
            Family::Gravity | Family::Free => true,
            Family::Renju => false,
        };
        is_known && !self.is_not_analysed && self.table.may_analyse()
    }

    /// The reason for which the server is not asked to analyse now; none where it can be.
    fn why_not_analysed(&self) -> Option<String> {
        if self.is_not_analysed {
            return Some(not_analysed(&self.table));
        }
        (!self.table.may_analyse()).then(|| NOT_YET.to_owned())
    }

    /// Ends the question about a position, unless it is part of a longer one.
    fn stop_asking(&self) -> Vec<Action> {
        let evaluation = self.evaluation.as_ref();
        if evaluation.is_some_and(|evaluation| evaluation.is_running) {
            return Vec::new();
        }
        vec![Action::Send(ClientMsg::StopAnalysis)]
    }

    /// True where the position on the screen can be analysed: the game goes on in it.
    fn has_a_choice(&self) -> bool {
        self.shown().ending().is_none()
    }
}

impl App {
    /// Shows or hides what the moves of the position are worth.
    pub(in crate::ui) fn toggle_values(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        if view.values.take().is_some() {
            return view.stop_asking();
        }
        if let Some(why) = view.why_not_analysed() {
            self.say(why);
            return Vec::new();
        }
        // The last position of a game has nothing to choose: the one before it has.
        if !view.has_a_choice() {
            view.earlier_plies = Some(view.plies_shown().saturating_sub(1));
        }
        self.ask_values()
    }

    /// Shows or hides the evaluation of the whole game.
    pub(in crate::ui) fn toggle_evaluation(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        if let Some(evaluation) = view.evaluation.take() {
            return if evaluation.is_running {
                vec![Action::Send(ClientMsg::StopAnalysis)]
            } else {
                Vec::new()
            };
        }
        if let Some(why) = view.why_not_analysed() {
            self.say(why);
            return Vec::new();
        }
        let (game, revision) = (view.table.game(), view.table.revision());
        view.evaluation = Some(Evaluation::new(game, revision));
        vec![Action::Send(ClientMsg::AnalyseGame)]
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

    /// Asks for values again where the position on the screen is no longer the one that was analysed.
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

    /// Takes in the values of a position. An answer about an older board than the one asked about is dropped.
    pub(in crate::ui) fn analysed(
        &mut self,
        revision: Revision,
        plies: u16,
        evaluated: Evaluated,
    ) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let evaluation = view.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|asked| revision >= asked.since) {
            evaluation.put(plies, evaluated.clone());
        }
        let values = view.values.as_mut();
        let is_asked = |values: &&mut Values| values.plies == plies && revision >= values.since;
        if let Some(values) = values.filter(is_asked) {
            values.known = Some(evaluated);
        }
        Vec::new()
    }

    /// Ends the evaluation of a game, of which every position is told.
    pub(in crate::ui) fn game_analysed(&mut self, revision: Revision) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let evaluation = view.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|asked| revision >= asked.since) {
            evaluation.is_running = false;
        }
        match &view.values {
            // It had to wait.
            Some(values) if values.known.is_none() => self.ask_values(),
            _ => Vec::new(),
        }
    }

    /// Notes that the server does not analyse the game at the table: it is not offered there any more.
    pub(in crate::ui) fn analysis_refused(&mut self) {
        let Some(view) = &mut self.view else {
            return;
        };
        (view.values, view.evaluation) = (None, None);
        view.is_not_analysed = true;
        let why = not_analysed(&view.table);
        self.say_until(why, Ends::Board);
    }

    fn ask_values(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let plies = view.plies_shown();
        let evaluation = view.evaluation.as_ref();
        let known = evaluation.and_then(|evaluation| evaluation.at(plies).cloned());
        let is_known = known.is_some();
        view.values = Some(Values {
            plies,
            since: view.table.revision(),
            known,
        });
        // The server has one question at a time, and the answer is among those to come.
        if evaluation.is_some_and(|evaluation| evaluation.is_running) {
            Vec::new()
        } else if view.has_a_choice() && !is_known {
            vec![Action::Send(ClientMsg::Analyse { plies })]
        } else {
            vec![Action::Send(ClientMsg::StopAnalysis)]
        }
    }
}

/// Tells that the server does not analyse the game at a table, and what there is instead.
fn not_analysed(table: &Replica) -> String {
    let title = table.game().variant().title();
    format!("{title} is not analysed on this server; \",\" and \".\" go through the game")
}

/// Reason for which nothing is analysed now.
const NOT_YET: &str = "moves are valued when the game is over, or where it was opened with hints";

#[cfg(test)]
mod tests;
