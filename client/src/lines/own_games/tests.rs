use protocol::id::{PlayerId, RoomId, ServerId};
use protocol::message::{MINOR, VERSION};
use protocol::millis::Millis;
use protocol::refusal::Resource;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::view::{Outcome, Reason, Seat};
use protocol::word::Named;

use super::*;

fn room(code: &str, plies: Option<u16>) -> RoomSummary {
    let human = |name| Seat::Human {
        name: Name::clean(name).unwrap(),
        away: None,
    };
    RoomSummary {
        room: code.parse().unwrap(),
        variant: Named::Known(Variant::named("gomoku-15").unwrap()),
        clock: None,
        seats: BySide {
            first: human("Ana"),
            second: human("Ben"),
        },
        phase: match plies {
            Some(_) => Phase::Playing,
            None => Phase::Over {
                outcome: Outcome {
                    winner: Some(Side::First),
                    reason: Reason::Flag,
                    line: Vec::new(),
                },
            },
        },
        plies: plies.unwrap_or(9),
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
    }
}

fn game(code: &str, plies: Option<u16>, your_turn: bool) -> YourGame {
    YourGame {
        room: room(code, plies),
        side: Side::Second,
        your_turn,
        ended: plies.is_none().then_some(Millis::from_millis(60_000)),
    }
}

fn seat(code: &str, number: u128) -> SavedSeat {
    SavedSeat {
        servers: Vec::new(),
        room: code.parse().unwrap(),
        token: Token(number),
        variant: Named::Known(Variant::named("renju").unwrap()),
        when: Millis::ZERO,
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }
}

fn refused(refusal: Refusal) -> ServerMsg {
    let message = refusal.to_string();
    ServerMsg::Refused { refusal, message }
}

fn welcome(id: ServerId) -> ServerMsg {
    ServerMsg::Welcome {
        protocol: VERSION,
        minor: MINOR,
        software: "double".to_owned(),
        server: "double".to_owned(),
        id,
        addresses: Vec::new(),
        features: Vec::new(),
        announcement: None,
        player: PlayerId(1),
        name: Name::clean("Ana").unwrap(),
        bots: Vec::new().into(),
        variants: Vec::new().into(),
    }
}

fn look(code: &str) -> ClientMsg {
    let room: RoomId = code.parse().unwrap();
    ClientMsg::RoomInfo { room }
}

const LOBBY: ClientMsg = ClientMsg::EnterLobby { boards: false };

/// Returns the list after these answers, each of which is followed by questions.
fn listed_after(seats: Vec<SavedSeat>, talk: &[(ServerMsg, &[ClientMsg])]) -> Listed {
    let mut list = RoomList::new(seats);
    for (message, questions) in talk {
        let step = list.on_message(message);
        assert_eq!(step, Step::Ask(questions.to_vec()), "{message:?}");
    }
    let lobby = ServerMsg::Lobby {
        rooms: vec![room("AAAAAA", Some(4)), room("BBBBBB", Some(5))],
        players: vec![Name::clean("Ana").unwrap()],
        present: 1,
        chat: Vec::new(),
    };
    match list.on_message(&lobby) {
        Step::Done(listed) => listed,
        step => panic!("{step:?}"),
    }
}

const OTHER: &str = "BBBBBB: Gomoku 15 x 15, Ana against Ben, at ply 5, nobody watches";

#[test]
fn the_games_that_the_server_tells_come_first_and_once() {
    let games = vec![
        game("AAAAAA", Some(4), true),
        game("CCCCCC", Some(3), false),
        game("DDDDDD", None, false),
    ];
    let told = ServerMsg::YourGames { games };
    let listed = listed_after(vec![seat("CCCCCC", 1)], &[(told, &[LOBBY])]);
    assert_eq!(
        listed.lines,
        [
            "your games; go into one with: enlinea join CODE",
            "AAAAAA: Gomoku 15 x 15, against Ana, at ply 4, your turn",
            "CCCCCC: Gomoku 15 x 15, against Ana, at ply 3, their turn",
            "other rooms:",
            OTHER,
            "1 finished game",
            "1 connected: Ana",
        ]
    );
    assert_eq!((listed.gone, listed.problem), (Vec::new(), None));
}

