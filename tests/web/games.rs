//! Whole games on pages: two phones, the terminal, bots, spectators, another device.

use serde_json::json;
use server::store;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, answering, config, inviting, link, server, server_of_modules};
use crate::binaries::{Program, code, enlinea};
use crate::harness::TestServer;

#[tokio::test]
async fn two_phones_play_to_a_win_by_touch_and_once_more() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1 d2 c2 d3 c3").await;
    table.first.picture("table").await;
    table.play(6, "d4").await;
    table.first.shows("You win").await;
    table.second.shows("You lose").await;
    table.first.picture("over").await;
    table.first.tap("Rematch").await;
    table.second.tap_away("Accept").await;
    // Sides are swapped.
    let Table {
        first,
        second,
        room,
    } = table;
    let table = Table {
        first: second,
        second: first,
        room,
    };
    table.play(0, "a1 g1").await;
    table.close().await;
    server.stop().await;
}

/// A stage of a win, as its place in the order: the disc falls, lies, the line is drawn, the others fade,
/// and words say it. The newest look is kept until there are words, and the longest time between two.
const LOOK_AT_EVERY_FRAME: &str = "(() => {
    window.seen = [];
    window.longest = 0;
    let before = performance.now();
    const style = (selector) => {
        const found = document.querySelector(selector);
        return found && getComputedStyle(found);
    };
    const look = () => {
        const now = performance.now();
        window.longest = Math.max(window.longest, now - before);
        before = now;
        const words = document.querySelector('.verdict') || /you win/i.test(document.body.innerText);
        const stage = words ? 4
            : Number(style('.faded')?.opacity ?? 1) < 0.99 ? 3
            : parseFloat(style('.win .stroke')?.strokeDashoffset ?? 1) < 0.99 ? 2
            : style('.fall') && style('.fall').transform === 'none' ? 1
            : style('.fall') ? 0 : null;
        if (stage !== null) window.seen.push(stage);
        if (!words) requestAnimationFrame(look);
    };
    look();
})()";

#[tokio::test]
async fn no_frame_tells_a_win_before_the_disc_lies_and_the_line_is_drawn() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1 d2 c2 d3 c3").await;
    let page = &table.first;
    page.prefers(&[("prefers-reduced-motion", "no-preference")])
        .await;
    page.evaluate(LOOK_AT_EVERY_FRAME).await;
    table.play(6, "d4").await;
    page.shows("You win").await;
    let seen = page.evaluate("window.seen").await;
    let seen: Vec<u64> = serde_json::from_value(seen).expect("numbers");
    assert!(seen.is_sorted(), "{seen:?}");
    // On a busy machine a stage may pass between two frames.
    if page.evaluate("window.longest < 100").await == json!(true) {
        assert_eq!((seen[0], seen[seen.len() - 1]), (0, 4), "{seen:?}");
        assert!(
            seen.contains(&2),
            "the words came before the line: {seen:?}"
        );
    }
    // The words go by a touch, and the rows of the players have them.
    page.offers("Rematch").await;
    let middle = page
        .evaluate(
            "(() => {
                const box = document.querySelector('.verdict').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            })()",
        )
        .await;
    let [x, y] = [0, 1].map(|i| middle[i].as_f64().expect("a number"));
    page.touch(x, y).await;
    page.until(
        "the words to be gone",
        "!document.querySelector('.verdict')",
    )
    .await;
    page.shows("you win · 1 : 0").await;
    table.close().await;
    server.stop().await;
}

/// The client in a terminal waits on a thread of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_plays_against_the_terminal() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let data = tempfile::tempdir().expect("a directory");
    let url = format!("ws://{}/ws", server.address);
    let arguments = [
        "--plain", "--server", &url, "new", "--first", "me", "--second", "open", "--name", "Ana",
    ];
    let mut ana = Program::start(&mut enlinea(data.path(), &arguments));
    let code = code(&ana.until_begins("room "));
    let bruno = Page::open(
        &devtools,
        Device::PHONE,
        &link(server.address, &format!("#{code}")),
    )
    .await;
    bruno.shows("Ana").await;
    bruno.tap("Play").await;
    ana.until_begins("your turn");
    for (ply, mine, theirs) in [(1, "4", "c1"), (3, "4", "c2"), (5, "4", "c3")] {
        ana.say(mine);
        // That it is his turn is still said of the round before.
        bruno.offers(&format!("d{} red", (ply + 1) / 2)).await;
        bruno.tap(&format!("{theirs} empty")).await;
        ana.until_begins(&format!("{}. ", ply + 1));
    }
    ana.say("4");
    bruno.shows("You lose").await;
    ana.until(|line| line.starts_with("game over: ") && line.contains("you win"));
    drop(ana);
    bruno.close().await;
    server.stop().await;
}

