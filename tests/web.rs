//! The page in a browser, as people have it: touched by name, read by what it shows, on a name that is no loopback.
//!
//! Needs Chromium; without one each test says that it is skipped. `BROWSER` names one that has another name,
//! `ENLINEA_REQUIRE_BROWSER` makes its absence a failure, `ENLINEA_PICTURES` names a directory for pictures.

mod browser;
mod page;
mod relay;

use std::net::SocketAddr;

use serde_json::json;
use server::{Config, store};

use self::browser::{Devtools, HOST};
use self::page::{Device, Page};
use crate::harness::{TestServer, quiet};

/// Configuration of a server that pages reach by a name of the local network.
fn config() -> Config {
    Config {
        allowed_hosts: vec![HOST.to_owned()],
        ..quiet()
    }
}

async fn server() -> TestServer {
    TestServer::with(config(), store::memory()).await
}

/// The link to a server, or to something on it.
fn link(address: SocketAddr, rest: &str) -> String {
    format!("http://{HOST}:{}/{rest}", address.port())
}

#[tokio::test]
async fn the_page_comes_whole_from_the_server_without_a_secure_connection() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.shows("enlinea").await;
    assert_eq!(page.evaluate("isSecureContext").await, json!(false));
    page.picture("start").await;
    let here = link(server.address, "");
    for (method, said) in page.happened() {
        if method == "Network.responseReceived" {
            let (url, status) = (&said["response"]["url"], &said["response"]["status"]);
            let is_here = url.as_str().is_some_and(|url| url.starts_with(&here));
            assert!(is_here && *status == json!(200), "{url}: {status}");
        }
    }
    page.close().await;
    server.stop().await;
}
