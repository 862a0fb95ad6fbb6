//! The events that anybody was told, beside those that the store has.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use protocol::id::{RoomId, Seq};
use protocol::message::RoomEvent;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::{Outcome, PlayedMove};
use room::Event;
use server::store;
use tempfile::tempdir;

/// The part of a durable event that is the same in the message and in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    SeatTaken(Side),
    Started,
    Played(Square),
    Over(Outcome),
    RematchOffered(Side),
    RematchDeclined(Side),
    Chat(String),
}

impl Fact {
    /// None for an event that is not stored.
    fn told(event: &RoomEvent) -> Option<Self> {
        match event {
            RoomEvent::SeatTaken { side, .. } => Some(Self::SeatTaken(*side)),
            RoomEvent::Started { .. } => Some(Self::Started),
            RoomEvent::Moved { made, .. } => Some(Self::Played(made.square)),
            RoomEvent::Over { outcome, .. } => Some(Self::Over(outcome.clone())),
            RoomEvent::RematchOffered { by } => Some(Self::RematchOffered(*by)),
            RoomEvent::RematchDeclined { by } => Some(Self::RematchDeclined(*by)),
            RoomEvent::ChatPosted { line } => Some(Self::Chat(line.text.to_string())),
            _ => None,
        }
    }

    fn stored(event: &Event) -> Option<Self> {
        match event {
            Event::SeatTaken { side, .. } => Some(Self::SeatTaken(*side)),
            Event::Started => Some(Self::Started),
            Event::Played { square, .. } => Some(Self::Played(*square)),
            Event::Over { outcome } => Some(Self::Over(outcome.clone())),
            Event::RematchOffered { by } => Some(Self::RematchOffered(*by)),
            Event::RematchDeclined { by } => Some(Self::RematchDeclined(*by)),
            Event::ChatPosted { text, .. } => Some(Self::Chat(text.to_string())),
            _ => None,
        }
    }
}

/// Events that were told, by room.
#[derive(Debug, Default)]
pub(super) struct Told(BTreeMap<RoomId, RoomTold>);

/// Events of a room that were told.
#[derive(Debug, Default)]
struct RoomTold {
    /// By number.
    facts: BTreeMap<Seq, Fact>,
    /// Number of the last one, whatever it was.
    last: Seq,
}

impl Told {
    /// Notes an event. Two people are never told different events of one number.
    pub(super) fn note(&mut self, room: RoomId, seq: Seq, event: &RoomEvent) {
        let told = self.0.entry(room).or_default();
        told.last = told.last.max(seq);
        let Some(fact) = Fact::told(event) else {
            return;
        };
        match told.facts.entry(seq) {
            Entry::Vacant(entry) => drop(entry.insert(fact)),
            Entry::Occupied(entry) => assert_eq!(entry.get(), &fact, "room {room}, event {seq}"),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.values().map(|told| told.facts.len()).sum()
    }
}

/// Compares what was told with the database in `data`, by way of a copy: whoever opens the original takes the log of
/// the killed server out of it, which the next server is to do.
///
/// With `whole`, every page and every room of it is checked as well.
pub(super) fn compare<'a>(data: &Path, told: impl Iterator<Item = &'a Told>, whole: bool) {
    let copy = tempdir().unwrap();
    for name in ["games.db", "games.db-wal"] {
        let from = data.join(name);
        if from.exists() {
            std::fs::copy(from, copy.path().join(name)).unwrap();
        }
    }
    if whole {
        let report = store::check(copy.path()).unwrap();
        assert!(!report.is_damaged(), "{report}");
    }
    let mut store = store::sqlite(copy.path()).unwrap();
    for (room, told) in told.flat_map(|told| &told.0) {
        let stored = store.load(*room).unwrap().read(*room).unwrap();
        assert!(
            stored.len() >= told.last.0 as usize,
            "room {room}: event {} was told, and {} are there",
            told.last,
            stored.len()
        );
        for (seq, fact) in &told.facts {
            let event = stored.get(seq.0 as usize - 1).map(|(_, event)| event);
            assert_eq!(
                event.and_then(Fact::stored).as_ref(),
                Some(fact),
                "room {room}: event {seq} of {} was told and is not there",
                stored.len()
            );
        }
    }
    drop(store);
    let derived = played(copy.path());
    store::rebuild(copy.path()).unwrap();
    assert_eq!(derived, played(copy.path()), "what is derived of games");
}

/// The moves that were played on the empty boards, with the results.
fn played(data: &Path) -> Vec<Vec<PlayedMove>> {
    let reader = store::Reader::open(data).unwrap();
    let moves = Variant::fixed().map(|variant| reader.explore(variant, &[]).unwrap());
    moves.collect()
}
