//! Parts of a server for tests, without sockets.

pub(crate) mod faulty;
#[path = "../../protocol/tests/fixtures/snapshot.rs"]
pub(crate) mod fixture;
#[cfg(all(feature = "postgres", unix))]
#[expect(dead_code, reason = "tests of the whole program do more with it")]
pub(crate) mod postgres;

use std::sync::{Arc, Mutex};

use protocol::id::{PlayerId, ServerId, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::text::Name;
use room::{Event, Occupant, Timing};
use tokio_util::sync::CancellationToken;

use crate::base::metrics::Metrics;
use crate::base::random::Random;
use crate::base::time::Time;
use crate::bots::OnOffer;
use crate::bots::engine_pool::EnginePool;
use crate::bots::engines::Engines;
use crate::cluster::Cluster;
use crate::config::Config;
use crate::outbox::{EntryNumber, Outbox, OutboxReader};
use crate::people::People;
use crate::people::host::Host;
use crate::people::person::Person;
use crate::rooms::actor::{Entry, Part};
use crate::rooms::directory::{Directory, NewRoom};
use crate::rooms::lobby::Lobby;
use crate::rooms::shared::Shared;
use crate::session;
use crate::store::writer::StoreHandle;
use crate::store::{self, Store, StoreError};
use crate::tournaments::Tournaments;
use crate::web::Page;

use faulty::{Call, Faulty};

/// Moment at which the clocks begin.
const EPOCH: Millis = Millis::from_millis(1_700_000_000_000);

/// Returns a directory over `store`, with nobody connected.
pub(crate) fn directory(config: Config, store: Box<dyn Store>) -> Arc<Directory> {
    let time = time();
    let clock = {
        let time = time.clone();
        move || time.now()
    };
    let database = store.directory();
    let store = if store.may_block() {
        store::writer::spawn(store, clock, store::writer::PROBE_EVERY)
            .expect("a thread")
            .0
    } else {
        store::writer::at_once(store, clock)
    };
    let mut shared = shared(config, time, store);
    Arc::get_mut(&mut shared)
        .expect("nobody else has it")
        .database = database;
    Directory::new(shared)
}

/// Returns the tournaments of a server with these rooms, of which there are none.
pub(crate) fn tournaments(directory: &Arc<Directory>) -> Arc<Tournaments> {
    Tournaments::new(Arc::clone(directory), CancellationToken::new())
}

/// Returns a clock.
pub(crate) fn time() -> Time {
    Time::start(EPOCH)
}

/// Returns what the tasks of a server share.
pub(crate) fn shared(config: Config, time: Time, store: StoreHandle) -> Arc<Shared> {
    let people = Arc::new(People::default());
    let engines = Arc::new(Engines::start(&config).expect("no engine is named"));
    Arc::new(Shared {
        id: ServerId(7),
        addresses: Vec::new(),
        names: crate::base::authority::Names::default(),
        page: Page::new(None),
        lobby: Lobby::new(Arc::clone(&people), Cluster::default()),
        people,
        time,
        random: Random::seeded(1),
        store,
        cluster: Cluster::default(),
        database: None,
        history: None,
        engine_pool: EnginePool::start(&config, Arc::clone(&engines)).expect("a thread starts"),
        on_offer: OnOffer::new(engines.list()),
        engines,
        host: Host::new(config.bans.as_deref(), EPOCH, || EPOCH).expect("bans can be read"),
        metrics: Metrics::default(),
        limits: session::limits(config.people_per_address),
        config,
    })
}

/// Returns the events of a room in which a game of gomoku has begun.
pub(crate) fn begun_game() -> [Event; 4] {
    let taken = |side, name| Event::SeatTaken {
        side,
        occupant: Occupant::Human {
            name: Name::clean(name).unwrap(),
            hash: TokenHash(7),
        },
    };
    [
        Event::Opened {
            spec: GameSpec::new(Variant::named("gomoku").unwrap()),
            timing: Timing::default(),
        },
        taken(Side::First, "Ana"),
        taken(Side::Second, "Bo"),
        Event::Started,
    ]
}

/// The switch of a storage that fails.
#[derive(Clone, Default)]
pub(crate) struct Fault(Arc<Mutex<Option<StoreError>>>);

impl Fault {
    /// Makes the storage fail as a full disk does.
    pub(crate) fn begin(&self) {
        self.begin_with(StoreError::Failed("no space left on device".to_owned()));
    }

    /// Makes the storage fail with this error.
    pub(crate) fn begin_with(&self, error: StoreError) {
        *self.0.lock().unwrap() = Some(error);
    }

    /// Makes the storage work.
    pub(crate) fn end(&self) {
        *self.0.lock().unwrap() = None;
    }
}

/// Returns a storage over `store` that writes nothing while it has a fault, and the switch of that. Appends of rooms
/// that wait for nothing are written all the same.
pub(crate) fn failing(store: Box<dyn Store>) -> (Box<dyn Store>, Fault) {
    let fault = Fault::default();
    let switch = fault.clone();
    let store = Faulty::over(store, false, move |call, go_on| {
        let is_free = match call {
            Call::Append(append) => append.wake_after.is_none(),
            Call::Names | Call::Rest | Call::Quarantine(_) | Call::Probe => false,
            Call::Batch(_) | Call::Load(_) | Call::Loaded(_) | Call::Alive(_) | Call::Amend => true,
        };
        match switch.0.lock().unwrap().clone() {
            Some(error) if !is_free => Err(error),
            Some(_) | None => go_on(),
        }
    });
    (store, fault)
}

/// Returns a person who comes into a room, and what they are sent there.
pub(crate) fn entry(who: u64, part: Part) -> (Entry, OutboxReader) {
    let (outbox, outgoing) = Outbox::in_test(10_000);
    let entry = Entry {
        who: PlayerId(who),
        person: Person::Unknown,
        number: EntryNumber::default(),
        name: Name::clean(&format!("person {who}")).unwrap(),
        outbox,
        part,
        key: None,
        reference: None,
    };
    (entry, outgoing)
}

/// Returns a room of connect-four, in which whoever opens it has the first seat.
pub(crate) fn new_room(opener: Entry) -> NewRoom {
    NewRoom {
        spec: GameSpec::new(Variant::named("connect-four").unwrap()),
        seats: BySide {
            first: SeatSpec::Me,
            second: SeatSpec::Open,
        },
        shuffle: false,
        persistent: true,
        opener: Some(opener),
    }
}
