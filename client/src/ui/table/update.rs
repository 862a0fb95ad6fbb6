//! The state of a table on the screen, for a player or a spectator, and how it changes.

use std::cell::Cell;

use protocol::id::{Seq, Token};
use protocol::message::{ClientMsg, RoomEvent};
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Shape;
use protocol::side::{BySide, Side};
use protocol::square::Square;
use protocol::view::{LeftWhy, Phase, RatingChange, Seat, Snapshot};

use super::talk::ChatSpace;
use super::{Values, saving};
use crate::board_change::BoardChange;
use crate::happened::Happened;
use crate::input::Intent;
use crate::language::Said;
use crate::seats::OwnSeat;
use crate::ui::opening::occupant;
use crate::ui::{
    Action, App, Around, Confirm, Effect, Ends, Evaluation, KeyMap, Screen, ServerKind, around,
};
use crate::unanswered::Unanswered;
use crate::words::offers::Offer;
use crate::words::{endings, events, players};

/// A table on the screen.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
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
    /// True where the game is one of a tournament.
    pub(super) is_of_tournament: bool,
    /// The room for talk in the panel when it was drawn last.
    pub(super) chat_space: Cell<ChatSpace>,
}

/// A bot's answer within this time rings no bell: the person is still looking at the screen.
const QUICK_ANSWER: Millis = Millis::from_secs(3);

impl View {
    /// True while this client has a seat in a game that goes on.
    pub(in crate::ui) fn is_at_stake(&self) -> bool {
        self.table.you().is_some() && self.table.to_move().is_some()
    }

    /// Moves the cursor by a key, and a board that is a window with it.
    pub(in crate::ui) fn move_cursor_to(&mut self, square: Square) {
        (self.cursor, self.centre) = (square, square);
    }

