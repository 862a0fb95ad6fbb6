//! The state of a table on the screen, for a player or a spectator, and how it changes.

use protocol::id::{RoomId, Seq, Token};
use protocol::message::{ClientMsg, RoomEvent};
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::{Shape, Variant};
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::view::{LeftWhy, Phase, RatingChange, Seat, Snapshot};

use super::{Values, saving};
use crate::board_change::BoardChange;
use crate::happened::Happened;
use crate::input::Intent;
use crate::language::Said;
use crate::seats::OwnSeat;
use crate::ui::app::{Ends, ServerKind};
use crate::ui::opening::occupant;
use crate::ui::{Action, App, Confirm, Evaluation, Screen};
use crate::unanswered::Unanswered;
use crate::words::offers::Offer;
use crate::words::{endings, events};

/// A table on the screen.
#[derive(Debug)]
pub struct View {
    /// The table.
    pub table: Replica,
    /// The cell under the cursor; with gravity only its column counts.
    pub cursor: Square,
    /// The cell in the middle of a board that is a window. The mouse does not move it: the board would run away under
    /// the pointer.
    pub(super) centre: Square,
    /// The scores of the columns, while they are shown.
    pub values: Option<Values>,
    /// The evaluation of the whole game, while it is shown.
    pub(in crate::ui) evaluation: Option<Evaluation>,
    /// The evaluation that was hidden, with what was known then.
    pub(super) hidden_evaluation: Option<Evaluation>,
    /// The number of plies of an earlier position, while it is shown.
    pub(in crate::ui) earlier_plies: Option<u16>,
    /// The token of the seat, where this client has one.
    pub(in crate::ui) token: Option<Token>,
    /// True while the connection is in the room; a connection that came back has to return to it first.
    pub(in crate::ui) is_in_room: bool,
    /// The time since which the other side is to move.
    waits_since: Millis,
    /// The time since which the side to move is.
    turn_since: Millis,
    /// The act that the server has not answered.
    pub(in crate::ui) unanswered: Option<Unanswered>,
    /// The move to send when the turn comes.
    pub(super) premove: Option<Square>,
    /// The time at which the server takes a question again that came too soon.
    pub(super) ask_again_at: Option<Millis>,
    /// True once the server said that it does not analyse this game.
    pub(super) is_not_analysed: bool,
    /// The changes of the ratings by the game that is over, if it was rated.
    pub(super) ratings: Option<BySide<RatingChange>>,
    /// True where this client opened the room.
    pub(in crate::ui) is_owner: bool,
}

/// A bot's answer within this time rings no bell: the person is still looking at the screen.
const QUICK_ANSWER: Millis = Millis::from_secs(3);

impl View {
    /// True while this client has a seat in a game that goes on.
    pub(in crate::ui) fn is_at_stake(&self) -> bool {
        self.table.you().is_some() && self.table.to_move().is_some()
    }

    /// True until the game is over.
    fn goes_on(&self) -> bool {
        self.table.outcome().is_none()
    }

    /// Moves the cursor by a key, and a board that is a window with it.
    pub(in crate::ui) fn move_cursor_to(&mut self, square: Square) {
        (self.cursor, self.centre) = (square, square);
    }

    /// True while a resignation has no answer, before which no move is made.
    pub(super) fn has_resigned(&self) -> bool {
        self.unanswered.is_some_and(Unanswered::is_resignation)
    }

    /// The time for which a bot has thought, and its depth where that was told, in words that begin with the name
    /// `who`; `None` where no bot of this side is to move.
    pub(in crate::ui) fn thinks(&self, side: Side, now: Millis, who: &str) -> Option<String> {
        let told = self.table.thinking(now).filter(|told| told.side == side);
        let is_bot = matches!(self.table.snapshot().seats[side], Seat::Bot { .. });
        let elapsed = match &told {
            Some(told) => told.elapsed,
            None if is_bot && self.table.to_move() == Some(side) => now - self.turn_since,
            None => return None,
        };
        let seconds = elapsed.as_millis() / 1000;
        Some(match told.and_then(|told| told.depth) {
            Some(depth) => {
                let depth = depth.to_string();
                say!(
                    "table-thinks-depth",
                    name = who,
                    seconds = seconds,
                    depth = depth
                )
            }
            None => say!("table-thinks", name = who, seconds = seconds),
        })
    }

