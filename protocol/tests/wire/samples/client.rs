//! One message of a client of every kind, or more.

use protocol::act::Act;
use protocol::id::{Revision, Seed};
use protocol::message::{ClientMsg, Role};
use protocol::side::BySide;
use protocol::spec::{GameSpec, OpeningChoice, OpeningRule, SeatSpec, ThinkTime};

use super::{Named, TOKEN, client_name, named, of};

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
        (
            "",
            ClientMsg::Hello {
                protocol: 1,
                software: "enlinea 0.1.0".to_owned(),
                name: Some("Ana".to_owned()),
                key: Some(of(TOKEN)),
                heartbeat: true,
            },
        ),
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
        ("", ClientMsg::EnterLobby { boards: false }),
        ("boards", ClientMsg::EnterLobby { boards: true }),
        ("", ClientMsg::LeaveLobby),
        (
            "",
            ClientMsg::Open {
                spec: GameSpec::new(of("connect-four")),
                seats: BySide {
                    first: SeatSpec::Me,
                    second: SeatSpec::Open,
                },
                shuffle: true,
            },
        ),
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
        (
            "",
            ClientMsg::Quick {
                variant: of("gomoku-15"),
                clock: Some(of("10m")),
                own_rooms: vec![of("K7QM2X")],
            },
        ),
        ("", ClientMsg::Leave),
        (
            "",
            Act::Move {
                revision: Revision(1),
                square: of("d1"),
            }
            .into(),
        ),
        ("", Act::Resign.into()),
        ("", Act::OfferDraw.into()),
        ("", Act::AnswerDraw { accept: true }.into()),
        ("", Act::AskTakeback.into()),
        ("", Act::AnswerTakeback { accept: false }.into()),
        ("", Act::Abort.into()),
        ("", Act::Claim.into()),
        ("", Act::Rematch.into()),
        (
            "",
            Act::Choose {
                revision: Revision(4),
                choice: OpeningChoice::White,
            }
            .into(),
        ),
        ("", Act::AnswerRematch { accept: false }.into()),
        (
            "",
            ClientMsg::Chat {
                text: "hola, ¿qué tal?".to_owned(),
            },
        ),
        ("", ClientMsg::Resync),
        (
            "",
            ClientMsg::Analyse {
                variant: of("connect-four"),
                moves: vec![of("d1"), of("d2"), of("c1")],
            },
        ),
        ("", ClientMsg::StopAnalysis),
        ("", ClientMsg::Ping),
        ("", ClientMsg::Pong),
        ("", ClientMsg::RoomInfo { room: of("K7QM2X") }),
        ("", ClientMsg::Record { room: of("K7QM2X") }),
        ("", ClientMsg::Watch { room: of("K7QM2X") }),
        ("", ClientMsg::Unwatch { room: of("K7QM2X") }),
        ("", ClientMsg::Who { room: of("K7QM2X") }),
        ("", ClientMsg::AnalyseGame),
        (
            "",
            ClientMsg::ListBots {
                variant: of("custom:9x7x5:falls"),
            },
        ),
        (
            "",
            ClientMsg::LobbyChat {
                text: "who plays?".to_owned(),
            },
        ),
        (
            "",
            ClientMsg::Mute {
                name: of("Bo"),
                muted: true,
            },
        ),
        ("", ClientMsg::HandOver),
        (
            "",
            ClientMsg::TakeOver {
                code: of("K7QM2XAB"),
            },
        ),
        ("", ClientMsg::YourGames),
        ("", ClientMsg::Lock { locked: true }),
        ("", ClientMsg::Remove { name: of("Cleo") }),
        ("", ClientMsg::CloseChat { closed: true }),
    ];
    named(messages, client_name)
}
