//! A relay between pages and a server, whose address stays when the server is another one, and which can fall silent.

use std::net::SocketAddr;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A relay that is gone when this is dropped.
pub(super) struct Relay {
    pub(super) address: SocketAddr,
    way: watch::Sender<Way>,
}

/// What a relay does with connections, those that are open included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Passes everything on to a server.
    To(SocketAddr),
    /// Passes nothing on, and closes nothing: a cable that was pulled out.
    Nowhere,
    /// Closes connections at once: nobody is there.
    Closed,
}

impl Relay {
    /// Passes connections on to a server.
    pub(super) async fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let (way, ways) = watch::channel(Way::To(server));
        tokio::spawn(async move {
            let mut gone = ways.clone();
            loop {
                tokio::select! {
                    biased;
                    changed = gone.changed() => if changed.is_err() { return },
                    accepted = listener.accept() => {
                        let (stream, _) = accepted.expect("accepts");
                        tokio::spawn(pass_on(stream, ways.clone()));
                    }
                }
            }
        });
        Self { address, way }
    }

    /// Passes nothing on from now on, and closes nothing.
    pub(super) fn freeze(&self) {
        self.way.send_replace(Way::Nowhere);
    }

    /// Closes all connections.
    pub(super) fn cut(&self) {
        self.way.send_replace(Way::Closed);
    }

    /// Passes connections on to a server; those that were frozen are closed.
    pub(super) fn heal(&self, server: SocketAddr) {
        self.way.send_replace(Way::To(server));
    }
}

async fn pass_on(mut stream: TcpStream, mut ways: watch::Receiver<Way>) {
    let way = *ways.borrow_and_update();
    match way {
        Way::Closed => {}
        // Nothing is said until the way is another one, or the relay gone.
        Way::Nowhere => {
            let _ = ways.changed().await;
        }
        Way::To(server) => {
            let Ok(mut other) = TcpStream::connect(server).await else {
                return;
            };
            tokio::select! {
                biased;
                changed = ways.changed() => if changed.is_err() { return },
                _ = copy_bidirectional(&mut stream, &mut other) => return,
            }
            if *ways.borrow_and_update() == Way::Nowhere {
                // Both ends are held open: neither learns anything.
                let _ = ways.changed().await;
            }
        }
    }
}
