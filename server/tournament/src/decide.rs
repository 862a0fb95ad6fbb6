//! What is allowed, and what follows from it.

use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource, SpecProblem};
use protocol::side::BySide;
use protocol::spec::{BotSpec, OpeningRule};
use protocol::text::Name;
use protocol::tournament::{
    Decision, ENTRANTS, Entrant, Format, MOST_GAMES, MOST_ROUNDS, TOURNAMENT_NAME,
    TournamentProblem, TournamentSpec,
};

use crate::{Command, Event, FIRST_PAUSE, MISSED, Phase, Player, State, Ticket, Tournament, pair};

/// Least time to come to a game.
const LEAST_LATE: Millis = Millis::from_secs(10);

/// Bounds of the time of an arena.
const ARENA: std::ops::RangeInclusive<Millis> =
    Millis::from_secs(60)..=Millis::from_secs(24 * 3600);

/// Longest of all other times.
const WEEK: Millis = Millis::from_secs(7 * 24 * 3600);

/// Time between two pairings of an arena, so that more are free to choose from.
const WAVE: Millis = Millis::from_secs(5);

/// The score of a game that one of the two lost without playing.
const FIRST_WINS: BySide<u8> = BySide {
    first: 2,
    second: 0,
};

/// Checks what an organiser chose; the caller has checked the bots.
///
/// # Errors
///
/// [`Refusal::BadTournament`], [`Refusal::BadSpec`].
pub(crate) fn check(spec: &TournamentSpec) -> Result<(), Refusal> {
    let problem = match spec.format {
        _ if spec.name.as_str().chars().count() > TOURNAMENT_NAME => Some(TournamentProblem::Name),
        Format::Swiss { rounds } if !(1..=MOST_ROUNDS).contains(&rounds) => {
            Some(TournamentProblem::Rounds)
        }
        Format::Arena { length } if !ARENA.contains(&length) => Some(TournamentProblem::Length),
        _ if !(1..=MOST_GAMES).contains(&spec.games) => Some(TournamentProblem::Games),
        _ if spec
            .filling
            .as_ref()
            .is_some_and(|filling| usize::from(filling.up_to) > ENTRANTS) =>
        {
            Some(TournamentProblem::Filling)
        }
        _ if spec.late < LEAST_LATE
            || [Some(spec.late), Some(spec.pause), spec.starts_in]
                .into_iter()
                .flatten()
                .any(|time| time > WEEK) =>
        {
            Some(TournamentProblem::Times)
        }
        _ => None,
    };
    if let Some(problem) = problem {
        return Err(Refusal::BadTournament { problem });
    }
    let problem = match spec.opening {
        Some(OpeningRule::Other(_)) => SpecProblem::UnknownOpening,
        Some(rule) if !rule.is_played_in(spec.variant) => SpecProblem::OpeningNotPlayed,
        Some(OpeningRule::Swap2) | None => return Ok(()),
    };
    Err(Refusal::BadSpec { problem })
}

impl Tournament {
    /// Returns the first event of a tournament.
    ///
    /// # Errors
    ///
    /// [`Refusal::BadTournament`] or [`Refusal::BadSpec`] if it cannot be held so. The caller has checked the bots.
    pub fn open(spec: TournamentSpec, organiser: Ticket, seed: u64) -> Result<Event, Refusal> {
        check(&spec)?;
        Ok(Event::Opened {
            spec,
            organiser,
            seed,
        })
    }

    /// Returns the events that follow from a command at `now`. Changes nothing.
    ///
    /// # Errors
    ///
    /// The refusal of the command.
    pub fn decide(&self, now: Millis, command: &Command) -> Result<Vec<Event>, Refusal> {
        let is_correction = matches!(command, Command::Correct { .. });
        if self.is_over() && !is_correction {
            return match command {
                Command::Tick | Command::Score { .. } => Ok(Vec::new()),
                _ => Err(Refusal::TooLate),
            };
        }
        match command {
            Command::Enter { ticket } => self.enter(now, ticket),
            Command::AddBot { bot } => self.add(now, Player::Bot(bot.clone())),
            Command::Withdraw { entrant } => {
                let state = self.entry(*entrant)?.state;
                if state == State::Withdrawn {
                    return Ok(Vec::new());
                }
                let entrant = *entrant;
                Ok(self.leave(now, Event::Withdrawn { entrant }, entrant, true))
            }
            Command::Pause { entrant, paused } => self.pause(now, *entrant, *paused),
            Command::Ready { entrant } => self.ready(*entrant),
            Command::Hold { held } if *held == self.held.is_some() => Ok(Vec::new()),
            Command::Hold { held } => Ok(vec![Event::Held { held: *held }]),
            Command::NextRound => self.next_by_hand(now),
            Command::Correct {
                pairing,
                game,
                score,
            } => self.correct(*pairing, *game, *score),
            Command::End => Ok(vec![Event::Over]),
            Command::Tick => Ok(self.tick(now)),
            Command::Opened { pairing, room } => {
                let (pairing, room) = (*pairing, *room);
                let (tables, _) = self.games_to_open(now);
                let is_wanted = tables.iter().any(|table| table.pairing == pairing);
                // The pairing was decided while its room was opened.
                let event = is_wanted.then_some(Event::GameOpened { pairing, room });
                event.map(|event| vec![event]).ok_or(Refusal::TooLate)
            }
            Command::Score {
                pairing,
                game,
                score,
                decision,
            } => Ok(self.score(*pairing, *game, *score, *decision)),
        }
    }

