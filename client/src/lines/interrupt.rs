//! Ctrl-C, the system's signal to terminate, and the end of the terminal.

use crate::failure::Failure;

fn not_listening(error: &std::io::Error) -> Failure {
    let problem = error.to_string();
    Failure::failed(say!("hosting-no-interrupt", problem = problem))
}

/// A listener for interrupts, from its creation on.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Interrupt {
    ctrl_c: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// None in a program that outlives its terminal.
    hang_up: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Interrupt {
    pub(super) fn listen() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = |kind| signal(kind).map_err(|error: std::io::Error| not_listening(&error));
        let hang_up = (!outlives_its_terminal()).then(|| signal(SignalKind::hangup()));
        Ok(Self {
            ctrl_c: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: hang_up.transpose()?,
        })
    }

    /// Waits for the next interrupt.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            biased;
            _ = self.ctrl_c.recv() => {}
            _ = self.terminate.recv() => {}
            Some(()) = next_of(self.hang_up.as_mut()) => {}
        }
    }
}

#[cfg(unix)]
async fn next_of(signal: Option<&mut tokio::signal::unix::Signal>) -> Option<()> {
    signal?.recv().await
}

/// Returns true where SIGHUP was ignored when the program began, as by `nohup`, and stays so, or where that cannot be
/// known: a listener would end a program that was to go on.
#[cfg(unix)]
fn outlives_its_terminal() -> bool {
    // Linux lists the signals that are ignored, a bit for each from SIGHUP on. Elsewhere only unsafe code could ask.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask & 1 != 0)
}

/// A listener for interrupts, from its creation on.
#[cfg(windows)]
#[derive(Debug)]
pub(super) struct Interrupt {
    interrupt: tokio::signal::windows::CtrlC,
    close: tokio::signal::windows::CtrlClose,
}

#[cfg(windows)]
impl Interrupt {
    pub(super) fn listen() -> Result<Self, Failure> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        let problem = |error: std::io::Error| not_listening(&error);
        Ok(Self {
            interrupt: ctrl_c().map_err(problem)?,
            close: ctrl_close().map_err(problem)?,
        })
    }

    /// Waits for the next interrupt.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            biased;
            _ = self.interrupt.recv() => {}
            _ = self.close.recv() => {}
        }
    }
}
