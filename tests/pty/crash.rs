//! A panic while the screens are open: the terminal is whole, and a report is written and told.

use std::path::Path;

use super::{directory, enlinea, press, shows};

fn reports(state: &Path) -> usize {
    std::fs::read_dir(state.join("enlinea")).map_or(0, Iterator::count)
}

#[test]
fn a_panic_of_the_screens_leaves_the_terminal_whole_and_says_where_its_report_is() {
    let data = directory();
    let state = data.path().join("state");
    let more = [
        ("XDG_STATE_HOME", state.to_str().expect("is text")),
        ("ENLINEA_PANIC", "screens"),
    ];
    let mut terminal = enlinea(data.path(), &[], &more);
    let status = terminal.wait_exit().expect("ends");
    assert_eq!(status.code(), Some(101), "{status:?}");
    let screen = terminal.screen();
    assert!(!screen.alternate_screen(), "{screen}");
    assert!(screen.cursor_visible(), "{screen}");
    assert!(screen.mouse_modes().is_empty(), "{screen}");
    assert!(
        screen.contains("this is a defect of the program"),
        "{screen}"
    );
    assert_eq!(reports(&state), 1);
}

/// The hooks of the screens closed them, and the program went on without.
#[test]
fn a_panic_of_a_task_leaves_the_screens_open_and_is_told_behind_them() {
    let data = directory();
    let state = data.path().join("state");
    let more = [
        ("XDG_STATE_HOME", state.to_str().expect("is text")),
        ("ENLINEA_PANIC", "task"),
    ];
    let mut terminal = enlinea(data.path(), &["--name", "Ana"], &more);
    let screen = shows(&mut terminal, &["Ana"]);
    assert!(screen.alternate_screen(), "{screen}");
    // The rules are drawn and left again until the report is there, on the screens still.
    loop {
        press(&mut terminal, 'i');
        let rules = shows(&mut terminal, &["close the rules"]);
        assert!(
            rules.alternate_screen() && !rules.contains("defect"),
            "{rules}"
        );
        terminal.send(termlens::Key::Esc).expect("is read");
        shows(&mut terminal, &["Join by address"]);
        if reports(&state) == 1 {
            break;
        }
    }
    press(&mut terminal, 'q');
    let status = terminal.wait_exit().expect("ends");
    assert!(status.success(), "{status:?}");
    let screen = terminal.screen();
    assert!(!screen.alternate_screen(), "{screen}");
    assert!(
        screen.contains("this is a defect of the program"),
        "{screen}"
    );
    assert_eq!(reports(&state), 1);
}
