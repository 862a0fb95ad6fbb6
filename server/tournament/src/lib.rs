//! The pure state machine of a tournament: entries, rounds, pairings, results, standings.
//!
//! command -> [`Tournament::decide`] -> events -> (the store) -> [`Tournament::apply`] -> [`Tournament::view`]
//!
//! As in the crate `room`, `decide` changes nothing and `apply` cannot fail, and what is due follows from the state:
//! [`deadline`](Tournament::deadline), [`games_to_open`](Tournament::games_to_open) and
//! [`games_under_way`](Tournament::games_under_way) are asked after every change, so a restart needs no path of its
//! own.
//!
//! - `event`: the closed lists of inputs and outputs
//! - `decide`: what is allowed, and what follows
//! - `pair`: the pairings of each form, and the table of their weights
//! - `standings`: points, tie-breaks, places; `view`: what people see

mod decide;
mod event;
mod pair;
mod standings;
#[cfg(test)]
mod tests;
mod view;

use protocol::id::{RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::tournament::{Decision, Entrant, Format, TournamentSpec};

pub use event::{Command, Event, Player, Ticket};

/// Time from the end of a game to the next one of its pairing, in which the players see how it ended.
const BETWEEN_GAMES: Millis = Millis::from_secs(5);

/// Time from the pairing of the first round to its beginning, unless the pauses are shorter.
const FIRST_PAUSE: Millis = Millis::from_secs(10);

/// Games of a pairing in a knockout that may follow those that were agreed, while it is drawn.
const EXTRA_GAMES: usize = 4;

/// Games that an entrant may miss in a row before they sit out.
const MISSED: u8 = 2;

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    id: RoomId,
    /// Number of durable events applied.
    seq: Seq,
    spec: TournamentSpec,
    organiser: Ticket,
    seed: u64,
    entrants: Vec<Entry>,
    pairings: Vec<Pairing>,
    phase: Phase,
    /// The round that is paired or played, from 1; 0 before the first.
    round: u16,
    /// Entrants of a round robin's schedule, in its order.
    ring: Vec<Entrant>,
    /// Moment at which the countdowns were stopped.
    held: Option<Millis>,
    /// Moment of the last pairing of an arena.
    last_wave: Millis,
    /// Number of pairings that were decided: the order in which those of an arena count.
    decided: u32,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    player: Player,
    state: State,
    /// The first round that the entrant can play.
    from_round: u16,
    /// Games missed in a row.
    missed: u8,
    ready: bool,
    fills_up: bool,
    /// Moment at which the last game ended.
    free_since: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Playing,
    Paused,
    Withdrawn,
}

#[derive(Clone, Debug, PartialEq)]
struct Pairing {
    round: u16,
    first: Entrant,
    /// `None` of a bye.
    second: Option<Entrant>,
    games: Vec<Game>,
    /// Moment from which the next game may begin.
    free_from: Millis,
    /// Place among the pairings in the order in which they were decided.
    decided: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Game {
    room: Option<RoomId>,
    /// Score by the sides of the pairing, in halves.
    score: Option<(BySide<u8>, Decision)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Entries { start: Option<Millis> },
    Pause { until: Millis },
    Round { until: Option<Millis> },
    Over,
}

/// A game that is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Number of the pairing.
    pub pairing: u32,
    /// Number of the game in it.
    pub game: u8,
    /// Entrants by their side in this game.
    pub seats: BySide<Entrant>,
}

/// A game that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    /// The game.
    pub table: Table,
    /// Its room.
    pub room: RoomId,
}

/// What a person is in a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// True if they are the organiser.
    pub organiser: bool,
    /// Their number among the entrants.
    pub entrant: Option<Entrant>,
}

/// Error of stored events that do not make a tournament.
#[derive(Debug, thiserror::Error)]
#[error("the stored events of tournament {id} do not fit together at {at}")]
pub struct ReplayError {
    /// Code of the tournament.
    pub id: RoomId,
    /// Number of the event at fault.
    pub at: Seq,
}

impl Pairing {
    /// Returns the entrants by their side in a game: they exchange sides after each.
    fn seats(&self, game: usize) -> Option<BySide<Entrant>> {
        let seats = BySide {
            first: self.first,
            second: self.second?,
        };
        Some(if game.is_multiple_of(2) {
            seats
        } else {
            seats.swapped()
        })
    }

    fn has(&self, entrant: Entrant) -> bool {
        self.side_of(entrant).is_some()
    }

