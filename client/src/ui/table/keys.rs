//! What the keys do at a table: the cursor, moves and choices, offers, and the rights of whoever opened the room.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::replica::Replica;
use protocol::rules::{Notation, Shape};
use protocol::square::Square;

use super::View;
use crate::input::Intent;
use crate::language::Said;
use crate::ui::app::Ends;
use crate::ui::app::ServerKind;
use crate::ui::opening::occupant;
use crate::ui::{Action, App, Confirm, PromptKind, Screen};
use crate::unanswered::Unanswered;
use crate::words::offers::Offer;
use crate::words::opening;

/// Rows that a page key moves the cursor.
const PAGE_ROWS: u8 = 5;

/// The square at a column and a row, or else the nearest one on the board.
fn within(shape: Shape, column: u8, row: u8) -> Option<Square> {
    Square::new(column.min(shape.columns - 1), row.min(shape.rows - 1))
}

/// The square to which a key moves the cursor: no further than to the edge of the board.
fn moved(cursor: Square, intent: Intent, shape: Shape) -> Square {
    let (column, row) = (cursor.column(), cursor.row());
    let (column, row) = match intent {
        Intent::Left => (column.saturating_sub(1), row),
        Intent::Right => (column + 1, row),
        Intent::First => (0, row),
        Intent::Last => (shape.columns - 1, row),
        Intent::Up => (column, row + 1),
        Intent::Down => (column, row.saturating_sub(1)),
        Intent::PageUp => (column, row + PAGE_ROWS),
        Intent::PageDown => (column, row.saturating_sub(PAGE_ROWS)),
        _ => (column, row),
    };
    within(shape, column, row).unwrap_or(cursor)
}

impl App {
    /// Does what a key means at a table.
    pub(in crate::ui) fn on_table_intent(&mut self, intent: Intent) -> Vec<Action> {
        let Some(view) = &self.view else {
            return self.leave();
        };
        match intent {
            Intent::Left
            | Intent::Right
            | Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => self.move_cursor(intent),
            Intent::Column(column) => self.on_column_key(column),
            Intent::Choose => self.play(view.cursor),
            Intent::Notation => self.open_move_prompt(),
            Intent::Rules => {
                let (variant, opening) = (
                    view.table.game().variant(),
                    view.table.snapshot().spec.opening,
                );
                self.show_rules(variant, opening);
                Vec::new()
            }
            Intent::Chat => {
                let kind = self.talk_prompt();
                kind.map_or(Vec::new(), |kind| self.open_prompt(kind))
            }
            Intent::Mute => self.open_prompt(PromptKind::Mute),
            Intent::Act(Act::Resign) => self.ask_to_resign(),
            Intent::Act(act) => vec![Action::Send(act.into())],
            Intent::Back => self.ask_to_leave_table(),
            Intent::Accept => self.answer_offer(true),
            Intent::Decline => self.answer_offer(false),
            Intent::Lock | Intent::Remove | Intent::CloseChat => self.ask_to_moderate(intent),
            Intent::Save => self.save(),
            Intent::Copy => self.copy(),
            Intent::Values => self.toggle_values(),
            Intent::Evaluate => self.toggle_evaluation(),
            Intent::Earlier | Intent::Later | Intent::Beginning | Intent::Live => {
                self.look_back(intent)
            }
            Intent::Quit
            | Intent::Help
            | Intent::NewGame
            | Intent::Quick
            | Intent::Code
            | Intent::Invite
            | Intent::Clock
            | Intent::Name
            | Intent::Settings
            | Intent::Edit
            | Intent::Watch
            | Intent::Tv
            | Intent::FilterText
            | Intent::Games
            | Intent::Person
            | Intent::Places
            | Intent::Today
            | Intent::NextGame
            | Intent::FilterGame
            | Intent::FilterState
            | Intent::NewTournament
            | Intent::Tournament(_) => Vec::new(),
        }
    }

    fn move_cursor(&mut self, intent: Intent) -> Vec<Action> {
        if let Some(view) = &mut self.view {
            view.move_cursor_to(moved(view.cursor, intent, view.table.game().shape()));
        }
        Vec::new()
    }

    /// Takes a number for a choice of the opening while there is one, and else for a column: where discs fall, that
    /// is a move.
    fn on_column_key(&mut self, column: u8) -> Vec<Action> {
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let table = &view.table;
        if usize::from(column) < table.choices().len() {
            return self.choose(column.into());
        }
        let game = table.game();
        if column >= game.shape().columns {
            return Vec::new();
        }
        let notation = game.variant().notation();
        let square = within(game.shape(), column, view.cursor.row()).unwrap_or(view.cursor);
        view.move_cursor_to(square);
        match notation {
            Notation::Column => self.play(square),
            Notation::Cell => Vec::new(),
        }
    }

    fn ask_to_resign(&mut self) -> Vec<Action> {
        if self.is_at_stake() {
            self.confirm = Some(Confirm::Resign);
        }
        Vec::new()
    }

    /// Takes back a move for the next turn, or else leaves the table, after a question where that loses something.
    fn ask_to_leave_table(&mut self) -> Vec<Action> {
        if self.drop_premove() {
            return Vec::new();
        }
        if self.is_at_stake() && self.server_kind != ServerKind::Own {
            self.confirm = Some(Confirm::Leave);
            return Vec::new();
        }
        if self.waits_for_opponent() {
            self.confirm = Some(Confirm::CloseSeat);
            return Vec::new();
        }
        self.leave()
    }

