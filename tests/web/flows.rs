//! The ways into a table, out of it and back, and what is said at it.

use protocol::spec::GameSpec;
use server::store;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, config, inviting, link, server};
use crate::harness::{TestServer, me_and_open, spec};

impl Page {
    /// The browser's own step back.
    async fn step_back(&self) {
        self.evaluate("setTimeout(() => history.back()); 0").await;
    }

    /// The browser's own step forward.
    async fn step_forward(&self) {
        self.evaluate("setTimeout(() => history.forward()); 0")
            .await;
    }
}

#[tokio::test]
async fn who_goes_back_to_the_start_keeps_the_seat() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (ana, room) = inviting(&devtools, Device::PHONE, server.address).await;
    ana.step_back().await;
    ana.shows("Waiting for somebody").await;
    ana.step_forward().await;
    ana.shows("Waiting for a friend").await;
    ana.step_back().await;
    // The screen before it has a button of the bot, too, which gives the seat up.
    ana.shows("Waiting for somebody").await;
    // Another game would cost the seat, which is asked.
    ana.tap("Play the bot").await;
    ana.tap("Keep waiting").await;
    ana.offers("Invite a friend").await;
    ana.reload().await;
    ana.shows("Waiting for somebody").await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.shows("is waiting for you").await;
    bruno.tap("Play").await;
    bruno.offers("d1 empty").await;
    // Whoever waited is told, and is not away.
    ana.shows("The game begins").await;
    ana.offers("Invite a friend").await;
    if bruno.shows_one_of(&["your turn", "to move"]).await == 0 {
        bruno.tap("d1 empty").await;
        ana.shows("played 4. Your turn.").await;
        let title = "document.title.startsWith('● Your turn')";
        ana.until("the turn in the title", title).await;
        bruno.shows("to move").await;
    }
    ana.tap("your turn").await;
    ana.offers("Abort").await;
    ana.step_back().await;
    ana.offers("Invite a friend").await;
    bruno.shows_no_more("away").await;
    ana.close().await;
    bruno.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_with_a_clock_is_left_for_another_once_the_player_agrees() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut ana = server.client("Ana").await;
    let clocked = GameSpec {
        clock: Some("5m+3s".parse().expect("a clock")),
        ..spec("connect-four")
    };
    let (room, _) = ana.open(clocked, me_and_open()).await;
    let here = link(server.address, &format!("#{room}"));
    let page = Page::open(&devtools, Device::PHONE, &here).await;
    page.tap("Play").await;
    page.offers("d1 empty").await;
    ana.started().await;
    ana.play("d").await;
    page.shows("your turn").await;
    page.tap("c1 empty").await;
    page.offers("c1 yellow").await;
    // Whoever stays has the board at hand.
    page.tap("Back").await;
    page.shows("your clock runs on").await;
    page.tap("Play on").await;
    page.shows_no_more("your clock runs on").await;
    let on_board = "document.activeElement.matches('[role=gridcell]')";
    page.until("the focus on the board", on_board).await;
    // The start page is a place beside the game, and another game is not.
    page.tap("Back").await;
    page.tap("Leave").await;
    page.tap("Invite a friend").await;
    let asks = format!("Your clock in the game {room} runs on");
    page.shows(&asks).await;
    page.picture("leave-for-another").await;
    page.tap("Play on").await;
    page.shows_no_more(&asks).await;
    ana.plies(2).await;
    ana.play("d").await;
    page.shows("played 4. Your turn.").await;
    page.tap("Invite a friend").await;
    page.shows(&asks).await;
    page.tap("Leave").await;
    page.shows("Waiting for a friend").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn who_left_a_finished_game_comes_back_to_the_seat() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let ana = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    ana.tap("Quick match").await;
    ana.shows("Looking for an opponent").await;
    let bruno = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    bruno.tap("Quick match").await;
    let begins = ana.shows_one_of(&["your turn", "to move"]).await == 0;
    let (first, second) = if begins { (ana, bruno) } else { (bruno, ana) };
    let room = String::new();
    let table = Table {
        first,
        second,
        room,
    };
    table.play(0, WIN).await;
    let (ana, bruno) = (&table.first, &table.second);
    ana.shows("You win").await;
    bruno.tap("Rematch").await;
    ana.shows("wants a rematch").await;
    ana.tap_away("No").await;
    ana.offers("Menu").await;
    // Who asked is told so, and may ask again.
    bruno.shows("declines the rematch").await;
    bruno.tap("Rematch").await;
    ana.shows("wants a rematch").await;
    ana.tap_away("No").await;
    ana.offers("Menu").await;
    // The chat is there after the end, and what was not read is marked.
    bruno.tap("Chat").await;
    bruno.write("again?").await;
    bruno.press("Enter").await;
    ana.offers("Chat, unread").await;
    ana.step_back().await;
    ana.offers("Invite a friend").await;
    bruno.shows("away").await;
    ana.tap(" – guest").await;
    ana.offers("Rematch").await;
    bruno.shows_no_more("away").await;
    ana.step_back().await;
    ana.offers("Invite a friend").await;
    ana.step_forward().await;
    ana.offers("Rematch").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_draw_that_is_agreed_is_no_draw_that_was_declined() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    let (ana, bruno) = (&table.first, &table.second);
    let offer = "document.querySelector('.action-draw').click()";
    ana.evaluate(offer).await;
    bruno.shows("offers a draw").await;
    bruno.tap_away("No").await;
    ana.shows("declines the draw").await;
    bruno.evaluate(offer).await;
    ana.shows("offers a draw").await;
    ana.tap_away("Accept").await;
    ana.offers("Rematch").await;
    // What was said to a screen reader stays in its region for a moment.
    let shown = "document.querySelector('#app').innerText.includes('declines the draw')";
    assert_eq!(ana.evaluate(shown).await, false);
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_second_touch_is_no_move_and_a_move_for_later_is_dropped_by_touch() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    ana.shows("your turn").await;
    // Two touches as fast as a finger makes them: the second when the first is a move already.
    let twice = "(() => {
        // However long the machine takes for both.
        const { now } = Date, at = now();
        Date.now = () => at;
        const cell = document.querySelector('[data-cell=d1]');
        cell.click();
        return new Promise((done) => new MutationObserver((_, observer) => {
            if (!cell.ariaLabel.includes('red')) return;
            observer.disconnect();
            document.querySelector('[data-cell=d2]').click();
            setTimeout(() => {
                Date.now = now;
                done();
            });
        }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-label'] }));
    })()";
    ana.evaluate(twice).await;
    let kept = "document.querySelector('.ghost') !== null";
    assert_eq!(ana.evaluate(kept).await, serde_json::json!(false));
    // Later a touch is a move for later.
    while ana.evaluate(kept).await != serde_json::json!(true) {
        ana.tap("g1 empty").await;
    }
    ana.shows("you play 7 next").await;
    ana.picture("premove").await;
    ana.tap("Cancel 7").await;
    ana.shows_no_more("you play 7 next").await;
    table.play(1, "c1 d2").await;
    bruno.tap("Take back").await;
    bruno.shows("Asked").await;
    ana.tap_away("No").await;
    bruno.offers("Take back").await;
    ana.tap("Resign").await;
    ana.tap("Resign").await;
    ana.shows("you gave up").await;
    bruno.shows("gave up").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_game_in_which_both_have_moved_is_resigned_after_a_takeback() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let (ana, bruno) = (&table.first, &table.second);
    table.play(0, "d1 c1").await;
    ana.tap("Take back").await;
    bruno.tap_away("Allow").await;
    for page in [ana, bruno] {
        page.offers("d1 empty").await;
        page.offers("Resign").await;
    }
    // The board does not tell a new page that both have moved; the browser remembers it.
    ana.reload().await;
    ana.offers("Resign").await;
    // Another browser does not, but the server does.
    let forgotten = "localStorage.setItem('enlinea.seats', JSON.stringify(
        JSON.parse(localStorage.getItem('enlinea.seats')).map(({ acted, ...seat }) => seat)))";
    ana.evaluate(forgotten).await;
    ana.reload().await;
    ana.tap("Abort").await;
    ana.tap("Abort").await;
    ana.offers("Resign").await;
    ana.reload().await;
    ana.offers("Resign").await;
    ana.tap("Resign").await;
    ana.tap("Resign").await;
    ana.shows("you gave up").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_step_back_closes_what_is_open_before_it_leaves() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.first;
    page.tap("Abort").await;
    page.shows("abort this game?").await;
    page.tap("Play on").await;
    page.tap("Chat").await;
    page.until(
        "the field to have the focus",
        "document.activeElement.matches('.talk input')",
    )
    .await;
    page.picture("chat").await;
    page.step_back().await;
    page.until(
        "the chat to be closed",
        "!document.querySelector('.chatting')",
    )
    .await;
    page.tap("Menu").await;
    page.tap("Rules").await;
    page.step_back().await;
    page.offers("Menu").await;
    table.play(0, WIN).await;
    page.tap("Look back").await;
    // The end is a place of its own, behind the last move.
    page.offers("Previous move").await;
    page.shows("End").await;
    page.tap("Previous move").await;
    page.shows("7 of 7").await;
    page.step_back().await;
    page.shows_no_more("Looking back").await;
    page.offers("Rematch").await;
    // What was closed otherwise is no step any more.
    page.tap("Look back").await;
    page.tap("Back").await;
    page.offers("Rematch").await;
    page.until("the step to be gone", "!history.state?.steps")
        .await;
    page.step_back().await;
    page.until("the room to be left", "location.hash === ''")
        .await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn moves_are_worth_something_before_the_first() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = TestServer::with(config(), store::memory()).await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "#new")).await;
    page.tap("The bot").await;
    page.tap("I do").await;
    page.tap("Show what moves are worth").await;
    page.tap("Play the bot").await;
    page.shows("your turn").await;
    let worth = "document.querySelectorAll('.valued .value').length === 7 && \
        [...document.querySelectorAll('.valued .value')].every((one) => one.innerText)";
    page.until("what each column is worth", worth).await;
    page.close().await;
    server.stop().await;
}
