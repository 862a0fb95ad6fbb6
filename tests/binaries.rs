//! The real programs, built once: for tests of flags, signals, terminals and networks.
//!
//! Waiting is always for a line of output or for the end of a program; [`PATIENCE`] only ends a test that
//! would hang.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Instant;

use crate::harness::PATIENCE;

/// The program called `name`, as it was built together with this test; or the one in the directory
/// `ENLINEA_PROGRAMS`, for long runs by hand with programs of a release.
pub(crate) fn binary(name: &str) -> PathBuf {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    let built_before = || std::env::var_os("ENLINEA_PROGRAMS").map(PathBuf::from);
    DIRECTORY
        .get_or_init(|| built_before().unwrap_or_else(build))
        .join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Builds all programs in the profile and the target directory of the running test, and says where they are:
/// `cargo test` builds no programs of other packages than the tested one. With a test among what is built, the
/// libraries have the features that tests need of them, as `cargo test --workspace` has just built them; without,
/// most of them would be built once more.
fn build() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let directory = test
        .parent()
        .and_then(Path::parent)
        .expect("tests lie in TARGET/PROFILE/deps")
        .to_path_buf();
    let target = directory.parent().expect("a profile lies in a target");
    let profile = match directory.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        Some(profile) => profile,
        None => panic!("{} names no profile", directory.display()),
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    // What `cargo test` tells this test of its own package: the build script of `ring` asks for it, and would have
    // `ring` and whatever needs it built anew, now and by the next command.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_MANIFEST_") || text.starts_with("CARGO_PKG_") {
            cargo.env_remove(&name);
        }
    }
    let built = cargo
        .args(["build", "--quiet", "--workspace", "--bins"])
        .args(["--test", "corpus", "--profile"])
        .arg(profile)
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .stdin(Stdio::null())
        .output()
        .expect("cargo runs");
    assert!(
        built.status.success(),
        "the programs do not build: {}",
        String::from_utf8_lossy(&built.stderr)
    );
    directory
}

/// `program`, without the settings that the person who runs the tests has made for their own games.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ENLINEA_") {
            command.env_remove(name);
        }
    }
    command
}

/// `enlinea` with its own data and no discovery.
pub(crate) fn enlinea(data: &Path, arguments: &[&str]) -> Command {
    let mut command = command(binary("enlinea"));
    command
        .env("ENLINEA_NO_DISCOVERY", "1")
        .env("ENLINEA_LANG", "en")
        .env("ENLINEA_DATA", data)
        .env("ENLINEA_CONFIG", data.join("config.toml"))
        .args(arguments);
    command
}

/// A program that runs, spoken to line by line, and ended where the test ends before it.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    /// Its standard output so far, for the report of a failure.
    said: Vec<String>,
    /// Its standard error so far.
    complaints: Vec<String>,
}

/// The exit of a program, and all of its output.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) said: Vec<String>,
    pub(crate) complaints: String,
}

impl Ended {
    /// The exit status where the program ended by itself.
    pub(crate) fn code(&self) -> i32 {
        self.status
            .code()
            .unwrap_or_else(|| panic!("was killed: {self:?}"))
    }

    /// The one line on standard error.
    pub(crate) fn complaint(&self) -> &str {
        let complaint = self.complaints.as_str();
        assert!(
            !complaint.is_empty() && !complaint.contains('\n'),
            "one line was expected: {self:?}"
        );
        complaint
    }
}

