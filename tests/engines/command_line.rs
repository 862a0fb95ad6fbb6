//! Engines on the server's command line and in its environment.

#[cfg(unix)]
use crate::binaries::Program;
use crate::binaries::{self, run};
use crate::external;

#[test]
fn arguments_that_name_no_engine_are_an_error_before_anybody_is_served() {
    let data = tempfile::tempdir().unwrap();
    let plain = external::command("plain");
    for (engines, expected) in [
        (
            vec!["negamax=x".to_owned()],
            "cannot seat the engine negamax: a bot of this server",
        ),
        (
            vec!["Big=x".to_owned()],
            "cannot seat the engine Big: \"Big\" is no kind of bot",
        ),
        (
            vec!["a=".to_owned()],
            "cannot seat the engine a: \"\" is no command",
        ),
        (
            vec![format!("a={plain}"), format!("a={plain}")],
            "cannot seat the engine a: another engine has that name",
        ),
    ] {
        let mut command = binaries::server("127.0.0.1:0", data.path());
        for engine in &engines {
            command.args(["--engine", engine]);
        }
        let ended = run(&mut command);
        assert_eq!(ended.code(), 2, "{ended:?}");
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

/// One of them kept the whole server from starting.
#[cfg(unix)]
#[test]
fn an_engine_that_cannot_start_is_disabled_and_the_host_is_told_why() {
    let data = tempfile::tempdir().unwrap();
    let mut command = binaries::server("127.0.0.1:0", data.path());
    for (name, engine) in [
        ("missing", "no-such-engine-anywhere".to_owned()),
        ("parrot", external::command("parrot")),
        ("plain", external::command("plain")),
    ] {
        command.args(["--engine", &format!("{name}={engine}")]);
    }
    let mut server = Program::start(&mut command);
    let line = server.until_begins("listening on ");
    let url = format!("ws://{}/ws", &line["listening on ".len()..]);
    let bots = run(&mut binaries::enlinea(
        data.path(),
        &["--server", &url, "bots"],
    ));
    let listed = bots.said.join("\n");
    assert!(listed.contains("plain"), "{bots:?}");
    assert!(
        !listed.contains("missing") && !listed.contains("parrot"),
        "{bots:?}"
    );
    let mut ctl = binaries::command(binaries::binary("enlinea-server"));
    let stats = run(ctl.args(["ctl", "stats", "--data"]).arg(data.path()));
    let stats = stats.said.join("\n");
    server.terminate();
    let ended = server.ended();
    assert_eq!(ended.code(), 0);
    for (name, problem) in [
        ("missing", "cannot start no-such-engine-anywhere"),
        ("parrot", "where its name was due"),
    ] {
        let told = format!("the engine {name} is disabled: ");
        let told = stats.lines().find(|line| line.starts_with(&told));
        assert!(told.is_some_and(|line| line.contains(problem)), "{stats}");
        assert!(ended.complaints.contains(problem), "{ended:?}");
    }
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
