//! The game: plies by people, and the ways to end it other than a line.

use protocol::game::Game;
use protocol::id::{PlayerId, Revision};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Ending;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice};
use protocol::square::Square;
use protocol::turn_order::TurnOrder;
use protocol::view::{OpeningState, Outcome, Ply, Reason};

use crate::clock::{Charge, GameClock};
use crate::{Event, Phase, Room};

/// Board of one game, its clock, and the time left on it after each ply.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Play {
    game: Game,
    /// One entry for each ply.
    times: Vec<PlyTime>,
    clock: Option<GameClock>,
    /// Seats that act, and the choices of the opening.
    turns: TurnOrder,
    /// True for a side that has acted in this game. A takeback does not change it, so it restores neither a free
    /// ply nor the right to abort.
    acted: BySide<bool>,
    /// Moment at which the turn under way became due.
    turn_due_at: Millis,
}

/// Effect of a ply on the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PlyTime {
    /// Time left for its side after it, if there is a clock.
    left: Option<Millis>,
    /// Increment that it earned, to be subtracted if it is taken back.
    earned: Millis,
}

impl Play {
    /// Returns a new game, whose first ply is due at `at`.
    pub(crate) fn new(spec: &GameSpec, at: Millis) -> Self {
        Self {
            game: Game::new(spec.variant),
            times: Vec::new(),
            clock: spec.clock.map(GameClock::new),
            turns: TurnOrder::new(spec.opening),
            acted: BySide::default(),
            turn_due_at: at,
        }
    }

    /// Plays at `square`, unless the rules forbid it. The time of the other side runs from `at`.
    pub(crate) fn ply(&mut self, at: Millis, square: Square, charged: Millis, credit: Millis) {
        let side = self.side_to_move();
        let passes = self.turns.to_act(self.game.plies().len() + 1) != side;
        let charge = Charge {
            charged,
            credit,
            earned: self.earned(side, passes),
        };
        self.timed_ply(at, square, charge);
    }

    /// Makes a choice in the opening, unless it is not open. The time of the side that acts next runs from `at`.
    pub(crate) fn choose(
        &mut self,
        at: Millis,
        choice: OpeningChoice,
        charged: Millis,
        credit: Millis,
    ) {
        let side = self.side_to_move();
        if self.turns.choose(self.game.plies().len(), choice).is_err() {
            return;
        }
        let passes = self.side_to_move() != side;
        let charge = Charge {
            charged,
            credit,
            earned: self.earned(side, passes),
        };
        if let Some(clock) = &mut self.clock {
            clock.press(side, charge);
        }
        self.acted[side] = true;
        self.ply_is_due(at);
    }

    /// Returns the increment that an act of `side` earns: none for its first, or where the turn stays with it.
    fn earned(&self, side: Side, passes: bool) -> Millis {
        let clock = self.clock.as_ref().filter(|_| passes && self.acted[side]);
        clock.map(GameClock::increment).unwrap_or_default()
    }

    fn timed_ply(&mut self, at: Millis, square: Square, charge: Charge) {
        let side = self.side_to_move();
        if self.game.play(square).is_err() {
            return;
        }
        let time = self.clock.as_mut().map(|clock| PlyTime {
            left: Some(clock.press(side, charge)),
            earned: charge.earned,
        });
        self.times.push(time.unwrap_or_default());
        self.acted[side] = true;
        if self.game.ending().is_none() {
            self.ply_is_due(at);
        }
    }

    /// Takes back all but `plies` plies, and the increments that they earned. The time used stays charged.
    pub(crate) fn take_back(&mut self, at: Millis, plies: u16) {
        let owed = self.earned_after(plies);
        if let Some(clock) = &mut self.clock {
            for side in Side::BOTH {
                clock.give_back(side, owed[side]);
            }
        }
        self.undo(plies);
        self.ply_is_due(at);
    }

    fn undo(&mut self, plies: u16) {
        while self.game.plies().len() > usize::from(plies) {
            self.game.undo();
        }
        self.times.truncate(usize::from(plies));
    }

    /// Returns the increments that each side earned with the plies after the first `plies`.
    fn earned_after(&self, plies: u16) -> BySide<Millis> {
        let mut earned = BySide::<Millis>::default();
        for (index, time) in self.times.iter().enumerate().skip(usize::from(plies)) {
            earned[self.turns.of_ply(index)] += time.earned;
        }
        earned
    }

    /// Returns true if both sides have more time left than the increments that a takeback to `plies` plies
    /// would cost them.
    pub(crate) fn can_give_back(&self, now: Millis, plies: u16) -> bool {
        let owed = self.earned_after(plies);
        self.clock.as_ref().is_none_or(|clock| {
            Side::BOTH
                .iter()
                .all(|&side| owed[side] == Millis::ZERO || clock.left(side, now) > owed[side])
        })
    }

