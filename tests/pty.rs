//! The screens as people have them: the real client in a terminal, through keys alone.

mod calls;
mod crash;
mod first_screen;
mod graphics;
mod hosting;
mod input;
mod lobby;
mod mouse;
mod other_device;
mod playing;
mod replay;
mod settings;
mod signals;
mod small;
mod swap2;
mod tv;
mod way_back;

use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;
use termlens::{Color, Key, Screen, Signal, Terminal, TerminalBuilder};

use crate::binaries::{ServerProcess, binary};
use crate::harness::PATIENCE;

pub(crate) fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// `enlinea` in a terminal of its own, with its own data.
pub(crate) fn enlinea(data: &Path, arguments: &[&str], more: &[(&str, &str)]) -> Terminal {
    let terminal = terminal(data).envs(more.iter().copied());
    let program = binary("enlinea");
    terminal.args(arguments).spawn(program).expect("starts")
}

/// A terminal for programs that use this data.
fn terminal(data: &Path) -> TerminalBuilder {
    Terminal::builder()
        .size(100, 30)
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("ENLINEA_NO_DISCOVERY", "1")
        .env("ENLINEA_DATA", data)
        .env("ENLINEA_CONFIG", data.join("config.toml"))
        .timeout(PATIENCE)
}

/// Waits until the screen shows all of these.
pub(crate) fn shows(terminal: &mut Terminal, texts: &[&str]) -> Screen {
    let is_shown = |screen: &Screen| texts.iter().all(|text| screen.contains(text));
    whole(terminal, is_shown).unwrap_or_else(|problem| panic!("{texts:?} did not come: {problem}"))
}

/// Waits until the screen is as wanted, and drawn to its end.
pub(crate) fn whole(
    terminal: &mut Terminal,
    is_wanted: impl Fn(&Screen) -> bool,
) -> termlens::Result<Screen> {
    loop {
        terminal.wait_until(&is_wanted)?;
        let screen = terminal.wait_stable(Duration::ZERO)?;
        if is_wanted(&screen) {
            return Ok(screen);
        }
    }
}

pub(crate) fn press(terminal: &mut Terminal, key: char) {
    terminal.send(Key::Char(key)).expect("is read");
}

/// Ends with status 0, and leaves the terminal as it was.
fn leaves(mut terminal: Terminal) {
    let status = terminal.wait_exit().expect("ends");
    assert!(status.success(), "{status:?}");
    let screen = terminal.screen();
    assert!(!screen.alternate_screen(), "{screen}");
    assert!(screen.cursor_visible(), "{screen}");
    assert!(screen.mouse_modes().is_empty(), "{screen}");
}

/// Waits for the code that a friend is to be told.
fn code(terminal: &mut Terminal) -> String {
    let screen = shows(terminal, &["waiting: tell a friend the code", "room "]);
    let text = screen.text();
    let (_, after) = text.split_once("room ").expect("was just seen");
    after[..6].to_owned()
}

/// Two people at a table, in two terminals.
struct Pair {
    first: Terminal,
    second: Terminal,
    data: [TempDir; 2],
}

impl Pair {
    fn at(server: &ServerProcess, more: &[(&str, &str)]) -> Self {
        Self::at_game(server, &[], more)
    }

    /// At a table of the game with these arguments.
    fn at_game(server: &ServerProcess, game: &[&str], more: &[(&str, &str)]) -> Self {
        let data = [directory(), directory()];
        let [ana, bruno] = data.each_ref().map(TempDir::path);
        let url = server.url();
        let seats = ["new", "--first", "me", "--second", "open"];
        let arguments = [&["--server", &url, "--name", "Ana"], &seats[..], game].concat();
        let mut first = enlinea(ana, &arguments, more);
        let room = code(&mut first);
        let arguments = ["--server", &url, "--name", "Bruno", "join", &room];
        let second = enlinea(bruno, &arguments, more);
        Self {
            first,
            second,
            data,
        }
    }

    /// Presses the digits in turn, each when the screen says that it is the player's turn.
    fn play(&mut self, columns: &str) {
        for (ply, column) in (1..).zip(columns.chars()) {
            let mover = if ply % 2 == 1 {
                &mut self.first
            } else {
                &mut self.second
            };
            shows(mover, &["your turn"]);
            press(mover, column);
            // The screen of before this ply says that it is one's turn, too.
            mover
                .wait_until(|screen| !screen.contains("your turn"))
                .expect("the ply is played");
        }
    }
}

#[test]
fn two_people_play_a_whole_game_through_keys_alone() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("4141414");
    shows(&mut pair.first, &["You win with 4 in a row!"]);
    shows(&mut pair.second, &["Ana wins with 4 in a row"]);
    for mut terminal in [pair.first, pair.second] {
        press(&mut terminal, 'q');
        shows(&mut terminal, &["waiting for an opponent"]);
        press(&mut terminal, 'q');
        shows(&mut terminal, &["Join by address"]);
        press(&mut terminal, 'q');
        leaves(terminal);
    }
}

