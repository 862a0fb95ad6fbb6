//! The fence around engines of others, which only Linux has.
//!
//! A part that a kernel lacks is no failure here: then the test says so, and asserts that the engine can do it, so that
//! what the fence reports is true either way.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use engine::Stop;
use external::{ExternalEngine, ExternalError, Fence, InForce};
use protocol::game::Game;

use crate::binaries::{self, Program, binary, run};
use crate::external::{command, patient};
use crate::harness::{PATIENCE, variant};

/// Things of others that an engine of the tests tries to get at, and the options that name them.
struct Others {
    folder: tempfile::TempDir,
    listener: TcpListener,
}

impl Others {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret"), "the key of Ana").unwrap();
        Self {
            folder,
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command of an engine that tries them. None of its arguments is a path by itself, or its folder would be
    /// the engine's.
    fn command(&self) -> String {
        let place = Path::display(self.folder.path());
        command(&format!(
            "explores --read file:{place}/secret --write file:{place}/new --connect {}",
            self.listener.local_addr().unwrap()
        ))
    }
}

fn fence() -> Fence {
    Fence::by_program(binary("enlinea-server"))
}

/// Asks an engine for a move; returns what it says meanwhile.
fn messages(engine: &mut ExternalEngine) -> Vec<String> {
    let said = Mutex::new(Vec::new());
    let on_message = |text: &str| said.lock().unwrap().push(text.to_owned());
    let game = Game::new(variant("gomoku-15"));
    let think = Duration::from_millis(10);
    let chosen = engine.choose_aloud(&game, think, None, &Stop::default(), &on_message);
    assert_eq!(chosen.unwrap().to_string(), "a1");
    said.into_inner().unwrap()
}

/// The rest of the line that begins so.
fn value<'a>(said: &'a [String], beginning: &str) -> &'a str {
    let found = said.iter().find_map(|line| line.strip_prefix(beginning));
    found.unwrap_or_else(|| panic!("{beginning} is not said: {said:#?}"))
}

/// Says it past the capture of the test's output: the person who runs the tests is to know.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Asserts that an act failed if the fence is there against it, and that it was done otherwise.
fn assert_denied(said: &[String], act: &str, is_there: bool) {
    let how = value(said, act);
    if is_there {
        assert!(!["ok", "true"].contains(&how), "{act}{how}");
    } else {
        say(&format!("this kernel has no fence against {act}"));
        assert!(["ok", "true"].contains(&how), "{act}{how}");
    }
}

#[test]
fn an_engine_in_its_fence_gets_at_nothing_of_others_and_one_without_at_all() {
    let others = Others::new();
    let command = others.command();
    let network = fs::read_link("/proc/self/ns/net").unwrap();

    let mut fenced = ExternalEngine::launch(&command, patient(), Some(&fence())).unwrap();
    let in_force = fenced.in_force().unwrap();
    let said = messages(&mut fenced);
    let InForce {
        landlock,
        namespaces,
        ..
    } = in_force;
    assert_denied(&said, "read:", in_force.keeps_files());
    assert_denied(&said, "write:", in_force.keeps_files());
    assert_denied(&said, "parent:", in_force.keeps_files());
    assert_denied(&said, "connect:", in_force.keeps_network() || landlock >= 4);
    assert_denied(&said, "signal:", landlock >= 6);
    assert_eq!(others.path("new").exists(), !in_force.keeps_files());
    assert_eq!(value(&said, "keep:"), "ok");
    assert_eq!(value(&said, "variable:"), "false");
    assert_eq!(value(&said, "rights:"), "0000000000000000");
    let its_network = value(&said, "network:");
    assert_eq!(
        Path::new(its_network) == network,
        !namespaces,
        "{its_network}"
    );
    assert!(in_force.limits);
    assert_eq!(value(&said, "limit:Max core file size "), "0 0 bytes");
    assert_eq!(value(&said, "limit:Max open files "), "256 256 files");
    assert_eq!(
        value(&said, "limit:Max file size "),
        "268435456 268435456 bytes"
    );
    let processes = value(&said, "limit:Max processes ");
    assert_eq!(processes == "64 64 processes", namespaces, "{processes}");

    for open in [None, Some(fence().open())] {
        let _ = fs::remove_file(others.path("new"));
        let mut trusted = ExternalEngine::launch(&command, patient(), open.as_ref()).unwrap();
        assert_eq!(trusted.in_force(), None);
        let said = messages(&mut trusted);
        for act in ["read:", "write:", "connect:"] {
            assert_eq!(value(&said, act), "ok");
        }
        assert_eq!(value(&said, "signal:"), "true");
        assert_eq!(Path::new(value(&said, "network:")), network);
        assert!(others.path("new").exists());
    }
}

