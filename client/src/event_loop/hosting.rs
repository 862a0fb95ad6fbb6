//! The server in this program, which is started and stopped from the screens.

use std::net::SocketAddr;

#[cfg(feature = "host")]
use protocol::millis::Millis;
#[cfg(feature = "host")]
use server::store::OpenError;

use super::EventLoop;
#[cfg(feature = "host")]
use crate::args::listen_address;
#[cfg(feature = "host")]
use crate::failure::Failure;
#[cfg(feature = "host")]
use crate::host::NotServing;
use crate::ui::{Event, HostScope, Listen};
#[cfg(feature = "host")]
use crate::ui::{HostedUrls, ServerHere};

/// The directory of the games against bots in this program, below that of what is saved.
#[cfg(feature = "host")]
const OWN: &str = "own";

/// The servers in this program, and the settings of the one for others.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "host"),
    expect(dead_code, reason = "nobody is served without a server")
)]
pub(super) struct Hosting {
    /// The address of the command line; without one it is that of the environment, or the default.
    pub(super) listen: Option<SocketAddr>,
    /// True where it keeps its games.
    pub(super) keep: bool,
    /// The address that was tried last.
    pub(super) tried: Option<SocketAddr>,
    /// The server that serves others.
    #[cfg(feature = "host")]
    pub(super) public: Option<crate::host::Hosted>,
    /// The server that serves this client alone.
    #[cfg(feature = "host")]
    pub(super) private: Option<crate::host::Hosted>,
}

impl Default for Hosting {
    fn default() -> Self {
        Self {
            listen: None,
            keep: true,
            tried: None,
            #[cfg(feature = "host")]
            public: None,
            #[cfg(feature = "host")]
            private: None,
        }
    }
}

#[cfg(feature = "host")]
impl Hosting {
    /// The address to listen on, which becomes the one that was tried last.
    fn listen(&mut self, listen: Listen) -> Result<SocketAddr, Failure> {
        let usual = || self.listen.map_or_else(listen_address, Ok);
        let address = match listen {
            Listen::Usual => usual()?,
            Listen::Again(address) => address,
            Listen::Port(port) => {
                let mut address = self.tried.map_or_else(usual, Ok)?;
                address.set_port(port);
                address
            }
        };
        self.tried = Some(address);
        Ok(address)
    }
}

impl EventLoop {
    /// The address and the name of the server in this program that serves others, where this client is connected to it.
    #[cfg(feature = "host")]
    pub(super) fn hosted_here(&self) -> Option<(SocketAddr, &str)> {
        let hosted = self.hosting.public.as_ref();
        let hosted = hosted.filter(|hosted| self.servers.contains(&hosted.url))?;
        Some((hosted.listen, &hosted.name))
    }

    #[cfg(not(feature = "host"))]
    #[expect(clippy::unused_self, reason = "as with a server inside")]
    pub(super) fn hosted_here(&self) -> Option<(SocketAddr, &str)> {
        None
    }

    /// The settings of a server of this scope.
    #[cfg(feature = "host")]
    fn host_options(
        &mut self,
        scope: HostScope,
        listen: Listen,
    ) -> Result<crate::host::Options, Failure> {
        let directory = self.seats.directory().map(std::path::Path::to_path_buf);
        let private = crate::host::Options::private();
        Ok(match scope {
            HostScope::ThisClient | HostScope::Keyboard => private,
            HostScope::Own => crate::host::Options {
                keep: directory.map(|directory| directory.join(OWN)),
                // They are in the library.
                ended: Some(Millis::ZERO),
                ..private
            },
            HostScope::Network => {
                // A seat that was saved is on a server that kept its games.
                let keep = self.hosting.keep || matches!(listen, Listen::Again(_));
                crate::host::Options {
                    name: crate::host::announced_name(self.name.as_deref(), &self.seats),
                    listen: self.hosting.listen(listen)?,
                    keep: directory.clone().filter(|_| keep),
                    ended: None,
                    key: directory,
                    discovery: self.discovery,
                    exhibition: true,
                }
            }
        })
    }

    /// Starts a server, and returns what came of it.
    #[cfg(feature = "host")]
    pub(super) async fn host(&mut self, scope: HostScope, listen: Listen) -> Event {
        let for_others = scope == HostScope::Network;
        let options = match self.host_options(scope, listen) {
            Ok(options) => options,
            Err(problem) => return Event::Failed(problem.message),
        };
        let mut is_kept = options.keep.is_some();
        let mut served = crate::host::serve(options).await;
        if scope == HostScope::Own
            && let Err(problem) = served
        {
            let problem = own_unkept(problem);
            // The way back to a game is kept: its file may be repaired.
            if self.app.goal_room().is_some() {
                return Event::Failed(problem);
            }
            // Another program has the games, or they cannot be kept: this one is played all the same.
            self.app.say_for_long(problem);
            is_kept = false;
            served = crate::host::serve(crate::host::Options::private()).await;
        }
        match served {
            Ok(hosted) => {
                let own = hosted.url.clone();
                self.is_private = !for_others;
                self.keeps_own = scope == HostScope::Own && is_kept;
                let mut urls = Vec::new();
                if for_others {
                    self.app.home.here = ServerHere {
                        key: hosted.key.map(|key| key.to_string()),
                        is_kept,
                    };
                    urls.clone_from(&hosted.urls);
                    self.hosting.public = Some(hosted);
                } else {
                    self.hosting.private = Some(hosted);
                }
                Event::Hosted(HostedUrls {
                    own,
                    for_others: urls,
                    is_kept,
                })
            }
            Err(NotServing::Taken(address)) => Event::PortTaken(address.port()),
            Err(problem) => Event::Failed(Failure::from(problem).message),
        }
    }

    #[cfg(not(feature = "host"))]
    #[expect(clippy::unused_async, reason = "as with a server inside")]
    pub(super) async fn host(&mut self, _: HostScope, _: Listen) -> Event {
        Event::Failed(say!("hosting-no-server"))
    }

    #[cfg_attr(
        not(feature = "host"),
        expect(
            clippy::unused_async,
            reason = "a server inside takes its time to stop"
        )
    )]
    pub(super) async fn stop_server(&mut self) {
        #[cfg(feature = "host")]
        shut_down(&mut self.hosting.public).await;
        self.temporary_seats.retain(|seat| !seat.hosted);
        self.list_seats();
    }
}

/// Says why a game of this person's own is not kept.
#[cfg(feature = "host")]
fn own_unkept(problem: NotServing) -> String {
    match problem {
        NotServing::Unopened(OpenError::Locked { .. }) => say!("hosting-own-unkept"),
        problem => {
            // What follows names options of a server.
            let problem = Failure::from(problem).message;
            let problem = problem.split(';').next().unwrap_or_default();
            say!("hosting-own-unreadable", problem = problem)
        }
    }
}

#[cfg(feature = "host")]
pub(super) async fn shut_down(server: &mut Option<crate::host::Hosted>) {
    if let Some(server) = server.take() {
        // Its errors went to its log; the person has left it.
        let _ = server.shut_down().await;
    }
}
