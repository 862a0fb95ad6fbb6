//! Lines that come during a search, which no script can have.

use std::io::Read;
use std::sync::mpsc::Sender;
use std::time::Duration;

use super::*;

/// The two ends of a running engine.
struct Talk {
    write: Option<Sender<Vec<u8>>>,
    read: Receiver<String>,
    engine: thread::JoinHandle<Result<(), Failure>>,
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

/// Passes on what was written whenever it is flushed, without its messages.
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
        let lines = text.split_inclusive('\n');
        let text: String = lines.filter(|line| !line.starts_with("MESSAGE ")).collect();
        // Nobody listens any more where a test is over.
        let _ = self.lines.send(text);
        Ok(())
    }
}

impl Talk {
    fn start() -> Self {
        let (write, pieces) = mpsc::channel();
        let (lines, read) = mpsc::channel();
        let engine = thread::spawn(move || {
            let piece = Vec::new();
            let written = Vec::new();
            run(
                1,
                &mut Pieces { pieces, piece },
                &mut Flushed { lines, written },
            )
        });
        Self {
            write: Some(write),
            read,
            engine,
        }
    }

    fn say(&self, piece: &str) {
        let write = self.write.as_ref().unwrap();
        write.send(piece.as_bytes().to_vec()).unwrap();
    }

    fn hear(&self) -> String {
        self.read.recv_timeout(PATIENCE).unwrap()
    }

    /// Waits until the engine has left, and returns what it said meanwhile.
    fn leave(self) -> Vec<String> {
        drop(self.write);
        self.engine.join().unwrap().unwrap();
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
    // So they are the engine's now: with one more it wins.
    talk.say("TURN 14,14\n");
    assert!(["7,6\n", "7,10\n"].contains(&talk.hear().as_str()));
    // The other way round the engine stays.
    talk.say("SWAP2BOARD\n0,0\n7,7\n14,0\n7,8\n0,14\nDONE\n");
    assert!(is_stone(talk.hear().trim_end()));
    // Three stones, two of them at the edge, and all of the board to begin on.
    talk.say("SWAP2BOARD\n0,0\n7,7\n14,0\nDONE\n");
    assert!(is_stone(talk.hear().trim_end()));
    assert_eq!(talk.leave(), [""; 0]);
}

/// Of its own proposals, which are even, the engine leaves some to the manager.
#[test]
fn two_more_stones_are_put_where_neither_side_is_better() {
    let talk = Talk::start();
    talk.say("START 15\nINFO timeout_turn 130\n");
    assert_eq!(talk.hear(), "OK\n");
    let opening = |stones: &[String]| format!("SWAP2BOARD\n{}\nDONE\n", stones.join("\n"));
    let words = |line: String| -> Vec<String> {
        let words = line.split_whitespace().map(str::to_owned);
        words.collect()
    };
    let two = (0..30).find_map(|_| {
        talk.say("SWAP2BOARD\nDONE\n");
        let three = words(talk.hear());
        assert_eq!(three.len(), 3, "{three:?}");
        talk.say(&opening(&three));
        let answer = words(talk.hear());
        assert!((1..=2).contains(&answer.len()), "{answer:?}");
        (answer.len() == 2).then(|| [three, answer].concat())
    });
    let five = two.expect("one of thirty is even");
    assert!(five.iter().all(|stone| is_stone(stone)), "{five:?}");
    talk.say(&opening(&five));
    let answer = talk.hear();
    assert!(
        answer == "SWAP\n" || is_stone(answer.trim_end()),
        "{answer:?}"
    );
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
fn the_end_silences_a_engine_that_thinks() {
    let talk = Talk::start();
    talk.say(LONG);
    assert_eq!(talk.hear(), "OK\n");
    talk.say("TURN 7,7\n");
    talk.say("END\n");
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn a_engine_that_thinks_plays_what_it_has_when_told_to_stop() {
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
fn a_engine_that_thinks_says_who_it_is_and_thinks_on() {
    let talk = Talk::start();
    talk.say(LONG);
    assert_eq!(talk.hear(), "OK\n");
    talk.say("TURN 7,7\n");
    for about_line in ["ABOUT\n", "about\r\n"] {
        talk.say(about_line);
        assert_eq!(talk.hear().trim_end(), about());
    }
    talk.say("STOP\n");
    assert!(is_stone(talk.hear().trim_end()));
    // A position that came in several lines is thought about as well.
    talk.say("BOARD\n7,7,1\n8,8,2\nDONE\n");
    talk.say("INFO time_left 3600000\n");
    talk.say("ABOUT\n");
    assert_eq!(talk.hear().trim_end(), about());
    talk.say("STOP\n");
    assert!(is_stone(talk.hear().trim_end()));
    assert_eq!(talk.leave(), [""; 0]);
}

/// Nobody waits for the move of a game that is over: it would be taken for one of the next.
#[test]
fn a_new_game_ends_the_search_of_the_old_one_without_a_move() {
    let talk = Talk::start();
    talk.say(LONG);
    assert_eq!(talk.hear(), "OK\n");
    for new_game in [
        "RESTART\n",
        "START 20\n",
        "RECTSTART 9,7\n",
        // Neither line is answered before the game begins.
        "INFO time_left 3600000\n\nRESTART\n",
    ] {
        talk.say("TURN 3,3\n");
        talk.say(new_game);
        assert_eq!(talk.hear(), "OK\n", "{new_game}");
    }
    // The next one is searched and answered as any other.
    talk.say("TURN 3,3\n");
    talk.say("STOP\n");
    assert!(is_stone(talk.hear().trim_end()));
    talk.say("TURN 0,0\n");
    talk.say("INFO time_left 3600000\nEND\n");
    assert_eq!(talk.leave(), [""; 0]);
}

#[test]
fn what_was_asked_is_answered_soon_when_the_input_ends() {
    let talk = Talk::start();
    talk.say(LONG);
    talk.say("TURN 7,7\n");
    let said = talk.leave();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(is_stone(said[1].trim_end()), "{said:?}");
}

/// A long script comes in pieces, as the pipe has room, and a game of it began at the beginning of one.
#[test]
fn a_game_that_begins_where_a_script_was_parted_abandons_none_before_it() {
    let talk = Talk::start();
    talk.say("START 15\nINFO timeout_turn 400\nTURN 7,7\nRESTA");
    talk.say("RT\nTURN 7,8\nEN");
    talk.say("D\n");
    for _ in 0..2 {
        assert_eq!(talk.hear(), "OK\n");
        assert!(is_stone(talk.hear().trim_end()));
    }
    assert_eq!(talk.leave(), [""; 0]);
}
