//! A page, a terminal and a spectator, each at another server, when the one that has their room is killed.

use rustix::process::Signal;
use termlens::Terminal;

use super::browser::Devtools;
use super::invites;
use super::page::{Device, Page};
use crate::pty::{directory, enlinea, press, shows};
use crate::several_servers::{Node, database, ready};

/// A game won by the first, with the column of each ply.
const GAME: [&str; 7] = ["d1", "c1", "d2", "c2", "d3", "c3", "d4"];

/// Those at a table.
struct Table {
    page: Page,
    player: Terminal,
    spectator: Terminal,
    /// The page has the first move.
    page_begins: bool,
}

impl Table {
    /// Plays the ply of this number, which all see.
    async fn play(&mut self, ply: usize) {
        let cell = GAME[ply];
        if ply.is_multiple_of(2) == self.page_begins {
            self.page.shows("your turn").await;
            self.page.tap(&format!("{cell} empty")).await;
        } else {
            shows(&mut self.player, &["your turn"]);
            press(&mut self.player, ['4', '3'][ply % 2]);
        }
        let disc = ["red", "yellow"][ply % 2];
        self.page.offers(&format!("{cell} {disc}")).await;
        // The last line of the list of moves.
        let line = format!("{}. 4{}", ply / 2 + 1, ["", "  3"][ply % 2]);
        for terminal in [&mut self.player, &mut self.spectator] {
            shows(terminal, &[&line]);
        }
    }
}

#[tokio::test]
async fn page_terminal_and_spectator_play_on_when_the_server_of_their_room_is_killed() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let Some(database) = database() else { return };
    let nodes = [(); 3].map(|()| Node::start(&database));
    let [own, first, second] = &nodes;
    ready(&database, 3, &[first, second]).await;
    // The page came from the server that is killed.
    let page = Page::open(
        &devtools,
        Device::DESKTOP,
        &format!("http://{}/", own.process.address),
    )
    .await;
    page.expect("WebSocket connection to");
    let room = invites(&page).await;
    let data = [directory(), directory()];
    let at = |data: &tempfile::TempDir, node: &Node, name, how| {
        let url = node.process.url();
        let arguments = ["--server", &url, "--name", name, how, &room];
        enlinea(data.path(), &arguments, &[])
    };
    let player = at(&data[0], first, "Ana", "join");
    let mut spectator = at(&data[1], second, "Cleo", "watch");
    shows(&mut spectator, &["watching: "]);
    page.offers("d1 empty").await;
    let page_begins = page.shows_one_of(&["your turn", "to move"]).await == 0;
    let mut table = Table {
        page,
        player,
        spectator,
        page_begins,
    };
    for ply in 0..4 {
        table.play(ply).await;
    }
    own.process.program.signal(Signal::KILL);
    for ply in 4..GAME.len() {
        table.play(ply).await;
    }
    let (page_says, player_sees) = if page_begins {
        ("You win", "wins with 4 in a row")
    } else {
        ("Ana wins", "You win with 4 in a row!")
    };
    table.page.shows(page_says).await;
    shows(&mut table.player, &[player_sees]);
    shows(&mut table.spectator, &["wins with 4 in a row"]);
    table.page.close().await;
}
