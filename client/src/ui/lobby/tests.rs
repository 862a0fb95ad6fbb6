//! The lobby's filter, its chat, and those who are muted.

use protocol::message::{LOBBY_ROOMS, ServerMsg};
use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::spec::OpeningRule;
use protocol::text::ChatText;
use protocol::view::Feature;

use super::*;
use crate::input::Key;
use crate::language::{Language, within};
use crate::ui::Action;
use crate::ui::app::tests::{Play, name, snapshot, welcome};
use crate::ui::tests::shown;
use crate::ui::{Event, Goal};

fn seat(text: &str) -> Seat {
    Seat::Human {
        name: name(text),
        away: None,
    }
}

fn room(number: u64, variant: &str, first: &str, second: Option<&str>) -> RoomSummary {
    let seen = snapshot(variant);
    RoomSummary {
        room: RoomId::from_draw(number),
        variant: seen.spec.variant,
        clock: None,
        seats: BySide {
            first: seat(first),
            second: second.map_or(Seat::Open, seat),
        },
        phase: match second {
            Some(_) => Phase::Playing,
            None => Phase::Seating,
        },
        plies: 0,
        spectators: 0,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    }
}

/// It stood in the lobby as an open seat without a name, until the server deleted the room.
#[test]
fn a_room_that_everybody_has_left_is_not_listed() {
    let mut left = room(1, "gomoku", "Bo", None);
    left.seats.first = Seat::Open;
    let watched = RoomSummary {
        room: RoomId::from_draw(2),
        spectators: 1,
        ..left.clone()
    };
    let mut lobby = Lobby::default();
    lobby.set_all(vec![left, watched], Vec::new(), 1);
    let listed: Vec<_> = lobby.lines().into_iter().map(LobbyLine::row).collect();
    assert_eq!(listed, [Row::Room(RoomId::from_draw(2))]);
}

#[test]
fn a_game_whose_player_is_away_is_listed_after_the_others() {
    let mut left = room(1, "gomoku", "Bo", Some("Cleo"));
    left.seats.first = Seat::Human {
        name: name("Bo"),
        away: Some(Millis::from_secs(1)),
    };
    let rooms = vec![left, room(2, "gomoku", "Di", Some("Eve"))];
    let mut lobby = Lobby::default();
    lobby.set_all(rooms, Vec::new(), 1);
    let listed: Vec<_> = lobby.lines().into_iter().map(LobbyLine::row).collect();
    assert_eq!(listed, [2, 1].map(RoomId::from_draw).map(Row::Room));
}

fn said(who: &str, text: &str) -> view::LobbyLine {
    view::LobbyLine {
        name: name(who),
        text: ChatText::clean(text).unwrap(),
    }
}

fn lobby() -> Play {
    let mut play = Play::in_lobby();
    play.hear(ServerMsg::Lobby {
        rooms: vec![
            room(1, "gomoku-15", "Ana", None),
            room(2, "gomoku-15", "Bo", Some("Cleo")),
            room(3, "connect-four", "Dora", Some("Ana")),
            room(4, "renju", "Eva", None),
        ],
        players: vec![name("Ana")],
        present: 1,
        chat: Vec::new(),
    });
    play
}

fn listed(play: &Play) -> Vec<RoomId> {
    let lines = play.app.lobby.lines();
    let rooms = lines.into_iter().filter_map(|line| match line.row() {
        Row::Room(room) => Some(room),
        Row::Tournament(_) | Row::Finished => None,
    });
    rooms.collect()
}

fn rooms(numbers: &[u64]) -> Vec<RoomId> {
    numbers
        .iter()
        .map(|&number| RoomId::from_draw(number))
        .collect()
}

fn enter(play: &mut Play) -> Vec<Action> {
    play.does(Event::Key(Key::Enter))
}

#[test]
fn rooms_are_listed_by_state_game_and_text() {
    let mut play = lobby();
    for (keys, expected) in [
        ("o", &[1, 4][..]),
        ("o", &[2, 3]),
        ("o", &[1, 4, 2, 3]),
        ("g", &[3]),
        ("g", &[1, 2]),
        ("o", &[1]),
        ("oo", &[1, 2]),
        ("g", &[4]),
        ("g", &[1, 4, 2, 3]),
    ] {
        play.press(keys);
        assert_eq!(listed(&play), rooms(expected), "{keys}");
    }
    for (text, expected) in [
        ("ANA", &[1, 3][..]),
        ("gomoku", &[1, 2]),
        ("nobody", &[]),
        ("", &[1, 4, 2, 3]),
    ] {
        play.press("/");
        play.press(text);
        enter(&mut play);
        assert_eq!(listed(&play), rooms(expected), "{text}");
    }
    let code = RoomId::from_draw(3).to_string();
    play.press("/");
    play.press(&code);
    enter(&mut play);
    assert_eq!(listed(&play), rooms(&[3]));
}

