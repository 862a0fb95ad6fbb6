//! A running engine, and the wait for its answers.

mod introduction;
mod opening;

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::Stop;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use tracing::{debug, trace};

use crate::about::About;
use crate::answer::{Answer, NoAnswer};
use crate::cell::Cell;
use crate::error::ExternalError;
use crate::fence::{Fence, InForce, Plan};
use crate::limits::Limits;
use crate::listener::Listener;
use crate::order::Order;
use crate::process::{Output, Process};
use crate::request;
use crate::stopwatch::Stopwatch;
use crate::text::shown;

use opening::{PlannedStones, StoneForm};

/// Interval at which a wait for the engine checks its [`Stop`]: half of the time that a search may take to end.
const STOP_CHECK: Duration = Duration::from_millis(5);

/// A Gomocup engine and its process.
///
/// Dropping it tells it to end, and ends it and all it started if it does not: that takes half a second
/// at most.
#[derive(Debug)]
pub struct ExternalEngine {
    program: Arc<Program>,
    /// None before the first request, and after it failed or was stopped.
    process: Option<Process>,
    known: Option<KnownState>,
    /// Stones of an opening that it announced.
    planned: Option<PlannedStones>,
}

/// An engine that was started once and said who it is.
#[derive(Debug)]
pub struct Program {
    launch: Launch,
    about: About,
    /// It answers `ABOUT` with its name, as old engines do not.
    says_name: bool,
    /// The parts of its fence that are in force; none without a fence.
    in_force: Option<InForce>,
    /// The form in which it reads the stones of an opening; none where it does not know swap2.
    swap2: OnceLock<Option<StoneForm>>,
}

/// The means to start a process of an engine.
#[derive(Debug)]
struct Launch {
    /// The program and its arguments.
    words: Vec<String>,
    limits: Limits,
    /// Its fence, if it has one.
    plan: Option<Plan>,
}

/// The state of the running engine, as it was told.
#[derive(Debug)]
struct KnownState {
    variant: Variant,
    /// The stones on its board.
    plies: Vec<Square>,
    timeout_turn: Duration,
}

impl ExternalEngine {
    /// Starts the engine and asks for its name, in a fence unless it has all the rights of this program.
    ///
    /// `command` is split into words as a shell does, quotes included, and nothing else of a shell is
    /// known. On Windows a path with backslashes needs single quotes.
    ///
    /// # Errors
    ///
    /// [`ExternalError`], where the command cannot be read or started, or the program neither says its name nor starts
    /// a game.
    pub fn launch(
        command: &str,
        limits: Limits,
        fence: Option<&Fence>,
    ) -> Result<Self, ExternalError> {
        let words = match shell_words::split(command) {
            Ok(words) if !words.is_empty() => words,
            Ok(_) => {
                return Err(ExternalError::Command {
                    command: command.to_owned(),
                    problem: "it is empty".to_owned(),
                });
            }
            Err(unreadable) => {
                return Err(ExternalError::Command {
                    command: command.to_owned(),
                    problem: unreadable.to_string(),
                });
            }
        };
        let launch = Launch::new(words, limits, fence)?;
        let mut process = launch.start()?;
        let (about, says_name) = introduction::about(&mut process, limits)?;
        Ok(Self {
            program: Arc::new(Program {
                launch,
                about,
                says_name,
                in_force: process.in_force(),
                swap2: OnceLock::new(),
            }),
            process: Some(process),
            known: None,
            planned: None,
        })
    }

    /// Returns an engine whose process is started by the first request.
    pub fn new(program: &Arc<Program>) -> Self {
        Self {
            program: Arc::clone(program),
            process: None,
            known: None,
            planned: None,
        }
    }

    /// The program, for another [`ExternalEngine::new`] of it.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Name and author, as the engine says.
    pub fn about(&self) -> &About {
        self.program.about()
    }

    /// The parts of its fence that are in force; none where it has all the rights of this program.
    pub fn in_force(&self) -> Option<InForce> {
        self.program.in_force
    }

