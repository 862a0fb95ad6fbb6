//! TV, with what a server would say.

use std::time::Duration;

use protocol::clock::ClockFace;
use protocol::message::ServerMsg;
use protocol::side::{BySide, Side};
use protocol::view::{LeftWhy, Outcome, Ply, Reason, Series};
use protocol::word::Named;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;

use super::*;
use crate::board::{Depth, Glyphs, Ground, Theme};
use crate::net::NetEvent;
use crate::ui::app::tests::{Play, snapshot, welcome};
use crate::ui::{Event, Goal, draw, target};

fn code(number: u32) -> RoomId {
    RoomId::from_draw(number.into())
}

/// A running game as the lobby lists it, with this many spectators.
fn listed(number: u32, variant: &str, spectators: u32) -> RoomSummary {
    let seen = snapshot(variant);
    RoomSummary {
        room: code(number),
        variant: seen.spec.variant,
        clock: None,
        seats: seen.seats,
        phase: Phase::Playing,
        plies: 0,
        spectators,
        watchable: true,
        locked: false,
        moves: None,
        opening: None,
        rated: false,
    }
}

/// The answer to `watch`.
fn watching(number: u32, variant: &str, watching: u32) -> ServerMsg {
    let mut seen = snapshot(variant);
    (seen.room, seen.watching) = (code(number), watching);
    ServerMsg::Watching {
        snapshot: Box::new(seen),
    }
}

fn lobby(rooms: Vec<RoomSummary>) -> ServerMsg {
    ServerMsg::Lobby {
        rooms,
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    }
}

/// TV with these games: the number of the room, and those who watch beside this client.
fn tv(variant: &str, games: &[(u32, u32)]) -> Play {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
    play.hear(welcome());
    let rooms = games
        .iter()
        .map(|&(room, others)| listed(room, variant, others));
    play.hear(lobby(rooms.collect()));
    for &(room, others) in games {
        play.hear(watching(room, variant, others + 1));
    }
    play
}

fn watch(number: u32) -> Action {
    let room = code(number);
    Action::Send(ClientMsg::Watch { room })
}

fn shown(play: &Play) -> Vec<RoomId> {
    play.app.tv.tiles.iter().map(Tile::room).collect()
}

fn event(play: &mut Play, number: u32, seq: u32, event: RoomEvent) -> Vec<Action> {
    let (room, seq) = (code(number), Seq(seq));
    play.hear(ServerMsg::Event { room, seq, event })
}

fn over() -> RoomEvent {
    RoomEvent::Over {
        outcome: Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        },
        series: Series::default(),
        clock: None,
    }
}

fn moved() -> RoomEvent {
    let made = Ply {
        square: "d1".parse().unwrap(),
        left: None,
    };
    RoomEvent::Moved {
        revision: protocol::id::Revision(2),
        side: Side::First,
        ply: 1,
        made,
        ends_game: false,
        clock: None,
    }
}

#[test]
fn a_game_whose_player_is_away_gives_the_first_place_up_at_once() {
    let mut play = tv("connect-four", &[(1, 5), (2, 0)]);
    assert_eq!(shown(&play), [code(1), code(2)]);
    let mut seen = snapshot("connect-four");
    (seen.room, seen.watching) = (code(1), 6);
    seen.seats.first = protocol::view::Seat::Human {
        name: crate::ui::app::tests::name("Ana"),
        away: Some(Millis::from_secs(1)),
    };
    play.hear(ServerMsg::Watching {
        snapshot: Box::new(seen),
    });
    assert_eq!(shown(&play), [code(2), code(1)]);
}

fn later(play: &mut Play, millis: u64) -> Vec<Action> {
    let now = play.app.now + Millis::from_millis(millis);
    play.app.update(now, Event::Tick)
}

fn mono() -> Look {
    let theme = Theme::named("classic").unwrap();
    Look::new(Glyphs::default(), theme, Depth::Mono, Ground::Dark)
}

