//! Random messages from many clients, right and wrong ones, against a model that is written from `PROTOCOL.md`
//! alone.
//!
//! ```text
//! seed -> client and message -> server -> what all clients hear
//!                            -> model  -> what they must hear: the same, in order, with the same `ref`
//! ```
//!
//! Server and clients run in memory and in time that moves only when all of them wait, so that the model knows
//! clocks and absences to the millisecond, and a seed gives the same run again. Every few steps everybody asks
//! for the whole room, and the lobby of everybody who looks at it is compared. Taken from the server's word are only
//! codes of rooms and seats, tokens, seeds, names, sides that are drawn, bots that play boards without a name, values
//! of positions, and the plies of bots, which must be legal and in time.
//!
//! More and longer runs: `ENLINEA_MODEL_SEEDS=100 ENLINEA_MODEL_STEPS=10000 cargo test -p tests -- model`; one
//! seed again: `ENLINEA_MODEL_FIRST=17 ENLINEA_MODEL_SEEDS=1`.

mod acts;
mod analysing;
mod choice;
mod clock;
mod compare;
mod entering;
mod gathering;
mod lobby;
mod message;
mod network;
mod opening;
mod out;
mod owner;
mod ownership;
mod people;
mod presence;
mod question;
mod swap2;
mod table;
mod trail;
mod watchers;
mod world;

use std::collections::BTreeSet;
use std::time::Duration;

use protocol::codec::Encoding;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::rules::Variant;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use server::{Config, Env, store};
use tempfile::tempdir;
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::sleep;

use self::clock::ON_ITS_WAY;
use self::lobby::LobbyView;
use self::network::{Heard, Line, Network};
use self::out::{Expected, Oracle};
use self::trail::{Note, Trail, WANTED, words};
use self::world::{Client, World};
use crate::harness::{number_from_env, quiet};

/// Seeds and steps of each that the gate runs; the last one has a store on disk.
const SEEDS: u64 = 4;
const STEPS: u64 = 2000;
const CLIENTS: usize = 40;
/// Steps after which everybody asks for the whole room.
const RESYNC_EVERY: usize = 40;

/// A run: the server, the clients, and the model beside them.
struct Run {
    rng: StdRng,
    network: Network,
    lines: Vec<Option<Line>>,
    lobbies: Vec<LobbyView>,
    world: World,
    reference: u32,
    trail: Trail,
}

