//! The form of a new game.

use serde_json::json;

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{link, server};

impl Page {
    /// Opens or closes a section of the page by its heading.
    async fn fold(&self, summary: &str) {
        let summary = json!(summary);
        let click = format!(
            "[...document.querySelectorAll('summary')].find((one) => one.innerText === {summary}).click()"
        );
        self.evaluate(&click).await;
    }

    /// Writes a number over what is in the field that has the focus, and leaves it.
    async fn write_over(&self, number: &str) {
        self.evaluate("document.activeElement.select()").await;
        self.press("Backspace").await;
        self.write(number).await;
        self.press("Tab").await;
    }
}

#[tokio::test]
async fn a_value_out_of_bounds_in_a_closed_section_is_shown() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#new")).await;
    page.offers("Open the game").await;
    page.fold("More options").await;
    page.tap("Minutes away").await;
    page.write_over("5000").await;
    page.fold("More options").await;
    page.tap("Open the game").await;
    let shown = "document.activeElement.closest('details[open]') !== null && \
        document.activeElement.matches('input:invalid')";
    page.until("the field that is out of bounds", shown).await;
    assert_eq!(page.evaluate("location.hash").await, json!("#new"));
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn an_emptied_field_of_a_clock_is_restored() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#new")).await;
    page.tap("5 + 3").await;
    page.fold("Another clock").await;
    for (name, number, minutes, seconds) in [
        ("Minutes at the start", "", "5", "3"),
        ("Seconds for each move", "", "5", "3"),
        ("Minutes at the start", "0.34", "0.33", "3"),
        ("Seconds for each move", "0", "0.33", "0"),
    ] {
        page.tap(name).await;
        page.write_over(number).await;
        let fields =
            "[...document.querySelectorAll('details[open] input')].map((one) => one.value)";
        let shows = format!("({fields}).join() === '{minutes},{seconds}'");
        page.until("the fields of the clock", &shows).await;
    }
    page.close().await;
    server.stop().await;
}