    /// Follows an event that is in the table already, and returns what it does to the saved seat and to the library.
    fn follow(&mut self, event: &RoomEvent, happened: Happened, now: Millis) -> Vec<Action> {
        if let Some(change) = happened.board {
            self.turn_since = now;
            self.unanswered.take_if(|act| !act.outlives(change));
            // A takeback may leave no more than what is looked at.
            self.look_at(self.earlier_plies.unwrap_or(u16::MAX));
            if let Some(evaluation) = &mut self.evaluation {
                evaluation.follow(self.table.game());
            }
        }
        let mut actions = Vec::new();
        if happened.board == Some(BoardChange::Over) {
            actions.extend(self.token.map(Action::Forget));
        }
        if happened.is_recorded {
            actions.extend(saving::keep(&self.table));
        }
        match event {
            RoomEvent::Rated { ratings } => self.ratings = Some(*ratings),
            RoomEvent::Started { .. } => self.ratings = None,
            _ => {}
        }
        // The answers on their way are about other plies.
        if matches!(event, RoomEvent::TakenBack { .. }) {
            self.evaluation = None;
        }
        if happened.is_next_game {
            self.earlier_plies = None;
            self.evaluation = None;
            if !self.table.may_analyse() {
                self.values = None;
            }
            actions.extend(self.token.map(|token| Action::Remember {
                room: self.table.room(),
                token,
                variant: self.table.game().variant(),
                own: None,
            }));
        }
        actions
    }

    /// The fate of the saved seat of somebody who leaves: it is kept while the game goes on.
    pub(in crate::ui) fn seat_action_on_leaving(&self) -> Option<Action> {
        let token = self.token?;
        Some(if self.is_at_stake() {
            Action::Release(token)
        } else {
            Action::Forget(token)
        })
    }
}

impl App {
    /// Shows the table of a snapshot, which is that of a room just entered, or the newest state of the room on the
    /// screen.
    pub(in crate::ui) fn enter_table(
        &mut self,
        you: Option<Side>,
        token: Option<Token>,
        owner: bool,
        snapshot: Snapshot,
    ) -> Vec<Action> {
        let room = snapshot.room;
        let over = matches!(snapshot.phase, Phase::Over { .. });
        let table = match Replica::new(you, snapshot, self.now) {
            Ok(table) => table,
            Err(error) => {
                self.say(error.said());
                return vec![Action::Send(ClientMsg::Leave)];
            }
        };
        let variant = table.game().variant();
        let before = self.view.as_ref();
        let before = before.filter(|view| view.table.room() == room);
        let (cursor, centre) = cursor_in(before, table.game().shape());
        let is_not_analysed = before.is_some_and(|view| view.is_not_analysed);
        let carried = before.and_then(|view| CarriedOver::new(view, &table));
        if carried.is_none() && self.confirm == Some(Confirm::Resign) {
            // It was asked about another game.
            self.confirm = None;
        }
        let carried = carried.unwrap_or_default();
        if over {
            self.home.end_game(room);
        }
        self.home.returning = None;
        self.entering = None;
        self.screen = Screen::Table;
        let was_called = self.side_called().is_some();
        // The end of a game that this client followed came while it was away.
        let has_missed_end = over && (you.is_some() || carried.went_on);
        let kept = has_missed_end.then(|| saving::keep(&table)).flatten();
        let left = self.view.replace(View {
            table,
            cursor,
            centre,
            values: None,
            evaluation: carried.evaluation,
            hidden_evaluation: carried.hidden_evaluation,
            earlier_plies: carried.earlier_plies,
            token,
            is_in_room: true,
            waits_since: self.now,
            turn_since: self.now,
            unanswered: carried.unanswered,
            premove: None,
            ask_again_at: None,
            is_not_analysed,
            ratings: carried.ratings,
            is_owner: owner,
        });
        self.change_seats();
        self.end_notice(Ends::Board);
        let mut actions = seat_actions(room, token, variant, over);
        self.note_own_game(&mut actions);
        let waits = self
            .view
            .as_ref()
            .is_some_and(|view| view.table.snapshot().phase == Phase::Seating);
        if self.is_at_keyboard() && waits {
            actions.push(Action::SitOpposite(room));
        }
        actions.extend(kept);
        actions.extend(self.ask_again(carried.was_evaluated, carried.had_values));
        let played = left.map_or(Vec::new(), |left| self.resume_premove(&left));
        if played.is_empty() {
            actions.extend(self.bell(was_called));
        }
        actions.extend(played);
        actions
    }