impl Run {
    fn new(seed: u64, forgets: bool, network: Network) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            network,
            lines: (0..CLIENTS).map(|_| None).collect(),
            lobbies: vec![LobbyView::default(); CLIENTS],
            world: World::new(CLIENTS, forgets),
            reference: 0,
            trail: Trail::new(seed),
        }
    }

    async fn step(&mut self, step: usize) {
        let who = self.rng.random_range(0..CLIENTS);
        if self.lines[who].is_none() {
            self.connect(who).await;
        } else if self.rng.random_ratio(1, 60) {
            self.disconnect(who).await;
        } else {
            let messages = match self.rng.random_range(0..200) {
                0 | 1 => return self.stir(who).await,
                2 | 3 => choice::too_many(&mut self.rng, &self.world, who),
                4..14 => (0..4).map(|_| self.choose_for_many(who)).collect(),
                _ => vec![self.choose(who)],
            };
            let messages = messages.into_iter().map(|message| (who, message));
            self.say(&messages.collect::<Vec<_>>()).await;
        }
        if step.is_multiple_of(RESYNC_EVERY) {
            self.resync().await;
        }
        self.rest().await;
    }

    /// A client comes to watch, and goes, and comes again; somebody in the room asks for all of it before those who
    /// watch are told again.
    async fn stir(&mut self, who: usize) {
        if let Some((member, messages)) = choice::stir(&mut self.rng, &self.world, who) {
            self.say(&messages.map(|message| (who, message))).await;
            self.say(&[(member, ClientMsg::Resync)]).await;
        }
        self.rest().await;
    }

    fn choose(&mut self, who: usize) -> ClientMsg {
        choice::next(&mut self.rng, &self.world, who)
    }

    /// A message to be sent without waiting for the answers of others: the one before may be told after `mute` and
    /// without the chat that was muted.
    fn choose_for_many(&mut self, who: usize) -> ClientMsg {
        match self.choose(who) {
            ClientMsg::Mute { .. } => ClientMsg::Ping,
            message => message,
        }
    }

    /// Says these messages without waiting, each for a client, and compares what the server answers at once.
    async fn say(&mut self, messages: &[(usize, ClientMsg)]) {
        let now = self.network.now();
        let begun = self.reference;
        for (who, message) in messages {
            self.trail.note(now, *who, format!("{message:?}"));
            let line = self.lines[*who].as_ref().expect("is connected");
            line.say(message, Some(self.reference));
            line.say(&ClientMsg::Ping, Some(self.reference + 1));
            self.reference += 2;
        }
        let heard = self.settle(1).await;
        let oracle = Oracle::new(&heard);
        let mut expected = Vec::new();
        for (reference, (who, message)) in (begun..).step_by(2).zip(messages) {
            let out = self.world.handle(now, *who, reference, message, &oracle);
            expected.extend(out.expected);
            self.answers_beside(&heard, *who, reference, message);
        }
        self.check(&heard, expected, &oracle);
    }

    /// Checks the answers that may overtake others.
    fn answers_beside(&self, heard: &[Heard], who: usize, reference: u32, message: &ClientMsg) {
        let answers = |reference, wanted: &dyn Fn(&ServerMsg) -> bool| {
            heard
                .iter()
                .filter(|heard| heard.who == who && heard.reference == Some(reference))
                .filter(|heard| wanted(&heard.message))
                .count()
        };
        let pongs = answers(reference + 1, &|message| *message == ServerMsg::Pong);
        assert_eq!(pongs, 1, "one answer to ping");
        let is_ping = usize::from(*message == ClientMsg::Ping);
        let pongs = answers(reference, &|message| *message == ServerMsg::Pong);
        assert_eq!(pongs, is_ping, "one answer to ping");
        for Heard { message, .. } in heard {
            if let ServerMsg::Lobby { rooms, .. } = message {
                self.world.check_order(rooms);
            }
        }
    }

    async fn connect(&mut self, who: usize) {
        let now = self.network.now();
        let encoding = if who.is_multiple_of(2) {
            Encoding::Json
        } else {
            Encoding::Bincode
        };
        let name = ["Ana", "Bruno", "Carla", "Dora"][who % 4];
        let name = (!who.is_multiple_of(5)).then_some(name);
        self.trail.note(now, who, format!("connects as {name:?}"));
        let line = self.network.connect(who, encoding).await;
        let reference = Some(self.reference);
        self.reference += 1;
        line.say(&message::hello(name, who.is_multiple_of(3)), reference);
        self.lines[who] = Some(line);
        let mut heard = self.settle(1).await;
        let index = heard.iter().position(|heard| {
            heard.who == who && matches!(heard.message, ServerMsg::Welcome { .. })
        });
        let welcome = heard.remove(index.expect("a welcome"));
        assert_eq!(welcome.reference, reference);
        let ServerMsg::Welcome {
            name,
            bots,
            variants,
            ..
        } = welcome.message
        else {
            unreachable!("it was looked for");
        };
        assert!(!self.world.names().contains(&name), "{name} twice");
        assert_eq!(variants.len(), Variant::fixed().count());
        self.world.bots = bots.to_vec();
        self.world.clients[who] = Some(Client::new(name));
        self.check(&heard, Vec::new(), &Oracle::default());
        if self.world.playing.is_empty() {
            for variant in choice::variants() {
                self.say(&[(who, message::list_bots(variant))]).await;
            }
        }
    }

    async fn disconnect(&mut self, who: usize) {
        let now = self.network.now();
        let line = self.lines[who].take().expect("is connected");
        // What was sent before the end is carried out too.
        let last = choice::last(&mut self.rng, &self.world, who);
        if let Some(message) = &last {
            self.trail.note(now, who, format!("{message:?}"));
            line.say(message, Some(0));
        }
        let in_order = self.rng.random();
        let what = if in_order { "closes" } else { "is lost" };
        self.trail.note(now, who, what.to_owned());
        if in_order {
            line.close();
        } else {
            drop(line);
        }
        let mut heard = self.settle(1).await;
        let oracle = Oracle::new(&heard);
        let mut expected = Vec::new();
        if let Some(message) = &last {
            let out = self.world.handle(now, who, 0, message, &oracle);
            expected.extend(out.expected);
        }
        expected.extend(self.world.disconnect(now, who).expected);
        // Whether it still hears something is all the same.
        heard.retain(|heard| heard.who != who);
        expected.retain(|expected| expected.who != who);
        self.check(&heard, expected, &oracle);
    }

    /// Everybody in a room asks for all of it.
    async fn resync(&mut self) {
        let clients = self.world.clients.iter().enumerate();
        let inside = clients.filter_map(|(who, client)| {
            let room = client.as_ref()?.room;
            room.map(|_| (who, ClientMsg::Resync))
        });
        let questions: Vec<_> = inside.collect();
        self.say(&questions).await;
    }

    /// Lets time go by, at times long enough for clocks, absences and the lobby.
    async fn rest(&mut self) {
        let pause = match self.rng.random_range(0..1000) {
            0..3 => 61_000,
            3..20 => self.rng.random_range(1000..8000),
            _ => self.rng.random_range(1..150),
        };
        self.pass(pause).await;
        // What happened meanwhile may bring the next thing about.
        while self.world.is_busy_at(self.network.now()) {
            self.pass(ON_ITS_WAY).await;
        }
        let now = self.network.now();
        if pause > 2000 && self.world.is_quiet_since(now - 1000) {
            for (client, lobby) in self.world.clients.iter().zip(&self.lobbies) {
                if let Some(boards) = client.as_ref().and_then(|client| client.in_lobby) {
                    lobby
                        .check(&self.world, boards, now)
                        .unwrap_or_else(|problem| panic!("{problem}"));
                }
            }
        }
    }

    /// Lets time go by without a message, up to a moment at which nothing else happens: the order of things at the
    /// same moment is not the model's to know.
    async fn pass(&mut self, mut millis: u64) {
        while self.world.is_busy_at(self.network.now() + millis) {
            millis += 1;
        }
        let heard = self.settle(millis).await;
        let oracle = Oracle::new(&heard);
        self.check(&heard, Vec::new(), &oracle);
    }

    /// Lets time go by, and returns what was heard meanwhile.
    async fn settle(&mut self, millis: u64) -> Vec<Heard> {
        sleep(Duration::from_millis(millis)).await;
        let heard = self.network.take_heard();
        for heard in &heard {
            self.lobbies[heard.who].hear(&heard.message);
            self.trail.notes.push(Note::Heard(Box::new(heard.clone())));
        }
        heard
    }

    /// Lets time go by in the model too, and compares.
    fn check(&mut self, heard: &[Heard], mut expected: Vec<Expected>, oracle: &Oracle) {
        let out = self.world.pass(self.network.now(), oracle);
        expected.extend(out.expected);
        let compared = compare::check(heard, &expected)
            .and_then(|()| self.world.questions.check(self.network.now(), heard));
        compared.unwrap_or_else(|problem| panic!("{problem}"));
    }
}

