//! Acts of players in a room of the model, in the order of chapter 4.

use std::ops::RangeInclusive;

use protocol::act::Act;
use protocol::id::{Revision, RoomId};
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::square::Square;
use protocol::view::{Outcome, Phase, Ply, Reason};

use super::clock::{Clock, ON_ITS_WAY};
use super::out::{Oracle, Out, Refused};
use super::table::{LONG_AGO, Occupant, Table};

/// Draws, takebacks and rematches that a game has room for, each.
const MOST_OFFERS: u32 = 100;
/// Games that a room has room for.
const MOST_GAMES: u16 = 500;
/// Time within which a bot that plays at random has chosen, in milliseconds.
const THINKING: u64 = 100;
/// Time between two games of bots, in milliseconds.
const BETWEEN_GAMES: u64 = 3000;

impl Table {
    pub(super) fn act(
        &mut self,
        now: u64,
        who: usize,
        act: Act,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let side = self.side(who).ok_or(Refusal::NotSeated)?;
        if self.phase == Phase::Seating {
            return Err(Refusal::NotStarted.into());
        }
        let over = matches!(self.phase, Phase::Over { .. });
        if over && !matches!(act, Act::Rematch | Act::AnswerRematch { .. }) {
            return Err(Refusal::GameOver.into());
        }
        match act {
            Act::Move { revision, square } => self.play(now, side, revision, square, out)?,
            Act::Resign => {
                self.end_without_line(now, Some(side.other()), Reason::Resignation, out);
            }
            Act::OfferDraw => self.offer_draw(now, side, out)?,
            Act::AnswerDraw { accept } => self.answer_draw(now, side, accept, out)?,
            Act::AskTakeback => self.ask_takeback(now, side, out)?,
            Act::AnswerTakeback { accept } => self.answer_takeback(now, side, accept, out)?,
            Act::Abort if self.moved.first && self.moved.second => {
                return Err(Refusal::TooLateToAbort.into());
            }
            Act::Abort => self.end_without_line(now, None, Reason::Aborted, out),
            Act::Claim => self.claim(now, side, out)?,
            Act::Rematch => self.rematch(now, side, out)?,
            Act::AnswerRematch { accept } => self.answer_rematch(now, side, accept, out)?,
            Act::Choose { revision, choice } => self.choose(now, side, revision, choice, out)?,
        }
        Ok(())
    }

    fn play(
        &mut self,
        now: u64,
        side: Side,
        yours: Revision,
        square: Square,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        let current = Revision(self.revision);
        if yours != current {
            return Err(Refusal::Stale { yours, current });
        }
        self.ensure_turn_of(side)?;
        self.ensure_choice(None)?;
        self.game.landing(square)?;
        self.make(now, square, out);
        Ok(())
    }

    fn ensure_turn_of(&self, side: Side) -> Result<(), Refusal> {
        let to_move = self.to_move();
        if side == to_move {
            return Ok(());
        }
        let ply = u32::try_from(self.plies.len()).expect("a small board") + 1;
        Err(Refusal::NotYourTurn { to_move, ply })
    }

    /// Refuses a choice that is not open, and a ply where one is.
    fn ensure_choice(&self, choice: Option<OpeningChoice>) -> Result<(), Refusal> {
        let open = self.swap2.choices(self.plies.len());
        let fits = choice.map_or(open.is_empty(), |choice| open.contains(&choice));
        if fits {
            return Ok(());
        }
        let expected = open.to_vec();
        Err(Refusal::BadChoice { expected })
    }

    fn choose(
        &mut self,
        now: u64,
        side: Side,
        yours: Revision,
        choice: OpeningChoice,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        let current = Revision(self.revision);
        if yours != current {
            return Err(Refusal::Stale { yours, current });
        }
        let plies = self.plies.len();
        if !self.swap2.choices(plies).is_empty() {
            self.ensure_turn_of(side)?;
        }
        self.ensure_choice(Some(choice))?;
        self.swap2.choose(choice);
        let next = self.to_move();
        if let Some(clock) = &mut self.clock {
            clock.chosen(now, next);
        }
        self.moved[side] = true;
        self.board_changed(now);
        let event = RoomEvent::OpeningChosen {
            revision: Revision(self.revision),
            by: side,
            choice,
            clock: self.face(now),
        };
        self.record(out, &event);
        self.tell_opening(true, out);
        Ok(())
    }