    /// Returns the moment at which a `Tick` is due.
    pub fn deadline(&self) -> Option<Millis> {
        if self.held.is_some() {
            return None;
        }
        match self.phase {
            Phase::Entries { start } => start,
            Phase::Pause { until } => Some(until),
            Phase::Round { until: Some(until) } => {
                let is_idle = self
                    .pairings
                    .iter()
                    .all(|pairing| pairing.decided.is_some());
                let wave = self.last_wave + WAVE;
                if wave < until {
                    Some(wave)
                } else {
                    is_idle.then_some(until)
                }
            }
            Phase::Round { until: None } => self.is_round_over().then_some(Millis::ZERO),
            Phase::Over => None,
        }
    }

    fn entry(&self, entrant: Entrant) -> Result<&crate::Entry, Refusal> {
        self.entrants
            .get(usize::from(entrant))
            .ok_or(Refusal::NoSuchEntrant)
    }

    fn is_round_over(&self) -> bool {
        self.in_round(self.round)
            .all(|pairing| self.is_decided(pairing))
    }

    fn enter(&self, now: Millis, ticket: &Ticket) -> Result<Vec<Event>, Refusal> {
        let key = ticket.holder.map(|holder| holder.key);
        if let Some(entrant) = self.part_of(Some(ticket.hash), key).entrant {
            return self.pause(now, entrant, false);
        }
        let mut ticket = ticket.clone();
        ticket.name = self.free_name(&ticket.name);
        self.add(now, Player::Person(ticket))
    }

    /// Returns the name, with a number if another entrant has it.
    fn free_name(&self, name: &Name) -> Name {
        let is_taken = |name: &Name| {
            self.entrants.iter().any(
                |entry| matches!(&entry.player, Player::Person(ticket) if ticket.name == *name),
            )
        };
        let names = (2..).map(|number| name.with_suffix(number));
        let mut names = std::iter::once(name.clone()).chain(names);
        names
            .find(|name| !is_taken(name))
            .expect("there are fewer entrants than numbers")
    }

    fn add(&self, now: Millis, player: Player) -> Result<Vec<Event>, Refusal> {
        let is_late = match (&self.phase, self.spec.format) {
            (Phase::Entries { .. }, _) => false,
            (_, Format::Knockout { .. }) => true,
            (_, Format::Swiss { rounds }) if self.round >= u16::from(rounds) => true,
            (Phase::Round { until: Some(until) }, _) if *until <= now => true,
            // The organiser may add a bot at any time.
            _ => !self.spec.late_entries && matches!(player, Player::Person(_)),
        };
        if is_late {
            return Err(Refusal::TooLate);
        }
        if self.entrants.len() >= ENTRANTS {
            return Err(Refusal::Full {
                what: Resource::Entrants,
                most: Some(ENTRANTS as u32),
            });
        }
        let fills_up = false;
        Ok(vec![Event::Entered { player, fills_up }])
    }

    fn pause(&self, now: Millis, entrant: Entrant, paused: bool) -> Result<Vec<Event>, Refusal> {
        match (self.entry(entrant)?.state, paused) {
            (State::Playing, false) | (State::Paused, true) => Ok(Vec::new()),
            (State::Withdrawn, true) => Err(Refusal::NotEntered),
            _ if self.is_knockout() && self.round > 0 => Err(Refusal::TooLate),
            (State::Playing, true) => {
                Ok(self.leave(now, Event::Paused { entrant }, entrant, false))
            }
            (State::Paused | State::Withdrawn, false) => Ok(vec![Event::Returned { entrant }]),
        }
    }

