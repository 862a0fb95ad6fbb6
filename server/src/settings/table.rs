//! The table of settings: name, unit, bounds, reason, and the field of the configuration.

use std::ops::RangeInclusive;
use std::time::Duration;

use protocol::millis::Millis;

use crate::config::Config;

/// A limit or a delay that whoever runs a server may set.
#[derive(Debug)]
pub(super) struct Setting {
    /// Name of the flag, behind `--`, and of the key in a file.
    pub(super) name: &'static str,
    pub(super) unit: &'static str,
    pub(super) bounds: RangeInclusive<u64>,
    /// Meaning, and reason for the default.
    pub(super) reason: &'static str,
    pub(super) get: fn(&Config) -> u64,
    pub(super) set: fn(&mut Config, u64),
}

/// A field of the configuration that is a number of some unit.
trait Amount {
    fn amount(&self) -> u64;
    fn set_amount(&mut self, amount: u64);
}

impl Amount for usize {
    fn amount(&self) -> u64 {
        *self as u64
    }

    fn set_amount(&mut self, amount: u64) {
        *self = usize::try_from(amount).unwrap_or(usize::MAX);
    }
}

impl Amount for u32 {
    fn amount(&self) -> u64 {
        (*self).into()
    }

    fn set_amount(&mut self, amount: u64) {
        *self = u32::try_from(amount).unwrap_or(u32::MAX);
    }
}

impl Amount for u64 {
    fn amount(&self) -> u64 {
        *self
    }

    fn set_amount(&mut self, amount: u64) {
        *self = amount;
    }
}

/// In milliseconds.
impl Amount for Millis {
    fn amount(&self) -> u64 {
        self.as_millis()
    }

    fn set_amount(&mut self, amount: u64) {
        *self = Millis::from_millis(amount);
    }
}

/// In seconds.
impl Amount for Duration {
    fn amount(&self) -> u64 {
        self.as_secs()
    }

    fn set_amount(&mut self, amount: u64) {
        *self = Duration::from_secs(amount);
    }
}

macro_rules! table {
    ($($name:literal, $unit:literal, $bounds:expr, $($field:ident).+ $(/ $scale:literal)?, $reason:literal;)*) => {
        &[$(Setting {
            name: $name,
            unit: $unit,
            bounds: $bounds,
            reason: $reason,
            get: |config| Amount::amount(&config.$($field).+) $(/ $scale)?,
            set: |config, amount| Amount::set_amount(&mut config.$($field).+, amount $(* $scale)?),
        }),*]
    };
}

/// Most of what is counted: more of anything does not fit a machine.
const MANY: u64 = 1_000_000;

/// Longest delay in seconds, seven days: a game that both players left for that long is over anyway.
const WEEK: u64 = 7 * 24 * 3600;

/// Longest time after which a budget has one more, in milliseconds: an hour.
const HOUR: u64 = 3_600_000;

/// Most threads: more than any machine has cores for would only take turns.
const THREADS: u64 = 1024;

