use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::view::{Outcome, Reason, Seat};
use protocol::word::Named;

use super::*;
use crate::seats::tests::seat_at;

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
        rated: false,
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
        variant: Named::Known(Variant::named("renju").unwrap()),
        ..seat_at("", code.parse().unwrap(), number)
    }
}

/// The list of a guest with these saved seats, or of a person with these games.
fn list(seats: Vec<SavedSeat>, games: Vec<YourGame>) -> RoomList {
    let name = |name| Name::clean(name).unwrap();
    RoomList {
        seats,
        games,
        rooms: vec![room("AAAAAA", Some(4)), room("BBBBBB", Some(5))],
        players: vec![name("Ben")],
        present: 3,
        ..RoomList::default()
    }
}

const OTHER: &str = "BBBBBB: Gomoku 15 x 15, Ana against Ben, at move 5, nobody is watching";

#[test]
fn games_of_ones_own_come_first_and_once() {
    let games = vec![
        game("AAAAAA", Some(4), true),
        game("CCCCCC", Some(3), false),
        game("DDDDDD", None, false),
    ];
    let list = list(vec![seat("CCCCCC", 1)], games);
    assert_eq!(
        list.lines(),
        [
            "your games; go into one with: enlinea join CODE",
            "AAAAAA: Gomoku 15 x 15, against Ana, at move 4, your turn",
            "CCCCCC: Gomoku 15 x 15, against Ana, at move 3, their turn",
            "other rooms:",
            OTHER,
            "1 game just over",
            "3 others connected: Ben and 2 more",
        ]
    );
    let told = |line: &RoomLine| (line.room.room.to_string(), line.yours, line.your_turn);
    let told: Vec<_> = list.rooms().iter().map(told).collect();
    let expected = [
        ("AAAAAA", true, Some(true)),
        ("CCCCCC", true, Some(false)),
        ("DDDDDD", true, Some(false)),
        ("BBBBBB", false, None),
    ];
    assert_eq!(
        told,
        expected.map(|(room, yours, turn)| (room.to_owned(), yours, turn))
    );
}

/// A guest has no key by which the server could know them.
#[test]
fn the_rooms_of_saved_seats_are_the_games_of_a_guest() {
    let seats = vec![seat("CCCCCC", 1), seat("CCCCCC", 2), seat("EEEEEE", 4)];
    let mut list = list(seats, Vec::new());
    list.looked_at = vec![room("CCCCCC", Some(7))];
    assert_eq!(
        list.lines()[1..4],
        [
            "CCCCCC: Gomoku 15 x 15, Ana against Ben, at move 7, nobody is watching",
            "EEEEEE: Renju",
            "other rooms:",
        ]
    );
}

/// Games that were over filled the list.
#[test]
fn open_seats_come_before_running_games_and_finished_games_are_one_line() {
    let games = vec![game("AAAAAA", None, false)];
    let mut list = list(vec![seat("CCCCCC", 1)], games);
    list.looked_at = vec![room("CCCCCC", None)];
    let mut open = room("EEEEEE", Some(0));
    (open.phase, open.seats.second) = (Phase::Seating, Seat::Open);
    list.rooms = vec![room("DDDDDD", None), room("BBBBBB", Some(5)), open];
    let lines = list.lines();
    assert!(lines[0].starts_with("EEEEEE: "), "{lines:?}");
    assert_eq!(lines[1..3], [OTHER, "3 games just over"]);
}

/// Nothing said that the server had left some out.
#[test]
fn a_list_that_the_server_has_cut_says_so() {
    let games = vec![game("AAAAAA", Some(3), false); YOUR_GAMES];
    let mut list = list(Vec::new(), games);
    list.rooms.clear();
    let lines = list.lines();
    let expected = [
        "no other room is open; open one with: enlinea new",
        "a server lists at most 100 games; there may be more",
    ];
    assert_eq!(lines[YOUR_GAMES + 1..YOUR_GAMES + 3], expected);
}

#[test]
fn a_game_against_a_bot_in_this_program_is_a_line() {
    let mut kept = seat("K7QM2X", 1);
    assert_eq!(kept_in_words(&kept), None);
    kept.own = Some(crate::seats::OwnSeat {
        opponent: "bot:level:3".to_owned(),
        ply: 12,
    });
    let line = "your game of Renju against Bot, level 3: move 12, your turn; go on with: enlinea";
    assert_eq!(kept_in_words(&kept).as_deref(), Some(line));
}
