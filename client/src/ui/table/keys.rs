//! What the keys do at a table: the cursor, moves and choices, offers, and the rights of whoever opened the room.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::rules::{Notation, Shape};
use protocol::side::Side;
use protocol::square::Square;

use super::View;
use crate::input::Intent;
use crate::language::Said;
use crate::ui::opening::occupant;
use crate::ui::past::{person, person_of};
use crate::ui::{Around, Confirm, Effect, Ends, PromptKind, Screen, ServerKind};
use crate::unanswered::Unanswered;
use crate::words::offers::{Offer, plies_to_take_back};
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

impl View {
    /// Does what a key means at a table.
    pub(super) fn on_intent(&mut self, around: &Around<'_>, intent: Intent) -> Vec<Effect> {
        let effect = match intent {
            Intent::Left
            | Intent::Right
            | Intent::Up
            | Intent::Down
            | Intent::First
            | Intent::Last
            | Intent::PageUp
            | Intent::PageDown => {
                self.move_cursor_to(moved(self.cursor, intent, self.table.game().shape()));
                return Vec::new();
            }
            Intent::Column(column) => return self.on_column_key(around, column),
            Intent::Choose => return self.play(around, self.cursor),
            Intent::Notation => {
                Effect::Type(PromptKind::Move(self.table.game().variant().notation()))
            }
            Intent::Rules => Effect::ShowRules(
                self.table.game().variant(),
                self.table.snapshot().spec.opening,
            ),
            Intent::Chat => self.talk_effect(around),
            Intent::Mute => Effect::Type(PromptKind::Mute),
            Intent::Act(Act::Resign) if self.is_at_stake() => Effect::Ask(Confirm::Resign),
            Intent::Act(Act::Resign) => return Vec::new(),
            // At one keyboard it is granted at once.
            Intent::Act(Act::OfferDraw) if around.server.is_at_keyboard() && self.is_at_stake() => {
                Effect::Ask(Confirm::Draw)
            }
            Intent::Act(act) => Effect::Send(act.into()),
            Intent::Back => return self.on_back(around),
            Intent::Accept | Intent::Decline => {
                let accept = intent == Intent::Accept;
                let offer = Offer::to_answer(&self.table);
                let answer = offer.map(|offer| Effect::Send(offer.answer(accept).into()));
                return answer.into_iter().collect();
            }
            Intent::Lock | Intent::Remove | Intent::CloseChat if !self.is_owner => {
                Effect::Say(say!("table-owner-only"))
            }
            Intent::Lock => Effect::Ask(Confirm::Lock),
            Intent::CloseChat => Effect::Ask(Confirm::CloseChat),
            // The name of a person to remove is asked for anyway.
            Intent::Remove => Effect::Type(PromptKind::Remove),
            Intent::Person => {
                let seats = &self.table.snapshot().seats;
                person(person_of(seats, around.server))
            }
            Intent::Save => self.save(),
            Intent::Copy => return self.copy(),
            Intent::Values => return self.toggle_values(around.keymap),
            Intent::Evaluate => return self.toggle_evaluation(around.keymap),
            Intent::Earlier | Intent::Later | Intent::Beginning | Intent::Live => {
                return self.look_back(intent);
            }
            _ => return Vec::new(),
        };
        vec![effect]
    }

    /// True if `intent` can be carried out now.
    pub(super) fn is_available(&self, around: &Around<'_>, intent: Intent) -> bool {
        let table = &self.table;
        let (you, offers) = (table.you(), &table.snapshot().offers);
        let plays = self.is_at_stake();
        let is_at_keyboard = around.server.is_at_keyboard();
        match intent {
            // Talk is for people at two places.
            Intent::Chat if is_at_keyboard => false,
            Intent::Choose => table.is_my_turn() && table.choices().is_empty(),
            Intent::Act(Act::Resign) | Intent::Notation => plays,
            Intent::Act(Act::OfferDraw) => plays && (is_at_keyboard || offers.draw != you),
            Intent::Act(Act::Abort) => plays && table.plies().len() < 2,
            Intent::Act(Act::Claim) => table.claim_in(around.now) == Some(Millis::ZERO),
            Intent::Accept | Intent::Decline => {
                let other = you.map(Side::other);
                let open = [offers.draw, offers.takeback, offers.rematch];
                other.is_some() && open.contains(&other)
            }
            Intent::Save | Intent::Copy | Intent::Earlier | Intent::Later | Intent::Beginning => {
                !table.plies().is_empty()
            }
            // What was asked for is not asked for again.
            Intent::Act(Act::AskTakeback) => {
                let has_plies = |you| plies_to_take_back(table, you).is_some();
                let may = table.snapshot().spec.takebacks && offers.takeback != you;
                plays && may && you.is_some_and(has_plies)
            }
            Intent::Act(Act::Rematch) => {
                let may = is_at_keyboard || you.is_some() && offers.rematch != you;
                may && !self.is_of_tournament && table.outcome().is_some()
            }
            Intent::Lock | Intent::Remove | Intent::CloseChat => self.is_owner,
            Intent::Chat => !table.snapshot().chat_closed,
            Intent::Live => self.is_looking_back(),
            Intent::Person => around.server.has_history(),
            Intent::Values => self.offers_analysis(),
            Intent::Evaluate => self.offers_analysis() && !table.plies().is_empty(),
            _ => true,
        }
    }