    /// Notes how far a game of this program's own is, in the seat that is saved for it.
    pub(in crate::ui) fn note_own_game(&self, actions: &mut Vec<Action>) {
        let Some(view) = self.view.as_ref() else {
            return;
        };
        let (Some(token), Some(you)) = (view.token, view.table.you()) else {
            return;
        };
        if self.server_kind != ServerKind::Own || view.table.outcome().is_some() {
            return;
        }
        actions.retain(|action| !matches!(action, Action::Remember { .. }));
        actions.push(Action::Remember {
            room: view.table.room(),
            token,
            variant: view.table.game().variant(),
            own: Some(OwnSeat {
                opponent: occupant(&view.table, you.other()),
                ply: view.table.plies().len() as u16 + 1,
            }),
        });
    }

    /// The bell, where it has just become this person's turn and they may not be looking at the screen.
    fn bell(&mut self, was_called: bool) -> Option<Action> {
        let (called, may_ring) = (self.side_called(), self.may_ring());
        let view = self.view.as_mut()?;
        let Some(you) = called else {
            if was_called {
                view.waits_since = self.now;
            }
            return None;
        };
        let is_bot = matches!(view.table.snapshot().seats[you.other()], Seat::Bot { .. });
        let is_quick = self.now - view.waits_since < QUICK_ANSWER;
        let is_watching = is_bot && is_quick;
        (!was_called && !is_watching && may_ring).then_some(Action::Bell)
    }

    pub(in crate::ui) fn on_table_left(&mut self, why: LeftWhy) -> Vec<Action> {
        let Some(view) = self.view.take() else {
            return Vec::new();
        };
        let mut actions = vec![Action::RejoinNothing];
        match why {
            LeftWhy::Asked | LeftWhy::Other(_) => actions.extend(view.seat_action_on_leaving()),
            // The other client has it now.
            LeftWhy::Replaced => actions.extend(view.token.map(Action::Release)),
            LeftWhy::Closed | LeftWhy::Removed => actions.extend(view.token.map(Action::Forget)),
        }
        self.close_overlays();
        actions.extend(self.enter_lobby());
        if !matches!(why, LeftWhy::Closed | LeftWhy::Removed) {
            self.choose_left_game(&view);
        }
        if let Some(why) = endings::left(Some(&view.table), why) {
            self.say(why);
        }
        actions
    }

    /// Leaves the table without waiting for the server, which may not answer any more.
    pub(in crate::ui) fn leave(&mut self) -> Vec<Action> {
        let is_alone = self.server_kind == ServerKind::Own || self.server_kind.ends_with_program();
        if !self.is_up() || is_alone {
            return self.go_home();
        }
        let waited = self.waits_for_opponent();
        let Some(view) = self.view.take() else {
            return self.enter_lobby();
        };
        let mut actions = Vec::new();
        if view.is_in_room {
            self.left_room = Some(view.table.room());
            actions.push(Action::Send(ClientMsg::Leave));
        }
        actions.push(Action::RejoinNothing);
        actions.extend(view.seat_action_on_leaving());
        self.close_overlays();
        actions.extend(self.enter_lobby());
        if waited {
            self.say(say!("table-seat-closed"));
        } else {
            self.choose_left_game(&view);
        }
        actions
    }

    /// Chooses the line of a game that goes on without this person, so that Enter returns to the seat.
    fn choose_left_game(&mut self, view: &View) {
        if view.is_at_stake() && self.screen == Screen::Lobby {
            self.lobby.choose_just_left(view.table.room());
        }
    }

    pub(in crate::ui) fn on_table_event(&mut self, seq: Seq, event: &RoomEvent) -> Vec<Action> {
        let was_called = self.side_called().is_some();
        let Some(view) = &mut self.view else {
            return Vec::new();
        };
        let Ok(happened) = Happened::follow(&mut view.table, self.now, seq, event) else {
            return vec![Action::Send(ClientMsg::Resync)];
        };
        let mut actions = view.follow(event, happened, self.now);
        if happened.board == Some(BoardChange::Over) {
            self.home.end_game(view.table.room());
        }
        self.change_seats();
        if BoardChange::from_event(event).is_some() && self.side_called().is_some() {
            self.note_own_game(&mut actions);
        }
        if let RoomEvent::ChatPosted { line } = event {
            self.note_heard(&line.text);
        }
        self.end_outdated_notices(event, happened);
        let expired: Vec<_> = events::expired(happened).collect();
        if !expired.is_empty() {
            self.say(expired.join("; "));
        } else if let Some((notice, ends)) = self.notice_of(event, happened) {
            self.say_until(notice, ends);
        }
        actions.extend(self.follow_values());
        let played = self.follow_plan(event);
        if played.is_empty() {
            actions.extend(self.bell(was_called));
        }
        actions.extend(played);
        actions
    }

