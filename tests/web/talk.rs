//! Talk at a table, and the names of people there.

use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, link, server, server_of_modules};

/// The message of the browser about the field that has the focus.
const WRONG: &str = "document.activeElement.validationMessage";

#[tokio::test]
async fn words_that_are_too_long_are_not_cut_and_not_sent() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    let long = "á".repeat(203);
    ana.tap("Say something").await;
    ana.write(&long).await;
    let wrong = ana.evaluate(WRONG).await;
    assert_eq!(
        wrong,
        json!("3 characters too many: there is room for 200.")
    );
    ana.press("Enter").await;
    let kept = ana.evaluate("document.activeElement.value").await;
    assert_eq!(kept, json!(long));
    for _ in 0..3 {
        ana.press("Backspace").await;
    }
    assert_eq!(ana.evaluate(WRONG).await, json!(""));
    ana.press("Enter").await;
    bruno.shows(&"á".repeat(200)).await;
    bruno.shows_no_more(&"á".repeat(201)).await;
    // So it is with a name.
    ana.tap("Menu").await;
    ana.tap("Your name").await;
    ana.select().await;
    ana.write("Ana Maria de los Angeles").await;
    let wrong = ana.evaluate(WRONG).await;
    assert_eq!(wrong, json!("4 characters too many: there is room for 20."));
    ana.press("Enter").await;
    ana.offers("Save").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn what_begins_like_a_move_and_is_none_is_not_said() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    let cleo = Page::open(
        &devtools,
        Device::DESKTOP,
        &link(server.address, &format!("#{}", table.room)),
    )
    .await;
    cleo.tap("Watch").await;
    cleo.tap("Say something").await;
    cleo.write("/4").await;
    cleo.press("Enter").await;
    cleo.shows("you have none now").await;
    ana.tap("Say something").await;
    ana.write("/z9").await;
    ana.press("Enter").await;
    ana.shows("/z9 is no move here").await;
    let kept = ana.evaluate("document.activeElement.value").await;
    assert_eq!(kept, json!("/z9"));
    ana.select().await;
    ana.write("/4").await;
    ana.press("Enter").await;
    bruno.offers("d1 red").await;
    ana.write("well met").await;
    ana.press("Enter").await;
    bruno.shows("well met").await;
    let said = "[...document.querySelectorAll('.said-lines li')].filter((one) => one.innerText.includes('/')).length";
    assert_eq!(bruno.evaluate(said).await, json!(0));
    cleo.close().await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_new_name_is_for_the_next_table_and_the_page_says_so() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    let own = ".player.you strong";
    let name = ana
        .evaluate(&format!("document.querySelector('{own}').innerText"))
        .await;
    let said = format!("you stay {}", name.as_str().expect("a name"));
    ana.tap("Menu").await;
    ana.tap("Your name").await;
    ana.shows(&said).await;
    ana.select().await;
    ana.write("Ana").await;
    ana.press("Enter").await;
    ana.until("the dialog to be gone", "!document.querySelector('dialog')")
        .await;
    ana.shows(&said).await;
    // A new name is a new connection.
    let is_back = "import('/app.js').then(({ app }) => app.state.welcome?.name === 'Ana')";
    ana.until("the connection with the new name", is_back).await;
    // What is said there is still one's own, and nobody hides it from themself.
    ana.tap("Say something").await;
    ana.write("it is me").await;
    ana.press("Enter").await;
    bruno.shows("it is me").await;
    ana.shows("it is me").await;
    let hides = ana.touchable().await;
    let hides = hides
        .iter()
        .any(|(_, name)| name.ends_with("hide what they say"));
    assert!(!hides);
    ana.tap("to the first page").await;
    ana.shows("Ana").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn lines_are_their_speakers_own_after_a_rematch_too() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    // Words that are no part of others on the page, such as of "phone".
    for (page, words) in [(ana, "eins"), (bruno, "zwei")] {
        page.tap("Say something").await;
        page.write(words).await;
        page.press("Enter").await;
        ana.shows(words).await;
    }
    table.play(0, "d1 c1 d2 c2 d3 c3 d4").await;
    ana.tap("Rematch").await;
    bruno.tap_away("Accept").await;
    ana.shows("to move").await;
    let own = "[...document.querySelectorAll('.said-lines b.name')].map((one) => one.parentElement.innerText.split(' ').at(-1))";
    assert_eq!(ana.evaluate(own).await, json!(["eins"]));
    assert_eq!(bruno.evaluate(own).await, json!(["zwei"]));
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_chat_that_is_closed_is_seen_to_be() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    let room = format!("#{}", table.room);
    let cleo = Page::open(&devtools, Device::DESKTOP, &link(server.address, &room)).await;
    cleo.tap("Watch").await;
    cleo.tap("Say something").await;
    // Who came first has opened the room, and begins or does not.
    let name = "document.querySelector('.player.you strong').innerText";
    let opened = ana.evaluate(name).await == json!("guest-01");
    let owner = if opened { ana } else { bruno };
    owner.tap("Menu").await;
    owner.tap("People").await;
    owner.tap("Close the chat").await;
    let closed = "document.querySelector('.say input').placeholder.startsWith('Chat is closed')";
    for page in [ana, bruno, &cleo] {
        page.until("a field that says so", closed).await;
    }
    let disabled = "[...document.querySelectorAll('.say :is(input, button:not(.close-chat))')].map((one) => one.disabled)";
    assert_eq!(cleo.evaluate(disabled).await, json!([true, true]));
    // Moves are typed there still.
    assert_eq!(bruno.evaluate(disabled).await, json!([false, false]));
    owner.tap("Open the chat").await;
    cleo.tap("Say something").await;
    cleo.write("well met").await;
    cleo.press("Enter").await;
    bruno.shows("well met").await;
    cleo.close().await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_line_whose_answer_was_lost_leaves_its_field_if_the_room_has_it() {
    /// A page that can be made deaf, and whose connection can be cut.
    const DEAF: &str = "(() => {
        const own = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
        Object.defineProperty(WebSocket.prototype, 'onmessage', {
            set(listener) {
                window.socket = this;
                own.set.call(this, (event) => window.deaf || listener(event));
            },
        });
    })()";
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    ana.at_first(DEAF).await;
    ana.reload().await;
    for (text, is_heard) in [("eins", true), ("zwei", false)] {
        ana.tap("Say something").await;
        ana.select().await;
        ana.write(text).await;
        ana.evaluate(if is_heard {
            "window.deaf = true"
        } else {
            "window.socket.send = () => {}; window.deaf = true"
        })
        .await;
        ana.press("Enter").await;
        if is_heard {
            bruno.shows(text).await;
        }
        let before = "window.cut = window.socket; window.cut.close(); window.deaf = false";
        ana.evaluate(before).await;
        let back = "window.socket !== window.cut && window.socket.readyState === 1";
        ana.until("another connection", back).await;
        bruno.shows_no_more("is away").await;
        let left = if is_heard { "" } else { text };
        let field = format!("document.querySelector('.say input').value === '{left}'");
        ana.until("what the room has not", &field).await;
    }
    ana.press("Enter").await;
    bruno.shows("zwei").await;
    let said = "[...document.querySelectorAll('.said-lines li')].map((one) => one.innerText.split(' ').at(-1))";
    bruno
        .until("both lines", &format!("{said}.length === 2"))
        .await;
    assert_eq!(bruno.evaluate(said).await, json!(["eins", "zwei"]));
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_line_that_is_half_typed_is_kept_in_the_place_where_it_is_typed() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    table.play(0, "d1 c1").await;
    let holds = |words: &str| {
        let words = json!(words);
        format!("document.querySelector('.say input')?.value === {words}")
    };
    let look_back = async || {
        ana.evaluate("document.activeElement.blur(); 0").await;
        ana.press(",").await;
        ana.shows("Looking back").await;
    };
    ana.tap("Say something").await;
    ana.write("well pl").await;
    look_back().await;
    ana.press("Escape").await;
    ana.until("the line after looking back", &holds("well pl"))
        .await;
    ana.tap("Menu").await;
    ana.tap("Settings").await;
    ana.tap("Close").await;
    assert_eq!(ana.evaluate(&holds("well pl")).await, json!(true));
    // The lobby has a line of its own.
    ana.tap("to the first page").await;
    ana.offers("Invite a friend").await;
    ana.until("an empty line", &holds("")).await;
    ana.tap("Say something").await;
    ana.write("who pl").await;
    ana.tap("your turn").await;
    ana.until("the line of the table", &holds("well pl")).await;
    ana.tap("Say something").await;
    ana.press("End").await;
    ana.write("ayed").await;
    // The answer comes while the page looks back.
    ana.evaluate(
        "import('/actions.js').then(({ lookAt }) => {
            document.querySelector('.say').requestSubmit();
            lookAt(1);
        })",
    )
    .await;
    bruno.shows("well played").await;
    ana.shows("Looking back").await;
    ana.press("Escape").await;
    ana.shows("well played").await;
    ana.until("a line that was said to be gone", &holds(""))
        .await;
    ana.tap("Say something").await;
    ana.write("once m").await;
    table.play(2, "d2 c2 d3 c3 d4").await;
    ana.tap("Rematch").await;
    bruno.tap_away("Accept").await;
    ana.shows("to move").await;
    assert_eq!(ana.evaluate(&holds("once m")).await, json!(true));
    // A browser may load a page again by itself, as a phone does that was used for something else.
    ana.reload().await;
    ana.until("the line after a reload", &holds("once m")).await;
    ana.tap("to the first page").await;
    ana.until("the line of the lobby", &holds("who pl")).await;
    table.close().await;
    server.stop().await;
}