    /// Tells the opening behind a change of the board, up to the choice that ends it.
    pub(super) fn tell_opening(&self, is_choice: bool, out: &mut Out) {
        let opening = self.swap2.state(self.plies.len());
        if let Some(opening) = opening.filter(|_| is_choice || !self.swap2.is_over()) {
            self.notify(out, &RoomEvent::Opening { opening });
        }
    }

    /// Makes a legal ply.
    pub(super) fn make(&mut self, now: u64, square: Square, out: &mut Out) {
        let side = self.to_move();
        let square = self.game.play(square).expect("a legal ply");
        let next = self.swap2.to_act(self.plies.len() + 1);
        let left = self.clock.as_mut().map(|clock| clock.moved(now, next));
        let made = Ply { square, left };
        self.plies.push(made);
        self.moved[side] = true;
        self.board_changed(now);
        let ending = self.game.ending().cloned();
        if ending.is_some()
            && let Some(clock) = &mut self.clock
        {
            clock.stop(now);
        }
        let event = RoomEvent::Moved {
            revision: Revision(self.revision),
            side,
            ply: u16::try_from(self.plies.len()).expect("a small board"),
            made,
            ends_game: ending.is_some(),
            clock: self.face(now),
        };
        self.record(out, &event);
        self.tell_opening(false, out);
        if self.is_bot(side) {
            self.searched(side);
        }
        if let Some(ending) = ending {
            let winner = ending.winner();
            let winner = winner.map(|colour| self.swap2.with_colour(colour));
            let outcome = Outcome {
                winner,
                reason: winner.map_or(Reason::FullBoard, |_| Reason::Line),
                line: ending.line().to_vec(),
            };
            self.end(now, outcome, out);
        }
        if self.is_bot(side) {
            self.show_search(out);
        }
    }

    /// A new revision, with which the offers lapse.
    fn board_changed(&mut self, now: u64) {
        self.revision += 1;
        self.changed = now;
        self.offers.draw = None;
        self.offers.takeback = None;
    }

    fn offer_draw(&mut self, now: u64, side: Side, out: &mut Out) -> Result<(), Refusal> {
        if self.is_bot(side.other()) {
            return Err(Refusal::BotsDoNot);
        }
        if self.offers.draw == Some(side.other()) {
            self.end_without_line(now, None, Reason::Agreement, out);
            return Ok(());
        }
        if self.offers.draw.is_some() || self.counts.draws == MOST_OFFERS {
            return Err(Refusal::AlreadyOffered);
        }
        self.counts.draws += 1;
        self.offers.draw = Some(side);
        self.record(out, &RoomEvent::DrawOffered { by: side });
        Ok(())
    }

    fn answer_draw(
        &mut self,
        now: u64,
        side: Side,
        accept: bool,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        if self.offers.draw != Some(side.other()) {
            return Err(Refusal::NothingOffered);
        }
        if accept {
            self.end_without_line(now, None, Reason::Agreement, out);
        } else {
            self.offers.draw = None;
            self.record(out, &RoomEvent::DrawDeclined { by: side });
        }
        Ok(())
    }

    /// The number of plies that a takeback of a side leaves.
    fn plies_without_last_of(&self, side: Side, now: u64) -> Result<usize, Refusal> {
        let may_go = self.swap2.floor()..self.plies.len();
        let own = may_go
            .into_iter()
            .rfind(|&ply| self.swap2.maker(ply) == side);
        let left = own.ok_or(Refusal::NothingToTakeBack)?;
        match &self.clock {
            Some(clock) if !clock.can_take_back(left, now) => Err(Refusal::NothingToTakeBack),
            _ => Ok(left),
        }
    }

