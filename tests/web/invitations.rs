//! Rooms that wait for somebody: what is said of them follows what becomes of them.

use std::path::Path;

use protocol::message::ClientMsg;
use serde_json::json;
use server::console::{self, Command};
use server::{Config, store};
use tempfile::tempdir;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{config, inviting, link, server, server_of_modules};
use crate::harness::{TestServer, http_get, me_and_open, spec};

/// Closes a room as the host does, away from the tasks of the server.
async fn close_room(data: &Path, room: &str) {
    let data = data.to_owned();
    let room = room.parse().expect("the code of a room");
    let closed = tokio::task::spawn_blocking(move || console::ask(&data, Command::Close { room }));
    let answer = closed.await.expect("does not panic");
    answer.expect("is answered").expect("is carried out");
}

#[tokio::test]
async fn a_game_that_the_host_closes_is_no_game_of_yours_and_its_link_does_not_invite() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let data = tempdir().expect("a directory");
    let config = Config {
        console: Some(data.path().to_owned()),
        ..config()
    };
    let server = TestServer::with(config, store::memory()).await;
    // The console is open before anybody is welcome.
    http_get(&server, "/healthz").await;
    let (ana, room) = inviting(&devtools, Device::PHONE, server.address).await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.shows("is waiting for you").await;
    ana.tap("Back").await;
    ana.shows("Waiting for somebody").await;
    close_room(data.path(), &room).await;
    ana.shows(&format!("The game {room} was closed")).await;
    ana.shows_no_more("Your games").await;
    bruno.shows(&format!("There is no game {room}")).await;
    // At its table it is said too.
    let (cleo, other) = inviting(&devtools, Device::PHONE, server.address).await;
    close_room(data.path(), &other).await;
    cleo.shows(&format!("The game {other} was closed")).await;
    cleo.tap("To the first page").await;
    cleo.offers("Invite a friend").await;
    for page in [ana, bruno, cleo] {
        page.close().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn an_invitation_ends_when_somebody_takes_the_seat() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (ana, room) = inviting(&devtools, Device::PHONE, server.address).await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.shows("is waiting for you").await;
    ana.tap("Menu").await;
    ana.tap("Link to this game").await;
    let sheet = |there: bool| format!("(document.querySelector('dialog') !== null) === {there}");
    ana.until("the sheet with the link", &sheet(true)).await;
    let cleo = Page::open(&devtools, Device::PHONE, &here).await;
    cleo.tap("Play").await;
    ana.until("the sheet to be gone", &sheet(false)).await;
    ana.offers("d1 empty").await;
    bruno.shows("Both seats are taken").await;
    let touchable = bruno.touchable().await;
    let offers_seat = touchable.iter().any(|(_, name)| name == "Play");
    assert!(!offers_seat, "{touchable:?}");
    for page in [ana, bruno, cleo] {
        page.close().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_not_let_in_again_is_led_to_the_door_and_told_why() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (ana, room) = inviting(&devtools, Device::DESKTOP, server.address).await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.tap("Play").await;
    bruno.offers("d1 empty").await;
    let cleo = Page::open(&devtools, Device::PHONE, &here).await;
    cleo.tap("Watch").await;
    cleo.shows("you watch").await;
    ana.tap("Menu").await;
    ana.tap("People").await;
    ana.tap("Lock the room").await;
    cleo.shows("Nobody else is let in.").await;
    // A new name is told on a new connection.
    cleo.tap("Menu").await;
    cleo.tap("Your name").await;
    cleo.select().await;
    cleo.write("Cleo").await;
    cleo.press("Enter").await;
    cleo.shows("You are not let into this game.").await;
    cleo.shows("0 moves so far").await;
    let touchable = cleo.touchable().await;
    let offers = |name: &str| touchable.iter().any(|(_, one)| one == name);
    assert!(
        offers("To the first page") && !offers("Watch"),
        "{touchable:?}"
    );
    ana.tap("Unlock the room").await;
    cleo.tap("Watch").await;
    cleo.shows("you watch").await;
    for page in [ana, bruno, cleo] {
        page.close().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_locked_a_game_of_two_bots_may_watch_it_after_a_reload() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#new")).await;
    page.tap("Two bots").await;
    // The longest pace there is: the game must not end before somebody asks to watch it again.
    let slow = "import('/app.js').then(({ app: { ui } }) =>
        ui.form.against === 'bots' && (ui.form.pace = 60_000, true))";
    page.until("a slow game of two bots", slow).await;
    page.tap("Open the game").await;
    page.shows("you watch").await;
    let room = page.evaluate("location.hash").await;
    page.tap("Menu").await;
    page.tap("People").await;
    page.tap("Lock the room").await;
    page.offers("Unlock the room").await;
    page.press("Escape").await;
    page.tap("to the first page").await;
    page.offers("Invite a friend").await;
    page.reload().await;
    page.offers("Invite a friend").await;
    page.evaluate(&format!("location.hash = {room}")).await;
    page.tap("Watch").await;
    page.shows("you watch").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_seat_that_is_given_up_is_no_game_of_yours() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (ana, room) = inviting(&devtools, Device::PHONE, server.address).await;
    // The games are asked for while the seat is still hers.
    ana.tap("Back").await;
    ana.shows("Waiting for somebody").await;
    ana.tap("Waiting for somebody").await;
    ana.tap("Close the game").await;
    ana.shows_no_more("Your games").await;
    ana.reload().await;
    ana.shows("No open games right now").await;
    let here = format!("location.hash = '#{room}'");
    ana.evaluate(&here).await;
    ana.shows("Both seats are free").await;
    ana.tap("Play").await;
    ana.shows("Waiting for a friend").await;
    ana.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_buttons_of_an_invitation_are_in_sight_whatever_the_board() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    for game in [
        "custom:5x20x4:falls",
        "custom:5x20x4:free",
        "custom:20x5x4:falls",
        "connect-four",
        "gomoku",
    ] {
        let mut ana = server.client("WWWWWWWWWWWWWWWW").await;
        let (room, ..) = ana.open(spec(game), me_and_open()).await;
        page.go(&link(server.address, &format!("#{room}"))).await;
        page.shows("is waiting for you").await;
        for (width, height) in [(320, 568), (360, 640), (390, 664), (1280, 720)] {
            page.resize(Device {
                width,
                height,
                ..Device::PHONE
            })
            .await;
            let bottoms = "[...document.querySelectorAll('.foot button')]
                .map((one) => one.getBoundingClientRect().bottom - innerHeight).filter((over) => over > 0)";
            let hidden = page.evaluate(bottoms).await;
            assert_eq!(hidden, json!([]), "{game} on {width}x{height}");
            let wide = "document.querySelector('h1').getBoundingClientRect().width";
            let wide = page.evaluate(wide).await.as_f64().expect("a number");
            assert!(wide <= f64::from(width), "a name on {width}x{height}");
        }
    }
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn who_waits_is_listed_and_a_table_without_anybody_is_not() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut ana = server.client("Ana").await;
    let mut bruno = server.client("Bruno").await;
    let mut cleo = server.client("Cleo").await;
    for client in [&mut ana, &mut bruno, &mut cleo] {
        client.open(spec("connect-four"), me_and_open()).await;
    }
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.offers("Cleo").await;
    // One gives the seat up, and another only goes away.
    bruno.say(ClientMsg::Leave).await;
    bruno.left().await;
    drop(cleo);
    page.shows("away · Connect Four").await;
    page.shows("no longer waiting").await;
    // The rows that were on the screen kept their places.
    page.reload().await;
    let rows =
        "[...document.querySelectorAll('.waiting-rooms li strong')].map((one) => one.innerText)";
    let listed = format!("({rows}).join() === 'Ana,Cleo'");
    page.until("who waits, and who is away behind them", &listed)
        .await;
    page.close().await;
    server.stop().await;
}
