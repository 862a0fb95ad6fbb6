//! The page by keys alone: what a key that is held does, and where the focus is.

use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, link, server};

/// Number of discs or stones on the board.
const PLACED: &str = "document.querySelectorAll('[role=gridcell]:not([aria-label$=empty])').length";

/// An expression for the person's turn, by their row: the words of the page still have those of the last game.
const TURN: &str = "document.querySelector('.player.you.turn') !== null";

#[tokio::test]
async fn a_key_that_is_held_plays_one_move_and_where_the_focus_is() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "")).await;
    page.tap("Play the bot").await;
    page.until("the person's turn", TURN).await;
    // As assistive tools move the focus, without a key.
    let cell = page.free_cell("g").await;
    let square = cell.split(' ').next().expect("a cell");
    let focus = format!("document.querySelector('[data-cell={square}]').focus()");
    page.evaluate(&focus).await;
    let before = page.evaluate(PLACED).await.as_u64().expect("a number");
    page.hold("Enter", 20).await;
    let answered = format!("{PLACED} >= {}", before + 2);
    page.until("the answer of the bot", &answered).await;
    let taken =
        format!("!document.querySelector('[data-cell={square}]').ariaLabel.endsWith('empty')");
    assert_eq!(page.evaluate(&taken).await, json!(true), "{square}");
    page.hold("Enter", 20).await;
    page.until(
        "one move more, its answer, and nothing kept for later",
        &format!(
            "{PLACED} === {} && !document.body.innerText.includes('then ')",
            before + 4
        ),
    )
    .await;

    // The next game begins in its own middle.
    page.tap("to the first page").await;
    page.tap("Gomoku").await;
    page.tap("Play the bot").await;
    page.offers("o15 empty").await;
    // A bot that began has moved.
    page.until("the person's turn", TURN).await;
    page.press("ArrowRight").await;
    // What assistive tools are told of the focus may come later.
    let focused = "document.activeElement?.dataset.cell === 'i8'";
    page.until("the focus on the cell beside the middle", focused)
        .await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_focus_is_never_lost() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let devices = [Device::DESKTOP; 2];
    let table = Table::between(&devtools, devices, server.address).await;
    table.play(0, "d1 c1").await;
    let Table { first, second, .. } = &table;
    // A dialog that another one has replaced gives the focus back to what opened the first.
    for dialog in ["Rules", "Settings", "Your name"] {
        first.tab_to("Menu").await;
        first.press("Enter").await;
        first.offers("Close").await;
        first.tab_to(dialog).await;
        first.press("Enter").await;
        first.offers("Close").await;
        first.press("Escape").await;
        first
            .until("no dialog", "!document.querySelector('dialog')")
            .await;
        assert_eq!(first.focused().await, "Menu", "after {dialog}");
    }
    // The keys are told by one of them.
    first.press("?").await;
    first.shows("the space bar").await;
    first.tab_to("Close").await;
    first.press("Enter").await;
    // What is offered cannot be offered again, and keeps the focus.
    first.tab_to("Draw").await;
    first.press("Enter").await;
    first.shows("Offered").await;
    assert_eq!(first.focused().await, "Offered");
    second.tap_away("No").await;
    second
        .until(
            "the focus on the board",
            "document.activeElement.matches('[role=gridcell]')",
        )
        .await;
    // A question is put where the focus goes.
    first.tab_to("Resign").await;
    first.press("Enter").await;
    first.shows("Give this game up?").await;
    assert_eq!(first.focused().await, "Play on");
    first.press("Enter").await;
    first.shows_no_more("Give this game up?").await;
    assert_eq!(first.focused().await, "Resign");
    // From line to curve, and on.
    first.tab_to("Moves of the game").await;
    first.press("ArrowLeft").await;
    first.shows("Looking back").await;
    let focused = first.focused().await;
    assert!(focused.contains("The worth of the game"), "{focused}");
    first.tab_to("Live").await;
    first.press("Enter").await;
    first.shows_no_more("Looking back").await;
    assert_eq!(first.focused().await, "Connect Four");
    // A button, which keeps the focus of a click, leaves the keys of the table to it.
    first.tab_to("Menu").await;
    first.press(",").await;
    first.shows("Looking back").await;
    first.press("Escape").await;
    first.shows_no_more("Looking back").await;
    // An arrow leads from there to the board; a number plays.
    first.tab_to("Menu").await;
    first.press("ArrowRight").await;
    let focused = "document.activeElement?.matches('[role=gridcell]') === true";
    first.until("the focus on the board", focused).await;
    table.close().await;
    server.stop().await;
}