    fn ask_takeback(&mut self, now: u64, side: Side, out: &mut Out) -> Result<(), Refusal> {
        if !self.spec.takebacks || self.counts.takebacks == MOST_OFFERS {
            return Err(Refusal::TakebacksOff);
        }
        let left = self.plies_without_last_of(side, now)?;
        if self.offers.takeback == Some(side) {
            return Err(Refusal::AlreadyOffered);
        }
        self.counts.takebacks += 1;
        if self.is_bot(side.other()) {
            self.take_back(now, side, left, out);
        } else {
            self.offers.takeback = Some(side);
            self.record(out, &RoomEvent::TakebackAsked { by: side });
        }
        Ok(())
    }

    fn answer_takeback(
        &mut self,
        now: u64,
        side: Side,
        accept: bool,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        let by = side.other();
        if self.offers.takeback != Some(by) {
            return Err(Refusal::NothingOffered);
        }
        if accept {
            let left = self.plies_without_last_of(by, now)?;
            self.take_back(now, by, left, out);
        } else {
            self.offers.takeback = None;
            self.record(out, &RoomEvent::TakebackDeclined { by: side });
        }
        Ok(())
    }

    fn take_back(&mut self, now: u64, by: Side, left: usize, out: &mut Out) {
        self.stop_clock(now, out);
        while self.plies.len() > left {
            self.plies.pop();
            self.game.undo();
        }
        if let Some(clock) = &mut self.clock {
            clock.take_back(left, self.swap2.to_act(left), now);
        }
        self.board_changed(now);
        let plies = u16::try_from(left).expect("a small board");
        self.searches.retain(|(_, ply)| *ply <= plies);
        let event = RoomEvent::TakenBack {
            revision: Revision(self.revision),
            by,
            plies,
            clock: self.face(now),
        };
        self.record(out, &event);
        self.tell_opening(false, out);
    }

    fn claim(&mut self, now: u64, side: Side, out: &mut Out) -> Result<(), Refusal> {
        let since = match &self.seats[side.other()] {
            Occupant::Human(person) => person.client.err(),
            Occupant::Open | Occupant::Bot(_) => None,
        };
        let away = match since.ok_or(Refusal::OpponentPresent)? {
            LONG_AGO => self.grace(),
            since => now - since,
        };
        if away < self.grace() {
            let wait = Millis::from_millis(self.grace() - away);
            return Err(Refusal::ClaimTooEarly { wait });
        }
        self.end_without_line(now, Some(side), Reason::Claim, out);
        Ok(())
    }

    fn rematch(&mut self, now: u64, side: Side, out: &mut Out) -> Result<(), Refused> {
        if self.phase == Phase::Playing {
            return Err(Refusal::GameNotOver.into());
        }
        if self.offers.rematch == Some(side) || self.counts.rematches == MOST_OFFERS {
            return Err(Refusal::AlreadyOffered.into());
        }
        if self.series.game == MOST_GAMES {
            return Err(Refused::Code("full"));
        }
        if self.archived {
            return Err(Refusal::GameOver.into());
        }
        let agreed =
            self.offers.rematch == Some(side.other()) && self.client(side.other()).is_some();
        if agreed || self.is_bot(side.other()) {
            self.start(now, out);
        } else {
            self.counts.rematches += 1;
            self.offers.rematch = Some(side);
            self.record(out, &RoomEvent::RematchOffered { by: side });
        }
        Ok(())
    }

    fn answer_rematch(
        &mut self,
        now: u64,
        side: Side,
        accept: bool,
        out: &mut Out,
    ) -> Result<(), Refused> {
        if self.phase == Phase::Playing {
            return Err(Refusal::GameNotOver.into());
        }
        if self.offers.rematch != Some(side.other()) {
            return Err(Refusal::NothingOffered.into());
        }
        if accept {
            return self.rematch(now, side, out);
        }
        if self.archived {
            return Err(Refusal::GameOver.into());
        }
        self.offers.rematch = None;
        self.record(out, &RoomEvent::RematchDeclined { by: side });
        Ok(())
    }

