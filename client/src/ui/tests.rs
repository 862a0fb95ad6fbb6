//! The screens as text, and at every size.

use protocol::clock::ClockFace;
use protocol::id::RoomId;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::view::{
    ForbiddenKind, ForbiddenPoint, Phase, RoomSummary, SearchInfo, Seat, Thinking,
};
use protocol::word::Named;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::style::Color;

use super::*;
use crate::board::{Depth, Ground, Moving, Theme};
use crate::input::Key;
use crate::net::NetEvent;
use crate::ui::app::tests::{Play, name, snapshot, welcome};

mod first_acts;
mod game_screens;
mod keys;
mod languages;
mod pointing;
mod sizes;
mod small_screens;
mod swap2;
mod talk;
mod way_in;

pub(crate) use sizes::draws;

const UNICODE: Glyphs = Glyphs { ascii: false };
const ASCII: Glyphs = Glyphs { ascii: true };

thread_local! {
    static LOOKS: [std::rc::Rc<Look>; 2] = [UNICODE, ASCII].map(|glyphs| {
        let theme = Theme::named("classic").unwrap();
        std::rc::Rc::new(Look::new(glyphs, theme, Depth::Mono, Ground::Dark))
    });
}

/// A look without colours; what it draws once is kept for the other tests of a thread.
pub(crate) fn look(glyphs: Glyphs) -> std::rc::Rc<Look> {
    LOOKS.with(|looks| std::rc::Rc::clone(&looks[usize::from(glyphs.ascii)]))
}

fn drawn(app: &App, glyphs: Glyphs, width: u16, height: u16) -> Terminal<TestBackend> {
    drawn_in(app, &look(glyphs), width, height)
}

fn drawn_in(app: &App, look: &Look, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| draw(app, look, Moving::default(), frame))
        .unwrap();
    terminal
}

pub(crate) fn text(app: &App, glyphs: Glyphs, width: u16, height: u16) -> String {
    text_in(app, &look(glyphs), width, height)
}

/// A screen in a look of its own, as text.
pub(crate) fn text_in(app: &App, look: &Look, width: u16, height: u16) -> String {
    let terminal = drawn_in(app, look, width, height);
    let cells = terminal.backend().buffer().content();
    cells
        .chunks(usize::from(width))
        .map(|row| row.iter().map(Cell::symbol).collect::<String>())
        .map(|row| row.trim_end().to_owned() + "\n")
        .collect()
}

/// A screen as text.
pub(crate) fn shown(app: &App, (width, height): (u16, u16)) -> String {
    text(app, UNICODE, width, height)
}

/// A table with everything on it.
fn full_table(variant: &str) -> Play {
    let mut play = Play::at_table(variant);
    let mut seen = snapshot(variant);
    seen.clock = Some(ClockFace {
        remaining: BySide {
            first: Millis::from_secs(300),
            second: Millis::from_secs(125),
        },
        running: Some(Side::First),
    });
    seen.spectators = vec![name("Carla")];
    seen.watching = 1;
    seen.chat = vec![protocol::view::ChatLine {
        name: name("Bo"),
        side: Some(Side::Second),
        text: protocol::text::ChatText::clean("have fun").unwrap(),
    }];
    seen.searches = vec![SearchInfo {
        side: Side::Second,
        ply: 2,
        score: 13,
        depth: Some("6".parse().unwrap()),
        nodes: 1000,
        elapsed: Millis::from_millis(10),
        exact: None,
        pv: vec!["a1".parse().unwrap()],
    }];
    play.join(Some(Side::First), seen);
    play
}

