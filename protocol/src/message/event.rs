//! The events of a room.

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::clock::ClockFace;
use crate::id::Revision;
use crate::side::{BySide, Side};
use crate::spec::OpeningChoice;
use crate::text::{ChatText, Name};
#[cfg(feature = "schema")]
use crate::view::NAMED_WATCHERS;
use crate::view::{
    ChatLine, ForbiddenPoint, OpeningState, Outcome, Ply, RatingChange, SearchInfo, Seat, Series,
    Thinking,
};

/// An event in a room.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RoomEvent {
    /// Somebody took a seat. When both are taken, `Started` follows.
    SeatTaken {
        /// Side of the seat.
        side: Side,
        /// Its new occupant.
        seat: Seat,
    },
    /// Somebody gave a seat up before the game began; it is open again.
    SeatVacated {
        /// Side of the seat.
        side: Side,
    },
    /// A player is away; the seat is kept.
    Disconnected {
        /// The player's side.
        side: Side,
    },
    /// A player is back.
    Reconnected {
        /// The player's side.
        side: Side,
    },
    /// People came to watch, or watch no more: told several times a second at most.
    Watchers {
        /// Number of spectators now.
        watching: u32,
        /// Their names, where they are at most [`NAMED_WATCHERS`](crate::view::NAMED_WATCHERS); `Who` has those of
        /// more.
        #[cfg_attr(feature = "schema", schemars(length(max = NAMED_WATCHERS)))]
        names: Option<Vec<Name>>,
    },
    /// A game begins on an empty board. From the second on, everybody has changed sides.
    Started {
        /// The new revision.
        revision: Revision,
        /// The series, with the number of the game.
        series: Series,
        /// Occupants of the seats.
        seats: BySide<Seat>,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
        /// `true` if the game counts for the ratings of both.
        #[serde(default)]
        rated: bool,
    },
    /// A ply was made.
    Moved {
        /// The new revision.
        revision: Revision,
        /// The side that made it.
        side: Side,
        /// The number of the ply, from 1.
        ply: u16,
        /// The ply.
        made: Ply,
        /// `true` if it ends the game by the rules: `Over` follows.
        ends_game: bool,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// The game is over.
    Over {
        /// Winner and reason.
        outcome: Outcome,
        /// The series, with this game.
        series: Series,
        /// The clock, where there is one, standing still.
        clock: Option<ClockFace>,
    },
    /// A draw was offered. It lapses with the next ply.
    DrawOffered {
        /// The side that made the offer.
        by: Side,
    },
    /// The draw that was offered is declined.
    DrawDeclined {
        /// The side that declined.
        by: Side,
    },
    /// A takeback was asked for. It lapses with the next ply.
    TakebackAsked {
        /// The side that asked.
        by: Side,
    },
    /// The takeback that was asked for is declined.
    TakebackDeclined {
        /// The side that declined.
        by: Side,
    },
    /// Plies were taken back.
    TakenBack {
        /// The new revision.
        revision: Revision,
        /// The side that asked for the takeback.
        by: Side,
        /// Plies that are left on the board.
        plies: u16,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// A rematch was offered.
    RematchOffered {
        /// The side that made the offer.
        by: Side,
    },
    /// Somebody said something.
    ChatPosted {
        /// The line, with its author.
        line: ChatLine,
    },
    /// The search behind a bot's ply; sent to all after the game, and during it to spectators where only bots play
    /// or the spec opens thoughts.
    SearchInfo {
        /// The search.
        search: SearchInfo,
    },
    /// The clock changed otherwise than by a ply: it is stopped, held by the server, or runs again.
    Clock {
        /// State of the clock.
        clock: ClockFace,
    },
    /// A bot thinks: told when it has thought for a moment, and to those who see its searches when it gets deeper.
    Thinking {
        /// The search so far.
        thinking: Thinking,
    },
    /// An external engine says something about its search, to those who see the searches of bots.
    EngineMessage {
        /// Side of the engine.
        side: Side,
        /// Number of the ply that it searches, from 1.
        ply: u16,
        /// The text.
        text: ChatText,
    },
    /// The points that the side to move may not play: after a change of the board, where there are any.
    Forbidden {
        /// The points, sorted.
        points: Vec<ForbiddenPoint>,
    },
    /// A choice was made in the opening.
    OpeningChosen {
        /// The new revision.
        revision: Revision,
        /// The side that chose.
        by: Side,
        /// The choice.
        choice: OpeningChoice,
        /// The clock, where there is one.
        clock: Option<ClockFace>,
    },
    /// The state of an opening that has choices, after `Started` and after every change of the board in it.
    Opening {
        /// The state.
        opening: OpeningState,
    },
    /// Whoever opened the room lets nobody else in, or again.
    Locked {
        /// `true` if nobody is let in.
        locked: bool,
    },
    /// Whoever opened the room sent somebody out of it.
    Removed {
        /// The name.
        name: Name,
    },
    /// Whoever opened the room lets nobody chat, or again.
    ChatClosed {
        /// `true` if nobody may chat.
        closed: bool,
    },
    /// Somebody whom the client has muted said something. Stands for that `ChatPosted` and has its number, so that
    /// there is no gap.
    ChatHidden,
    /// The rematch that was offered is declined.
    RematchDeclined {
        /// The side that declined.
        by: Side,
    },
    /// The game that ended changed the ratings of both.
    Rated {
        /// The ratings before and after.
        ratings: BySide<RatingChange>,
    },
}

impl RoomEvent {
    /// The names of the events in JSON, in the order of bincode.
    pub const TYPES: &[&str] = &[
        "seat_taken",
        "seat_vacated",
        "disconnected",
        "reconnected",
        "watchers",
        "started",
        "moved",
        "over",
        "draw_offered",
        "draw_declined",
        "takeback_asked",
        "takeback_declined",
        "taken_back",
        "rematch_offered",
        "chat_posted",
        "search_info",
        "clock",
        "thinking",
        "engine_message",
        "forbidden",
        "opening_chosen",
        "opening",
        "locked",
        "removed",
        "chat_closed",
        "chat_hidden",
        "rematch_declined",
        "rated",
    ];
}
