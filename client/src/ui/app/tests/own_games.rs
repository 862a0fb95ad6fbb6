//! The games of this person: their list, and the ways back to each seat.

use protocol::refusal::Resource;
use protocol::view::YourGame;

use super::way_out::{notice, refuse, room_of_two};
use super::*;
use crate::ui::GameState;

const HERE: &str = "ws://here/ws";

fn room() -> RoomId {
    RoomId::from_draw(7)
}

fn seat(number: u64) -> SavedSeat {
    SavedSeat {
        servers: vec![HERE.to_owned()],
        room: RoomId::from_draw(number),
        token: Token(number.into()),
        variant: Named::Known(Variant::named("connect-four").unwrap()),
        when: Millis::from_millis(number),
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }
}

fn back(number: u64) -> Action {
    Action::Send(ClientMsg::Join {
        room: RoomId::from_draw(number),
        role: Role::Seat {
            token: Token(number.into()),
        },
    })
}

fn look(number: u64) -> Action {
    let room = RoomId::from_draw(number);
    Action::Send(ClientMsg::RoomInfo { room })
}

/// In the lobby of a server, with these seats saved.
fn lobby(seats: Vec<SavedSeat>) -> Play {
    let mut play = Play::home();
    play.app.set_seats(seats);
    play.app.go(vec![HERE.to_owned()], Goal::Lobby);
    let actions = play.hear(welcome());
    assert!(actions.contains(&Action::Send(ClientMsg::YourGames)));
    play
}

fn lobby_of(rooms: Vec<RoomSummary>) -> ServerMsg {
    ServerMsg::Lobby {
        rooms,
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    }
}

/// The answer of a server on which the room of two goes on.
fn your_game() -> ServerMsg {
    let games = vec![YourGame {
        room: room_of_two(),
        side: Side::First,
        your_turn: false,
        ended: None,
    }];
    ServerMsg::YourGames { games }
}

fn later(play: &mut Play, seconds: u64) -> Vec<Action> {
    let now = play.app.now + Millis::from_secs(seconds);
    play.app.update(now, Event::Tick)
}

fn states(play: &Play) -> Vec<(RoomId, GameState)> {
    let own = play.app.lobby.own.iter();
    own.map(|own| (own.room, own.state)).collect()
}

#[test]
fn the_games_that_the_server_tells_are_the_first_lines_of_the_lobby() {
    let mut play = lobby(vec![seat(7)]);
    play.hear(ServerMsg::Lobby {
        rooms: vec![room_of_two()],
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    });
    let mut waiting = room_of_two();
    waiting.room = RoomId::from_draw(3);
    waiting.phase = Phase::Seating;
    let game = |room, your_turn| YourGame {
        room,
        side: Side::First,
        your_turn,
        ended: None,
    };
    let games = vec![game(room_of_two(), true), game(waiting, false)];
    assert_eq!(play.hear(ServerMsg::YourGames { games }), []);
    assert_eq!(
        states(&play),
        [
            (room(), GameState::YourTurn),
            (RoomId::from_draw(3), GameState::Waiting)
        ]
    );
    // The own room is not listed twice.
    assert_eq!(play.app.lobby.lines().len(), 2);
    assert_eq!(play.app.lobby.own[0].opponent, "Bo");
    assert_eq!(play.does(Event::Key(Key::Enter)), [back(7)]);
}

#[test]
fn the_server_is_asked_about_each_seat_that_it_does_not_list() {
    let mut elsewhere = seat(4);
    elsewhere.servers = vec!["ws://there/ws".to_owned()];
    let mut play = lobby(vec![seat(7), seat(5), elsewhere]);
    let none = ServerMsg::YourGames { games: Vec::new() };
    assert_eq!(play.hear(none), [look(7), look(5)]);
    play.hear(ServerMsg::RoomInfo {
        room: room_of_two(),
    });
    let gone = Refusal::NoSuchRoom {
        room: RoomId::from_draw(5),
    };
    assert_eq!(refuse(&mut play, gone), [Action::Forget(Token(5))]);
    assert_eq!(notice(&play), "", "the person asked for nothing");
    assert_eq!(states(&play), [(room(), GameState::GoesOn { plies: 3 })]);
    assert_eq!(play.app.lobby.own[0].opponent, "Bo");
    assert_eq!(play.does(Event::Key(Key::Enter)), [back(7)]);
}

