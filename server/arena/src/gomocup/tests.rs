//! Whole conversations with a manager, without a process.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// What the brain says to a script that is there at once: then nothing is thought about for long.
fn told(script: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    run(&mut script.as_ref(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

/// Runs every line of `script`, divided by `|`, and compares the answers, divided by `|` too.
///
/// A `*` stands for any stone.
fn check(script: &str, expected: &str) {
    let answers = told(script.replace('|', "\n"));
    let written: Vec<&str> = answers
        .iter()
        .zip(expected.split('|'))
        .map(|(answer, expected)| match expected {
            "*" if is_stone(answer) => "*",
            _ => answer,
        })
        .chain(
            answers
                .iter()
                .skip(expected.split('|').count())
                .map(String::as_str),
        )
        .collect();
    assert_eq!(written.join("|"), expected, "{script}");
}

fn is_stone(text: &str) -> bool {
    text.split_once(',')
        .is_some_and(|(x, y)| [x, y].iter().all(|number| number.parse::<u8>().is_ok()))
}

/// Four in a row of the brain's and none of the opponent's.
const FOUR: &str = "0,0,1|9,9,2|1,0,1|9,7,2|2,0,1|9,5,2|3,0,1|9,3,2";

/// Five in a row of the opponent's.
const THEIR_FIVE: &str = "0,0,1|9,9,2|2,0,1|9,8,2|4,0,1|9,7,2|6,0,1|9,6,2|9,5,2";

#[test]
fn a_game_is_begun_and_gone_on_with() {
    for (script, expected) in [
        ("START 15|BEGIN|TURN 0,0|TURN 14,14", "OK|*|*|*"),
        ("START 20|TURN 10,10|TURN 0,0", "OK|*|*"),
        ("START 15|BEGIN|RESTART|BEGIN", "OK|*|OK|*"),
        ("START 15|TURN 7,7|START 10|TURN 7,7", "OK|*|OK|*"),
        ("RECTSTART 20,9|TURN 19,8", "OK|*"),
        (
            "start 5\r|Begin\r||  |\r|about",
            &format!("OK|*|{}", about()),
        ),
    ] {
        check(script, expected);
    }
}

fn about() -> String {
    let text = brain::Reply::About.to_string();
    assert!(text.starts_with("name=\"enlinea\", version=\""), "{text}");
    text
}

#[test]
fn a_whole_position_is_taken_in_and_won() {
    let board = format!("START 15|BOARD|{FOUR}|DONE");
    check(&board, "OK|4,0");
    // In any order, with what came before forgotten, and told twice.
    check(
        "START 15|BEGIN|BOARD|9,3,2|9,5,2|9,7,2|9,9,2|3,0,1|2,0,1|1,0,1|0,0,1|DONE",
        "OK|*|4,0",
    );
    check(&format!("{board}|BOARD|{FOUR}|DONE"), "OK|4,0|4,0");
    // The opponent's four is stopped, at its one open end.
    check(
        "START 15|BOARD|0,0,2|9,9,1|1,0,2|9,7,1|2,0,2|9,5,1|3,0,2|DONE",
        "OK|4,0",
    );
}

#[test]
fn five_are_made_exactly_where_the_rule_asks_for_it() {
    // The gap would make six; the other row makes five.
    let both = "BOARD|2,0,1|3,0,1|4,0,1|6,0,1|7,0,1|9,2,2|9,4,2|9,6,2|9,8,2|9,10,2|3,2,1|3,3,1|3,4,1|3,5,1|0,14,2|2,14,2|4,14,2|3,1,2|DONE";
    check(&format!("START 15|INFO rule 1|{both}"), "OK|3,6");
    check(&format!("INFO rule 1|START 20|{both}"), "OK|3,6");
    let answer = told(format!("START 15|{both}").replace('|', "\n"));
    assert!(["5,0", "3,6"].contains(&answer[1].as_str()), "{answer:?}");
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    for (command, expected) in [
        ("TURN 7,7", "7,7 is taken"),
        ("TURN 15,0", "15,0 is off the board; play 0,0 to 14,14"),
        ("TURN -1,3", "-1,3 is off the board"),
        ("TURN 99999999999,3", "off the board"),
        ("TURN", "TURN needs two numbers"),
        ("TURN seven,seven", "TURN needs two numbers"),
        ("PLAY 1,1", "it cannot be this brain's turn"),
        ("TAKEBACK 0,0", "0,0 is empty"),
        ("DONE", "DONE ends no BOARD"),
        (
            "BOARD|7,7,1|DONE",
            "it cannot be this brain's turn with 1 stones against 0",
        ),
        ("BOARD|7,7,2|6,6,2|DONE", "0 stones against 2"),
        ("BOARD|7,7,1|7,7,2|DONE", "7,7 is taken"),
        ("BOARD|7,7,2|15,7,1|DONE", "15,7 is off the board"),
        ("BOARD|7,7,3|DONE", "blocked cells (3) are not played here"),
        ("BOARD|7,7,0|DONE", "0 is nobody's stone"),
        ("BOARD|7,7|DONE", "needs whose it is"),
        ("BOARD|seven|DONE", "\"seven\" is no stone"),
        ("BOARD|TURN x|7,7,2|DONE", "TURN needs two numbers"),
        (
            "SWAP2BOARD|7,7|DONE",
            "an opening of 1 stones is none of swap2",
        ),
        ("SWAP2BOARD|7,7|8,8|7,7|DONE", "7,7 is taken"),
        ("SWAP2BOARD|7,7|8,8|7,70|DONE", "7,70 is off the board"),
    ] {
        // The stone of before is still there, and nothing else was answered.
        let script = format!("START 15|PLAY 7,7|TURN 0,14|{command}|TAKEBACK 7,7");
        let answers = told(script.replace('|', "\n"));
        assert_eq!(answers[..2], ["OK", "7,7"], "{command}");
        assert!(answers[3].starts_with("ERROR "), "{command}: {answers:?}");
        assert!(answers[3].contains(expected), "{command}: {answers:?}");
        assert_eq!(answers[4..], ["OK"], "{command}: {answers:?}");
    }
}

#[test]
fn without_a_board_nothing_is_played() {
    for command in [
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "BOARD|DONE",
        "SWAP2BOARD|DONE",
    ] {
        let refusal = "ERROR there is no board; send START first";
        check(command, refusal);
        // A board that is not played is no board either.
        let answers = told(format!("START 15|START 21|{command}").replace('|', "\n"));
        assert!(answers[1].contains("choose 5 to 20"), "{answers:?}");
        assert_eq!(answers[2..], [refusal]);
    }
}

#[test]
fn rules_that_are_not_played_are_refused_where_an_answer_is_due() {
    for (rule, expected) in [
        (2, "a continuous game (rule 2)"),
        (3, "a continuous game (rule 2)"),
        (4, "renju (rule 4)"),
        (8, "caro (rule 8)"),
        (9, "caro (rule 8)"),
        (16, "rule 16 is not known"),
    ] {
        let scripts = [
            format!("INFO rule {rule}|START 15"),
            format!("START 15|INFO rule {rule}|BEGIN"),
            format!("START 15|INFO rule {rule}|TURN 7,7"),
            format!("START 15|INFO rule {rule}|BOARD|7,7,2|DONE"),
            format!("START 15|INFO rule {rule}|RESTART"),
        ];
        for script in scripts {
            let answers = told(script.replace('|', "\n"));
            let last = answers.last().unwrap();
            assert!(last.starts_with("ERROR "), "{script}: {answers:?}");
            assert!(last.contains(expected), "{script}: {answers:?}");
        }
        check(
            &format!("INFO rule {rule}|INFO rule 0|START 15|BEGIN"),
            "OK|*",
        );
    }
}

#[test]
fn what_is_no_command_is_unknown() {
    for (line, expected) in [
        ("FLY", "UNKNOWN FLY"),
        ("fly 7,7", "UNKNOWN fly 7,7"),
        ("7,7", "UNKNOWN 7,7 outside of BOARD"),
        ("7,7,1", "UNKNOWN 7,7 outside of BOARD"),
        ("\u{1}\u{2}", "UNKNOWN "),
        ("OK", "UNKNOWN OK"),
    ] {
        check(line, expected);
    }
}

#[test]
fn information_is_never_answered() {
    let script = "INFO|INFO x|INFO timeout_turn|INFO timeout_turn soon|INFO rule 4|INFO rule -1|info folder /tmp x\
        |INFO max_memory 1|INFO evaluate 3,3|INFO time_left -7|INFO thread_num 9|INFO game_type 7";
    assert_eq!(told(script.replace('|', "\n")), [""; 0]);
    check(
        "BOARD|7,7,2|INFO timeout_turn 0|INFO x|DONE",
        "ERROR there is no board; send START first",
    );
    let mut long = b"INFO folder ".to_vec();
    long.resize(1 << 20, b'x');
    assert_eq!(told(&long), [""; 0]);
}

#[test]
fn a_line_of_any_length_and_any_bytes_is_one_mistake() {
    for byte in [b'x', b' ', b'7', b',', 0, 255] {
        let mut script = b"START 15\nTURN ".to_vec();
        script.resize(1 << 20, byte);
        script.extend_from_slice(b"\nBEGIN\nEND\n");
        let answers = told(&script);
        assert_eq!(answers.len(), 3, "{byte}");
        assert!(answers[1].starts_with("ERROR "), "{byte}: {answers:?}");
        assert!(
            answers[1].len() < 200 && is_stone(&answers[2]),
            "{answers:?}"
        );
    }
}

#[test]
fn stones_are_taken_back_and_put_by_order() {
    check(
        "START 15|PLAY 7,7|TAKEBACK 7,7|TAKEBACK 7,7|TURN 7,7|TAKEBACK 7,7",
        "OK|7,7|OK|ERROR 7,7 is empty; take back a stone|*|OK",
    );
    // The brain has moved: another move of its own would be one too many.
    let answers = told("START 15\nPLAY 7,7\nPLAY 8,8\n");
    assert!(
        answers[2].contains("it cannot be this brain's turn"),
        "{answers:?}"
    );
    // A move of the opponent's that wins leaves nothing to play.
    let answers = told(format!("START 15|BOARD|{THEIR_FIVE}|DONE").replace('|', "\n"));
    assert!(answers[1].contains("the game is over"), "{answers:?}");
}

/// A manager that gave a position up waits for the answer to what it sends next, and to nothing before.
#[test]
fn a_position_without_its_end_is_forgotten() {
    check("START 15|BOARD|7,7,2|START 20", "OK|OK");
    check(
        "START 15|PLAY 7,7|BOARD|1,1,2|BOARD|2,2,2|ABOUT",
        &format!("OK|7,7|{}", about()),
    );
    check("START 15|PLAY 7,7|BOARD|1,1,2|TAKEBACK 7,7", "OK|7,7|OK");
}

#[test]
fn an_opening_is_made_and_sides_are_chosen() {
    let answers = told("START 15\nSWAP2BOARD\nDONE\nTURN 0,0\n");
    let stones: Vec<&str> = answers[1].split(' ').collect();
    assert!(
        stones.len() == 3 && stones.iter().all(|stone| is_stone(stone)),
        "{answers:?}"
    );
    // They are on the board, and two of them are the brain's.
    assert!(is_stone(&answers[2]), "{answers:?}");
    check(
        "START 15|SWAP2BOARD|7,7,1|7,8,2|8,8,1|DONE|ABOUT",
        &format!("OK|*|{}", about()),
    );
    check(
        "START 8|SWAP2BOARD|DONE",
        "OK|ERROR swap2 is not played on 8 x 8; choose 9 x 9 or more",
    );
}

#[test]
fn nothing_is_said_after_the_end() {
    check("START 15|END|BEGIN|ABOUT", "OK");
    check("end", "");
    check("START 15|BEGIN|END", "OK|*");
    // The end of the input is the end, with or without that of its last line.
    check("START 15|BEGIN", "OK|*");
    check("", "");
}

/// The two ends of a brain that runs, for what a script cannot show.
struct Talk {
    write: Option<Sender<Vec<u8>>>,
    read: Receiver<String>,
    brain: thread::JoinHandle<Result<(), Failure>>,
}

/// Longer than anything here takes on a slow machine that is busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// Piece by piece, as a pipe gives it.
struct Pieces {
    pieces: Receiver<Vec<u8>>,
    piece: Vec<u8>,
}

impl Read for Pieces {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl BufRead for Pieces {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.piece.is_empty() {
            self.piece = self.pieces.recv().unwrap_or_default();
        }
        Ok(&self.piece)
    }

    fn consume(&mut self, amount: usize) {
        self.piece.drain(..amount);
    }
}

/// Passes on what was written whenever it is flushed.
struct Flushed {
    lines: Sender<String>,
    written: Vec<u8>,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8(std::mem::take(&mut self.written)).unwrap();
        // Nobody listens any more where a test is over.
        let _ = self.lines.send(text);
        Ok(())
    }
}

impl Talk {
    fn start() -> Self {
        let (write, pieces) = mpsc::channel();
        let (lines, read) = mpsc::channel();
        let brain = thread::spawn(move || {
            let piece = Vec::new();
            let written = Vec::new();
            run(
                &mut Pieces { pieces, piece },
                &mut Flushed { lines, written },
            )
        });
        Self {
            write: Some(write),
            read,
            brain,
        }
    }

    fn say(&self, piece: &str) {
        let write = self.write.as_ref().unwrap();
        write.send(piece.as_bytes().to_vec()).unwrap();
    }

    fn hear(&self) -> String {
        self.read.recv_timeout(PATIENCE).unwrap()
    }

    /// Waits until the brain has left, and returns what it said meanwhile.
    fn leave(self) -> Vec<String> {
        drop(self.write);
        self.brain.join().unwrap().unwrap();
        self.read.try_iter().collect()
    }
}

/// Much longer than a test may take: whoever waits for it fails.
const LONG: &str = "START 15\nINFO timeout_turn 3600000\n";

#[test]
fn the_better_side_of_an_opening_is_taken() {
    let talk = Talk::start();
    talk.say("START 15\nINFO timeout_turn 500\n");
    assert_eq!(talk.hear(), "OK\n");
    // Three side by side of the side that began, and two at the edge: nobody would stay the other.
    talk.say("SWAP2BOARD\n7,7\n0,0\n7,8\n0,14\n7,9\nDONE\n");
    assert_eq!(talk.hear(), "SWAP\n");
    // So they are the brain's now: with one more it wins.
    talk.say("TURN 14,14\n");
    assert!(["7,6\n", "7,10\n"].contains(&talk.hear().as_str()));
    // The other way round the brain stays.
    talk.say("SWAP2BOARD\n0,0\n7,7\n14,0\n7,8\n0,14\nDONE\n");
    assert!(is_stone(talk.hear().trim_end()));
    // Three stones, two of them at the edge, and all of the board to begin on.
    talk.say("SWAP2BOARD\n0,0\n7,7\n14,0\nDONE\n");
    assert!(is_stone(talk.hear().trim_end()));
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn each_answer_is_sent_at_once() {
    let talk = Talk::start();
    talk.say("STA");
    talk.say("RT 15\r");
    talk.say("\nINFO timeout_turn 0\n");
    assert_eq!(talk.hear(), "OK\n");
    talk.say("BEGIN\nABOUT\n");
    assert!(is_stone(talk.hear().trim_end()));
    assert_eq!(talk.hear().trim_end(), about());
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn the_end_silences_a_brain_that_thinks() {
    let talk = Talk::start();
    talk.say(LONG);
    assert_eq!(talk.hear(), "OK\n");
    talk.say("TURN 7,7\n");
    talk.say("END\n");
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn a_brain_that_thinks_plays_what_it_has_when_told_to_stop() {
    let talk = Talk::start();
    talk.say(LONG);
    assert_eq!(talk.hear(), "OK\n");
    // More than once: what is told to stop is the thinking before, and not all there will ever be.
    for turn in ["TURN 7,7\n", "TURN 2,2\n"] {
        talk.say(turn);
        talk.say("STOP\n");
        assert!(is_stone(talk.hear().trim_end()));
    }
    talk.say("TURN 3,12\n");
    talk.say("END\n");
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn what_was_asked_is_answered_at_once_when_the_input_ends() {
    let talk = Talk::start();
    talk.say(LONG);
    talk.say("TURN 7,7\n");
    let said = talk.leave();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(is_stone(said[1].trim_end()), "{said:?}");
}

/// Lines that are nearly right, and garbage.
fn line() -> impl Strategy<Value = String> {
    let word = select(vec![
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "PLAY",
        "TAKEBACK",
        "BOARD",
        "SWAP2BOARD",
        "DONE",
        "ABOUT",
        "STOP",
        "turn",
        "INFO rule",
        "INFO max_memory",
        "INFO time_left",
        "INFO timeout_match",
        "",
    ]);
    let number = prop_oneof![4 => 0..16_i64, 1 => any::<i64>(), 1 => -2..25_i64];
    let numbers = vec(number, 0..4);
    prop_oneof![
        4 => (word, numbers.clone()).prop_map(|(word, numbers)| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{word} {}", numbers.join(","))
        }),
        3 => (0..9_i64, 0..9_i64).prop_map(|(x, y)| format!("TURN {x},{y}")),
        2 => (0..9_i64, 0..9_i64, 1..3_i64).prop_map(|(x, y, field)| format!("{x},{y},{field}")),
        1 => Just("START 9".to_owned()),
        1 => "\\PC*",
    ]
}

/// Whether a line is one that the protocol knows as an answer.
fn is_answer(line: &str) -> bool {
    line == "OK"
        || line == "SWAP"
        || line.starts_with("ERROR ")
        || line.starts_with("UNKNOWN ")
        || line.starts_with("name=")
        || line.split(' ').all(is_stone)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_script_makes_the_brain_fall_or_say_more_than_it_was_asked(
        lines in vec(line(), 0..40),
        timed: bool,
    ) {
        // Memory is bounded first: a table of the usual size takes long to make in every case.
        let start = "INFO max_memory 1\nINFO timeout_turn 0\nSTART 9\n";
        let answers = told(format!("{start}{}", lines.join(if timed { "\n" } else { "\r\n" })));
        prop_assert!(answers.iter().all(|answer| is_answer(answer)), "{answers:?}");
        let asked = lines.iter().filter(|line| !line.to_uppercase().starts_with("INFO")).count();
        prop_assert!(answers.len() <= asked + 1, "{answers:?}");
    }

    #[test]
    fn no_bytes_make_the_brain_fall(bytes in vec(any::<u8>(), 0..600)) {
        for answer in told(&bytes) {
            prop_assert!(is_answer(&answer), "{answer:?}");
        }
    }

    #[test]
    fn no_information_is_answered(lines in vec("INFO \\PC*", 0..20)) {
        prop_assert_eq!(told(lines.join("\n")), Vec::<String>::new());
    }
}