    fn side_of(&self, entrant: Entrant) -> Option<Side> {
        if self.first == entrant {
            Some(Side::First)
        } else {
            (self.second == Some(entrant)).then_some(Side::Second)
        }
    }

    fn opponent_of(&self, entrant: Entrant) -> Option<Entrant> {
        match self.side_of(entrant)? {
            Side::First => self.second,
            Side::Second => Some(self.first),
        }
    }

    fn score(&self) -> BySide<u16> {
        let mut sum = BySide::default();
        for (score, _) in self.games.iter().filter_map(|game| game.score.as_ref()) {
            sum.first += u16::from(score.first);
            sum.second += u16::from(score.second);
        }
        sum
    }

    /// Returns the entrant who goes on in a knockout; of a pairing that stayed drawn the one who entered first.
    fn who_goes_on(&self) -> Entrant {
        match (self.winner(), self.second) {
            (Some(Side::First), _) | (_, None) => self.first,
            (Some(Side::Second), Some(second)) => second,
            (None, Some(second)) => self.first.min(second),
        }
    }

    /// Returns the side with more points; of a bye the first, of a draw none.
    fn winner(&self) -> Option<Side> {
        if self.second.is_none() {
            return Some(Side::First);
        }
        let score = self.score();
        match score.first.cmp(&score.second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Less => Some(Side::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Tournament {
    /// Returns the tournament after these events, each given with the moment at which it was recorded.
    ///
    /// # Errors
    ///
    /// [`ReplayError`] at the first event that cannot have happened after those before it.
    pub fn replay<'a>(
        id: RoomId,
        events: impl IntoIterator<Item = (Millis, &'a Event)>,
    ) -> Result<Self, ReplayError> {
        let mut events = events.into_iter();
        let Some((
            at,
            Event::Opened {
                spec,
                organiser,
                seed,
            },
        )) = events.next()
        else {
            return Err(ReplayError { id, at: Seq(1) });
        };
        let mut tournament = Self {
            id,
            seq: Seq(1),
            spec: spec.clone(),
            organiser: organiser.clone(),
            seed: *seed,
            entrants: Vec::new(),
            pairings: Vec::new(),
            phase: Phase::Entries {
                start: spec.starts_in.map(|time| at + time),
            },
            round: 0,
            ring: Vec::new(),
            held: None,
            last_wave: at,
            decided: 0,
        };
        for (at, event) in events {
            if !tournament.fits(event) {
                let at = tournament.seq.next();
                return Err(ReplayError { id, at });
            }
            tournament.apply(at, event);
        }
        Ok(tournament)
    }

    /// Returns true if an event names only entrants, pairings and games that there are.
    fn fits(&self, event: &Event) -> bool {
        let is_entrant = |entrant: Entrant| usize::from(entrant) < self.entrants.len();
        match event {
            Event::Opened { .. } => false,
            Event::Entered { .. }
            | Event::Started
            | Event::Held { .. }
            | Event::Over
            | Event::Looked => true,
            Event::Returned { entrant }
            | Event::Paused { entrant }
            | Event::Withdrawn { entrant }
            | Event::Ready { entrant } => is_entrant(*entrant),
            Event::Paired { pairs, .. } => pairs.iter().all(|(first, second)| {
                is_entrant(*first)
                    && second.is_none_or(|second| is_entrant(second) && second != *first)
            }),
            Event::GameOpened { pairing, .. } => self.pairings.get(*pairing as usize).is_some(),
            Event::Scored { pairing, game, .. } => self
                .pairings
                .get(*pairing as usize)
                .is_some_and(|pairing| usize::from(*game) <= pairing.games.len()),
        }
    }

    /// Makes an event that [`decide`](Self::decide) returned part of the tournament, at the moment at which it was
    /// recorded.
    pub fn apply(&mut self, at: Millis, event: &Event) {
        if event.is_durable() {
            self.seq = self.seq.next();
        }
        match event {
            Event::Opened { .. } => {}
            Event::Entered { player, fills_up } => self.entrants.push(Entry {
                player: player.clone(),
                state: State::Playing,
                from_round: if self.is_arena() { 1 } else { self.round + 1 },
                missed: 0,
                ready: false,
                fills_up: *fills_up,
                free_since: at,
            }),
            Event::Returned { entrant } => {
                let entry = &mut self.entrants[usize::from(*entrant)];
                entry.state = State::Playing;
                entry.missed = 0;
            }
            Event::Paused { entrant } => self.entrants[usize::from(*entrant)].state = State::Paused,
            Event::Withdrawn { entrant } => {
                self.entrants[usize::from(*entrant)].state = State::Withdrawn;
            }
            Event::Paired { pairs, begins } => self.paired(at, pairs, *begins),
            Event::Started => {
                let until = match self.spec.format {
                    Format::Arena { length } => Some(at + length),
                    Format::RoundRobin { .. } | Format::Swiss { .. } | Format::Knockout { .. } => {
                        None
                    }
                };
                self.phase = Phase::Round { until };
                self.round = self.round.max(1);
                for pairing in self.pairings.iter_mut().rev() {
                    if pairing.round != self.round {
                        break;
                    }
                    pairing.free_from = at;
                }
            }
            Event::GameOpened { pairing, room } => {
                let games = &mut self.pairings[*pairing as usize].games;
                let room = Some(*room);
                games.push(Game { room, score: None });
            }
            Event::Scored {
                pairing,
                game,
                score,
                decision,
            } => self.scored(at, *pairing, *game, *score, *decision),
            Event::Held { held } => self.hold(at, *held),
            Event::Over => {
                self.phase = Phase::Over;
                self.held = None;
            }
            Event::Ready { entrant } => self.entrants[usize::from(*entrant)].ready = true,
            Event::Looked => self.last_wave = at,
        }
    }

    fn paired(&mut self, at: Millis, pairs: &[(Entrant, Option<Entrant>)], begins: Millis) {
        match self.phase {
            Phase::Pause { .. } => {
                let round = self.round;
                self.pairings.retain(|pairing| pairing.round != round);
            }
            Phase::Round { until: Some(_) } => self.last_wave = at,
            Phase::Entries { .. } | Phase::Round { until: None } | Phase::Over => self.round += 1,
        }
        if self.round == 1 {
            self.ring = pair::ring(self);
        }
        for entry in &mut self.entrants {
            entry.ready = false;
        }
        self.pairings
            .extend(pairs.iter().map(|&(first, second)| Pairing {
                round: self.round,
                first,
                second,
                games: Vec::new(),
                free_from: at,
                decided: None,
            }));
        if !self.is_arena() {
            self.phase = Phase::Pause { until: begins };
        }
    }

    fn scored(&mut self, at: Millis, number: u32, game: u8, score: BySide<u8>, decision: Decision) {
        let pairing = &mut self.pairings[number as usize];
        pairing.free_from = at + BETWEEN_GAMES;
        let game = usize::from(game);
        let unplayed = Game {
            room: None,
            score: None,
        };
        if game == pairing.games.len() {
            pairing.games.push(unplayed);
        }
        pairing.games[game].score = Some((score, decision));
        let sides = [
            (Some(pairing.first), score.first),
            (pairing.second, score.second),
        ];
        for (entrant, points) in sides {
            let Some(entrant) = entrant else { continue };
            let entry = &mut self.entrants[usize::from(entrant)];
            entry.free_since = at;
            entry.missed = match decision {
                Decision::Forfeit if points == 0 => entry.missed.saturating_add(1),
                _ => 0,
            };
        }
        let over = self.is_decided(&self.pairings[number as usize]);
        let pairing = &mut self.pairings[number as usize];
        if !over {
            pairing.decided = None;
        } else if pairing.decided.is_none() {
            pairing.decided = Some(self.decided);
            self.decided += 1;
        }
    }

    fn hold(&mut self, at: Millis, held: bool) {
        if held {
            self.held = Some(at);
            return;
        }
        let Some(since) = self.held.take() else {
            return;
        };
        let lost = at - since;
        match &mut self.phase {
            Phase::Entries { start: Some(until) }
            | Phase::Pause { until }
            | Phase::Round { until: Some(until) } => *until += lost,
            Phase::Entries { start: None } | Phase::Round { until: None } | Phase::Over => {}
        }
    }

    /// Returns the code.
    pub fn id(&self) -> RoomId {
        self.id
    }

    /// Returns the number of the last durable event.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// Returns the choices of the organiser.
    pub fn spec(&self) -> &TournamentSpec {
        &self.spec
    }

    /// Returns true if the tournament is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns what the person with this token, or this key, is here.
    pub fn part_of(&self, token: Option<TokenHash>, key: Option<TokenHash>) -> Part {
        let is = |ticket: &Ticket| {
            Some(ticket.hash) == token
                || key.is_some() && ticket.holder.map(|holder| holder.key) == key
        };
        let mine = |entry: &Entry| matches!(&entry.player, Player::Person(ticket) if is(ticket));
        Part {
            organiser: is(&self.organiser),
            entrant: self.entrants.iter().position(mine).map(|at| at as Entrant),
        }
    }

    /// Returns the ticket of a person who is here.
    pub fn ticket(&self, part: Part) -> Option<&Ticket> {
        match part.entrant.map(|entrant| self.player(entrant)) {
            Some(Player::Person(ticket)) => Some(ticket),
            Some(Player::Bot(_)) | None => part.organiser.then_some(&self.organiser),
        }
    }

    /// Returns an entrant.
    pub fn player(&self, entrant: Entrant) -> &Player {
        &self.entrants[usize::from(entrant)].player
    }

    /// Returns the games that go on.
    pub fn games_under_way(&self) -> Vec<Running> {
        if self.is_over() {
            return Vec::new();
        }
        let running = |(number, pairing): (usize, &Pairing)| {
            let last = pairing.games.len().checked_sub(1)?;
            let game = pairing.games[last];
            let seats = pairing.seats(last)?;
            let room = game.room.filter(|_| game.score.is_none())?;
            let (pairing, game) = (number as u32, last as u8);
            let table = Table {
                pairing,
                game,
                seats,
            };
            Some(Running { table, room })
        };
        self.pairings
            .iter()
            .enumerate()
            .filter_map(running)
            .collect()
    }

    /// Returns the games that are to begin at `now`, and the moment at which the next one after them is.
    pub fn games_to_open(&self, now: Millis) -> (Vec<Table>, Option<Millis>) {
        let (mut tables, mut later) = (Vec::new(), None);
        if !matches!(self.phase, Phase::Round { .. }) {
            return (tables, later);
        }
        for (number, pairing) in self.pairings.iter().enumerate() {
            let is_idle = pairing.games.last().is_none_or(|game| game.score.is_some());
            if pairing.round != self.round || self.is_decided(pairing) || !is_idle {
                continue;
            }
            if pairing.free_from > now {
                later = Some(later.map_or(pairing.free_from, |later: Millis| {
                    later.min(pairing.free_from)
                }));
            } else if let Some(seats) = pairing.seats(pairing.games.len()) {
                tables.push(Table {
                    pairing: number as u32,
                    game: pairing.games.len() as u8,
                    seats,
                });
            }
        }
        (tables, later)
    }

    fn is_arena(&self) -> bool {
        matches!(self.spec.format, Format::Arena { .. })
    }

    fn is_knockout(&self) -> bool {
        matches!(self.spec.format, Format::Knockout { .. })
    }

    /// Returns the number of games of a pairing.
    fn games(&self) -> usize {
        if self.is_arena() {
            1
        } else {
            usize::from(self.spec.games)
        }
    }

    /// Returns true if no game of a pairing is to come.
    fn is_decided(&self, pairing: &Pairing) -> bool {
        let (played, wanted) = (pairing.games.len(), self.games());
        if pairing.second.is_none() {
            return true;
        }
        if pairing.games.iter().any(|game| game.score.is_none()) {
            return false;
        }
        if !self.is_knockout() {
            return played >= wanted;
        }
        let score = pairing.score();
        let best = usize::from(score.first.max(score.second));
        best > wanted
            || played >= wanted && pairing.winner().is_some()
            || played >= wanted + EXTRA_GAMES
    }

    /// Returns the pairings of a round.
    fn in_round(&self, round: u16) -> impl Iterator<Item = &Pairing> {
        self.pairings
            .iter()
            .filter(move |pairing| pairing.round == round)
    }

    /// Returns the number of rounds of a knockout.
    fn knockout_rounds(&self) -> u16 {
        let in_pairing = |pairing: &Pairing| 1 + usize::from(pairing.second.is_some());
        let players = match self.round {
            0 => self.active(1).len(),
            _ => self.in_round(1).map(in_pairing).sum(),
        };
        players.next_power_of_two().trailing_zeros() as u16
    }

    /// Returns true if an entrant plays in this round.
    fn is_active(&self, entrant: Entrant, round: u16) -> bool {
        let entry = &self.entrants[usize::from(entrant)];
        entry.state == State::Playing && entry.from_round <= round
    }

    fn active(&self, round: u16) -> Vec<Entrant> {
        let all = 0..self.entrants.len() as Entrant;
        all.filter(|entrant| self.is_active(*entrant, round))
            .collect()
    }
}
