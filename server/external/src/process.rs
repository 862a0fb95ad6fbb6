//! The child process: its pipes, and how it is ended.
//!
//! [`Order`] -> thread that writes -> child -> thread that reads -> [`Answer`]
//!
//! Three threads of its own serve the pipes, so that neither a child that does not read nor one that does
//! not write can hold up its user. They end with the pipes, and those with the process group.

use std::fmt::Write as _;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::time::Duration;

use tracing::trace;

use crate::answer::{Answer, NoAnswer};
use crate::fence::{Folder, InForce, Plan};
use crate::limits::Limits;
use crate::lines::{self, Line};
use crate::order::Order;
use crate::resource_limits;
use crate::running;
use crate::stopwatch::Stopwatch;
use crate::text::shown;

/// Lines that may wait to be read. A child that writes more waits with its pipe full; the longest possible ones,
/// with the text of their answers, are 8 MiB together.
const MAX_UNREAD: usize = 64;

/// Time to exit after `END` before the child is killed; real ones exit at once.
const EXIT_TIME: Duration = Duration::from_millis(500);

/// Time for a child that closed its output to exit by itself, so that its own exit status is seen, and for
/// the last line on its standard error to arrive.
const STATUS_TIME: Duration = Duration::from_millis(200);

/// A child process.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// None once there are no more orders.
    orders: Option<Sender<String>>,
    output: Receiver<Output>,
    /// Comes before `output`: taken out of it by [`Process::discard_unread`] or [`Process::wait`], which keep it.
    next_output: Option<Output>,
    /// Running since its last line was read.
    last_line: Option<Stopwatch>,
    /// The last line on its standard error, when that ends.
    last_words: Receiver<String>,
    /// Computing time that it was allowed so far.
    cpu_limit: Duration,
    /// It closed its output.
    closed: bool,
    /// It was killed and waited for.
    ended: bool,
    /// The folder that it may write in, and the parts of its fence that are in force; none without a fence.
    fence: Option<(Folder, InForce)>,
}

/// Output of the child.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// A line, and its meaning.
    Line {
        line: String,
        answer: Result<Answer, NoAnswer>,
    },
    /// A line that does not end.
    TooLong,
    /// It closed its output: it exited, as a rule.
    End,
    /// Nothing within the time of the reader.
    Nothing,
}

impl Process {
    /// Starts a program, in a process group of its own where there are such, and in its fence if it has one. With a
    /// fence, also an open one, it ends with the thread that calls this, and with this program however that ends.
    ///
    /// # Errors
    ///
    /// There is no such program, or it cannot be run; the fence does not begin within the time of a start.
    pub(crate) fn spawn(words: &[String], limits: Limits, plan: Option<&Plan>) -> io::Result<Self> {
        let Some(plan) = plan else {
            return Self::start(&mut plain(words)?, None, limits);
        };
        if plan.is_open() {
            return Self::start(&mut plan.open_command(words), None, limits);
        }
        let folder = Folder::new()?;
        let mut command = plan.command(words, folder.path());
        let mut process = Self::start(&mut command, Some(folder.path()), limits)?;
        let first = process.read(limits.start);
        let in_force = match &first {
            Output::Line { line, .. } => Plan::in_force(line),
            Output::TooLong | Output::End | Output::Nothing => None,
        };
        let Some(in_force) = in_force else {
            let (_, last_words) = process.kill();
            return Err(io::Error::other(format!(
                "its fence does not begin {last_words:?}"
            )));
        };
        // The engine may be another process than the one that was started, and older than its limit.
        resource_limits::limit_memory(&process.child, limits.memory_mib);
        process.fence = Some((folder, in_force));
        Ok(process)
    }