/// A game of Renju that is over.
fn over(number: u64) -> RoomSummary {
    let outcome = view::Outcome {
        winner: None,
        reason: view::Reason::Agreement,
        line: Vec::new(),
    };
    RoomSummary {
        phase: Phase::Over { outcome },
        ..room(number, "renju", "Ana", Some("Zoe"))
    }
}

/// Eleven games of this person that are over, one that goes on, and one of others that is over.
fn lobby_after_many_games() -> Play {
    let mut play = lobby();
    let game = |room, your_turn| view::YourGame {
        room,
        side: protocol::side::Side::First,
        your_turn,
        ended: None,
    };
    let mut games: Vec<_> = (10..21).map(|number| game(over(number), false)).collect();
    games.push(game(room(9, "gomoku-15", "Ana", Some("Bo")), true));
    play.hear(ServerMsg::YourGames { games });
    play.hear(ServerMsg::LobbyRoom { room: over(30) });
    play
}

/// After 25 games against bots the list had "yours, over" in 16 of 18 rows, and a friend's open seat below them.
#[test]
fn unfinished_games_come_first_then_open_seats_and_finished_games_are_one_line() {
    let mut play = lobby_after_many_games();
    assert_eq!(listed(&play), rooms(&[9, 1, 4, 2, 3]));
    for size in [(80, 24), (160, 50)] {
        let screen = shown(&play.app, size);
        assert!(screen.contains("12 games just over"), "{screen}");
    }
    // The line is chosen as any other, and stays chosen; Enter lists them, and closes their list.
    play.does(Event::Key(Key::End));
    let room = room(31, "renju", "Fay", None);
    play.hear(ServerMsg::LobbyRoom { room });
    for listed in [6, 18, 6] {
        assert_eq!(play.app.lobby.chosen_row(), Some(Row::Finished));
        assert_eq!(self::listed(&play).len(), listed);
        enter(&mut play);
    }
    play.does(Event::Key(Key::End));
    assert_eq!(
        play.app.lobby.chosen_row(),
        Some(Row::Room(RoomId::from_draw(30)))
    );
    assert!(matches!(
        enter(&mut play)[..],
        [Action::Send(ClientMsg::Join { .. })]
    ));
}

/// The cursor of a person who looks at the list without a key stayed on a running game below the open seats.
#[test]
fn the_first_line_is_chosen_until_the_person_chooses_another() {
    let mut play = lobby();
    let chosen = |play: &Play| play.app.lobby.chosen_row();
    let row = |number| Some(Row::Room(RoomId::from_draw(number)));
    assert_eq!(chosen(&play), row(1));
    let taken = room(1, "gomoku-15", "Ana", Some("Gus"));
    play.hear(ServerMsg::LobbyRoom { room: taken });
    assert_eq!(chosen(&play), row(4));
    play.does(Event::Key(Key::Down));
    assert_eq!(chosen(&play), row(1));
    let open = room(5, "renju", "Fay", None);
    play.hear(ServerMsg::LobbyRoom { room: open });
    assert_eq!(chosen(&play), row(1));
    play.app.enter_lobby();
    play.hear(ServerMsg::LobbyRoomRemoved {
        room: RoomId::from_draw(9),
    });
    assert_eq!(chosen(&play), row(4));
}

#[test]
fn a_room_that_opens_comes_last_and_is_marked_until_it_is_looked_at() {
    let mut play = lobby();
    let open = room(5, "connect-four", "Fay", None);
    play.hear(ServerMsg::LobbyRoom { room: open.clone() });
    assert_eq!(listed(&play), rooms(&[1, 4, 5, 2, 3]));
    let fay = |play: &Play, size| {
        let screen = shown(&play.app, size);
        screen
            .lines()
            .find(|line| line.contains("Fay"))
            .unwrap()
            .to_owned()
    };
    for size in [(40, 14), (80, 24), (120, 40)] {
        assert!(fay(&play, size).contains(" new"), "{}", fay(&play, size));
    }
    play.does(Event::Key(Key::Down));
    play.does(Event::Key(Key::Down));
    assert!(!fay(&play, (80, 24)).contains(" new"));
    play.hear(ServerMsg::LobbyRoomRemoved { room: open.room });
    play.hear(ServerMsg::LobbyRoom { room: open.clone() });
    assert!(fay(&play, (80, 24)).contains(" new"));
    play.app.enter_lobby();
    assert!(!fay(&play, (80, 24)).contains(" new"));
}