#[test]
fn the_list_is_asked_for_again_when_a_game_in_it_has_changed() {
    let mut play = lobby(vec![seat(7)]);
    let listed = |plies| RoomSummary {
        plies,
        ..room_of_two()
    };
    play.hear(lobby_of(vec![listed(3)]));
    play.hear(your_game());
    let changes = [
        ServerMsg::LobbyRoom { room: listed(4) },
        // A server with much to tell sends all of it.
        lobby_of(vec![listed(5)]),
    ];
    for change in changes {
        assert_eq!(later(&mut play, 9), []);
        assert_eq!(play.app.next_question(), None);
        play.hear(change);
        assert!(play.app.next_question().is_some(), "nothing else wakes it");
        assert_eq!(later(&mut play, 3), [Action::Send(ClientMsg::YourGames)]);
        play.hear(your_game());
        assert_eq!(later(&mut play, 3), []);
    }
    // The list came with another room.
    let other = RoomSummary {
        room: RoomId::from_draw(3),
        ..room_of_two()
    };
    play.hear(lobby_of(vec![listed(5), other]));
    assert_eq!(play.app.next_question(), None);
}

/// It was said to wait for somebody while the friend had moved.
#[test]
fn a_game_that_the_lobby_does_not_list_is_asked_about_again_and_again() {
    let mut play = lobby(vec![seat(7)]);
    play.hear(your_game());
    play.hear(lobby_of(Vec::new()));
    for _ in 0..2 {
        assert_eq!(later(&mut play, 3), []);
        assert!(play.app.next_question().is_some(), "nothing else wakes it");
        assert_eq!(later(&mut play, 18), [Action::Send(ClientMsg::YourGames)]);
        play.hear(your_game());
    }
    play.app.screen = Screen::Form;
    assert_eq!(later(&mut play, 30), []);
}

/// The table was dead after the next reconnect, and a rematch then told that the room is gone.
#[test]
fn a_lost_connection_returns_to_the_seat_of_a_game_that_is_over() {
    let mut play = lobby(Vec::new());
    let mut seen = snapshot("connect-four");
    seen.phase = Phase::Over {
        outcome: Outcome {
            winner: None,
            reason: Reason::Agreement,
            line: Vec::new(),
        },
    };
    let room = seen.room;
    let actions = play.join(Some(Side::First), seen);
    let token = Token(9);
    for expected in [Action::Forget(token), Action::RejoinSeat(room, token)] {
        assert!(actions.contains(&expected), "{actions:?}");
    }
}

#[test]
fn a_code_leads_to_the_own_seat() {
    let mut play = lobby(vec![seat(7)]);
    play.press(&format!("c{}", room()));
    assert_eq!(play.does(Event::Key(Key::Enter)), [back(7)]);
    let mut play = Play::home();
    play.app.set_seats(vec![seat(7)]);
    play.app.go(vec![HERE.to_owned()], Goal::Join(room()));
    assert_eq!(play.hear(welcome()), [back(7)], "so does `enlinea join`");
}

/// Types the code of a room that is not there, and returns what follows from its refusal.
fn mistype(play: &mut Play) -> Vec<Action> {
    let room = RoomId::from_draw(3);
    play.press(&format!("c{room}"));
    play.does(Event::Key(Key::Enter));
    refuse(play, Refusal::NoSuchRoom { room })
}

/// The seat of another game, to which the way back had failed or was not answered, was deleted.
#[test]
fn a_mistyped_code_deletes_no_seat() {
    // The server of the seat did not start, and another one runs here.
    let mut hosted = seat(7);
    hosted.hosted = true;
    for failed in [Event::PortTaken(4270), Event::Failed("no".to_owned())] {
        let mut play = Play::home();
        play.app.set_seats(vec![hosted.clone()]);
        play.does(Event::Key(Key::Enter));
        play.does(failed);
        play.does(Event::Key(Key::Esc));
        play.app.go(vec![HERE.to_owned()], Goal::Lobby);
        play.hear(welcome());
        assert_eq!(mistype(&mut play), []);
    }
    // The way back was refused for now.
    let what = Resource::Rooms;
    for refusal in [Refusal::ShuttingDown, Refusal::Full { what, most: None }] {
        let mut play = lobby(vec![seat(7)]);
        play.app.return_to(room(), Token(7));
        assert_eq!(refuse(&mut play, refusal), []);
        assert_eq!(mistype(&mut play), []);
    }
    // The way back was chosen before the answer about the code came.
    let mut play = lobby(vec![seat(7)]);
    let games = Vec::new();
    play.hear(ServerMsg::YourGames { games });
    let room = RoomId::from_draw(3);
    play.press(&format!("c{room}"));
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.does(Event::Key(Key::Enter)), []);
    assert_eq!(play.app.home.returning, Some((self::room(), Token(7))));
    assert_eq!(refuse(&mut play, Refusal::NoSuchRoom { room }), []);
}