    /// Ends the turn under way without a ply: subtracts `charged`, and stops the clock.
    pub(crate) fn settle(&mut self, charged: Millis) {
        let side = self.side_to_move();
        if let Some(clock) = &mut self.clock {
            clock.settle(side, charged);
        }
    }

    /// Stops the clock at the end of the game.
    pub(crate) fn stop(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }

    /// Resumes after the server was away; the clock waits for the sides in `people`.
    pub(crate) fn resume(&mut self, at: Millis, people: BySide<bool>) {
        if let Some(clock) = &mut self.clock {
            clock.resume(at, people);
        }
        self.ply_is_due(at);
    }

    /// Ends the clock's waiting for the side to move.
    pub(crate) fn stop_waiting_for_player(&mut self, at: Millis) {
        let side = self.side_to_move();
        if let Some(clock) = &mut self.clock {
            clock.stop_waiting_for(side);
        }
        self.ply_is_due(at);
    }

    /// Holds the clock: no time passes from `at` on.
    pub(crate) fn hold(&mut self, at: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.hold(at);
        }
    }

    /// Releases the clock: time passes again from `at` on. A first ply gets its whole time limit again.
    pub(crate) fn release(&mut self, at: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.release(at);
        }
        self.turn_due_at = at;
    }

    /// Returns true if there is a clock, and it is held.
    pub(crate) fn is_held(&self) -> bool {
        self.clock.as_ref().is_some_and(GameClock::is_held)
    }

    /// Returns true if the turn under way, on the same board, is that of `other`.
    pub(crate) fn has_turn_of(&self, other: &Self) -> bool {
        match (&self.clock, &other.clock) {
            (Some(clock), Some(other)) => clock.has_turn_of(other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    fn ply_is_due(&mut self, at: Millis) {
        let (side, free) = (self.side_to_move(), self.next_act_is_free());
        self.turn_due_at = at;
        if let Some(clock) = &mut self.clock {
            clock.begin_turn(side, at, free);
        }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Returns the side that acts: by the colour of the next stone, or as the opening says.
    pub(crate) fn side_to_move(&self) -> Side {
        self.turns.to_act(self.game.plies().len())
    }

    pub(crate) fn turns(&self) -> &TurnOrder {
        &self.turns
    }

    /// Returns the choices that the side to move has now, in place of a ply.
    pub(crate) fn choices(&self) -> &'static [OpeningChoice] {
        self.turns.choices(self.game.plies().len())
    }

    /// Returns the opening as it is shown; none where it has no choices.
    pub(crate) fn opening(&self) -> Option<OpeningState> {
        self.turns.state(self.game.plies().len())
    }

    /// Returns the number of plies that no takeback goes behind.
    pub(crate) fn plies_at_choice(&self) -> u16 {
        // 5 at most.
        self.turns.plies_at_choice() as u16
    }

    /// Returns the number of plies before the last one of `side`, if that may be taken back.
    pub(crate) fn plies_before_last_of(&self, side: Side) -> Option<u16> {
        let may_go = self.turns.plies_at_choice()..self.game.plies().len();
        let last = may_go.rev().find(|&index| self.turns.of_ply(index) == side);
        last.map(|index| index as u16)
    }

    pub(crate) fn turn_due_at(&self) -> Millis {
        self.turn_due_at
    }

    pub(crate) fn ply_count(&self) -> u16 {
        // The largest board has 400 cells.
        self.game.plies().len() as u16
    }

    /// Returns the plies, each with the time left on the clock after it.
    pub(crate) fn plies(&self) -> impl DoubleEndedIterator<Item = Ply> {
        let squares = self.game.plies().iter();
        squares.zip(&self.times).map(|(&square, time)| Ply {
            square,
            left: time.left,
        })
    }

    /// Returns true if the next act is its side's first in this game, and so free of the clock.
    pub(crate) fn next_act_is_free(&self) -> bool {
        !self.acted[self.side_to_move()]
    }

    /// Returns true if each side has acted in this game, even by a ply that was taken back.
    pub(crate) fn both_have_moved(&self) -> bool {
        self.acted.first && self.acted.second
    }

    /// Returns the clock if it stands still until the side to move is back after an outage.
    pub(crate) fn clock_waiting_for_player(&self) -> Option<&GameClock> {
        let clock = self.clock.as_ref()?;
        (clock.waits_for(self.side_to_move()) && !clock.is_held()).then_some(clock)
    }

    /// Returns true if the clock waits for a side, now or when that side is to move.
    pub(crate) fn waits_for_anybody(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| Side::BOTH.iter().any(|&side| clock.waits_for(side)))
    }

    /// Returns the moment at which time ends the game unless the side to move plays, and the outcome then.
    pub(crate) fn time_up(&self, first_move: Millis) -> Option<(Millis, Outcome)> {
        let clock = self.clock.as_ref()?;
        if let Some(flag) = clock.flag() {
            Some((flag, self.flagged()))
        } else {
            let moment = self.first_ply_until(clock, first_move)?;
            Some((moment, unresolved(Reason::NoFirstMove)))
        }
    }

    /// Returns the outcome that time has brought before `now`, with `credit` as the lag credit of a ply made
    /// now.
    ///
    /// While the clock is held, only the time before the hold counts.
    fn ended_before(&self, now: Millis, credit: Millis, first_move: Millis) -> Option<Outcome> {
        let clock = self.clock.as_ref()?;
        let first_ply = self.first_ply_until(clock, first_move);
        if clock.is_flagged(now, credit) {
            Some(self.flagged())
        } else if first_ply.is_some_and(|until| now > until) {
            Some(unresolved(Reason::NoFirstMove))
        } else {
            None
        }
    }

    /// Returns the moment until which a free ply must come; none if the ply is not free, or no time passes.
    fn first_ply_until(&self, clock: &GameClock, first_move: Millis) -> Option<Millis> {
        let due =
            self.next_act_is_free() && !clock.waits_for(self.side_to_move()) && !clock.is_held();
        due.then(|| self.turn_due_at + first_move)
    }

    fn flagged(&self) -> Outcome {
        won(self.side_to_move().other(), Reason::Flag)
    }
}

/// Returns the outcome of a game that `winner` won other than by a line.
pub(crate) fn won(winner: Side, reason: Reason) -> Outcome {
    Outcome {
        winner: Some(winner),
        reason,
        line: Vec::new(),
    }
}

/// Returns the outcome of a game that nobody won.
pub(crate) fn unresolved(reason: Reason) -> Outcome {
    Outcome {
        winner: None,
        reason,
        line: Vec::new(),
    }
}

/// Returns the outcome of a game that the rules ended: a row of a colour wins for the seat that has it.
fn by_the_rules(ending: &Ending, turns: &TurnOrder) -> Outcome {
    Outcome {
        winner: ending.winner().and_then(|colour| turns.seat_of(colour)),
        reason: match ending {
            Ending::Line { .. } => Reason::Line,
            Ending::FullBoard => Reason::FullBoard,
        },
        line: ending.line().to_vec(),
    }
}

/// Returns the end of a game that `side` resigned.
pub(crate) fn resigned(side: Side) -> Vec<Event> {
    over(won(side.other(), Reason::Resignation))
}

/// Returns the event that ends a game.
pub(crate) fn over(outcome: Outcome) -> Vec<Event> {
    vec![Event::Over { outcome }]
}

impl Room {
    /// Returns the side of `who`, who must be a player of this game.
    pub(crate) fn player(&self, who: PlayerId) -> Result<Side, Refusal> {
        self.side_of(who).ok_or(match self.spectators.name_of(who) {
            Some(_) => Refusal::NotSeated,
            None => Refusal::NotInRoom,
        })
    }

    /// Refuses a command that needs a game under way if there is none.
    pub(crate) fn ensure_playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Seating { .. } => Err(Refusal::NotStarted),
            Phase::Playing => Ok(()),
            Phase::Over { .. } => Err(Refusal::GameOver),
            Phase::Closed => Err(Refusal::NoSuchRoom { room: self.id }),
        }
    }

    /// Returns the end that time has brought before `now`, if its `Tick` is still to come.
    ///
    /// A command stamped at that very moment is in time.
    pub(crate) fn ended_before(&self, now: Millis) -> Option<Vec<Event>> {
        self.play
            .ended_before(now, Millis::ZERO, self.timing.first_move)
            .map(over)
    }

    /// Plays a ply for a person. The checks are phase, revision, side, clock and legality, in this order.
    ///
    /// A ply is in time if it was sent at the moment of the flag or before, as far as its lag credit reaches
    /// back. Credit does not move the moment itself: if the `Tick` comes first, the game is lost on time,
    /// since nobody can wait for a move that may never come.
    pub(crate) fn play_ply(
        &self,
        now: Millis,
        side: Side,
        revision: Revision,
        square: Square,
        round_trip: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        self.ensure_playing()?;
        self.ensure_current(revision)?;
        self.ensure_turn_of(side)?;
        let credit = self.credit(now, side, round_trip);
        let end = self.play.ended_before(now, credit, self.timing.first_move);
        match end {
            Some(outcome) => Ok(over(outcome)),
            None => self.played(now, &[square], credit),
        }
    }

    /// Makes a choice in the opening for a person. The checks are phase, revision, side, clock and choice, in this
    /// order; where there is nothing to choose, that is said to both sides.
    pub(crate) fn choose(
        &self,
        now: Millis,
        side: Side,
        revision: Revision,
        choice: OpeningChoice,
        round_trip: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        self.ensure_playing()?;
        self.ensure_current(revision)?;
        if !self.play.choices().is_empty() {
            self.ensure_turn_of(side)?;
        }
        let credit = self.credit(now, side, round_trip);
        let end = self.play.ended_before(now, credit, self.timing.first_move);
        match end {
            Some(outcome) => Ok(over(outcome)),
            None => self.chosen(now, choice, credit),
        }
    }

    /// Returns the choice with the time charged for it.
    pub(crate) fn chosen(
        &self,
        now: Millis,
        choice: OpeningChoice,
        credit: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let expected = self.play.choices();
        if !expected.contains(&choice) {
            return Err(Refusal::BadChoice {
                expected: expected.to_vec(),
            });
        }
        Ok(vec![Event::Chosen {
            choice,
            charged: self.thought(now) - credit,
            credit,
        }])
    }

    fn ensure_turn_of(&self, side: Side) -> Result<(), Refusal> {
        let to_move = self.play.side_to_move();
        if side == to_move {
            Ok(())
        } else {
            Err(Refusal::NotYourTurn {
                to_move,
                ply: u32::from(self.play.ply_count()) + 1,
            })
        }
    }

    fn credit(&self, now: Millis, side: Side, round_trip: Millis) -> Millis {
        let clock = self.play.clock();
        clock.map_or(Millis::ZERO, |clock| {
            clock.credit(side, now, round_trip, &self.timing)
        })
    }

    fn thought(&self, now: Millis) -> Millis {
        let clock = self.play.clock();
        clock
            .and_then(|clock| clock.thought(now))
            .unwrap_or_default()
    }

    /// Refuses a move that was chosen for another position.
    pub(crate) fn ensure_current(&self, revision: Revision) -> Result<(), Refusal> {
        if revision == self.revision {
            Ok(())
        } else {
            Err(Refusal::Stale {
                yours: revision,
                current: self.revision,
            })
        }
    }

    /// Returns the plies, with the time charged for the first of them, and the outcome they bring. Several are the
    /// stones that a bot puts in an opening.
    pub(crate) fn played(
        &self,
        now: Millis,
        squares: &[Square],
        credit: Millis,
    ) -> Result<Vec<Event>, Refusal> {
        let choices = self.play.choices();
        if !choices.is_empty() {
            let expected = choices.to_vec();
            return Err(Refusal::BadChoice { expected });
        }
        let (mut charged, mut credit) = (self.thought(now) - credit, credit);
        let mut ply = |square| Event::Played {
            square,
            charged: std::mem::take(&mut charged),
            credit: std::mem::take(&mut credit),
        };
        let (mut events, ending) = if let &[square] = squares {
            // Nearly always, and then the plies before it need no copy.
            let (landing, ending) = self.play.game().look_ahead(square)?;
            (vec![ply(landing)], ending)
        } else {
            let mut game = self.play.game().clone();
            let mut events = Vec::with_capacity(squares.len() + 1);
            for &square in squares {
                events.push(ply(game.play(square)?));
            }
            (events, game.ending().cloned())
        };
        events.extend(ending.map(|ending| Event::Over {
            outcome: by_the_rules(&ending, self.play.turns()),
        }));
        Ok(events)
    }

    /// Ends the game without a result; either player may do so before each side has moved.
    pub(crate) fn abort(&self) -> Result<Vec<Event>, Refusal> {
        if self.play.both_have_moved() {
            Err(Refusal::TooLateToAbort)
        } else {
            Ok(over(unresolved(Reason::Aborted)))
        }
    }

    /// Gives the game to a player whose opponent has been away longer than the grace period. It never happens
    /// unless claimed.
    pub(crate) fn claim(&self, now: Millis, side: Side) -> Result<Vec<Event>, Refusal> {
        let away = self.seats[side.other()]
            .away_since()
            .ok_or(Refusal::OpponentPresent)?;
        let allowed = away + self.timing.grace;
        if now < allowed {
            return Err(Refusal::ClaimTooEarly {
                wait: allowed - now,
            });
        }
        Ok(over(won(side, Reason::Claim)))
    }
}

#[cfg(test)]
mod tests;