fn text(play: &Play, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let look = mono();
    terminal
        .draw(|frame| draw(&play.app, &look, crate::board::Moving::default(), frame))
        .unwrap();
    let cells = terminal.backend().buffer().content();
    let rows = cells.chunks(usize::from(width.max(1)));
    rows.map(|row| row.iter().map(Cell::symbol).collect::<String>() + "\n")
        .collect()
}

#[test]
fn running_games_are_watched_and_the_most_watched_is_the_first() {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
    play.hear(welcome());
    assert_eq!(play.app.screen, Screen::Tv);
    let mut ended = listed(4, "gomoku", 90);
    ended.phase = Phase::Seating;
    let mut closed = listed(5, "gomoku", 90);
    closed.watchable = false;
    let mut unknown = listed(6, "gomoku", 90);
    unknown.variant = Named::Unknown("hex-11".to_owned());
    let (few, many) = (listed(1, "gomoku", 1), listed(2, "connect-four", 7));
    let actions = play.hear(lobby(vec![few, many, ended, closed, unknown]));
    assert_eq!(actions, [watch(2), watch(1)]);
    play.hear(watching(1, "gomoku", 2));
    play.hear(watching(2, "connect-four", 8));
    assert_eq!(shown(&play), [code(2), code(1)]);
    let watching = 9;
    event(
        &mut play,
        1,
        4,
        RoomEvent::Watchers {
            watching,
            names: None,
        },
    );
    assert_eq!(shown(&play), [code(1), code(2)]);
    // A room that opens later.
    let room = listed(3, "renju", 0);
    assert_eq!(play.hear(ServerMsg::LobbyRoom { room }), [watch(3)]);
}

#[test]
fn a_result_stays_for_some_seconds_and_then_another_game_takes_the_place() {
    let mut play = tv("connect-four", &[(1, 3), (2, 0)]);
    event(&mut play, 1, 5, over());
    assert!(text(&play, 80, 24).contains("Ana wins by resignation"));
    assert_eq!(later(&mut play, 7_000), []);
    assert_eq!(shown(&play), [code(1), code(2)]);
    let mut room = listed(1, "connect-four", 4);
    room.phase = Phase::Over {
        outcome: Outcome {
            winner: Some(Side::First),
            reason: Reason::Resignation,
            line: Vec::new(),
        },
    };
    play.hear(ServerMsg::LobbyRoom { room });
    assert_eq!(later(&mut play, 1_000), [unwatch(code(1))]);
    assert_eq!(shown(&play), [code(2)]);
}

#[test]
fn a_rematch_goes_on_in_its_place() {
    let mut play = tv("connect-four", &[(1, 3)]);
    event(&mut play, 1, 5, over());
    let seen = snapshot("connect-four");
    let started = RoomEvent::Started {
        revision: protocol::id::Revision(9),
        series: Series::default(),
        seats: seen.seats,
        clock: None,
        rated: false,
    };
    event(&mut play, 1, 6, started);
    assert_eq!(later(&mut play, 60_000), []);
    assert_eq!(shown(&play), [code(1)]);
}

#[test]
fn enter_watches_a_game_alone_and_leaving_that_comes_back() {
    let mut play = tv("connect-four", &[(1, 3), (2, 0)]);
    let join = |room| {
        let role = Role::Spectator;
        [Action::Send(ClientMsg::Join { room, role })]
    };
    // No choice yet: the largest.
    assert_eq!(play.does(Event::Key(Key::Enter)), join(code(1)));
    // As after a refusal.
    play.app.asks_for_room = false;
    play.does(Event::Key(Key::Down));
    play.does(Event::Key(Key::Down));
    assert_eq!(play.does(Event::Key(Key::Enter)), join(code(2)));
    let mut seen = snapshot("connect-four");
    seen.room = code(2);
    let actions = play.join(None, seen);
    assert!(actions.contains(&unwatch(code(1))), "{actions:?}");
    assert!(!actions.contains(&unwatch(code(2))), "{actions:?}");
    assert_eq!(play.app.screen, Screen::Table);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Tv);
    let rooms = vec![listed(1, "connect-four", 0)];
    assert_eq!(play.hear(lobby(rooms)), [watch(1)]);
}

