//! A room of the model: who is there, and what all of them see.

use protocol::game::Game;
use protocol::id::{Revision, RoomId, Seq, Token};
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::side::{BySide, Side};
use protocol::spec::{BotSpec, GameSpec};
use protocol::text::{ChatText, Name};
use protocol::view::{
    ChatLine, Offers, Outcome, Phase, Ply, Reason, RoomSummary, SearchInfo, Seat, Series, Snapshot,
};
use protocol::word::Named;

use super::clock::{Clock, ON_ITS_WAY};
use super::gathering::Watchers;
use super::out::Out;
use super::ownership::Owner;
use super::swap2::Swap2;

/// Absence after which a game may be claimed where its spec does not say it, in milliseconds.
const GRACE: u64 = 60_000;
/// The beginning of an absence that the document does not fix, since the room was out of memory.
pub(super) const LONG_AGO: u64 = u64::MAX;
/// Lines of chat in a snapshot.
const CHAT: usize = 50;
/// Searches of bots in a snapshot.
const SEARCHES: usize = 20;
/// Lines of chat in a game.
const MOST_CHAT: u32 = 250;
/// Time after which an empty room closes, or is only kept to be looked at.
const EMPTY: u64 = 600_000;

/// Occupant of a seat.
#[derive(Clone, Debug)]
pub(super) enum Occupant {
    Open,
    Human(Person),
    Bot(BotSpec),
}

#[derive(Clone, Debug)]
pub(super) struct Person {
    pub(super) name: Name,
    pub(super) token: Token,
    /// The client on the seat, or the moment at which it went.
    pub(super) client: Result<usize, u64>,
}

/// Acts that a game has room for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) takebacks: u32,
    pub(super) draws: u32,
    pub(super) rematches: u32,
    pub(super) chat_of_players: u32,
    pub(super) chat_of_spectators: u32,
    pub(super) decisions: u32,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Table {
    pub(super) room: RoomId,
    pub(super) spec: GameSpec,
    pub(super) seq: u32,
    pub(super) revision: u32,
    pub(super) seats: BySide<Occupant>,
    pub(super) phase: Phase,
    pub(super) game: Game,
    pub(super) plies: Vec<Ply>,
    pub(super) swap2: Swap2,
    pub(super) owner: Owner,
    /// Sides that have moved in this game, taken back or not.
    pub(super) moved: BySide<bool>,
    pub(super) clock: Option<Clock>,
    pub(super) offers: Offers,
    pub(super) counts: Counts,
    pub(super) series: Series,
    pub(super) chat: Vec<ChatLine>,
    /// Plies of this game behind which there was a search, with its side and number.
    pub(super) searches: Vec<(Side, u16)>,
    pub(super) spectators: Vec<(usize, Name)>,
    pub(super) watchers: Watchers,
    /// When the board changed last.
    pub(super) changed: u64,
    /// Since when nobody has been there, or before a game nobody who has a seat.
    pub(super) deserted: u64,
    /// Games between bots that may follow.
    pub(super) repeats: u8,
    /// True if bots may have gone on with nobody there.
    pub(super) adrift: bool,
    /// True if the lobby does not show it until somebody comes back.
    pub(super) asleep: bool,
    /// True if it was out of memory.
    pub(super) unloaded: bool,
    /// True if it can only be looked at.
    pub(super) archived: bool,
}

impl Table {
    pub(super) fn face(&self, now: u64) -> Option<protocol::clock::ClockFace> {
        self.clock.as_ref().map(|clock| clock.face(now))
    }

    pub(super) fn is_bot(&self, side: Side) -> bool {
        matches!(self.seats[side], Occupant::Bot(_))
    }