/// Every setting that is a number, by subject.
pub(super) const NUMBERS: &[Setting] = table! {
    "connections", "connections", 1..=MANY, connections,
    "Connections at once, those on kept places included. Each takes up to 16 KiB, and 7 KiB more with TLS.";
    "connections-per-person", "connections", 1..=MANY, limits.connections,
    "Connections of one person (address; of IPv6 the first 64 bits) at once: a tenth of all, and five for each of forty guests.";
    "greetings-per-person", "connections", 1..=MANY, limits.greetings,
    "Connections of one person that have not said hello: forty guests who come back at once, and half as many again.";
    "kept-places", "connections", 0..=MANY, limits.kept_places,
    "Places among the connections for health checks, for people who come back to a seat on a full server, and for saying that there is no place. One person has a quarter of them, and they are at most half of all.";
    "handshake", "seconds", 1..=WEEK, handshake,
    "Time for the first byte, for the handshake of TLS, for the request and for the hello, and on a kept place for the return to a seat: clients do each at once. A connection that is not upgraded ends after 60 times it.";
    "ping-every", "seconds", 1..=WEEK, ping_every,
    "Time between two pings of the server, of which three may be missed within the default of silence.";
    "silence", "seconds", 1..=WEEK, silence,
    "Silence after which a connection counts as lost.";
    "outbox", "messages", 16..=MANY, outbox,
    "Messages that a connection may have unsent before it is dropped as too slow; it may come back. A client that is a whole board of 15 x 15 behind is not watching.";
    "frames-burst", "frames", 1..=MANY, limits.frames.burst,
    "WebSocket frames of a connection read at once, fragments and pings included; more wait in the network.";
    "frames-every", "milliseconds", 0..=HOUR, limits.frames.every,
    "Time after which one more frame is read: five for each message of the long run.";
    "kibibytes-burst", "KiB", 1..=MANY, limits.kibibytes.burst,
    "KiB of a connection read at once; more wait in the network.";
    "kibibytes-every", "milliseconds", 0..=HOUR, limits.kibibytes.every,
    "Time after which one more KiB is read: 100 a second, where messages of the greatest length are 80.";
    "messages-burst", "messages", 1..=MANY, messages.burst,
    "Messages of a connection read at once; more wait in the network, and none is lost.";
    "messages-every", "milliseconds", 0..=HOUR, messages.every,
    "Time after which one more message is read: 20 a second, faster than anybody plays.";
    "answers-burst", "KiB", 1..=MANY, limits.answers.burst,
    "KiB of long answers (lobby, records) to one person at once, then they are refused: twice what forty guests need who come to a lobby of 200 rooms.";
    "answers-every", "milliseconds", 0..=HOUR, limits.answers.every,
    "Time after which one more KiB is answered.";
    "guesses-burst", "guesses", 1..=MANY, limits.guesses.burst,
    "Wrong room codes, seat tokens and hand-over codes of one person at once, then hidden codes are refused unseen: more than forty guests mistype.";
    "guesses-every", "milliseconds", 0..=HOUR, limits.guesses.every,
    "Time after which one more may be wrong: at one a second a person needs 19 years to try every room code.";
    "wrong-codes-burst", "guesses", 1..=MANY, wrong_codes.burst,
    "Wrong hand-over codes of a connection at once, then they are refused.";
    "wrong-codes-every", "milliseconds", 0..=HOUR, wrong_codes.every,
    "Time after which one more may be wrong: a code is good for a minute.";
    "chat-burst", "lines", 1..=MANY, chat.burst,
    "Lines of chat of a connection at once; more are refused, since they would push those of others off the screen.";
    "chat-every", "milliseconds", 0..=HOUR, chat.every,
    "Time after which one more line may be said.";
    "lobby-lines-burst", "lines", 1..=MANY, limits.lobby_lines.burst,
    "Lines of one person in the lobby at once; more are refused, since each goes to everybody there: one for each of forty guests.";
    "lobby-lines-every", "milliseconds", 0..=HOUR, limits.lobby_lines.every,
    "Time after which one more line may be said in the lobby.";
    "rooms", "rooms", 1..=MANY, rooms,
    "Rooms in memory at once; a room is a few KiB.";
    "rooms-per-person", "rooms", 1..=MANY, limits.rooms,
    "Unfinished games in rooms that one person opened, over reconnects; more are refused, since each is kept for days. Twelve for each of forty guests.";
    "bots-per-person", "bots", 0..=MANY, limits.bots,
    "Bots in the seats of these rooms.";
    "seats-per-person", "seats", 1..=MANY, limits.seats,
    "Seats of one person in unfinished games of rooms that others opened, over reconnects; more are refused. As many as rooms of their own.";
    "names-per-person", "names", 0..=MANY, limits.names,
    "Names that one person may bind to keys until the server stops: forty guests with five each. Who comes then keeps a name for the connection alone, as where the server has all the names that it keeps.";
    "openings-burst", "rooms", 1..=MANY, openings.burst,
    "Rooms that a connection may open at once; more are refused.";
    "openings-every", "milliseconds", 0..=HOUR, openings.every,
    "Time after which a connection may open one more.";
    "first-move", "seconds", 1..=WEEK, timing.first_move / 1000,
    "Time for the first ply of each side, which is free of the clock.";
    "grace", "seconds", 0..=WEEK, timing.grace / 1000,
    "Seconds that a player must be away before the other may claim the game: a phone that changes networks is back sooner.";
    "seating", "seconds", 1..=WEEK, timing.seating / 1000,
    "Time after which a room closes that has an open seat and nobody on the other one.";
    "lingering", "seconds", 1..=WEEK, timing.lingering / 1000,
    "Time after which an empty room leaves memory, if its game is over or nothing in it is due soon.";
    "abandoned", "seconds", 1..=60 * WEEK, timing.abandoned / 1000,
    "Absence of both players after which a game is aborted.";
    "threads", "threads", 0..=THREADS, engine_threads,
    "Searches of one address that run at once, at least two; 0 takes as many as there are cores. The others wait in the queue.";
    "analyses-burst", "analyses", 1..=MANY, analyses.burst,
    "Analyses that a connection may ask for at once; more are refused, since each keeps an engine busy.";
    "analyses-every", "milliseconds", 0..=HOUR, analyses.every,
    "Time after which it may ask for one more: paging through a game asks at every step.";
    "engine-memory", "MiB", 16..=1 << 20, engine_limits.memory_mib,
    "Memory that each external engine may use, in MiB.";
    "engine-idle", "seconds", 1..=WEEK, engine_idle,
    "Time that an external engine may wait for its next ply before it is ended, since it keeps its memory: people who think for longer have gone to eat.";
    "engines-waiting", "engines", 0..=THREADS, engines_waiting,
    "External engines that may wait for their next ply at once; beyond that, the one that has waited longest is ended.";
};