    /// The moments between which the bot to move plays; none where a person is to move or nobody would see it.
    fn bot_time(&self) -> Option<RangeInclusive<u64>> {
        let to_move = self.to_move();
        if self.phase != Phase::Playing || !self.is_bot(to_move) || self.adrift {
            return None;
        }
        let pace = if self.only_bots() {
            u64::from(self.spec.pace.value())
        } else {
            0
        };
        // A bot whose clock is short does not keep the pace.
        let least = if self.clock.is_some() { 0 } else { pace };
        Some(self.changed + least..=self.changed + pace + THINKING)
    }

    /// The moment at which the bot to move plays, as the server has it.
    fn bot_due(&self, oracle: &Oracle) -> Option<u64> {
        let time = self.bot_time()?;
        let Some((at, _)) = oracle.bot_move(self.room, self.revision + 1) else {
            return Some(*time.end());
        };
        assert!(time.contains(&at), "{}: a bot's ply at {at}", self.room);
        Some(at)
    }

    /// The moment at which bots play again.
    fn repeat_due(&self) -> Option<u64> {
        let over = matches!(self.phase, Phase::Over { .. });
        let again = over && self.only_bots() && self.repeats > 0 && !self.adrift;
        again.then_some(self.changed + BETWEEN_GAMES + ON_ITS_WAY)
    }

    /// The moment at which something happens by itself.
    pub(super) fn due(&self, oracle: &Oracle) -> Option<u64> {
        if self.adrift {
            return None;
        }
        let clock = self.clock.as_ref().and_then(Clock::due);
        let dues = [
            clock,
            self.bot_due(oracle),
            self.repeat_due(),
            self.empty_due(),
            self.watchers_due(),
        ];
        dues.into_iter().flatten().min()
    }

    /// Returns true if something may happen by itself at about this moment.
    pub(super) fn is_busy_at(&self, moment: u64) -> bool {
        let thinks = self.bot_time().is_some_and(|time| time.contains(&moment));
        let due = self.due(&Oracle::default());
        let tells = self
            .watchers_due()
            .is_some_and(|due| (moment..moment + 4).contains(&due));
        thinks
            || tells
            || due.is_some_and(|due| (due - ON_ITS_WAY..due + 3).contains(&(moment + 2)))
    }

    /// Carries out what is due now, and returns whether the room is closed by that; a server that `forgets` keeps
    /// no finished games.
    pub(super) fn pass(&mut self, now: u64, forgets: bool, oracle: &Oracle, out: &mut Out) -> bool {
        let is_tick = self.repeat_due() == Some(now) || self.empty_due() == Some(now);
        if self.watchers_due() == Some(now) && !is_tick {
            self.tell_watchers(now, out);
        } else if self.bot_due(oracle) == Some(now) {
            let square = self.bot_move(self.room, oracle);
            self.make(now, square, out);
        } else if self.repeat_due() == Some(now) {
            self.repeats -= 1;
            self.start(now, out);
        } else if self.empty_due() == Some(now) {
            self.unload();
            // The lobby shows it a little later.
            self.changed = now;
            self.asleep = true;
            self.archived = matches!(self.phase, Phase::Over { .. });
            return self.phase == Phase::Seating || self.archived && forgets;
        } else {
            self.time_is_up(now, out);
        }
        false
    }

    fn bot_move(&self, room: RoomId, oracle: &Oracle) -> Square {
        let square = oracle.bot_move(room, self.revision + 1);
        let (_, square) = square.unwrap_or_else(|| panic!("{room}: the bot does not move"));
        assert_eq!(self.game.landing(square), Ok(square), "{room}: a bot's ply");
        square
    }

    fn time_is_up(&mut self, now: u64, out: &mut Out) {
        let clock = self.clock.as_ref().expect("something is due");
        let side = self.to_move();
        if clock.is_first_ply() {
            self.end_without_line(now, None, Reason::NoFirstMove, out);
        } else {
            self.end_without_line(now, Some(side.other()), Reason::Flag, out);
        }
    }
}