/// A word in the commands of the processes of one test.
struct Mark(String);

impl Mark {
    fn new(name: &str) -> Self {
        Self(format!("{name}-of-{}", std::process::id()))
    }

    fn command(&self, manner: &str) -> String {
        command(&format!("{manner} --mark {}", self.0))
    }

    /// Numbers and commands of the processes that run with the word.
    fn processes(&self) -> Vec<(i32, String)> {
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let processes = processes.filter_map(|process| {
            let number = process.file_name().to_str()?.parse().ok()?;
            let command = fs::read(process.path().join("cmdline")).ok()?;
            let command = String::from_utf8_lossy(&command).replace('\0', " ");
            command.contains(&self.0).then_some((number, command))
        });
        processes.collect()
    }

    /// Waits until the processes are as they are wanted.
    fn until(&self, what: &str, wanted: impl Fn(&[(i32, String)]) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let processes = self.processes();
            if wanted(&processes) {
                return;
            }
            assert!(Instant::now() < deadline, "{what}: {processes:#?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until no process is left, but for those that left the group of an engine where the kernel cannot end them.
    fn until_gone(&self, processes: bool) {
        if processes {
            return self.until("all end", <[_]>::is_empty);
        }
        say("this kernel has no namespaces of processes: what an engine started may outlive it");
        let is_scattered = |(_, command): &(i32, String)| command.contains(" stubborn ");
        self.until("the engine ends", |left| left.iter().all(is_scattered));
        for (number, _) in self.processes() {
            let left = rustix::process::Pid::from_raw(number).unwrap();
            rustix::process::kill_process(left, rustix::process::Signal::KILL).unwrap();
        }
    }
}

/// It went on, for as long as it liked.
#[test]
fn what_an_engine_started_ends_with_it_wherever_it_went() {
    let mark = Mark::new("scattered");
    let command = mark.command("scatters");
    let mut engine = ExternalEngine::launch(&command, patient(), Some(&fence())).unwrap();
    messages(&mut engine);
    let in_force = engine.in_force().unwrap();
    mark.until("it is there", |processes| {
        processes
            .iter()
            .any(|(_, command)| command.contains(" stubborn "))
    });
    drop(engine);
    mark.until_gone(in_force.processes);
}

/// An engine that does not read the end of its input went on, at full speed if it was thinking.
#[test]
fn engines_end_with_a_server_that_is_killed() {
    let [kept, free] = ["kept", "free"].map(Mark::new);
    let plain = ExternalEngine::launch(&command("plain"), patient(), Some(&fence())).unwrap();
    let processes = plain.in_force().unwrap().processes;
    let data = tempfile::tempdir().unwrap();
    let mut server = binaries::server("127.0.0.1:0", data.path());
    // The server waits for their names.
    for (name, command) in [
        ("kept", kept.command("scatters-mute")),
        ("free", free.command("mute")),
    ] {
        server.args(["--engine", &format!("{name}={command}")]);
    }
    let server = Program::start(server.args(["--engine-trust", "free"]));
    let engine = env!("CARGO_BIN_EXE_pbrain-test");
    for (mark, manner) in [(&kept, "stubborn"), (&free, "mute")] {
        let running = format!("{engine} {manner} ");
        mark.until("it runs", |processes| {
            processes
                .iter()
                .any(|(_, command)| command.starts_with(&running))
        });
    }
    server.kill();
    kept.until_gone(processes);
    free.until_gone(true);
}

#[test]
fn the_folder_of_an_engine_is_for_it_alone_and_ends_with_it() {
    use std::os::unix::fs::PermissionsExt;

    // The folder is asked of the engine, since the order names it.
    let script = r#"sh -c 'while read order rest; do case $order in ABOUT) echo name=\"x\" ;; START) echo OK ;; INFO) case $rest in folder*) folder=${rest#folder }; echo kept > "$folder"learnt ;; esac ;; BEGIN) echo "MESSAGE folder:$folder"; echo "MESSAGE home:$HOME/"; echo 0,0 ;; END) exit ;; esac; done'"#;
    let mut engine = ExternalEngine::launch(script, patient(), Some(&fence())).unwrap();
    let said = messages(&mut engine);
    let folder = PathBuf::from(value(&said, "folder:"));
    assert_eq!(value(&said, "home:"), value(&said, "folder:"));
    assert_eq!(fs::read(folder.join("learnt")).unwrap(), b"kept\n");
    let mode = fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let mut other = ExternalEngine::launch(script, patient(), Some(&fence())).unwrap();
    assert_ne!(
        value(&messages(&mut other), "folder:"),
        value(&said, "folder:")
    );
    drop(engine);
    assert!(!folder.exists());
}

#[test]
fn an_engine_that_cannot_begin_in_its_fence_says_why() {
    let launch = |command: &str| {
        let launched = ExternalEngine::launch(command, patient(), Some(&fence()));
        launched.unwrap_err()
    };
    let missing = launch("no-such-engine-anywhere");
    assert!(matches!(missing, ExternalError::Start { .. }), "{missing}");
    let folder = tempfile::tempdir().unwrap();
    let no_program = folder.path().join("no-program");
    fs::write(&no_program, "").unwrap();
    let error = launch(&format!("{}", no_program.display())).to_string();
    assert!(
        error.contains("exit status: 127") && error.contains("in its fence: Permission denied"),
        "{error}"
    );
    let error = launch(&command("parrot")).to_string();
    assert!(error.contains("where its name was due"), "{error}");
}

/// Starts the program `enlinea-server` with two engines that try what they must not, of which the second is trusted.
fn server_of_two(
    others: &Others,
    data: &Path,
    trust: impl FnOnce(&mut std::process::Command),
) -> Program {
    let mut command = binaries::server("127.0.0.1:0", data);
    for name in ["kept", "free"] {
        command.args(["--engine", &format!("{name}={}", others.command())]);
    }
    trust(&mut command);
    Program::start(&mut command)
}

/// Way of naming an engine that is trusted.
type Trust<'a> = &'a dyn Fn(&mut std::process::Command);

#[test]
fn the_server_puts_a_fence_around_each_engine_but_those_that_are_trusted() {
    let others = Others::new();
    let folder = tempfile::tempdir().unwrap();
    let settings = folder.path().join("settings.toml");
    fs::write(&settings, "engine-trust = ['free']\n").unwrap();
    let data = tempfile::tempdir().unwrap();
    let by_flag: Trust<'_> = &|command| {
        command.args(["--engine-trust", "free"]);
    };
    let by_file: Trust<'_> = &|command| {
        command.arg("--settings").arg(&settings);
    };
    for trust in [by_flag, by_file] {
        let mut server = server_of_two(&others, data.path(), trust);
        let line = server.until_begins("listening on ");
        let url = format!("ws://{}/ws", &line["listening on ".len()..]);
        let bots = run(&mut binaries::enlinea(
            data.path(),
            &["--server", &url, "bots"],
        ));
        let about = |name: &str| {
            let line = bots.said.iter().find(|line| line.contains(name));
            line.unwrap_or_else(|| panic!("{bots:?}")).clone()
        };
        let free = about("free");
        assert!(free.contains("read:ok write:ok connect:ok"), "{free}");
        server.terminate();
        let ended = server.ended();
        let log = &ended.complaints;
        assert!(log.contains("an engine is trusted"), "{log}");
        assert!(log.contains("a fence is around an engine"), "{log}");
        let kept = about("kept");
        // What of it is missing on this kernel is told with the fence.
        if log.contains("it may read") || log.contains("it may use the network") {
            say(&format!("this kernel has no whole fence: {log}"));
        } else {
            assert!(
                kept.contains(
                    "read:PermissionDenied write:PermissionDenied connect:PermissionDenied"
                ),
                "{kept}"
            );
        }
    }
    let ended = server_of_two(&others, data.path(), |command| {
        command.args(["--engine-trust", "carbon"]);
    })
    .ended();
    assert_eq!(ended.code(), 2, "{ended:?}");
    assert!(
        ended
            .complaints
            .contains("carbon: it is to be trusted, and no engine has that name"),
        "{ended:?}"
    );
}
