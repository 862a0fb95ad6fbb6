//! The commands that a room accepts, in one closed list.

use protocol::act::Act;
use protocol::id::{PlayerId, Revision, TokenHash};
use protocol::millis::Millis;
use protocol::text::{ChatText, Name};
use protocol::turn_order::OpeningMove;
use protocol::view::SearchInfo;

use crate::KeyHolder;

/// A command to a room, by a person, by a bot, or by time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the other fields say it")]
pub enum Command {
    /// Takes an open seat, the first side's if both are open.
    Sit {
        who: PlayerId,
        name: Name,
        /// Hash of the token of their seat.
        hash: TokenHash,
        /// Their key, if they have one.
        holder: Option<KeyHolder>,
    },
    /// Comes back to a seat, in place of any older connection.
    Return {
        /// Id of the new connection.
        who: PlayerId,
        /// Hash of the token that was shown.
        hash: TokenHash,
    },
    /// Enters as a spectator.
    Watch {
        who: PlayerId,
        name: Name,
        /// Hash of their key, if they have one.
        key: Option<TokenHash>,
    },
    /// Leaves on purpose (`lost` is false) or because the connection broke.
    ///
    /// The seat is kept during a game in both cases; before the game it is kept unless the player left on
    /// purpose.
    Leave {
        who: PlayerId,
        /// True if the connection broke.
        lost: bool,
    },
    /// Carries out the act of a player.
    Act {
        who: PlayerId,
        act: Act,
        /// Round trip time that the server measured last; zero if it has measured none.
        round_trip: Millis,
    },
    /// Plays a bot's answer to the request of [`Room::thinking`](crate::Room::thinking).
    BotPlay {
        /// Revision of the board that was searched.
        revision: Revision,
        /// Result of the search, whose move is the first of its principal variation. An error means that the
        /// bot failed: it loses, and the text is shown in the chat.
        thought: Result<SearchInfo, ChatText>,
    },
    /// Makes a bot's part of an opening with choices, asked for by [`Room::thinking`](crate::Room::thinking).
    BotOpen {
        /// Revision of the board that the bot was asked about.
        revision: Revision,
        /// Stones or a choice; an error is that of `BotPlay`.
        answer: Result<OpeningMove, ChatText>,
    },
    /// Lets nobody else in, or again; by the owner, as the next two.
    Lock { who: PlayerId, locked: bool },
    /// Sends a spectator out, or before the game a player.
    Remove { who: PlayerId, name: Name },
    /// Lets nobody chat, or again.
    CloseChat { who: PlayerId, closed: bool },
    /// Says something in the chat.
    Chat { who: PlayerId, text: ChatText },
    /// Says something in the chat, by the host of the server, who is not in the room.
    HostSay { name: Name, text: ChatText },
    /// Closes the room for good, by the host of the server; a game that goes on ends without a result.
    HostClose,
    /// Carries out what is due at the moment of [`Room::deadline`](crate::Room::deadline), which has come.
    Tick,
    /// Resumes after the server was away: everybody is absent, and nobody is charged. The command's moment is
    /// the start of the server, from which the grace periods run.
    Resume,
    /// Holds the clock from this moment on, because the store or the server is at fault. Events applied
    /// meanwhile leave it held.
    HoldClock,
    /// Releases the clock from this moment on: the fault is over. The side to move has the rest of its
    /// time, or the whole time limit again if the ply is a free first one.
    ReleaseClock,
    /// Records the time used in the turn under way: the server stops in good order.
    Stop,
    /// Leaves memory, if nobody is in the room and only its abandonment is to come.
    Unload,
}

impl Command {
    /// Returns the kind of the command as one word.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sit { .. } => "sit",
            Self::Return { .. } => "return",
            Self::Watch { .. } => "watch",
            Self::Leave { .. } => "leave",
            Self::Act { .. } => "act",
            Self::BotPlay { .. } => "bot_play",
            Self::BotOpen { .. } => "bot_open",
            Self::Lock { .. } => "lock",
            Self::Remove { .. } => "remove",
            Self::CloseChat { .. } => "close_chat",
            Self::Chat { .. } => "chat",
            Self::HostSay { .. } => "host_say",
            Self::HostClose => "host_close",
            Self::Tick => "tick",
            Self::Resume => "resume",
            Self::HoldClock => "hold_clock",
            Self::ReleaseClock => "release_clock",
            Self::Stop => "stop",
            Self::Unload => "unload",
        }
    }
}