    /// Returns whether the protocol can express this variant: five in a row on a square board, without gravity.
    ///
    /// A board of a size that the engine does not like is an error of [`choose`](Self::choose).
    pub fn plays(&self, variant: Variant) -> bool {
        self.program.plays(variant)
    }

    /// Returns the engine's move in `game`, which is not over, within `think` and the grace of its [`Limits`].
    ///
    /// `time_left` is the time on its clock; none where it is unlimited. A game that went on by one ply since the
    /// last request costs one line. Where an earlier request ended the process, it is started again, once.
    ///
    /// # Errors
    ///
    /// [`ExternalError`]; the process is ended then. [`ExternalError::Stopped`] where `stop` was raised.
    pub fn choose(
        &mut self,
        game: &Game,
        think: Duration,
        time_left: Option<Duration>,
        stop: &Stop,
    ) -> Result<Square, ExternalError> {
        self.choose_aloud(game, think, time_left, stop, &|_: &str| {})
    }

    /// Returns the engine's move as [`choose`](Self::choose) does, and tells `listener` what happens on the way.
    ///
    /// # Errors
    ///
    /// As of [`choose`](Self::choose).
    pub fn choose_aloud(
        &mut self,
        game: &Game,
        think: Duration,
        time_left: Option<Duration>,
        stop: &Stop,
        listener: &dyn Listener,
    ) -> Result<Square, ExternalError> {
        if !self.plays(game.variant()) {
            return Err(ExternalError::CannotPlay {
                variant: game.variant(),
            });
        }
        listener.setup_begins();
        let mut process = if let Some(process) = self.process.take() {
            process
        } else {
            self.known = None;
            self.program.launch.start()?
        };
        let request = MoveRequest {
            game,
            think,
            time_left,
            limits: self.program.launch.limits,
            says_name: self.program.says_name,
            stop,
            listener,
        };
        match request.send(&mut process, self.known.take()) {
            Ok(square) => {
                let mut plies = game.plies().to_vec();
                plies.push(square);
                self.known = Some(KnownState {
                    variant: game.variant(),
                    plies,
                    timeout_turn: think,
                });
                self.process = Some(process);
                Ok(square)
            }
            Err(error) => {
                debug!(%error, "the engine is ended");
                listener.setup_ends();
                process.kill();
                Err(error)
            }
        }
    }
}

impl Program {
    /// Name and author, as the engine says.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// As [`ExternalEngine::plays`].
    pub fn plays(&self, variant: Variant) -> bool {
        request::is_expressible(variant)
    }
}

impl Launch {
    fn new(
        words: Vec<String>,
        limits: Limits,
        fence: Option<&Fence>,
    ) -> Result<Self, ExternalError> {
        let plan = fence.map(|fence| Plan::new(fence, &words)).transpose();
        let plan = plan.map_err(|error| cannot_start(&words, error))?;
        Ok(Self {
            words,
            limits,
            plan,
        })
    }

    fn start(&self) -> Result<Process, ExternalError> {
        Process::spawn(&self.words, self.limits, self.plan.as_ref())
            .map_err(|error| cannot_start(&self.words, error))
    }
}

fn cannot_start(words: &[String], error: io::Error) -> ExternalError {
    ExternalError::Start {
        program: words.first().cloned().unwrap_or_default(),
        error,
    }
}

/// A request for one move.
struct MoveRequest<'a> {
    game: &'a Game,
    think: Duration,
    time_left: Option<Duration>,
    limits: Limits,
    /// As of [`Program`].
    says_name: bool,
    stop: &'a Stop,
    listener: &'a dyn Listener,
}

