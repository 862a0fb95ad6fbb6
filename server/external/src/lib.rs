//! Another program that plays: a Gomocup engine ("brain") as a child process.
//!
//! [`Brain::choose`] -> `words` (what to say) -> `process` (pipes, limits, the end) -> the engine -> a move
//!
//! - `words`: the protocol's lines, written and read
//! - `process`: the child, its pipes, how it is ended
//! - `bounds`: what the platform can forbid it
//! - `lines`: lines of bounded length
//! - `about`: who the engine says it is
//! - `error`: how it can fail
//!
//! Whatever the engine does, the caller gets a move that is allowed or an error, and gets it in time.
//! A process that has failed is ended at once; the next question starts another.
//!
//! A square is told as `column,row`, both from 0 and from the bottom left. Engines count rows from the
//! top, and as the games are the same upside down, none can tell.

mod about;
mod bounds;
mod error;
mod lines;
mod process;
mod stopwatch;
mod words;

use std::sync::Arc;
use std::time::Duration;

use engine::Stop;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use tracing::{debug, trace};

pub use about::About;
pub use error::BrainError;
pub use stopwatch::Stopwatch;

use process::{Heard, Process};
use words::Answer;

/// How often a wait for the engine looks at its [`Stop`]: half of what a search may take to end.
const GLANCE: Duration = Duration::from_millis(5);

/// Asks an engine who it is. Each that is seated has answered once, if only that it does not know the word.
const ABOUT: &str = "ABOUT";

/// What an engine may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Memory in MiB that it is told to keep within. On Linux it cannot have much more.
    pub memory_mib: u64,
    /// The time to answer `ABOUT` and `START`, and to set up, which no clock counts.
    pub start: Duration,
    /// An overrun up to this is forgiven: the pipes and a busy machine take their time.
    pub grace: Duration,
}

impl Default for Limits {
    /// What engines of tournaments are used to, with room for those that grew since.
    fn default() -> Self {
        Self {
            memory_mib: 1024,
            start: Duration::from_secs(10),
            grace: Duration::from_secs(1),
        }
    }
}

/// A running Gomocup engine.
///
/// Dropping it tells it to end, and ends it and all it started if it does not: that takes half a second
/// at most.
#[derive(Debug)]
pub struct Brain {
    program: Arc<Program>,
    /// None before it is first asked, and after it failed or was stopped.
    process: Option<Process>,
    known: Option<Known>,
}

/// An engine that was started once and said who it is.
#[derive(Debug)]
pub struct Program {
    words: Vec<String>,
    limits: Limits,
    about: About,
}

/// What the running engine was told.
#[derive(Debug)]
struct Known {
    variant: Variant,
    /// The stones on its board.
    plies: Vec<Square>,
    turn: Duration,
}

impl Brain {
    /// Starts the engine and asks it who it is.
    ///
    /// `command` is split into words as a shell does, quotes included, and nothing else of a shell is
    /// known. On Windows a path with backslashes needs single quotes.
    ///
    /// # Errors
    ///
    /// [`BrainError`], where the command makes no sense, cannot be started or does not answer.
    pub fn launch(command: &str, limits: Limits) -> Result<Self, BrainError> {
        let words = match shell_words::split(command) {
            Ok(words) if !words.is_empty() => words,
            Ok(_) => {
                return Err(BrainError::Command {
                    command: command.to_owned(),
                    problem: "it is empty".to_owned(),
                });
            }
            Err(unreadable) => {
                return Err(BrainError::Command {
                    command: command.to_owned(),
                    problem: unreadable.to_string(),
                });
            }
        };
        let mut process = start(&words, limits)?;
        process.tell(ABOUT);
        let line = Wait::new(&mut process, ABOUT, limits.start, &Stop::default()).line()?;
        let about = About::read(&line);
        Ok(Self {
            program: Arc::new(Program {
                words,
                limits,
                about,
            }),
            process: Some(process),
            known: None,
        })
    }

    /// An engine that is started when it is first asked.
    pub fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            process: None,
            known: None,
        }
    }

    /// What it runs, for another [`Brain::new`] of the same.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Who the engine says it is.
    pub fn about(&self) -> &About {
        self.program.about()
    }

    /// Whether the protocol has words for this variant: five in a row on a square board, without falling.
    ///
    /// A board of a size that the engine does not like is an error when it is asked to play there.
    pub fn plays(&self, variant: Variant) -> bool {
        self.program.plays(variant)
    }

    /// What the engine plays in `game`, which is not over, within `think` and the forgiven overrun.
    ///
    /// `time_left` is what its clock shows; none where it has all the time it wants. The engine is told
    /// no more than it does not know: a game that went on by one ply costs one line. Where an earlier
    /// question ended it, it is started again, once.
    ///
    /// # Errors
    ///
    /// [`BrainError`]; the process is ended then. [`BrainError::Stopped`] where `stop` was raised.
    pub fn choose(
        &mut self,
        game: &Game,
        think: Duration,
        time_left: Option<Duration>,
        stop: &Stop,
    ) -> Result<Square, BrainError> {
        if !self.plays(game.variant()) {
            return Err(BrainError::CannotPlay {
                variant: game.variant(),
            });
        }
        let mut process = if let Some(process) = self.process.take() {
            process
        } else {
            self.known = None;
            start(&self.program.words, self.program.limits)?
        };
        let known = self.known.take();
        let question = Question {
            game,
            think,
            time_left,
            stop,
        };
        match question.put(&mut process, known, self.program.limits) {
            Ok(square) => {
                let mut plies = game.plies().to_vec();
                plies.push(square);
                self.known = Some(Known {
                    variant: game.variant(),
                    plies,
                    turn: think,
                });
                self.process = Some(process);
                Ok(square)
            }
            Err(error) => {
                debug!(%error, "the engine is ended");
                process.kill();
                Err(error)
            }
        }
    }
}