/// The server in the program of the host has the page as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_of_who_hosts_in_the_terminal_opens_the_page() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let data = tempfile::tempdir().expect("a directory");
    let arguments = [
        "--plain",
        "host",
        "--listen",
        "127.0.0.1:0",
        "--name",
        "Ana",
    ];
    let mut ana = Program::start(&mut enlinea(data.path(), &arguments));
    let room = code(&ana.until_begins("room "));
    let serving = ana.said("serving; others connect with: enlinea --server ");
    let url = serving.rsplit(' ').next().expect("an address");
    let page = format!("http://{url}/#{room}");
    let bruno = Page::open(&devtools, Device::PHONE, &page).await;
    bruno.shows("Ana").await;
    bruno.tap("Play").await;
    ana.until_begins("your turn");
    ana.say("4");
    bruno.offers("d1 red").await;
    bruno.tap("d2 empty").await;
    ana.until_begins("2. ");
    bruno.close().await;
}

#[tokio::test]
async fn a_bot_is_one_tap_away_and_answers() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.tap("Play the bot").await;
    let discs = "document.querySelectorAll('[role=gridcell][aria-label$=red], \
        [role=gridcell][aria-label$=yellow]').length";
    for column in ["a", "g"] {
        page.shows("your turn").await;
        let before = page.evaluate(discs).await;
        let before = before.as_u64().expect("a number");
        page.tap(&page.free_cell(column).await).await;
        page.until("two plies more", &format!("{discs} >= {}", before + 2))
            .await;
    }
    // Two quick touches are one move, although the bot answers between them.
    page.shows("your turn").await;
    let before = page.evaluate(discs).await;
    let before = before.as_u64().expect("a number");
    let middle = "(() => {
        const box = document.querySelector('[data-cell=e6]').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    })()";
    let at = page.evaluate(middle).await;
    let (x, y) = (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"));
    // However long the machine takes for both.
    page.evaluate("(() => { const now = Date.now(); Date.now = () => now; })()")
        .await;
    page.touch(x, y).await;
    let answered = format!("{discs} >= {}", before + 2);
    page.until("two plies more", &answered).await;
    page.touch(x, y).await;
    page.tap("Menu").await;
    page.offers("Settings").await;
    assert_eq!(page.evaluate(discs).await, json!(before + 2));
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_spectator_sees_every_move_and_cannot_play() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    let here = link(server.address, &format!("#{}", table.room));
    // A low window, in which the list of moves does not fit.
    let low = Device {
        width: 1000,
        height: 470,
        ..Device::TABLET
    };
    let carla = Page::open(&devtools, low, &here).await;
    carla.tap("Watch").await;
    carla.offers("c1 yellow").await;
    carla.tap("e1 empty").await;
    table.play(2, "d2 c2 d3 c3 d4").await;
    carla.offers("d4 red").await;
    carla.offers("e1 empty").await;
    let last = "(() => {
        const list = document.querySelector('.moves').getBoundingClientRect();
        const move = document.querySelector('.moves .chosen').getBoundingClientRect();
        return move.top >= list.top && move.bottom <= list.bottom;
    })()";
    carla.until("the last move in the list", last).await;
    carla.picture("spectator").await;
    carla.close().await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_seat_goes_on_from_computer_to_phone() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let devices = [Device::DESKTOP, Device::DESKTOP];
    let mut table = Table::between(&devtools, devices, server.address).await;
    table.play(0, "d1 c1").await;
    table.first.tap("Menu").await;
    table.first.tap("Continue on another device").await;
    let code = "document.querySelector('dialog img[src^=\"qr.svg\"]')?.complete && \
        /#[0-9A-Z]{6}\\.[0-9A-Z]{8}/.test(document.querySelector('dialog').innerText)";
    table.first.until("the code of the seat", code).await;
    table.first.picture("hand-over").await;
    let code = "/#[0-9A-Z]{6}\\.[0-9A-Z]{8}/.exec(document.querySelector('dialog').innerText)[0]";
    let code = table.first.evaluate(code).await;
    let there = link(server.address, code.as_str().expect("text"));
    let phone = Page::open(&devtools, Device::PHONE, &there).await;
    phone.shows("your turn").await;
    // The code is good once, and does not stay in the address.
    let clean = format!("location.hash === '#{}'", table.room);
    phone.until("an address without the code", &clean).await;
    let desk = std::mem::replace(&mut table.first, phone);
    desk.offers("Go on here").await;
    table.play(2, "d2 c2 d3 c3 d4").await;
    table.first.shows("You win").await;
    desk.close().await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn who_invites_sees_the_link_and_a_code_for_the_camera() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (page, room) = inviting(&devtools, Device::PHONE, server.address).await;
    page.shows(&room).await;
    let drawn = "[...document.images].some((image) => image.complete && image.naturalWidth > 100)";
    page.until("the code to be drawn", drawn).await;
    page.picture("waiting").await;
    // A friend may have the address alone, and hear the code, or get the link.
    let friend = Page::open(&devtools, Device::SMALL_PHONE, &link(server.address, "")).await;
    for code in [
        format!("{} {}", &room[..3], &room[3..]).to_lowercase(),
        link(server.address, &format!("#{room}")),
    ] {
        friend.tap("Code").await;
        friend.write(&code).await;
        friend.tap("Go").await;
        friend.shows("is waiting for you").await;
        let margins = "[...document.querySelectorAll('.foot > *')].map((one) => {
            const box = one.getBoundingClientRect();
            return box.left - (innerWidth - box.right);
        }).filter(Boolean)";
        assert_eq!(friend.evaluate(margins).await, json!([]));
        friend.tap("enlinea: to the first page").await;
        friend.shows("No open games right now").await;
    }
    friend.close().await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_stone_is_placed_by_two_touches_on_a_large_board() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = TestServer::with(config(), store::memory()).await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.tap("Gomoku").await;
    page.tap("Play the bot").await;
    page.shows("your turn").await;
    // The bot may have begun in the middle.
    let middle = |cell: &str| {
        format!(
            "(() => {{
                const box = document.querySelector('[data-cell={cell}]').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"
        )
    };
    let at = page.evaluate(&middle("c3")).await;
    let (x, y) = (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"));
    page.touch(x, y).await;
    page.offers("Play c3").await;
    page.picture("zoom").await;
    // What is under the finger stays there, so that the same touch again is the same point.
    let under = format!("document.elementFromPoint({x}, {y}).dataset.cell === 'c3'");
    page.until("the point under the finger", &under).await;
    page.touch(x, y).await;
    let placed = |cell: &str| {
        format!("/(black|white)$/.test(document.querySelector('[data-cell={cell}]').ariaLabel)")
    };
    page.until("the stone on its place", &placed("c3")).await;
    let turn = "document.querySelector('.player.you.turn') !== null";
    page.until("the next turn", turn).await;
    page.tap("c13 empty").await;
    page.offers("Play c13").await;
    // A finger that moves takes the board along, and plays nothing.
    let at = page.evaluate(&middle("c13")).await;
    let moved = format!("{}[0] < {} - 20", middle("c13"), at[0]);
    page.drag((250.0, 300.0), (200.0, 280.0)).await;
    page.until("another part of the board", &moved).await;
    page.tap_away("Play c13").await;
    page.until("the second stone", &placed("c13")).await;
    page.until("the turn after that", turn).await;
    // Points that are large enough need no zoom. The bot may be near the other stones.
    page.resize(Device::TABLET).await;
    let empty = page.free_cell("m").await;
    let play = format!("Play {}", empty.replace(" empty", ""));
    page.tap(&empty).await;
    page.offers(&play).await;
    let zoomed = "document.querySelector('.zoomed') !== null";
    assert_eq!(page.evaluate(zoomed).await, json!(false));
    page.tap("Menu").await;
    page.tap("Settings").await;
    page.tap("Button").await;
    page.tap("Close").await;
    // With the button a point that is touched again is not played.
    page.tap(&empty).await;
    page.offers(&play).await;
    page.tap(&play).await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_column_that_is_narrower_than_a_finger_is_chosen_before_it_is_played() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let wide = ("custom:20x12x5:falls", "10");
    let (mut ana, page) = answering(&devtools, Device::PHONE, &server, "Ana", wide).await;
    let middle = |cell: &str| {
        format!(
            "(() => {{
                const box = document.querySelector('[data-cell={cell}]').getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
            }})()"
        )
    };
    let placed = |cell: &str| {
        format!("/yellow$/.test(document.querySelector('[data-cell={cell}]').ariaLabel)")
    };
    let at = page.evaluate(&middle("k11")).await;
    let (x, y) = (at[0].as_f64().expect("x"), at[1].as_f64().expect("y"));
    page.touch(x, y).await;
    page.offers("Play 11").await;
    page.picture("zoom-falls").await;
    assert_eq!(page.evaluate(&placed("k1")).await, json!(false));
    // Where the disc would land is seen, and the same touch again is the same column.
    let seen = "(() => {
        const board = document.querySelector('.square').getBoundingClientRect();
        const disc = document.querySelector('.ghost').getBoundingClientRect();
        return disc.width > 30 && disc.left >= board.left && disc.right <= board.right &&
            disc.top >= board.top && disc.bottom <= board.bottom;
    })()";
    page.until("the disc on the part that is shown", seen).await;
    let under = format!("document.elementFromPoint({x}, {y}).dataset.cell[0] === 'k'");
    page.until("the column under the finger", &under).await;
    page.touch(x, y).await;
    page.until("the disc on its place", &placed("k1")).await;
    ana.plies(2).await;
    ana.play("1").await;
    page.offers("a1 red").await;
    page.tap("c6 empty").await;
    page.offers("Play 3").await;
    // A finger that moves takes the board along, and another column is chosen by another touch.
    let before = page.evaluate(&middle("c1")).await;
    let moved = format!("{}[0] < {} - 20", middle("c1"), before[0]);
    page.drag((250.0, 350.0), (200.0, 350.0)).await;
    page.until("another part of the board", &moved).await;
    page.tap("e1 empty").await;
    page.tap_away("Play 5").await;
    page.until("the second disc", &placed("e1")).await;
    assert_eq!(page.evaluate(&placed("c1")).await, json!(false));
    ana.plies(4).await;
    // Columns that are wide enough play at once.
    page.resize(Device::TABLET).await;
    ana.play("1").await;
    page.offers("a2 red").await;
    page.tap("t1 empty").await;
    ana.plies(6).await;
    page.close().await;

    let usual = ("connect-four", "4");
    let (mut ana, page) = answering(&devtools, Device::SMALL_PHONE, &server, "Ana", usual).await;
    page.tap("g6 empty").await;
    ana.plies(2).await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_is_looked_back_at_after_its_end() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, WIN).await;
    let page = &table.first;
    page.tap("Look back").await;
    page.shows("Looking back").await;
    page.picture("looking-back").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_turn_is_told_to_who_looks_elsewhere() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.second;
    // A browser without a window always has the focus, and no phone to shake.
    page.evaluate(
        "document.hasFocus = () => false;
         navigator.vibrate = (time) => (globalThis.shaken = time);
         const create = AudioContext.prototype.createOscillator;
         AudioContext.prototype.createOscillator = function () {
             globalThis.tones = (globalThis.tones ?? 0) + 1;
             return create.call(this);
         };
         0",
    )
    .await;
    let title = "document.title.startsWith('● Your turn')";
    let mark =
        "decodeURIComponent(document.querySelector('link[rel=icon]').href).includes('cx=\"26\"')";
    assert_eq!(page.evaluate(title).await, json!(false));
    table.play(0, "d1").await;
    for (what, expression) in [
        ("the turn in the title", title),
        ("the turn in the mark of the tab", mark),
        ("a phone that shakes", "String(globalThis.shaken) === '30'"),
        ("a sound", "globalThis.tones > 0"),
    ] {
        page.until(what, expression).await;
    }
    page.evaluate("delete document.hasFocus; dispatchEvent(new Event('focus')); 0")
        .await;
    page.until("the title of who looks", &format!("!{title}"))
        .await;
    page.until("the mark of who looks", &format!("!{mark}"))
        .await;
    table.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_claimed_of_who_stays_away() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let data = tempfile::tempdir().expect("a directory");
    let url = format!("ws://{}/ws", server.address);
    let new = ["new", "--first", "me", "--second", "open", "--grace", "1s"];
    let arguments = [&["--plain", "--server", &url, "--name", "Ana"], &new[..]].concat();
    let mut ana = Program::start(&mut enlinea(data.path(), &arguments));
    let code = code(&ana.until_begins("room "));
    let here = link(server.address, &format!("#{code}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.tap("Play").await;
    ana.until_begins("your turn");
    ana.say("4");
    bruno.shows("your turn").await;
    drop(ana);
    bruno.shows("away").await;
    // The button, and then the question.
    bruno.tap_away("Claim").await;
    bruno.shows("You win").await;
    bruno.close().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_colours_of_swap2_are_chosen_on_a_phone() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    let data = tempfile::tempdir().expect("a directory");
    let url = format!("ws://{}/ws", server.address);
    let new = ["new", "--first", "me", "--second", "open"];
    let game = ["--game", "gomoku-15", "--opening", "swap2"];
    let arguments = [
        &["--plain", "--server", &url, "--name", "Ana"],
        &new[..],
        &game[..],
    ]
    .concat();
    let mut ana = Program::start(&mut enlinea(data.path(), &arguments));
    let code = code(&ana.until_begins("room "));
    let here = link(server.address, &format!("#{code}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.tap("Play").await;
    bruno.shows("colour not chosen yet").await;
    bruno.shows("places 3 stones").await;
    bruno
        .evaluate(
            "globalThis.heard = [];
             for (const region of document.querySelectorAll('[aria-live]'))
                 new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
             0",
        )
        .await;
    for square in ["h8", "a1", "h9"] {
        ana.say(square);
    }
    bruno.shows("Choose your colour").await;
    let asked = "heard.some((words) => words.includes('Choose your colour'))";
    bruno.until("the choice to be said", asked).await;
    // What else may be done stays there: a game is aborted until both have acted.
    for action in ["Abort", "Chat"] {
        bruno.offers(action).await;
    }
    // An offer leaves the colours in reach, on a large screen too.
    ana.say("draw");
    bruno.shows("offers a draw").await;
    let in_reach =
        "[...document.querySelectorAll('.choices button, .asking button')].filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length === 5";
    for device in [Device::DESKTOP, Device::PHONE] {
        bruno.resize(device).await;
        let resized = format!("innerWidth === {}", device.width);
        bruno.until("the size", &resized).await;
        bruno
            .until("the choices and answers in reach", in_reach)
            .await;
    }
    bruno.tap("Place two more").await;
    bruno.shows("Place 2 stones, black and white in turn").await;
    bruno.offers("Resign").await;
    for cell in ["c3", "e5"] {
        // The first touch shows the point, the second plays it.
        bruno.tap(&format!("{cell} empty")).await;
        bruno.tap(&format!("Play {cell}")).await;
        // The answer closes whatever the next touch has opened before it.
        let placed = format!(
            "import('/app.js').then(({{ app }}) => app.ui.pending === null &&
                !document.querySelector('[data-cell={cell}]').ariaLabel.endsWith('empty'))"
        );
        bruno.until("the stone", &placed).await;
    }
    bruno.shows("chooses a colour").await;
    let told = "heard.some((words) => words.includes('Ana chooses a colour'))";
    bruno.until("who chooses to be said", told).await;
    bruno.evaluate("document.activeElement.blur(); 0").await;
    bruno.press("l").await;
    let last = "heard.some((words) => /^guest-\\d+ played e5/.test(words))";
    bruno.until("who placed the last stone", last).await;
    let turn = "heard.some((words) => /your turn/i.test(words))";
    assert_eq!(bruno.evaluate(turn).await, json!(false));
    ana.say("white");
    bruno.shows("Ana takes white").await;
    ana.until_begins("your turn");
    ana.say("o1");
    bruno.shows("your turn").await;
    // A new page knows it too, though lists do not tell the colours.
    bruno.go(&link(server.address, "")).await;
    bruno.reload().await;
    bruno.shows("your turn").await;
    drop(ana);
    bruno.close().await;
    server.stop().await;
}
