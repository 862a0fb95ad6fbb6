//! The TV: running games side by side, on a projector or on whatever screen there is.

use protocol::message::ClientMsg;
use protocol::side::BySide;
use protocol::spec::GameSpec;
use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{link, server};
use crate::harness::{Client, TestServer, bot, me_and_open, spec};

/// Opens a game of two bots, which somebody watches for as long as the client is there.
async fn two_bots(server: &TestServer, pace: &str) -> Client {
    let mut opener = server.client("Ana").await;
    let spec = GameSpec {
        pace: pace.parse().expect("milliseconds"),
        repeat: "9".parse().expect("a number"),
        ..spec("connect-four")
    };
    let seats = BySide {
        first: bot("negamax:1"),
        second: bot("random"),
    };
    opener.open_for(spec, seats).await;
    opener
}

/// Gives the page a size, and waits until it shows at least `least` games.
async fn resize(page: &Page, width: u32, height: u32, least: usize) {
    page.resize(Device {
        width,
        height,
        ..Device::DESKTOP
    })
    .await;
    let shown = format!("document.querySelectorAll('.tv svg.board-svg').length >= {least}");
    page.until(&format!("the games at {width} x {height}"), &shown)
        .await;
}

/// Boards, names and the code that are not whole on the screen, or cover one another.
const CROWDED: &str = "(() => {
    const all = [...document.querySelectorAll('.tv svg.board-svg, .tv-player, .tv img')];
    const boxes = all.map((one) => [one.getBoundingClientRect(), one.textContent || one.className.baseVal || 'code']);
    const outside = boxes.filter(([box]) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.width < 30);
    const covered = boxes.filter(([a], i) => boxes.some(([b], j) => i < j &&
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
    return [...outside, ...covered].map(([, name]) => name);
})()";

/// Clocks and results that are cut, and names of which next to nothing is left.
const CUT: &str = "[...document.querySelectorAll('.tv-player > *')]
    .filter((one) => one.localName === 'span' ? one.scrollWidth > one.clientWidth + 1
        : one.localName === 'strong' && one.clientWidth < 40)
    .map((one) => one.textContent)";

/// Names of players that are not shown whole.
const CUT_NAMES: &str = "[...document.querySelectorAll('.tv-player strong')]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)";

/// Waits until a list is empty: after a change of size, the page is as before for a moment.
async fn none(page: &Page, screen: &str, list: &str) {
    let is_empty = format!("({list}).length === 0");
    page.until(&format!("nothing cut or covered on {screen}"), &is_empty)
        .await;
}

