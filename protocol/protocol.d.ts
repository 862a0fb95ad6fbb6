// The messages of enlinea in JSON; PROTOCOL.md says what they mean.
// Written by `UPDATE_EXPECT=1 cargo test -p protocol --features schema --test schema` from schema.json.

/** One of the best lines of play from a position. */
export interface BestLine {
  /** The plies, from the side to move on. */
  pv: Array<Square>;
  /** Score, to the side to move, in points: 200 are odds of e to 1 to win. */
  score: SignedText;
  /** The last depth that was searched completely. */
  depth?: Depth | null;
  /** Number of plies to the proven end of the game: `n > 0` the side to move wins, `n < 0` it loses. */
  end?: number | null;
}

/** A person's strength as a level of the bot `level`. */
export interface BotLevel {
  /** The rules and the board. */
  variant: VariantName;
  /** The level in tenths, 10 to 90. */
  tenths: number;
  /** The lowest level that it may be, in tenths. */
  lowest: number;
  /** The highest level that it may be, in tenths. */
  highest: number;
  /** Number of games that it rests on. */
  games: number;
}

/** A kind of bot that the server offers. */
export interface BotOffer {
  /** Its name in a `BotSpec`. */
  kind: string;
  /** A description of one sentence. */
  about: string;
  /** Named depths, such as `easy`. */
  presets: Array<Preset>;
  /** Every variant of the server with a name that it plays; `ListBots` says whether it plays another. */
  variants: Array<VariantName>;
  /** Its options. */
  options: Array<BotOption>;
  /** The depth that is used where the client names none. */
  default_depth?: Depth | null;
  /** Least and greatest depth in plies; none for a bot that does not search. */
  depths?: [Depth, Depth] | null;
  /** Its measured strength, in Elo above `random`. */
  level?: number | null;
  /** The openings with choices that it plays. */
  openings?: Array<OpeningRule>;
}

/** A number by which a bot can be changed. */
export interface BotOption {
  /** Its name in a `BotSpec`. */
  name: string;
  /** A description of one sentence. */
  about: string;
  /** The least value. */
  least: number;
  /** The greatest value. */
  most: number;
  /** The value where the client names none. */
  default: number;
}

/**
 * A bot: its kind, its depth, its options. As text `random`, `negamax:6`, `priority,own_two=9,temperature=20`.
 *
 * Kinds and options are the server's to know; here they are words.
 * @pattern ^[a-z0-9-]{1,24}(?::[1-9][0-9]?)?(?:,[a-z0-9_]{1,16}=-?[0-9]{1,10}){0,8}$
 */
export type BotSpec = string;

/** A line of chat. */
export interface ChatLine {
  /** Name of the author. */
  name: Name;
  /** The text. */
  text: ChatText;
  /** The author's side; none for a spectator. */
  side?: Side | null;
}

/**
 * A line of chat: 1 to 200 characters, clean.
 * @minLength 1
 * @maxLength 200
 */
export type ChatText = string;

/**
 * A message from a client.
 *
 * Everything about a room concerns the room that the connection is in: it is in one at most.
 */