/// At 80 columns `c`, `v` and `t` were nowhere on the screen.
#[test]
fn every_key_of_the_list_stands_in_its_title_or_in_the_bottom_line() {
    let mut play = lobby();
    let line = said("Bo", "hello");
    play.hear(ServerMsg::LobbyChat { line });
    for language in Language::ALL {
        within(language, || {
            let screen = shown(&play.app, (80, 24));
            for key in ["n", "f", "c", "g", "/", "o", "v", "w", "t", "p", "?"] {
                assert!(screen.contains(&format!(" {key} ")), "{key}: {screen}");
            }
        });
    }
}

/// Games of this person stood in every list, whatever the filter.
#[test]
fn the_filter_holds_for_games_of_this_person_and_for_finished_ones() {
    let mut play = lobby_after_many_games();
    for (keys, expected, finished) in [
        ("o", &[1, 4][..], 0),
        ("o", &[9, 2, 3], 0),
        ("o", &[9, 1, 4, 2, 3], 12),
        ("g", &[3], 0),
        ("g", &[9, 1, 2], 0),
        ("g", &[4], 12),
        ("g", &[9, 1, 4, 2, 3], 12),
    ] {
        play.press(keys);
        assert_eq!(listed(&play), rooms(expected), "{keys}");
        let lines = play.app.lobby.lines();
        let over = lines.iter().find_map(|line| match line {
            LobbyLine::Finished(count) => Some(*count),
            LobbyLine::Own(_) | LobbyLine::Room(_) | LobbyLine::Tournament(_) => None,
        });
        assert_eq!(over.unwrap_or_default(), finished, "{keys}");
    }
    play.press("/zoe");
    enter(&mut play);
    assert_eq!(listed(&play), []);
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("12 games just over"), "{screen}");
}

#[test]
fn the_chosen_room_stays_chosen_and_what_comes_later_is_filtered_too() {
    let mut play = lobby();
    for _ in 0..3 {
        play.does(Event::Key(Key::Down));
    }
    play.press("oo");
    let third = Row::Room(RoomId::from_draw(3));
    assert_eq!(play.app.lobby.chosen_row(), Some(third));
    let room = room(5, "renju", "Fay", None);
    play.hear(ServerMsg::LobbyRoom { room });
    assert_eq!(listed(&play), rooms(&[2, 3]));
}

#[test]
fn the_filter_is_said_at_every_size() {
    for size in [(40, 12), (80, 24), (160, 50)] {
        let mut play = lobby();
        play.press("go");
        let screen = shown(&play.app, size);
        assert!(screen.contains(" g Connect Four"), "{screen}");
        assert!(screen.contains("No game is like that"), "{screen}");
        play.press("g");
        let screen = shown(&play.app, size);
        assert!(screen.contains(" g Gomoku 15 x 15"), "{screen}");
        assert!(screen.contains(" o open seats") || size.0 == 40, "{screen}");
        assert!(screen.contains("Ana"), "{screen}");
    }
}

/// Of what there is little room for, nothing that tells games apart is cut.
#[test]
fn games_are_told_apart_on_narrow_screens() {
    let screen = shown(&lobby().app, (40, 14));
    for row in ["Ana", "Gomoku 15 x 15", "Bo - Cleo", "move 0"] {
        assert!(screen.contains(row), "{screen}");
    }
    within(Language::Es, || {
        let mut play = lobby();
        let rooms = &mut play.app.lobby.rooms;
        rooms[0].variant = snapshot("connect-four-7x7").spec.variant;
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains("Cuatro en línea 7 x 7"), "{screen}");
    });
}

