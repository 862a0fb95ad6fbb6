//! The program of the server: its arguments, its settings and its end.

use std::fs;

use super::directory;
use crate::binaries::{Program, ServerProcess, binary, command, run, server};

#[test]
fn wrong_usage_of_the_server_is_one_line_and_status_two() {
    let data = directory();
    for (listen, argument, expected) in [
        ("nowhere", "--no-discovery", ["--listen", "nowhere"]),
        ("[::]:0", "--threads=100000", ["--threads", "0..=1024"]),
        ("[::]:0", "--rooms=0", ["--rooms", "1..="]),
        (
            "[::]:0",
            "--grace=18446744073709552",
            ["--grace", "0..=604800"],
        ),
        (
            "[::]:0",
            "--trusted-proxy=10.0.0.0/33",
            ["--trusted-proxy", "10.0.0.0/33"],
        ),
    ] {
        let refused = run(server(listen, data.path()).arg(argument));
        assert_eq!(refused.code(), 2, "{argument}: {refused:?}");
        let complaint = refused.complaint();
        let is_said = expected.iter().all(|word| complaint.contains(word));
        assert!(is_said, "{complaint}");
    }
}

/// The status was 0: clap takes no notice of what becomes of its text.
#[cfg(target_os = "linux")]
#[test]
fn help_of_the_server_that_cannot_be_written_is_a_failure_and_a_closed_pipe_is_none() {
    for argument in ["--help", "--version"] {
        let mut server = command(binary("enlinea-server"));
        let full = fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it");
        let status = server.arg(argument).stdout(full).status().expect("runs");
        assert_eq!(status.code(), Some(1), "{argument}");
        let (reader, closed) = std::io::pipe().expect("a pipe");
        drop(reader);
        let status = server.stdout(closed).status().expect("runs");
        assert_eq!(status.code(), Some(0), "{argument}");
    }
}

/// A word that is no level would silence the log, errors included.
#[test]
fn a_wrong_filter_of_the_log_is_wrong_usage_with_and_without_a_subcommand() {
    let data = directory();
    for filter in ["debgu", "nonsense=["] {
        let mut check = command(binary("enlinea-server"));
        check.arg("check").arg("--data").arg(data.path());
        for program in [&mut server("127.0.0.1:0", data.path()), &mut check] {
            let refused = run(program.env("ENLINEA_LOG", filter));
            assert_eq!(refused.code(), 2, "{filter}: {refused:?}");
            let complaint = refused.complaint();
            let is_said = [filter, "ENLINEA_LOG", "info,server=debug"]
                .iter()
                .all(|words| complaint.contains(words));
            assert!(is_said, "{complaint}");
        }
    }
}

/// Packages have them, so they have the settings too, and need no directory of games.
#[test]
fn the_server_writes_its_completions_and_manual_pages() {
    let pages = directory();
    let mut server = command(binary("enlinea-server"));
    let ended = run(server.args(["completions", "bash"]).env_remove("HOME"));
    assert_eq!(ended.code(), 0, "{ended:?}");
    assert!(
        ended
            .said
            .iter()
            .any(|line| line.contains("--people-per-address"))
    );
    let mut server = command(binary("enlinea-server"));
    let ended = run(server.arg("man").arg(pages.path()).env_remove("HOME"));
    assert_eq!(ended.code(), 0, "{ended:?}");
    for (page, words) in [
        ("enlinea-server.1", "people\\-per\\-address"),
        ("enlinea-server-ctl-ban.1", "\\-\\-for"),
    ] {
        let page = fs::read_to_string(pages.path().join(page)).unwrap();
        assert!(page.contains(words), "{page}");
    }
}

#[test]
fn settings_come_from_a_file_and_a_wrong_one_is_wrong_usage() {
    let data = directory();
    let file = data.path().join("settings.toml");
    let with = |settings: &str| {
        fs::write(&file, settings).expect("is written");
        let mut server = server("127.0.0.1:0", data.path());
        server.arg("--settings").arg(&file);
        server
    };
    for (settings, expected) in [
        ("\nroms = 7\n", "line 2: roms is not a setting"),
        ("rooms = 0\n", "line 1: invalid value '0' for '--rooms <N>'"),
    ] {
        let refused = run(&mut with(settings));
        assert_eq!(refused.code(), 2, "{refused:?}");
        let complaint = refused.complaint();
        assert!(complaint.contains(expected), "{complaint}");
    }
    let mut program = Program::start(&mut with("rooms = 7\ntrusted-proxy = [\"10.0.0.0/8\"]\n"));
    program.until_begins("listening on ");
}