    /// Returns the events by which an entrant goes: a round that has not begun is paired again, and games under way are
    /// lost by one who does not come back.
    fn leave(&self, now: Millis, event: Event, entrant: Entrant, for_good: bool) -> Vec<Event> {
        let mut plan = Plan::new(self, now);
        plan.add(event);
        let plays = self
            .in_round(self.round)
            .any(|pairing| pairing.has(entrant));
        match self.phase {
            Phase::Pause { until } if plays => plan.pair(self.round, until),
            Phase::Round { .. } if for_good => plan.forfeit_absent(),
            Phase::Entries { .. } | Phase::Pause { .. } | Phase::Round { .. } | Phase::Over => {}
        }
        plan.events
    }

    fn ready(&self, entrant: Entrant) -> Result<Vec<Event>, Refusal> {
        self.entry(entrant)?;
        if !matches!(self.phase, Phase::Pause { .. }) {
            return Err(Refusal::TooLate);
        }
        let is_ready = |other: Entrant| {
            let entry = &self.entrants[usize::from(other)];
            other == entrant || entry.ready || matches!(entry.player, Player::Bot(_))
        };
        let mut waiting = self
            .in_round(self.round)
            .filter(|pairing| !self.is_decided(pairing));
        let all =
            waiting.all(|pairing| is_ready(pairing.first) && pairing.second.is_none_or(is_ready));
        let mut events = vec![Event::Ready { entrant }];
        events.extend((all && self.held.is_none()).then_some(Event::Started));
        Ok(events)
    }

    fn next_by_hand(&self, now: Millis) -> Result<Vec<Event>, Refusal> {
        let mut plan = Plan::new(self, now);
        match self.phase {
            Phase::Entries { .. } => plan.begin(),
            Phase::Pause { .. } => plan.add(Event::Started),
            Phase::Round { until: None } if self.is_round_over() => plan.next_round(),
            Phase::Round { .. } | Phase::Over => {}
        }
        if plan.events.is_empty() {
            return Err(Refusal::TooLate);
        }
        Ok(plan.events)
    }

    fn correct(&self, pairing: u32, game: u8, score: BySide<u8>) -> Result<Vec<Event>, Refusal> {
        let found = self
            .pairings
            .get(pairing as usize)
            .ok_or(Refusal::NoSuchEntrant)?;
        let is_game = usize::from(game) < found.games.len() && found.second.is_some();
        if !is_game || score.first > 2 || score.second > 2 || score.first + score.second > 2 {
            return Err(Refusal::NoSuchEntrant);
        }
        let is_settled = self.is_over() || self.round != found.round;
        if self.is_knockout() && is_settled {
            return Err(Refusal::TooLate);
        }
        let decision = Decision::Corrected;
        Ok(vec![Event::Scored {
            pairing,
            game,
            score,
            decision,
        }])
    }

    /// Each game counts once: a result that comes again, or after a correction, changes nothing.
    fn score(&self, pairing: u32, game: u8, score: BySide<u8>, decision: Decision) -> Vec<Event> {
        let found = self.pairings.get(pairing as usize);
        let open = found.and_then(|found| found.games.get(usize::from(game)));
        if open.is_none_or(|game| game.score.is_some()) {
            return Vec::new();
        }
        let mut plan = Plan::new(self, Millis::ZERO);
        plan.add(Event::Scored {
            pairing,
            game,
            score,
            decision,
        });
        if self.is_knockout() {
            return plan.events;
        }
        let scored = &plan.next.pairings[pairing as usize];
        for entrant in [Some(scored.first), scored.second].into_iter().flatten() {
            let entry = &plan.next.entrants[usize::from(entrant)];
            if entry.missed >= MISSED && entry.state == State::Playing {
                plan.events.push(Event::Paused { entrant });
            }
        }
        plan.events
    }

    fn tick(&self, now: Millis) -> Vec<Event> {
        if self.deadline().is_none_or(|due| due > now) {
            return Vec::new();
        }
        let mut plan = Plan::new(self, now);
        match self.phase {
            Phase::Entries { .. } => {
                plan.begin();
                if plan.events.is_empty() {
                    // Nobody came.
                    plan.add(Event::Over);
                }
            }
            Phase::Pause { .. } => plan.add(Event::Started),
            Phase::Round { until: Some(until) } if until <= now => plan.add(Event::Over),
            Phase::Round { until: Some(_) } => {
                let pairs = pair::arena(self, now);
                plan.add(if pairs.is_empty() {
                    Event::Looked
                } else {
                    Event::Paired { pairs, begins: now }
                });
            }
            Phase::Round { until: None } => plan.next_round(),
            Phase::Over => {}
        }
        plan.events
    }
}

