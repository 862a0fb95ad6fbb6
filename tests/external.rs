//! Other engines as child processes, good ones and bad ones, through the crate `external` alone.
//!
//! The first word of the engine's command sets its behaviour; see `pbrain_test.rs`.

use std::fs;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::Stop;
use external::{ExternalEngine, ExternalError, Limits};
use protocol::game::Game;
use protocol::spec::OpeningRule;
use protocol::square::Square;

use crate::harness::{PATIENCE, variant};

/// Time enough for an engine that answers at once; one that does not answer is not waited for longer.
const THINK: Duration = Duration::from_millis(10);

/// The command of the engine of the tests.
pub(crate) fn command(manner: &str) -> String {
    format!("'{}' {manner}", env!("CARGO_BIN_EXE_pbrain-test"))
}

/// Limits as patient as the tests: a busy machine is no reason to fail.
pub(crate) fn patient() -> Limits {
    Limits {
        start: PATIENCE,
        grace: PATIENCE,
        ..Limits::default()
    }
}

/// Limits without patience, once the engine has started.
fn strict() -> Limits {
    Limits {
        grace: Duration::ZERO,
        ..patient()
    }
}

fn launch(manner: &str, limits: Limits) -> ExternalEngine {
    ExternalEngine::launch(&command(manner), limits, None).expect("it starts")
}

fn game(moves: &[&str]) -> Game {
    let moves = moves.iter().map(|text| text.parse().unwrap());
    Game::after(variant("gomoku-15"), moves).unwrap()
}

fn choose(engine: &mut ExternalEngine, moves: &[&str]) -> Result<Square, ExternalError> {
    engine.choose(&game(moves), THINK, None, &Stop::default())
}

/// An engine's log of the lines sent to it.
struct Log {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Log {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        Self {
            _folder: folder,
            path,
        }
    }

    fn option(&self, manner: &str) -> String {
        format!("{manner} --log '{}'", Path::display(&self.path))
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }
}

/// Held by engines that were started with [`Tether::option`], for as long as they live.
pub(crate) struct Tether(TcpListener);

impl Tether {
    pub(crate) fn new() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    pub(crate) fn option(&self, manner: &str) -> String {
        format!("{manner} --tether {}", self.0.local_addr().unwrap())
    }

    pub(crate) fn held(&self) -> TcpStream {
        let (held, _) = self.0.accept().unwrap();
        held.set_read_timeout(Some(PATIENCE)).unwrap();
        held
    }
}

/// Waits until the process at the other end is gone.
pub(crate) fn gone(mut held: TcpStream) {
    match held.read_to_end(&mut Vec::new()) {
        Ok(_) => {}
        // Somebody who is killed does not always say goodbye.
        Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => {}
        Err(error) => panic!("the engine is still there: {error}"),
    }
}

