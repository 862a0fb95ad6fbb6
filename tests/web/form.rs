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
        self.select().await;
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
    page.tap("Minutes a player may be away").await;
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

#[tokio::test]
async fn a_number_that_does_not_fit_stays_and_is_told_what_it_must_be() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "#new")).await;
    page.offers("Open the game").await;
    let choose = "(() => {
        const games = document.querySelector('select');
        games.value = 'custom';
        games.dispatchEvent(new Event('change'));
    })()";
    page.evaluate(choose).await;
    page.tap("Two bots").await;
    for section in ["Another clock", "More options"] {
        page.fold(section).await;
    }
    let wrong = "[document.activeElement.value, document.activeElement.validationMessage]";
    for (name, number, fits, must) in [
        ("Columns", "50", "7", "It must be between 3 and 20."),
        ("Rows", "6.5", "6", "It must be a whole number."),
        (
            "Seconds for each move",
            "1.7",
            "2",
            "It must be a whole number.",
        ),
        (
            "How often it is repeated",
            "1000",
            "1",
            "It must be between 0 and 100.",
        ),
        (
            "Number that fixes",
            "-12",
            "12",
            "It must be a number of at most 19 digits.",
        ),
    ] {
        page.tap(name).await;
        page.select().await;
        page.write(number).await;
        page.press("Enter").await;
        assert_eq!(page.evaluate(wrong).await, json!([number, must]), "{name}");
        page.write_over(fits).await;
    }
    page.tap("Open the game").await;
    page.until("the game", "/^#[0-9A-Z]{6}$/.test(location.hash)")
        .await;
    page.close().await;
    server.stop().await;
}