#[test]
fn the_chat_is_read_and_written_at_every_size() {
    for size in [(40, 12), (80, 24), (160, 50)] {
        let mut play = lobby();
        for at in 0..60 {
            let line = said("Bo", &format!("line {at}"));
            play.hear(ServerMsg::LobbyChat { line });
        }
        assert_eq!(play.app.lobby.chat.len(), 50);
        let screen = shown(&play.app, size);
        assert!(screen.contains("Bo: line 59"), "{screen}");
        assert!(screen.contains("Ana"), "{screen}");
        // While somebody writes, there is more to read.
        assert_eq!(play.press("twho plays?"), []);
        let screen = shown(&play.app, size);
        assert!(screen.contains("Bo: line 54"), "{screen}");
        assert!(screen.contains("who plays?"), "{screen}");
        let text = "who plays?".to_owned();
        let expected = [Action::Send(ClientMsg::LobbyChat { text })];
        assert_eq!(enter(&mut play), expected);
    }
}

#[test]
fn the_lines_of_before_come_with_the_lobby() {
    let mut play = lobby();
    play.hear(ServerMsg::Lobby {
        rooms: Vec::new(),
        players: Vec::new(),
        present: 1,
        chat: vec![said("Cleo", "hola")],
    });
    assert!(shown(&play.app, (80, 24)).contains("Cleo: hola"));
}

#[test]
fn a_list_that_may_go_on_says_so() {
    let mut play = lobby();
    for (rooms, title) in [
        (LOBBY_ROOMS - 1, "opponent · 199 "),
        (LOBBY_ROOMS, "opponent · 200+ "),
        (2, "opponent · 2 "),
    ] {
        play.hear(ServerMsg::Lobby {
            rooms: (1..=rooms as u64)
                .map(|number| room(number, "renju", "Ana", None))
                .collect(),
            players: vec![name("Ana")],
            present: 1,
            chat: Vec::new(),
        });
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains(title), "{screen}");
    }
}

#[test]
fn a_search_in_a_full_list_finds_the_rooms_that_it_leaves_out() {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let mut greeting = welcome();
    if let ServerMsg::Welcome { features, .. } = &mut greeting {
        features.push(Feature::FindRooms);
    }
    play.hear(greeting);
    let newest = 1..=LOBBY_ROOMS as u64;
    play.hear(ServerMsg::Lobby {
        rooms: newest
            .map(|number| room(number, "renju", "Ana", None))
            .collect(),
        players: vec![name("Ana")],
        present: 1,
        chat: Vec::new(),
    });
    play.press("/");
    play.press("dora");
    let words = "dora".to_owned();
    assert_eq!(
        enter(&mut play),
        [Action::Send(ClientMsg::FindRooms { words })]
    );
    play.hear(ServerMsg::RoomsFound {
        words: "dora".to_owned(),
        rooms: vec![room(999, "renju", "Dora", None)],
    });
    let screen = shown(&play.app, (80, 24));
    assert!(screen.contains("Dora"), "{screen}");
}

/// Mutes `text`, or shows it again.
fn mute(play: &mut Play, text: &str) -> Vec<Action> {
    play.press("p");
    play.press(text);
    enter(play)
}

#[test]
fn somebody_is_ignored_and_heard_again_in_the_lobby_and_at_a_table() {
    let message = |muted| {
        let name = name("Bo");
        Action::Send(ClientMsg::Mute { name, muted })
    };
    let mut play = lobby();
    let again = Action::Send(ClientMsg::EnterLobby { boards: true });
    assert_eq!(mute(&mut play, "Bo"), [message(true), again]);
    let names = vec![name("Bo")];
    play.hear(ServerMsg::Muted { names });
    let notice = play.app.notice().unwrap().to_owned();
    assert!(notice.contains("what Bo says is hidden"), "{notice}");
    play.join(Some(protocol::side::Side::First), snapshot("connect-four"));
    let bo = name("bo");
    let message = Action::Send(ClientMsg::Mute {
        name: bo,
        muted: false,
    });
    let again = Action::Send(ClientMsg::Resync);
    assert_eq!(mute(&mut play, "bo"), [message, again]);
    play.hear(ServerMsg::Muted { names: Vec::new() });
    let notice = play.app.notice().unwrap().to_owned();
    assert!(notice.contains("what Bo says is shown again"), "{notice}");
}

