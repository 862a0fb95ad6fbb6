//! What may be asked of a room: the one closed list of words that go in.

use protocol::clock::Millis;
use protocol::id::{PlayerId, Revision, Seal};
use protocol::message::Thought;
use protocol::square::Square;
use protocol::text::{ChatText, Name};

/// Something asked of a room, by a person, by a bot, or by time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Takes an open seat, the first side's if both are open.
    Sit {
        /// Who.
        who: PlayerId,
        /// What they are called.
        name: Name,
        /// What the room keeps of the token of their seat.
        seal: Seal,
    },
    /// Comes back to a seat, and takes it from an older connection that has it.
    Return {
        /// Who, from now on.
        who: PlayerId,
        /// Of the token that was shown.
        seal: Seal,
    },
    /// Comes to watch.
    Watch {
        /// Who.
        who: PlayerId,
        /// What they are called.
        name: Name,
    },
    /// Goes, on purpose (`lost` is false) or because the connection broke.
    ///
    /// A seat in a game that goes on is kept either way; before the game it is given up on purpose only.
    Leave {
        /// Who.
        who: PlayerId,
        /// Whether the connection broke.
        lost: bool,
    },
    /// A person plays.
    Play {
        /// Who.
        who: PlayerId,
        /// The revision the move is meant for.
        revision: Revision,
        /// Where.
        square: Square,
        /// The round trip that the server measured last; zero where it measured none.
        round_trip: Millis,
    },
    /// A bot answers what [`Room::thinking`](crate::Room::thinking) asked.
    BotPlay {
        /// The revision it was asked at.
        revision: Revision,
        /// What it thought; the first of its principal variation is its move. An error: it failed, and loses;
        /// why, it says at the table.
        thought: Result<Thought, ChatText>,
    },
    /// Gives the game up.
    Resign {
        /// Who.
        who: PlayerId,
    },
    /// Offers a draw.
    OfferDraw {
        /// Who.
        who: PlayerId,
    },
    /// Takes or declines a draw.
    AnswerDraw {
        /// Who.
        who: PlayerId,
        /// Whether it is taken.
        accept: bool,
    },
    /// Asks for the last ply back.
    AskTakeback {
        /// Who.
        who: PlayerId,
    },
    /// Grants or declines a takeback.
    AnswerTakeback {
        /// Who.
        who: PlayerId,
        /// Whether it is granted.
        accept: bool,
    },
    /// Ends the game before each side has moved.
    Abort {
        /// Who.
        who: PlayerId,
    },
    /// Claims the game of an opponent who stays away.
    Claim {
        /// Who.
        who: PlayerId,
    },
    /// Offers another game, or agrees to it.
    Rematch {
        /// Who.
        who: PlayerId,
    },
    /// Says something.
    Chat {
        /// Who.
        who: PlayerId,
        /// What.
        text: ChatText,
    },
    /// The moment of [`Room::deadline`](crate::Room::deadline) has come.
    Tick,
    /// The server was away and is back: everybody is gone, and nobody is charged. The moment is the server's
    /// start, from which the graces run.
    Resume,
    /// The store or the server is at fault since this moment: the clock stands still. Events applied
    /// meanwhile leave it so.
    HoldClock,
    /// What was at fault works again: time passes from this moment on. The side to move has the rest of its
    /// time, for a free first ply the whole span anew.
    ReleaseClock,
    /// The server stops in good order: the time thought in the turn under way is recorded.
    Stop,
    /// The room is to leave memory if nobody is in it and nothing but abandonment is to come.
    Unload,
}
