//! Talk at a table, and the names of people there.

use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, link, server};

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
    ana.evaluate("document.activeElement.select()").await;
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
    ana.evaluate("document.activeElement.select()").await;
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
    let server = server().await;
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
    ana.evaluate("document.activeElement.select()").await;
    ana.write("Ana").await;
    ana.press("Enter").await;
    ana.until("the dialog to be gone", "!document.querySelector('dialog')")
        .await;
    ana.shows(&said).await;
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
    ana.tap("to the start").await;
    ana.shows("Ana").await;
    table.close().await;
    server.stop().await;
}
