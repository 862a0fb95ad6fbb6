//! The engine as managers meet it: a process at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;

/// Longer than anything here takes on a slow machine that is busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// Tolerance of managers beyond the time of a move.
const TOLERANCE: Duration = Duration::from_secs(1);

/// A running engine; killed where a test ends before it.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// `pbrain-enlinea` with a board.
    fn playing(start: &str) -> Self {
        let mut engine = Self::start(env!("CARGO_BIN_EXE_pbrain-enlinea"), &[]);
        engine.say(start);
        assert_eq!(engine.hear(), "OK");
        engine
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that is no message.
    fn hear(&self) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap();
            if !line.starts_with("MESSAGE ") {
                return line;
            }
        }
    }

    /// Asks for a move, and says how long it took.
    fn ask(&mut self, line: &str) -> (Square, Duration) {
        let asked = Instant::now();
        self.say(line);
        let answer = self.hear();
        (square(&answer), asked.elapsed())
    }

    /// Waits until the engine has exited by itself, and returns its output since.
    fn ended(mut self) -> Vec<String> {
        assert!(self.child.wait().unwrap().success());
        let is_answer = |line: &String| !line.starts_with("MESSAGE ");
        self.lines.iter().filter(is_answer).collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have left already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `x,y`; rows count from the top here and from the bottom there, which makes no difference.
fn square(text: &str) -> Square {
    let (x, y) = text
        .split_once(',')
        .unwrap_or_else(|| panic!("{text:?} is no move"));
    Square::new(x.parse().unwrap(), y.parse().unwrap()).unwrap()
}

fn turn(square: Square) -> String {
    format!("TURN {},{}", square.column(), square.row())
}

#[test]
fn the_engine_is_reached_by_both_names() {
    for (program, arguments) in [
        (env!("CARGO_BIN_EXE_enlinea-engine"), &["gomocup"][..]),
        (env!("CARGO_BIN_EXE_pbrain-enlinea"), &[]),
    ] {
        let mut engine = Engine::start(program, arguments);
        engine.say("about");
        assert!(engine.hear().starts_with("name=\"enlinea\""));
        engine.say("END");
        assert_eq!(engine.ended(), [""; 0]);
    }
}

#[test]
fn the_end_is_obeyed_soon_even_while_thinking() {
    let mut engine = Engine::playing("START 20");
    engine.say("INFO timeout_turn 3600000");
    engine.say("TURN 10,10");
    // It thinks, or is about to: a move is an hour away.
    engine.say("END");
    let asked = Instant::now();
    let said = engine.ended();
    // In one piece with the order, it is obeyed after a grace of most of a second.
    assert!(asked.elapsed() < PATIENCE / 6, "{:?}", asked.elapsed());
    // Both lines may have come in one piece, which is a script; then there is one move and no more.
    assert!(said.len() <= 1, "{said:?}");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    let mut engine = Engine::playing("START 15");
    engine.input = None;
    assert_eq!(engine.ended(), [""; 0]);
}

/// Two engines play each other; the referee is the shared rules.
#[test]
fn whole_games_are_played_by_the_rules() {
    for (start, rule, variant) in [
        ("START 15", 0, "gomoku-15"),
        ("START 15", 1, "gomoku-standard"),
        ("RECTSTART 7,5", 0, "custom:7x5x5:free"),
    ] {
        let mut engines = [Engine::playing(start), Engine::playing(start)];
        for engine in &mut engines {
            engine.say(&format!("INFO rule {rule}"));
            engine.say("INFO timeout_turn 40");
        }
        let mut game = Game::new(Variant::named(variant).unwrap());
        let mut command = "BEGIN".to_owned();
        while game.ending().is_none() {
            let (square, _) = engines[game.plies().len() % 2].ask(&command);
            game.play(square)
                .unwrap_or_else(|refusal| panic!("{square}: {refusal}\n{game:?}"));
            command = turn(square);
        }
    }
}

#[test]
fn moves_come_in_time_with_every_core_busy() {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..cores {
            // Not for ever: where the game fails nobody says that it is over.
            let begun = Instant::now();
            let is_over = &is_over;
            scope.spawn(
                move || {
                    while !is_over.load(Ordering::Relaxed) && begun.elapsed() < PATIENCE {}
                },
            );
        }
        let late = most_late();
        is_over.store(true, Ordering::Relaxed);
        assert!(late < TOLERANCE, "{late:?}");
    });
}