#[tokio::test]
async fn the_tv_shows_names_whole_and_tells_bots_apart() {
    /// Games with the bots or the people of both seats.
    const GAMES: [(&str, [&str; 2]); 5] = [
        ("gomoku", ["threat:3,spread=20", "threat:3,spread=200"]),
        ("custom:5x20x4:falls", ["negamax:4", "negamax:5"]),
        ("connect-four", ["level:3", "level:9"]),
        ("connect-four", ["negamax:6", "random"]),
        ("connect-four", ["perfect", "perfect"]),
    ];
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut clients = Vec::new();
    let mut rooms = Vec::new();
    for (game, [first, second]) in GAMES {
        let spec = GameSpec {
            pace: "60000".parse().expect("milliseconds"),
            clock: Some("5m+3s".parse().expect("a clock")),
            ..spec(game)
        };
        let seats = BySide {
            first: bot(first),
            second: bot(second),
        };
        let mut opener = server.client("Ana").await;
        rooms.push(opener.open_for(spec, seats).await);
        clients.push(opener);
    }
    let mut ana = server.client("Wilhelmina Featherst").await;
    let clock = Some("5m+3s".parse().expect("a clock"));
    let gomoku = GameSpec {
        clock,
        ..spec("gomoku-15")
    };
    let (room, _) = ana.open(gomoku, me_and_open()).await;
    let mut bruno = server.client("Wilhelmina Feathersy").await;
    bruno.join(room).await;
    rooms.push(room);
    clients.extend([ana, bruno]);
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#tv")).await;
    for (width, height, least) in [(390, 844, 5), (1920, 1080, 6), (1280, 720, 6)] {
        resize(&page, width, height, least).await;
        // The most watched game is the large one.
        for room in &rooms {
            let mut crowd = Vec::new();
            for _ in 0..3 {
                let mut watcher = server.client("Carla").await;
                watcher.watch(*room).await;
                crowd.push(watcher);
            }
            let large = format!(
                "document.querySelector('.screen.large [data-clock]')?.dataset.clock.startsWith('{room}')"
            );
            page.until("the most watched game", &large).await;
            page.picture(&format!("tv-names-{width}-{room}")).await;
            for list in [CROWDED, CUT, CUT_NAMES] {
                none(&page, &format!("{width} for {room}"), list).await;
            }
        }
    }
    let names =
        "[...document.querySelectorAll('.tv-player strong')].map((one) => one.textContent).sort()";
    let expected = [
        "Bot negamax",
        "Bot negamax, depth 4",
        "Bot negamax, depth 5",
        "Bot perfect",
        "Bot perfect",
        "Bot, level 3",
        "Bot, level 9",
        "Bot, random",
        "Wilhelmina Featherst",
        "Wilhelmina Feathersy",
        "threat:3,spread=20",
        "threat:3,spread=200",
    ];
    assert_eq!(page.evaluate(names).await, json!(expected));
    page.close().await;
    drop(clients);
    server.stop().await;
}

#[tokio::test]
async fn the_tv_shows_as_many_games_as_fit_and_a_touch_watches_one() {
    /// Larger than any phone: a tablet on its side, and a projector.
    const SCREENS: [(&str, u32, u32, usize); 4] = [
        ("tablet on its side", 1180, 820, 8),
        ("phone on its side", 664, 340, 1),
        ("projector", 1920, 1080, 8),
        ("desktop", 1280, 800, 6),
    ];
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut clients = Vec::new();
    for _ in 0..8 {
        clients.push(two_bots(&server, "60000").await);
    }
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#tv")).await;
    page.shows("8 games").await;
    for (name, width, height, least) in SCREENS {
        resize(&page, width, height, least).await;
        page.picture(&format!("tv-{width}")).await;
        for list in [CROWDED, CUT] {
            none(&page, name, list).await;
        }
    }
    let board = "document.querySelector('.screen.large .fit').click() ?? 0";
    page.evaluate(board).await;
    page.shows("you watch").await;
    page.evaluate("history.back() ?? 0").await;
    page.shows("8 games").await;
    page.press("Escape").await;
    page.offers("Play the bot").await;
    page.close().await;
    drop(clients);
    server.stop().await;
}

#[tokio::test]
async fn what_was_won_leaves_the_large_board_and_the_code_their_room() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let opener = two_bots(&server, "200").await;
    let page = Page::blank(&devtools, Device::SMALL_PHONE).await;
    // The longest words, in the language that has them.
    page.reads("pl-PL").await;
    page.go(&link(server.address, "#tv")).await;
    let won = "[...document.querySelectorAll('.tv-player > span')].some((one) => /wygran/.test(one.textContent))";
    page.until("a game that was won before", won).await;
    page.picture("tv-won").await;
    assert_eq!(page.evaluate(CROWDED).await, json!([]));
    assert_eq!(page.evaluate(CUT_NAMES).await, json!([]));
    page.close().await;
    drop(opener);
    server.stop().await;
}

#[tokio::test]
async fn a_match_of_bots_that_waits_for_somebody_goes_on_for_the_tv() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut opener = two_bots(&server, "0").await;
    opener.over().await;
    opener.say(ClientMsg::Leave).await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#tv")).await;
    let next = "[...document.querySelectorAll('.screen.large .tv-player')].some((one) => /win/.test(one.textContent))";
    page.until("a game of the match", next).await;
    page.close().await;
    server.stop().await;
}
