//! The server in this program, which is started and stopped from the screens.

use std::net::{Ipv6Addr, SocketAddr};

use super::EventLoop;
use crate::args::DEFAULT_PORT;
#[cfg(feature = "host")]
use crate::failure::Failure;
use crate::ui::Event;
#[cfg(feature = "host")]
use crate::ui::ServerHere;

/// The settings of a server for others.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    not(feature = "host"),
    expect(dead_code, reason = "nobody is served without a server")
)]
pub(super) struct Hosting {
    pub(super) listen: SocketAddr,
    pub(super) keep: bool,
}

impl Default for Hosting {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv6Addr::UNSPECIFIED, DEFAULT_PORT)),
            keep: true,
        }
    }
}

impl EventLoop {
    /// True while this program serves others.
    pub(super) fn is_hosting(&self) -> bool {
        #[cfg(feature = "host")]
        let url = self.hosted.as_ref().map(|hosted| &hosted.url);
        #[cfg(not(feature = "host"))]
        let url: Option<&String> = None;
        url.is_some_and(|url| self.servers.contains(url))
    }

    #[cfg(feature = "host")]
    pub(super) async fn host(&mut self, for_others: bool, port: Option<u16>) {
        let options = if for_others {
            let directory = self.seats.directory().map(std::path::Path::to_path_buf);
            let mut listen = self.hosting.listen;
            if let Some(port) = port {
                listen.set_port(port);
            }
            crate::host::Options {
                name: crate::host::announced_name(self.name.as_deref()),
                listen,
                keep: directory.clone().filter(|_| self.hosting.keep),
                key: directory,
                discovery: self.discovery,
                exhibition: true,
            }
        } else {
            crate::host::Options::private()
        };
        let is_kept = options.keep.is_some();
        let event = match crate::host::serve(options).await {
            Ok(hosted) => {
                let url = hosted.url.clone();
                self.private = !for_others;
                if for_others {
                    self.app.home.here = ServerHere {
                        key: hosted.key.map(|key| key.to_string()),
                        is_kept,
                    };
                }
                let (place, urls) = if for_others {
                    let urls = hosted.urls.clone();
                    (&mut self.hosted, urls)
                } else {
                    (&mut self.alone, Vec::new())
                };
                *place = Some(hosted);
                Event::Hosted { url, urls }
            }
            Err(crate::host::NotServing::Taken(address)) => Event::PortTaken(address.port()),
            Err(problem) => Event::Failed(Failure::from(problem).message),
        };
        // The loop that reads it is the one that runs this.
        let _ = self.outcome_sender.send(event);
    }

    #[cfg(not(feature = "host"))]
    #[expect(clippy::unused_async, reason = "as with a server inside")]
    pub(super) async fn host(&mut self, _: bool, _: Option<u16>) {
        let problem = say!("hosting-no-server");
        let _ = self.outcome_sender.send(Event::Failed(problem));
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
        shut_down(&mut self.hosted).await;
    }
}

#[cfg(feature = "host")]
pub(super) async fn shut_down(server: &mut Option<crate::host::Hosted>) {
    if let Some(server) = server.take() {
        // Its errors went to its log; the person has left it.
        let _ = server.shut_down().await;
    }
}