    /// Takes away the notices that are not true any more after an event.
    fn end_outdated_notices(&mut self, event: &RoomEvent, happened: Happened) {
        let is_changed = happened.board.is_some();
        if is_changed {
            self.end_notice(Ends::Board);
        }
        if matches!(event, RoomEvent::Started { .. }) {
            // That of the end of the game before.
            self.end_notice(Ends::Key);
        }
        if is_changed || Offer::made_by(event).is_some() {
            self.end_notice(Ends::Offer);
        }
    }

    /// The notice of an event that is in the table already, and what ends it; `None` if the table shows it.
    fn notice_of(&self, event: &RoomEvent, happened: Happened) -> Option<(String, Ends)> {
        let view = self.view.as_ref()?;
        let ends = match event {
            RoomEvent::Over { .. } => {
                let name = |side| occupant(&view.table, side);
                let text = view.end_in_words(&self.keymap, name, usize::MAX)?;
                return Some((text, Ends::Key));
            }
            RoomEvent::ChatPosted { line } => return Some((self.talk_notice(line)?, Ends::Talk)),
            RoomEvent::Moved { .. } if view.is_looking_back() => Ends::Board,
            RoomEvent::OpeningChosen { .. } => Ends::Board,
            RoomEvent::DrawDeclined { .. }
            | RoomEvent::TakebackDeclined { .. }
            | RoomEvent::RematchDeclined { .. } => Ends::Offer,
            RoomEvent::TakenBack { .. }
            | RoomEvent::Reconnected { .. }
            | RoomEvent::SeatTaken { .. }
            | RoomEvent::Locked { .. }
            | RoomEvent::Removed { .. }
            | RoomEvent::ChatClosed { .. } => Ends::Screen,
            _ => return None,
        };
        let name = |side| occupant(&view.table, side);
        let mut text = events::event(&view.table, event, happened, &name)?;
        let live = self.keymap.key(Screen::Table, Intent::Live);
        if let (RoomEvent::Moved { .. }, Some(key)) = (event, live) {
            text = say!("table-key-to-move", moved = text, key = key);
        }
        Some((text, ends))
    }
}

/// Parts of the view before that go on in the one after a new snapshot of the same game.
#[derive(Debug, Default)]
struct CarriedOver {
    /// Somebody who looks back stays there when the connection has to ask for the room again.
    earlier_plies: Option<u16>,
    evaluation: Option<Evaluation>,
    /// True where the server was asked for the evaluation, which it has forgotten.
    was_evaluated: bool,
    had_values: bool,
    hidden_evaluation: Option<Evaluation>,
    unanswered: Option<Unanswered>,
    /// True where the game was not over.
    went_on: bool,
    ratings: Option<BySide<RatingChange>>,
}

impl CarriedOver {
    /// `None` if `before` has another game than `table`.
    fn new(before: &View, table: &Replica) -> Option<Self> {
        if before.table.snapshot().series.game != table.snapshot().series.game {
            return None;
        }
        let mut evaluation = before.evaluation.clone();
        let mut was_evaluated = false;
        if let Some(evaluation) = &mut evaluation {
            evaluation.follow(table.game());
            was_evaluated = std::mem::take(&mut evaluation.is_running);
        }
        let played = table.game().plies().len();
        let is_earlier = |plies: &u16| usize::from(*plies) < played;
        Some(Self {
            earlier_plies: before.earlier_plies.filter(is_earlier),
            evaluation,
            was_evaluated,
            had_values: before.values.is_some(),
            hidden_evaluation: before.hidden_evaluation.clone(),
            unanswered: before
                .unanswered
                .filter(|act| act.outlives_return(table.you(), table.snapshot())),
            went_on: before.goes_on(),
            ratings: before.ratings,
        })
    }
}

/// The cursor and the centre of the board: those of the view before in the same room, or else the middle.
fn cursor_in(before: Option<&View>, shape: Shape) -> (Square, Square) {
    if let Some(view) = before {
        return (view.cursor, view.centre);
    }
    let middle = Square::new(shape.columns / 2, shape.rows / 2);
    let middle = middle.expect("the middle of a board is on it");
    (middle, middle)
}

/// The actions that save or forget the seat, and set the way back into the room.
fn seat_actions(room: RoomId, token: Option<Token>, variant: Variant, over: bool) -> Vec<Action> {
    match token {
        Some(token) if over => vec![Action::Forget(token), Action::RejoinSeat(room, token)],
        Some(token) => vec![Action::Remember {
            room,
            token,
            variant,
            own: None,
        }],
        None => vec![Action::RejoinAsSpectator(room)],
    }
}
