//! Moves that are tried, positions of no game, and two people at one page.

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, link, server};

#[tokio::test]
async fn a_move_is_tried_in_review_and_one_touch_leads_back_to_the_game() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, WIN).await;
    let page = &table.first;
    page.shows("You win").await;
    page.tap("Look back").await;
    page.shows("Looking back").await;
    page.tap("Previous move").await;
    page.shows("7 of 7").await;
    // The fourth disc elsewhere: the game goes on beside the one that was won.
    page.tap("g1 empty").await;
    page.shows("Your line: 4. 7").await;
    page.shows("wins in").await;
    page.picture("trying").await;
    page.tap("c4 empty").await;
    page.shows("Your line: 4. 7 3").await;
    page.shows("yellow wins").await;
    page.tap("Back to the game").await;
    page.shows("7 of 7").await;
    page.resize(Device::DESKTOP).await;
    page.tap("a1 empty").await;
    page.shows("Your line: 4. 1").await;
    page.shows("wins in").await;
    page.picture("trying-on-a-desktop").await;
    page.press("Escape").await;
    page.shows("7 of 7").await;
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_position_is_analysed_without_an_opponent_and_its_link_leads_to_it() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "")).await;
    page.tap("Analyse a position").await;
    page.shows("Empty board").await;
    for cell in ["d1", "d2", "e1", "e2"] {
        page.tap(&format!("{cell} empty")).await;
    }
    page.until(
        "the moves in the address",
        "location.hash === '#analyse=connect-four:4455'",
    )
    .await;
    // Every column has its value: two of them make three with both ends open.
    page.until(
        "the values of all columns",
        "document.querySelectorAll('.value .worth span').length === 7",
    )
    .await;
    page.shows("red wins in 2").await;
    page.picture("analysing").await;
    page.reload().await;
    page.offers("e2 yellow").await;
    page.shows("red wins in 2").await;
    page.go(&link(server.address, "#analyse=gomoku-15:h8i9"))
        .await;
    page.offers("i9 white").await;
    page.until(
        "the best replies on the board and below it",
        "document.querySelectorAll('.rank').length > 0 && document.querySelectorAll('.pvs li').length > 0",
    )
    .await;
    page.picture("analysing-gomoku").await;
    page.go(&link(server.address, "#analyse=connect-four:8"))
        .await;
    page.shows("That is not a position").await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn two_people_play_at_one_page_and_take_back_and_play_again() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "")).await;
    page.tap("Two on this device").await;
    page.shows("Red to move").await;
    page.tap("d1 empty").await;
    page.shows("Yellow to move").await;
    page.tap("c1 empty").await;
    page.shows("Red to move").await;
    // One takes back, and the page allows it for the other.
    page.tap("Take back").await;
    page.offers("c1 empty").await;
    page.shows("Yellow to move").await;
    page.picture("two-on-one-device").await;
    page.tap("Turn").await;
    page.until(
        "the table to stand on its head",
        "getComputedStyle(document.querySelector('main')).rotate === '180deg'",
    )
    .await;
    page.picture("two-on-one-device-turned").await;
    page.tap("c1 empty").await;
    page.until(
        "the table to stand upright",
        "getComputedStyle(document.querySelector('main')).rotate === 'none'",
    )
    .await;
    // Both seats are there after a reload.
    page.reload().await;
    page.shows("Red to move").await;
    for (cell, next) in [
        ("d2", "Yellow"),
        ("c2", "Red"),
        ("d3", "Yellow"),
        ("c3", "Red"),
    ] {
        page.tap(&format!("{cell} empty")).await;
        page.shows(&format!("{next} to move")).await;
    }
    page.tap("d4 empty").await;
    page.tap("Rematch").await;
    page.shows("Red to move").await;
    page.offers("d1 empty").await;
    page.tap("d1 empty").await;
    page.shows("Yellow to move").await;
    page.tap("Draw").await;
    page.shows("End this game as a draw?").await;
    page.tap_away("Draw").await;
    page.offers("Rematch").await;
    page.close().await;
    server.stop().await;
}
