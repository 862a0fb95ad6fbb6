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