async fn scenario(seed: u64, steps: usize) -> Vec<Note> {
    let (network, port) = Network::new();
    let config = Config {
        messages_per_second: 1000,
        ..quiet()
    };
    let env = Env::simulated(port, Millis::from_millis(1_700_000_000_000), seed);
    let (stop, stopped) = oneshot::channel::<()>();
    // A server on a disk keeps what one in memory forgets.
    let forgets = !seed.is_multiple_of(4);
    let data = tempdir().expect("a directory");
    let store = if forgets {
        store::memory()
    } else {
        store::sqlite(data.path()).expect("opens")
    };
    let server = tokio::spawn(server::run(env, config, store, async {
        let _ = stopped.await;
    }));
    let mut run = Run::new(seed, forgets, network);
    for step in 1..=steps {
        run.step(step).await;
    }
    run.resync().await;
    stop.send(()).expect("the server runs");
    server.await.expect("does not panic").expect("stops well");
    std::mem::take(&mut run.trail.notes)
}

fn run(seed: u64, steps: usize) -> Vec<Note> {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(scenario(seed, steps))
}

#[test]
fn random_messages_bring_what_the_document_says() {
    let first = number_from_env("ENLINEA_MODEL_FIRST").unwrap_or(1);
    let seeds = number_from_env("ENLINEA_MODEL_SEEDS").unwrap_or(SEEDS);
    let steps = number_from_env("ENLINEA_MODEL_STEPS").unwrap_or(STEPS);
    let mut heard = BTreeSet::new();
    for seed in first..first + seeds {
        let steps = usize::try_from(steps).expect("a number of steps");
        heard.append(&mut words(&run(seed, steps)));
    }
    // Few seeds by themselves need not bring the rare ones.
    if first == 1 && seeds * steps >= SEEDS * STEPS {
        let missing = WANTED
            .split_whitespace()
            .filter(|word| !heard.contains(*word));
        assert_eq!(
            missing.collect::<Vec<_>>(),
            Vec::<&str>::new(),
            "nobody heard"
        );
    }
}

#[test]
fn a_seed_gives_the_same_messages_again() {
    let (first, again, other) = (run(1, 150), run(1, 150), run(2, 150));
    assert_eq!(first, again);
    assert_ne!(first, other);
}
