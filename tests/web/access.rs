//! The page by keyboard alone, and for those who hear it: the rules of axe-core, and what is announced.

use std::path::Path;

use protocol::tournament::Format;
use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, inviting, link, server};
use crate::tournament::{open, spec};

#[tokio::test]
async fn a_game_is_played_by_keyboard_alone() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "")).await;
    page.offers("Play the bot").await;
    page.tab_to("Play the bot").await;
    page.press("Enter").await;
    page.shows("your turn").await;
    page.tab_to("column 4, row 1 ").await;
    page.press("Home").await;
    let focused = page.focused().await;
    assert!(focused.starts_with("column 1,"), "{focused}");
    page.press("ArrowRight").await;
    let focused = page.focused().await;
    assert!(focused.starts_with("column 2,"), "{focused}");
    let discs = "document.querySelectorAll('[role=gridcell][aria-label$=red], \
        [role=gridcell][aria-label$=yellow]').length";
    let before = page.evaluate(discs).await.as_u64().expect("a number");
    page.press("Enter").await;
    page.until("two plies more", &format!("{discs} >= {}", before + 2))
        .await;
    // The focus stays where it was, and the answer is said.
    let focused = page.focused().await;
    assert!(focused.starts_with("column 2,"), "{focused}");
    let ends = ["You win", "You lose", "the board is full"];
    while page
        .shows_one_of(&[&["your turn"], &ends[..]].concat())
        .await
        == 0
    {
        let column = page
            .evaluate(
                "[...document.querySelectorAll('[role=gridcell][aria-label$=empty]')][0].dataset.cell.charCodeAt(0) - 96",
            )
            .await;
        let before = page.evaluate(discs).await.as_u64().expect("a number");
        page.press(&column.to_string()).await;
        page.until("the ply", &format!("{discs} > {before}")).await;
        page.until(
            "the answer, or the end",
            &format!("{discs} > {before} + 1 || !document.body.innerText.includes('thinking')"),
        )
        .await;
    }
    page.tab_to("Rematch").await;
    page.press("Enter").await;
    page.until(
        "an empty board, or the bot's first disc",
        &format!("{discs} < 2"),
    )
    .await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_may_be_typed_where_others_touch_the_board() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let devices = [Device::DESKTOP, Device::PHONE];
    let table = Table::between(&devtools, devices, server.address).await;
    let (desk, cell) = if table.first.is_touched() {
        table.play(0, "d1").await;
        (&table.second, "g1 yellow")
    } else {
        (&table.first, "g1 red")
    };
    desk.shows("your turn").await;
    desk.tab_to("to move").await;
    // A number alone is talk.
    desk.write("7").await;
    desk.press("Enter").await;
    let said = "[...document.querySelectorAll('.said-lines')].some((lines) => /\\b7$/.test(lines.innerText.trim()))";
    desk.until("the number to be said", said).await;
    desk.offers("g1 empty").await;
    desk.write("/7").await;
    desk.press("Enter").await;
    for page in [&table.first, &table.second] {
        page.offers(cell).await;
    }
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_move_of_the_other_is_announced() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let announced = "[...document.querySelectorAll('[aria-live=polite], [aria-live=assertive]')]
        .some((region) => /d/.test(region.textContent) && /turn/.test(region.textContent))";
    let mover = &table.first;
    mover.shows("your turn").await;
    mover.tap("d1 empty").await;
    table
        .second
        .until("the move and the turn to be announced", announced)
        .await;
    // What is behind a dialog is not spoken.
    mover.tap("Menu").await;
    mover.offers("Close").await;
    table.second.tap("c1 empty").await;
    let within = "/c/.test(document.querySelector('dialog [aria-live=assertive]').textContent)";
    mover
        .until("the move to be announced in the dialog", within)
        .await;
    mover.tap_away("Close").await;
    // The move that wins is told with the end.
    table.play(2, &WIN["d1 c1 ".len()..]).await;
    let won =
        "/played column 4[^]*You lose/.test(document.querySelector('#assertive').textContent)";
    table
        .second
        .until("the move that won to be announced", won)
        .await;
    table.close().await;
    server.stop().await;
}

/// axe-core, which `.ci/page` fetches; none where it is not there, which is a failure where a browser is required.
#[expect(
    clippy::print_stderr,
    reason = "a test that is skipped says so in its output"
)]
pub(super) fn axe() -> Option<String> {
    let place =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("web/npm/node_modules/axe-core/axe.min.js");
    let axe = std::fs::read_to_string(&place).ok();
    if axe.is_none() {
        assert!(
            std::env::var_os("ENLINEA_REQUIRE_BROWSER").is_none(),
            "{} is missing: .ci/page",
            place.display()
        );
        eprintln!("skipped: there is no axe-core; .ci/page fetches it");
    }
    axe
}