/// Stacks of threads are mapped memory, so a limit on that is one on threads, for the administrator too.
#[cfg(target_os = "linux")]
#[test]
fn a_server_that_cannot_start_its_threads_says_so_in_one_line() {
    let data = directory();
    let server = server("127.0.0.1:0", data.path());
    let mut limited = command("sh");
    limited
        .args(["-c", "ulimit -v 300000 && exec \"$0\" \"$@\""])
        .arg(server.get_program())
        .args(server.get_args())
        .env("ENLINEA_NO_DISCOVERY", "1")
        .env("ENLINEA_LOG", "off");
    let refused = run(&mut limited);
    assert_eq!(refused.code(), 1, "{refused:?}");
    let complaint = refused.complaint();
    assert!(complaint.contains("more threads"), "{complaint}");
}

#[test]
fn an_address_to_listen_on_and_a_name_to_be_called_by_are_looked_at_first() {
    let data = directory();
    let mut wrong = server("127.0.0.1", data.path());
    let mut host = server("127.0.0.1:0", data.path());
    host.args(["--allowed-host", "play.example.org:443"]);
    for (refused, words) in [
        (run(&mut wrong), "write a port such as 4270"),
        (run(&mut host), "without a scheme, a port or a path"),
    ] {
        assert_eq!(refused.code(), 2, "{refused:?}");
        let complaint = refused.complaint();
        assert!(complaint.contains(words), "{complaint}");
    }
}

/// The terminal of a host is closed: people are told, as at any other end.
#[cfg(target_os = "linux")]
#[test]
fn a_server_ends_in_order_with_its_terminal_unless_it_was_started_to_outlive_it() {
    use crate::binaries::enlinea;

    let data = directory();
    let mut outliving = command("sh");
    outliving
        .args(["-c", "trap '' HUP && exec \"$0\" \"$@\""])
        .arg(binary("enlinea-server"))
        .args(server("127.0.0.1:0", data.path()).get_args())
        .env("ENLINEA_NO_DISCOVERY", "1");
    let running = ServerProcess::by(&mut outliving);
    running.program.signal(rustix::process::Signal::HUP);
    let rooms = run(&mut enlinea(
        data.path(),
        &["--server", &running.url(), "rooms"],
    ));
    assert_eq!(rooms.code(), 0, "{rooms:?}");
    running.program.terminate();
    assert_eq!(running.program.ended().code(), 0);

    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    if ignored.is_some_and(|bits| bits.ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f'])) {
        // The tests were started to outlive their terminal, and so is what they start.
        return;
    }
    let running = ServerProcess::start(data.path());
    running.program.signal(rustix::process::Signal::HUP);
    assert_eq!(running.program.ended().code(), 0);
}

/// It took over the console of the other one, and the file of its bans.
#[test]
fn a_server_with_games_in_memory_is_refused_where_another_server_uses_its_directory() {
    let data = directory();
    let first = ServerProcess::start(data.path());
    let console = fs::read_to_string(data.path().join("console")).expect("a console");
    let refused = run(server("127.0.0.1:0", data.path()).args(["--store", "memory"]));
    assert_eq!(refused.code(), 1, "{refused:?}");
    let complaint = refused.complaint();
    assert!(
        complaint.contains("another server uses") && !complaint.contains("--store memory"),
        "{complaint}"
    );
    let still = fs::read_to_string(data.path().join("console")).expect("a console");
    assert_eq!(still, console);
    drop(first);
}

#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    let data = directory();
    drop(::server::store::sqlite(data.path()).expect("opens"));
    let mut check = command(binary("enlinea-server"));
    check.arg("check").arg("--data").arg(data.path());
    let mut checking = check
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("runs");
    drop(checking.stdout.take());
    assert!(checking.wait().expect("ends").success());
}

#[test]
fn a_complaint_that_nobody_reads_leaves_the_status_as_it_is() {
    let data = directory();
    let missing = data.path().join("missing.db");
    let mut check = command(binary("enlinea-server"));
    check.arg("check").arg(missing);
    let mut wrong = server("nowhere", data.path());
    for (program, status) in [(&mut check, 1), (&mut wrong, 2)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ended = program.stderr(writer).status().expect("runs");
        assert_eq!(ended.code(), Some(status));
    }
}

#[test]
fn an_empty_variable_of_the_server_is_none() {
    let data = directory();
    let mut empty = server("127.0.0.1:0", data.path());
    for name in [
        "ADMIN_LISTEN",
        "ALLOWED_HOSTS",
        "DATA",
        "ENGINES",
        "LISTEN",
        "LOG",
        "NO_DISCOVERY",
        "SERVER_NAME",
        "SETTINGS",
        "TLS",
        "TLS_CERT",
        "TLS_KEY",
        "WEB",
    ] {
        empty.env(format!("ENLINEA_{name}"), "");
    }
    // What an empty variable would turn on again.
    empty.env("ENLINEA_NO_DISCOVERY", "1");
    drop(ServerProcess::by(&mut empty));
}