    fn start(command: &mut Command, folder: Option<&Path>, limits: Limits) -> io::Result<Self> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is for us, and what the engine starts is ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = running::start(command, folder)?;
        resource_limits::limit_memory(&child, limits.memory_mib);
        let (orders, to_write) = mpsc::channel();
        let (read_lines, output) = mpsc::sync_channel(MAX_UNREAD);
        let (last_line, last_words) = mpsc::channel();
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let mut process = Self {
            child,
            orders: Some(orders),
            output,
            next_output: None,
            last_line: None,
            last_words,
            cpu_limit: Duration::ZERO,
            closed: false,
            ended: false,
            fence: None,
        };
        process.extend_cpu_limit(limits.start);
        let piped = "it was asked for";
        let (stdin, stdout, stderr) = (
            stdin.expect(piped),
            stdout.expect(piped),
            stderr.expect(piped),
        );
        // Where a thread cannot be started, dropping the process ends it.
        thread("engine stdin", move || write(stdin, &to_write))?;
        thread("engine stdout", move || read_answers(stdout, &read_lines))?;
        thread("engine stderr", move || drain(stderr, &last_line))?;
        Ok(process)
    }

    /// Writes orders, a line each, in one piece. Never waits.
    pub(crate) fn tell(&self, orders: &[Order]) {
        let mut lines = String::new();
        for order in orders {
            writeln!(lines, "{order}").expect("a string takes any text");
        }
        trace!(lines, "the engine is told");
        if let Some(orders) = &self.orders {
            // Where the child does not read any more, the answer will be missing.
            let _ = orders.send(lines);
        }
    }

    /// Tells the child which folder it may write in, if it has one.
    pub(crate) fn tell_folder(&self) {
        if let Some((folder, _)) = &self.fence
            && let Some(orders) = &self.orders
        {
            // Not by an `Order`, which is copied and has no text of its own.
            let _ = orders.send(format!("INFO folder {}/\n", folder.path().display()));
        }
    }

    /// The parts of its fence that are in force; none without a fence.
    pub(crate) fn in_force(&self) -> Option<InForce> {
        self.fence.as_ref().map(|(_, in_force)| *in_force)
    }

    /// Waits for the next output, `within` at most.
    pub(crate) fn read(&mut self, within: Duration) -> Output {
        let output = match self.next_output.take() {
            Some(output) => output,
            None => match self.output.recv_timeout(within) {
                Ok(output) => output,
                Err(RecvTimeoutError::Timeout) => Output::Nothing,
                Err(RecvTimeoutError::Disconnected) => Output::End,
            },
        };
        self.closed |= output == Output::End;
        if let Output::Line { .. } = output {
            self.last_line = Some(Stopwatch::start());
        }
        output
    }

    /// Time that is left of this span since the last line of the child.
    pub(crate) fn unsettled(&self, span: Duration) -> Duration {
        let since = self.last_line.map(Stopwatch::elapsed);
        since.map_or(Duration::ZERO, |since| span.saturating_sub(since))
    }

    /// Waits for this span, or less if the child writes a line that answers no order, which is dropped, or ends.
    pub(crate) fn wait(&mut self, span: Duration) {
        let last_line = self.last_line;
        match self.read(span) {
            Output::Line { line, .. } => {
                trace!(line, "the engine says unasked");
                // A child that talks on and on would be waited for without an end.
                self.last_line = last_line;
            }
            Output::Nothing => {}
            end @ (Output::TooLong | Output::End) => {
                // There is nothing to wait for any more.
                self.last_line = None;
                self.next_output = Some(end);
            }
        }
    }

    /// Discards the lines that wait to be read, which answer no order; at most as many as can wait.
    pub(crate) fn discard_unread(&mut self) {
        for output in self.output.try_iter().take(MAX_UNREAD) {
            match output {
                Output::Line { line, .. } => trace!(line, "the engine says unasked"),
                Output::TooLong | Output::End | Output::Nothing => {
                    self.next_output = Some(output);
                    return;
                }
            }
        }
    }

    /// Allows the child this much more computing time.
    pub(crate) fn extend_cpu_limit(&mut self, time: Duration) {
        self.cpu_limit = self.cpu_limit.saturating_add(time);
        resource_limits::limit_cpu_time(&self.child, self.cpu_limit);
    }

    /// Kills the child at once with all it started, if it has not exited by itself; returns its exit status and the
    /// last line on its standard error.
    pub(crate) fn kill(&mut self) -> (Option<ExitStatus>, String) {
        self.orders = None;
        if self.closed {
            let since = Stopwatch::start();
            while !has_exited(&mut self.child) && since.elapsed() < STATUS_TIME {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let status = self.kill_group();
        let last_words = self.last_words.recv_timeout(STATUS_TIME);
        (status, last_words.unwrap_or_default())
    }

    /// Kills the process group and waits for the child.
    fn kill_group(&mut self) -> Option<ExitStatus> {
        if !self.ended {
            // Before the child is waited for: its number cannot be another's as long as it is not.
            running::end(&mut self.child);
            self.ended = true;
        }
        self.child.wait().ok()
    }
}

/// Tells the child to end, waits for [`EXIT_TIME`] at most, and kills it.
impl Drop for Process {
    fn drop(&mut self) {
        if !self.ended {
            self.tell(&[Order::End]);
            self.orders = None;
            let since = Stopwatch::start();
            let left = || EXIT_TIME.saturating_sub(since.elapsed());
            while !self.closed && !left().is_zero() {
                self.read(left());
            }
            self.kill_group();
        }
    }
}

/// The command of these words without a fence.
fn plain(words: &[String]) -> io::Result<Command> {
    let [program, arguments @ ..] = words else {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            "no program is named",
        ));
    };
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}

/// Returns whether the child has exited; it stays to be waited for.
#[cfg(unix)]
fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(Pid::from_child(child)), options);
    !matches!(status, Ok(None))
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
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

/// Reads answers until there are no more, nobody wants them, or a line is too long.
fn read_answers(stdout: impl Read, read_lines: &SyncSender<Output>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let output = match lines::next(&mut stdout) {
            Ok(Some(Line::Text(line))) => Output::Line {
                answer: line.parse(),
                line,
            },
            Ok(Some(Line::TooLong)) => Output::TooLong,
            Ok(None) | Err(_) => return,
        };
        let goes_on = output != Output::TooLong;
        if read_lines.send(output).is_err() || !goes_on {
            return;
        }
    }
}

/// Reads standard error to its end and sends its last line, which may say why the engine exited.
fn drain(stderr: impl Read, last_line: &Sender<String>) {
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
    // Received only where the engine failed.
    let _ = last_line.send(last);
}