/// What is wrong on a page by the rules of axe-core, and what can be touched and has no name.
pub(super) async fn wrong(page: &Page, axe: &str, what: &str) -> Vec<String> {
    page.evaluate(&format!("window.axe || (() => {{ {axe} }})(); true"))
        .await;
    let found = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, help, nodes }) => [id, help, nodes.map(({ html, any }) =>
            [html, any.map(({ message }) => message)])]))";
    let found = page.evaluate(found).await;
    let found = found.as_array().cloned().unwrap_or_default();
    let found = found.iter().map(|wrong| format!("{what}: {wrong}"));
    let touchable = page.touchable().await.into_iter();
    let nameless = touchable.filter(|(_, name)| name.trim().is_empty());
    let nameless = nameless.map(|(role, _)| format!("{what}: a {role} without a name"));
    found.chain(nameless).collect()
}

#[tokio::test]
async fn axe_finds_nothing_wrong_on_any_screen_light_or_dark() {
    let (Some(devtools), Some(axe)) = (Devtools::connect().await, axe()) else {
        return;
    };
    let server = server().await;
    let mut organiser = server.client("Cleo").await;
    let (code, _) = open(&mut organiser, spec(Format::Swiss { rounds: 3 })).await;
    let (event, wall) = (
        format!("#tournament={code}"),
        format!("#tournament={code}&wall"),
    );
    let mut found = Vec::new();
    for scheme in ["light", "dark"] {
        let wishes = [
            ("prefers-reduced-motion", "reduce"),
            ("prefers-color-scheme", scheme),
        ];
        let (page, room) = inviting(&devtools, Device::PHONE, server.address).await;
        page.prefers(&wishes).await;
        found.extend(wrong(&page, &axe, &format!("waiting, {scheme}")).await);
        let invited = link(server.address, &format!("#{room}"));
        let friend = Page::open(&devtools, Device::PHONE, &invited).await;
        friend.prefers(&wishes).await;
        friend.offers("Play").await;
        found.extend(wrong(&friend, &axe, &format!("invited, {scheme}")).await);
        friend.close().await;
        for (hash, shows) in [
            ("", "Invite a friend"),
            ("#new", "New game"),
            ("#tv", "play along"),
            ("#tournaments", "Friday evening"),
            ("#new-tournament", "Open for entries"),
            (&event, "Enter the tournament"),
            (&wall, "Scan to enter"),
            ("#analyse=connect-four:4455", "red wins in"),
            ("#analyse=gomoku-15:h8i9", "black to move"),
        ] {
            page.go(&link(server.address, hash)).await;
            page.shows(shows).await;
            found.extend(wrong(&page, &axe, &format!("{shows}, {scheme}")).await);
        }
        page.close().await;
        let table = Table::on_phones(&devtools, server.address).await;
        let page = &table.first;
        page.prefers(&wishes).await;
        table.play(0, "d1 c1").await;
        found.extend(wrong(page, &axe, &format!("table, {scheme}")).await);
        for dialog in ["Rules", "Settings", "People", "The game as text"] {
            page.tap("Menu").await;
            page.offers("Close").await;
            found.extend(wrong(page, &axe, &format!("menu, {scheme}")).await);
            page.tap(dialog).await;
            page.offers("Close").await;
            found.extend(wrong(page, &axe, &format!("{dialog}, {scheme}")).await);
            page.tap("Close").await;
        }
        page.resize(Device::DESKTOP).await;
        found.extend(wrong(page, &axe, &format!("table on a desktop, {scheme}")).await);
        page.press("?").await;
        page.offers("Close").await;
        found.extend(wrong(page, &axe, &format!("keys, {scheme}")).await);
        page.tap("Close").await;
        page.resize(Device::PHONE).await;
        table.play(2, &WIN["d1 c1 ".len()..]).await;
        page.shows("You win").await;
        found.extend(wrong(page, &axe, &format!("end, {scheme}")).await);
        page.tap("Look back").await;
        page.shows("Looking back").await;
        found.extend(wrong(page, &axe, &format!("looking back, {scheme}")).await);
        page.tap("Previous move").await;
        page.tap("g1 empty").await;
        page.shows("Your line: 4. 7").await;
        found.extend(wrong(page, &axe, &format!("trying, {scheme}")).await);
        page.resize(Device::DESKTOP).await;
        found.extend(wrong(page, &axe, &format!("trying on a desktop, {scheme}")).await);
        page.go(&link(server.address, "")).await;
        page.tap("Two on this device").await;
        page.shows("Red to move").await;
        found.extend(wrong(page, &axe, &format!("two on one device, {scheme}")).await);
        table.close().await;
    }
    found.sort();
    found.dedup();
    assert!(found.is_empty(), "{found:#?}");
    server.stop().await;
}

#[tokio::test]
async fn the_board_is_a_grid_of_named_cells_with_one_stop_of_the_tab_key() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.first;
    let cells = page.touchable().await.into_iter();
    let cells: Vec<_> = cells.filter(|(role, _)| role == "gridcell").collect();
    assert_eq!(cells.len(), 42);
    assert_eq!(cells[0].1, "column 1, row 6 empty");
    let stops = "document.querySelectorAll('[role=grid] [tabindex=\"0\"]').length";
    assert_eq!(page.evaluate(stops).await, json!(1));
    table.close().await;
    server.stop().await;
}
