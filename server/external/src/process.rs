//! The child process: its pipes, and how it is ended.
//!
//! Three threads of its own serve the pipes, so that neither a child that does not read nor one that does
//! not write can hold up whoever asks. They end with the pipes, and those with the process group.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::Duration;

use tracing::trace;

use crate::lines::{self, Line};
use crate::stopwatch::Stopwatch;
use crate::words::shown;
use crate::{Limits, bounds};

/// Lines that may wait to be heard. A child that says more waits with its pipe full; the longest that there can
/// be are 4 MiB together.
const UNHEARD: usize = 64;

/// What a child has after `END` before it is ended by force; real ones leave at once.
const LEAVE: Duration = Duration::from_millis(500);

/// What a child that closed its output has to end by itself, so that its own exit status is seen, and what
/// the last line on its standard error has to arrive.
const LAST_BREATH: Duration = Duration::from_millis(200);

/// A child process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// None once nothing more is to be said.
    orders: Option<Sender<String>>,
    heard: Receiver<Heard>,
    /// What comes before all that.
    unheard: Option<Heard>,
    /// The last line on its standard error, when that ends.
    last_words: Receiver<String>,
    /// The computing time that it was allowed so far.
    allowed: Duration,
    /// It closed its output.
    closed: bool,
    /// It was ended and waited for.
    ended: bool,
}

/// What came of listening.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// A line.
    Line(String),
    /// A line that does not end.
    TooLong,
    /// It closed its output: it ended, as a rule.
    End,
    /// Nothing in that time.
    Nothing,
}

impl Process {
    /// Starts a program, in a process group of its own where there are such.
    ///
    /// # Errors
    ///
    /// There is no such program, or it cannot be run.
    pub(crate) fn spawn(words: &[String], limits: Limits) -> io::Result<Self> {
        let [program, arguments @ ..] = words else {
            return Err(io::Error::new(
                io::ErrorKind::NotFound,
                "no program is named",
            ));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for us, and what the engine starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        bounds::bound_memory(&child, limits.memory_mib);
        let (orders, to_write) = mpsc::channel();
        let (hears, heard) = mpsc::sync_channel(UNHEARD);
        let (mourner, last_words) = mpsc::channel();
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            orders: Some(orders),
            heard,
            unheard: None,
            last_words,
            allowed: Duration::ZERO,
            closed: false,
            ended: false,
        };
        process.allow(limits.start);
        let piped = "it was asked for";
        let (stdin, stdout, stderr) = (
            stdin.expect(piped),
            stdout.expect(piped),
            stderr.expect(piped),
        );
        // Where a thread cannot be started, dropping the process ends it.
        thread("engine stdin", move || write(stdin, &to_write))?;
        thread("engine stdout", move || listen(stdout, &hears))?;
        thread("engine stderr", move || drain(stderr, &mourner))?;
        Ok(process)
    }

    /// Says a line, or several. Never waits.
    pub(crate) fn tell(&self, lines: &str) {
        trace!(lines, "the engine is told");
        if let Some(orders) = &self.orders {
            // Where it does not listen any more, the answer will be missing.
            let _ = orders.send(format!("{lines}\n"));
        }
    }

    /// Listens for so long.
    pub(crate) fn hear(&mut self, within: Duration) -> Heard {
        let heard = match self.unheard.take() {
            Some(heard) => heard,
            None => match self.heard.recv_timeout(within) {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => Heard::Nothing,
                Err(RecvTimeoutError::Disconnected) => Heard::End,
            },
        };
        self.closed |= heard == Heard::End;
        heard
    }

    /// Forgets lines that nobody asked for, as many as may have waited.
    pub(crate) fn forget_what_was_said(&mut self) {
        for heard in self.heard.try_iter().take(UNHEARD) {
            match heard {
                Heard::Line(line) => trace!(line, "the engine says unasked"),
                Heard::TooLong | Heard::End | Heard::Nothing => {
                    self.unheard = Some(heard);
                    return;
                }
            }
        }
    }

    /// Lets it compute for so much longer.
    pub(crate) fn allow(&mut self, time: Duration) {
        self.allowed = self.allowed.saturating_add(time);
        bounds::bound_time(&self.child, self.allowed);
    }

    /// Ends it at once with all it started, if it has not ended by itself; returns how it ended and the last
    /// line on its standard error.
    pub(crate) fn kill(&mut self) -> (Option<ExitStatus>, String) {
        self.orders = None;
        if self.closed {
            let since = Stopwatch::start();
            while !has_ended(&mut self.child) && since.elapsed() < LAST_BREATH {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let status = self.end_by_force();
        let last_words = self.last_words.recv_timeout(LAST_BREATH);
        (status, last_words.unwrap_or_default())
    }

    /// Ends what is left of it.
    fn end_by_force(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            // Before the child is waited for: its number cannot be another's as long as it is not.
            end_group(&mut self.child);
            self.ended = true;
        }
        self.child.wait().ok()
    }
}

/// Tells it to end, gives it a moment, and ends it.
impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.tell("END");
            self.orders = None;
            let since = Stopwatch::start();
            let left = || LEAVE.saturating_sub(since.elapsed());
            while !self.closed && !left().is_zero() {
                self.hear(left());
            }
            self.end_by_force();
        }
    }
}

/// Whether the child has ended; it stays to be waited for.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
    !matches!(status, Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills the child with all it started.
#[cfg(unix)]
fn end_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // Where nobody is left, nobody has to be ended.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Kills the child; what it started is not known here.
#[cfg(not(unix))]
fn end_group(child: &mut Child) {
    // Where it has ended, it does not have to be.
    let _ = child.kill();
}

fn thread(name: &str, life: impl FnOnce() + Send + 'static) -> io::Result<()> {
    // Not joined: it ends with its pipe, which something that left the process group could keep open.
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(life)?;
    Ok(())
}

/// Writes orders, and closes the pipe after the last.
fn write(mut stdin: ChildStdin, orders: &Receiver<String>) {
    for order in orders {
        if stdin
            .write_all(order.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Passes lines on until there are no more, nobody wants them, or one is too long.
fn listen(stdout: impl Read, hears: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let heard = match lines::next(&mut stdout) {
            Ok(Some(Line::Text(line))) => Heard::Line(line),
            Ok(Some(Line::TooLong)) => Heard::TooLong,
            Ok(None) | Err(_) => return,
        };
        let goes_on = heard != Heard::TooLong;
        if hears.send(heard).is_err() || !goes_on {
            return;
        }
    }
}

/// Reads all of it and keeps the last line, for when somebody asks why the engine ended.
fn drain(stderr: impl Read, mourner: &Sender<String>) {
    let mut stderr = BufReader::new(stderr);
    let mut last = String::new();
    while let Ok(Some(line)) = lines::next(&mut stderr) {
        if let Line::Text(line) = line
            && !line.is_empty()
        {
            trace!(line, "the engine complains");
            last = shown(&line);
        }
    }
    // Nobody asks, as a rule.
    let _ = mourner.send(last);
}
