//! Contests as people run them: a process that may be killed, against our own engine as a process too.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// A match of two bots at fixed depths, which is the same each time.
const MATCH: &[&str] = &[
    "match",
    "lines:5",
    "negamax:5",
    "--variant",
    "connect-four",
    "--games",
    "12",
];

fn enlinea_engine(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_enlinea-engine"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn output_of(mut command: Command) -> String {
    let done = command.output().unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).unwrap()
}

fn recorded(file: &Path) -> Command {
    let mut command = enlinea_engine(MATCH);
    command.arg("--record").arg(file);
    command
}

#[test]
fn a_match_that_was_killed_goes_on_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let expected = output_of(enlinea_engine(MATCH));
    let mut killed = recorded(&file)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let progress = BufReader::new(killed.stderr.take().unwrap()).lines();
    let third = progress
        .map_while(Result::ok)
        .find(|line| line.starts_with("game 3 of 12"));
    assert!(third.is_some());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let games = |text: &str| text.matches("[Variant").count();
    let before = std::fs::read_to_string(&file).unwrap();
    assert!((3..=12).contains(&games(&before)), "{before}");
    assert_eq!(output_of(recorded(&file)), expected);
    let after = std::fs::read_to_string(&file).unwrap();
    assert_eq!(games(&after), 12);
}

/// Our own engine as a program like any other.
fn our_engine() -> String {
    format!(
        "brain=gomocup:'{}'",
        env!("CARGO_BIN_EXE_pbrain-enlinea").replace('\'', "'\\''")
    )
}

#[test]
fn our_own_engine_takes_part_like_any_other_program() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    let engine = our_engine();
    let mut command = enlinea_engine(&[
        "tournament",
        &engine,
        "random",
        "priority",
        "--variant",
        "gomoku-15",
        "--rounds",
        "1",
        "--time-ms",
        "50",
        // However busy the machine is.
        "--tolerance-ms",
        "60000",
    ]);
    command.arg("--record").arg(&games);
    let output = output_of(command);
    let games = std::fs::read_to_string(games).unwrap();
    assert!(!games.contains("Termination"), "{games}");
    let first: Vec<&str> = output.lines().nth(2).unwrap().split_whitespace().collect();
    assert_eq!(first[..2], ["1", "brain"], "{output}");
    let last: Vec<&str> = output.lines().nth(4).unwrap().split_whitespace().collect();
    assert_eq!(last[..2], ["3", "random"], "{output}");
}

#[test]
fn a_program_has_a_fence_unless_it_is_trusted_and_a_line_says_so() {
    let complaints = |trust: &[&str], expected| {
        let engine = our_engine();
        let arguments = ["match", &engine, "random", "--variant", "gomoku-15"];
        let mut command = enlinea_engine(&arguments);
        command.args(["--games", "2", "--time-ms", "20", "--tolerance-ms", "60000"]);
        let done = command.args(trust).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(expected), "{said}");
        said
    };
    let fenced = if cfg!(target_os = "linux") {
        "brain is in a fence: "
    } else {
        "brain has no fence"
    };
    assert!(complaints(&[], 0).contains(fenced));
    assert!(complaints(&["--engine-trust", "brain"], 0).contains("brain has no fence"));
    let nobody = complaints(&["--engine-trust", "carbon"], 2);
    assert!(
        nobody.contains("no other program is called that; the programs here are: brain\n"),
        "{nobody}"
    );
}

/// A program that was thinking computed on, and its folder stayed.
#[cfg(unix)]
#[test]
fn a_signal_ends_other_programs_with_ours_and_no_game_is_lost_by_it() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt as _;
    use std::time::{Duration, Instant};

    /// Seconds that the program thinks.
    const THINKS: u64 = 60;

    for trust in [&[][..], &["--engine-trust", "slow"]] {
        let [engines, private] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let pipe = engines.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        // The pipe is open for reading from its first move to its end.
        let script = engines.path().join("slow.sh");
        let text = format!(
            "while read -r line; do case $line in\n\
             ABOUT*) echo 'name=\"slow\"';;\n\
             START*) echo OK;;\n\
             BEGIN*|TURN*|DONE*) exec 3<'{}'; exec sleep {THINKS};;\n\
             END*) exit;;\n\
             esac; done\n",
            pipe.display()
        );
        std::fs::write(&script, text).unwrap();
        let contender = format!("slow=gomocup:sh '{}'", script.display());
        let games = engines.path().join("games");
        let mut command = enlinea_engine(&["match", &contender, "random"]);
        let think = (THINKS * 1000).to_string();
        let mut program = command
            .args(["--variant", "gomoku-15", "--games", "2"])
            .args(["--time-ms", &think])
            .args(trust)
            .arg("--record")
            .arg(&games)
            .env("TMPDIR", private.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Waits for the program to think.
        let mut pipe = std::fs::File::options().write(true).open(&pipe).unwrap();
        let since = Instant::now();
        let id = program.id().to_string();
        let told = Command::new("kill").args(["-s", "TERM", &id]).status();
        assert!(told.unwrap().success());
        let ended = program.wait().unwrap();
        // Until nobody reads.
        while pipe.write_all(&[b'x'; 512]).is_ok() {}
        assert!(
            since.elapsed() < Duration::from_secs(THINKS / 2),
            "{trust:?}"
        );
        assert_eq!(ended.signal(), Some(15), "{ended}");
        let left = std::fs::read_dir(private.path()).unwrap().count();
        assert_eq!(left, 0, "{trust:?}");
        assert_eq!(std::fs::read_to_string(&games).unwrap(), "");
    }
}