#[test]
fn escape_watches_nothing_any_more_and_goes_to_the_lobby() {
    let mut play = tv("connect-four", &[(1, 3)]);
    let room = listed(2, "renju", 0);
    play.hear(ServerMsg::LobbyRoom { room });
    let actions = play.does(Event::Key(Key::Esc));
    assert_eq!(actions[..2], [unwatch(code(1)), unwatch(code(2))]);
    assert_eq!(play.app.screen, Screen::Lobby);
    // What was on its way is not shown.
    play.hear(watching(2, "renju", 1));
    assert_eq!(shown(&play), []);
    // And without a connection to the first screen.
    let mut play = tv("connect-four", &[(1, 3)]);
    lose(&mut play);
    play.does(Event::Key(Key::Esc));
    assert_eq!(play.app.screen, Screen::Home);
}

fn lose(play: &mut Play) {
    play.does(Event::Net(NetEvent::Lost {
        why: "the cable is out".to_owned(),
        retry_in: Duration::from_secs(2),
        attempt: 0,
    }));
}

#[test]
fn a_connection_that_comes_back_watches_anew() {
    let mut play = tv("connect-four", &[(1, 3)]);
    lose(&mut play);
    assert_eq!(shown(&play), [code(1)], "the last picture stays");
    play.hear(welcome());
    let rooms = vec![listed(1, "connect-four", 0)];
    assert_eq!(play.hear(lobby(rooms)), [watch(1)]);
}

#[test]
fn a_full_screen_gives_the_least_watched_game_for_one_that_more_watch() {
    let games: Vec<_> = (1..=16).map(|room| (room, 1)).collect();
    let mut play = tv("connect-four", &games);
    let room = listed(20, "connect-four", 2);
    assert_eq!(play.hear(ServerMsg::LobbyRoom { room }), []);
    let room = listed(21, "connect-four", 3);
    let actions = play.hear(ServerMsg::LobbyRoom { room });
    assert_eq!(actions, [unwatch(code(16)), watch(21)]);
}

#[test]
fn a_room_that_lets_nobody_in_is_asked_once() {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
    play.hear(welcome());
    play.hear(lobby(vec![listed(1, "gomoku", 0), listed(2, "gomoku", 0)]));
    let refused = |refusal: Refusal| ServerMsg::Refused {
        message: refusal.to_string(),
        refusal,
    };
    play.hear(refused(Refusal::NoSpectators));
    assert_eq!(play.app.notice(), None);
    play.hear(watching(2, "gomoku", 1));
    assert_eq!(later(&mut play, 60_000), []);
    // Too many questions are asked again, after a while.
    let room = listed(3, "gomoku", 0);
    play.hear(ServerMsg::LobbyRoom { room });
    let wait = Millis::from_secs(1);
    play.hear(refused(Refusal::TooFast { wait }));
    assert_eq!(later(&mut play, 1_000), []);
    assert_eq!(later(&mut play, 4_100), [watch(3)]);
}

#[test]
fn a_gap_brings_the_whole_room_and_a_room_that_closes_goes() {
    let mut play = tv("connect-four", &[(1, 3), (2, 0)]);
    assert_eq!(event(&mut play, 1, 5, moved()), []);
    assert_eq!(event(&mut play, 1, 9, over()), [watch(1)]);
    play.hear(ServerMsg::LobbyRoomRemoved { room: code(1) });
    let (room, why) = (code(1), LeftWhy::Closed);
    assert_eq!(play.hear(ServerMsg::Left { room, why }), []);
    assert_eq!(shown(&play), [code(2)]);
}