#[test]
fn a_code_of_a_room_that_is_full_leads_to_watching_it() {
    let mut play = lobby(Vec::new());
    play.press(&format!("c{}", room()));
    let join = |role| {
        let room = room();
        [Action::Send(ClientMsg::Join { room, role })]
    };
    assert_eq!(play.does(Event::Key(Key::Enter)), join(Role::Player));
    let full = Refusal::NoOpenSeat { room: room() };
    assert_eq!(refuse(&mut play, full.clone()), join(Role::Spectator));
    assert!(notice(&play).contains("you watch"), "{}", notice(&play));
    // Once, and not for a room that was not asked for.
    assert_eq!(refuse(&mut play, full), []);
}

#[test]
fn who_hosted_returns_by_starting_the_server_again() {
    let mut hosted = seat(7);
    hosted.hosted = true;
    hosted.servers = vec!["ws://127.0.0.1:5000/ws".to_owned()];
    let mut play = Play::home();
    play.app.set_seats(vec![hosted.clone()]);
    let (scope, listen) = (
        HostScope::Network,
        Listen::Again("127.0.0.1:5000".parse().unwrap()),
    );
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        [Action::Host { scope, listen }]
    );
    let on_every_address = "[::]:5000".parse().unwrap();
    hosted.listen = Some(on_every_address);
    let mut play = Play::home();
    play.app.set_seats(vec![hosted]);
    let listen = Listen::Again(on_every_address);
    assert_eq!(
        play.does(Event::Key(Key::Enter)),
        [Action::Host { scope, listen }]
    );
    let url = "ws://127.0.0.1:5000/ws".to_owned();
    let urls = Vec::new();
    play.does(Event::Hosted(HostedUrls {
        own: url,
        for_others: urls,
        is_kept: false,
    }));
    assert_eq!(play.hear(welcome()), [back(7)]);
}

/// Another server at the address was asked, and the seat deleted without a word.
#[test]
fn a_seat_on_another_server_at_the_address_is_not_asked_about() {
    let on = |number, server| SavedSeat {
        server_id: Some(ServerId(server)),
        ..seat(number)
    };
    let mut play = lobby(vec![on(7, 7), on(5, 8)]);
    let games = Vec::new();
    assert_eq!(play.hear(ServerMsg::YourGames { games }), [look(7)]);
    assert_eq!(states(&play), [(room(), GameState::Unknown)]);
    let gone = Refusal::NoSuchRoom { room: room() };
    assert_eq!(refuse(&mut play, gone), [Action::Forget(Token(7))]);
    // Whoever goes back to it is told that the room is gone; one that this program serves comes back with its server.
    for (hosted, expected) in [(false, vec![Action::Forget(Token(5))]), (true, Vec::new())] {
        let mut play = lobby(vec![SavedSeat { hosted, ..on(5, 8) }]);
        let room = RoomId::from_draw(5);
        play.app.return_to(room, Token(5));
        assert_eq!(refuse(&mut play, Refusal::NoSuchRoom { room }), expected);
    }
}

/// The line of another room stayed chosen, and Enter opened that one.
#[test]
fn enter_returns_to_the_game_that_was_just_left() {
    for why in [LeftWhy::Asked, LeftWhy::Replaced] {
        let mut play = lobby(Vec::new());
        let rooms = (1..=4).map(|number| RoomSummary {
            room: RoomId::from_draw(number),
            ..room_of_two()
        });
        play.hear(ServerMsg::Lobby {
            rooms: rooms.collect(),
            players: Vec::new(),
            present: 1,
            chat: Vec::new(),
        });
        for _ in 0..3 {
            play.does(Event::Key(Key::Down));
        }
        play.join(Some(Side::First), snapshot("connect-four"));
        if why == LeftWhy::Asked {
            play.does(Event::Key(Key::Esc));
            play.press("y");
        } else {
            play.hear(ServerMsg::Left { room: room(), why });
        }
        play.app.set_seats(vec![seat(7)]);
        let games = vec![YourGame {
            room: room_of_two(),
            side: Side::First,
            your_turn: true,
            ended: None,
        }];
        play.hear(ServerMsg::YourGames { games });
        assert_eq!(play.does(Event::Key(Key::Enter)), [back(7)], "{why:?}");
    }
}
