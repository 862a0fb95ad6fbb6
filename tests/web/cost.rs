//! What a page costs: bytes, requests, time to the first words, processor time while watching.
//!
//! `cargo test -p tests --test whole -- web::cost --nocapture` prints the figures; the bounds are what a phone on a
//! local network does not notice. `ENLINEA_PAGES=50` has 50 pages watch one game, which takes some GB.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use protocol::side::BySide;
use protocol::spec::GameSpec;
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{link, server};
use crate::harness::{Pair, bot, spec};

/// Most bytes of the page as it is sent, with one language and the heads of the answers, until it can be used.
const MOST_BYTES: u64 = 109_000;

/// The script that comes when the page has nothing else to do, and what it may have.
const LATER: (&str, u64) = ("/later.js", 22_000);

/// Most requests: the document, a script and what it says if that does not come, a style sheet, and one language.
const MOST_REQUESTS: usize = 5;

/// Most bytes when the page is loaded again: the head of an answer that says that the document is the same.
const MOST_AGAIN: u64 = 1_000;

/// Addresses that were asked for, each with the bytes that came for it over the network.
fn traffic(page: &Page) -> Vec<(String, u64)> {
    let mut asked = BTreeMap::new();
    for (method, said) in page.happened() {
        let id = said["requestId"].to_string();
        match &*method {
            "Network.requestWillBeSent" => {
                let url = said["request"]["url"].as_str().unwrap_or_default();
                if url.starts_with("http") {
                    asked.insert(id, (url.to_owned(), 0));
                }
            }
            "Network.loadingFinished" => {
                if let Some((_, bytes)) = asked.get_mut(&id) {
                    *bytes += said["encodedDataLength"].as_f64().unwrap_or_default() as u64;
                }
            }
            _ => {}
        }
    }
    asked.into_values().collect()
}

fn bytes(traffic: &[(String, u64)]) -> u64 {
    traffic.iter().map(|(_, bytes)| bytes).sum()
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the figures")]
async fn the_page_is_small_and_comes_once() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    // A page that no window shows is never painted: the moment of the first words stands for it.
    page.at_first(
        "new MutationObserver((_, observer) => {
            if (!document.body?.innerText.trim()) return;
            window.firstWords = performance.now();
            observer.disconnect();
        }).observe(document, { subtree: true, childList: true });",
    )
    .await;
    page.go(&link(server.address, "")).await;
    page.offers("Play the bot").await;
    let come =
        "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/later.js'))";
    page.until("what is opened later", come).await;
    let all = traffic(&page);
    let (later, first): (Vec<_>, Vec<_>) = all
        .iter()
        .cloned()
        .partition(|(url, _)| url.ends_with(LATER.0));
    let addresses: BTreeSet<_> = all.iter().map(|(url, _)| url).collect();
    assert_eq!(addresses.len(), all.len(), "asked for again: {all:#?}");
    println!(
        "{} requests, {} bytes and {} later, first words after {:.0} ms",
        first.len(),
        bytes(&first),
        bytes(&later),
        page.evaluate("firstWords")
            .await
            .as_f64()
            .expect("a number")
    );
    assert!(first.len() <= MOST_REQUESTS, "{first:#?}");
    assert!(bytes(&first) <= MOST_BYTES, "{first:#?}");
    assert!((1..=LATER.1).contains(&bytes(&later)), "{later:?}");
    page.reload().await;
    page.offers("Play the bot").await;
    let again = bytes(&traffic(&page)) - bytes(&all);
    println!("{again} bytes when it is loaded again");
    assert!(again <= MOST_AGAIN, "{again} bytes");
    page.close().await;
    server.stop().await;
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the figures")]
async fn a_page_that_watches_leaves_the_phone_cool() {
    /// Time for which it is watched.
    const WATCHED: Duration = Duration::from_secs(5);
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut opener = server.client("Ana").await;
    let spec = GameSpec {
        pace: "700".parse().expect("milliseconds"),
        ..spec("gomoku-15")
    };
    let seats = BySide {
        first: bot("random"),
        second: bot("random"),
    };
    let room = opener.open_for(spec, seats).await;
    let here = link(server.address, &format!("#{room}"));
    let page = Page::open(&devtools, Device::PHONE, &here).await;
    page.tap("Watch").await;
    page.offers("Look back").await;
    // The time on a processor, not that in which a task waits for one.
    page.command("Performance.enable", json!({ "timeDomain": "threadTicks" }))
        .await;
    let before = page.busy().await;
    sleep(WATCHED).await;
    let busy = (page.busy().await - before) / WATCHED.as_secs_f64();
    println!("{:.1} % of a core while watching", busy * 100.0);
    assert!(busy < 0.5, "{:.1} % of a core", busy * 100.0);
    page.close().await;
    server.stop().await;
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the figures")]
async fn a_move_reaches_every_page_that_watches() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let pages = std::env::var("ENLINEA_PAGES").ok();
    let pages = pages.and_then(|pages| pages.parse().ok()).unwrap_or(6);
    let server = server().await;
    let mut pair = Pair::at(&server, spec("connect-four")).await;
    let here = link(server.address, &format!("#{}", pair.room));
    let begun = Instant::now();
    let mut watching = Vec::new();
    for _ in 0..pages {
        let page = Page::open(&devtools, Device::PHONE, &here).await;
        page.tap("Watch").await;
        page.offers("d1 empty").await;
        watching.push(page);
    }
    println!("{pages} pages watch after {:.1?}", begun.elapsed());
    let begun = Instant::now();
    pair.play("4").await;
    let seen = "document.querySelector('[data-cell=d1]').ariaLabel.endsWith('red')";
    futures::future::join_all(watching.iter().map(|page| page.until("the move", seen))).await;
    println!("and all show a move after {:.1?}", begun.elapsed());
    for page in watching {
        page.close().await;
    }
    server.stop().await;
}