#[test]
fn clocks_and_results_are_drawn_in_time() {
    let mut play = tv("connect-four", &[(1, 3)]);
    let next = |play: &Play| play.app.tv.next_change(play.app.now, |left| left);
    assert_eq!(next(&play), Some(STILL));
    let mut seen = snapshot("connect-four");
    seen.room = code(1);
    seen.clock = Some(ClockFace {
        remaining: BySide {
            first: Millis::from_secs(61),
            second: Millis::from_secs(90),
        },
        running: Some(Side::First),
    });
    play.hear(ServerMsg::Watching {
        snapshot: Box::new(seen),
    });
    assert!(next(&play) <= Some(STILL));
    let screen = text(&play, 80, 24);
    assert!(
        screen.contains("▌ ●  Ana") && screen.contains("1:01"),
        "{screen}"
    );
    event(&mut play, 1, 5, over());
    assert_eq!(next(&play), Some(RESULT));
    // It was drawn without a pause until the server was back.
    play.does(Event::Net(NetEvent::Lost {
        why: "nobody answers".to_owned(),
        retry_in: Duration::from_secs(3),
        attempt: 1,
    }));
    assert_eq!(later(&mut play, RESULT.as_millis()), []);
    assert!(next(&play).is_none_or(|wait| wait > Millis::from_secs(1)));
}

#[test]
fn as_many_games_as_fit_are_shown_apart_and_the_first_is_the_largest() {
    let look = mono();
    for (width, height, games, least) in [
        (40, 12, 6, 1),
        (80, 24, 6, 4),
        (120, 40, 9, 9),
        (160, 50, 16, 16),
    ] {
        let games: Vec<_> = (1..=games).map(|room| (room, 20 - room)).collect();
        let play = tv("connect-four", &games);
        let area = Rect::new(0, 1, width, height - 2);
        let places = draw::tests::boards(&play.app.tv, &look, area);
        assert!(
            places.len() >= least,
            "{} at {width} x {height}",
            places.len()
        );
        for (at, (place, size)) in places.iter().enumerate() {
            assert_eq!(area.intersection(*place), *place, "{at}");
            assert!(*size <= places[0].1, "{at}");
            for (other, _) in &places[at + 1..] {
                assert!(!place.intersects(*other), "{place} {other}");
            }
        }
        let screen = text(&play, width, height);
        assert_eq!(screen.matches("●  Ana").count(), places.len(), "{screen}");
    }
}

#[test]
fn the_most_watched_board_is_the_largest_whatever_the_games_are() {
    let look = mono();
    let mut play = tv("custom:3x3x3:free", &[(1, 3), (2, 2)]);
    play.hear(watching(2, "gomoku", 2));
    for (width, height) in [(80, 24), (100, 30), (160, 50)] {
        let area = Rect::new(0, 1, width, height - 2);
        let places = draw::tests::boards(&play.app.tv, &look, area);
        assert!(
            places.iter().all(|(_, size)| *size <= places[0].1),
            "{places:?}"
        );
    }
}

#[test]
fn a_game_too_large_for_its_place_does_not_keep_the_others_away() {
    let mut play = tv("connect-four", &[(1, 3), (2, 2), (3, 1)]);
    play.hear(watching(2, "gomoku", 2));
    play.app.tv.sort(play.app.now);
    let area = Rect::new(0, 0, 80, 24);
    let all = (0..80).flat_map(|x| (0..24).map(move |y| (x, y)));
    let look = mono();
    let found: Vec<_> = all
        .filter_map(|(x, y)| target(&play.app, &look, area, x, y))
        .collect();
    let seen = [0, 1, 2].map(|line| found.contains(&Target::Line(line)));
    assert_eq!(seen, [true, false, true]);
}

