//! The page in a browser, as people have it: touched by name, read by what it shows, on a name that is no loopback.
//!
//! Needs Chromium; without one each test says that it is skipped. `BROWSER` names one that has another name,
//! `ENLINEA_REQUIRE_BROWSER` makes its absence a failure, `ENLINEA_PICTURES` names a directory for pictures, and
//! `ENLINEA_WEB` one with the files of the page, instead of those in the program.
//!
//! The pictures of the page in `client/MANUAL.md` are four of those that
//! `ENLINEA_PICTURES=server/pictures cargo test -p tests --test whole -- web::` takes.

mod access;
mod adversity;
mod browser;
mod connection;
mod cost;
mod evening;
mod flows;
mod form;
mod games;
mod invitations;
mod keyboard;
mod page;
mod past;
mod relay;
mod screens;
#[cfg(target_os = "linux")]
mod several_servers;
mod talk;
mod tournament;
mod trying;
mod tv;

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::json;
use server::{Config, store};

use self::browser::{Devtools, HOST};
use self::page::{Device, Page};
use crate::harness::{Client, PATIENCE, TestServer, me_and_open, quiet, spec};

/// Configuration of a server that pages reach by a name of the local network.
fn config() -> Config {
    Config {
        allowed_hosts: vec![HOST.to_owned()],
        web: std::env::var_os("ENLINEA_WEB").map(Into::into),
        // On a busy machine the browser connects, and asks for something much later.
        handshake: PATIENCE,
        // A test may wait for several pages before it reads a client again.
        silence: 10 * PATIENCE,
        ..quiet()
    }
}

async fn server() -> TestServer {
    TestServer::with(config(), store::memory()).await
}

/// A server whose page is not packed, for tests that ask its modules.
async fn server_of_modules() -> TestServer {
    let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/web");
    let config = Config {
        web: config().web.or_else(|| Some(web.into())),
        ..config()
    };
    TestServer::with(config, store::memory()).await
}

/// The link to a server, or to something on it.
fn link(address: SocketAddr, rest: &str) -> String {
    format!("http://{HOST}:{}/{rest}", address.port())
}

/// A page on which somebody waits for a friend, and the code of the room.
async fn inviting(devtools: &Arc<Devtools>, device: Device, at: SocketAddr) -> (Page, String) {
    let page = Page::open(devtools, device, &link(at, "")).await;
    let room = invites(&page).await;
    (page, room)
}

/// Has a page wait for a friend, and returns the code of the room.
async fn invites(page: &Page) -> String {
    page.tap("Invite a friend").await;
    page.until("the link to a room", "/^#[0-9A-Z]{6}$/.test(location.hash)")
        .await;
    page.shows("Waiting for a friend").await;
    let code = page.evaluate("location.hash.slice(1)").await;
    code.as_str().expect("text").to_owned()
}

/// A person at no page who has opened a room and made this move, and the page of who answers it.
async fn answering(
    devtools: &Arc<Devtools>,
    device: Device,
    server: &TestServer,
    name: &str,
    (variant, first_move): (&str, &str),
) -> (Client, Page) {
    let mut opener = server.client(name).await;
    let (room, _) = opener.open(spec(variant), me_and_open()).await;
    let here = link(server.address, &format!("#{room}"));
    let page = Page::open(devtools, device, &here).await;
    page.tap("Play").await;
    page.offers("a1 empty").await;
    opener.started().await;
    opener.play(first_move).await;
    page.shows("your turn").await;
    (opener, page)
}

/// Two people at a table, each at a page.
struct Table {
    /// The page of who plays first.
    first: Page,
    second: Page,
    room: String,
}

impl Table {
    /// A friend opens the link that somebody on a device shows.
    async fn between(devtools: &Arc<Devtools>, devices: [Device; 2], at: SocketAddr) -> Self {
        let (ana, room) = inviting(devtools, devices[0], at).await;
        let bruno = Page::open(devtools, devices[1], &link(at, &format!("#{room}"))).await;
        bruno.tap("Play").await;
        for page in [&ana, &bruno] {
            page.offers("d1 empty").await;
        }
        let begins = ana.shows_one_of(&["your turn", "to move"]).await == 0;
        let (first, second) = if begins { (ana, bruno) } else { (bruno, ana) };
        Self {
            first,
            second,
            room,
        }
    }

    async fn on_phones(devtools: &Arc<Devtools>, at: SocketAddr) -> Self {
        Self::between(devtools, [Device::PHONE; 2], at).await
    }

    /// Plays cells in turn, from a board with `plies` discs on; both see each before the next is played.
    async fn play(&self, plies: usize, cells: &str) {
        for (ply, cell) in (plies..).zip(cells.split(' ')) {
            let (mover, disc) = if ply % 2 == 0 {
                (&self.first, "red")
            } else {
                (&self.second, "yellow")
            };
            mover.shows("your turn").await;
            mover.tap(&format!("{cell} empty")).await;
            for page in [&self.first, &self.second] {
                page.offers(&format!("{cell} {disc}")).await;
            }
        }
    }

    async fn close(self) {
        self.first.close().await;
        self.second.close().await;
    }
}

/// Cells by which the first wins with four upright.
const WIN: &str = "d1 c1 d2 c2 d3 c3 d4";

#[tokio::test]
async fn the_page_comes_whole_from_the_server_without_a_secure_connection() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.offers("Invite a friend").await;
    assert_eq!(page.evaluate("isSecureContext").await, json!(false));
    page.picture("start").await;
    let here = link(server.address, "");
    for (method, said) in page.happened() {
        if method == "Network.responseReceived" {
            let (url, status) = (&said["response"]["url"], &said["response"]["status"]);
            let text = url.as_str().unwrap_or_default();
            let is_here = text.starts_with(&here) || text.starts_with("data:");
            assert!(is_here && *status == json!(200), "{url}: {status}");
        }
    }
    page.close().await;
    server.stop().await;
}