impl Program {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self::start_with_its_input(command.stdin(Stdio::piped()))
    }

    /// Starts a program whose input is set.
    pub(crate) fn start_with_its_input(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let lines = lines_of(child.stdout.take().expect("piped"));
        let errors = lines_of(child.stderr.take().expect("piped"));
        Self {
            input: child.stdin.take(),
            child,
            lines,
            errors,
            said: Vec::new(),
            complaints: Vec::new(),
        }
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{line}").expect("the program reads");
    }

    /// Ends the program's input.
    pub(crate) fn say_no_more(&mut self) {
        self.input = None;
    }

    /// Reads until a line that `wanted` accepts.
    pub(crate) fn until(&mut self, wanted: impl Fn(&str) -> bool) -> String {
        read_until(&self.lines, &mut self.said, wanted)
    }

    /// Reads standard error until a line that has this text.
    pub(crate) fn until_complains(&mut self, text: &str) -> String {
        read_until(&self.errors, &mut self.complaints, |line| {
            line.contains(text)
        })
    }

    /// Reads until a line that begins so.
    pub(crate) fn until_begins(&mut self, beginning: &str) -> String {
        self.until(|line| line.starts_with(beginning))
    }

    /// A line that was read before, by its beginning.
    pub(crate) fn said(&self, beginning: &str) -> &str {
        let line = self.said.iter().find(|line| line.starts_with(beginning));
        line.unwrap_or_else(|| panic!("{beginning} was not said: {:#?}", self.said))
    }

    /// Asks the program to end, as a system does that shuts down.
    #[cfg(unix)]
    pub(crate) fn terminate(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    /// Sends the program a signal.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let process = rustix::process::Pid::from_child(&self.child);
        let told = rustix::process::kill_process(process, signal);
        told.expect("the program is there to be told");
    }

    /// Number of the process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the program without a word.
    pub(crate) fn kill(mut self) -> Ended {
        self.child.kill().expect("a child of ours");
        self.ended()
    }

    /// Waits for the end.
    pub(crate) fn ended(mut self) -> Ended {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => self.said.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    panic!("the program does not end; it said: {:#?}", self.said)
                }
            }
        }
        // Whoever has closed its output is on its way out.
        let status = self.child.wait().expect("a child of ours");
        self.complaints.extend(self.errors.iter());
        Ended {
            status,
            said: std::mem::take(&mut self.said),
            complaints: self.complaints.join("\n"),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // One that has ended needs no killing.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The lines that come from a program, as they come.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines() {
            if sender.send(line.expect("lines are UTF-8")).is_err() {
                return;
            }
        }
    });
    lines
}

/// Reads until a line that `wanted` accepts, and adds what it reads to what is known.
fn read_until(
    lines: &Receiver<String>,
    known: &mut Vec<String>,
    wanted: impl Fn(&str) -> bool,
) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let Ok(line) = lines.recv_timeout(left) else {
            panic!("the awaited line did not come; so far: {known:#?}");
        };
        known.push(line.clone());
        if wanted(&line) {
            return line;
        }
    }
}

/// Runs a program without input to its end.
pub(crate) fn run(command: &mut Command) -> Ended {
    let mut program = Program::start(command);
    program.say_no_more();
    program.ended()
}

/// `enlinea-server` on this machine, which nobody finds who is not told where it is.
pub(crate) struct ServerProcess {
    pub(crate) program: Program,
    pub(crate) address: SocketAddr,
}

impl ServerProcess {
    /// Starts a server on any free port.
    pub(crate) fn start(data: &Path) -> Self {
        Self::at("127.0.0.1:0", data)
    }

    /// Starts a server on this address.
    pub(crate) fn at(listen: &str, data: &Path) -> Self {
        Self::by(&mut server(listen, data))
    }

    /// Starts a server by its command.
    pub(crate) fn by(command: &mut Command) -> Self {
        let mut program = Program::start(command);
        let line = program.until_begins("listening on ");
        let address = line["listening on ".len()..].parse().expect("an address");
        Self { program, address }
    }

    /// Address of the server, as others give it to `--server`.
    pub(crate) fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }
}

/// The command that starts a server.
pub(crate) fn server(listen: &str, data: &Path) -> Command {
    let mut command = command(binary("enlinea-server"));
    command
        .env("ENLINEA_NO_DISCOVERY", "1")
        .args(["--no-exhibition", "--listen", listen])
        .arg("--data")
        .arg(data);
    command
}

/// The code in the line that tells of the room a client came into.
pub(crate) fn code(line: &str) -> String {
    let code = line.strip_prefix("room ").and_then(|line| line.get(..6));
    code.unwrap_or_else(|| panic!("{line} has no code"))
        .to_owned()
}
