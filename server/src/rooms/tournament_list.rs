//! The list of tournaments: a line of each that this server has, as its task wrote it last, and those of other servers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};

use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::tournament::{TOURNAMENTS, TournamentPhase, TournamentSummary};
use serde::{Deserialize, Serialize};
use tournament::Tournament;

use crate::cluster::Epoch;
use crate::people::person::Person;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Line {
    summary: TournamentSummary,
    /// The moment of it.
    at: Millis,
    is_held: bool,
    /// Hashes of the keys of the people in it.
    people: BTreeSet<u128>,
    /// Address that opened it, which is not known any more after a restart.
    #[serde(skip)]
    pub(crate) opener: Option<Person>,
}

impl Line {
    pub(crate) fn new(it: &Tournament, at: Millis, opener: Option<Person>) -> Self {
        Self {
            summary: it.summary(at),
            at,
            is_held: it.is_held(),
            people: it.keys().map(|key| key.0).collect(),
            opener,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.summary.phase == TournamentPhase::Over
    }

    /// Returns the line at `now` for the person with this key.
    fn seen(&self, now: Millis, key: Option<TokenHash>) -> TournamentSummary {
        let since = if self.is_held {
            Millis::ZERO
        } else {
            now - self.at
        };
        TournamentSummary {
            countdown: self.summary.countdown.map(|left| left - since),
            yours: key.is_some_and(|key| self.people.contains(&key.0)),
            ..self.summary.clone()
        }
    }
}

/// A line that the task of the tournament changes.
pub(crate) type SharedLine = Arc<Mutex<Line>>;

/// The lines of those that go on, and of the last ones that are over.
#[derive(Debug, Default)]
pub(crate) struct TournamentList {
    here: Mutex<BTreeMap<RoomId, SharedLine>>,
    elsewhere: Mutex<BTreeMap<Epoch, Vec<Line>>>,
}

impl TournamentList {
    pub(crate) fn insert(&self, code: RoomId, line: SharedLine) {
        self.here().insert(code, line);
    }

    /// Removes the line of a tournament that another server has.
    pub(crate) fn remove(&self, code: RoomId) {
        self.here().remove(&code);
    }

    /// Notes the lines of another server.
    pub(crate) fn see(&self, node: Epoch, lines: Vec<Line>) {
        self.elsewhere().insert(node, lines);
    }

    /// Forgets the lines of servers that are gone.
    pub(crate) fn keep_nodes(&self, is_there: impl Fn(Epoch) -> bool) {
        self.elsewhere().retain(|node, _| is_there(*node));
    }

    /// Returns those that go on and the last ones that are over, for a person with this key, or for the operator.
    pub(crate) fn all(&self, now: Millis, key: Option<TokenHash>) -> Vec<TournamentSummary> {
        let here = self.list_here();
        let elsewhere = self.elsewhere();
        let others = elsewhere.values().flatten();
        // One that has just come here may be there too.
        let codes: BTreeSet<_> = here.iter().map(|line| line.summary.tournament).collect();
        let others = others.filter(|line| !codes.contains(&line.summary.tournament));
        here.iter()
            .chain(others)
            .map(|line| line.seen(now, key))
            .collect()
    }

    /// Returns the lines of this server.
    pub(crate) fn list_here(&self) -> Vec<Line> {
        let mut here = self.here();
        let over = |line: &SharedLine| {
            let line = lock(line);
            line.is_over().then_some(line.at)
        };
        let mut ends: Vec<_> = here.values().filter_map(over).collect();
        ends.sort_unstable();
        if let Some(last) = ends.len().checked_sub(TOURNAMENTS) {
            let earliest = ends[last];
            here.retain(|_, line| over(line).is_none_or(|end| end >= earliest));
        }
        here.values().map(|line| lock(line).clone()).collect()
    }

    /// Returns the number of tournaments here that are not over: of all, and of those that this address opened.
    pub(crate) fn count_live(&self, opener: Person) -> (usize, usize) {
        let (mut all, mut own) = (0, 0);
        for line in self.here().values() {
            let line = lock(line);
            if !line.is_over() {
                all += 1;
                own += usize::from(line.opener == Some(opener));
            }
        }
        (all, own)
    }

    fn here(&self) -> MutexGuard<'_, BTreeMap<RoomId, SharedLine>> {
        lock(&self.here)
    }

    fn elsewhere(&self) -> MutexGuard<'_, BTreeMap<Epoch, Vec<Line>>> {
        lock(&self.elsewhere)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no holder panics")
}
