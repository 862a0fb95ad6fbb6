//! What terminals send beside keys, and the end of what they send.

use std::thread;
use std::time::Duration;

use termlens::Key;

use super::{directory, enlinea, leaves, shows};

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
    terminal.send_str("\x1b[200~there").expect("is read");
    shows(&mut terminal, &["there"]);
    terminal.send(Key::Esc).expect("is read");
    terminal
        .wait_until(|screen| !screen.contains("there"))
        .expect("the line is closed");
    terminal.send(Key::Char('q')).expect("is read");
    leaves(terminal);
}
