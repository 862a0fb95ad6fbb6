//! Keys and clicks: from the key to the intent, and to the screen that carries it out.

use protocol::act::Act;
use protocol::replica::Replica;
use protocol::rules::Notation;

use super::{Action, App, PromptKind, Screen, Target, View};
use crate::input::{self, Intent, Key};
use crate::values;

/// An act that must be confirmed before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirm {
    /// Giving the game up.
    Resign,
    /// Leaving a game that goes on.
    Leave,
    /// Leaving the program during a game.
    Quit,
}

/// Lines by which a page key moves the choice.
const PAGE: usize = 10;

/// Moves the chosen line in a list of `lines` lines.
pub(super) fn step(chosen: &mut usize, intent: Intent, lines: usize) {
    let last = lines.saturating_sub(1);
    *chosen = match intent {
        Intent::Up => chosen.saturating_sub(1),
        Intent::PageUp => chosen.saturating_sub(PAGE),
        Intent::Down => *chosen + 1,
        Intent::PageDown => *chosen + PAGE,
        Intent::First => 0,
        Intent::Last => last,
        _ => *chosen,
    }
    .min(last);
}

impl App {
    /// True where `intent` can be carried out now: the bottom line leaves the others out.
    pub fn is_available(&self, intent: Intent) -> bool {
        let Some(table) = self.table().filter(|_| self.screen == Screen::Table) else {
            return true;
        };
        let plays = table.you().is_some() && table.to_move().is_some();
        match intent {
            Intent::Choose => table.is_my_turn() && table.choices().is_empty(),
            Intent::Act(Act::Resign) => plays,
            Intent::Act(Act::AskTakeback) => {
                plays && table.snapshot().spec.takebacks && !table.plies().is_empty()
            }
            Intent::Act(Act::Rematch) => table.you().is_some() && table.outcome().is_some(),
            Intent::Values => table.may_analyse() && values::has_values(table.game()),
            _ => true,
        }
    }

    pub(super) fn key(&mut self, key: Key) -> Vec<Action> {
        if let Some(confirm) = self.confirm.take() {
            return self.answer_confirm(confirm, key);
        }
        if self.help.is_some() {
            self.scroll_help(key);
            return if key == Key::CtrlC {
                vec![Action::Quit]
            } else {
                Vec::new()
            };
        }
        if self.prompt.is_some() && key != Key::CtrlC {
            return self.edit_prompt(key);
        }
        if let Key::Char(letter @ 'A'..='T') = key
            && self.screen == Screen::Table
        {
            // The capital letter of a column begins a move where one consists of a letter and a row.
            let begins = |table: &Replica| match table.game().variant().notation() {
                Notation::Cell => table.you().is_some(),
                Notation::Column => false,
            };
            if self.table().is_some_and(begins) {
                self.open_prompt(PromptKind::Move);
                return self.edit_prompt(Key::Char(letter.to_ascii_lowercase()));
            }
        }
        match self.meaning(key) {
            Some(Intent::Quit) => self.quit(),
            Some(Intent::Help) => {
                self.help = Some(0);
                Vec::new()
            }
            Some(intent) => self.intend(intent),
            None => Vec::new(),
        }
    }

    /// The meaning of a key on the open screen: the digits are the columns of a table.
    fn meaning(&self, key: Key) -> Option<Intent> {
        match key {
            Key::Char(digit @ '1'..='9') if self.screen == Screen::Table => {
                Some(Intent::Column(digit as u8 - b'1'))
            }
            _ => input::intent(self.screen.keys(), key),
        }
    }

    fn intend(&mut self, intent: Intent) -> Vec<Action> {
        self.screen.update(self, intent)
    }

    pub(super) fn click(&mut self, target: Target) -> Vec<Action> {
        if self.help.take().is_some() || self.confirm.is_some() || self.prompt.is_some() {
            return Vec::new();
        }
        if let Target::Choice(choice) = target {
            return self.choose(choice);
        }
        let was_chosen = self.point(target);
        let intent = self.screen.click(self, was_chosen);
        intent.map_or(Vec::new(), |intent| self.intend(intent))
    }

    /// Moves the choice or the cursor to `target`; true where it was there already, or there is no choice.
    pub(super) fn point(&mut self, target: Target) -> bool {
        match target {
            Target::Line(line) => {
                let chosen = self.screen.chosen(self);
                chosen.is_none_or(|chosen| std::mem::replace(chosen, line) == line)
            }
            Target::Cell(square) => {
                if let Some(view) = self.view.as_mut().filter(|_| self.screen == Screen::Table) {
                    view.cursor = square;
                }
                true
            }
            Target::Choice(_) => true,
        }
    }

    fn scroll_help(&mut self, key: Key) {
        self.help = match (key, self.help) {
            (Key::Down | Key::Char('j'), Some(at)) => Some(at.saturating_add(1)),
            (Key::Up | Key::Char('k'), Some(at)) => Some(at.saturating_sub(1)),
            _ => None,
        };
    }

    fn answer_confirm(&mut self, confirm: Confirm, key: Key) -> Vec<Action> {
        if !matches!(key, Key::Char('y') | Key::Enter | Key::CtrlC) {
            return Vec::new();
        }
        match confirm {
            Confirm::Resign => vec![Action::Send(Act::Resign.into())],
            Confirm::Leave => self.leave(),
            Confirm::Quit => vec![Action::Quit],
        }
    }

    pub(super) fn quit(&mut self) -> Vec<Action> {
        if self.view.as_ref().is_some_and(View::is_at_stake) {
            self.confirm = Some(Confirm::Quit);
            return Vec::new();
        }
        vec![Action::Quit]
    }
}
