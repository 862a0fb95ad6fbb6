//! The changes of a replica by events: of its seats, its board, and what is known of the game.

use super::Replica;
use crate::clock::ClockFace;
use crate::game::Game;
use crate::id::Revision;
use crate::millis::Millis;
use crate::side::{BySide, Side};
use crate::spec::{OpeningChoice, OpeningRule};
use crate::turn_order::TurnOrder;
use crate::view::{ChatLine, Offers, Outcome, Phase, Ply, SNAPSHOT_CHAT, SearchInfo, Seat, Series};

impl Replica {
    pub(super) fn take_seat(&mut self, now: Millis, side: Side, seat: Seat) {
        self.snapshot.seats[side] = seat;
        self.seats_at[side] = now;
    }

    pub(super) fn set_away(&mut self, now: Millis, side: Side, gone: Option<Millis>) {
        match &mut self.snapshot.seats[side] {
            Seat::Human { away, .. } => {
                *away = gone;
                self.seats_at[side] = now;
            }
            Seat::Open | Seat::Bot { .. } => {}
        }
    }

    /// Brings all but the plies up to a board that changed during a game, by a ply, a takeback or `choice`.
    pub(super) fn board_changed(
        &mut self,
        now: Millis,
        revision: Revision,
        choice: Option<OpeningChoice>,
        clock: Option<ClockFace>,
    ) {
        self.set_revision(revision);
        self.follow_opening(choice);
        self.set_clock(now, clock);
    }

    /// Sets the revision of a new position, and removes what was true of the last one alone.
    pub(super) fn set_revision(&mut self, revision: Revision) {
        self.snapshot.revision = revision;
        self.snapshot.offers.draw = None;
        self.snapshot.offers.takeback = None;
        self.snapshot.thinking = None;
        self.snapshot.forbidden.clear();
    }

    pub(super) fn set_clock(&mut self, now: Millis, clock: Option<ClockFace>) {
        self.snapshot.clock = clock;
        self.clock_at = now;
    }

    /// Begins a game. From the second game of the room on, the sides are exchanged.
    pub(super) fn start(&mut self, now: Millis, series: Series, seats: BySide<Seat>) {
        if series.game >= 2 && series.game != self.snapshot.series.game {
            self.you = self.you.map(Side::other);
        }
        self.game = Game::new(self.game.variant());
        self.snapshot.plies.clear();
        self.snapshot.searches.clear();
        self.snapshot.offers = Offers::default();
        self.snapshot.phase = Phase::Playing;
        let rule = self.snapshot.spec.opening;
        let turns = TurnOrder::new(rule.filter(|rule| OpeningRule::KNOWN.contains(rule)));
        self.snapshot.opening = turns.state(0);
        self.snapshot.series = series;
        self.snapshot.seats = seats;
        self.seats_at = BySide {
            first: now,
            second: now,
        };
    }

    /// Plays the ply of this number, if it follows; returns false, with nothing changed, if it does not.
    pub(super) fn play(&mut self, side: Side, number: u16, made: Ply) -> bool {
        let follows = usize::from(number) == self.snapshot.plies.len() + 1
            && side == self.acting()
            && self.game.landing(made.square) == Ok(made.square);
        if !follows || self.game.play(made.square).is_err() {
            return false;
        }
        self.snapshot.plies.push(made);
        true
    }

    /// Takes back all but the first `plies` plies; returns false, with nothing changed, if there are fewer.
    pub(super) fn take_back(&mut self, plies: u16) -> bool {
        let left = usize::from(plies);
        if left > self.snapshot.plies.len() {
            return false;
        }
        while self.game.plies().len() > left {
            self.game.undo();
        }
        self.snapshot.plies.truncate(left);
        self.snapshot.searches.retain(|search| search.ply <= plies);
        true
    }

    pub(super) fn end(&mut self, outcome: Outcome, series: Series) {
        self.snapshot.phase = Phase::Over { outcome };
        self.snapshot.series = series;
        self.snapshot.offers = Offers::default();
        self.snapshot.thinking = None;
        self.snapshot.forbidden.clear();
    }

    /// Adds a line of chat, and keeps as many as a snapshot has.
    pub(super) fn add_chat(&mut self, line: ChatLine) {
        if self.snapshot.chat.len() >= SNAPSHOT_CHAT {
            self.snapshot.chat.remove(0);
        }
        self.snapshot.chat.push(line);
    }

    /// Adds a search. Players are told after the game what spectators were told during it.
    pub(super) fn add_search(&mut self, search: SearchInfo) {
        let known = &mut self.snapshot.searches;
        known.retain(|other| (other.ply, other.side) != (search.ply, search.side));
        known.push(search);
        known.sort_by_key(|search| search.ply);
    }
}
