//! The parts of the samples.

use std::fmt::Debug;
use std::str::FromStr;

use protocol::clock::ClockFace;
use protocol::id::{GameNr, Revision, Seed, Seq};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule};
use protocol::view::{
    BotLevel, BotOffer, BotOption, ChatLine, Feature, GameResult, LobbyLine, Offers, OpeningState,
    Opponent, Outcome, PastGame, PastPlayer, Phase, Place, Ply, Preset, Profile, Rating,
    RatingChange, Reason, RoomSummary, Score, SearchInfo, Seat, Series, Snapshot, Thinking,
    VariantRating, VariantScore,
};
use protocol::word::Named;

use super::{PLAYER, fixture};

/// A value from its text form.
pub(crate) fn of<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap()
}

pub(crate) fn clock() -> ClockFace {
    ClockFace {
        remaining: BySide {
            first: Millis::from_millis(298_300),
            second: Millis::from_millis(300_000),
        },
        running: Some(Side::Second),
    }
}

pub(crate) fn series() -> Series {
    Series {
        game: 2,
        wins: BySide {
            first: 1,
            second: 0,
        },
        draws: 0,
    }
}

/// Ana is here, a bot plays the other side.
pub(crate) fn seats() -> BySide<Seat> {
    BySide {
        first: fixture::human("Ana"),
        second: Seat::Bot {
            bot: of("negamax:6"),
        },
    }
}

pub(crate) fn chat_line() -> ChatLine {
    ChatLine {
        name: of("Ana"),
        side: Some(Side::First),
        text: of("hola"),
    }
}

pub(crate) fn search() -> SearchInfo {
    SearchInfo {
        side: Side::Second,
        ply: 4,
        score: -35,
        depth: Some(of("6")),
        nodes: 48_211,
        elapsed: Millis::from_millis(120),
        pv: vec![of("d4"), of("c1"), of("e1")],
        exact: Some(false),
    }
}

/// A game of three plies with a clock, chat, a spectator and a search.
pub(crate) fn snapshot() -> Snapshot {
    let mut spec = GameSpec::new(of("connect-four"));
    spec.clock = Some(of("5m+3s"));
    spec.seed = Some(Seed(42));
    let ply = |square, left| Ply {
        square: of(square),
        left: Some(Millis::from_millis(left)),
    };
    Snapshot {
        spec: spec.map_variant(Named::Known),
        seq: Seq(11),
        revision: Revision(4),
        seats: seats(),
        plies: vec![ply("d1", 300_000), ply("d2", 300_000), ply("d3", 298_300)],
        clock: Some(clock()),
        offers: Offers {
            takeback: Some(Side::First),
            ..Offers::default()
        },
        series: series(),
        chat: vec![chat_line()],
        spectators: vec![of("Cleo")],
        watching: 1,
        searches: vec![search()],
        ..fixture::snapshot("connect-four")
    }
}

pub(crate) fn summary() -> RoomSummary {
    RoomSummary {
        room: of("K7QM2X"),
        variant: of("connect-four"),
        clock: Some(of("5m+3s")),
        seats: BySide {
            first: Seat::Human {
                name: of("Ana"),
                away: Some(Millis::from_millis(2500)),
            },
            second: Seat::Open,
        },
        phase: Phase::Seating,
        plies: 0,
        spectators: 2,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    }
}

pub(crate) fn rating_changes() -> BySide<RatingChange> {
    let change = |before, after| RatingChange { before, after };
    BySide {
        first: change(1607, 1598),
        second: change(1633, 1642),
    }
}

/// A rated game that Ana won against Bruno.
pub(crate) fn past_game() -> PastGame {
    let human = |name| PastPlayer::Human {
        name: of(name),
        profile: true,
    };
    PastGame {
        game: GameNr(1284),
        room: Some(of("K7QM2X")),
        ended: Millis::from_secs(3600),
        variant: of("connect-four"),
        clock: Some(of("5m+3s")),
        opening: None,
        players: BySide {
            first: human("Bruno"),
            second: human("Ana"),
        },
        outcome: Outcome {
            winner: Some(Side::Second),
            reason: Reason::Line,
            line: ["a1", "b1", "c1", "d1"].map(of).to_vec(),
        },
        plies: 8,
        moves: Some(
            ["e1", "d1", "e2", "c1", "e3", "b1", "f1", "a1"]
                .map(of)
                .to_vec(),
        ),
        choices: Vec::new(),
        listed: true,
        ratings: Some(rating_changes()),
    }
}

