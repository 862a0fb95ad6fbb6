//! The events of a room, in one closed list.
//!
//! Every event goes through [`Room::apply`](crate::Room::apply). The durable ones are first appended to the
//! store and numbered by `Seq`; the others are only sent to clients.

mod bytes;

use bincode::{Decode, Encode};
use protocol::id::{PlayerId, TokenHash};
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::{BotSpec, GameSpec, OpeningChoice};
use protocol::square::Square;
use protocol::text::{ChatText, Name};
use protocol::view::{Outcome, SearchInfo};

pub use self::bytes::UnreadableEvent;

/// A change of a room. The stored form has the order of the variants: new ones go to the end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
#[expect(missing_docs, reason = "the names of the other fields say it")]
pub enum Event {
    /// The room was opened. Always the first event.
    Opened {
        /// Game and options, with the seed filled in.
        spec: GameSpec,
        /// Time limits of the room.
        timing: Timing,
    },
    /// Whoever took this seat opened the room.
    OwnerSeated { side: Side },
    /// Somebody took a seat.
    SeatTaken { side: Side, occupant: Occupant },
    /// A seat became open again.
    SeatVacated { side: Side },
    /// A game began. From the second on, the seats are exchanged.
    Started,
    /// A ply was made. The time of the other side runs from the moment at which this is applied.
    Played {
        square: Square,
        /// Time subtracted from the clock of its side.
        charged: Millis,
        /// Lag credit spent on it, which is not in `charged`.
        credit: Millis,
    },
    /// A choice was made in the opening. The time of the side that acts next runs from the moment at which this is
    /// applied.
    Chosen {
        choice: OpeningChoice,
        /// Time subtracted from the clock of its side.
        charged: Millis,
        /// Lag credit spent on it, which is not in `charged`.
        credit: Millis,
    },
    /// The turn under way ended without a ply, or the server stops: the clock stands still.
    ClockStopped {
        /// Time subtracted from the clock of the side to move.
        charged: Millis,
    },
    /// A draw was offered.
    DrawOffered {
        /// Side that offered.
        by: Side,
    },
    /// The draw offer was declined.
    DrawDeclined {
        /// Side that declined.
        by: Side,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// Side that asked.
        by: Side,
    },
    /// The takeback was declined.
    TakebackDeclined {
        /// Side that declined.
        by: Side,
    },
    /// Plies were taken back, with the increments they earned. The time used stays charged.
    TakenBack {
        /// Side that asked for the takeback.
        by: Side,
        /// Plies left on the board.
        plies: u16,
    },
    /// The game ended.
    Over { outcome: Outcome },
    /// A rematch was offered.
    RematchOffered {
        /// Side that offered.
        by: Side,
    },
    /// The rematch offer was declined.
    RematchDeclined {
        /// Side that declined.
        by: Side,
    },
    /// Somebody said something in the chat.
    ChatPosted {
        /// Name of the speaker.
        name: Name,
        /// Side that the speaker plays; none for a spectator.
        side: Option<Side>,
        text: ChatText,
    },
    /// The owner lets nobody else in, or again.
    Locked {
        /// True if nobody is let in.
        locked: bool,
    },
    /// The owner sent somebody out, who has left by the event before.
    PersonRemoved { name: Name },
    /// The owner lets nobody chat, or again.
    ChatClosed {
        /// True if nobody may chat.
        closed: bool,
    },
    /// The server came back. All people are away, and the clock stands still for each of them until their
    /// `ClockStarted`. The clock of a bot that is to move runs at once.
    Resumed,
    /// The clock of the side to move runs again; it stood still since `Resumed`.
    ClockStarted,
    /// Nobody took the open seat: the room is closed for good.
    Closed,

    /// A player is present. Not durable.
    Reconnected {
        side: Side,
        /// Id of the player's new connection.
        who: PlayerId,
    },
    /// A player went away. Not durable.
    Disconnected { side: Side },
    /// A spectator came. Not durable.
    SpectatorJoined { who: PlayerId, name: Name },
    /// A spectator left, or took a seat. Not durable.
    SpectatorLeft {
        who: PlayerId,
        /// Name of the spectator, sent after the room has forgotten it.
        name: Name,
    },
    /// A bot finished a search. Not durable.
    SearchInfo {
        /// Result of the search.
        search: SearchInfo,
    },
    /// The room may leave memory; it is in the store. Not durable.
    Retired,
    /// The store or the server is at fault: no time passes from this moment on. Not durable.
    ClockHeld,
    /// The fault is over: time passes again from this moment on. Not durable.
    ClockReleased,
    /// Whoever opened the room watches it. Not durable.
    OwnerWatches {
        who: PlayerId,
        /// Hash of their key, if they have one.
        key: Option<TokenHash>,
    },
    /// The lock ended, since nobody was left who could open it. Not durable.
    Unlocked,
    /// The chat is open again, since nobody was left who could open it. Not durable.
    ChatOpened,
}

