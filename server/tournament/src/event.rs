//! The events of a tournament, and its commands.

use bincode::{Decode, Encode, config};
use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::spec::BotSpec;
use protocol::text::Name;
use protocol::tournament::{Decision, Entrant, TournamentSpec};
use room::{KeyHolder, UnreadableEvent};

/// Memory that reading an event may claim: a round of the largest tournament takes some 5 KiB.
const MEMORY: usize = 64 * 1024;

/// A change of a tournament. The stored form has the order of the variants: new ones go to the end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[expect(missing_docs, reason = "the names of the other fields say it")]
pub enum Event {
    /// It was opened. Always the first event.
    Opened {
        spec: TournamentSpec,
        organiser: Ticket,
        /// Seed of the draws.
        seed: u64,
    },
    /// Somebody entered.
    Entered {
        player: Player,
        /// True for the bot that makes the number of players even.
        fills_up: bool,
    },
    /// An entrant plays again.
    Returned { entrant: Entrant },
    /// An entrant sits out from the next round on.
    Paused { entrant: Entrant },
    /// An entrant left.
    Withdrawn { entrant: Entrant },
    /// The next round was paired, or while its countdown runs paired again. In an arena these meet now.
    Paired {
        pairs: Vec<(Entrant, Option<Entrant>)>,
        /// Moment at which the round begins.
        begins: Millis,
    },
    /// The round began, or the arena.
    Started,
    /// The next game of a pairing began.
    GameOpened { pairing: u32, room: RoomId },
    /// A game has a score, or another one; without `GameOpened` before it was not played.
    Scored {
        pairing: u32,
        game: u8,
        score: BySide<u8>,
        decision: Decision,
    },
    /// The countdowns stop, or run again.
    Held { held: bool },
    /// The tournament is over.
    Over,
    /// An entrant is ready for the next round. Not durable.
    Ready { entrant: Entrant },
    /// No two are free in an arena, and it is looked again later. Not durable.
    Looked,
}

impl Event {
    /// Returns true if the event is appended to the store, and numbered.
    pub fn is_durable(&self) -> bool {
        !matches!(self, Self::Ready { .. } | Self::Looked)
    }

    /// Returns the bytes to store.
    pub fn to_bytes(&self) -> Vec<u8> {
        bincode::encode_to_vec(self, config::standard()).expect("encoding into memory cannot fail")
    }

    /// Reads the event that [`to_bytes`](Self::to_bytes) made the bytes of.
    ///
    /// # Errors
    ///
    /// [`UnreadableEvent`] says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, UnreadableEvent> {
        let config = config::standard().with_limit::<MEMORY>();
        let (event, consumed) = bincode::decode_from_slice(bytes, config)
            .map_err(|error| UnreadableEvent::Malformed(error.to_string()))?;
        match bytes.len() - consumed {
            0 => Ok(event),
            extra => Err(UnreadableEvent::Trailing(extra)),
        }
    }
}

/// The right of a person to be who they are in a tournament, and to their seat in each of its games.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Ticket {
    /// Name to show.
    pub name: Name,
    /// Hash of the token.
    pub hash: TokenHash,
    /// Their key, if they have one: the token is made of it.
    pub holder: Option<KeyHolder>,
}

/// An entrant.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Player {
    /// A person.
    Person(Ticket),
    /// A bot.
    Bot(BotSpec),
}

/// A command. The caller has checked who may give it, and the bots.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the fields are those of the events and of the acts"
)]
pub enum Command {
    /// A person enters, or returns.
    Enter { ticket: Ticket },
    /// A bot enters.
    AddBot { bot: BotSpec },
    /// An entrant leaves, or is removed.
    Withdraw { entrant: Entrant },
    /// An entrant sits out, or plays again.
    Pause { entrant: Entrant, paused: bool },
    /// An entrant is ready.
    Ready { entrant: Entrant },
    /// The organiser stops the countdowns, or lets them run.
    Hold { held: bool },
    /// The organiser starts the next round.
    NextRound,
    /// The organiser corrects a result.
    Correct {
        pairing: u32,
        game: u8,
        score: BySide<u8>,
    },
    /// The organiser ends the tournament.
    End,
    /// Something is due.
    Tick,
    /// The room of the next game of a pairing is open.
    Opened { pairing: u32, room: RoomId },
    /// A game ended.
    Score {
        pairing: u32,
        game: u8,
        score: BySide<u8>,
        decision: Decision,
    },
}
