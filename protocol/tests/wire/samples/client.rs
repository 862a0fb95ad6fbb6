//! One message of a client of every kind, or more.

use protocol::act::Act;
use protocol::id::{GameNr, Revision, Seed};
use protocol::message::{ClientMsg, Role};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule, SeatSpec, ThinkTime};

use protocol::view::{GameResult, HistoryFilter, OpponentKind};

use super::{Named, TOKEN, name_of, named, of, plain, tournament};

/// Every message of a client.
pub(crate) fn client() -> Vec<Named<ClientMsg>> {
    let mut custom = GameSpec::new(of("custom:9x7x5:falls"));
    custom.clock = Some(of("5m+3s"));
    custom.listed = false;
    custom.takebacks = false;
    custom.hints = true;
    custom.repeat = of("3");
    custom.think_time = Some(ThinkTime::default());
    custom.seed = Some(Seed(42));
    let mut options = GameSpec::new(of("gomoku-15"));
    options.open_thoughts = true;
    options.grace = Some(of("300000"));
    options.opening = Some(OpeningRule::Swap2);
    let bot = SeatSpec::Bot {
        bot: of("negamax:6"),
    };
    let messages = [
        plain(ClientMsg::Hello {
            protocol: 1,
            software: "enlinea 0.1.0".to_owned(),
            name: Some("Ana".to_owned()),
            key: Some(of(TOKEN)),
            heartbeat: true,
        }),
        (
            "nameless",
            ClientMsg::Hello {
                protocol: 1,
                software: "my-bot 2".to_owned(),
                name: None,
                key: None,
                heartbeat: false,
            },
        ),
        plain(ClientMsg::EnterLobby { boards: false }),
        ("boards", ClientMsg::EnterLobby { boards: true }),
        plain(ClientMsg::LeaveLobby),
        plain(ClientMsg::Open {
            spec: GameSpec::new(of("connect-four")),
            seats: BySide {
                first: SeatSpec::Me,
                second: SeatSpec::Open,
            },
            shuffle: true,
        }),
        (
            "custom",
            ClientMsg::Open {
                spec: custom,
                seats: BySide {
                    first: bot,
                    second: SeatSpec::Me,
                },
                shuffle: false,
            },
        ),
        (
            "options",
            ClientMsg::Open {
                spec: options,
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Bot {
                        bot: of("threat,spread=60,temperature=20"),
                    },
                },
                shuffle: false,
            },
        ),
        (
            "player",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Player,
            },
        ),
        (
            "spectator",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Spectator,
            },
        ),
        (
            "seat",
            ClientMsg::Join {
                room: of("K7QM2X"),
                role: Role::Seat { token: of(TOKEN) },
            },
        ),
        plain(ClientMsg::Quick {
            variant: of("gomoku-15"),
            clock: Some(of("10m")),
            own_rooms: vec![of("K7QM2X")],
            rated: false,
        }),
        plain(ClientMsg::Leave),
        plain(
            Act::Move {
                revision: Revision(1),
                square: of("d1"),
            }
            .into(),
        ),
        plain(Act::Resign.into()),
        plain(Act::OfferDraw.into()),
        plain(Act::AnswerDraw { accept: true }.into()),
        plain(Act::AskTakeback.into()),
        plain(Act::AnswerTakeback { accept: false }.into()),
        plain(Act::Abort.into()),
        plain(Act::Claim.into()),
        plain(Act::Rematch.into()),
        plain(
            Act::Choose {
                revision: Revision(4),
                choice: OpeningChoice::White,
            }
            .into(),
        ),
        plain(Act::AnswerRematch { accept: false }.into()),
        plain(ClientMsg::Chat {
            text: "hola, ¿qué tal?".to_owned(),
        }),
        plain(ClientMsg::Resync),
        plain(ClientMsg::Analyse {
            variant: of("connect-four"),
            moves: vec![of("d1"), of("d2"), of("c1")],
        }),
        plain(ClientMsg::StopAnalysis),
        plain(ClientMsg::Ping),
        plain(ClientMsg::Pong),
        plain(ClientMsg::RoomInfo { room: of("K7QM2X") }),
        plain(ClientMsg::Record { room: of("K7QM2X") }),
        plain(ClientMsg::Watch { room: of("K7QM2X") }),
        plain(ClientMsg::Unwatch { room: of("K7QM2X") }),
        plain(ClientMsg::Who { room: of("K7QM2X") }),
        plain(ClientMsg::AnalyseGame),
        plain(ClientMsg::ListBots {
            variant: of("custom:9x7x5:falls"),
        }),
        plain(ClientMsg::LobbyChat {
            text: "who plays?".to_owned(),
        }),
        plain(ClientMsg::Mute {
            name: of("Bo"),
            muted: true,
        }),
        plain(ClientMsg::HandOver),
        plain(ClientMsg::TakeOver {
            code: of("K7QM2XAB"),
        }),
        plain(ClientMsg::YourGames),
        plain(ClientMsg::Lock { locked: true }),
        plain(ClientMsg::Remove { name: of("Cleo") }),
        plain(ClientMsg::CloseChat { closed: true }),
        plain(ClientMsg::History {
            filter: HistoryFilter::default(),
            before: None,
        }),
        (
            "filtered",
            ClientMsg::History {
                filter: HistoryFilter {
                    player: Some(of("Ana")),
                    opponent: Some(of("Bruno")),
                    variant: Some(of("connect-four")),
                    result: Some(GameResult::Won),
                    within: Some(Millis::from_secs(30 * 24 * 3600)),
                    least_plies: Some(10),
                    most_plies: Some(30),
                    against: Some(OpponentKind::People),
                },
                before: Some(GameNr(1284)),
            },
        ),
        plain(ClientMsg::PastGame { game: GameNr(1284) }),
        plain(ClientMsg::Profile {
            name: Some(of("Ana")),
        }),
        ("own", ClientMsg::Profile { name: None }),
        plain(ClientMsg::Leaderboard {
            variant: of("connect-four"),
            within: None,
        }),
        plain(ClientMsg::Explore {
            variant: of("connect-four"),
            moves: vec![of("d1")],
        }),
        plain(ClientMsg::ListTournaments),
        plain(ClientMsg::OpenTournament {
            spec: tournament::spec(),
        }),
        plain(ClientMsg::FollowTournament {
            tournament: of("FR7K2M"),
            token: Some(of(TOKEN)),
        }),
        plain(ClientMsg::UnfollowTournament),
        plain(ClientMsg::ListPairings { from: 500 }),
        plain(ClientMsg::FindRooms {
            words: "ana renju".to_owned(),
        }),
    ];
    let mut all = named(messages);
    all.extend(tournament::acts().into_iter().map(|act| {
        let name = format!("in_tournament.{}", name_of(&act));
        (name, ClientMsg::InTournament { act })
    }));
    all
}
