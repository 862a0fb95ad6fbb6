//! Ctrl-C, and the system's wish that the program stop.

use crate::failure::Failure;

/// Listens from the moment it is made.
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
        let signal = |kind| {
            signal(kind)
                .map_err(|error| Failure::failed(format!("cannot listen for Ctrl-C ({error})")))
        };
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for the next one.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// Listens from the moment it is made.
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
        let problem = |error| Failure::failed(format!("cannot listen for Ctrl-C ({error})"));
        Ok(Self {
            interrupt: ctrl_c().map_err(problem)?,
            close: ctrl_close().map_err(problem)?,
        })
    }

    /// Waits for the next one.
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.close.recv() => {}
        }
    }
}