#[test]
fn enter_on_the_first_screen_plays_a_bot_at_once() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    let home = shows(&mut terminal, &["Play a bot", "Join by address"]);
    assert!(home.alternate_screen(), "{home}");
    terminal.send(Key::Enter).expect("is read");
    shows(&mut terminal, &["Bot, level 3", "your turn"]);
    press(&mut terminal, '4');
    // The bot has answered: discs of both colours are on the board.
    shows(&mut terminal, &["1. 4", "your turn"]);
    let has = |screen: &Screen, colour| {
        let is_disc = |cell: &termlens::Cell| cell.style().bg == Color::Indexed(colour);
        screen.find_by(is_disc).is_some()
    };
    terminal
        .wait_until(|screen| has(screen, 196) && has(screen, 227))
        .expect("both discs are drawn");
    // The game is kept: nothing is asked on the way out, and the first screen leads back.
    for (key, text) in [(Key::Esc, "▌ Continue"), (Key::Enter, "1. 4")] {
        terminal.send(key).expect("is read");
        shows(&mut terminal, &[text]);
    }
    terminal.send(Key::Ctrl('c')).expect("is read");
    leaves(terminal);
}

#[test]
fn q_on_the_first_screen_gives_the_terminal_back() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot"]);
    press(&mut terminal, 'q');
    leaves(terminal);
}

#[test]
fn a_terminal_without_colours_shows_both_sides_by_their_signs() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    for (more, colours) in [(&[("NO_COLOR", "1")][..], false), (&[][..], true)] {
        let mut pair = Pair::at(&server, more);
        pair.play("41");
        let signs: &[&str] = if colours {
            &[]
        } else {
            &["●  Ana", "○  Bruno"]
        };
        let screen = shows(&mut pair.first, &[signs, &["your turn"]].concat());
        let coloured = screen.find_by(|cell| {
            let style = cell.style();
            style.fg != Color::Default || style.bg != Color::Default
        });
        assert_eq!(coloured.is_some(), colours, "{}", screen.with_styles());
    }
}

#[test]
fn a_terminal_that_is_too_small_says_what_it_needs_and_recovers() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    shows(&mut pair.first, &["your turn"]);
    pair.first.resize(20, 5).expect("resizes");
    shows(&mut pair.first, &["The board needs"]);
    pair.first.resize(100, 30).expect("resizes");
    shows(&mut pair.first, &["your turn", "Bruno"]);
    pair.play("41");
}

#[test]
fn a_server_that_goes_and_comes_is_told_of_and_the_game_goes_on() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    let address = server.address.to_string();
    server.program.terminate();
    assert_eq!(server.program.ended().code(), 0);
    for terminal in [&mut pair.first, &mut pair.second] {
        let banner = [
            "the server was stopped",
            "trying again in",
            "your seat is kept",
        ];
        shows(terminal, &banner);
    }
    let _again = ServerProcess::at(&address, data.path());
    pair.play("41414");
    shows(&mut pair.first, &["You win with 4 in a row!"]);
    shows(&mut pair.second, &["Ana wins with 4 in a row"]);
}

#[test]
fn a_client_that_was_killed_offers_the_way_back_when_it_is_started_again() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    pair.play("41");
    pair.first.signal(Signal::Kill).expect("is told");
    pair.first.wait_exit().expect("is gone");
    shows(&mut pair.second, &["Ana away"]);
    pair.first = enlinea(pair.data[0].path(), &["--name", "Ana"], &[]);
    shows(&mut pair.first, &["▌ Continue", "Connect Four"]);
    pair.first.send(Key::Enter).expect("is read");
    pair.play("41414");
    shows(&mut pair.first, &["You win with 4 in a row!"]);
}

#[test]
fn a_column_is_played_by_a_click_of_the_mouse() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    let screen = shows(&mut pair.first, &["your turn", "  2  "]);
    let (row, column) = screen.find("  2  ").expect("a number");
    let above = row - 2;
    pair.first.click(column + 2, above).expect("is read");
    shows(&mut pair.second, &["1. 2", "your turn"]);
}

#[test]
fn pasted_text_is_never_keys_and_the_terminal_gets_its_modes_back() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    let mut pair = Pair::at(&server, &[]);
    shows(&mut pair.first, &["your turn"]);
    // As keys these are: resign, yes.
    pair.first.paste("xy").expect("is read");
    shows(&mut pair.first, &["say: xy"]);
    pair.first.send(Key::Enter).expect("is read");
    shows(&mut pair.second, &["Ana: xy"]);
    pair.play("41");
    pair.first.send(Key::Ctrl('c')).expect("is read");
    shows(&mut pair.first, &["Quit? Your seat is kept."]);
    press(&mut pair.first, 'y');
    pair.first.wait_exit().expect("ends");
    let screen = pair.first.screen();
    assert!(!screen.bracketed_paste(), "{screen}");
}

#[test]
fn a_dumb_terminal_has_lines_and_no_screens() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &["demo"], &[("TERM", "dumb")]);
    let status = terminal.wait_exit().expect("ends");
    assert!(status.success(), "{status:?}");
    let screen = terminal.screen();
    assert!(screen.contains("game over: "), "{screen}");
}
