//! Engines on the server's command line and in its environment.

#[cfg(unix)]
use crate::binaries::Program;
use crate::binaries::{self, run};
use crate::external;

#[test]
fn an_engine_that_cannot_be_seated_is_an_error_before_anybody_is_served() {
    let data = tempfile::tempdir().unwrap();
    let plain = external::command("plain");
    for (status, engines, expected) in [
        (
            2,
            vec!["negamax=x".to_owned()],
            "cannot seat the engine negamax: a bot of this server",
        ),
        (
            2,
            vec!["Big=x".to_owned()],
            "cannot seat the engine Big: \"Big\" is no kind of bot",
        ),
        (
            2,
            vec!["a=".to_owned()],
            "cannot seat the engine a: \"\" is no command",
        ),
        (
            2,
            vec![format!("a={plain}"), format!("a={plain}")],
            "cannot seat the engine a: another engine has that name",
        ),
        (
            1,
            vec!["a=no-such-engine-anywhere".to_owned()],
            "cannot seat the engine a: cannot start no-such-engine-anywhere",
        ),
        (
            1,
            vec![format!("a={}", external::command("parrot"))],
            "cannot seat the engine a: it answered \"ABOUT\" to ABOUT, where its name was due",
        ),
    ] {
        let mut command = binaries::server("127.0.0.1:0", data.path());
        for engine in &engines {
            command.args(["--engine", engine]);
        }
        let ended = run(&mut command);
        assert_eq!(ended.code(), status, "{ended:?}");
        assert!(ended.complaints.contains(expected), "{ended:?}");
    }
    let mut command = binaries::server("127.0.0.1:0", data.path());
    let ended = run(command.args(["--engine", "./pbrain-x"]));
    assert_eq!(ended.code(), 2, "{ended:?}");
    assert!(
        ended.complaint().contains("write NAME=COMMAND"),
        "{ended:?}"
    );
}

#[cfg(unix)]
#[test]
fn engines_of_the_environment_are_a_line_each() {
    let data = tempfile::tempdir().unwrap();
    let plain = external::command("plain");
    let mut command = binaries::server("127.0.0.1:0", data.path());
    command.env("ENLINEA_ENGINES", format!("one={plain}\n\ntwo={plain}\n"));
    let mut server = Program::start(&mut command);
    let line = server.until_begins("listening on ");
    let address = &line["listening on ".len()..];
    let url = format!("ws://{address}/ws");
    let bots = run(&mut binaries::enlinea(
        data.path(),
        &["--server", &url, "bots"],
    ));
    let listed = bots.said.join("\n");
    assert!(listed.contains("one") && listed.contains("two"), "{bots:?}");
    server.terminate();
    assert_eq!(server.ended().code(), 0);
}