/// A guest has no key by which the server could know them.
#[test]
fn the_rooms_of_saved_seats_are_looked_at_where_the_server_does_not_tell() {
    let what = Resource::Connections;
    let full = refused(Refusal::Full { what, most: None });
    for (answer, problem) in [
        (ServerMsg::YourGames { games: Vec::new() }, false),
        (full, true),
    ] {
        let seats = vec![
            seat("CCCCCC", 1),
            seat("CCCCCC", 2),
            seat("DDDDDD", 3),
            seat("EEEEEE", 4),
        ];
        let info = room("CCCCCC", Some(7));
        let gone = Refusal::NoSuchRoom {
            room: "DDDDDD".parse().unwrap(),
        };
        let looks = ["CCCCCC", "DDDDDD", "EEEEEE"].map(look);
        let what = Resource::Rooms;
        let listed = listed_after(
            seats,
            &[
                (answer, &looks),
                (ServerMsg::RoomInfo { room: info }, &[]),
                (refused(gone), &[]),
                (refused(Refusal::Full { what, most: None }), &[LOBBY]),
            ],
        );
        assert_eq!(
            listed.lines[..5],
            [
                "your games; go into one with: enlinea join CODE",
                "CCCCCC: Gomoku 15 x 15, Ana against Ben, at ply 7, nobody watches",
                "EEEEEE: Renju",
                "other rooms:",
                "AAAAAA: Gomoku 15 x 15, Ana against Ben, at ply 4, nobody watches",
            ]
        );
        assert_eq!(listed.gone, [Token(3)]);
        assert_eq!(listed.problem.is_some(), problem);
    }
}

/// Games that were over filled the list.
#[test]
fn open_seats_come_before_running_games_and_finished_games_are_one_line() {
    let mut list = RoomList::new(vec![seat("CCCCCC", 1)]);
    let games = vec![game("AAAAAA", None, false)];
    list.on_message(&ServerMsg::YourGames { games });
    let info = room("CCCCCC", None);
    list.on_message(&ServerMsg::RoomInfo { room: info });
    let mut open = room("EEEEEE", Some(0));
    (open.phase, open.seats.second) = (Phase::Seating, Seat::Open);
    let lobby = ServerMsg::Lobby {
        rooms: vec![room("DDDDDD", None), room("BBBBBB", Some(5)), open],
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    };
    let Step::Done(listed) = list.on_message(&lobby) else {
        panic!("the lobby is the end");
    };
    let [first, second, finished, _present] = &listed.lines[..] else {
        panic!("{listed:?}");
    };
    assert!(first.starts_with("EEEEEE: "), "{first}");
    assert_eq!((&**second, &**finished), (OTHER, "3 finished games"));
}

/// The seat was deleted without a word.
#[test]
fn the_rooms_of_another_server_at_the_address_are_not_asked_about() {
    let on = |code, number, server| SavedSeat {
        server_id: Some(ServerId(server)),
        ..seat(code, number)
    };
    let seats = vec![on("CCCCCC", 1, 7), on("DDDDDD", 2, 8), seat("EEEEEE", 3)];
    let mut list = RoomList::new(seats);
    assert_eq!(list.on_message(&welcome(ServerId(7))), Step::Pass);
    let told = ServerMsg::YourGames { games: Vec::new() };
    let looks = ["CCCCCC", "EEEEEE"].map(look).to_vec();
    assert_eq!(list.on_message(&told), Step::Ask(looks));
}

/// Nothing said that the server had left some out.
#[test]
fn a_list_that_the_server_has_cut_says_so() {
    let letters = "2346789ABC".chars();
    let codes = letters
        .clone()
        .flat_map(|one| letters.clone().map(move |two| format!("AAAA{one}{two}")));
    let games = codes.map(|code| game(&code, Some(3), false)).collect();
    let mut list = RoomList::new(Vec::new());
    list.on_message(&ServerMsg::YourGames { games });
    let lobby = |present| ServerMsg::Lobby {
        rooms: Vec::new(),
        players: ["Ana", "Ben"]
            .map(|name| Name::clean(name).unwrap())
            .to_vec(),
        present,
        chat: Vec::new(),
    };
    let Step::Done(listed) = list.on_message(&lobby(5)) else {
        panic!("the lobby is the end");
    };
    let behind = &listed.lines[101..];
    assert_eq!(
        behind,
        [
            "no other room is open; open one with: enlinea new",
            "a server tells of 100 games at most; there may be more",
            "5 connected: Ana, Ben and 3 more",
        ]
    );
}

#[test]
fn without_games_of_ones_own_the_list_is_that_of_the_lobby() {
    let told = ServerMsg::YourGames { games: Vec::new() };
    let listed = listed_after(Vec::new(), &[(told, &[LOBBY])]);
    assert_eq!(listed.lines.len(), 3, "{listed:?}");
    assert_eq!(listed.lines[1], OTHER);
}