#[test]
fn an_engine_says_who_it_is_or_is_no_engine() {
    let engine = launch("plain", patient());
    assert_eq!(engine.about().name, "Tester");
    assert_eq!(engine.about().sentence(), "Tester 1.0, by the tests");
    assert!(engine.plays(variant("gomoku")) && !engine.plays(variant("connect-four")));

    for (manner, expected) in [
        (
            "parrot",
            "it answered \"ABOUT\" to ABOUT, where its name was due, such as",
        ),
        ("knows-nothing", "it answered \"UNKNOWN\" to START 15"),
    ] {
        let error = ExternalEngine::launch(&command(manner), patient(), None).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

/// None of them was an engine, though the protocol allows it.
#[test]
fn an_engine_that_is_as_old_as_the_protocol_plays() {
    let nameless = "an engine that does not say its name";
    for (manner, expected) in [
        ("old-lines", "Tester 1.0, by the tests"),
        ("greets", "Tester 1.0, by the tests"),
        ("greets-only", "Welcome, and have fun"),
        ("own-words", "Old Gomoku 0.9, by hand"),
        ("nameless", nameless),
        ("only-15", nameless),
    ] {
        let mut engine = launch(manner, patient());
        assert_eq!(engine.about().sentence(), expected, "{manner}");
        let mut later = ExternalEngine::new(engine.program());
        for engine in [&mut engine, &mut later] {
            for (moves, expected) in [(&["o15"][..], "a1"), (&["o15", "a1", "n15"], "b1")] {
                let chosen =
                    choose(engine, moves).unwrap_or_else(|error| panic!("{manner}: {error}"));
                assert_eq!(chosen.to_string(), expected, "{manner}");
            }
        }
        engine.probe_openings();
        assert!(!engine.knows_opening(OpeningRule::Swap2), "{manner}");
    }
}

#[test]
fn an_engine_is_told_each_ply_once_and_a_board_where_that_does_not_do() {
    let log = Log::new();
    let mut engine = launch(&log.option("plain"), patient());
    let mut told = Vec::new();
    for (moves, expected) in [
        (&[][..], "a1"),
        (&["a1", "h8"], "b1"),
        (&["a1", "h8", "b1", "c1"], "d1"),
        // One ply taken back, another game.
        (&["a1", "h8"], "b1"),
        (&["a1"], "b1"),
    ] {
        assert_eq!(choose(&mut engine, moves).unwrap().to_string(), expected);
        told.push(moves);
    }
    // A game on a larger board, with a clock.
    let larger = Game::new(variant("gomoku"));
    let left = Some(Duration::from_secs(3));
    let square = engine.choose(&larger, THINK, left, &Stop::default());
    assert_eq!(square.unwrap().to_string(), "a1");
    drop(engine);
    let text = log.text();
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with("INFO max_memory") && !line.starts_with("INFO thread"))
        .collect();
    let expected = "ABOUT|START 15|INFO rule 0|INFO timeout_match 0|INFO timeout_turn 10|\
        INFO time_left 2147483647|ABOUT|BEGIN|INFO time_left 2147483647|TURN 7,7|\
        INFO time_left 2147483647|TURN 2,0|\
        START 15|INFO rule 0|INFO timeout_match 0|INFO timeout_turn 10|\
        INFO time_left 2147483647|ABOUT|BOARD|0,0,1|7,7,2|DONE|\
        START 15|INFO rule 0|INFO timeout_match 0|INFO timeout_turn 10|\
        INFO time_left 2147483647|ABOUT|TURN 0,0|\
        START 20|INFO rule 0|INFO timeout_match 3000|INFO timeout_turn 10|\
        INFO time_left 3000|ABOUT|BEGIN|END";
    assert_eq!(lines.join("|"), expected);
}

#[test]
fn talk_is_passed_over_and_a_suggestion_is_taken() {
    for manner in ["banner", "suggests", "loud"] {
        let mut engine = launch(manner, patient());
        assert_eq!(
            choose(&mut engine, &["a1"]).unwrap().to_string(),
            "b1",
            "{manner}"
        );
    }
}

/// It would be told without end, and need not read what it is told.
#[test]
fn an_engine_that_suggests_on_and_on_has_no_move() {
    let mut engine = launch("insists", patient());
    let error = choose(&mut engine, &["a1"]).unwrap_err();
    let is_named =
        matches!(&error, ExternalError::NoMove { line, .. } if line.starts_with("SUGGEST"));
    assert!(is_named, "{error}");
}

/// Of an `INFO` it is no answer to the order, and one of them only.
#[test]
fn an_error_that_answers_an_info_is_no_lost_game() {
    let mut engine = launch("particular", patient());
    for (moves, expected) in [(&["o15"][..], "a1"), (&["o15", "a1", "n15"], "b1")] {
        assert_eq!(choose(&mut engine, moves).unwrap().to_string(), expected);
    }
    // Where it was of the order, no move comes, and the engine had its time: enough for its words to be read, too.
    let limits = Limits {
        grace: Duration::from_secs(1),
        ..patient()
    };
    let mut engine = launch("error-then", limits);
    let first = engine.choose(&game(&["o15"]), PATIENCE, None, &Stop::default());
    assert_eq!(first.unwrap().to_string(), "a1");
    let error = choose(&mut engine, &["o15", "a1", "n15"]).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ExternalError::Late { .. }), "{text}");
    assert!(
        text.ends_with("it last said \"ERROR I do not like this position\""),
        "{text}"
    );
}