    pub(super) fn only_bots(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.is_bot(side))
    }

    pub(super) fn person(&self, side: Side) -> Option<&Person> {
        match &self.seats[side] {
            Occupant::Human(person) => Some(person),
            Occupant::Open | Occupant::Bot(_) => None,
        }
    }

    pub(super) fn client(&self, side: Side) -> Option<usize> {
        self.person(side)?.client.ok()
    }

    /// The side that acts.
    pub(super) fn to_move(&self) -> Side {
        self.swap2.to_act(self.plies.len())
    }

    /// The side of a client.
    pub(super) fn side(&self, who: usize) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.client(side) == Some(who))
    }

    pub(super) fn open_seat(&self) -> Option<Side> {
        self.seats.find(|seat| matches!(seat, Occupant::Open))
    }

    pub(super) fn audience(&self) -> Vec<usize> {
        let players = Side::BOTH.into_iter().filter_map(|side| self.client(side));
        let spectators = self.spectators.iter().map(|(who, _)| *who);
        players.chain(spectators).collect()
    }

    /// Tells everybody of an event that is numbered.
    pub(super) fn record(&mut self, out: &mut Out, event: &RoomEvent) {
        self.seq += 1;
        self.notify(out, event);
    }

    /// Tells everybody of an event without a number of its own.
    pub(super) fn notify(&self, out: &mut Out, event: &RoomEvent) {
        out.event(&self.audience(), self.room, Seq(self.seq), event);
    }

    /// Absence after which the game may be claimed, in milliseconds.
    pub(super) fn grace(&self) -> u64 {
        self.spec
            .grace
            .map_or(GRACE, |grace| u64::from(grace.value()))
    }

    /// Begins a game; from the second on with sides exchanged.
    pub(super) fn start(&mut self, now: u64, out: &mut Out) {
        if self.revision > 0 {
            self.seats = self.seats.clone().swapped();
            self.series.wins = self.series.wins.swapped();
            self.series.game += 1;
        }
        self.revision += 1;
        self.game = Game::new(self.spec.variant);
        self.swap2 = Swap2::new(self.spec.opening);
        self.plies.clear();
        self.searches.clear();
        self.moved = BySide::default();
        self.offers = Offers::default();
        self.counts = Counts::default();
        self.phase = Phase::Playing;
        self.changed = now;
        self.absences_begin(now);
        if let Some(clock) = &mut self.clock {
            clock.start(now);
        }
        let event = RoomEvent::Started {
            revision: Revision(self.revision),
            series: self.series,
            seats: self.view(now),
            clock: self.face(now),
            rated: false,
        };
        self.record(out, &event);
        self.tell_opening(false, out);
    }

    /// Ends the game.
    pub(super) fn end(&mut self, now: u64, outcome: Outcome, out: &mut Out) {
        match outcome.winner {
            Some(winner) => self.series.wins[winner] += 1,
            None if outcome.counts() => self.series.draws += 1,
            None => {}
        }
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        self.offers = Offers::default();
        self.changed = now;
        self.phase = Phase::Over {
            outcome: outcome.clone(),
        };
        let event = RoomEvent::Over {
            outcome,
            series: self.series,
            clock: self.face(now),
        };
        self.record(out, &event);
        self.show_searches(out);
    }

    pub(super) fn end_without_line(
        &mut self,
        now: u64,
        winner: Option<Side>,
        reason: Reason,
        out: &mut Out,
    ) {
        self.stop_clock(now, out);
        let line = Vec::new();
        let outcome = Outcome {
            winner,
            reason,
            line,
        };
        self.end(now, outcome, out);
    }

    /// Stops a clock that runs, because the game or the turn ends.
    pub(super) fn stop_clock(&mut self, now: u64, out: &mut Out) {
        if let Some(clock) = &mut self.clock
            && clock.face(now).running.is_some()
        {
            clock.stop(now);
            let clock = clock.face(now);
            self.record(out, &RoomEvent::Clock { clock });
        }
    }

    pub(super) fn say(
        &mut self,
        name: Name,
        side: Option<Side>,
        text: ChatText,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        if self.owner.chat_closed {
            return Err(Refusal::ChatClosed);
        }
        let said = if side.is_some() {
            &mut self.counts.chat_of_players
        } else {
            &mut self.counts.chat_of_spectators
        };
        if *said == MOST_CHAT {
            let (what, most) = (Resource::ChatLines, Some(MOST_CHAT));
            return Err(Refusal::Full { what, most });
        }
        if self.archived {
            return Err(Refusal::GameOver);
        }
        *said += 1;
        let line = ChatLine { name, side, text };
        self.chat.push(line.clone());
        let first = self.chat.len().saturating_sub(CHAT);
        self.chat.drain(..first);
        self.record(out, &RoomEvent::ChatPosted { line });
        Ok(())
    }

    /// Returns true if spectators see the searches of bots during the game.
    pub(super) fn open_thoughts(&self) -> bool {
        self.only_bots() || self.spec.open_thoughts
    }

    /// Notes the search behind the last ply.
    pub(super) fn searched(&mut self, side: Side) {
        let ply = u16::try_from(self.plies.len()).expect("a small board");
        self.searches.push((side, ply));
        let first = self.searches.len().saturating_sub(SEARCHES);
        self.searches.drain(..first);
    }

    /// Tells the last search to spectators who may see it at once.
    pub(super) fn show_search(&self, out: &mut Out) {
        if self.open_thoughts()
            && let Some(&made) = self.searches.last()
        {
            let event = RoomEvent::SearchInfo {
                search: search(made),
            };
            let spectators: Vec<_> = self.spectators.iter().map(|(who, _)| *who).collect();
            out.event(&spectators, self.room, Seq(self.seq), &event);
        }
    }

    /// Tells the searches of a game that is over to those who have not seen them.
    fn show_searches(&self, out: &mut Out) {
        let mut audience = self.audience();
        if self.open_thoughts() {
            audience.retain(|who| self.side(*who).is_some());
        }
        for &made in &self.searches {
            let search = search(made);
            let event = RoomEvent::SearchInfo { search };
            out.event(&audience, self.room, Seq(self.seq), &event);
        }
    }

    /// The moment at which a room that nobody plays in closes, or is only kept to be looked at.
    pub(super) fn empty_due(&self) -> Option<u64> {
        let empty = match self.phase {
            Phase::Seating => Side::BOTH.iter().all(|&side| self.client(side).is_none()),
            // A clock goes on in an empty room, and a bot plays.
            Phase::Playing => {
                let waits = self.clock.is_none() && !self.is_bot(self.to_move());
                waits && !self.asleep && self.audience().is_empty()
            }
            Phase::Over { .. } => !self.asleep && self.audience().is_empty(),
        };
        let since = self.deserted.max(self.changed);
        empty.then_some(since + EMPTY + ON_ITS_WAY)
    }

    /// Has every absence begin at this moment.
    fn absences_begin(&mut self, now: u64) {
        for side in Side::BOTH {
            if let Occupant::Human(person) = &mut self.seats[side] {
                person.client = person.client.map_err(|_before| now);
            }
        }
    }

    /// Leaves memory; of absences and searches nothing is recorded.
    pub(super) fn unload(&mut self) {
        for side in Side::BOTH {
            if let Occupant::Human(person) = &mut self.seats[side] {
                person.client = Err(LONG_AGO);
            }
        }
        self.searches.clear();
        self.owner.watcher = None;
        self.unloaded = true;
    }

    pub(super) fn seat(&self, side: Side, now: u64) -> Seat {
        match &self.seats[side] {
            Occupant::Open => Seat::Open,
            Occupant::Human(person) => Seat::Human {
                name: person.name.clone(),
                away: person.client.err().map(|since| match since {
                    LONG_AGO => Millis::from_millis(LONG_AGO),
                    since => Millis::from_millis(now - since),
                }),
            },
            Occupant::Bot(bot) => Seat::Bot { bot: bot.clone() },
        }
    }

    fn view(&self, now: u64) -> BySide<Seat> {
        BySide::from_fn(|side| self.seat(side, now))
    }

    pub(super) fn snapshot(&self, now: u64) -> Snapshot {
        Snapshot {
            room: self.room,
            spec: self.spec.clone().map_variant(Named::Known),
            seq: Seq(self.seq),
            revision: Revision(self.revision),
            seats: self.view(now),
            phase: self.phase.clone(),
            plies: self.plies.clone(),
            clock: self.face(now),
            offers: self.offers,
            series: self.series,
            grace: Millis::from_millis(self.grace()),
            chat: self.chat.clone(),
            spectators: self.watchers_named().unwrap_or_default(),
            watching: self.watching(),
            searches: self.searches.iter().copied().map(search).collect(),
            thinking: None,
            forbidden: Vec::new(),
            opening: self.swap2.state(self.plies.len()),
            locked: self.owner.locked,
            chat_closed: self.owner.chat_closed,
            rated: false,
        }
    }

    /// The line of the lobby, with the moves where others may watch.
    pub(super) fn summary(&self, now: u64) -> RoomSummary {
        RoomSummary {
            room: self.room,
            variant: Named::Known(self.spec.variant),
            clock: self.spec.clock,
            seats: self.view(now),
            phase: self.phase.clone(),
            plies: u16::try_from(self.plies.len()).expect("a small board"),
            spectators: self.watching(),
            watchable: self.spec.spectators,
            locked: self.owner.locked,
            moves: self
                .spec
                .spectators
                .then(|| self.plies.iter().map(|ply| ply.square).collect()),
            opening: self.spec.opening,
            rated: self.spec.rated,
        }
    }
}

/// A search of which only the ply is known.
fn search((side, ply): (Side, u16)) -> SearchInfo {
    SearchInfo {
        side,
        ply,
        score: 0,
        depth: None,
        nodes: 0,
        elapsed: Millis::ZERO,
        pv: Vec::new(),
        exact: None,
    }
}
