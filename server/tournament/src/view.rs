//! A tournament as people see it.

use protocol::millis::Millis;
use protocol::tournament::{
    ARENA_GAMES, Entrant, EntrantState, EntrantView, Format, PairingGame, PairingView,
    TournamentPhase, TournamentSummary, TournamentView,
};
use protocol::view::PastPlayer;
use protocol::word::Named;

use crate::{Pairing, Phase, Player, State, Tournament, pair, standings};

impl Tournament {
    /// Returns everything that there is to see at `now`; `is_present` says whose connection is there.
    pub fn view(&self, now: Millis, is_present: impl Fn(Entrant) -> bool) -> TournamentView {
        let TournamentSummary {
            tournament,
            spec,
            phase,
            round,
            rounds,
            countdown,
            ..
        } = self.summary(now);
        let entrant = |(number, entry): (usize, &crate::Entry)| {
            let number = number as Entrant;
            let is_bot = matches!(entry.player, Player::Bot(_));
            EntrantView {
                player: shown(&entry.player),
                state: match entry.state {
                    State::Playing if self.is_eliminated(number) => EntrantState::Eliminated,
                    State::Playing => EntrantState::Playing,
                    State::Paused => EntrantState::Paused,
                    State::Withdrawn => EntrantState::Withdrawn,
                },
                present: is_bot || is_present(number),
                ready: entry.ready,
                from_round: entry.from_round,
            }
        };
        TournamentView {
            tournament,
            spec,
            organiser: self.organiser.name.clone(),
            phase,
            held: self.held.is_some(),
            round,
            rounds,
            countdown,
            entrants: self.entrants.iter().enumerate().map(entrant).collect(),
            standings: standings::standings(self),
            pairings: self.pairings_shown(),
            next: self.next_pairings(),
        }
    }

    /// Returns the line of the tournament in a list.
    pub fn summary(&self, now: Millis) -> TournamentSummary {
        let (phase, until) = match self.phase {
            Phase::Entries { start } => (TournamentPhase::Entries, start),
            Phase::Pause { until } => (TournamentPhase::Pause, Some(until)),
            Phase::Round { until } => (TournamentPhase::Round, until),
            Phase::Over => (TournamentPhase::Over, None),
        };
        let is_in = |entry: &&crate::Entry| entry.state != State::Withdrawn;
        TournamentSummary {
            tournament: self.id,
            spec: self.spec.clone().map_variant(Named::Known),
            phase,
            round: self.round,
            rounds: match self.spec.format {
                Format::Swiss { rounds } => Some(rounds.into()),
                Format::RoundRobin { twice } => Some(pair::scheduled(self, twice).max(self.round)),
                Format::Knockout { .. } => Some(self.knockout_rounds()),
                Format::Arena { .. } => None,
            },
            countdown: until.map(|until| until - self.held.unwrap_or(now)),
            entrants: self.entrants.iter().filter(is_in).count() as u16,
            yours: false,
        }
    }

    /// Returns all pairings from this number on, at most `most`.
    pub fn pairings(&self, from: u32, most: usize) -> Vec<PairingView> {
        let pairings = self.pairings.iter().enumerate();
        pairings
            .skip(from as usize)
            .take(most)
            .map(|(number, pairing)| self.shown(number, pairing))
            .collect()
    }

    fn pairings_shown(&self) -> Vec<PairingView> {
        let pairings = self.pairings.iter().enumerate();
        let pairings = pairings.filter(|(_, pairing)| pairing.round == self.round);
        let shown = |(number, pairing): (usize, &Pairing)| self.shown(number, pairing);
        if !self.is_arena() {
            return pairings.map(shown).collect();
        }
        let (over, mut open): (Vec<_>, Vec<_>) = pairings
            .rev()
            .partition(|(_, pairing)| pairing.decided.is_some());
        open.extend(over.into_iter().take(ARENA_GAMES));
        open.into_iter().map(shown).collect()
    }

    /// Returns the pairings of the next round, if they do not depend on results.
    fn next_pairings(&self) -> Vec<PairingView> {
        let is_known = matches!(self.spec.format, Format::RoundRobin { .. }) && self.round > 0;
        if !is_known || self.is_over() {
            return Vec::new();
        }
        let round = self.round + 1;
        let pair = |(first, second): pair::Pair| PairingView {
            pairing: None,
            round,
            first,
            second,
            games: Vec::new(),
            score: protocol::side::BySide::default(),
            over: false,
        };
        pair::of_round(self, round).into_iter().map(pair).collect()
    }

    fn shown(&self, number: usize, pairing: &Pairing) -> PairingView {
        let game = |game: &crate::Game| PairingGame {
            room: game.room,
            score: game.score.map(|(score, _)| score),
            decision: game.score.map(|(_, decision)| decision),
        };
        PairingView {
            pairing: Some(number as u32),
            round: pairing.round,
            first: pairing.first,
            second: pairing.second,
            games: pairing.games.iter().map(game).collect(),
            score: pairing.score(),
            over: self.is_decided(pairing),
        }
    }

    fn is_eliminated(&self, entrant: Entrant) -> bool {
        let is_out = |pairing: &Pairing| {
            pairing.second.is_some()
                && pairing.decided.is_some()
                && pairing.who_goes_on() != entrant
        };
        let mut last = self.pairings.iter().rev();
        self.is_knockout()
            && last
                .find(|pairing| pairing.has(entrant))
                .is_some_and(is_out)
    }
}

/// Returns an entrant as messages have it.
fn shown(player: &Player) -> PastPlayer {
    match player {
        Player::Person(ticket) => PastPlayer::Human {
            name: ticket.name.clone(),
            profile: ticket.holder.is_some_and(|holder| holder.owns_name),
        },
        Player::Bot(bot) => PastPlayer::Bot { bot: bot.clone() },
    }
}
