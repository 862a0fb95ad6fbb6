//! Pages whose connection, modules or storage fail, and a lobby of people who have gone.

use serde_json::json;
use server::{Config, store};

use super::browser::Devtools;
use super::page::{Device, Page};
use super::relay::Relay;
use super::{Table, config, link, server, server_of_modules};
use crate::harness::{TestServer, me_and_open, spec};

/// Rows of those who wait.
const ROWS: &str = "document.querySelectorAll('.waiting-rooms li')";

#[tokio::test]
async fn a_line_that_is_refused_stays_in_its_field() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let config = Config {
        // Eight lines at once, and then one in 1.25 s.
        people_per_address: 4,
        ..config()
    };
    let server = TestServer::with(config, store::memory()).await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "")).await;
    page.tap("Say something").await;
    let left = "document.activeElement.value";
    let refused = "document.body.innerText.includes('Too fast')";
    let mut said = 0;
    while page.evaluate(refused).await == json!(false) {
        assert!(said < 50, "lines are not limited");
        said += 1;
        page.write(&format!("line {said}")).await;
        page.press("Enter").await;
        let answered = format!("{left} === '' || {refused}");
        page.until("an answer", &answered).await;
    }
    assert_eq!(page.evaluate(left).await, json!(format!("line {said}")));
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_line_of_chat_stays_in_its_field_until_it_is_said() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let relay = Relay::to(server.address).await;
    let devices = [Device::DESKTOP; 2];
    let table = Table::between(&devtools, devices, relay.address).await;
    let Table { first, second, .. } = &table;
    for page in [first, second] {
        page.expect("WebSocket connection to");
    }
    first.tab_to("Say something").await;
    let left = "document.querySelector('.say input').value";
    relay.cut();
    first.shows("Reconnecting").await;
    first.write("nothing is lost").await;
    first.press("Enter").await;
    assert_eq!(first.evaluate(left).await, json!("nothing is lost"));
    // What needs the server says that it is not there, and the seconds are no status that is read out each.
    let off = "document.querySelector('.action-draw').ariaDisabled === 'true' && \
        !document.querySelector('[role=status] [data-retry], [role=status][data-retry]')";
    assert_eq!(first.evaluate(off).await, json!(true));
    first.offers("Try now").await;
    relay.heal(server.address);
    first.shows_no_more("Reconnecting").await;
    // The line of the other was cut as well, and the words that it is back may follow at once.
    let back =
        "['Connected again', 'is back'].some((words) => document.body.innerText.includes(words))";
    first.until("the words of the line", back).await;
    first
        .evaluate("document.querySelector('.say input').focus()")
        .await;
    first.press("Enter").await;
    second.shows("nothing is lost").await;
    let empty = format!("{left} === ''");
    first.until("an empty field", &empty).await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_muted_stays_so_when_the_line_comes_back() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let relay = Relay::to(server.address).await;
    let devices = [Device::DESKTOP; 2];
    let table = Table::between(&devtools, devices, relay.address).await;
    let Table { first, second, .. } = &table;
    for page in [first, second] {
        page.expect("WebSocket connection to");
    }
    let say = async |words: &str| {
        second
            .evaluate("document.querySelector('.say input').focus()")
            .await;
        second.write(words).await;
        second.press("Enter").await;
        second.shows(words).await;
    };
    say("before").await;
    first.shows("before").await;
    first
        .evaluate("document.querySelector('.said-lines button.name').click()")
        .await;
    first.shows("Hear them again").await;
    first.shows_no_more("before").await;
    say("while").await;
    relay.cut();
    for page in [first, second] {
        page.shows("Reconnecting").await;
    }
    relay.heal(server.address);
    for page in [first, second] {
        page.shows_no_more("Reconnecting").await;
    }
    say("after").await;
    // The disc comes behind the line.
    table.play(0, "d1").await;
    first.shows("Hear them again").await;
    let heard = first.evaluate("document.querySelector('.said-lines').innerText");
    let heard = heard.await;
    let heard = heard.as_str().unwrap();
    assert!(
        !heard.contains("while") && !heard.contains("after"),
        "{heard}"
    );
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_muted_stays_so_when_the_page_is_loaded_again() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let devices = [Device::DESKTOP; 2];
    let table = Table::between(&devtools, devices, server.address).await;
    let Table { first, second, .. } = &table;
    let here = link(server.address, &format!("#{}", table.room));
    let cleo = Page::open(&devtools, Device::DESKTOP, &here).await;
    cleo.tap("Watch").await;
    let say = async |words: &str| {
        for page in [second, &cleo] {
            page.tap("Say something").await;
            page.write(words).await;
            page.press("Enter").await;
            let emptied = "document.activeElement.value === ''";
            page.until("the line to be said", emptied).await;
        }
    };
    let heard = async |words: &str| {
        let all = first.evaluate("document.querySelector('.said-lines').innerText");
        let all = all.await;
        all.as_str().expect("a text").matches(words).count()
    };
    let are_two = |words: &str| {
        format!("document.querySelector('.said-lines').innerText.split('{words}').length === 3")
    };
    let muted = "document.querySelector('p.muted')?.innerText.match(/guest-/g)?.length === 2";
    say("before").await;
    first.until("both lines", &are_two("before")).await;
    let names =
        "document.querySelectorAll('.said-lines button.name').forEach((one) => one.click())";
    first.evaluate(names).await;
    first.until("both names", muted).await;
    first.reload().await;
    first.until("both names after a reload", muted).await;
    say("while").await;
    // The disc comes behind the lines.
    table.play(0, "d1").await;
    assert_eq!((heard("before").await, heard("while").await), (0, 0));
    // The lobby hides them too, and has the same way back.
    first.tap("to the first page").await;
    first.until("both names in the lobby", muted).await;
    first.tap("Back to the game").await;
    first.tap("Hear them again").await;
    first
        .until("the lines that were hidden", &are_two("while"))
        .await;
    say("after").await;
    first.until("the new lines", &are_two("after")).await;
    first.reload().await;
    first.until("all lines", &are_two("after")).await;
    assert_eq!(heard("before").await, 2);
    first.shows_no_more("Hear them again").await;
    cleo.close().await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_start_screen_without_a_connection_does_not_say_that_nobody_is_there() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let relay = Relay::to(server.address).await;
    let page = Page::open(&devtools, Device::PHONE, &link(relay.address, "")).await;
    page.expect("WebSocket connection to");
    page.shows("No open games right now").await;
    relay.cut();
    page.shows_no_more("No open games right now").await;
    page.shows("The server does not answer").await;
    let off = "[...document.querySelectorAll('.buttons button:not(.first-move *)')].every((one) => one.ariaDisabled === 'true')";
    assert_eq!(page.evaluate(off).await, json!(true));
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_lobby_hides_nobody_and_says_who_is_away() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut waiting = Vec::new();
    for number in 1..=22 {
        let mut client = server.client(&format!("Ana {number:02}")).await;
        client.open(spec("connect-four"), me_and_open()).await;
        waiting.push(client);
    }
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.until("the newest rows", &format!("{ROWS}.length === 20"))
        .await;
    let first = format!("{ROWS}[0].innerText.includes('Ana 22')");
    assert_eq!(page.evaluate(&first).await, json!(true), "the newest first");
    page.tap("and 2 more").await;
    page.until("all rows", &format!("{ROWS}.length === 22"))
        .await;
    drop(waiting.pop());
    // Nobody's row moves under a finger: whoever has gone is away where they were, and a new room is announced.
    let first = format!("/Ana 22[^]*away/.test({ROWS}[0].innerText)");
    page.until("who is away in their place", &first).await;
    let mut newest = server.client("Bruno").await;
    newest.open(spec("connect-four"), me_and_open()).await;
    page.offers("1 new").await;
    assert_eq!(page.evaluate(&first).await, json!(true), "a row moved");
    page.tap("1 new").await;
    let order = format!(
        "{ROWS}[0].innerText.includes('Bruno') && /Ana 22[^]*away/.test({ROWS}[22].innerText)"
    );
    page.until("the newest first, and who is away last", &order)
        .await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_page_that_does_not_come_whole_says_so() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    page.expect("ERR_BLOCKED_BY_CLIENT");
    page.expect("preload");
    page.reads("es-ES").await;
    let blocks = |url: &str| json!({ "urls": [url] });
    page.command("Network.setBlockedURLs", blocks("*/page.js"))
        .await;
    page.go(&link(server.address, "")).await;
    page.shows("La página no se ha cargado").await;
    page.offers("Reload").await;
    // A language that is missing is English.
    page.command("Network.setBlockedURLs", blocks("*/lang/es.js"))
        .await;
    page.tap("Reload").await;
    page.offers("Play the bot").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_part_that_does_not_come_leaves_the_rest_of_the_page() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    page.expect("ERR_BLOCKED_BY_CLIENT");
    let blocked = json!({ "urls": ["*/later.js*"] });
    page.command("Network.setBlockedURLs", blocked).await;
    page.go(&link(server.address, "#analyse=connect-four:4455"))
        .await;
    page.shows("This part of the page did not load").await;
    page.tap("Back").await;
    page.tap("Play the bot").await;
    page.offers("d1 empty").await;
    page.evaluate("location.hash = 'analyse=connect-four:4455'; 0")
        .await;
    page.command("Network.setBlockedURLs", json!({ "urls": [] }))
        .await;
    page.tap("Try now").await;
    page.offers("Copy this line").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_language_that_does_not_come_is_loaded_when_the_server_is_back() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let relay = Relay::to(server.address).await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    for words in ["WebSocket connection to", "Failed to load resource"] {
        page.expect(words);
    }
    page.reads("pl-PL").await;
    page.go(&link(relay.address, "")).await;
    page.tap("Menu").await;
    page.tap("Ustawienia").await;
    page.offers("español").await;
    relay.cut();
    let lost = "document.querySelector('.start.lost') !== null";
    page.until("the line to be lost", lost).await;
    page.tap("español").await;
    let waits = "Ten język wczyta się";
    page.shows(waits).await;
    let is = |language: &str| format!("document.documentElement.lang === '{language}'");
    assert_eq!(page.evaluate(&is("pl")).await, json!(true));
    // A language that is there needs no server.
    page.tap("polski").await;
    page.shows_no_more(waits).await;
    page.tap("español").await;
    page.shows(waits).await;
    relay.heal(server.address);
    page.until("the language that was chosen", &is("es")).await;
    page.shows("Idioma").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_form_says_its_bounds_and_opens_nothing_beyond_them() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#new")).await;
    page.offers("Open the game").await;
    page.evaluate("document.querySelector('details').open = true")
        .await;
    page.tap("Minutes at the start").await;
    page.select().await;
    page.write("-5").await;
    page.press("Enter").await;
    let refused = "document.activeElement.validationMessage";
    page.until(
        "the bounds",
        &format!("{refused}.includes('between 0.1 and 1440')"),
    )
    .await;
    page.tap("Open the game").await;
    assert_eq!(page.evaluate("location.hash").await, json!("#new"));
    page.select().await;
    page.write("7").await;
    page.press("Enter").await;
    page.shows("Waiting for a friend").await;
    page.shows("7 min").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_full_storage_costs_the_memory_and_not_the_name() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    let known = "import('/memory.js').then((memory) => {
        memory.setName('Ana');
        const key = memory.key();
        Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };
        memory.setName('Ben');
        return [memory.name(), memory.key() === key];
    })";
    assert_eq!(page.evaluate(known).await, json!(["Ben", true]));
    let forgotten = "import('/memory.js').then((memory) => {
        localStorage.clear();
        return [memory.name(), memory.key() === memory.key()];
    })";
    assert_eq!(page.evaluate(forgotten).await, json!(["Ben", true]));
    page.close().await;
    server.stop().await;
}
