//! What happens in a room: the one closed list of words that come out.
//!
//! Every event goes through [`Room::apply`](crate::Room::apply). The durable ones are appended to the
//! store first and numbered by `Seq`; the others are only told.

use bincode::{Decode, Encode};
use protocol::clock::Millis;
use protocol::id::{PlayerId, Seal};
use protocol::message::{Outcome, Thought};
use protocol::side::Side;
use protocol::spec::{BotSpec, GameSpec};
use protocol::square::Square;
use protocol::text::{ChatText, Name};

/// Something that happened. The order of the variants is the store's: new ones go to the end.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Event {
    /// The room exists. Always the first event.
    Opened {
        /// The game, its seed filled in.
        spec: GameSpec,
        /// The spans that the room lives by.
        timing: Timing,
    },
    /// Somebody has a seat.
    Sat {
        /// Which.
        side: Side,
        /// Who.
        occupant: Occupant,
    },
    /// A seat is open again.
    Stood {
        /// Which.
        side: Side,
    },
    /// A game begins. From the second on, the seats are swapped.
    Started,
    /// A ply of an older server, whose time is what ran from the turn's beginning to the moment recorded.
    /// `Played` has its place.
    Moved {
        /// Where the stone lies.
        square: Square,
        /// Lag credit spent on it.
        credit: Millis,
    },
    /// The game is over.
    Over {
        /// How.
        outcome: Outcome,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        by: Side,
    },
    /// The draw was declined.
    DrawDeclined {
        /// By whom.
        by: Side,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// By whom.
        by: Side,
    },
    /// The takeback was declined.
    TakebackDeclined {
        /// By whom.
        by: Side,
    },
    /// A takeback of an older server, in which the plies kept their increments. `PliesTakenBack` has its
    /// place.
    TakenBack {
        /// Whose takeback it was.
        by: Side,
        /// Plies left on the board.
        plies: u16,
    },
    /// A rematch was offered.
    RematchOffered {
        /// By whom.
        by: Side,
    },
    /// Somebody said something.
    Said {
        /// Who.
        name: Name,
        /// The side they play; none watches.
        side: Option<Side>,
        /// What.
        text: ChatText,
    },
    /// The server came back. All people are away; the clock stands still for each of them until their
    /// `ClockStarted`. A bot that is to move is on the clock at once.
    Resumed,
    /// The clock of the side to move runs, after it stood still since `Resumed`.
    ClockStarted,
    /// Nobody came for the open seat: the room is closed for good.
    Closed,

    /// A player is here. Not durable.
    Back {
        /// Which side.
        side: Side,
        /// By which connection, from now on.
        who: PlayerId,
    },
    /// A player is away. Not durable.
    Gone {
        /// Which side.
        side: Side,
    },
    /// Somebody came to watch. Not durable.
    Watching {
        /// Who.
        who: PlayerId,
        /// What they are called.
        name: Name,
    },
    /// Somebody watches no more. Not durable.
    Unwatched {
        /// Who.
        who: PlayerId,
        /// What they are called: it is told after the room has forgotten them.
        name: Name,
    },
    /// A bot thought. Not durable.
    Thought {
        /// What.
        thought: Thought,
    },
    /// The room may leave memory; it is in the store. Not durable.
    Retired,

    /// A ply was made. The time of the other side runs from the moment at which this is applied.
    Played {
        /// Where the stone lies.
        square: Square,
        /// Thinking time subtracted from the clock of its side.
        charged: Millis,
        /// Lag credit spent on it, which is not in `charged`.
        credit: Millis,
    },
    /// The turn under way ended without a ply, or the server stops: the clock stands still.
    ClockStopped {
        /// Thinking time subtracted from the clock of the side to move.
        charged: Millis,
    },
    /// Plies were taken back, and the increments they earned with them. Time thought stays charged.
    PliesTakenBack {
        /// Whose takeback it was.
        by: Side,
        /// Plies left on the board.
        plies: u16,
    },
    /// The store or the server is at fault: no time passes from this moment on. Not durable.
    ClockHeld,
    /// Time passes again from this moment on. Not durable.
    ClockReleased,
}

impl Event {
    /// Whether it is appended to the store, and numbered.
    pub fn is_durable(&self) -> bool {
        match self {
            Self::Opened { .. }
            | Self::Sat { .. }
            | Self::Stood { .. }
            | Self::Started
            | Self::Moved { .. }
            | Self::Over { .. }
            | Self::DrawOffered { .. }
            | Self::DrawDeclined { .. }
            | Self::TakebackAsked { .. }
            | Self::TakebackDeclined { .. }
            | Self::TakenBack { .. }
            | Self::RematchOffered { .. }
            | Self::Said { .. }
            | Self::Resumed
            | Self::ClockStarted
            | Self::Closed
            | Self::Played { .. }
            | Self::ClockStopped { .. }
            | Self::PliesTakenBack { .. } => true,
            Self::Back { .. }
            | Self::Gone { .. }
            | Self::Watching { .. }
            | Self::Unwatched { .. }
            | Self::Thought { .. }
            | Self::Retired
            | Self::ClockHeld
            | Self::ClockReleased => false,
        }
    }
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub enum Occupant {
    /// A person, known by the seal of their token.
    Human {
        /// What they are called.
        name: Name,
        /// Of the token of the seat.
        seal: Seal,
    },
    /// A bot.
    Bot(BotSpec),
}

/// The spans that a room lives by. Each room keeps those it was opened with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Timing {
    /// Each side's first ply is free of the clock, but must come within this.
    pub first_move: Millis,
    /// Away for longer, and the opponent may claim the game.
    pub grace: Millis,
    /// A room with an open seat that nobody present holds closes after this.
    pub seating: Millis,
    /// A room that nobody is in leaves memory after this, if the game is over or nothing hurries it.
    pub lingering: Millis,
    /// A game with both players away for this long is aborted.
    pub abandoned: Millis,
    /// Lag credit for one ply, at most.
    pub credit_per_ply: Millis,
    /// Lag credit for a side in a game, at most.
    pub credit_per_game: Millis,
    /// The rest between the games of a match of bots.
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
            credit_per_ply: Millis(500),
            credit_per_game: Millis(5000),
            between_games: Millis::from_secs(3),
        }
    }
}