/// Rapfi drops the lines that come before it has noticed that its move is written.
#[test]
fn an_engine_has_a_moment_after_each_answer() {
    let settle = Duration::from_millis(60);
    let mut engine = launch(
        "hasty",
        Limits {
            settle,
            ..patient()
        },
    );
    let mut moves = Vec::new();
    // In two games, the second of which needs a whole board.
    for theirs in ["o15", "n15", "m15"] {
        moves.push(theirs);
        let square = choose(&mut engine, &moves).unwrap();
        let text = square.to_string();
        moves.push(text.leak());
    }
    assert_eq!(moves, ["o15", "a1", "n15", "b1", "m15", "c1"]);
    assert_eq!(
        choose(&mut engine, &["a1", "b1"]).unwrap().to_string(),
        "c1"
    );
}

/// An engine that answers twice would otherwise be a ply behind for ever.
#[test]
fn an_answer_that_nobody_asked_for_is_no_answer() {
    let mut engine = launch("echo", patient());
    assert_eq!(choose(&mut engine, &[]).unwrap().to_string(), "a1");
    let second = choose(&mut engine, &["a1", "b1"]);
    // Where the second answer is still on its way it is an illegal move, and never a legal one.
    match second {
        Ok(square) => assert_eq!(square.to_string(), "c1"),
        Err(ExternalError::Illegal { line, .. }) => assert_eq!(line, "0,0"),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn what_an_engine_does_wrong_is_said_in_a_sentence() {
    for (manner, expected) in [
        (
            "illegal",
            "it played \"7,7\", which is not allowed: h8 is taken",
        ),
        ("off-board", "it played \"20,-1\", which is off the board"),
        (
            "garbage",
            "it answered \"[2J h8?\" to TURN, where a move such as 7,7 was due",
        ),
        (
            "error",
            "it answered \"ERROR I do not like this position\" to TURN",
        ),
        (
            "refuses",
            "it answered \"ERROR this size is not supported\" to START 15",
        ),
        ("flood", "it answered TURN with a line that does not end"),
    ] {
        let mut engine = launch(manner, patient());
        let error = choose(&mut engine, &["h8"]).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{manner}: {error}");
    }
}

#[test]
fn an_engine_that_does_not_answer_in_time_is_not_waited_for() {
    for manner in ["hang", "spin", "late", "chatter"] {
        let tether = Tether::new();
        let mut engine = launch(&tether.option(manner), strict());
        let held = tether.held();
        let error = choose(&mut engine, &["h8"]).unwrap_err();
        let text = error.to_string();
        assert!(
            matches!(error, ExternalError::Late { .. }),
            "{manner}: {text}"
        );
        assert!(
            text.starts_with("it did not answer TURN within 0.01 s"),
            "{text}"
        );
        gone(held);
    }
}

#[test]
fn an_overrun_within_the_grace_is_forgiven() {
    let mut engine = launch("late", patient());
    assert_eq!(choose(&mut engine, &["h8"]).unwrap().to_string(), "a1");
}

#[test]
fn the_time_in_which_an_engine_sets_up_is_no_time_to_think() {
    let grace = Duration::from_secs(1);
    let mut engine = launch("slow-to-set-up", Limits { grace, ..patient() });
    assert_eq!(choose(&mut engine, &["h8"]).unwrap().to_string(), "a1");
}

#[test]
fn an_engine_that_never_starts_is_not_waited_for() {
    let hasty = Limits {
        start: Duration::from_millis(50),
        ..patient()
    };
    let error = ExternalEngine::launch(&command("mute"), hasty, None).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("it did not answer ABOUT within 0.05 s"),
        "{error}"
    );
    let program = launch("never-starts", patient());
    let stop = Stop::default();
    let mut engine = ExternalEngine::new(program.program());
    let error = std::thread::scope(|scope| {
        let asked = scope.spawn(|| engine.choose(&game(&[]), THINK, None, &stop));
        stop.raise();
        asked.join().unwrap().unwrap_err()
    });
    assert!(matches!(error, ExternalError::Stopped), "{error}");
}

#[test]
fn an_engine_that_crashes_leaves_its_last_words_and_is_started_again() {
    let mut engine = launch("crash", patient());
    assert_eq!(choose(&mut engine, &["h8"]).unwrap().to_string(), "a1");
    let error = choose(&mut engine, &["h8", "a1", "h9"]).unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("it ended instead of answering TURN ("),
        "{text}"
    );
    assert!(
        text.contains('3') && text.contains("its last words: \"out of ideas\""),
        "{text}"
    );
    assert_eq!(choose(&mut engine, &["o15"]).unwrap().to_string(), "a1");
}

