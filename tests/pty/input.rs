//! What terminals send beside keys, and the end of what they send.

use std::thread;
use std::time::Duration;

use termlens::{Key, Screen};

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
        shows(&mut terminal, &["> Play < Connect Four >"]);
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
    shows(&mut terminal, &["> Play < Connect Four >"]);
    terminal.send_str("\x1b[200~xyzzy").expect("is read");
    shows(&mut terminal, &["xyzzy"]);
    terminal.send(Key::Esc).expect("is read");
    terminal
        .wait_until(|screen| !screen.contains("xyzzy"))
        .expect("the line is closed");
    terminal.send(Key::Char('q')).expect("is read");
    leaves(terminal);
}

/// True for a process that runs, or waits.
#[cfg(target_os = "linux")]
fn lives(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
    // One that has ended may wait for somebody to ask how.
    status.is_ok_and(|status| !status.contains(") Z "))
}

/// It took a whole processor: the library read the end of the input again and again.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_disappears_without_a_signal_ends_the_program() {
    for arguments in ["", "demo"] {
        let data = directory();
        let number = data.path().join("process");
        // In a session that does not have the terminal: nothing tells the program that it hangs up.
        let own = "echo $$ >\"$1\"; exec setsid \"$0\" $2 <&3";
        let script = format!("exec 3<&0; sh -c '{own}' \"$0\" \"$1\" \"$2\" & wait");
        let mut terminal = terminal(data.path())
            .args(["-c", &script])
            .arg(binary("enlinea"))
            .arg(&number)
            .arg(arguments)
            .spawn("/bin/sh")
            .expect("starts");
        shows(&mut terminal, &["Connect Four"]);
        let process = std::fs::read_to_string(&number).expect("is written");
        let process = process.trim();
        assert!(lives(process), "{arguments}");
        drop(terminal);
        let deadline = std::time::Instant::now() + crate::harness::PATIENCE;
        while lives(process) {
            if std::time::Instant::now() > deadline {
                let number = process
                    .parse()
                    .ok()
                    .and_then(rustix::process::Pid::from_raw);
                let number = number.expect("is a number");
                let _ = rustix::process::kill_process(number, rustix::process::Signal::KILL);
                panic!("{arguments}: it goes on without a terminal");
            }
            thread::sleep(Duration::from_millis(20));
        }
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
    shows(&mut terminal, &["> Play < Connect Four >"]);
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
