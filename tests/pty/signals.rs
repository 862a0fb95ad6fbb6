//! Signals of the system while the screens are open: the terminal is given back, and taken again.

use termlens::{Screen, Signal, Terminal};

use super::{binary, directory, enlinea, leaves, press, shows, terminal, whole};

/// True where nothing of the screens is left.
fn is_given_back(screen: &Screen) -> bool {
    !screen.alternate_screen() && screen.cursor_visible() && screen.mouse_modes().is_empty()
}

/// Sends a signal that the terminals of tests do not know.
fn kill(terminal: &Terminal, signal: rustix::process::Signal) {
    let process = terminal.pid().expect("runs");
    let process = i32::try_from(process).expect("a number of a process");
    let process = rustix::process::Pid::from_raw(process).expect("is not zero");
    rustix::process::kill_process(process, signal).expect("is told");
}

/// SIGINT and SIGHUP left the alternate screen, the mouse and the raw mode behind; SIGTERM ended with status 0.
#[test]
fn a_signal_that_ends_the_program_gives_the_terminal_back_with_status_130() {
    for signal in [Signal::Int, Signal::Term, Signal::Hup] {
        let data = directory();
        let mut terminal = enlinea(data.path(), &[], &[]);
        shows(&mut terminal, &["> Play < Connect Four >"]);
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
        shows(&mut terminal, &["> Play < Connect Four >"]);
        kill(&terminal, signal);
        if signal == rustix::process::Signal::TSTP {
            whole(&mut terminal, is_given_back).expect("the terminal is given back");
        }
        kill(&terminal, rustix::process::Signal::CONT);
        let is_back = |screen: &Screen| {
            screen.alternate_screen()
                && !screen.mouse_modes().is_empty()
                && screen.contains("> Play < Connect Four >")
        };
        whole(&mut terminal, is_back).expect("the screen is drawn again");
        press(&mut terminal, '?');
        shows(&mut terminal, &["keys"]);
        press(&mut terminal, '?');
        shows(&mut terminal, &["> Play < Connect Four >"]);
        press(&mut terminal, 'q');
        leaves(terminal);
    }
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
    shows(&mut terminal, &["> Play < Connect Four >"]);
    kill(&terminal, rustix::process::Signal::TSTP);
    let is_of_shell =
        |screen: &Screen| is_given_back(screen) && screen.contains("text of the shell");
    whole(&mut terminal, is_of_shell).expect("the terminal is given back");
    terminal.resize(90, 26).expect("has another size");
    kill(&terminal, rustix::process::Signal::CONT);
    let is_back =
        |screen: &Screen| screen.alternate_screen() && screen.contains("> Play < Connect Four >");
    whole(&mut terminal, is_back).expect("the screen is drawn again");
    press(&mut terminal, 'q');
    terminal.wait_exit().expect("ends");
    let screen = terminal.screen();
    assert!(is_of_shell(&screen), "{screen}");
}
