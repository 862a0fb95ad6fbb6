//! Rooms that wait for somebody: what is said of them follows what becomes of them.

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{inviting, link, server};

#[tokio::test]
async fn an_invitation_ends_when_somebody_takes_the_seat() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (ana, room) = inviting(&devtools, Device::PHONE, server.address).await;
    let here = link(server.address, &format!("#{room}"));
    let bruno = Page::open(&devtools, Device::PHONE, &here).await;
    bruno.shows("is waiting for you").await;
    ana.tap("Menu").await;
    ana.tap("Link to this game").await;
    let sheet = |there: bool| format!("(document.querySelector('dialog') !== null) === {there}");
    ana.until("the sheet with the link", &sheet(true)).await;
    let cleo = Page::open(&devtools, Device::PHONE, &here).await;
    cleo.tap("Play").await;
    ana.until("the sheet to be gone", &sheet(false)).await;
    ana.offers("d1 empty").await;
    bruno.shows("Both seats are taken").await;
    let touchable = bruno.touchable().await;
    let offers_seat = touchable.iter().any(|(_, name)| name == "Play");
    assert!(!offers_seat, "{touchable:?}");
    for page in [ana, bruno, cleo] {
        page.close().await;
    }
    server.stop().await;
}
