//! Keys and clicks: from the key to the intent, and to the screen that carries it out.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::replica::Replica;
use protocol::rules::Notation;

use super::{Action, App, PromptKind, Screen, Target, View};
use crate::input::{self, Intent, Key, KeyContext};
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

    /// The context in which keys are read: that of the open screen.
    pub fn key_context(&self) -> KeyContext {
        match self.screen {
            Screen::Home => KeyContext::Home,
            Screen::Lobby => KeyContext::Lobby,
            Screen::Form => KeyContext::Form,
            Screen::Table => KeyContext::Table,
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
            && self.key_context() == KeyContext::Table
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
        match input::intent(self.key_context(), key) {
            Some(Intent::Quit) => self.quit(),
            Some(Intent::Help) => {
                self.help = Some(0);
                Vec::new()
            }
            Some(intent) => self.intend(intent),
            None => Vec::new(),
        }
    }

    fn intend(&mut self, intent: Intent) -> Vec<Action> {
        match self.screen {
            Screen::Home => self.at_home(intent),
            Screen::Lobby => self.in_lobby(intent),
            Screen::Form => self.in_form(intent),
            Screen::Table => self.at_table(intent),
        }
    }

    pub(super) fn click(&mut self, target: Target) -> Vec<Action> {
        if self.help.take().is_some() || self.confirm.is_some() || self.prompt.is_some() {
            return Vec::new();
        }
        if let Target::Choice(choice) = target {
            return self.choose(choice);
        }
        let on_chosen = self.point(target);
        match self.screen {
            // The form's lines change by a click, and its last one starts the game.
            Screen::Form if !self.form.is_on_start() => self.intend(Intent::Right),
            Screen::Home | Screen::Form | Screen::Table => self.intend(Intent::Choose),
            // In a list of games the first click only chooses.
            Screen::Lobby if on_chosen => self.intend(Intent::Choose),
            Screen::Lobby => Vec::new(),
        }
    }

    /// Moves the choice or the cursor to `target`; true where it was there already.
    pub(super) fn point(&mut self, target: Target) -> bool {
        let chosen = match self.screen {
            Screen::Home => &mut self.home.chosen,
            Screen::Lobby => &mut self.lobby.chosen,
            Screen::Form => &mut self.form.chosen,
            Screen::Table => {
                if let (Some(view), Target::Cell(square)) = (&mut self.view, target) {
                    view.cursor = square;
                }
                return true;
            }
        };
        match target {
            Target::Line(line) => std::mem::replace(chosen, line) == line,
            Target::Cell(_) | Target::Choice(_) => true,
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
            self.say("nothing done");
            return Vec::new();
        }
        match confirm {
            Confirm::Resign => vec![Action::Send(Act::Resign.into())],
            Confirm::Leave => vec![Action::Send(ClientMsg::Leave)],
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