#[test]
fn an_engine_that_leaves_at_once_or_is_not_there_is_an_error() {
    for (command, expected) in [
        (command("leaver"), "it ended instead of answering ABOUT"),
        (
            "no-such-engine-anywhere".to_owned(),
            "cannot start no-such-engine-anywhere: ",
        ),
        ("'half a quote".to_owned(), "is no command: "),
        ("  ".to_owned(), "is no command: it is empty"),
    ] {
        let error = ExternalEngine::launch(&command, patient(), None)
            .unwrap_err()
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_game_that_cannot_be_told_is_refused_and_costs_the_engine_nothing() {
    let mut engine = launch("plain", patient());
    let four = Game::new(variant("connect-four"));
    let error = engine
        .choose(&four, THINK, None, &Stop::default())
        .unwrap_err();
    assert!(error.to_string().contains("square board"), "{error}");
    assert_eq!(choose(&mut engine, &[]).unwrap().to_string(), "a1");
}

#[test]
fn who_stops_an_engine_that_thinks_ends_it() {
    let tether = Tether::new();
    let mut engine = launch(&tether.option("hang"), patient());
    let mut held = tether.held();
    let stop = Stop::default();
    let error = std::thread::scope(|scope| {
        let asked = scope.spawn(|| engine.choose(&game(&[]), THINK, None, &stop));
        held.read_exact(&mut [0]).expect("it is asked");
        stop.raise();
        asked.join().unwrap().unwrap_err()
    });
    assert!(matches!(error, ExternalError::Stopped), "{error}");
    gone(held);
}

#[test]
fn an_engine_that_does_not_end_is_ended() {
    for manner in ["plain", "immortal"] {
        let tether = Tether::new();
        let engine = launch(&tether.option(manner), patient());
        let held = tether.held();
        drop(engine);
        gone(held);
    }
}

#[cfg(unix)]
#[test]
fn what_an_engine_started_ends_with_it() {
    let tether = Tether::new();
    let engine = launch(&tether.option("parent"), patient());
    let [parent, child] = [tether.held(), tether.held()];
    drop(engine);
    gone(parent);
    gone(child);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_takes_too_much_memory_ends_itself() {
    let small = Limits {
        memory_mib: 64,
        ..patient()
    };
    let mut engine = launch("hungry", small);
    let error = choose(&mut engine, &[]).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, ExternalError::Ended { .. }), "{text}");
    assert!(
        text.contains("its last words: \"no memory after "),
        "{text}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn memory_and_computing_time_are_bounded() {
    let log = Log::new();
    let limits = Limits {
        memory_mib: 100,
        ..patient()
    };
    drop(launch(&log.option("limits"), limits));
    let text = log.text();
    let soft = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        let word = line.and_then(|line| line.split_whitespace().next());
        word.and_then(|word| word.parse::<u64>().ok())
    };
    assert_eq!(soft("Max data size"), Some((100 + 128) << 20));
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    assert_eq!(soft("Max cpu time"), Some((PATIENCE.as_secs() + 1) * cores));
    assert_eq!(soft("Max core file size"), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn the_computing_time_of_a_move_is_given_to_all_that_an_engine_started() {
    let log = Log::new();
    // As a script does that starts the engine and waits for it.
    let script = format!("sh -c \"{}; true\"", command(&log.option("limits")));
    let mut engine = ExternalEngine::launch(&script, patient(), None).expect("it starts");
    choose(&mut engine, &["h8"]).unwrap();
    choose(&mut engine, &["h8", "a1", "h9"]).unwrap();
    drop(engine);
    let text = log.text();
    let limits = text.lines().filter_map(|line| {
        let line = line.strip_prefix("Max cpu time")?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    });
    let limits: Vec<_> = limits.collect();
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    let patience = PATIENCE.as_secs() * cores;
    // At the start, for the game, and for each move.
    assert_eq!(limits.len(), 4, "{limits:?}");
    let grow = |pair: &[u64]| pair[1] >= pair[0] + patience;
    assert!(limits.windows(2).all(grow), "{limits:?}");
}