impl MoveRequest<'_> {
    /// Brings an engine in the state `known` to the position, asks for the move and waits for it.
    fn send(
        &self,
        process: &mut Process,
        known: Option<KnownState>,
    ) -> Result<Square, ExternalError> {
        self.settle(process)?;
        // Lines written before the request are no answer to it.
        process.discard_unread();
        let variant = self.game.variant();
        let known = known.filter(|known| known.variant == variant);
        let plies = known.as_ref().map(|known| known.plies.as_slice());
        let moves = request::move_orders(plies, self.game);
        if moves.needs_start {
            self.start_game(process)?;
        } else {
            if known.is_some_and(|known| known.timeout_turn != self.think) {
                process.tell(&[request::timeout_turn(self.think)]);
            }
            process.tell(&[request::time_left(self.time_left)]);
        }
        let within = self.think.saturating_add(self.limits.grace);
        process.extend_cpu_limit(within);
        self.listener.setup_ends();
        process.tell(&moves.orders);
        Wait {
            listener: self.listener,
            follows_info: !moves.needs_start || !self.says_name,
            ..Wait::new(process, moves.orders[0], within, self.stop)
        }
        .square(self.game)
    }

    /// Starts a game on an empty board with the settings and times of this request. An engine that says its name has
    /// said whatever it says of them when this returns.
    fn start_game(&self, process: &mut Process) -> Result<(), ExternalError> {
        let limits = self.limits;
        process.extend_cpu_limit(limits.start);
        let order = request::start(self.game.shape());
        process.tell(&[order]);
        Wait::new(process, order, limits.start, self.stop).ok()?;
        self.settle(process)?;
        let variant = self.game.variant();
        process.tell_folder();
        process.tell(&request::settings(variant, &limits, self.time_left));
        process.tell(&[
            request::timeout_turn(self.think),
            request::time_left(self.time_left),
        ]);
        // An engine may take seconds to set up tables of the size just allowed; the answer to this ABOUT comes after
        // that, so that the time is not counted as thinking. Nobody knows when an engine has answered in its own words.
        if self.says_name {
            process.tell(&[Order::About]);
            Wait::new(process, Order::About, limits.start, self.stop).about()?;
            self.settle(process)?;
            process.discard_unread();
        }
        Ok(())
    }

    /// Waits until the engine can take a line: [`Limits::settle`] after its last one.
    fn settle(&self, process: &mut Process) -> Result<(), ExternalError> {
        loop {
            let left = process.unsettled(self.limits.settle);
            if left.is_zero() {
                return Ok(());
            }
            if self.stop.is_raised() {
                return Err(ExternalError::Stopped);
            }
            process.wait(left.min(STOP_CHECK));
        }
    }
}

/// A wait for the answer to an order.
struct Wait<'a> {
    process: &'a mut Process,
    order: Order,
    within: Duration,
    stop: &'a Stop,
    since: Stopwatch,
    /// The last line that was no answer.
    remark: Option<String>,
    /// The engine was told an `INFO` shortly before the order, and an `ERROR` may be of that.
    follows_info: bool,
    listener: &'a dyn Listener,
}

impl<'a> Wait<'a> {
    fn new(process: &'a mut Process, order: Order, within: Duration, stop: &'a Stop) -> Self {
        Self {
            process,
            order,
            within,
            stop,
            since: Stopwatch::start(),
            remark: None,
            follows_info: false,
            listener: &|_: &str| {},
        }
    }

    /// Waits for a line that is neither empty nor a message, and returns it with its meaning.
    fn line(&mut self) -> Result<(String, Result<Answer, NoAnswer>), ExternalError> {
        loop {
            if self.stop.is_raised() {
                return Err(ExternalError::Stopped);
            }
            let left = self.within.saturating_sub(self.since.elapsed());
            let output = self.process.read(left.min(STOP_CHECK));
            // After reading: what came too late does not count, however busy this machine is.
            if self.since.elapsed() > self.within {
                return Err(ExternalError::Late {
                    order: self.order_text(),
                    within: self.within,
                    remark: self.remark.take(),
                });
            }
            match output {
                Output::Nothing => {}
                Output::Line { line, .. } if line.is_empty() => {}
                Output::Line {
                    line,
                    answer: answer @ Ok(Answer::Message(_) | Answer::Debug(_)),
                } => {
                    trace!(line, "the engine says");
                    if let Ok(Answer::Message(text)) = &answer {
                        self.listener.message(text);
                    }
                    self.remark = Some(line);
                }
                Output::Line { line, answer } => return Ok((line, answer)),
                Output::TooLong => {
                    return Err(ExternalError::Flood {
                        order: self.order_text(),
                    });
                }
                Output::End => {
                    let (status, last_words) = self.process.kill();
                    return Err(ExternalError::Ended {
                        order: self.order_text(),
                        status,
                        last_words,
                    });
                }
            }
        }
    }

