//! Signals of the system while the screens are open: the terminal is given back, and taken again.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use termlens::{Key, Screen, Signal, Terminal};

use super::{binary, directory, enlinea, leaves, press, shows, terminal, whole};
use crate::harness::PATIENCE;

/// Time between two looks at a process that does not stand still yet.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// True where nothing of the screens is left.
fn is_given_back(screen: &Screen) -> bool {
    !screen.alternate_screen() && screen.cursor_visible() && screen.mouse_modes().is_empty()
}

/// The process at the terminal.
fn process(terminal: &Terminal) -> Pid {
    let process = terminal.pid().expect("runs");
    let process = i32::try_from(process).expect("a number of a process");
    Pid::from_raw(process).expect("is not zero")
}

/// Sends a signal that the terminals of tests do not know.
fn kill(terminal: &Terminal, signal: rustix::process::Signal) {
    rustix::process::kill_process(process(terminal), signal).expect("is told");
}

/// Waits until the process is stopped, as a shell does: one that is told to go on before it stops would stay stopped.
fn stops(terminal: &Terminal) {
    let options = WaitIdOptions::STOPPED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let deadline = Instant::now() + PATIENCE;
    loop {
        let status =
            waitid(WaitId::Pid(process(terminal)), options).expect("is a child of the test");
        if status.is_some_and(|status| status.stopped()) {
            return;
        }
        assert!(Instant::now() <= deadline, "it does not stop");
        thread::sleep(LOOK_EVERY);
    }
}

/// SIGINT and SIGHUP left the alternate screen, the mouse and the raw mode behind; SIGTERM ended with status 0.
#[test]
fn a_signal_that_ends_the_program_gives_the_terminal_back_with_status_130() {
    for signal in [Signal::Int, Signal::Term, Signal::Hup] {
        let data = directory();
        let mut terminal = enlinea(data.path(), &[], &[]);
        shows(&mut terminal, &["Play a bot"]);
        terminal.signal(signal).expect("is told");
        let status = terminal.wait_exit().expect("ends");
        assert_eq!(status.code(), Some(130), "{signal:?}: {status:?}");
        let screen = terminal.screen();
        assert!(is_given_back(&screen), "{signal:?}: {screen}");
        assert!(screen.contains("enlinea: interrupted"), "{screen}");
    }
}

/// After `fg` the text of the shell stayed in the picture, and keys did nothing.
#[test]
fn a_program_that_was_stopped_draws_its_screen_again_and_hears_keys() {
    for signal in [rustix::process::Signal::TSTP, rustix::process::Signal::STOP] {
        let data = directory();
        let mut terminal = enlinea(data.path(), &[], &[]);
        shows(&mut terminal, &["Play a bot"]);
        kill(&terminal, signal);
        if signal == rustix::process::Signal::TSTP {
            whole(&mut terminal, is_given_back).expect("the terminal is given back");
        }
        stops(&terminal);
        kill(&terminal, rustix::process::Signal::CONT);
        let is_back = |screen: &Screen| {
            screen.alternate_screen()
                && !screen.mouse_modes().is_empty()
                && screen.contains("Play a bot")
        };
        whole(&mut terminal, is_back).expect("the screen is drawn again");
        press(&mut terminal, '?');
        shows(&mut terminal, &["keys"]);
        press(&mut terminal, '?');
        shows(&mut terminal, &["Play a bot"]);
        press(&mut terminal, 'q');
        leaves(terminal);
    }
}

/// Ctrl-Z did nothing, and what was typed for the shell went to the opponent as chat.
#[test]
fn ctrl_z_gives_the_terminal_to_the_shell_and_fg_takes_it_back() {
    let data = directory();
    let shell = terminal(data.path()).arg("-i").spawn("/bin/sh");
    let mut shell = shell.expect("starts");
    let program = format!("'{}'\r", binary("enlinea").display());
    shell.send_str(&program).expect("is read");
    shows(&mut shell, &["Play a bot"]);
    for (time, shown) in [(1, "Play a bot"), (2, "your name")] {
        shell.send(Key::Ctrl('z')).expect("is read");
        // Until the shell says so, the program may read what is typed.
        let is_stopped = |screen: &Screen| {
            is_given_back(screen) && screen.text().matches("Stopped").count() >= time
        };
        whole(&mut shell, is_stopped).expect("the terminal is given back");
        shell.send_str("echo $((40+2))\r").expect("is read");
        shows(&mut shell, &["42"]);
        shell.send_str("fg\r").expect("is read");
        let is_back = |screen: &Screen| {
            screen.alternate_screen() && !screen.mouse_modes().is_empty() && screen.contains(shown)
        };
        whole(&mut shell, is_back).expect("the screen is drawn again");
        // In a line of text it does the same.
        press(&mut shell, 'n');
        shows(&mut shell, &["your name"]);
    }
    shell.send(Key::Ctrl('c')).expect("is read");
    whole(&mut shell, is_given_back).expect("the program is left");
}

/// Nobody could continue it: the window it was started in shows this program alone.
#[test]
fn ctrl_z_does_nothing_where_no_shell_waits() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot"]);
    terminal.send(Key::Ctrl('z')).expect("is read");
    press(&mut terminal, '?');
    shows(&mut terminal, &["keys"]);
    terminal.send(Key::Ctrl('c')).expect("is read");
    leaves(terminal);
}

/// Between the stop and the return a screen was drawn in the size of now, for which the shell's own was cleared.
#[test]
fn a_program_that_was_stopped_leaves_the_text_of_the_shell_when_the_terminal_has_another_size() {
    let data = directory();
    let mut terminal = terminal(data.path())
        .args(["-c", "echo text of the shell; exec \"$0\""])
        .arg(binary("enlinea"))
        .spawn("/bin/sh")
        .expect("starts");
    shows(&mut terminal, &["Play a bot"]);
    kill(&terminal, rustix::process::Signal::TSTP);
    let is_of_shell =
        |screen: &Screen| is_given_back(screen) && screen.contains("text of the shell");
    whole(&mut terminal, is_of_shell).expect("the terminal is given back");
    stops(&terminal);
    terminal.resize(90, 26).expect("has another size");
    kill(&terminal, rustix::process::Signal::CONT);
    let is_back = |screen: &Screen| screen.alternate_screen() && screen.contains("Play a bot");
    whole(&mut terminal, is_back).expect("the screen is drawn again");
    press(&mut terminal, 'q');
    terminal.wait_exit().expect("ends");
    let screen = terminal.screen();
    assert!(is_of_shell(&screen), "{screen}");
}
