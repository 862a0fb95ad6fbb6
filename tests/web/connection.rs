//! Pages whose server stops, falls silent or is another one.

use std::time::Duration;

use protocol::millis::Millis;
use serde_json::json;
use server::console::{self, Command, Span};
use server::{Config, store};
use tokio::time::Instant;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::relay::Relay;
use super::{Table, config, inviting, link, server};
use crate::harness::{TestServer, http_get};

/// What a browser writes on the console where nobody answers.
const NO_ANSWER: &str = "WebSocket connection to";

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_started_again() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let data = tempfile::tempdir().expect("a directory");
    let on_disk = || store::sqlite(data.path()).expect("opens");
    let server = TestServer::with(config(), on_disk()).await;
    let relay = Relay::to(server.address).await;
    let table = Table::on_phones(&devtools, relay.address).await;
    table.play(0, "d1 c1").await;
    for page in [&table.first, &table.second] {
        page.expect(NO_ANSWER);
    }
    server.stop().await;
    relay.cut();
    for page in [&table.first, &table.second] {
        page.shows("Reconnecting").await;
        // The board stays.
        page.offers("c1 yellow").await;
    }
    table.first.picture("reconnecting").await;
    let server = TestServer::with(config(), on_disk()).await;
    relay.heal(server.address);
    for page in [&table.first, &table.second] {
        page.shows_no_more("Reconnecting").await;
        // Nor is it told any more that the server stops.
        let told = page
            .evaluate("document.body.innerText.includes('server stops')")
            .await;
        assert_eq!(told, json!(false));
    }
    table.play(2, "d2 c2 d3 c3 d4").await;
    table.first.shows("You win").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_fell_silent_is_noticed_and_comes_back() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let config = Config {
        silence: Config::default().silence,
        ..config()
    };
    let server = TestServer::with(config, store::memory()).await;
    let relay = Relay::to(server.address).await;
    let table = Table::on_phones(&devtools, relay.address).await;
    table.play(0, "d1 c1").await;
    for page in [&table.first, &table.second] {
        page.expect(NO_ANSWER);
    }
    relay.freeze();
    let begun = Instant::now();
    // A move into the silence waits, and is not lost.
    table.first.tap("d2 empty").await;
    table.first.shows("Reconnecting").await;
    let noticed = begun.elapsed();
    assert!(noticed < Duration::from_secs(16), "{noticed:?}");
    relay.heal(server.address);
    for page in [&table.first, &table.second] {
        page.offers("d2 red").await;
        page.shows_no_more("Reconnecting").await;
    }
    table.play(3, "c2 d3 c3 d4").await;
    table.first.shows("You win").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_premove_is_played_when_the_connection_comes_back() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let relay = Relay::to(server.address).await;
    let (ana, room) = inviting(&devtools, Device::PHONE, relay.address).await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.tap("Play").await;
    for page in [&ana, &bruno] {
        page.offers("d1 empty").await;
    }
    let (mut hers, mut his) = ("red", "yellow");
    if ana.shows_one_of(&["your turn", "to move"]).await == 1 {
        (hers, his) = (his, hers);
        bruno.tap("g1 empty").await;
        ana.offers(&format!("g1 {his}")).await;
    }
    ana.tap("d1 empty").await;
    // A move that is on its way looks like one that is kept.
    for page in [&ana, &bruno] {
        page.offers(&format!("d1 {hers}")).await;
    }
    let premove = "document.querySelector('.ghost') !== null";
    for cell in ["e1", "f1"] {
        // A touch right after a move is the same touch.
        while ana.evaluate(premove).await != json!(true) {
            ana.tap(&format!("{cell} empty")).await;
        }
        ana.shows("next").await;
        ana.expect(NO_ANSWER);
        relay.cut();
        ana.shows("Reconnecting").await;
        if cell == "e1" {
            bruno.tap("c1 empty").await;
            bruno.offers(&format!("c1 {his}")).await;
        } else {
            bruno.tap("Resign").await;
            bruno.tap("Resign").await;
            bruno.shows("you gave up").await;
        }
        relay.heal(server.address);
        ana.shows_no_more("Reconnecting").await;
        if cell == "e1" {
            for page in [&ana, &bruno] {
                page.offers(&format!("e1 {hers}")).await;
            }
        }
        ana.until("the premove to be gone", &format!("!({premove})"))
            .await;
    }
    ana.offers("f1 empty").await;
    ana.close().await;
    bruno.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_page_that_is_loaded_again_returns_to_its_seat() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    for page in [&table.first, &table.second] {
        page.reload().await;
        page.offers("c1 yellow").await;
    }
    table.play(2, "d2 c2 d3 c3 d4").await;
    table.first.shows("You win").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_guest_is_called_the_same_after_another_took_a_name() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let here = link(server.address, "");
    let ana = Page::open(&devtools, Device::PHONE, &here).await;
    ana.offers("Your name: guest-01").await;
    let guest = Page::open(&devtools, Device::PHONE, &here).await;
    guest.offers("Your name: guest-02").await;
    ana.tap("Your name: guest-01").await;
    // Whoever opens the dialog writes at once, over what is there.
    ana.until(
        "the field of the name to have the focus",
        "document.activeElement.name === 'name' && (document.activeElement.select(), true)",
    )
    .await;
    ana.write("Ana").await;
    ana.tap("Save").await;
    ana.offers("Your name: Ana").await;
    guest.reload().await;
    guest.offers("Your name: guest-02").await;
    ana.close().await;
    guest.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_server_of_another_version_is_told_in_words_and_not_asked_for_ever() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    // The page as a later release would be: the server does not speak its version.
    page.at_first(
        "const send = WebSocket.prototype.send;
         WebSocket.prototype.send = function(text) {
             if (text.includes('\"hello\"')) {
                 sessionStorage.hellos = Number(sessionStorage.hellos ?? 0) + 1;
             }
             send.call(this, text.replace('\"protocol\":1', '\"protocol\":2'));
         };",
    )
    .await;
    page.go(&link(server.address, "")).await;
    page.shows("version").await;
    let hellos = page.evaluate("Number(sessionStorage.hellos)").await;
    // Once, and once more after a reload.
    let hellos = hellos.as_u64().expect("a number");
    assert!((1..=2).contains(&hellos), "{hellos}");
    page.picture("version").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_banned_for_a_time_comes_back_and_reads_why_in_their_language() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let data = tempfile::tempdir().expect("a directory");
    let config = Config {
        console: Some(data.path().to_owned()),
        ..config()
    };
    let server = TestServer::with(config, store::memory()).await;
    // The console is open before anybody is welcome.
    http_get(&server, "/healthz").await;
    let ask = async |command: Command| {
        let data = data.path().to_owned();
        let asked = tokio::task::spawn_blocking(move || console::ask(&data, command));
        asked.await.unwrap().unwrap().unwrap()
    };
    let ban = |seconds: Option<u64>| Command::Ban {
        who: "127.0.0.1".to_owned(),
        span: seconds.map(|seconds| Span(Millis::from_secs(seconds))),
        reason: None,
    };
    let unban = || Command::Unban {
        who: "127.0.0.1".to_owned(),
    };
    let page = Page::blank(&devtools, Device::PHONE).await;
    page.reads("pl-PL").await;
    page.at_first(
        "window.lines = 0; const Line = WebSocket; \
         window.WebSocket = class extends Line { constructor(...at) { super(...at); window.lines += 1; } }",
    )
    .await;
    page.go(&link(server.address, "")).await;
    page.offers("Zagraj z botem").await;

    // By hand where there is no end, and where it is before the end.
    for seconds in [None, Some(3600)] {
        ask(ban(seconds)).await;
        page.shows("Gospodarz tego serwera cię nie wpuszcza.").await;
        ask(unban()).await;
        page.evaluate("document.querySelector('dialog .retry').click()")
            .await;
        page.shows_no_more("nie wpuszcza").await;
        page.offers("Zagraj z botem").await;
    }
    // A table behind it is not said to be on a server that does not answer.
    ask(ban(None)).await;
    page.go(&link(server.address, "#K7QM2X")).await;
    page.reload().await;
    page.shows("Gospodarz tego serwera cię nie wpuszcza.").await;
    let silent = "document.body.textContent.includes('nie odpowiada')";
    assert_eq!(page.evaluate(silent).await, false);
    ask(unban()).await;
    page.evaluate("document.querySelector('dialog .retry').click()")
        .await;
    page.shows_no_more("nie wpuszcza").await;
    page.go(&link(server.address, "")).await;
    page.offers("Zagraj z botem").await;
    // By itself at the end.
    let lines = page.evaluate("window.lines").await;
    ask(ban(Some(1))).await;
    let is_back = format!("window.lines > {lines} && !document.querySelector('dialog, .retry')");
    page.until("another line", &is_back).await;
    page.offers("Zagraj z botem").await;
    page.close().await;
    server.stop().await;
}