/// A lobby with rooms that wait.
pub(crate) fn lobby() -> Play {
    let mut play = Play::home();
    play.hear(welcome());
    let rooms = (0..30)
        .map(|number| RoomSummary {
            room: RoomId::from_draw(number),
            variant: Named::Known(Variant::named("gomoku").unwrap()),
            clock: Some("5m+3s".parse().unwrap()),
            seats: BySide {
                first: Seat::Human {
                    name: name("Ana"),
                    away: None,
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
        })
        .collect();
    play.hear(ServerMsg::Lobby {
        rooms,
        players: vec![name("Ana"), name("Bo")],
        present: 2,
        chat: Vec::new(),
    });
    play
}

#[test]
fn the_table_shows_board_players_clocks_and_talk() {
    let mut play = full_table("connect-four");
    play.moved("4");
    play.moved("4");
    let screen = text(&play.app, UNICODE, 80, 24);
    for expected in [
        "Connect Four",
        "your turn",
        "Ana (you)",
        "Bo",
        "5:00",
        "2:05",
        "1. 4  4",
        "Carla",
        "have fun",
        "score 13, depth 6",
        "1000 nodes, 100k/s",
        "1-7 play",
    ] {
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
    }
}

/// Programs of others say no more than their move.
#[test]
fn a_bot_that_thinks_is_seen_to_with_the_seconds_that_run() {
    let mut play = full_table("connect-four");
    assert!(!text(&play.app, UNICODE, 100, 40).contains("thinks"));
    let thinking = Thinking {
        side: Side::Second,
        ply: 1,
        elapsed: Millis::from_millis(500),
        depth: None,
    };
    play.table_event(false, RoomEvent::Thinking { thinking });
    for (later, shown) in [(0, "Bo thinks, 0 s"), (2_600, "Bo thinks, 3 s")] {
        play.app.now += Millis::from_millis(later);
        let screen = text(&play.app, UNICODE, 100, 40);
        assert!(screen.contains(shown), "{screen}");
    }
    play.moved("4");
    assert!(!text(&play.app, UNICODE, 100, 40).contains("thinks"));
}

#[test]
fn a_bot_that_did_not_search_is_not_said_to_have_thought() {
    let mut play = full_table("connect-four");
    let mut seen = snapshot("connect-four");
    let search = |nodes| SearchInfo {
        side: Side::Second,
        ply: 2,
        score: 0,
        depth: None,
        nodes,
        elapsed: Millis::from_millis(10),
        exact: None,
        pv: vec!["a1".parse().unwrap()],
    };
    // The bot `random` counts the moves that it chose from.
    seen.searches = vec![search(0), search(7)];
    play.join(None, seen);
    let screen = text(&play.app, UNICODE, 80, 24);
    assert!(!screen.contains("thought"), "{screen}");
    assert!(!screen.contains("nodes"), "{screen}");
}

#[test]
fn the_largest_board_fits_the_usual_terminal() {
    let play = full_table("gomoku");
    let screen = text(&play.app, ASCII, 80, 24);
    for expected in ["20 . .", " 1 . .", "a b c", "Gomoku 20 x 20"] {
        assert!(
            screen.contains(expected),
            "{expected} is missing:\n{screen}"
        );
    }
}

#[test]
fn sides_differ_without_any_colour() {
    let mut play = full_table("connect-four");
    play.moved("4");
    play.moved("5");
    for (glyphs, first, second) in [(UNICODE, "●", "○"), (ASCII, "X", "O")] {
        let screen = text(&play.app, glyphs, 60, 16);
        assert!(
            screen.contains(first) && screen.contains(second),
            "{screen}"
        );
    }
}

#[test]
fn without_colours_no_screen_has_any() {
    let plays = [
        Play::home(),
        lobby(),
        full_table("connect-four"),
        full_table("gomoku"),
    ];
    for play in &plays {
        for (width, height) in [(40, 12), (80, 24), (120, 40)] {
            let terminal = drawn(&play.app, UNICODE, width, height);
            let cells = terminal.backend().buffer().content();
            let has_colour = |cell: &&Cell| (cell.fg, cell.bg) != (Color::Reset, Color::Reset);
            assert_eq!(cells.iter().find(has_colour), None);
        }
    }
}

#[test]
fn the_panel_says_whether_the_board_is_live() {
    let mut play = full_table("connect-four");
    play.moved("4");
    play.moved("4");
    for (keys, live, past) in [("", true, false), (",", false, true), (">", true, false)] {
        play.press(keys);
        let screen = text(&play.app, UNICODE, 80, 24);
        assert_eq!(screen.contains("moves, LIVE"), live, "{screen}");
        assert_eq!(
            screen.contains("> back to your turn (1/2)"),
            past,
            "{screen}"
        );
        assert_eq!(screen.contains("> back to the game"), past, "{screen}");
        let low = text(&play.app, UNICODE, 40, 12);
        assert_eq!(low.contains("> back to"), past, "{low}");
    }
}

#[test]
fn forbidden_points_are_crossed_out_until_the_board_changes() {
    let mut play = full_table("renju");
    for square in ["h8", "a1", "h9", "a3", "g7", "a5", "f7", "a7"] {
        play.moved(square);
    }
    let cases = [
        (UNICODE, 80, 24, "×"),
        (ASCII, 80, 24, "x"),
        (UNICODE, 130, 50, "×"),
        (ASCII, 130, 50, "x x"),
    ];
    let count = |play: &Play, (glyphs, width, height, cross): (Glyphs, u16, u16, &str)| {
        // The line of the keys has letters of its own.
        let screen = text(&play.app, glyphs, width, height);
        let lines = screen.lines().take(usize::from(height) - 1);
        lines.map(|line| line.matches(cross).count()).sum::<usize>()
    };
    let before = cases.map(|case| count(&play, case));
    let points = vec![ForbiddenPoint {
        square: "h7".parse().unwrap(),
        kind: ForbiddenKind::DoubleThree,
    }];
    play.table_event(false, RoomEvent::Forbidden { points });
    for (case, before) in cases.into_iter().zip(before) {
        assert!(count(&play, case) > before, "{case:?}");
    }
    play.moved("i7");
    assert_eq!(cases.map(|case| count(&play, case)), before);
}

#[test]
fn winning_cells_and_the_last_move_are_drawn_differently() {
    // In characters, in blocks, and in ASCII.
    let cases = [
        (UNICODE, 52, 12, "›○‹", "[●]"),
        (ASCII, 70, 18, ">O<", "[X]"),
    ];
    let mut play = full_table("connect-four");
    for column in ["4", "1", "4", "1", "4", "1"] {
        play.moved(column);
    }
    for (glyphs, width, height, last, won) in cases {
        let screen = text(&play.app, glyphs, width, height);
        assert_eq!(screen.matches(last).count(), 1, "{screen}");
        assert_eq!(screen.matches(won).count(), 0, "{screen}");
    }
    play.moved("4");
    play.over(Some(Side::First));
    for (glyphs, width, height, last, won) in cases {
        let screen = text(&play.app, glyphs, width, height);
        assert_eq!(screen.matches(last).count(), 0, "{screen}");
        assert!(screen.matches(won).count() >= 4, "{screen}");
        assert!(screen.contains("You win with 4 in a row!"), "{screen}");
    }
}

#[test]
fn a_terminal_that_is_too_small_says_what_it_needs_and_that_is_true() {
    for variant in ["gomoku", "connect-four"] {
        let play = full_table(variant);
        for glyphs in [UNICODE, ASCII] {
            let says = |width, height| {
                let screen = text(&play.app, glyphs, width, height);
                screen.contains("The board needs").then_some(screen)
            };
            let screen = says(40, 5).unwrap();
            let words: Vec<_> = screen.split_whitespace().collect();
            let at = words.iter().position(|word| *word == "needs").unwrap();
            let number = |index: usize| words[at + index].parse::<u16>().unwrap();
            let (width, height) = (number(1), number(3));
            let drawn = |width, height| {
                let area = Rect::new(0, 0, width, height);
                let mut all = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
                all.any(|(x, y)| {
                    let found = target(&play.app, &look(glyphs), area, x, y);
                    matches!(found, Some(Target::Cell(_)))
                })
            };
            assert!(drawn(width, height), "{variant} {width} x {height}");
            assert!(!drawn(width - 1, height) && !drawn(width, height - 1));
        }
    }
}

#[test]
fn a_board_without_room_is_a_window_that_follows_the_cursor() {
    let mut play = full_table("gomoku");
    play.app.clear_notice();
    for (cursor, expected) in [
        ("a1", [false, true, true, false]),
        ("t20", [true, false, false, true]),
        ("j10", [true, true, true, true]),
    ] {
        play.app
            .view
            .as_mut()
            .unwrap()
            .move_cursor_to(cursor.parse().unwrap());
        let area = Rect::new(0, 0, 40, 12);
        let all = (0..40).flat_map(|x| (0..12).map(move |y| (x, y)));
        let mut cells = all.filter_map(|(x, y)| target(&play.app, &look(UNICODE), area, x, y));
        let cell = Target::Cell(cursor.parse().unwrap());
        assert!(cells.any(|found| found == cell), "{cursor} is not shown");
        let screen = text(&play.app, UNICODE, 40, 12);
        let marked = ["←", "↑", "→", "↓"].map(|arrow| screen.contains(arrow));
        assert_eq!(marked, expected, "{cursor}\n{screen}");
        let screen = text(&play.app, ASCII, 40, 12);
        assert_eq!(screen.contains('^'), expected[1], "{cursor}\n{screen}");
    }
}

#[test]
fn what_is_said_is_seen_on_a_small_screen_too() {
    let mut play = full_table("connect-four");
    for column in ["4", "4", "3"] {
        play.moved(column);
    }
    let said = play.app.table().unwrap().snapshot().chat[0]
        .text
        .to_string();
    let first = said.split(' ').next().unwrap().to_owned();
    for (width, height) in [(40, 12), (80, 24)] {
        let screen = text(&play.app, UNICODE, width, height);
        assert!(screen.contains(&first), "{said} is missing:\n{screen}");
    }
}

#[test]
fn a_broken_line_shows_a_banner_with_a_countdown() {
    let mut play = full_table("connect-four");
    play.does(Event::Net(NetEvent::Lost {
        why: "nobody answers".to_owned(),
        retry_in: std::time::Duration::from_secs(3),
        attempt: 1,
    }));
    let screen = text(&play.app, UNICODE, 80, 24);
    assert!(
        screen.contains("nobody answers; trying again in 3 s"),
        "{screen}"
    );
}

#[test]
fn help_shows_every_key_of_the_place() {
    let mut play = full_table("connect-four");
    play.press("?");
    let screen = text(&play.app, UNICODE, 170, 50);
    let steps = ['↑', '↓', '←', '→'];
    assert!(steps.iter().all(|step| screen.contains(*step)), "{screen}");
    let table = Screen::Table.keys();
    for binding in table {
        assert!(
            screen.contains(&binding.does.said()),
            "{:?} is missing:\n{screen}",
            binding.does
        );
    }
}

#[test]
fn a_click_on_a_cell_finds_that_cell_at_every_size() {
    for (width, height) in [(60, 14), (80, 24), (120, 40), (200, 60)] {
        let play = full_table("gomoku-15");
        let area = Rect::new(0, 0, width, height);
        let mut seen = std::collections::BTreeSet::new();
        for column in 0..width {
            for row in 0..height {
                if let Some(Target::Cell(square)) =
                    target(&play.app, &look(UNICODE), area, column, row)
                {
                    seen.insert(square);
                }
            }
        }
        // All of it, or a window around the cursor.
        let expected = if height < 20 { 165 } else { 225 };
        assert_eq!(seen.len(), expected, "{width} x {height}");
        assert!(seen.contains(&play.app.view.as_ref().unwrap().cursor));
    }
}

#[test]
fn a_click_on_a_line_finds_what_is_drawn_there() {
    let play = lobby();
    let screen = text(&play.app, UNICODE, 100, 20);
    let area = Rect::new(0, 0, 100, 20);
    let mut rooms = (0..).map(Target::Line).peekable();
    for (row, line) in screen.lines().enumerate() {
        let found = target(&play.app, &look(UNICODE), area, 5, row as u16)
            .filter(|found| !matches!(found, Target::Key(_)));
        let expected = rooms.next_if(|_| line.contains("Gomoku"));
        assert_eq!(found, expected, "{line}");
    }
}

#[test]
fn who_hosts_is_told_what_a_friend_types() {
    let mut play = full_table("connect-four");
    let mut waiting = snapshot("connect-four");
    waiting.phase = Phase::Seating;
    waiting.seats.second = Seat::Open;
    play.join(Some(Side::First), waiting);
    // As the program comes to its own server.
    play.app.here = vec!["ws://127.0.0.1:4270/ws".to_owned()];
    play.app.shared = vec!["ws://192.168.1.5:4270/ws".to_owned()];
    let screen = text(&play.app, UNICODE, 120, 30);
    let room = RoomId::from_draw(7);
    let expected = format!("enlinea join http://192.168.1.5:4270/#{room}");
    assert!(screen.contains(&expected), "{screen}");
}

#[test]
fn a_notice_is_whole_to_its_end_at_every_width() {
    let mut play = full_table("connect-four");
    let told = "there is no room K7QM2X; check the code, or see the lobby for rooms that are open";
    for width in [40, 44, 60, 80] {
        play.app.say(told);
        let screen = text(&play.app, UNICODE, width, 16);
        let words: Vec<_> = screen.split_whitespace().collect();
        assert!(words.join(" ").contains(told), "{screen}");
    }
}

#[test]
fn an_address_is_seen_while_it_is_typed_on_a_narrow_screen() {
    let mut play = Play::home();
    play.app.open_prompt(PromptKind::Address);
    play.press("192.168.100.200");
    for width in [40, 80] {
        let screen = text(&play.app, UNICODE, width, 12);
        assert!(screen.contains("192.168.100.200"), "{screen}");
        assert!(screen.contains("address, code or link"), "{screen}");
    }
}

#[test]
fn the_help_says_how_it_closes() {
    let mut play = full_table("connect-four");
    play.press("?");
    for height in [12, 60] {
        let screen = text(&play.app, UNICODE, 40, height);
        assert!(screen.contains("Esc close"), "{screen}");
    }
}