#[test]
fn a_game_is_entered_by_a_click_where_it_is_drawn() {
    let play = tv("connect-four", &[(1, 3), (2, 0)]);
    let area = Rect::new(0, 0, 80, 24);
    let all = (0..80).flat_map(|x| (0..24).map(move |y| (x, y)));
    let look = mono();
    let found: Vec<_> = all
        .filter_map(|(x, y)| target(&play.app, &look, area, x, y))
        .collect();
    for line in [0, 1] {
        assert!(found.contains(&Target::Line(line)), "{line}");
    }
    let mut play = play;
    let actions = play.does(Event::Click(Target::Line(1)));
    let (room, role) = (code(2), Role::Spectator);
    assert_eq!(actions, [Action::Send(ClientMsg::Join { room, role })]);
}

#[test]
fn every_game_is_drawn_at_every_size() {
    for variant in ["connect-four", "gomoku", "custom:3x20x3:falls"] {
        let mut play = tv(variant, &[(1, 3), (2, 2), (3, 1)]);
        play.app.tv.is_choosing = true;
        play.app.tv.chosen = 2;
        for (width, height) in [
            (0, 0),
            (1, 9),
            (15, 9),
            (40, 12),
            (60, 5),
            (80, 24),
            (130, 50),
        ] {
            text(&play, width, height);
        }
    }
    let play = tv("connect-four", &[]);
    assert!(text(&play, 40, 12).contains("No game is running"));
}

#[test]
fn the_number_of_games_that_are_not_shown_is_seen_at_every_width() {
    let rooms: Vec<_> = (1..=6).map(|room| (room, 3)).collect();
    for variant in ["connect-four", "gomoku"] {
        let mut play = tv(variant, &rooms);
        for is_over in [false, true] {
            for (width, height) in [(26, 12), (30, 12), (40, 12), (60, 18)] {
                let screen = text(&play, width, height);
                // The title above, and the keys below.
                let area = Rect::new(0, 1, width, height - 2);
                let shown = draw::tests::boards(&play.app.tv, &mono(), area).len();
                let hidden = rooms.len() - shown;
                let more = format!(" +{hidden} more");
                assert!(
                    hidden == 0 || screen.lines().nth(1).unwrap_or_default().contains(&more),
                    "{more} is missing:\n{screen}"
                );
            }
            if !is_over {
                event(&mut play, 1, 5, over());
            }
        }
    }
}

#[test]
fn a_result_is_cut_at_no_letter_in_a_narrow_tile() {
    let mut play = tv("gomoku-15", &[(1, 0), (2, 0), (3, 0)]);
    for number in 1..=3 {
        let mut outcome = over();
        if let RoomEvent::Over { outcome, .. } = &mut outcome {
            outcome.reason = Reason::Line;
        }
        event(&mut play, number, 5, outcome);
    }
    for (width, height) in [(120, 40), (80, 24), (60, 20), (40, 12), (22, 12), (17, 12)] {
        let screen = text(&play, width, height);
        let count = |words| screen.matches(words).count();
        assert_eq!(count("wins w"), count("wins with 5 in a row"), "{screen}");
        assert!(count("Ana wins") > 0, "{screen}");
    }
}

#[test]
fn what_is_longer_than_a_tile_ends_with_an_ellipsis() {
    let mut play = tv("connect-four", &[(1, 3), (2, 0)]);
    for (width, expected) in [
        (60, ", 3 watch "),
        (40, " Connect Four "),
        (40, " Connect… "),
    ] {
        let screen = text(&play, width, 12);
        assert!(screen.contains(expected), "{screen}");
    }
    let mut outcome = over();
    if let RoomEvent::Over { outcome, .. } = &mut outcome {
        (outcome.winner, outcome.reason) = (None, Reason::Abandoned);
    }
    event(&mut play, 1, 5, outcome);
    let screen = text(&play, 30, 12);
    assert!(screen.contains(" Aborted: both "), "{screen}");
    assert!(screen.contains(" +1 more"), "{screen}");
}

