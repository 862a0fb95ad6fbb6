//! An evening at pages of browsers: tables that open by themselves, and the way back to the standings.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::tournament::{Format, TournamentAct, TournamentSpec};

use super::access::{axe, wrong};
use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, WIN, link, server};

#[tokio::test]
async fn tables_open_by_themselves_and_the_winner_is_told() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut organiser = server.client("Cleo").await;
    let spec = TournamentSpec {
        games: 1,
        pause: Millis::ZERO,
        ..TournamentSpec::new(
            "Friday evening".parse().expect("a name"),
            Format::Swiss { rounds: 1 },
            "connect-four".parse().expect("a variant"),
        )
    };
    organiser.say(ClientMsg::OpenTournament { spec }).await;
    let code = organiser
        .until(|message| match message {
            ServerMsg::YourTournament { tournament, .. } => Some(*tournament),
            _ => None,
        })
        .await;
    let mut pages = Vec::new();
    for (device, number) in [(Device::PHONE, 1), (Device::DESKTOP, 2)] {
        let at = link(server.address, &format!("#tournament={code}"));
        let page = Page::open(&devtools, device, &at).await;
        page.tap("Enter the tournament").await;
        page.shows("The table opens by itself").await;
        organiser
            .until(|message| match message {
                ServerMsg::Tournament { view } => (view.entrants.len() == number).then_some(()),
                _ => None,
            })
            .await;
        pages.push(page);
    }
    if let Some(axe) = axe() {
        assert_eq!(wrong(&pages[0], &axe, "a tournament").await, [""; 0]);
    }
    let act = TournamentAct::NextRound;
    organiser.say(ClientMsg::InTournament { act }).await;
    for page in &pages {
        page.offers("d1 empty").await;
        page.shows("Friday evening").await;
    }
    // After a reload the page is at the table again.
    pages[0].reload().await;
    pages[0].offers("d1 empty").await;
    let begins = pages[0].shows_one_of(&["your turn", "to move"]).await == 0;
    let second = pages.pop().expect("two");
    let first = pages.pop().expect("two");
    let (first, second) = if begins {
        (first, second)
    } else {
        (second, first)
    };
    let table = Table {
        first,
        second,
        room: String::new(),
    };
    table.play(0, WIN).await;
    for page in [&table.first, &table.second] {
        let leads = "document.querySelector('a[href^=\"#tournament=\"]')";
        page.until("the way to the standings", &format!("Boolean({leads})"))
            .await;
        page.evaluate(&format!("{leads}.click(); 0")).await;
        page.shows("wins the tournament").await;
        page.picture("tournament-over").await;
    }
    table.close().await;
    server.stop().await;
}