export type ClientMessage =
  /** The first message, once. Answered by `Welcome`, or refused with `Version` and closed. */
  | {
    type: "hello";
    /** The version of the protocol that the client speaks. */
    protocol: number;
    /** Name and version of the program, for the log. */
    software: string;
    /** `true` to get a `Ping` every few seconds, for clients that see no pings of the WebSocket. */
    heartbeat?: boolean;
    /** Secret by which the server knows the person again: the right to their name. */
    key?: Token | null;
    /** Name that the person asks for; none gives `guest-NN`. */
    name?: string | null;
    ref?: Ref;
  }
  /** Asks for the lobby, and for its changes from then on. */
  | {
    type: "enter_lobby";
    /** `true` to get the moves of each room, for several boards on one screen. */
    boards?: boolean;
    ref?: Ref;
  }
  /** Wants no more changes of the lobby. */
  | {
    type: "leave_lobby";
    ref?: Ref;
  }
  /** Opens a room. Answered by `Joined`: seated where a seat is `Me`, as a spectator otherwise. */
  | {
    type: "open";
    /** The game. */
    spec: GameSpecOfVariant;
    /** Occupants of the seats; at most one seat is `Me`. */
    seats: {
      /** Value of `Side::First`. */
      first: SeatSpec;
      /** Value of `Side::Second`. */
      second: SeatSpec;
    };
    /** `true` to draw at random which of the two is first. */
    shuffle: boolean;
    ref?: Ref;
  }
  /** Goes into a room. Answered by `Joined`. */
  | {
    type: "join";
    /** Code of the room. */
    room: RoomId;
    /** Role in the room. */
    role: Role;
    ref?: Ref;
  }
  /** Takes an open seat of any listed room of this game, or opens such a room. Answered by `Joined`. */
  | {
    type: "quick";
    /** The rules and the board. */
    variant: Variant;
    /** The clock. */
    clock?: ClockSpec | null;
    /** Rooms where this person has a seat already: nobody meets their own, not even while the server has yet to notice that their last connection broke. */
    own_rooms?: Array<RoomId>;
    /** `true` to play for ratings where both own their names. */
    rated?: boolean;
    ref?: Ref;
  }
  /** Leaves the room; a seat in a game that goes on is kept. Answered by `Left`. */
  | {
    type: "leave";
    ref?: Ref;
  }
  /** Plays. */
  | {
    type: "move";
    /** The revision of the board that the move is meant for. */
    revision: Revision;
    /** Cell to play; only its column counts where discs fall. */
    square: Square;
    ref?: Ref;
  }
  /** Gives the game up. */
  | {
    type: "resign";
    ref?: Ref;
  }
  /** Offers a draw. */
  | {
    type: "offer_draw";
    ref?: Ref;
  }
  /** Takes or declines the draw that the opponent offered. */
  | {
    type: "answer_draw";
    /** `true` if it is taken. */
    accept: boolean;
    ref?: Ref;
  }
  /** Asks to take back the client's own last ply. */
  | {
    type: "ask_takeback";
    ref?: Ref;
  }
  /** Grants or declines the takeback that the opponent asked for. */
  | {
    type: "answer_takeback";
    /** `true` if it is granted. */
    accept: boolean;
    ref?: Ref;
  }
  /** Ends the game without a result, before each side has moved. */
  | {
    type: "abort";
    ref?: Ref;
  }
  /** Claims the game of an opponent who has been away for longer than the grace. */
  | {
    type: "claim";
    ref?: Ref;
  }
  /** Offers another game with sides swapped, or agrees to it. */
  | {
    type: "rematch";
    ref?: Ref;
  }
  /** Chooses in an opening that has choices. */
  | {
    type: "choose";
    /** The revision of the board that the choice is meant for. */
    revision: Revision;
    /** The choice. */
    choice: OpeningChoice;
    ref?: Ref;
  }
  /** Agrees to the rematch that the opponent offered, as `Rematch` does, or declines it. */
  | {
    type: "answer_rematch";
    /** `true` if it is agreed to. */
    accept: boolean;
    ref?: Ref;
  }
  /** Says something to those present. */
  | {
    type: "chat";
    /** The text; the server cleans it. */
    text: string;
    ref?: Ref;
  }
  /** Asks for the `Joined` of the client's room again, as after a gap in `Seq`. */
  | {
    type: "resync";
    ref?: Ref;
  }
  /** Asks for the value of each column in a position, or for its best lines where stones are placed freely. Answered by `Analysis`, unless the client asks about another position first, or leaves its room. */
  | {
    type: "analyse";
    /** The rules and the board. */
    variant: Variant;
    /** Moves that lead to the position, from the empty board. Only the column counts where discs fall. */
    moves: Array<Square>;
    ref?: Ref;
  }
  /** Does not want the answers to `Analyse` or `AnalyseGame` any more. */
  | {
    type: "stop_analysis";
    ref?: Ref;
  }
  /** Asks for a sign of life. Answered by `Pong`. */
  | {
    type: "ping";
    ref?: Ref;
  }
  /** The answer to `Ping`. */
  | {
    type: "pong";
    ref?: Ref;
  }
  /** Asks about a room without going into it. Answered by `RoomInfo`. */
  | {
    type: "room_info";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** Asks for the game of a room as text, while it goes on or afterwards. Answered by `Record`. */
  | {
    type: "record";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** Watches a room beside the one that the client is in, as for several boards on one screen. Answered by `Watching`; again for a room that is watched already. */
  | {
    type: "watch";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** Watches a room no more. Answered by `Left`. */
  | {
    type: "unwatch";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** Asks who watches a room that the client is in or watches. Answered by `Who`. */
  | {
    type: "who";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** Asks for an analysis of every position of the game in the client's room. Answered by an `Analysis` of each, then `GameAnalysed`. */
  | {
    type: "analyse_game";
    ref?: Ref;
  }
  /** Asks for the bots that play a variant, the weakest first. Answered by `Bots`. */
  | {
    type: "list_bots";
    /** The rules and the board. */
    variant: Variant;
    ref?: Ref;
  }
  /** Says something to those who look at the lobby. */
  | {
    type: "lobby_chat";
    /** The text; the server cleans it. */
    text: string;
    ref?: Ref;
  }
  /** Wants to see no more, or again, of the chat of somebody. Answered by `Muted`. */
  | {
    type: "mute";
    /** Name of the other person. */
    name: Name;
    /** `true` to see no more. */
    muted: boolean;
    ref?: Ref;
  }
  /** Asks for a code by which another device takes the client's seat over. Answered by `HandedOver`. */
  | {
    type: "hand_over";
    ref?: Ref;
  }
  /** Takes over the seat of the device that showed this code. Answered by `Joined`. */
  | {
    type: "take_over";
    /** The code, good once. */
    code: HandOverCode;
    ref?: Ref;
  }
  /** Asks for the games of the person whose key came with `Hello`. Answered by `YourGames`. */
  | {
    type: "your_games";
    ref?: Ref;
  }
  /** Lets nobody else in, or again, by the one who opened the room. Answered by `Locked`. */
  | {
    type: "lock";
    /** `true` to let nobody in. */
    locked: boolean;
    ref?: Ref;
  }
  /** Sends a spectator, or a player before the game, out of the room, by the one who opened it. Answered by `Removed`. */
  | {
    type: "remove";
    /** Name of the other person. */
    name: Name;
    ref?: Ref;
  }
  /** Lets nobody chat, or again, by the one who opened the room. Answered by `ChatClosed`. */
  | {
    type: "close_chat";
    /** `true` to let nobody chat. */
    closed: boolean;
    ref?: Ref;
  }
  /** Asks for games that are over, the newest first: listed ones, and those of the person. Answered by `History`. */
  | {
    type: "history";
    /** The games that are asked for. */
    filter: HistoryFilter;
    /** Only games with a lower number than this one, as for the next page. */
    before?: GameNr | null;
    ref?: Ref;
  }
  /** Asks for a game that is over. Answered by `PastGame`. */
  | {
    type: "past_game";
    /** Number of the game. */
    game: GameNr;
    ref?: Ref;
  }
  /** Asks what is derived from the games of a person who owns a name. Answered by `Profile`. */
  | {
    type: "profile";
    /** The name; none is that of the one who asks. */
    name?: Name | null;
    ref?: Ref;
  }
  /** Asks for the order of the players by their ratings. Answered by `Leaderboard`. */
  | {
    type: "leaderboard";
    /** The rules and the board. */
    variant: Variant;
    /** Only those with a rated game in this time up to now, as since midnight. */
    within?: Millis | null;
    ref?: Ref;
  }
  /** Asks which moves were played in a position on this server. Answered by `Explored`. */
  | {
    type: "explore";
    /** The rules and the board. */
    variant: Variant;
    /** Moves that lead to the position. */
    moves: Array<Square>;
    ref?: Ref;
  }
  /** Asks for the listed tournaments, and those of the person. Answered by `Tournaments`. */
  | {
    type: "list_tournaments";
    ref?: Ref;
  }
  /** Opens a tournament, of which the person is the organiser, and follows it. Answered by `YourTournament`, then `Tournament`. */
  | {
    type: "open_tournament";
    /** The choices. */
    spec: TournamentSpecOfVariant;
    ref?: Ref;
  }
  /** Follows a tournament, and no other any more. Answered by `YourTournament`, then `Tournament`. */
  | {
    type: "follow_tournament";
    /** Code of the tournament. */
    tournament: RoomId;
    /** The token that came with `YourTournament`: the way back of a person without a key. */
    token?: Token | null;
    ref?: Ref;
  }
  /** Follows no tournament any more. */
  | {
    type: "unfollow_tournament";
    ref?: Ref;
  }
  /** Acts in the tournament that the client follows. Answered by `YourTournament`. */
  | {
    type: "in_tournament";
    /** The act. */
    act: TournamentAct;
    ref?: Ref;
  }
  /** Asks for the pairings of the tournament that the client follows. Answered by `TournamentPairings`. */
  | {
    type: "list_pairings";
    /** Number of the first one. */
    from?: number;
    ref?: Ref;
  }
  /** Looks for rooms among all that the lobby may list. Answered by `RoomsFound`. */
  | {
    type: "find_rooms";
    /** Words that all stand in the code of a room, its variant or the names on its seats, in capitals or not; at most `FIND_WORDS` count. */
    words: string;
    ref?: Ref;
  };

/** State of a chess clock at the moment it is sent. */
export interface ClockFace {
  /** Time left to each side. */
  remaining: {
    /** Value of `Side::First`. */
    first: Millis;
    /** Value of `Side::Second`. */
    second: Millis;
  };
  /** The side whose clock runs; none while both stand still. */
  running?: Side | null;
}

/**
 * A Fischer clock: the time at the start, and the increment of each ply.
 *
 * As text `5m+3s`, `90s`, `1h+30s`.
 * @pattern ^[0-9]+(?:h|m|s|ms)(?:\+[0-9]+(?:h|m|s|ms))?$
 */
export type ClockSpec = string;

/** The value of a drop into one column, to the side that makes it. */
export type ColumnValue =
  /** The column takes no more discs. */
  | {
    type: "full";
  }
  /** The value of the game after the drop, with the best play of both sides. */
  | {
    type: "exact";
    /** 0 a draw, `k > 0` a win with the `k`-th last stone that the winner has for the whole board (its very last stone is 1), `k < 0` a loss to such a stone of the other side. */
    score: number;
  }
  /** The engine found neither a forced win nor a forced loss nor a draw in the time it had. */
  | {
    type: "unknown";
  };

/** How a game of a tournament got its score. */
export type Decision = "played" | "forfeit" | "void" | "corrected" | (string & {});

/**
 * Number of plies that a bot looks ahead.
 *
 * The `BotOffer` of a kind of bot has the depths that it really offers; no board is so large that more than 99 would mean anything.
 * @minimum 1
 * @maximum 99
 */
export type Depth = number;

/** State of an entrant. */
export type EntrantState = "playing" | "paused" | "eliminated" | "withdrawn" | (string & {});

/** An entrant, in a message. */
export interface EntrantView {
  /** Name, or the bot. */
  player: PastPlayer;
  /** The state. */
  state: EntrantState;
  /** `true` if a connection of the person is there; of a bot always. */
  present: boolean;
  /** `true` if ready for the next round. */
  ready: boolean;
  /** The first round that the entrant can play, from 1. */
  from_round: number;
}

/** An offer that some servers make, and others do not. */
export type Feature = "tls" | "identity" | "history" | "tournament" | "find_rooms" | (string & {});

/** Bots that fill a tournament up. */
export interface Filling {
  /** Kind and depth. */
  bot: BotSpec;
  /** Number of entrants to which bots fill up when the first round is paired. One more comes whenever the number of players of a round would be odd. */
  up_to?: number;
}

/** The reason why a point is forbidden. */
export type ForbiddenKind = "overline" | "double_four" | "double_three" | (string & {});

/** A point that the side to move may not play. */
export interface ForbiddenPoint {
  /** The point. */
  square: Square;
  /** The reason. */
  kind: ForbiddenKind;
}

/** The form of a tournament. */
export type Format =
  /** Everybody meets everybody. */
  | {
    type: "round_robin";
    /** `true` if they meet twice. */
    twice?: boolean;
  }
  /** In each round equals meet, and no two meet again while that is possible. */
  | {
    type: "swiss";
    /** Number of rounds, 1 to `MOST_ROUNDS`. */
    rounds: number;
  }
  /** The loser of a pairing is out. */
  | {
    type: "knockout";
    /** `true` if those who lose before the final play for the third place. */
    third_place?: boolean;
  }
  /** For a fixed time those who are free are paired at once. */
  | {
    type: "arena";
    /** The time, a minute to a day. */
    length: Millis;
  };

/**
 * The number of a game that is over on its server, from 1: with it the game is found for good.
 * @minimum 0
 * @maximum 4294967295
 */
export type GameNr = number;

/** The result of a game for one of its players. */
export type GameResult = "won" | "drawn" | "lost" | (string & {});

/**
 * Everything about a game but the occupants of its seats.
 *
 * A client is told of games by the names of their variants: a later release may have others.
 */
export interface GameSpecOfVariant {
  /** The rules and the board. */
  variant: Variant;
  /** `true` if the lobby shows the room; otherwise only its code leads there. */
  listed: boolean;
  /** `true` if a side may ask for its last ply back. */
  takebacks: boolean;
  /** `true` if others may watch. */
  spectators: boolean;
  /** The clock; none gives both sides all the time they want. */
  clock?: ClockSpec | null;
  /** Absence after which the opponent may claim the game; none takes the server's. */
  grace?: Grace | null;
  /** `true` if those present may ask during the game for the value of each column; after it they always may. */
  hints?: boolean;
  /** `true` if spectators of a person's game see the searches of bots, and may ask for an analysis, while it goes on; where only bots play they see them anyway. */
  open_thoughts?: boolean;
  /** Rule of the opening; none lets the first side place the first stone anywhere. */
  opening?: OpeningRule | null;
  /** The least time of a ply where only bots play. */
  pace?: Pace;
  /** `true` if the game counts for the ratings of two people who own their names; without takebacks and hints. */
  rated?: boolean;
  /** Number of times that a match between bots is played again. */
  repeat?: Repeat;
  /** Seed of the bots' random numbers; none lets the server choose. */
  seed?: Seed | null;
  /** The most time a bot takes for a ply, where somebody said it; otherwise a bot with a usual time of its own takes that, and any other at most the default. */
  think_time?: ThinkTime | null;
}

/**
 * Everything about a game but the occupants of its seats.
 *
 * A client is told of games by the names of their variants: a later release may have others.
 */
export interface GameSpecOfVariantName {
  /** The rules and the board. */
  variant: VariantName;
  /** `true` if the lobby shows the room; otherwise only its code leads there. */
  listed: boolean;
  /** `true` if a side may ask for its last ply back. */
  takebacks: boolean;
  /** `true` if others may watch. */
  spectators: boolean;
  /** The clock; none gives both sides all the time they want. */
  clock?: ClockSpec | null;
  /** Absence after which the opponent may claim the game; none takes the server's. */
  grace?: Grace | null;
  /** `true` if those present may ask during the game for the value of each column; after it they always may. */
  hints?: boolean;
  /** `true` if spectators of a person's game see the searches of bots, and may ask for an analysis, while it goes on; where only bots play they see them anyway. */
  open_thoughts?: boolean;
  /** Rule of the opening; none lets the first side place the first stone anywhere. */
  opening?: OpeningRule | null;
  /** The least time of a ply where only bots play. */
  pace?: Pace;
  /** `true` if the game counts for the ratings of two people who own their names; without takebacks and hints. */
  rated?: boolean;
  /** Number of times that a match between bots is played again. */
  repeat?: Repeat;
  /** Seed of the bots' random numbers; none lets the server choose. */
  seed?: Seed | null;
  /** The most time a bot takes for a ply, where somebody said it; otherwise a bot with a usual time of its own takes that, and any other at most the default. */
  think_time?: ThinkTime | null;
}

/**
 * The absence, in milliseconds, after which the opponent may claim the game. A day is for games in which people move when they find the time.
 * @minimum 1000
 * @maximum 86400000
 */
export type Grace = number;

/**
 * A code by which another device takes a seat over, once: eight characters of a `RoomId`'s.
 *
 * There are 29^8, about 500 billion, so that nobody guesses one in the minute for which it is good. `Debug` hides it.
 * @pattern ^[2346789ABCDEFGHJKMNPQRTUVWXYZabcdefghjkmnpqrtuvwxyz]{8}$
 */
export type HandOverCode = string;

/** The games that `History` asks for: those for which everything here that is not none holds. */
export interface HistoryFilter {
  /** Games between people, or games with a bot. */
  against?: OpponentKind | null;
  /** Number of plies, at least. */
  least_plies?: number | null;
  /** Number of plies, at most. */
  most_plies?: number | null;
  /** The other player. */
  opponent?: Name | null;
  /** One of the players. */
  player?: Name | null;
  /** The result for `player`; without one, `won` and `lost` are the games that have a winner. */
  result?: GameResult | null;
  /** The rules and the board. */
  variant?: Variant | null;
  /** Time since the end, at most. */
  within?: Millis | null;
}

/** The reason why a client is out of a room. */
export type LeftWhy = "asked" | "replaced" | "closed" | "removed" | (string & {});

/** A thing of which a connection or an owner may have a bounded number. */
export type Limit = "sent_out" | "decisions" | "watched" | "muted" | (string & {});

/** A line of the lobby's chat. */
export interface LobbyLine {
  /** Name of the author. */
  name: Name;
  /** The text. */
  text: ChatText;
}

/**
 * Milliseconds: a span, or a moment counted from the Unix epoch.
 *
 * At most 2^53 - 1: addition stops there, subtraction at zero.
 * @minimum 0
 * @maximum 9007199254740991
 */
export type Millis = number;

/**
 * The name of a person: 1 to 20 characters, clean.
 * @minLength 1
 * @maxLength 20
 */
export type Name = string;

/** Open offers, each with the side that made it. */
export interface Offers {
  /** A draw was offered. */
  draw?: Side | null;
  /** A rematch was offered. */
  rematch?: Side | null;
  /** A takeback was asked for. */
  takeback?: Side | null;
}

/** A choice in an opening. */
export type OpeningChoice = "black" | "white" | "place_two" | (string & {});

/** A rule of the opening, which makes the chances of both sides equal. */
export type OpeningRule = "swap2" | (string & {});

/**
 * The state of an opening that has choices.
 *
 * The actor is apart from the colour of the stone: a `Side` is a seat here, and the stones of odd plies are black.
 */
export interface OpeningState {
  /** The rule. */
  rule: OpeningRule;
  /** The seat that acts now. */
  to_act: Side;
  /** Number of stones that it places before the next choice; 0 where it must choose, or the opening is over. */
  to_place: number;
  /** The choices that it has now. */
  choices: Array<OpeningChoice>;
  /** The seat that plays black; none while that is not chosen. */
  black?: Side | null;
  /** The choices made, in order. */
  made?: Array<OpeningChoice>;
}

/** Somebody who was played often. */
export interface Opponent {
  /** The name. */
  name: Name;
  /** `true` if the name leads to a profile. */
  profile: boolean;
  /** The score between the two, seen from the person of the profile. */
  score: Score;
  /** The last results between the two, oldest first, at most `FORM`. */
  form: Array<GameResult>;
}

/** A kind of opponent. */
export type OpponentKind = "people" | "bots" | (string & {});

/** An option that a bot may be given, with the bounds of its value. */
export interface OptionRange {
  /** Its name in a `BotSpec`. */
  name: string;
  /** The least value. */
  least: number;
  /** The greatest value. */
  most: number;
}

/** The end of a game. */
export interface Outcome {
  /** The cause. */
  reason: Reason;
  /** Every winning cell, sorted; empty unless the reason is `Line`. */
  line: Array<Square>;
  /** The winner; none of a draw, or of a game that ended without a result. */
  winner?: Side | null;
}

/**
 * The least time, in milliseconds, that a bot's ply takes where only bots play, so that people can follow.
 * @minimum 0
 * @maximum 60000
 */
export type Pace = number;

/** A game of a pairing. */
export interface PairingGame {
  /** How it got the score. */
  decision?: Decision | null;
  /** Code of the room; none if the game was decided without one. */
  room?: RoomId | null;
  /** The score, by the sides of the pairing, in halves; none while it goes on. */
  score?: {
    /** Value of `Side::First`. */
    first: number;
    /** Value of `Side::Second`. */
    second: number;
  } | null;
}

/** Two entrants who meet. */
export interface PairingView {
  /** The round, from 1. */
  round: number;
  /** The entrant who moves first in the first game, third, and so on. */
  first: number;
  /** The games so far. */
  games: Array<PairingGame>;
  /** The score of these, in halves. */
  score: {
    /** Value of `Side::First`. */
    first: number;
    /** Value of `Side::Second`. */
    second: number;
  };
  /** `true` if it is decided. */
  over: boolean;
  /** Number of the pairing in the tournament, from 0; none if it is only to come. */
  pairing?: number | null;
  /** The other; none of a bye. */
  second?: number | null;
}

/** A game that is over. */
export interface PastGame {
  /** Number of the game on this server. */
  game: GameNr;
  /** Time since it ended. */
  ended: Millis;
  /** The rules and the board. */
  variant: VariantName;
  /** The players, by the side of this game. */
  players: {
    /** Value of `Side::First`. */
    first: PastPlayer;
    /** Value of `Side::Second`. */
    second: PastPlayer;
  };
  /** Winner and reason. */
  outcome: Outcome;
  /** Number of plies. */
  plies: number;
  /** The choices of the opening, in order. */
  choices: Array<OpeningChoice>;
  /** `true` if the lobby showed its room. */
  listed: boolean;
  /** The clock. */
  clock?: ClockSpec | null;
  /** The cells of the plies, in order; none where the server keeps only the result. */
  moves?: Array<Square> | null;
  /** Rule of the opening. */
  opening?: OpeningRule | null;
  /** The ratings of both before and after, where the game was rated. */
  ratings?: {
    /** Value of `Side::First`. */
    first: RatingChange;
    /** Value of `Side::Second`. */
    second: RatingChange;
  } | null;
  /** Code of the room that it was played in; none where the room is deleted. */
  room?: RoomId | null;
}

/** A player of a game that is over. */
export type PastPlayer =
  /** A person. */
  | {
    type: "human";
    /** The person's name; that of today, if the person owns one. */
    name: Name;
    /** `true` if the name leads to a profile. */
    profile: boolean;
  }
  /** A bot. */
  | {
    type: "bot";
    /** Kind and depth. */
    bot: BotSpec;
  };

/** The state of a game. */
export type Phase =
  /** A seat is open. */
  | {
    type: "seating";
  }
  /** The game goes on. */
  | {
    type: "playing";
  }
  /** The game is over. */
  | {
    type: "over";
    /** Winner and reason. */
    outcome: Outcome;
  };

/** A player in the leaderboard. */
export interface Place {
  /** The name. */
  name: Name;
  /** The rating now. */
  rating: Rating;
  /** Number of rated games in the time that was asked for. */
  games: number;
  /** Rating won or lost in the time that was asked for. */
  change: number;
  /** The last rated results, oldest first, at most `FORM`. */
  form: Array<GameResult>;
}

/** A move that was played in a position, with how these games ended. */
export interface PlayedMove {
  /** The cell. */
  square: Square;
  /** Games that the colour to move won, drew and lost. */
  score: Score;
}

/**
 * A person for as long as their connection lasts.
 *
 * The identity that outlasts the connection is their seat's `Token`.
 * @pattern ^[0-9]{1,20}$
 */
export type PlayerId = string;

/** A ply of the game. */
export interface Ply {
  /** The cell of the stone. */
  square: Square;
  /** Time left to its side after it, where there is a clock. */
  left?: Millis | null;
}

/** A name for a depth. */
export interface Preset {
  /** The name. */
  name: string;
  /** The depth. */
  depth: Depth;
  /** The measured strength at this depth, in Elo above `random`. */
  level?: number | null;
}

/** Everything that a server derives from the games of a person who owns a name. */
export interface Profile {
  /** The name. */
  name: Name;
  /** Time since the person took a name here for the first time. */
  since: Millis;
  /** The rating in each variant with rated games, the most games first. */
  ratings: Array<VariantRating>;
  /** The results in each variant, the most games first. */
  results: Array<VariantScore>;
  /** The last ten results, oldest first, at most `FORM`. */
  form: Array<GameResult>;
  /** The strength by games against the bot `level`, in each variant with such games, the most games first. */
  levels: Array<BotLevel>;
  /** The rated wins against those with the highest ratings, the highest first; at most three. */
  best_wins: Array<PastGame>;
  /** The people played most, at most five. */
  opponents: Array<Opponent>;
  /** The last games, newest first, at most ten. */
  games: Array<PastGame>;
}

/** A rating, with how far it is known. */
export interface Rating {
  /** The rating; 1500 for a beginner. */
  rating: number;
  /** Its deviation: the true strength is within two of them with a probability of 95 %. */
  deviation: number;
}

/** A rating before and after a game. */
export interface RatingChange {
  /** The rating before. */
  before: number;
  /** The rating after. */
  after: number;
}

/** The cause of the end of a game. */
export type Reason = "line" | "full_board" | "resignation" | "flag" | "agreement" | "claim" | "aborted" | "no_first_move" | "abandoned" | "bot_failed" | "closed" | (string & {});

/**
 * A number of the client's choice, by which it knows the answers to a message.
 * @minimum 0
 * @maximum 4294967295
 */
export type Ref = number;

/**
 * The reason for a refusal. New ones are added at the end only: the order is the wire's.
 *
 * The layout of `Version` never changes, so that two programs of any age can tell each other apart.
 */
export type Refusal =
  | {
    code: "version";
    yours: number;
    oldest: number;
    newest: number;
  }
  | {
    code: "hello_expected";
  }
  | {
    code: "malformed";
    problem: string;
  }
  | {
    code: "too_fast";
    wait: Millis;
  }
  | {
    code: "full";
    what: Resource;
    most?: number | null;
  }
  | {
    code: "shutting_down";
  }
  | {
    code: "internal";
    reference: number;
  }
  | {
    code: "bad_spec";
    problem: SpecProblem;
  }
  | {
    code: "unknown_bot";
    kind: string;
    known: Array<string>;
  }
  | {
    code: "bot_cannot_play";
    bot: BotSpec;
    variant: Variant;
    others: Array<string>;
  }
  | {
    code: "bad_depth";
    bot: BotSpec;
    depths?: [Depth, Depth] | null;
  }
  | {
    code: "no_such_room";
    room: RoomId;
  }
  | {
    code: "already_in_room";
    room: RoomId;
  }
  | {
    code: "not_in_room";
  }
  | {
    code: "no_open_seat";
    room: RoomId;
  }
  | {
    code: "no_spectators";
  }
  | {
    code: "wrong_token";
    room: RoomId;
  }
  | {
    code: "not_seated";
  }
  | {
    code: "not_started";
  }
  | {
    code: "game_over";
  }
  | {
    code: "game_not_over";
  }
  | {
    code: "not_your_turn";
    to_move: Side;
    ply: number;
  }
  | {
    code: "stale";
    yours: Revision;
    current: Revision;
  }
  | {
    code: "column_full";
    column: number;
    open: Array<number>;
  }
  | {
    code: "occupied";
    square: Square;
  }
  | {
    code: "off_board";
    square: Square;
    columns: number;
    rows: number;
  }
  | {
    code: "takebacks_off";
  }
  | {
    code: "nothing_to_take_back";
  }
  | {
    code: "nothing_offered";
  }
  | {
    code: "already_offered";
  }
  | {
    code: "too_late_to_abort";
  }
  | {
    code: "opponent_present";
  }
  | {
    code: "claim_too_early";
    wait: Millis;
  }
  | {
    code: "bots_do_not";
  }
  | {
    code: "nothing_to_say";
  }
  | {
    code: "too_long";
    size: number;
    limit: number;
  }
  | {
    code: "hints_off";
  }
  | {
    code: "not_analysed";
    variant: Variant;
  }
  | {
    code: "nothing_to_analyse";
    plies: number;
    last: number;
  }
  | {
    code: "unknown_message";
    name: string;
  }
  | {
    code: "unknown_field";
    field: string;
  }
  | {
    code: "name_owned";
    name: Name;
    suggestion: Name;
  }
  | {
    code: "banned";
    reason?: string | null;
    wait?: Millis | null;
  }
  | {
    code: "locked";
    room: RoomId;
  }
  | {
    code: "over_limit";
    limit: Limit;
    most: number;
  }
  | {
    code: "forbidden";
    square: Square;
    kind: ForbiddenKind;
  }
  | {
    code: "bad_choice";
    expected: Array<OpeningChoice>;
  }
  | {
    code: "wrong_code";
  }
  | {
    code: "chat_closed";
  }
  | {
    code: "not_owner";
  }
  | {
    code: "unknown_player";
    name: Name;
  }
  | {
    code: "not_watching";
    room: RoomId;
  }
  | {
    code: "not_in_lobby";
  }
  | {
    code: "bad_option";
    bot: BotSpec;
    options: Array<OptionRange>;
  }
  | {
    code: "bot_cannot_open";
    bot: BotSpec;
    opening: OpeningRule;
    others: Array<string>;
  }
  | {
    code: "other";
    name: string;
  }
  | {
    code: "disk_full";
  }
  | {
    code: "no_such_person";
    name?: Name | null;
  }
  | {
    code: "no_such_game";
    game: GameNr;
  }
  | {
    code: "no_history";
  }
  | {
    code: "no_such_tournament";
    tournament: RoomId;
  }
  | {
    code: "no_tournament";
  }
  | {
    code: "bad_tournament";
    problem: TournamentProblem;
  }
  | {
    code: "not_organiser";
  }
  | {
    code: "not_entered";
  }
  | {
    code: "too_late";
  }
  | {
    code: "no_such_entrant";
  }
  | {
    code: "elsewhere";
    room: RoomId;
    address: string;
  };

/**
 * Number of times that a match between bots is played again.
 * @minimum 0
 * @maximum 100
 */
export type Repeat = number;

/** A resource that a server or a room has a bounded amount of. */
export type Resource = "rooms" | "room_codes" | "connections" | "games" | "chat_lines" | "vacated_seats" | "tournaments" | "entrants" | (string & {});

/**
 * Number of changes of a room's board: by a move, a takeback, a new game.
 *
 * Every move names the revision it was meant for, so that one check covers a move sent twice, crossed by a takeback, or thought too late.
 * @minimum 0
 * @maximum 4294967295
 */
export type Revision = number;

/** The role of a client in a room. */
export type Role =
  /** A player in an open seat; the first side's, if both are. */
  | {
    type: "player";
  }
  /** A spectator. */
  | {
    type: "spectator";
  }
  /** The player to whom the token belongs: the way back to a seat. */
  | {
    type: "seat";
    /** The token that came with the seat. */
    token: Token;
  };

/** An event in a room. */
export type RoomEvent =
  /** Somebody took a seat. When both are taken, `Started` follows. */
  | {
    type: "seat_taken";
    /** Side of the seat. */
    side: Side;
    /** Its new occupant. */
    seat: Seat;
  }
  /** Somebody gave a seat up before the game began; it is open again. */
  | {
    type: "seat_vacated";
    /** Side of the seat. */
    side: Side;
  }
  /** A player is away; the seat is kept. */
  | {
    type: "disconnected";
    /** The player's side. */
    side: Side;
  }
  /** A player is back. */
  | {
    type: "reconnected";
    /** The player's side. */
    side: Side;
  }
  /** People came to watch, or watch no more: told several times a second at most. */
  | {
    type: "watchers";
    /** Number of spectators now. */
    watching: number;
    /** Their names, where they are at most `NAMED_WATCHERS`; `Who` has those of more. */
    names?: Array<Name> | null;
  }
  /** A game begins on an empty board. From the second on, everybody has changed sides. */
  | {
    type: "started";
    /** The new revision. */
    revision: Revision;
    /** The series, with the number of the game. */
    series: Series;
    /** Occupants of the seats. */
    seats: {
      /** Value of `Side::First`. */
      first: Seat;
      /** Value of `Side::Second`. */
      second: Seat;
    };
    /** The clock, where there is one. */
    clock?: ClockFace | null;
    /** `true` if the game counts for the ratings of both. */
    rated?: boolean;
  }
  /** A ply was made. */
  | {
    type: "moved";
    /** The new revision. */
    revision: Revision;
    /** The side that made it. */
    side: Side;
    /** The number of the ply, from 1. */
    ply: number;
    /** The ply. */
    made: Ply;
    /** `true` if it ends the game by the rules: `Over` follows. */
    ends_game: boolean;
    /** The clock, where there is one. */
    clock?: ClockFace | null;
  }
  /** The game is over. */
  | {
    type: "over";
    /** Winner and reason. */
    outcome: Outcome;
    /** The series, with this game. */
    series: Series;
    /** The clock, where there is one, standing still. */
    clock?: ClockFace | null;
  }
  /** A draw was offered. It lapses with the next ply. */
  | {
    type: "draw_offered";
    /** The side that made the offer. */
    by: Side;
  }
  /** The draw that was offered is declined. */
  | {
    type: "draw_declined";
    /** The side that declined. */
    by: Side;
  }
  /** A takeback was asked for. It lapses with the next ply. */
  | {
    type: "takeback_asked";
    /** The side that asked. */
    by: Side;
  }
  /** The takeback that was asked for is declined. */
  | {
    type: "takeback_declined";
    /** The side that declined. */
    by: Side;
  }
  /** Plies were taken back. */
  | {
    type: "taken_back";
    /** The new revision. */
    revision: Revision;
    /** The side that asked for the takeback. */
    by: Side;
    /** Plies that are left on the board. */
    plies: number;
    /** The clock, where there is one. */
    clock?: ClockFace | null;
  }
  /** A rematch was offered. */
  | {
    type: "rematch_offered";
    /** The side that made the offer. */
    by: Side;
  }
  /** Somebody said something. */
  | {
    type: "chat_posted";
    /** The line, with its author. */
    line: ChatLine;
  }
  /** The search behind a bot's ply; sent to all after the game, and during it to spectators where only bots play or the spec opens thoughts. */
  | {
    type: "search_info";
    /** The search. */
    search: SearchInfo;
  }
  /** The clock changed otherwise than by a ply: it is stopped, held by the server, or runs again. */
  | {
    type: "clock";
    /** State of the clock. */
    clock: ClockFace;
  }
  /** A bot thinks: told when it has thought for a moment, and to those who see its searches when it gets deeper. */
  | {
    type: "thinking";
    /** The search so far. */
    thinking: Thinking;
  }
  /** An external engine says something about its search, to those who see the searches of bots. */
  | {
    type: "engine_message";
    /** Side of the engine. */
    side: Side;
    /** Number of the ply that it searches, from 1. */
    ply: number;
    /** The text. */
    text: ChatText;
  }
  /** The points that the side to move may not play: after a change of the board, where there are any. */
  | {
    type: "forbidden";
    /** The points, sorted. */
    points: Array<ForbiddenPoint>;
  }
  /** A choice was made in the opening. */
  | {
    type: "opening_chosen";
    /** The new revision. */
    revision: Revision;
    /** The side that chose. */
    by: Side;
    /** The choice. */
    choice: OpeningChoice;
    /** The clock, where there is one. */
    clock?: ClockFace | null;
  }
  /** The state of an opening that has choices, after `Started` and after every change of the board in it. */
  | {
    type: "opening";
    /** The state. */
    opening: OpeningState;
  }
  /** Whoever opened the room lets nobody else in, or again. */
  | {
    type: "locked";
    /** `true` if nobody is let in. */
    locked: boolean;
  }
  /** Whoever opened the room sent somebody out of it. */
  | {
    type: "removed";
    /** The name. */
    name: Name;
  }
  /** Whoever opened the room lets nobody chat, or again. */
  | {
    type: "chat_closed";
    /** `true` if nobody may chat. */
    closed: boolean;
  }
  /** Somebody whom the client has muted said something. Stands for that `ChatPosted` and has its number, so that there is no gap. */
  | {
    type: "chat_hidden";
  }
  /** The rematch that was offered is declined. */
  | {
    type: "rematch_declined";
    /** The side that declined. */
    by: Side;
  }
  /** The game that ended changed the ratings of both. */
  | {
    type: "rated";
    /** The ratings before and after. */
    ratings: {
      /** Value of `Side::First`. */
      first: RatingChange;
      /** Value of `Side::Second`. */
      second: RatingChange;
    };
  };

/**
 * The code of a room: six characters that cannot be mistaken for each other.
 *
 * Read in any case, written in capitals. There are 29^6, about 595 million.
 * @pattern ^[2346789ABCDEFGHJKMNPQRTUVWXYZabcdefghjkmnpqrtuvwxyz]{6}$
 */
export type RoomId = string;

/** A room as the lobby lists it. */
export interface RoomSummary {
  /** Code of the room. */
  room: RoomId;
  /** The rules and the board. */
  variant: VariantName;
  /** Occupants of the seats. */
  seats: {
    /** Value of `Side::First`. */
    first: Seat;
    /** Value of `Side::Second`. */
    second: Seat;
  };
  /** State of the game. */
  phase: Phase;
  /** Number of plies made. */
  plies: number;
  /** Number of spectators. */
  spectators: number;
  /** `true` if it admits another spectator. */
  watchable: boolean;
  /** `true` if nobody else is let in. */
  locked: boolean;
  /** The clock. */
  clock?: ClockSpec | null;
  /** The cells of the plies in order, for those who asked for boards; of a lobby for the first `LOBBY_BOARDS` rooms that may be watched. */
  moves?: Array<Square> | null;
  /** Rule of the opening; none lets the first side place the first stone anywhere. */
  opening?: OpeningRule | null;
  /** `true` if the game counts for the ratings of two people who own their names. */
  rated?: boolean;
}

/** A round of one entrant. */
export type RoundResult = "won" | "drawn" | "lost" | "bye" | "absent" | "not_entered" | "open" | (string & {});

/** Games won, drawn and lost. */
export interface Score {
  /** Games won. */
  won: number;
  /** Games drawn. */
  drawn: number;
  /** Games lost. */
  lost: number;
}

/** The search behind a ply of a bot. */
export interface SearchInfo {
  /** The side the bot plays. */
  side: Side;
  /** Number of the ply, from 1. */
  ply: number;
  /**
   * Score of the position after the ply, seen from the bot: more is better for it.
   *
   * The unit is that of the kind of bot, so that scores of two kinds do not compare.
   */
  score: SignedText;
  /** Positions searched. */
  nodes: UnsignedText;
  /** Time used. */
  elapsed: Millis;
  /** The principal variation, which begins with the ply. */
  pv: Array<Square>;
  /** The last depth that was searched completely, in plies; none for a bot that does not search. */
  depth?: Depth | null;
  /** `true` where the score is the value of the game, proven to its end; `false` where a bot that can prove values did not prove this one; none from bots that only estimate. */
  exact?: boolean | null;
}

/** A seat as everybody sees it. */
export type Seat =
  /** No occupant. */
  | {
    type: "open";
  }
  /** A person. */
  | {
    type: "human";
    /** The person's name. */
    name: Name;
    /** Length of the absence, if the person is away. */
    away?: Millis | null;
  }
  /** A bot. */
  | {
    type: "bot";
    /** Kind and depth. */
    bot: BotSpec;
  };

/** The occupant intended for a seat of a new room. */
export type SeatSpec =
  /** The person who opens the room. */
  | {
    type: "me";
  }
  /** Anyone who comes. */
  | {
    type: "open";
  }
  /** A bot. */
  | {
    type: "bot";
    /** Kind and depth. */
    bot: BotSpec;
  };

/**
 * Starts a generator of random numbers, so that the same seed gives the same game.
 * @pattern ^[0-9]{1,20}$
 */
export type Seed = string;

/**
 * The number of a recorded event in its room, from 1. A gap tells a client that it missed something.
 * @minimum 0
 * @maximum 4294967295
 */
export type Seq = number;

/** Games won and drawn so far in a room. */
export interface Series {
  /** Number of the current game, from 1. */
  game: number;
  /** Games won by the current occupant of each side. */
  wins: {
    /** Value of `Side::First`. */
    first: number;
    /** Value of `Side::Second`. */
    second: number;
  };
  /** Games drawn. */
  draws: number;
}

/**
 * The id of a server: 128 random bits, 32 hexadecimal digits as text. It stays the same after a restart.
 * @pattern ^[0-9A-Fa-f]{32}$
 */
export type ServerId = string;

/** A message from the server. */
export type ServerMessage =
  /** The request is refused, and nothing changed. */
  | {
    type: "refused";
    /** The reason, for programs. */
    refusal: Refusal;
    /** The reason, for people. */
    message: string;
    ref?: Ref;
  }
  /** The answer to `Hello`. */
  | {
    type: "welcome";
    /** The version of the protocol that the two speak. */
    protocol: number;
    /** Name and version of the server's program. */
    software: string;
    /** Name of the server. */
    server: string;
    /** Id of the server, the same after a restart; also the header `SERVER_HEADER` of the upgrade's response. */
    id: ServerId;
    /** Addresses for others, as links, the likeliest first; at most `MOST_ADDRESSES`. */
    addresses: Array<string>;
    /** Offers of the server beyond this version of the protocol. */
    features: Array<Feature>;
    /** Id of the client, for as long as the connection lasts. */
    player: PlayerId;
    /** Name of the person on this server. */
    name: Name;
    /** The bots offered. */
    bots: Array<BotOffer>;
    /** The games offered, without boards of the creator's own. */
    variants: Array<VariantName>;
    /** The standing announcement of the host. */
    announcement?: string | null;
    /** Number of times that the version has grown, as the server knows it: what is newer it refuses. */
    minor?: number;
    /** The other servers that have the same rooms, as URLs to come back to if this one is gone. */
    nodes?: Array<string>;
    ref?: Ref;
  }
  /** The whole lobby. */
  | {
    type: "lobby";
    /** Listed rooms, the newest first, at most `LOBBY_ROOMS`. */
    rooms: Array<RoomSummary>;
    /** Names of those connected, at most `LOBBY_NAMES`. */
    players: Array<Name>;
    /** Number of people connected. */
    present: number;
    /** The last lines of the lobby's chat, oldest first, at most `LOBBY_LINES`. */
    chat: Array<LobbyLine>;
    ref?: Ref;
  }
  /** A listed room is new, or changed. */
  | {
    type: "lobby_room";
    /** The room as it is now. */
    room: RoomSummary;
    ref?: Ref;
  }
  /** A listed room is gone. */
  | {
    type: "lobby_room_removed";
    /** Code of the room. */
    room: RoomId;
    ref?: Ref;
  }
  /** The list of people connected changed. */
  | {
    type: "lobby_players";
    /** Names of those connected, at most `LOBBY_NAMES`. */
    players: Array<Name>;
    /** Number of people connected. */
    present: number;
    ref?: Ref;
  }
  /** The client is in a room now, or asked to see it again. */
  | {
    type: "joined";
    /** `true` if the client opened the room, and may `Lock` it, `Remove` people and `CloseChat`. */
    owner: boolean;
    /** Everything there is to see. */
    snapshot: Snapshot;
    /** The token that gives the right to the seat. Keep it: it is the way back. */
    token?: Token | null;
    /** The side the client plays; none watches. */
    you?: Side | null;
    ref?: Ref;
  }
  /** The client is out of its room. */
  | {
    type: "left";
    /** Code of the room. */
    room: RoomId;
    /** The reason. */
    why: LeftWhy;
    ref?: Ref;
  }
  /** Something happened in the client's room, or in one that it watches. */
  | {
    type: "event";
    /** Code of the room. */
    room: RoomId;
    /** The number of the last recorded event, this one included. It grows by at most one from one message to the next; a larger step means that something was missed: send `Resync`. */
    seq: Seq;
    /** The event. */
    event: RoomEvent;
    ref?: Ref;
  }
  /** The server is about to stop; the games so far are kept. */
  | {
    type: "shutting_down";
    ref?: Ref;
  }
  /** The answer to `Analyse`, and to `AnalyseGame` one for each position. */
  | {
    type: "analysis";
    /** The rules and the board. */
    variant: VariantName;
    /** Stones of the position, in the order in which they were placed. */
    moves: Array<Square>;
    /** One value for each column, from the left; seen from the side to move. Empty where stones are placed freely. */
    columns: Array<ColumnValue>;
    /** The best lines where stones are placed freely, the best first. */
    lines: Array<BestLine>;
    /** Positions searched. */
    nodes: UnsignedText;
    /** Time taken. */
    elapsed: Millis;
    ref?: Ref;
  }
  /** A sign of life, for clients whose `Hello` asks for it. To be answered by `Pong`. */
  | {
    type: "ping";
    ref?: Ref;
  }
  /** The answer to `Ping`. */
  | {
    type: "pong";
    ref?: Ref;
  }
  /** The answer to `RoomInfo`. */
  | {
    type: "room_info";
    /** The room as it is now. */
    room: RoomSummary;
    ref?: Ref;
  }
  /** The answer to `Record`. */
  | {
    type: "record";
    /** Code of the room. */
    room: RoomId;
    /** The game as a `Record`. */
    text: string;
    ref?: Ref;
  }
  /** The client watches a room now, or asked to see it again. */
  | {
    type: "watching";
    /** Everything there is to see. */
    snapshot: Snapshot;
    ref?: Ref;
  }
  /** The answer to `Who`. */
  | {
    type: "who";
    /** Code of the room. */
    room: RoomId;
    /** Names of those who watch, at most `WHO_NAMES`. */
    spectators: Array<Name>;
    /** Number of those who watch. */
    watching: number;
    ref?: Ref;
  }
  /** The end of the answers to `AnalyseGame`. */
  | {
    type: "game_analysed";
    /** The revision of the board that was analysed. */
    revision: Revision;
    /** Number of plies in the last position. */
    plies: number;
    ref?: Ref;
  }
  /** The answer to `ListBots`. */
  | {
    type: "bots";
    /** The rules and the board. */
    variant: VariantName;
    /** The bots that play it, the weakest first. */
    bots: Array<BotOffer>;
    ref?: Ref;
  }
  /** Somebody said something in the lobby. */
  | {
    type: "lobby_chat";
    /** The line, with its author. */
    line: LobbyLine;
    ref?: Ref;
  }
  /** The answer to `Mute`. */
  | {
    type: "muted";
    /** Names of those whose chat the client does not see, at most `MOST_MUTED`. */
    names: Array<Name>;
    ref?: Ref;
  }
  /** The answer to `HandOver`. */
  | {
    type: "handed_over";
    /** The code for the other device, good once. */
    code: HandOverCode;
    /** Time for which it is good. */
    expires_in: Millis;
    ref?: Ref;
  }
  /** The answer to `YourGames`. */
  | {
    type: "your_games";
    /** The games: those that wait for the person first, then the newest. */
    games: Array<YourGame>;
    ref?: Ref;
  }
  /** The host of the server says something to everybody. */
  | {
    type: "announcement";
    /** The text; none where the last announcement stands no more. */
    text?: string | null;
    ref?: Ref;
  }
  /** The answer to `History`. */
  | {
    type: "history";
    /** The games, at most `HISTORY_PAGE`. */
    games: Array<PastGame>;
    /** The `before` of the next page; none where there are no older games. */
    older?: GameNr | null;
    /** Number of games that the filter wants; `MANY_GAMES` stands for it and more. None in a page after the first, or where the server would have had to look at too many games. */
    total?: number | null;
    ref?: Ref;
  }
  /** The answer to `PastGame`. */
  | {
    type: "past_game";
    /** The game. */
    game: PastGame;
    ref?: Ref;
  }
  /** The answer to `Profile`. */
  | {
    type: "profile";
    /** The profile. */
    profile: Profile;
    ref?: Ref;
  }
  /** The answer to `Leaderboard`. */
  | {
    type: "leaderboard";
    /** The rules and the board. */
    variant: VariantName;
    /** Those with a place, the first at the front, at most `LEADERBOARD_PLACES`. */
    places: Array<Place>;
    /** Those with too few rated games, or opponents, for a place; as many at most. */
    unplaced: Array<Place>;
    ref?: Ref;
  }
  /** The answer to `Explore`. */
  | {
    type: "explored";
    /** The rules and the board. */
    variant: VariantName;
    /** Moves that lead to the position. */
    moves: Array<Square>;
    /** The moves that were played there, the most frequent first. */
    played: Array<PlayedMove>;
    ref?: Ref;
  }
  /** The answer to `ListTournaments`. */
  | {
    type: "tournaments";
    /** The tournaments: those of the person first, then those to come and those that go on, then the last ones that are over; at most `TOURNAMENTS`. */
    tournaments: Array<TournamentSummary>;
    ref?: Ref;
  }
  /** What the client is in the tournament that it follows. */
  | {
    type: "your_tournament";
    /** Code of the tournament. */
    tournament: RoomId;
    /** `true` if the person is the organiser. */
    organiser: boolean;
    /** Number of the person among the entrants; none watches. */
    entrant?: number | null;
    /** The token that gives the right to both, and to the seat in each game. Keep it: it is the way back. */
    token?: Token | null;
    ref?: Ref;
  }
  /** The tournament that the client follows, after each change, at most once a second. */
  | {
    type: "tournament";
    /** Everything there is to see. */
    view: TournamentView;
    ref?: Ref;
  }
  /** The client's game in the tournament begins: `Join` its room with the role `Seat` and this token. */
  | {
    type: "your_table";
    /** Code of the tournament. */
    tournament: RoomId;
    /** Code of the room. */
    room: RoomId;
    /** The side that the client plays. */
    side: Side;
    /** The token of the seat. */
    token: Token;
    /** Time in which the client must come. */
    late: Millis;
    ref?: Ref;
  }
  /** The answer to `ListPairings`. */
  | {
    type: "tournament_pairings";
    /** Code of the tournament. */
    tournament: RoomId;
    /** The pairings, in order, at most `PAIRINGS`. */
    pairings: Array<PairingView>;
    /** The `from` of the next page; none if there are no more. */
    more?: number | null;
    ref?: Ref;
  }
  /** The answer to `FindRooms`. */
  | {
    type: "rooms_found";
    /** The words. */
    words: string;
    /** The rooms, the newest first, at most `FOUND_ROOMS`. */
    rooms: Array<RoomSummary>;
    ref?: Ref;
  };

/**
 * One of the two sides of a game. `First` makes ply 1.
 *
 * Colours belong to the screen.
 */
export type Side =
  /** Makes the odd plies: 1, 3, 5. */
  | "first"
  /** Makes the even plies: 2, 4, 6. */
  | "second";

/**
 * A whole number from -2^63 to 2^63 - 1, in decimal digits.
 * @pattern ^-?[0-9]{1,19}$
 */
export type SignedText = string;

/** Everything that a client may see of a room. */
export interface Snapshot {
  /** Code of the room. */
  room: RoomId;
  /** The game. */
  spec: GameSpecOfVariantName;
  /** Number of the last recorded event. */
  seq: Seq;
  /** Number of changes of the board. */
  revision: Revision;
  /** Occupants of the seats. */
  seats: {
    /** Value of `Side::First`. */
    first: Seat;
    /** Value of `Side::Second`. */
    second: Seat;
  };
  /** State of the game. */
  phase: Phase;
  /** The plies, in order. */
  plies: Array<Ply>;
  /** Open offers. */
  offers: Offers;
  /** The series so far. */
  series: Series;
  /** Absence after which the opponent may claim the game. */
  grace: Millis;
  /** The last lines of chat, at most `SNAPSHOT_CHAT`. */
  chat: Array<ChatLine>;
  /** Names of spectators, where they are at most `NAMED_WATCHERS`. */
  spectators: Array<Name>;
  /** Number of spectators. */
  watching: number;
  /** The bots' searches, oldest first: shown to all after the game, and during it to spectators where only bots play or the spec opens thoughts. */
  searches: Array<SearchInfo>;
  /** The points that the side to move may not play, sorted; empty but where the rules forbid some. */
  forbidden: Array<ForbiddenPoint>;
  /** `true` if nobody else is let in. */
  locked: boolean;
  /** `true` if nobody may chat. */
  chat_closed: boolean;
  /** The clock at the moment of sending, where there is one. */
  clock?: ClockFace | null;
  /** The state of the opening, where it is one with choices. */
  opening?: OpeningState | null;
  /** `true` if the game counts for the ratings of both. */
  rated?: boolean;
  /** The search of the bot to move, if it has thought for a moment. */
  thinking?: Thinking | null;
}

/** The fault of a room that cannot be opened. */
export type SpecProblem = "both_seats_yours" | "seat_of_nobody" | "nobody_may_watch" | "unknown_opening" | "opening_not_played" | "rated_with_help" | (string & {});

/**
 * A cell: `column` from the left and `row` from the bottom, both from 0.
 *
 * As text its letter and its row, as in `h8`: the column `a` is the leftmost, the row 1 the lowest.
 * @pattern ^[a-t](?:[1-9]|1[0-9]|20)$
 */
export type Square = string;

/** Line of the standings. */
export interface Standing {
  /** Number of the entrant. */
  entrant: number;
  /** Place, from 1; the same for those whom no tie-break tells apart. */
  place: number;
  /** Points, in halves. */
  points: number;
  /** Buchholz cut 1: points of all opponents but the weakest, in halves. */
  buchholz: number;
  /** Sonneborn-Berger: for each game the points of the opponent times its score, in quarters. */
  sonneborn_berger: number;
  /** Direct encounter: points from games against those with as many points, if all of them have met; in halves. */
  direct: number;
  /** Games won. */
  wins: number;
  /** The rounds, the first at the front; of an arena the last ten games. */
  rounds: Array<RoundResult>;
}

/**
 * The most time, in milliseconds, that a bot may think about one ply.
 * @minimum 10
 * @maximum 60000
 */
export type ThinkTime = number;

/** A search of a bot that goes on. */
export interface Thinking {
  /** The side the bot plays. */
  side: Side;
  /** Number of the ply that it searches, from 1. */
  ply: number;
  /** Time since it began. */
  elapsed: Millis;
  /** The last depth that was searched completely, for those who see the searches of bots. */
  depth?: Depth | null;
}

/**
 * The right to a seat: 128 random bits, 32 hexadecimal digits as text.
 *
 * Any client that shows it gets the seat, so it is never logged (`Debug` hides it) and the server keeps only its `TokenHash`.
 * @pattern ^[0-9A-Fa-f]{32}$
 */
export type Token = string;

/** An act in a tournament. The first four are for everybody, the others for the organiser. */
export type TournamentAct =
  /** Enters, or comes back after a withdrawal. */
  | {
    type: "enter";
  }
  /** Leaves for good: the games under way are lost. */
  | {
    type: "withdraw";
  }
  /** Sits out from the next round on, or plays again. */
  | {
    type: "pause";
    /** `true` to sit out. */
    paused: boolean;
  }
  /** Is ready for the next round, which begins early if everybody is. */
  | {
    type: "ready";
  }
  /** Stops the countdowns, or lets them run again. */
  | {
    type: "hold";
    /** `true` to stop them. */
    held: boolean;
  }
  /** Starts the next round now; the first one too. */
  | {
    type: "next_round";
  }
  /** Corrects the result of a game. */
  | {
    type: "correct";
    /** Number of the pairing. */
    pairing: number;
    /** Number of the game in it, from 0. */
    game: number;
    /** Its score, by the sides of the pairing, in halves. */
    score: {
      /** Value of `Side::First`. */
      first: number;
      /** Value of `Side::Second`. */
      second: number;
    };
  }
  /** Adds a bot. */
  | {
    type: "add_bot";
    /** Kind and depth. */
    bot: BotSpec;
  }
  /** Adds a person who is connected to the server. */
  | {
    type: "add_person";
    /** Name of the person. */
    name: Name;
  }
  /** Takes an entrant out for good. */
  | {
    type: "remove";
    /** Number of the entrant. */
    entrant: number;
  }
  /** Ends the tournament: games under way do not count. */
  | {
    type: "end";
  };

/** How far a tournament is. */
export type TournamentPhase = "entries" | "pause" | "round" | "over" | (string & {});

/** The fault of a tournament that cannot be opened. */
export type TournamentProblem = "name" | "rounds" | "games" | "length" | "filling" | "times" | (string & {});

/** Everything that the organiser of a tournament chooses. */
export interface TournamentSpecOfVariant {
  /** Name of the tournament, at most `TOURNAMENT_NAME` characters. */
  name: ChatText;
  /** The form. */
  format: Format;
  /** The rules and the board. */
  variant: Variant;
  /** The clock of each game. */
  clock?: ClockSpec | null;
  /** Bots that fill up. */
  filling?: Filling | null;
  /** Games of a pairing, 1 to `MOST_GAMES`, with colours exchanged after each. In a knockout the pairing ends when it is decided, and in an arena it has one game. */
  games?: number;
  /** Time after which a player who has not come loses the game. */
  late?: Millis;
  /** `true` if people may enter after the first round is paired; never in a knockout. */
  late_entries?: boolean;
  /** `true` if the list of tournaments shows it; otherwise only its code leads to it. */
  listed?: boolean;
  /** Rule of the opening. */
  opening?: OpeningRule | null;
  /** Time from the end of a round to the next one. */
  pause?: Millis;
  /** `true` if games between two people who own their names are rated. */
  rated?: boolean;
  /** Time to the first round; without it the organiser starts it. */
  starts_in?: Millis | null;
}

/** Everything that the organiser of a tournament chooses. */
export interface TournamentSpecOfVariantName {
  /** Name of the tournament, at most `TOURNAMENT_NAME` characters. */
  name: ChatText;
  /** The form. */
  format: Format;
  /** The rules and the board. */
  variant: VariantName;
  /** The clock of each game. */
  clock?: ClockSpec | null;
  /** Bots that fill up. */
  filling?: Filling | null;
  /** Games of a pairing, 1 to `MOST_GAMES`, with colours exchanged after each. In a knockout the pairing ends when it is decided, and in an arena it has one game. */
  games?: number;
  /** Time after which a player who has not come loses the game. */
  late?: Millis;
  /** `true` if people may enter after the first round is paired; never in a knockout. */
  late_entries?: boolean;
  /** `true` if the list of tournaments shows it; otherwise only its code leads to it. */
  listed?: boolean;
  /** Rule of the opening. */
  opening?: OpeningRule | null;
  /** Time from the end of a round to the next one. */
  pause?: Millis;
  /** `true` if games between two people who own their names are rated. */
  rated?: boolean;
  /** Time to the first round; without it the organiser starts it. */
  starts_in?: Millis | null;
}

/** A tournament in the list. */
export interface TournamentSummary {
  /** Code of the tournament. */
  tournament: RoomId;
  /** The choices of the organiser. */
  spec: TournamentSpecOfVariantName;
  /** How far it is. */
  phase: TournamentPhase;
  /** The round, as in the view. */
  round: number;
  /** Number of entrants who have not left. */
  entrants: number;
  /** `true` if the person who asks is in it, or its organiser. */
  yours: boolean;
  /** Time to the next round, as in the view. */
  countdown?: Millis | null;
  /** Number of rounds, as in the view. */
  rounds?: number | null;
}

/** Everything that a tournament shows to those who follow it. */
export interface TournamentView {
  /** Code of the tournament. */
  tournament: RoomId;
  /** The choices of the organiser. */
  spec: TournamentSpecOfVariantName;
  /** Name of the organiser. */
  organiser: Name;
  /** How far it is. */
  phase: TournamentPhase;
  /** `true` if the organiser stopped the countdowns. */
  held: boolean;
  /** The round that is played or paired, from 1; 0 before the first. */
  round: number;
  /** The entrants, by their number; at most `ENTRANTS`. */
  entrants: Array<EntrantView>;
  /** The standings, the first place at the front. */
  standings: Array<Standing>;
  /** The pairings of this round; of an arena those under way and the last ones that are over, newest first. */
  pairings: Array<PairingView>;
  /** The pairings of the round after it, if they do not depend on results. */
  next: Array<PairingView>;
  /** Time to the next round, or to the end of an arena, if a countdown runs. */
  countdown?: Millis | null;
  /** Number of rounds, as far as it is known; none of an arena. */
  rounds?: number | null;
}

/**
 * A whole number below 2^64, in decimal digits.
 * @pattern ^[0-9]{1,20}$
 */
export type UnsignedText = string;

/**
 * Rules together with a board.
 *
 * As text: the name of a fixed variant, or `custom` and the measures that its creator chose, as in `custom:9x7x5:falls`, `custom:12x12x6:free` or `custom:19x19x5:exact` (columns, rows, in a row; `exact` is free too, and more in a row do not win).
 * @pattern ^(?:connect-four|connect-four-7x7|gomoku|gomoku-15|gomoku-standard|renju|custom:(?:[3-9]|1[0-9]|20)x(?:[3-9]|1[0-9]|20)x(?:[3-9]|10):(?:falls|free|exact))$
 */
export type Variant = string;

/** The name of a variant; later releases have more of them. */
export type VariantName = "connect-four" | "connect-four-7x7" | "gomoku" | "gomoku-15" | "gomoku-standard" | "renju" | (string & {});

/** A rating in one variant. */
export interface VariantRating {
  /** The rules and the board. */
  variant: VariantName;
  /** The rating now. */
  rating: Rating;
  /** Number of rated games. */
  games: number;
  /** The ratings after the last rated games, oldest first, at most 20. */
  course: Array<number>;
}

/** Results in one variant. */
export interface VariantScore {
  /** The rules and the board. */
  variant: VariantName;
  /** The results. */
  score: Score;
}

/** A game in which a person has a seat. */
export interface YourGame {
  /** The room. */
  room: RoomSummary;
  /** The side of the person. */
  side: Side;
  /** `true` if the game waits for the person. */
  your_turn: boolean;
  /** Time since the game ended, if it did. */
  ended?: Millis | null;
}
