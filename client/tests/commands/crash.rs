//! A panic of the program: a report in the state directory, and its path on standard error.

use crate::{command, text};

#[cfg(debug_assertions)]
#[test]
fn a_panic_writes_a_report_without_names_and_says_where_it_is() {
    let data = tempfile::tempdir().unwrap();
    let ended = command(data.path(), &["--name", "Zoe", "config"])
        .env("ENLINEA_PANIC", "start")
        .env("HOME", data.path())
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(101), "{ended:?}");
    let said = text(&ended.stderr);
    assert!(
        said.starts_with("enlinea: this is a defect of the program, at "),
        "{said}"
    );
    assert!(said.contains("send it to"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let reports = std::fs::read_dir(data.path().join("state/enlinea")).unwrap();
    let reports: Vec<_> = reports.map(|entry| entry.unwrap().path()).collect();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert!(said.contains(reports[0].to_str().unwrap()), "{said}");
    let report = std::fs::read_to_string(&reports[0]).unwrap();
    for expected in [
        concat!("program: enlinea ", env!("CARGO_PKG_VERSION")),
        "system: ",
        "screen: none",
        "thread: main",
        "place: client/src/crash.rs:",
        "message: rehearsed at \"...\"",
        "backtrace:\n",
        "client::crash::rehearse",
    ] {
        assert!(report.contains(expected), "{expected}: {report}");
    }
    assert!(!report.contains("Zoe"), "{report}");
    assert!(!report.contains(data.path().to_str().unwrap()), "{report}");
}

#[cfg(debug_assertions)]
#[test]
fn where_no_report_can_be_written_the_place_and_the_message_are_said() {
    let data = tempfile::tempdir().unwrap();
    std::fs::write(data.path().join("state"), "no directory").unwrap();
    let ended = command(data.path(), &["config"])
        .env("ENLINEA_PANIC", "start")
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(101), "{ended:?}");
    let said = text(&ended.stderr);
    assert!(said.contains("no report could be written"), "{said}");
    assert!(said.contains("crash.rs:"), "{said}");
}
