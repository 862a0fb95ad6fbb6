//! The server in this program, which is started and stopped from the screens.

use std::net::SocketAddr;

use super::EventLoop;
#[cfg(feature = "host")]
use crate::args::listen_address;
#[cfg(feature = "host")]
use crate::failure::Failure;
use crate::ui::{Event, HostScope, Listen};
#[cfg(feature = "host")]
use crate::ui::{HostedUrls, ServerHere};

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

    #[cfg(feature = "host")]
    /// Starts a server, and returns what came of it.
    pub(super) async fn host(&mut self, scope: HostScope, listen: Listen) -> Event {
        let for_others = scope == HostScope::Network;
        let options = if for_others {
            let directory = self.seats.directory().map(std::path::Path::to_path_buf);
            let address = match self.hosting.listen(listen) {
                Ok(address) => address,
                Err(problem) => return Event::Failed(problem.message),
            };
            // A seat that was saved is on a server that kept its games.
            let keep = self.hosting.keep || matches!(listen, Listen::Again(_));
            crate::host::Options {
                name: crate::host::announced_name(self.name.as_deref(), &self.seats),
                listen: address,
                keep: directory.clone().filter(|_| keep),
                key: directory,
                discovery: self.discovery,
                exhibition: true,
            }
        } else {
            crate::host::Options::private()
        };
        let is_kept = options.keep.is_some();
        match crate::host::serve(options).await {
            Ok(hosted) => {
                let url = hosted.url.clone();
                self.is_private = !for_others;
                if for_others {
                    self.app.home.here = ServerHere {
                        key: hosted.key.map(|key| key.to_string()),
                        is_kept,
                    };
                }
                let (place, urls) = if for_others {
                    let urls = hosted.urls.clone();
                    (&mut self.hosting.public, urls)
                } else {
                    (&mut self.hosting.private, Vec::new())
                };
                *place = Some(hosted);
                Event::Hosted(HostedUrls {
                    own: url,
                    for_others: urls,
                })
            }
            Err(crate::host::NotServing::Taken(address)) => Event::PortTaken(address.port()),
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

#[cfg(feature = "host")]
pub(super) async fn shut_down(server: &mut Option<crate::host::Hosted>) {
    if let Some(server) = server.take() {
        // Its errors went to its log; the person has left it.
        let _ = server.shut_down().await;
    }
}
