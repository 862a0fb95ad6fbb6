//! Games that are over, and games that count for ratings, at pages of people with names of their own.

use std::sync::Arc;

use serde_json::json;
use server::store;

use super::access::{axe, wrong};
use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, config};
use crate::harness::TestServer;

/// A page of someone with a name, at the machine of the server itself, to which a page sends its key.
async fn page_of(devtools: &Arc<Devtools>, name: &str, server: &TestServer) -> Page {
    let page = Page::blank(devtools, Device::DESKTOP).await;
    page.at_first(&format!(
        "localStorage.setItem('enlinea.name', '\"{name}\"')"
    ))
    .await;
    page.go(&format!("http://{}/", server.address)).await;
    page.offers("Quick match").await;
    page
}

impl Page {
    /// Follows a link of the page itself.
    async fn goes_to(&self, place: &str) {
        self.evaluate(&format!("location.hash = {}; 0", json!(place)))
            .await;
    }
}

#[tokio::test]
async fn a_rated_game_is_found_in_the_history_and_opens_by_its_link() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    let store = store::sqlite(directory.path()).expect("opens");
    let server = TestServer::with(config(), store).await;
    let ana = page_of(&devtools, "Ana", &server).await;
    ana.tap("Quick match").await;
    ana.shows("Looking for an opponent").await;
    let bo = page_of(&devtools, "Bo", &server).await;
    bo.tap("Quick match").await;
    let begins = ana.shows_one_of(&["your turn", "to move"]).await == 0;
    let (first, second, won, lost) = if begins {
        (ana, bo, "Ana", "Bo")
    } else {
        (bo, ana, "Bo", "Ana")
    };
    let table = Table {
        first,
        second,
        room: String::new(),
    };
    table.first.shows("rated").await;
    table.play(0, WIN).await;
    // Both ratings are beside the result.
    for page in [&table.first, &table.second] {
        let both = r"/\(\+\d+\)/.test(document.body.innerText) && /\(−\d+\)/.test(document.body.innerText)";
        page.until("what the game did to the ratings", both).await;
    }
    table.first.picture("rated-over").await;
    table.first.reload().await;
    let change = r"/\(\+\d+\)/.test(document.body.innerText)";
    table.first.until("the same after a reload", change).await;
    table.first.goes_to("history").await;
    table.first.shows(&format!("{won} beat {lost}")).await;
    table.first.shows("rated").await;
    table.first.tap("Look back").await;
    table
        .first
        .until("its address", "location.hash === '#game=1'")
        .await;
    table.first.shows("four in a row, 7 moves").await;
    table.first.tap("Previous move").await;
    table.first.shows(&format!("{won} plays 4")).await;
    table.first.shows("a best move: a win in 1").await;
    table.first.shows("1 game").await;
    // A move is tried there as in any game.
    table.first.tap("e1 empty").await;
    table.first.shows("Trying").await;
    table.first.tap("Back to the game").await;
    // The address leads others to it, on any screen.
    table.second.resize(Device::PHONE).await;
    let game = format!("http://{}/#game=1", server.address);
    table.second.go(&game).await;
    table.second.reload().await;
    table.second.shows(&format!("{won} beat {lost}")).await;
    table.second.tap("Previous move").await;
    table.second.shows(&format!("{won} plays 4")).await;
    table.second.goes_to("profile").await;
    table.second.shows("0 won · 0 drawn · 1 lost").await;
    table.second.goes_to("leaderboard").await;
    table.second.shows("Not placed yet").await;
    table.second.shows(won).await;
    for (name, device) in [
        ("phone", Device::PHONE),
        ("small", Device::SMALL_PHONE),
        ("desktop", Device::DESKTOP),
    ] {
        table.second.resize(device).await;
        fits(&table.second, name, won).await;
    }
    table.close().await;
    server.stop().await;
}

/// Asserts that the screens of games that are over need no scrolling sideways, and that axe-core finds nothing wrong.
async fn fits(page: &Page, device: &str, won: &str) {
    let sideways = "document.scrollingElement.scrollWidth > innerWidth";
    for place in ["history", "profile", "leaderboard", "game=1"] {
        page.goes_to(place).await;
        let shows = if place == "profile" { "1 lost" } else { won };
        page.shows(shows).await;
        page.picture(&format!("{}-{device}", place.replace("=1", "")))
            .await;
        assert_eq!(page.evaluate(sideways).await, json!(false), "{place}");
        if let Some(axe) = axe() {
            let found = wrong(page, &axe, place).await;
            assert!(found.is_empty(), "{device}: {found:#?}");
        }
    }
}