impl Program {
    /// Who the engine says it is.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// As [`Brain::plays`].
    pub fn plays(&self, variant: Variant) -> bool {
        words::can_be_told(variant)
    }
}

fn start(words: &[String], limits: Limits) -> Result<Process, BrainError> {
    Process::spawn(words, limits).map_err(|error| BrainError::Start {
        program: words.first().cloned().unwrap_or_default(),
        error,
    })
}

/// What an engine is asked.
struct Question<'a> {
    game: &'a Game,
    think: Duration,
    time_left: Option<Duration>,
    stop: &'a Stop,
}

impl Question<'_> {
    /// Says what is to be said to an engine that knows of `known`, and hears the move.
    fn put(
        &self,
        process: &mut Process,
        known: Option<Known>,
        limits: Limits,
    ) -> Result<Square, BrainError> {
        // What it says unasked is no answer.
        process.forget_what_was_said();
        let variant = self.game.variant();
        let known = known.filter(|known| known.variant == variant);
        let plies = known.as_ref().map(|known| known.plies.as_slice());
        let (anew, ask) = words::ask(plies, self.game);
        if anew {
            process.allow(limits.start);
            let order = words::start(self.game.shape());
            process.tell(&order);
            Wait::new(process, &order, limits.start, self.stop).ok()?;
            for info in words::at_start(variant, limits.memory_mib, self.time_left) {
                process.tell(&info);
            }
            // Tables of the size just allowed may take seconds to set up, which are no time to think.
            process.tell(ABOUT);
            Wait::new(process, ABOUT, limits.start, self.stop).line()?;
            process.forget_what_was_said();
        }
        if anew || known.is_none_or(|known| known.turn != self.think) {
            process.tell(&words::turn(self.think));
        }
        process.tell(&words::time_left(self.time_left));
        let within = self.think.saturating_add(limits.grace);
        process.allow(within);
        process.tell(&ask.text(self.game));
        Wait::new(process, ask.order(), within, self.stop).square(self.game)
    }
}

/// A wait for an answer.
struct Wait<'a> {
    process: &'a mut Process,
    /// What is to be answered.
    order: &'a str,
    within: Duration,
    stop: &'a Stop,
    since: Stopwatch,
    /// What it said last that was no answer.
    remark: Option<String>,
}

impl<'a> Wait<'a> {
    fn new(process: &'a mut Process, order: &'a str, within: Duration, stop: &'a Stop) -> Self {
        Self {
            process,
            order,
            within,
            stop,
            since: Stopwatch::start(),
            remark: None,
        }
    }

    /// The next line that is meant for us.
    fn line(&mut self) -> Result<String, BrainError> {
        loop {
            if self.stop.is_raised() {
                return Err(BrainError::Stopped);
            }
            let left = self.within.saturating_sub(self.since.elapsed());
            let heard = self.process.hear(left.min(GLANCE));
            // After listening: what came too late does not count, however busy this machine is.
            if self.since.elapsed() > self.within {
                return Err(BrainError::Late {
                    order: self.order.to_owned(),
                    within: self.within,
                    remark: self.remark.take(),
                });
            }
            match heard {
                Heard::Nothing => {}
                Heard::Line(line) if line.is_empty() => {}
                Heard::Line(line) if words::is_talk(&line) => {
                    trace!(line, "the engine says");
                    self.remark = Some(line);
                }
                Heard::Line(line) => return Ok(line),
                Heard::TooLong => {
                    return Err(BrainError::Flood {
                        order: self.order.to_owned(),
                    });
                }
                Heard::End => {
                    let (status, last_words) = self.process.kill();
                    return Err(BrainError::Ended {
                        order: self.order.to_owned(),
                        status,
                        last_words,
                    });
                }
            }
        }
    }

    /// Waits for `OK`. Some engines say who they are before, without being asked.
    fn ok(mut self) -> Result<(), BrainError> {
        loop {
            let line = self.line()?;
            match words::read(&line) {
                Answer::Ok => return Ok(()),
                Answer::Error | Answer::Unknown => return Err(self.refused(&line)),
                Answer::Square(..) | Answer::Suggestion(..) | Answer::Other => {
                    self.remark = Some(line);
                }
            }
        }
    }

    /// Waits for a move that is allowed.
    fn square(mut self, game: &Game) -> Result<Square, BrainError> {
        loop {
            let line = self.line()?;
            match words::read(&line) {
                Answer::Square(column, row) => return words::allowed(game, column, row, &line),
                // It leaves the choice to the manager, who takes it.
                Answer::Suggestion(column, row) => {
                    self.process.tell(&format!("PLAY {column},{row}"));
                }
                // Many say it of an INFO that they do not know. Of the question itself: the time will tell.
                Answer::Unknown => self.remark = Some(line),
                Answer::Error => return Err(self.refused(&line)),
                Answer::Ok | Answer::Other => {
                    return Err(BrainError::NoMove {
                        order: self.order.to_owned(),
                        line: words::shown(&line),
                    });
                }
            }
        }
    }

    fn refused(&self, line: &str) -> BrainError {
        BrainError::Refused {
            order: self.order.to_owned(),
            line: words::shown(line),
        }
    }
}