    /// True while a resignation has no answer, before which no move is made.
    pub(in crate::ui) fn has_resigned(&self) -> bool {
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
    fn follow(
        &mut self,
        around: &Around<'_>,
        event: &RoomEvent,
        happened: Happened,
    ) -> Vec<Action> {
        if let Some(change) = happened.board {
            self.turn_since = around.now;
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
        }
        self.change_seats(around);
        let is_own = around.server.kind == ServerKind::Own && self.is_at_stake();
        if happened.is_next_game || is_own && happened.board.is_some() && self.is_called().is_some()
        {
            actions.extend(self.remember(around));
        }
        actions
    }

    /// Saves the seat, with how far a game of this program's own is.
    fn remember(&self, around: &Around<'_>) -> Option<Action> {
        let table = &self.table;
        let is_own = around.server.kind == ServerKind::Own && table.outcome().is_none();
        let own = table.you().filter(|_| is_own).map(|you| OwnSeat {
            opponent: players::saved(&table.snapshot().seats[you.other()]),
            ply: table.plies().len() as u16 + 1,
        });
        Some(Action::Remember {
            room: table.room(),
            token: self.token?,
            variant: table.game().variant(),
            own,
        })
    }

    /// The actions that save or forget the seat, and set the way back into the room.
    fn seat_actions(&self, around: &Around<'_>) -> Vec<Action> {
        let (room, is_over) = (self.table.room(), self.table.outcome().is_some());
        match self.token {
            Some(token) if is_over => {
                vec![Action::Forget(token), Action::RejoinSeat(room, token)]
            }
            Some(_) => self.remember(around).into_iter().collect(),
            None => vec![Action::RejoinAsSpectator(room)],
        }
    }

    /// At one keyboard the seat of the side to move is that of whoever sits there.
    fn change_seats(&mut self, around: &Around<'_>) {
        if around.server.is_at_keyboard() {
            self.table.sit(self.table.to_move());
        }
    }

    /// This client's side, while it is to move.
    fn is_called(&self) -> Option<Side> {
        self.table.you().filter(|_| self.table.is_my_turn())
    }

    /// The bell, where it has just become this person's turn, no move was `played` that was chosen before, and they may
    /// not be looking at the screen.
    fn bell(&mut self, now: Millis, was_called: bool, played: &[Effect]) -> Option<Effect> {
        if matches!(played, [Effect::Send(_)]) {
            return None;
        }
        let Some(you) = self.is_called() else {
            if was_called {
                self.waits_since = now;
            }
            return None;
        };
        let is_bot = matches!(self.table.snapshot().seats[you.other()], Seat::Bot { .. });
        let is_quick = now - self.waits_since < QUICK_ANSWER;
        let is_watching = is_bot && is_quick;
        (!was_called && !is_watching).then_some(Effect::Ring)
    }

    /// True for a person in a seat whose opponent has yet to come.
    pub(in crate::ui) fn waits_for_opponent(&self) -> bool {
        self.table.you().is_some() && self.table.snapshot().phase == Phase::Seating
    }

    pub(in crate::ui) fn on_event(
        &mut self,
        around: &Around<'_>,
        seq: Seq,
        event: &RoomEvent,
    ) -> Vec<Effect> {
        let was_called = self.is_called().is_some();
        let Ok(happened) = Happened::follow(&mut self.table, around.now, seq, event) else {
            return vec![Effect::Send(ClientMsg::Resync)];
        };
        let actions = self.follow(around, event, happened);
        let mut effects: Vec<_> = actions.into_iter().map(Effect::Do).collect();
        if happened.board == Some(BoardChange::Over) {
            effects.push(Effect::EndGame(self.table.room()));
        }
        effects.extend(outdated_notices(event, happened).map(Effect::EndNotice));
        let expired: Vec<_> = events::expired(happened).collect();
        if !expired.is_empty() {
            effects.push(Effect::Say(expired.join("; ")));
        } else if let Some((notice, ends)) = self.notice_of(around.keymap, event, happened) {
            effects.push(Effect::SayUntil(notice, ends));
        }
        effects.extend(self.follow_values());
        let played = self.follow_plan(around, event);
        effects.extend(self.bell(around.now, was_called, &played));
        effects.extend(played);
        effects
    }

    /// The notice of an event that is in the table already, and what ends it; `None` if the table shows it.
    fn notice_of(
        &self,
        keymap: &KeyMap,
        event: &RoomEvent,
        happened: Happened,
    ) -> Option<(String, Ends)> {
        let name = |side| occupant(&self.table, side);
        let ends = match event {
            RoomEvent::Over { .. } => {
                let has_rematch = self.table.you().is_some() && !self.is_of_tournament;
                let text = self.end_in_words(keymap, has_rematch, name, usize::MAX)?;
                return Some((text, Ends::Key));
            }
            RoomEvent::Moved { .. } if self.is_looking_back() => Ends::Board,
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
        let mut text = events::event(&self.table, event, happened, &name)?;
        let live = keymap.key(Screen::Table, Intent::Live);
        if let (RoomEvent::Moved { .. }, Some(key)) = (event, live) {
            text = say!("table-key-to-move", moved = text, key = key);
        }
        Some((text, ends))
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
        let before = self.view.as_ref();
        let before = before.filter(|view| view.table.room() == room);
        let (cursor, centre) = cursor_in(before, table.game().shape());
        let chat_space = before.map_or(Cell::new(ChatSpace::UNKNOWN), |view| {
            view.chat_space.clone()
        });
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
        self.screen = Screen::Table;
        let was_called = self
            .view
            .as_ref()
            .is_some_and(|view| view.is_called().is_some());
        // The end of a game that this client followed came while it was away.
        let has_missed_end = over && (you.is_some() || carried.went_on);
        let kept = has_missed_end.then(|| saving::keep(&table)).flatten();
        let mut view = View {
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
            is_of_tournament: self.tournament.has(room),
            chat_space,
        };
        let around = around!(self);
        view.change_seats(around);
        let mut actions = view.seat_actions(around);
        let waits = view.table.snapshot().phase == Phase::Seating;
        if self.server.is_at_keyboard() && waits {
            actions.push(Action::SitOpposite(room));
        }
        actions.extend(kept);
        let (was_evaluated, had_values) = (carried.was_evaluated, carried.had_values);
        let mut effects = view.ask_again(&self.keymap, was_evaluated, had_values);
        let left = self.view.take();
        let played = left.map_or(Vec::new(), |left| view.resume_premove(around, &left));
        effects.extend(view.bell(self.now, was_called, &played));
        effects.extend(played);
        self.view = Some(view);
        self.end_notice(Ends::Board);
        actions.extend(self.carry_out(effects));
        actions
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
        let is_alone = self.server.kind == ServerKind::Own || self.server.kind.ends_with_program();
        if !self.server.is_up() || is_alone {
            return self.go_home();
        }
        let waited = self.view.as_ref().is_some_and(View::waits_for_opponent);
        let Some(view) = self.view.take() else {
            return self.enter_lobby();
        };
        let mut actions = Vec::new();
        if view.is_in_room {
            self.server.left_room = Some(view.table.room());
            self.server.request = None;
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
}

/// The kinds of notices that are not true any more after an event.
fn outdated_notices(event: &RoomEvent, happened: Happened) -> impl Iterator<Item = Ends> {
    let is_changed = happened.board.is_some();
    let ends_offers = is_changed || Offer::made_by(event).is_some();
    // That of the end of the game before.
    let is_next = matches!(event, RoomEvent::Started { .. });
    let all = [
        (is_changed, Ends::Board),
        (is_next, Ends::Key),
        (ends_offers, Ends::Offer),
    ];
    all.into_iter()
        .filter_map(|(is_so, ends)| is_so.then_some(ends))
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
            went_on: before.table.outcome().is_none(),
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
