//! The service manager, such as systemd: the socket that it passes, and what it is told.
//!
//! `LISTEN_FDS` -> [`passed_listener`]; `READY=1`, `STATUS=`, `WATCHDOG=1` and `STOPPING=1` -> `NOTIFY_SOCKET`
//!
//! Without these variables nothing happens here; on systems without such a manager only empty functions are compiled.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

/// Returns the listening socket that the service manager passed, if it passed one; it goes to no child process.
///
/// To be called while the program has one thread: the variables are taken out of its environment.
///
/// # Errors
///
/// Something else than one socket of TCP was passed.
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
    #[cfg(unix)]
    {
        let mut passed = listenfd::ListenFd::from_env();
        // Others would stay open in each engine that is started.
        if passed.len() > 1 {
            return Err(io::Error::other(format!(
                "{} sockets were passed and the server takes one, of its players: leave one ListenStream in the unit",
                passed.len()
            )));
        }
        let listener = passed.take_tcp_listener(0)?;
        if let Some(listener) = &listener {
            listener.set_nonblocking(true)?;
        }
        Ok(listener)
    }
    #[cfg(not(unix))]
    Ok(None)
}

/// The manager that started the server as a service, or none.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServiceManager {
    is_there: bool,
    /// Time without a sign of life after which the server is ended and started anew.
    watchdog: Option<Duration>,
}

impl ServiceManager {
    /// Returns the manager that the environment names.
    pub fn from_env() -> Self {
        #[cfg(target_os = "linux")]
        return Self {
            is_there: std::env::var_os("NOTIFY_SOCKET").is_some(),
            watchdog: sd_notify::watchdog_enabled(),
        };
        #[cfg(not(target_os = "linux"))]
        Self::default()
    }

    /// Tells that the server serves, on this address.
    pub(crate) fn ready(self, address: std::net::SocketAddr) {
        self.tell(&format!("READY=1\nSTATUS=serving on {address}"));
    }

    /// Tells that the server ends, by itself or because it was asked.
    pub(crate) fn stopping(self) {
        self.tell("STOPPING=1\nSTATUS=rooms finish what was asked");
    }

    /// Gives signs of life until `stop`, twice as often as they are expected, since one may be late.
    ///
    /// They come from a task like those of rooms and connections: they end with whatever keeps these from running, as
    /// when all threads of the runtime wait for a lock. A disk that fails or hangs is none of that: moves are refused
    /// or wait meanwhile, and starting anew would not help.
    pub(crate) async fn watch(self, stop: CancellationToken) {
        let Some(watchdog) = self.watchdog.filter(|watchdog| !watchdog.is_zero()) else {
            return;
        };
        let mut signs = interval(watchdog / 2);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                _ = signs.tick() => self.tell("WATCHDOG=1"),
            }
        }
    }

    fn tell(self, words: &str) {
        #[cfg(target_os = "linux")]
        if self.is_there
            && let Err(error) = sd_notify::notify(&[sd_notify::NotifyState::Custom(words)])
        {
            tracing::warn!(%error, words, "the service manager cannot be told");
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (self.is_there, words);
    }
}
