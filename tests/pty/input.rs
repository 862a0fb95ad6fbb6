//! What terminals send beside keys, and the end of what they send.

#[cfg(target_os = "linux")]
use std::fs::File;
#[cfg(target_os = "linux")]
use std::io::Read;
use std::thread;
use std::time::Duration;
#[cfg(target_os = "linux")]
use std::time::Instant;

use termlens::{Key, Screen};

#[cfg(target_os = "linux")]
use super::PATIENCE;
use super::{binary, directory, enlinea, leaves, press, shows, terminal, whole};

/// Each of these froze the keyboard, Ctrl-C included: the library waited for more.
#[test]
fn a_report_that_nobody_knows_and_one_without_an_end_keep_no_key_from_acting() {
    for (sent, key) in [
        ("\x1b[?2026;2$y", Key::Char('q')),
        ("\x1b]11;rgb:", Key::Char('q')),
        ("\x1bP1$r", Key::Char('q')),
        ("\x1b[200~a", Key::Ctrl('c')),
        ("\x1b[?2026", Key::Ctrl('c')),
    ] {
        let data = directory();
        let mut terminal = enlinea(data.path(), &[], &[]);
        shows(&mut terminal, &["Play a bot"]);
        terminal.send_str(sent).expect("is read");
        if key != Key::Ctrl('c') {
            // The rest of a report is waited for.
            thread::sleep(Duration::from_secs(1));
        }
        terminal.send(key).expect("is read");
        leaves(terminal);
    }
}

/// What was pasted without an end is taken as pasted, and the keys after it are keys again.
#[test]
fn pasted_text_without_an_end_is_pasted_text_all_the_same() {
    let data = directory();
    let mut terminal = enlinea(data.path(), &[], &[]);
    shows(&mut terminal, &["Play a bot"]);
    terminal.send_str("\x1b[200~xyzzy").expect("is read");
    shows(&mut terminal, &["xyzzy"]);
    terminal.send(Key::Esc).expect("is read");
    terminal
        .wait_until(|screen| !screen.contains("xyzzy"))
        .expect("the line is closed");
    terminal.send(Key::Char('q')).expect("is read");
    leaves(terminal);
}

/// It took a whole processor: the library read the end of the input again and again.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_disappears_without_a_signal_ends_the_program() {
    use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    use std::process::Command;

    for arguments in [&[][..], &["demo"]] {
        let data = directory();
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let screen = openpt(flags).expect("a terminal");
        grantpt(&screen)
            .and_then(|()| unlockpt(&screen))
            .expect("may be used");
        let size = Winsize {
            ws_row: 30,
            ws_col: 100,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&screen, size).expect("has a size");
        let keys = ioctl_tiocgptpeer(&screen, flags).expect("its other end");
        let another = || keys.try_clone().expect("once more");
        // In a session that does not have the terminal: nothing tells the program that it hangs up.
        let mut program = Command::new("setsid")
            .arg(binary("enlinea"))
            .args(arguments)
            .env("ENLINEA_NO_DISCOVERY", "1")
            .env("ENLINEA_DATA", data.path())
            .env("ENLINEA_CONFIG", data.path().join("config.toml"))
            .env("TERM", "xterm")
            .stdin(another())
            .stdout(another())
            .stderr(keys)
            .spawn()
            .expect("starts");
        let mut shown = Vec::new();
        let mut screen = File::from(screen);
        while !String::from_utf8_lossy(&shown).contains("Connect Four") {
            let mut bytes = [0; 4096];
            let count = screen.read(&mut bytes).expect("draws");
            shown.extend_from_slice(&bytes[..count]);
        }
        drop(screen);
        let deadline = Instant::now() + PATIENCE;
        let ended = loop {
            if let Some(status) = program.try_wait().expect("is a child") {
                break status;
            }
            if Instant::now() > deadline {
                let _ = program.kill();
                panic!("{arguments:?}: it goes on without a terminal");
            }
            thread::sleep(Duration::from_millis(20));
        };
        // By itself, whether it noticed that at the keys or at the screen.
        assert!(ended.code().is_some(), "{arguments:?}: {ended}");
    }
}

/// They were written at the prompt of the shell, as what a person types.
#[test]
fn answers_that_come_while_the_program_is_left_do_not_reach_the_shell() {
    let data = directory();
    let mut terminal = terminal(data.path())
        .answer_queries(false)
        .args(["-c", "\"$0\"; echo left; exec cat"])
        .arg(binary("enlinea"))
        .spawn("/bin/sh")
        .expect("starts");
    shows(&mut terminal, &["Play a bot"]);
    press(&mut terminal, 'q');
    thread::sleep(Duration::from_millis(100));
    let answers = "\x1b_Gi=31;OK\x1b\\\x1b]11;rgb:1010/1010/1010\x07\x1b[0n";
    terminal.send_str(answers).expect("is read");
    let is_left = |screen: &Screen| !screen.alternate_screen() && screen.contains("left");
    whole(&mut terminal, is_left).expect("the program is left");
    terminal.send_str("typed\r").expect("is read");
    let screen = shows(&mut terminal, &["typed"]);
    let is_clean = ["rgb:", "Gi=31", "[0n"]
        .iter()
        .all(|text| !screen.contains(text));
    assert!(is_clean, "{screen}");
}