#[test]
fn a_connection_that_comes_back_ignores_the_same_people() {
    let mut play = lobby();
    let names = vec![name("Bo")];
    play.hear(ServerMsg::Muted { names });
    let actions = play.hear(welcome());
    let (name, muted) = (name("Bo"), true);
    assert_eq!(actions[0], Action::Send(ClientMsg::Mute { name, muted }));
    // Another server knows nothing of it.
    let is_mute = |action: &&Action| matches!(action, Action::Send(ClientMsg::Mute { .. }));
    play.does(Event::Key(Key::Esc));
    play.app.go(vec!["ws://there/ws".to_owned()], Goal::Lobby);
    let mut greeting = welcome();
    if let ServerMsg::Welcome { id, .. } = &mut greeting {
        *id = protocol::id::ServerId(8);
    }
    let actions = play.hear(greeting);
    assert_eq!(actions.iter().find(is_mute), None);
    // Who goes back to the first one by way of the first screen ignores them again.
    play.does(Event::Key(Key::Esc));
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let actions = play.hear(welcome());
    assert_eq!(actions.iter().filter(is_mute).count(), 1);
}

#[test]
fn several_who_are_ignored_again_are_not_told_as_news() {
    let mut play = lobby();
    let names = vec![name("Bo"), name("Dora")];
    play.hear(ServerMsg::Muted {
        names: names.clone(),
    });
    play.hear(welcome());
    play.app.clear_notice();
    for count in [1, 2] {
        let names = names[..count].to_vec();
        play.hear(ServerMsg::Muted { names });
        assert_eq!(play.app.notice(), None);
    }
    assert_eq!(play.app.server.muted.names, names);
}

#[test]
fn a_room_with_an_opening_says_so_and_is_found_by_it() {
    let mut play = lobby();
    let mut opened = room(9, "gomoku-15", "Dan", None);
    opened.opening = Some(OpeningRule::Swap2);
    play.hear(ServerMsg::LobbyRoom { room: opened });
    let screen = shown(&play.app, (80, 24));
    let row = screen.lines().find(|line| line.contains("Dan "));
    assert!(row.is_some_and(|row| row.contains(", swap2 ")), "{screen}");
    play.press("/swap2");
    enter(&mut play);
    let screen = shown(&play.app, (80, 24));
    assert!(
        screen.contains("Dan ") && !screen.contains("Cleo"),
        "{screen}"
    );
}

/// The column was empty for them alone.
#[test]
fn games_of_the_person_have_their_clock_in_the_list() {
    for (clock, expected) in [(None, "your turn"), (Some("5m+3s"), " 5m+3s ")] {
        let mut play = lobby();
        let mut mine = room(9, "gomoku-15", "Ana", Some("Bo"));
        mine.clock = clock.map(|clock| clock.parse().unwrap());
        let game = view::YourGame {
            room: mine,
            side: protocol::side::Side::First,
            your_turn: true,
            ended: None,
        };
        play.hear(ServerMsg::YourGames { games: vec![game] });
        let screen = shown(&play.app, (120, 24));
        let row = screen.lines().find(|line| line.contains("your turn"));
        assert!(row.unwrap().contains(expected), "{screen}");
    }
}

#[test]
fn who_hosts_has_a_key_that_tells_how_others_join_and_nobody_else_is_shown_it() {
    let mut play = lobby();
    assert!(!shown(&play.app, (160, 50)).contains(" a invite "));
    play.app.server.kind = crate::ui::app::ServerKind::Hosted;
    let url = "ws://10.0.0.1:4270/ws".to_owned();
    play.app.server.shared = vec![url.clone()];
    play.app.home.hosted = Some(crate::ui::HostedUrls {
        own: url.clone(),
        for_others: vec![url],
        is_kept: false,
    });
    let key = ["1A2B"; 16].join(" ");
    play.app.home.here.key = Some(key);
    assert!(shown(&play.app, (160, 50)).contains(" a invite "));
    let wide = shown(&play.app, (120, 40));
    assert_eq!(wide.matches("1A2B").count(), 16, "{wide}");
    play.press("a");
    for size in [(40, 12), (80, 24)] {
        let screen = shown(&play.app, size);
        assert_eq!(screen.matches("1A2B").count(), 16, "{screen}");
        assert!(screen.contains("10.0.0.1"), "{screen}");
    }
}

#[test]
fn the_key_to_compare_is_told_again_to_who_joined() {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
    let security = crate::net::Security::Encrypted;
    play.does(Event::Net(crate::net::NetEvent::Security {
        security,
        about: "compare its key 1A2B".to_owned(),
        notice: None,
    }));
    play.hear(welcome());
    play.app.say("something else");
    assert!(shown(&play.app, (160, 50)).contains(" a invite "));
    play.press("a");
    assert!(shown(&play.app, (80, 24)).contains("compare its key 1A2B"));
}