/// The person became a spectator of a game in which they had a seat.
#[test]
fn a_game_of_the_person_is_entered_by_their_seat() {
    let mut play = tv("connect-four", &[(1, 3), (2, 0)]);
    let token = protocol::id::Token(9);
    play.app.set_seats(vec![crate::seats::SavedSeat {
        servers: vec!["ws://here/ws".to_owned()],
        room: code(2),
        token,
        variant: Named::Known("connect-four".parse().unwrap()),
        when: Millis::ZERO,
        hosted: false,
        listen: None,
        announced: None,
        server_id: None,
        own: None,
    }]);
    for (line, number, role) in [(0, 1, Role::Spectator), (1, 2, Role::Seat { token })] {
        // As after a refusal.
        play.app.asks_for_room = false;
        let actions = play.does(Event::Click(Target::Line(line)));
        let room = code(number);
        assert_eq!(actions, [Action::Send(ClientMsg::Join { room, role })]);
    }
    // Nor is it watched where another device has the seat.
    play.app.set_seats(Vec::new());
    let game = protocol::view::YourGame {
        room: listed(2, "connect-four", 0),
        side: Side::First,
        your_turn: true,
        ended: None,
    };
    play.hear(ServerMsg::YourGames { games: vec![game] });
    play.app.asks_for_room = false;
    let actions = play.does(Event::Click(Target::Line(1)));
    let (room, role) = (code(2), Role::Player);
    assert_eq!(actions, [Action::Send(ClientMsg::Join { room, role })]);
}

/// A room that was locked once was never shown again.
#[test]
fn a_room_that_is_unlocked_is_asked_for_again() {
    let mut play = tv("gomoku", &[]);
    let locked = RoomSummary {
        locked: true,
        ..listed(1, "gomoku", 0)
    };
    let told = |room: &RoomSummary| ServerMsg::LobbyRoom { room: room.clone() };
    assert_eq!(play.hear(told(&locked)), [watch(1)]);
    let refusal = Refusal::Locked { room: code(1) };
    let message = refusal.to_string();
    play.hear(ServerMsg::Refused { refusal, message });
    assert_eq!(play.hear(told(&locked)), []);
    assert_eq!(play.hear(told(&listed(1, "gomoku", 0))), [watch(1)]);
}

#[test]
fn the_first_key_chooses_the_largest_game_also_where_it_came_last() {
    let mut play = tv("connect-four", &[(1, 1), (2, 5)]);
    play.does(Event::Key(Key::Down));
    assert_eq!(shown(&play)[play.app.tv.chosen], code(2));
}

#[test]
fn a_game_without_a_move_for_a_minute_gives_up_its_place() {
    let most = u32::try_from(MOST_WATCHED).unwrap();
    let games: Vec<_> = (1..=most).map(|room| (room, 100 - room)).collect();
    let mut play = tv("connect-four", &games);
    later(&mut play, 59_000);
    event(&mut play, 2, 5, moved());
    assert_eq!(shown(&play)[..2], [code(1), code(2)]);
    let waits = play.app.tv.next_change(play.app.now, |left| left);
    assert!(waits <= Some(Millis::from_secs(1)), "{waits:?}");
    later(&mut play, 1_000);
    assert_eq!(
        shown(&play)[..2],
        [code(2), code(1)],
        "the one that moved is first"
    );
    // Nobody waits, so that the others stay. A game that nobody watches takes the place of the last of them.
    let actions = play.hear(ServerMsg::LobbyRoom {
        room: listed(90, "connect-four", 0),
    });
    let gone = code(most);
    assert_eq!(actions, [unwatch(gone), watch(90)]);
    play.hear(watching(90, "connect-four", 1));
    assert_eq!(shown(&play)[..2], [code(2), code(90)]);
    // What gave up its place does not come back for that of another that stands still, until it moves.
    assert_eq!(later(&mut play, 1_000), []);
    let mut moves = listed(most, "connect-four", 0);
    moves.plies = 1;
    let actions = play.hear(ServerMsg::LobbyRoom { room: moves });
    assert!(actions.contains(&watch(most)), "{actions:?}");
}