/// A game that a bot won and of which only the result is kept.
pub(crate) fn past_bot_game() -> PastGame {
    PastGame {
        game: GameNr(1283),
        room: None,
        variant: of("gomoku-15"),
        clock: None,
        opening: Some(OpeningRule::Swap2),
        players: BySide {
            first: PastPlayer::Bot { bot: of("level:5") },
            second: PastPlayer::Human {
                name: of("guest-03"),
                profile: false,
            },
        },
        outcome: Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        },
        plies: 60,
        moves: None,
        choices: vec![OpeningChoice::PlaceTwo, OpeningChoice::Black],
        listed: false,
        ratings: None,
        ..past_game()
    }
}

pub(crate) fn profile() -> Profile {
    use GameResult::{Drawn, Lost, Won};
    let score = |won, drawn, lost| Score { won, drawn, lost };
    Profile {
        name: of("Ana"),
        since: Millis::from_secs(260 * 24 * 3600),
        ratings: vec![VariantRating {
            variant: of("connect-four"),
            rating: rating(),
            games: 188,
            course: vec![1607, 1633, 1642],
        }],
        results: vec![VariantScore {
            variant: of("connect-four"),
            score: score(131, 14, 72),
        }],
        form: vec![Won, Lost, Drawn, Won],
        levels: vec![BotLevel {
            variant: of("connect-four"),
            tenths: 42,
            lowest: 31,
            highest: 53,
            games: 38,
        }],
        best_wins: vec![past_game()],
        opponents: vec![Opponent {
            name: of("Bruno"),
            profile: true,
            score: score(24, 3, 19),
            form: vec![Lost, Won],
        }],
        games: vec![past_game(), past_bot_game()],
    }
}

fn rating() -> Rating {
    Rating {
        rating: 1642,
        deviation: 48,
    }
}

pub(crate) fn place() -> Place {
    Place {
        name: of("Ana"),
        rating: rating(),
        games: 188,
        change: 9,
        form: vec![GameResult::Won, GameResult::Drawn],
    }
}

pub(crate) fn lobby() -> ServerMsg {
    ServerMsg::Lobby {
        rooms: vec![summary()],
        players: vec![of("Ana"), of("guest-01")],
        present: 2,
        chat: vec![lobby_line()],
    }
}

pub(crate) fn welcome() -> ServerMsg {
    ServerMsg::Welcome {
        protocol: 1,
        minor: 0,
        software: "enlinea-server 0.1.0".to_owned(),
        server: "living room".to_owned(),
        id: of("7f3a09c2d4e64b1f8a5590b1c2d3e4f5"),
        addresses: vec!["http://192.168.1.5:4270".to_owned()],
        features: vec![Feature::Identity],
        announcement: Some("the tournament begins at eight".to_owned()),
        player: PLAYER,
        name: of("Ana"),
        bots: bots().into(),
        variants: Variant::fixed().map(Named::Known).collect(),
        nodes: vec!["ws://node-b.example.org:4270".to_owned()],
    }
}

/// Two bots on offer.
pub(crate) fn bots() -> Vec<BotOffer> {
    let negamax = BotOffer {
        kind: "negamax".to_owned(),
        about: "counts runs of two and three".to_owned(),
        depths: Some((of("1"), of("12"))),
        default_depth: Some(of("5")),
        presets: vec![Preset {
            name: "level-1".to_owned(),
            depth: of("2"),
            level: Some(310),
        }],
        variants: vec![of("connect-four"), of("connect-four-7x7")],
        options: vec![BotOption {
            name: "temperature".to_owned(),
            about: "chance of a move that is not the best, in percent".to_owned(),
            least: 0,
            most: 100,
            default: 0,
        }],
        level: Some(520),
        openings: Vec::new(),
    };
    let random = BotOffer {
        kind: "random".to_owned(),
        about: "plays anything".to_owned(),
        depths: None,
        default_depth: None,
        presets: Vec::new(),
        variants: Variant::fixed().map(Named::Known).collect(),
        options: Vec::new(),
        level: Some(0),
        openings: vec![OpeningRule::Swap2],
    };
    vec![negamax, random]
}

pub(crate) fn lobby_line() -> LobbyLine {
    LobbyLine {
        name: of("Cleo"),
        text: of("who plays?"),
    }
}

pub(crate) fn thinking() -> Thinking {
    Thinking {
        side: Side::Second,
        ply: 4,
        elapsed: Millis::from_millis(1500),
        depth: Some(of("6")),
    }
}

/// Three stones are placed, and the second side is to choose.
pub(crate) fn opening() -> OpeningState {
    OpeningState {
        rule: OpeningRule::Swap2,
        to_act: Side::Second,
        to_place: 0,
        choices: vec![
            OpeningChoice::Black,
            OpeningChoice::White,
            OpeningChoice::PlaceTwo,
        ],
        black: None,
        made: Vec::new(),
    }
}