/// Events that follow from each other, with the tournament after them.
struct Plan {
    now: Millis,
    next: Tournament,
    events: Vec<Event>,
}

impl Plan {
    fn new(tournament: &Tournament, now: Millis) -> Self {
        Self {
            now,
            next: tournament.clone(),
            events: Vec::new(),
        }
    }

    fn add(&mut self, event: Event) {
        self.next.apply(self.now, &event);
        self.events.push(event);
    }

    /// Begins the first round, or the arena; adds nothing if fewer than two are there.
    fn begin(&mut self) {
        let filling = self.next.spec.filling.clone();
        if let Some(filling) = &filling {
            let missing = usize::from(filling.up_to).saturating_sub(self.next.active(1).len());
            for _ in 0..missing {
                self.enter_bot(&filling.bot, false);
            }
        }
        let players = self.next.active(1).len();
        if players + usize::from(filling.is_some()) < 2 {
            self.events.clear();
        } else if self.next.is_arena() {
            self.add(Event::Started);
        } else {
            let pause = self.next.spec.pause.min(FIRST_PAUSE);
            self.fill_up(1);
            self.pair(1, self.now + pause);
        }
    }

    fn next_round(&mut self) {
        let round = self.next.round + 1;
        self.fill_up(round);
        self.pair(round, self.now + self.next.spec.pause);
    }

    /// Pairs a round, or ends the tournament if nobody is left to meet in it.
    fn pair(&mut self, round: u16, begins: Millis) {
        let pairs = pair::of_round(&self.next, round);
        if pairs.iter().all(|(_, second)| second.is_none()) {
            return self.add(Event::Over);
        }
        self.add(Event::Paired { pairs, begins });
        self.forfeit_absent();
    }

    fn enter_bot(&mut self, bot: &BotSpec, fills_up: bool) {
        if self.next.entrants.len() < ENTRANTS {
            let player = Player::Bot(bot.clone());
            self.add(Event::Entered { player, fills_up });
        }
    }

    /// Lets the bot that makes the number of players even come or go.
    fn fill_up(&mut self, round: u16) {
        let is_filled = match self.next.spec.format {
            Format::Swiss { rounds } => round <= u16::from(rounds),
            Format::RoundRobin { .. } => round == 1,
            Format::Knockout { .. } | Format::Arena { .. } => false,
        };
        let Some(filling) = self.next.spec.filling.clone().filter(|_| is_filled) else {
            return;
        };
        let filler = self.next.entrants.iter().position(|entry| entry.fills_up);
        let filler = filler.map(|at| at as Entrant);
        let state = filler.map(|filler| self.next.entrants[usize::from(filler)].state);
        let others = self
            .next
            .active(round)
            .into_iter()
            .filter(|entrant| Some(*entrant) != filler);
        match (others.count() % 2 == 1, filler, state) {
            (true, None, _) => self.enter_bot(&filling.bot, true),
            (true, Some(entrant), Some(State::Paused)) => self.add(Event::Returned { entrant }),
            (false, Some(entrant), Some(State::Playing)) => self.add(Event::Paused { entrant }),
            _ => {}
        }
    }

    /// Decides the pairings of this round with somebody who is not there.
    fn forfeit_absent(&mut self) {
        let in_round = self.next.pairings.iter().enumerate();
        let in_round = in_round.filter(|(_, pairing)| pairing.round == self.next.round);
        let numbers: Vec<_> = in_round.map(|(number, _)| number).collect();
        for number in numbers {
            let pairing = &self.next.pairings[number];
            let Some(second) = pairing.second else {
                continue;
            };
            let is_there = |entrant: Entrant| {
                let state = self.next.entrants[usize::from(entrant)].state;
                // One who sits out finishes the round that they play.
                state == State::Playing || state == State::Paused && !pairing.games.is_empty()
            };
            let score = match (is_there(pairing.first), is_there(second)) {
                (true, true) => continue,
                (true, false) => FIRST_WINS,
                (false, true) => FIRST_WINS.swapped(),
                (false, false) => BySide::default(),
            };
            while !self.next.is_decided(&self.next.pairings[number]) {
                let games = &self.next.pairings[number].games;
                let game = games.iter().position(|game| game.score.is_none());
                self.add(Event::Scored {
                    pairing: number as u32,
                    game: game.unwrap_or(games.len()) as u8,
                    score,
                    decision: Decision::Forfeit,
                });
            }
        }
    }
}
