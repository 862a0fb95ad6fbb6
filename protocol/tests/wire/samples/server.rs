//! One message of the server of every kind, or more.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::id::{Revision, Seq};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::{LeftWhy, YourGame};

use super::{
    Named, TOKEN, event_name, joined_name, named, of, parts, room_events, server_name, snapshot,
};

/// Every message of the server; of `Refused` and `Event` one for every refusal and every event.
pub(crate) fn server() -> Vec<Named<ServerMsg>> {
    let joined = |you, token| ServerMsg::Joined {
        you,
        token,
        owner: you.is_some(),
        snapshot: Box::new(snapshot()),
    };
    let messages = [
        ("", parts::welcome()),
        ("", parts::lobby()),
        (
            "",
            ServerMsg::LobbyRoom {
                room: parts::summary(),
            },
        ),
        ("", ServerMsg::LobbyRoomRemoved { room: of("K7QM2X") }),
        (
            "",
            ServerMsg::LobbyPlayers {
                players: vec![of("Ana")],
                present: 1,
            },
        ),
        ("player", joined(Some(Side::First), Some(of(TOKEN)))),
        ("spectator", joined(None, None)),
        (
            "",
            ServerMsg::Left {
                room: of("K7QM2X"),
                why: LeftWhy::Replaced,
            },
        ),
        ("", ServerMsg::ShuttingDown),
        (
            "",
            ServerMsg::Analysis {
                variant: of("custom:5x6x4:falls"),
                moves: ["c1", "c2", "c3", "c4", "c5", "c6"].map(of).to_vec(),
                columns: vec![
                    ColumnValue::Exact { score: -4 },
                    ColumnValue::Exact { score: 0 },
                    ColumnValue::Full,
                    ColumnValue::Exact { score: 7 },
                    ColumnValue::Unknown,
                ],
                lines: Vec::new(),
                nodes: 152_530,
                elapsed: Millis::from_millis(17),
            },
        ),
        (
            "lines",
            ServerMsg::Analysis {
                variant: of("gomoku-15"),
                moves: vec![of("h8"), of("i9")],
                columns: Vec::new(),
                lines: vec![BestLine {
                    pv: vec![of("h9"), of("g7")],
                    score: 80,
                    end: None,
                    depth: Some(of("12")),
                }],
                nodes: 410_200,
                elapsed: Millis::from_millis(990),
            },
        ),
        ("", ServerMsg::Ping),
        ("", ServerMsg::Pong),
        (
            "",
            ServerMsg::RoomInfo {
                room: parts::summary(),
            },
        ),
        (
            "",
            ServerMsg::Record {
                room: of("K7QM2X"),
                text: "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"Bo\"]\n[Room \"K7QM2X\"]\n\
                    [Result \"*\"]\n\n1. 4 4 2. 3 *\n"
                    .to_owned(),
            },
        ),
        (
            "",
            ServerMsg::Watching {
                snapshot: Box::new(snapshot()),
            },
        ),
        (
            "",
            ServerMsg::Who {
                room: of("K7QM2X"),
                spectators: vec![of("Cleo"), of("Dan")],
                watching: 2,
            },
        ),
        (
            "",
            ServerMsg::GameAnalysed {
                revision: Revision(13),
                plies: 12,
            },
        ),
        (
            "",
            ServerMsg::Bots {
                variant: of("custom:9x7x5:falls"),
                bots: parts::bots(),
            },
        ),
        (
            "",
            ServerMsg::LobbyChat {
                line: parts::lobby_line(),
            },
        ),
        (
            "",
            ServerMsg::Muted {
                names: vec![of("Bo")],
            },
        ),
        (
            "",
            ServerMsg::HandedOver {
                code: of("K7QM2XAB"),
                expires_in: Millis::from_millis(60_000),
            },
        ),
        (
            "",
            ServerMsg::YourGames {
                games: vec![YourGame {
                    room: parts::summary(),
                    side: Side::First,
                    your_turn: false,
                    ended: None,
                }],
            },
        ),
        (
            "",
            ServerMsg::Announcement {
                text: Some("the tournament begins at eight".to_owned()),
            },
        ),
    ];
    let mut all = named(messages, server_name);
    all.extend(Refusal::samples().into_iter().map(|refusal| {
        let name = format!("refused.{}", refusal.code());
        let message = refusal.to_string();
        (name, ServerMsg::Refused { refusal, message })
    }));
    all.extend(room_events().into_iter().map(|(detail, event)| {
        let name = joined_name(&format!("event.{}", event_name(&event)), detail);
        let seq = Seq(12);
        let room = of("K7QM2X");
        (name, ServerMsg::Event { room, seq, event })
    }));
    all
}
