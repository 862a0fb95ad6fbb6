//! One message of the server of every kind, or more.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::id::{GameNr, Revision, Seq};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::view::{LeftWhy, PlayedMove, Score, YourGame};

use super::{
    Named, TOKEN, joined_name, name_of, named, of, parts, plain, room_events, snapshot, tournament,
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
        plain(parts::welcome()),
        plain(parts::lobby()),
        plain(ServerMsg::LobbyRoom {
            room: parts::summary(),
        }),
        plain(ServerMsg::LobbyRoomRemoved { room: of("K7QM2X") }),
        plain(ServerMsg::LobbyPlayers {
            players: vec![of("Ana")],
            present: 1,
        }),
        ("player", joined(Some(Side::First), Some(of(TOKEN)))),
        ("spectator", joined(None, None)),
        plain(ServerMsg::Left {
            room: of("K7QM2X"),
            why: LeftWhy::Replaced,
        }),
        plain(ServerMsg::ShuttingDown),
        plain(ServerMsg::Analysis {
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
        }),
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
        plain(ServerMsg::Ping),
        plain(ServerMsg::Pong),
        plain(ServerMsg::RoomInfo {
            room: parts::summary(),
        }),
        plain(ServerMsg::Record {
            room: of("K7QM2X"),
            text:
                "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"Bo\"]\n[Room \"K7QM2X\"]\n\
                    [Result \"*\"]\n\n1. 4 4 2. 3 *\n"
                    .to_owned(),
        }),
        plain(ServerMsg::Watching {
            snapshot: Box::new(snapshot()),
        }),
        plain(ServerMsg::Who {
            room: of("K7QM2X"),
            spectators: vec![of("Cleo"), of("Dan")],
            watching: 2,
        }),
        plain(ServerMsg::GameAnalysed {
            revision: Revision(13),
            plies: 12,
        }),
        plain(ServerMsg::Bots {
            variant: of("custom:9x7x5:falls"),
            bots: parts::bots(),
        }),
        plain(ServerMsg::LobbyChat {
            line: parts::lobby_line(),
        }),
        plain(ServerMsg::Muted {
            names: vec![of("Bo")],
        }),
        plain(ServerMsg::HandedOver {
            code: of("K7QM2XAB"),
            expires_in: Millis::from_millis(60_000),
        }),
        plain(ServerMsg::YourGames {
            games: vec![YourGame {
                room: parts::summary(),
                side: Side::First,
                your_turn: false,
                ended: None,
            }],
        }),
        plain(ServerMsg::Announcement {
            text: Some("the tournament begins at eight".to_owned()),
        }),
        plain(ServerMsg::History {
            games: vec![parts::past_game(), parts::past_bot_game()],
            older: Some(GameNr(1283)),
        }),
        plain(ServerMsg::PastGame {
            game: Box::new(parts::past_game()),
        }),
        plain(ServerMsg::Profile {
            profile: Box::new(parts::profile()),
        }),
        plain(ServerMsg::Leaderboard {
            variant: of("connect-four"),
            places: vec![parts::place()],
            unplaced: Vec::new(),
        }),
        plain(ServerMsg::Explored {
            variant: of("connect-four"),
            moves: vec![of("d1")],
            played: vec![PlayedMove {
                square: of("d2"),
                score: Score {
                    won: 3,
                    drawn: 1,
                    lost: 4,
                },
            }],
        }),
        plain(ServerMsg::Tournaments {
            tournaments: vec![tournament::summary()],
        }),
        plain(ServerMsg::YourTournament {
            tournament: of("FR7K2M"),
            organiser: false,
            entrant: Some(1),
            token: Some(of(TOKEN)),
        }),
        plain(ServerMsg::Tournament {
            view: Box::new(tournament::view()),
        }),
        plain(ServerMsg::YourTable {
            tournament: of("FR7K2M"),
            room: of("K7QM2X"),
            side: Side::Second,
            token: of(TOKEN),
            late: Millis::from_secs(60),
        }),
        plain(ServerMsg::TournamentPairings {
            tournament: of("FR7K2M"),
            pairings: tournament::pairings(),
            more: None,
        }),
        plain(ServerMsg::RoomsFound {
            words: "ana renju".to_owned(),
            rooms: vec![parts::summary()],
        }),
    ];
    let mut all = named(messages);
    all.extend(Refusal::samples().into_iter().map(|refusal| {
        let name = format!("refused.{}", refusal.code());
        let message = refusal.to_string();
        (name, ServerMsg::Refused { refusal, message })
    }));
    all.extend(room_events().into_iter().map(|(detail, event)| {
        let name = joined_name(&format!("event.{}", name_of(&event)), detail);
        let seq = Seq(12);
        let room = of("K7QM2X");
        (name, ServerMsg::Event { room, seq, event })
    }));
    all
}