impl Event {
    /// Returns true if the event is appended to the store, and numbered.
    pub fn is_durable(&self) -> bool {
        match self {
            Self::Opened { .. }
            | Self::SeatTaken { .. }
            | Self::SeatVacated { .. }
            | Self::Started
            | Self::Over { .. }
            | Self::DrawOffered { .. }
            | Self::DrawDeclined { .. }
            | Self::TakebackAsked { .. }
            | Self::TakebackDeclined { .. }
            | Self::RematchOffered { .. }
            | Self::ChatPosted { .. }
            | Self::Resumed
            | Self::ClockStarted
            | Self::Closed
            | Self::Played { .. }
            | Self::ClockStopped { .. }
            | Self::TakenBack { .. }
            | Self::Chosen { .. }
            | Self::OwnerSeated { .. }
            | Self::Locked { .. }
            | Self::PersonRemoved { .. }
            | Self::ChatClosed { .. }
            | Self::RematchDeclined { .. } => true,
            Self::Reconnected { .. }
            | Self::Disconnected { .. }
            | Self::SpectatorJoined { .. }
            | Self::SpectatorLeft { .. }
            | Self::SearchInfo { .. }
            | Self::Retired
            | Self::ClockHeld
            | Self::ClockReleased
            | Self::OwnerWatches { .. }
            | Self::Unlocked
            | Self::ChatOpened => false,
        }
    }

    /// Returns true if the event changes the board or who acts on it, and so makes moves for the previous position
    /// stale.
    pub(crate) fn changes_board(&self) -> bool {
        match self {
            Self::Started | Self::Played { .. } | Self::Chosen { .. } | Self::TakenBack { .. } => {
                true
            }
            Self::Opened { .. }
            | Self::SeatTaken { .. }
            | Self::SeatVacated { .. }
            | Self::Over { .. }
            | Self::DrawOffered { .. }
            | Self::DrawDeclined { .. }
            | Self::TakebackAsked { .. }
            | Self::TakebackDeclined { .. }
            | Self::RematchOffered { .. }
            | Self::ChatPosted { .. }
            | Self::Resumed
            | Self::ClockStarted
            | Self::Closed
            | Self::ClockStopped { .. }
            | Self::OwnerSeated { .. }
            | Self::Locked { .. }
            | Self::PersonRemoved { .. }
            | Self::ChatClosed { .. }
            | Self::RematchDeclined { .. }
            | Self::Reconnected { .. }
            | Self::Disconnected { .. }
            | Self::SpectatorJoined { .. }
            | Self::SpectatorLeft { .. }
            | Self::SearchInfo { .. }
            | Self::Retired
            | Self::ClockHeld
            | Self::ClockReleased
            | Self::OwnerWatches { .. }
            | Self::Unlocked
            | Self::ChatOpened => false,
        }
    }
}

/// Occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Occupant {
    /// A person, known by the hash of their token.
    Human {
        /// Name to show.
        name: Name,
        /// Hash of the token of the seat.
        hash: TokenHash,
    },
    /// A bot.
    Bot(BotSpec),
    /// A person with a key, who has the seat by it also where the token is lost.
    KeyHolder {
        /// Name to show.
        name: Name,
        /// Hash of the token of the seat.
        hash: TokenHash,
        /// Key of the person.
        holder: KeyHolder,
    },
}

/// The key by which a person has a seat, whatever connection and device they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct KeyHolder {
    /// Hash of the key.
    pub key: TokenHash,
    /// Random number from which, with the key, the token of the seat is made again.
    pub nonce: u64,
    /// True if the key owns a name, and not only the number of a guest.
    pub owns_name: bool,
}

impl Occupant {
    /// Returns a person, with their key if they have one.
    pub fn person(name: &Name, hash: TokenHash, holder: Option<KeyHolder>) -> Self {
        let name = name.clone();
        match holder {
            Some(holder) => Self::KeyHolder { name, hash, holder },
            None => Self::Human { name, hash },
        }
    }
}

/// Time limits of a room. Each room keeps those it was opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Timing {
    /// Time allowed for each side's first ply, which is free of the clock.
    pub first_move: Millis,
    /// Absence after which the opponent may claim the game.
    pub grace: Millis,
    /// Time after which a room closes if it has an open seat and nobody present on the other one.
    pub seating: Millis,
    /// Time after which an empty room leaves memory, if its game is over or nothing in it is due soon.
    pub lingering: Millis,
    /// Absence of both players after which a game is aborted.
    pub abandoned: Millis,
    /// Maximum lag credit for one ply.
    pub credit_per_ply: Millis,
    /// Maximum lag credit for one side in a game.
    pub credit_per_game: Millis,
    /// Pause between the games of a match of bots.
    pub between_games: Millis,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            first_move: Millis::from_secs(60),
            grace: Millis::from_secs(60),
            seating: Millis::from_secs(600),
            lingering: Millis::from_secs(600),
            abandoned: Millis::from_secs(7 * 24 * 3600),
            credit_per_ply: Millis::from_millis(500),
            credit_per_game: Millis::from_millis(5000),
            between_games: Millis::from_secs(3),
        }
    }
}

#[cfg(test)]
mod tests;