    fn answer_offer(&mut self, accept: bool) -> Vec<Action> {
        let offer = self.table().and_then(Offer::to_answer);
        offer.map_or(Vec::new(), |offer| {
            vec![Action::Send(offer.answer(accept).into())]
        })
    }

    /// Gives the game up. A move for the next turn will never be made.
    pub(in crate::ui) fn resign(&mut self) -> Vec<Action> {
        self.drop_premove();
        self.act_once(Act::Resign)
    }

    /// Shows the game where it goes on, if a player with a move to make looks back: a move is for the position
    /// that is seen. True where that was so.
    fn returns_to_the_game(&mut self) -> bool {
        let is_mine = |view: &&mut View| view.is_looking_back() && view.table.is_my_turn();
        let Some(view) = self.view.as_mut().filter(is_mine) else {
            return false;
        };
        view.look_at(u16::MAX);
        self.say_until(say!("table-now-live"), Ends::Board);
        true
    }

    /// Asks before a right of the room's owner is used.
    fn ask_to_moderate(&mut self, intent: Intent) -> Vec<Action> {
        if !self.view.as_ref().is_some_and(|view| view.is_owner) {
            self.say(say!("table-owner-only"));
            return Vec::new();
        }
        self.confirm = Confirm::of(intent);
        if self.confirm.is_none() {
            // The name of a person to remove is asked for anyway.
            return self.open_prompt(PromptKind::Remove);
        }
        Vec::new()
    }

    /// Rights of the room's owner.
    pub(in crate::ui) fn moderate(&mut self, intent: Intent) -> Vec<Action> {
        let Some(view) = &self.view else {
            return Vec::new();
        };
        let seen = view.table.snapshot();
        let message = match intent {
            Intent::Lock => ClientMsg::Lock {
                locked: !seen.locked,
            },
            Intent::CloseChat => ClientMsg::CloseChat {
                closed: !seen.chat_closed,
            },
            _ => return Vec::new(),
        };
        vec![Action::Send(message)]
    }

    /// Sends a choice of the opening, by its place among those that this person has.
    pub(in crate::ui) fn choose(&mut self, place: usize) -> Vec<Action> {
        if self.returns_to_the_game() {
            return self.follow_values();
        }
        let Some(table) = self.table() else {
            return Vec::new();
        };
        let revision = table.revision();
        let choice = table.choices().get(place).copied();
        choice.map_or(Vec::new(), |choice| {
            self.act_once(Act::Choose { revision, choice })
        })
    }

    /// Sends a move, or shows the reason why it is illegal without asking the server.
    pub(in crate::ui) fn play(&mut self, square: Square) -> Vec<Action> {
        if self.returns_to_the_game() {
            return self.follow_values();
        }
        let Some(table) = self.table() else {
            return Vec::new();
        };
        if table.you().is_none() {
            let key = self.keymap.key(Screen::Lobby, Intent::NewGame);
            self.say(match key {
                Some(key) => say!("table-you-watch-key", key = key),
                None => say!("table-you-watch"),
            });
            return Vec::new();
        }
        if !table.is_my_turn() {
            if self.plan(square) {
                return Vec::new();
            }
            let table = &self.view.as_ref().expect("as before").table;
            let why = match (table.outcome(), table.to_move()) {
                (Some(_), _) => {
                    let rematch = Intent::Act(Act::Rematch);
                    match self.keymap.key(Screen::Table, rematch) {
                        Some(key) => say!("table-over-key", key = key),
                        None => say!("table-over"),
                    }
                }
                (None, Some(side)) => say!("table-turn-of", name = occupant(table, side)),
                (None, None) => say!("table-not-begun"),
            };
            self.say_until(why, Ends::Board);
            return Vec::new();
        }
        if !table.choices().is_empty() {
            let keys = (1..).zip(table.choices());
            let keys: Vec<_> = keys
                .map(|(key, choice)| format!("{key} {}", opening::choice(*choice)))
                .collect();
            let text = say!("table-choose-first", choices = opening::either(&keys));
            self.say_until(text, Ends::Board);
            return Vec::new();
        }
        match table.game().landing(square) {
            Ok(square) => self.send_move(square),
            Err(illegal) => {
                self.say_until(illegal.said(), Ends::Board);
                Vec::new()
            }
        }
    }

    /// Sends a move that is legal.
    pub(super) fn send_move(&mut self, square: Square) -> Vec<Action> {
        let revision = self.table().map(Replica::revision);
        revision.map_or(Vec::new(), |revision| {
            self.act_once(Act::Move { revision, square })
        })
    }

    /// Sends a move, a choice or a resignation, unless the one before has no answer: a second key is a slip of the
    /// finger. While the connection is lost, the last one waits, but no move after a resignation.
    fn act_once(&mut self, act: Act) -> Vec<Action> {
        let is_up = self.is_up();
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let is_resignation = act == Act::Resign;
        if is_up && view.unanswered.is_some() && !is_resignation {
            return Vec::new();
        }
        if is_resignation || !view.has_resigned() {
            view.unanswered = Unanswered::new(act, view.table.snapshot().series.game);
        }
        vec![Action::Send(act.into())]
    }
}
