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
use crate::ui::{Effect, Ends, Evaluated, Evaluation, KeyMap, Screen};

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
    fn stop_asking(&self) -> Vec<Effect> {
        let evaluation = self.evaluation.as_ref();
        if evaluation.is_some_and(|evaluation| evaluation.is_running) {
            return Vec::new();
        }
        vec![Effect::Send(ClientMsg::StopAnalysis)]
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

impl View {
    /// Shows or hides what the moves of the position are worth.
    pub(in crate::ui) fn toggle_values(&mut self, keymap: &KeyMap) -> Vec<Effect> {
        if self.values.take().is_some() {
            return self.stop_asking();
        }
        if let Some(why) = self.why_not_analysed(keymap) {
            return vec![Effect::Say(why)];
        }
        // The last position of a game has nothing to choose: the one before it has.
        let shown = self.plies_shown();
        let is_over = !self.has_a_choice();
        self.ask_values_of(shown - u16::from(is_over && shown > 0))
    }

    /// Shows or hides the evaluation of the whole game.
    pub(in crate::ui) fn toggle_evaluation(&mut self, keymap: &KeyMap) -> Vec<Effect> {
        if let Some(evaluation) = self.evaluation.take() {
            let is_running = evaluation.is_running;
            self.hidden_evaluation = Some(evaluation);
            return if is_running {
                vec![Effect::Send(ClientMsg::StopAnalysis)]
            } else {
                Vec::new()
            };
        }
        // One of other plies is of no use, whatever was done to the board meanwhile.
        let hidden = self.hidden_evaluation.take();
        let hidden = hidden.filter(|hidden| hidden.is_of(self.table.game()));
        if hidden.as_ref().is_some_and(Evaluation::is_complete) {
            self.evaluation = hidden;
            return Vec::new();
        }
        if let Some(why) = self.why_not_analysed(keymap) {
            return vec![Effect::Say(why)];
        }
        let (game, revision) = (self.table.game(), self.table.revision());
        // One that was hidden before its end is asked for again, and shows what is known.
        let mut evaluation = hidden.unwrap_or_else(|| Evaluation::new(game, revision));
        evaluation.resume(revision);
        self.evaluation = Some(evaluation);
        vec![Effect::Send(ClientMsg::AnalyseGame)]
    }

    /// Asks again, on a new connection, for the evaluation that the one before had not ended, and for values that were
    /// shown.
    pub(super) fn ask_again(
        &mut self,
        keymap: &KeyMap,
        was_evaluated: bool,
        had_values: bool,
    ) -> Vec<Effect> {
        if !self.offers_analysis() {
            return Vec::new();
        }
        let revision = self.table.revision();
        let evaluation = self.evaluation.as_mut();
        let evaluation = evaluation.filter(|known| was_evaluated && !known.is_complete());
        let mut effects = Vec::new();
        if let Some(evaluation) = evaluation {
            evaluation.resume(revision);
            effects.push(Effect::Send(ClientMsg::AnalyseGame));
        }
        if had_values {
            effects.extend(self.toggle_values(keymap));
        }
        effects
    }

    /// Shows an earlier or a later position, whether the game goes on or not.
    pub(in crate::ui) fn look_back(&mut self, intent: Intent) -> Vec<Effect> {
        let shown = self.plies_shown();
        self.look_at(match intent {
            Intent::Earlier => shown.saturating_sub(1),
            Intent::Later => shown + 1,
            Intent::Beginning => 0,
            _ => u16::MAX,
        });
        let is_back = self.is_looking_back();
        // It told of the moves that were not shown.
        let told = (!is_back).then_some(Effect::EndNotice(Ends::Board));
        told.into_iter().chain(self.follow_values()).collect()
    }

    /// Asks for values again where the position on the screen is no longer the one that was analysed.
    pub(in crate::ui) fn follow_values(&mut self) -> Vec<Effect> {
        let asked = self.values.as_ref().map(|values| values.asked_at);
        if asked.is_none() || asked == Some(self.plies_shown()) {
            return Vec::new();
        }
        self.ask_values_of(self.plies_shown())
    }

    /// Takes in the values of a position. An answer about a position that is not of the game any more is dropped.
    pub(in crate::ui) fn on_analysis(
        &mut self,
        variant: Variant,
        moves: &[Square],
        evaluated: Evaluated,
    ) {
        let game = self.table.game();
        if game.variant() != variant || !game.plies().starts_with(moves) {
            return;
        }
        let plies = moves.len() as u16;
        if let Some(evaluation) = &mut self.evaluation {
            evaluation.put(plies, evaluated.clone());
        }
        let values = self.values.as_mut();
        let is_asked = |values: &&mut Values| values.plies == plies;
        if let Some(values) = values.filter(is_asked) {
            values.known = Some(evaluated);
            let asked_at = std::mem::replace(&mut values.asked_at, plies);
            if asked_at != plies && asked_at == self.plies_shown() {
                self.look_at(plies);
            }
        }
    }

    /// Ends the evaluation of a game, of which every position is told.
    pub(in crate::ui) fn on_game_analysed(&mut self, revision: Revision) -> Vec<Effect> {
        let evaluation = self.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|asked| revision >= asked.since) {
            evaluation.is_running = false;
        }
        match &self.values {
            // It had to wait.
            Some(values) if values.known.is_none() => {
                let plies = values.plies;
                self.ask_values_of(plies)
            }
            _ => Vec::new(),
        }
    }

    /// Notes that the server does not analyse the game at the table: it is not offered there any more.
    pub(in crate::ui) fn analysis_refused(&mut self, keymap: &KeyMap) -> Vec<Effect> {
        let values = self.values.take();
        // The key showed the position before the end, and changes nothing now.
        if values.is_some_and(|asked| asked.was_at_end && asked.plies == self.plies_shown()) {
            self.look_at(u16::MAX);
        }
        self.evaluation = None;
        self.is_not_analysed = true;
        vec![Effect::SayUntil(
            not_analysed(&self.table, keymap),
            Ends::Board,
        )]
    }

    /// Notes that a question may be what was refused: one that came too soon is asked again after a while, and one that
    /// failed in the middle has no more answers to come.
    pub(in crate::ui) fn note_refused_question(&mut self, now: Millis, refusal: &Refusal) {
        match refusal {
            Refusal::TooFast { wait } if self.awaits_answer() => {
                self.ask_again_at = Some(now + *wait);
            }
            Refusal::OverLimit { .. } | Refusal::Internal { .. } => {
                if let Some(evaluation) = &mut self.evaluation {
                    evaluation.is_running = false;
                }
            }
            _ => {}
        }
    }

    /// The time until a question that came too soon is asked again; `None` where there is none.
    pub(crate) fn next_analysis(&self, now: Millis) -> Option<Millis> {
        let asks_again_at = self.ask_again_at.filter(|_| self.is_in_room);
        asks_again_at.map(|at| at - now)
    }

    /// Asks a question again that came too soon, once it is time.
    pub(in crate::ui) fn ask_refused_again(&mut self, now: Millis) -> Vec<Effect> {
        if self.next_analysis(now) != Some(Millis::ZERO) {
            return Vec::new();
        }
        self.ask_again_at = None;
        let revision = self.table.revision();
        let evaluation = self.evaluation.as_mut();
        if let Some(evaluation) = evaluation.filter(|evaluation| evaluation.is_running) {
            evaluation.resume(revision);
            return vec![Effect::Send(ClientMsg::AnalyseGame)];
        }
        match &self.values {
            Some(values) if values.known.is_none() => {
                let plies = values.plies;
                self.ask_values_of(plies)
            }
            _ => Vec::new(),
        }
    }

    /// Asks for the values of the position after `plies` plies, which is the one on the screen, or the one before it
    /// where that is the end.
    fn ask_values_of(&mut self, plies: u16) -> Vec<Effect> {
        let evaluation = self.evaluation.as_ref();
        let is_running = evaluation.is_some_and(|evaluation| evaluation.is_running);
        let known = evaluation.and_then(|evaluation| evaluation.at(plies).cloned());
        let is_known = known.is_some();
        let was_at_end = plies != self.plies_shown();
        if is_known || self.offers_analysis() {
            self.look_at(plies);
        }
        let shown = self.plies_shown();
        self.values = Some(Values {
            plies,
            asked_at: shown,
            was_at_end,
            known,
        });
        // The server has one question at a time, and the answer is among those to come.
        if is_running {
            Vec::new()
        } else if !is_known && (plies != shown || self.has_a_choice()) {
            let game = self.table.game();
            let (variant, moves) = (game.variant(), game.plies()[..usize::from(plies)].to_vec());
            vec![Effect::Send(ClientMsg::Analyse { variant, moves })]
        } else {
            vec![Effect::Send(ClientMsg::StopAnalysis)]
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