    /// Takes a number for a choice of the opening while there is one, or where discs fall for a move.
    fn on_column_key(&mut self, around: &Around<'_>, column: u8) -> Vec<Effect> {
        if usize::from(column) < self.table.choices().len() {
            return self.choose(around, column.into());
        }
        let game = self.table.game();
        if game.variant().notation() == Notation::Cell {
            return vec![Effect::Say(say!("table-write-move"))];
        }
        let square = within(game.shape(), column, self.cursor.row());
        let Some(square) = square.filter(|_| column < game.shape().columns) else {
            return Vec::new();
        };
        self.move_cursor_to(square);
        self.play(around, square)
    }

    /// Takes back a move for the next turn, or else leaves the table, after a question where that loses something.
    fn on_back(&mut self, around: &Around<'_>) -> Vec<Effect> {
        if self.premove.is_some() {
            return self.drop_premove();
        }
        vec![
            if self.is_at_stake() && around.server.kind != ServerKind::Own {
                Effect::Ask(Confirm::Leave)
            } else if self.waits_for_opponent() {
                Effect::Ask(Confirm::CloseSeat)
            } else {
                Effect::LeaveTable
            },
        ]
    }

    /// Does what was asked about.
    pub(in crate::ui) fn on_yes(&mut self, around: &Around<'_>, confirm: Confirm) -> Vec<Effect> {
        let seen = self.table.snapshot();
        vec![match confirm {
            // A move for the next turn will never be made.
            Confirm::Resign => {
                let mut effects = self.drop_premove();
                effects.extend(self.act_once(around, Act::Resign));
                return effects;
            }
            Confirm::Draw => Effect::Send(Act::OfferDraw.into()),
            Confirm::Lock => Effect::Send(ClientMsg::Lock {
                locked: !seen.locked,
            }),
            Confirm::CloseChat => Effect::Send(ClientMsg::CloseChat {
                closed: !seen.chat_closed,
            }),
            _ => Effect::LeaveTable,
        }]
    }

    /// Shows the game where it goes on, if a player with a move to make looks back: a move is for the position
    /// that is seen. `None` if that was not so.
    fn return_to_the_game(&mut self) -> Option<Vec<Effect>> {
        if !(self.is_looking_back() && self.table.is_my_turn()) {
            return None;
        }
        self.look_at(u16::MAX);
        let mut effects = vec![Effect::SayUntil(say!("table-now-live"), Ends::Board)];
        effects.extend(self.follow_values());
        Some(effects)
    }

    /// Sends a choice of the opening, by its place among those that this person has.
    pub(in crate::ui) fn choose(&mut self, around: &Around<'_>, place: usize) -> Vec<Effect> {
        if let Some(effects) = self.return_to_the_game() {
            return effects;
        }
        let revision = self.table.revision();
        let choice = self.table.choices().get(place).copied();
        choice.map_or(Vec::new(), |choice| {
            self.act_once(around, Act::Choose { revision, choice })
        })
    }

    /// Sends a move, or shows the reason why it is illegal without asking the server.
    pub(in crate::ui) fn play(&mut self, around: &Around<'_>, square: Square) -> Vec<Effect> {
        if let Some(effects) = self.return_to_the_game() {
            return effects;
        }
        let (table, keymap) = (&self.table, around.keymap);
        if table.you().is_none() {
            let key = keymap.key(Screen::Lobby, Intent::NewGame);
            return vec![Effect::Say(match key {
                Some(key) => say!("table-you-watch-key", key = key),
                None => say!("table-you-watch"),
            })];
        }
        let why = if !table.is_my_turn() {
            if let Some(effects) = self.plan(around, square) {
                return effects;
            }
            let table = &self.table;
            match (table.outcome(), table.to_move()) {
                (Some(_), _) => {
                    let rematch = Intent::Act(Act::Rematch);
                    match keymap.key(Screen::Table, rematch) {
                        Some(key) if self.is_available(around, rematch) => {
                            say!("table-over-key", key = key)
                        }
                        _ => say!("table-over"),
                    }
                }
                (None, Some(side)) => say!("table-turn-of", name = occupant(table, side)),
                (None, None) => say!("table-not-begun"),
            }
        } else if !table.choices().is_empty() {
            let keys = (1..).zip(table.choices());
            let keys: Vec<_> = keys
                .map(|(key, choice)| format!("{key} {}", opening::choice(*choice)))
                .collect();
            say!("table-choose-first", choices = opening::either(&keys))
        } else {
            match table.game().landing(square) {
                Ok(square) => return self.send_move(around, square),
                Err(illegal) => illegal.said(),
            }
        };
        vec![Effect::SayUntil(why, Ends::Board)]
    }

    /// Sends a move that is legal.
    pub(super) fn send_move(&mut self, around: &Around<'_>, square: Square) -> Vec<Effect> {
        let revision = self.table.revision();
        self.act_once(around, Act::Move { revision, square })
    }

    /// Sends a move, a choice or a resignation, unless the one before has no answer: a second key is a slip of the
    /// finger. While the connection is lost, the last one waits, but no move after a resignation.
    fn act_once(&mut self, around: &Around<'_>, act: Act) -> Vec<Effect> {
        let is_resignation = act == Act::Resign;
        if around.server.is_up() && self.unanswered.is_some() && !is_resignation {
            return Vec::new();
        }
        if is_resignation || !self.has_resigned() {
            self.unanswered = Unanswered::new(act, self.table.snapshot().series.game);
        }
        vec![Effect::Send(act.into())]
    }
}