/// Returns the longest delay of a move beyond its time limit, in a game against an opponent who plays far away.
fn most_late() -> Duration {
    let limit = Duration::from_millis(300);
    let mut engine = Engine::playing("START 20");
    engine.say("INFO timeout_turn 300");
    let mut game = Game::new(Variant::named("gomoku").unwrap());
    let mut latest = Duration::ZERO;
    let mut command = "BEGIN".to_owned();
    loop {
        let (square, took) = engine.ask(&command);
        latest = latest.max(took.saturating_sub(limit));
        game.play(square).unwrap();
        let reply = game.legal().find(|cell| {
            let after = game.clone();
            after.landing(*cell).is_ok() && (cell.column() + 2 * cell.row()).is_multiple_of(5)
        });
        let Some(reply) = reply.filter(|_| game.plies().len() < 16) else {
            return latest;
        };
        game.play(reply).unwrap();
        command = turn(reply);
    }
}

/// Peak memory of the engine, in bytes.
#[cfg(target_os = "linux")]
fn memory(engine: &Engine) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .unwrap();
    let number = line.split_whitespace().nth(1).unwrap();
    number.parse::<u64>().unwrap() * 1024
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_within_what_the_manager_allows() {
    for megabytes in [48, 80, 350] {
        let bound = megabytes * 1_000_000;
        let mut engine = Engine::playing("START 15");
        engine.say(&format!("INFO max_memory {bound}"));
        engine.say("INFO timeout_turn 500");
        let mut used = 0;
        // A busy machine touches less of the memory in one game.
        for _game in 0..20 {
            engine.say("START 20");
            assert_eq!(engine.hear(), "OK");
            for place in ["TURN 10,10", "TURN 3,3", "TURN 14,4"] {
                engine.ask(place);
            }
            used = memory(&engine);
            if used > bound / 3 {
                break;
            }
        }
        assert!(used < bound, "{used} of {bound}");
        // And it is not left lying either.
        assert!(used > bound / 3, "{used} of {bound}");
    }
}

/// A manager that crashed sends no `END`, and its input may be held open by another process.
#[test]
#[cfg(unix)]
fn the_engine_leaves_when_nobody_reads_its_answers() {
    for (program, arguments) in [
        (env!("CARGO_BIN_EXE_enlinea-engine"), &["gomocup"][..]),
        (env!("CARGO_BIN_EXE_pbrain-enlinea"), &[]),
    ] {
        for script in ["", "START 15\nINFO timeout_turn 3600000\nTURN 7,7\n"] {
            let mut child = Command::new(program)
                .args(arguments)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut input = child.stdin.take().unwrap();
            input.write_all(script.as_bytes()).unwrap();
            drop(child.stdout.take());
            let (sender, ended) = mpsc::channel();
            thread::spawn(move || sender.send(child.wait().unwrap().success()));
            // Without a limit a failure would hang; the input stays open meanwhile.
            assert_eq!(ended.recv_timeout(PATIENCE), Ok(true), "{program} {script}");
            drop(input);
        }
    }
}

/// Under every limit of memory it plays or says why not; it never aborts.
#[test]
#[cfg(target_os = "linux")]
fn too_little_memory_is_a_refusal_and_no_crash() {
    let mut refused = 0;
    let mut played = 0;
    for mebibytes in [12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 160, 1000] {
        let script = format!(
            "ulimit -v {}; printf 'START 15\\nINFO timeout_turn 0\\nTURN 7,7\\nEND\\n' | \"$0\"",
            mebibytes * 1024
        );
        let done = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_pbrain-enlinea")])
            .output()
            .unwrap();
        let [output, errors] =
            [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text));
        let code = done.status.code();
        if output.starts_with("OK\n") {
            assert_eq!(code, Some(0), "{mebibytes}: {output}{errors}");
            played += 1;
        } else if output.starts_with("ERROR there is too little memory") {
            refused += 1;
        } else {
            // Not even its code or its threads fit: that is said too, by the system or the program.
            assert!(
                errors.contains("memory"),
                "{mebibytes}: {code:?} {output}{errors}"
            );
        }
        assert!(
            !errors.contains("panicked") && code != Some(134),
            "{mebibytes}: {errors}"
        );
    }
    assert!(played > 0 && refused > 0, "{played} {refused}");
}