    /// Waits for `OK`. Some engines say who they are before, without being asked.
    fn ok(mut self) -> Result<(), ExternalError> {
        loop {
            let (line, answer) = self.line()?;
            match answer {
                Ok(Answer::Ok) => return Ok(()),
                Ok(Answer::Error(_) | Answer::Unknown(_)) => return Err(self.refused(&line)),
                Ok(_) | Err(NoAnswer) => self.remark = Some(line),
            }
        }
    }

    /// Waits for the name of the engine, and passes over all before it.
    fn about(mut self) -> Result<(), ExternalError> {
        loop {
            let (line, answer) = self.line()?;
            if matches!(answer, Ok(Answer::About(_))) {
                return Ok(());
            }
            debug!(line, "the engine says to a setting");
            self.remark = Some(line);
        }
    }

    /// Waits for a legal move.
    fn square(mut self, game: &Game) -> Result<Square, ExternalError> {
        let mut is_taken = false;
        loop {
            let (line, answer) = self.line()?;
            match answer {
                Ok(Answer::Move(cell)) => return legal(game, cell, &line),
                // The engine leaves the choice to the manager, who takes it. Once: one that suggests on and on, and
                // reads nothing, would fill the memory with what it is told.
                Ok(Answer::Suggest(cell)) if !is_taken => {
                    is_taken = true;
                    self.process.tell(&[Order::Play(cell)]);
                }
                // Many say it of an INFO that they do not know. Of the order itself: the time will tell.
                Ok(Answer::Unknown(_) | Answer::About(_)) => self.remark = Some(line),
                Ok(Answer::Error(_)) if self.follows_info => {
                    debug!(line, "the engine may say it of an INFO");
                    self.remark = Some(line);
                }
                Ok(Answer::Error(_)) => return Err(self.refused(&line)),
                Ok(_) | Err(NoAnswer) => {
                    return Err(ExternalError::NoMove {
                        order: self.order_text(),
                        line: shown(&line),
                    });
                }
            }
        }
    }

    fn refused(&self, line: &str) -> ExternalError {
        ExternalError::Refused {
            order: self.order_text(),
            line: shown(line),
        }
    }

    /// The order as errors name it: the size of a board says more than its stones.
    fn order_text(&self) -> String {
        match self.order {
            Order::Start { .. } => self.order.to_string(),
            order => order.keyword().to_owned(),
        }
    }
}

/// The square of a move, where it is legal.
fn legal(game: &Game, cell: Cell, line: &str) -> Result<Square, ExternalError> {
    let line = shown(line);
    let Some(square) = cell.square() else {
        let corner = game.shape().corner();
        let (column, row) = (corner.column(), corner.row());
        return Err(ExternalError::NoCell { line, column, row });
    };
    game.landing(square)
        .map_err(|reason| ExternalError::Illegal { line, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_not_allowed_is_named_with_the_reason() {
        let h8 = "h8".parse().unwrap();
        let game = Game::after("gomoku-15".parse().unwrap(), [h8]).unwrap();
        let legal = |text: &str| legal(&game, text.parse().unwrap(), text);
        for (line, expected) in [
            ("7,7", "taken"),
            ("15,0", "off the board"),
            ("-1,0", "0,0 to 14,14"),
            ("300,0", "0,0 to 14,14"),
        ] {
            let error = legal(line).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains(line), "{error}");
        }
        assert_eq!(legal("7,8").unwrap(), "h9".parse().unwrap());
    }
}
