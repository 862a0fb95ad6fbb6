//! Looking back through a game, the values of a position, and the evaluation of the game.

use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::rules::Variant;
use protocol::square::Square;

use super::View;
use crate::input::Intent;
use crate::language::Said;
use crate::ui::app::Ends;
use crate::ui::{Action, App, Evaluated, Evaluation, KeyMap, Screen};

/// The values of a position, once the server has answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The position, by the number of its plies.
    pub plies: u16,
    /// The position on the screen while the answer is awaited: the end of a game has nothing to choose, and the one
    /// before it is shown once its values are known, where the server may not know them.
    asked_at: u16,
    /// True where the end of the game was on the screen before.
    was_at_end: bool,
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

    /// Shows the position after `plies` plies; the last one, and what comes after it, if there are not more.
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

    /// True where the keys of the analysis are of use: the server allows it now, and has not said that it does not know
    /// how.
    pub(in crate::ui) fn offers_analysis(&self) -> bool {
        !self.is_not_analysed && self.table.may_analyse()
    }

    /// The reason for which the server is not asked to analyse now; none where it can be.
    fn why_not_analysed(&self, keys: &KeyMap) -> Option<String> {
        if self.is_not_analysed {
            return Some(not_analysed(&self.table, keys));
        }
        (!self.table.may_analyse()).then(|| say!("table-not-analysed-yet"))
    }

    /// Ends the question about a position, unless it is part of a longer one.
    fn stop_asking(&self) -> Vec<Action> {
        let evaluation = self.evaluation.as_ref();
        if evaluation.is_some_and(|evaluation| evaluation.is_running) {
            return Vec::new();
        }
        vec![Action::Send(ClientMsg::StopAnalysis)]
    }

    /// True while the first answer about a position or about the game is to come.
    fn awaits_answer(&self) -> bool {
        let evaluation = self.evaluation.as_ref();
        let is_running =
            evaluation.is_some_and(|evaluation| evaluation.is_running && !evaluation.is_answered);
        let values = self.values.as_ref();
        is_running || values.is_some_and(|values| values.known.is_none())
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
        if let Some(why) = view.why_not_analysed(&self.keymap) {
            self.say(why);
            return Vec::new();
        }
        // The last position of a game has nothing to choose: the one before it has.
        let shown = view.plies_shown();
        let is_over = !view.has_a_choice();
        self.ask_values_of(shown - u16::from(is_over && shown > 0))
    }

    /// Shows or hides the evaluation of the whole game.
    pub(in crate::ui) fn toggle_evaluation(&mut self) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        if let Some(evaluation) = view.evaluation.take() {
            let is_running = evaluation.is_running;
            view.hidden_evaluation = Some(evaluation);
            return if is_running {
                vec![Action::Send(ClientMsg::StopAnalysis)]
            } else {
                Vec::new()
            };
        }
        // One of other plies is of no use, whatever was done to the board meanwhile.
        let hidden = view.hidden_evaluation.take();
        let hidden = hidden.filter(|hidden| hidden.is_of(view.table.game()));
        if hidden.as_ref().is_some_and(Evaluation::is_complete) {
            view.evaluation = hidden;
            return Vec::new();
        }
        if let Some(why) = view.why_not_analysed(&self.keymap) {
            self.say(why);
            return Vec::new();
        }
        let (game, revision) = (view.table.game(), view.table.revision());
        // One that was hidden before its end is asked for again, and shows what is known.
        let mut evaluation = hidden.unwrap_or_else(|| Evaluation::new(game, revision));
        evaluation.resume(revision);
        view.evaluation = Some(evaluation);
        vec![Action::Send(ClientMsg::AnalyseGame)]
    }

    /// Asks again, on a new connection, for the evaluation that the one before had not ended, and for values that were
    /// shown.
    pub(super) fn ask_again(&mut self, was_evaluated: bool, had_values: bool) -> Vec<Action> {
        let Some(view) = self.view.as_mut().filter(|view| view.offers_analysis()) else {
            return Vec::new();
        };
        let revision = view.table.revision();
        let evaluation = view.evaluation.as_mut();
        let evaluation = evaluation.filter(|known| was_evaluated && !known.is_complete());
        let mut actions = Vec::new();
        if let Some(evaluation) = evaluation {
            evaluation.resume(revision);
            actions.push(Action::Send(ClientMsg::AnalyseGame));
        }
        if had_values {
            actions.extend(self.toggle_values());
        }
        actions
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
        let asked = view.values.as_ref().map(|values| values.asked_at);
        if asked.is_none() || asked == Some(view.plies_shown()) {
            return Vec::new();
        }
        self.ask_values()
    }

    /// Takes in the values of a position. An answer about a position that is not of the game any more is dropped.
    pub(in crate::ui) fn on_analysis(
        &mut self,
        variant: Variant,
        moves: &[Square],
        evaluated: Evaluated,
    ) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let game = view.table.game();
        if game.variant() != variant || !game.plies().starts_with(moves) {
            return Vec::new();
        }
        let plies = moves.len() as u16;
        if let Some(evaluation) = &mut view.evaluation {
            evaluation.put(plies, evaluated.clone());
        }
        let values = view.values.as_mut();
        let is_asked = |values: &&mut Values| values.plies == plies;
        if let Some(values) = values.filter(is_asked) {
            values.known = Some(evaluated);
            let asked_at = std::mem::replace(&mut values.asked_at, plies);
            if asked_at != plies && asked_at == view.plies_shown() {
                view.look_at(plies);
            }
        }
        Vec::new()
    }

    /// Ends the evaluation of a game, of which every position is told.
    pub(in crate::ui) fn on_game_analysed(&mut self, revision: Revision) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let evaluation = view.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|asked| revision >= asked.since) {
            evaluation.is_running = false;
        }
        match &view.values {
            // It had to wait.
            Some(values) if values.known.is_none() => {
                let plies = values.plies;
                self.ask_values_of(plies)
            }
            _ => Vec::new(),
        }
    }

    /// Notes that the server does not analyse the game at the table: it is not offered there any more.
    pub(in crate::ui) fn analysis_refused(&mut self) {
        let Some(view) = &mut self.view else {
            return;
        };
        let values = view.values.take();
        // The key showed the position before the end, and changes nothing now.
        if values.is_some_and(|asked| asked.was_at_end && asked.plies == view.plies_shown()) {
            view.look_at(u16::MAX);
        }
        view.evaluation = None;
        view.is_not_analysed = true;
        let why = not_analysed(&view.table, &self.keymap);
        self.say_until(why, Ends::Board);
    }

    /// Notes that a question may be what was refused: one that came too soon is asked again after a while, and one that
    /// failed in the middle has no more answers to come.
    pub(in crate::ui) fn note_refused_question(&mut self, refusal: &Refusal) {
        let Some(view) = &mut self.view else {
            return;
        };
        match refusal {
            Refusal::TooFast { wait } if view.awaits_answer() => {
                view.ask_again_at = Some(self.now + *wait);
            }
            Refusal::OverLimit { .. } | Refusal::Internal { .. } => {
                if let Some(evaluation) = &mut view.evaluation {
                    evaluation.is_running = false;
                }
            }
            _ => {}
        }
    }

    /// The time until a question that came too soon is asked again; `None` where there is none.
    pub(crate) fn next_analysis(&self) -> Option<Millis> {
        let view = self.view.as_ref().filter(|view| view.is_in_room)?;
        view.ask_again_at.map(|at| at - self.now)
    }

    /// Asks a question again that came too soon, once it is time.
    pub(in crate::ui) fn ask_refused_again(&mut self) -> Vec<Action> {
        if self.next_analysis() != Some(Millis::ZERO) {
            return Vec::new();
        }
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        view.ask_again_at = None;
        let revision = view.table.revision();
        let evaluation = view.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|evaluation| evaluation.is_running) {
            evaluation.resume(revision);
            return vec![Action::Send(ClientMsg::AnalyseGame)];
        }
        match &view.values {
            Some(values) if values.known.is_none() => {
                let plies = values.plies;
                self.ask_values_of(plies)
            }
            _ => Vec::new(),
        }
    }

    fn ask_values(&mut self) -> Vec<Action> {
        let shown = self.view.as_ref().map(View::plies_shown);
        shown.map_or(Vec::new(), |shown| self.ask_values_of(shown))
    }

    /// Asks for the values of the position after `plies` plies, which is the one on the screen, or the one before it
    /// where that is the end.
    fn ask_values_of(&mut self, plies: u16) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let evaluation = view.evaluation.as_ref();
        let is_running = evaluation.is_some_and(|evaluation| evaluation.is_running);
        let known = evaluation.and_then(|evaluation| evaluation.at(plies).cloned());
        let is_known = known.is_some();
        let was_at_end = plies != view.plies_shown();
        if is_known || view.offers_analysis() {
            view.look_at(plies);
        }
        let shown = view.plies_shown();
        view.values = Some(Values {
            plies,
            asked_at: shown,
            was_at_end,
            known,
        });
        // The server has one question at a time, and the answer is among those to come.
        if is_running {
            Vec::new()
        } else if !is_known && (plies != shown || view.has_a_choice()) {
            let game = view.table.game();
            let (variant, moves) = (game.variant(), game.plies()[..usize::from(plies)].to_vec());
            vec![Action::Send(ClientMsg::Analyse { variant, moves })]
        } else {
            vec![Action::Send(ClientMsg::StopAnalysis)]
        }
    }
}

/// Tells that the server does not analyse the game at a table, and what there is instead.
fn not_analysed(table: &Replica, keys: &KeyMap) -> String {
    let game = table.game().variant().said();
    let [earlier, later] =
        [Intent::Earlier, Intent::Later].map(|intent| keys.key(Screen::Table, intent));
    match (earlier, later) {
        (Some(earlier), Some(later)) => say!(
            "table-not-analysed-keys",
            game = game,
            earlier = earlier,
            later = later
        ),
        _ => say!("table-not-analysed", game = game),
    }
}

#[cfg(test)]
mod tests;
