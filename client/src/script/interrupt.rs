//! Ctrl-C, and the system's signal to terminate.

use crate::failure::Failure;

fn not_listening(error: &std::io::Error) -> Failure {
    let problem = error.to_string();
    Failure::failed(say!("hosting-no-interrupt", problem = problem))
}

/// A listener for interrupts, from its creation on.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Interrupt {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Interrupt {
    pub(super) fn listen() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let signal = |kind| signal(kind).map_err(|error: std::io::Error| not_listening(&error));
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next interrupt.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            biased;
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
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
