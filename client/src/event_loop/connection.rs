//! The connection of the screens to a server.

use super::EventLoop;
#[cfg(feature = "host")]
use super::hosting::shut_down;
use crate::discovery::{self, Change};
use crate::input::Intent;
use crate::net::{Link, Settings};
use crate::resolve;
use crate::ui::{Event, Screen};

impl EventLoop {
    pub(super) async fn connect(&mut self, urls: Vec<String>) {
        // A query has the person's name, which would be in use.
        self.end_game_queries().await;
        self.servers.clone_from(&urls);
        let mut settings = self.settings(urls);
        if self.app.server.is_at_keyboard() {
            settings.name = Some(say!("home-player", number = 1));
        }
        let (link, net) = Link::open(settings);
        self.link = Some(link);
        self.net = Some(net);
    }

    /// The settings of a connection to the server at these addresses.
    pub(super) fn settings(&self, urls: Vec<String>) -> Settings {
        let mut settings = Settings::new(urls, self.name.clone());
        // What is known of an address is of the server that others run there.
        if !self.is_private && self.hosted_here().is_none() {
            settings.known = self.known.clone();
        }
        settings.key_in_clear = self.key_in_clear;
        settings.in_screens = true;
        settings.name_key = self.app.keymap.key(Screen::Home, Intent::Name);
        if !self.is_private {
            settings.identity.clone_from(&self.identity);
        }
        settings
    }

    #[cfg_attr(
        not(feature = "host"),
        expect(
            clippy::unused_async,
            reason = "a server inside takes its time to stop"
        )
    )]
    pub(super) async fn close_connection(&mut self) {
        self.link = None;
        self.net = None;
        (self.opposite, self.opposite_net) = (None, None);
        #[cfg(feature = "host")]
        shut_down(&mut self.hosting.private).await;
        self.is_private = false;
        self.keeps_own = false;
    }

    /// Goes back to the first screen, with what is on the network now.
    pub(super) async fn disconnect(&mut self) {
        self.close_connection().await;
        // A server for others may go on, with its seats.
        self.temporary_seats.retain(|seat| seat.hosted);
        self.list_seats();
        self.app.home.recent = self.seats.recent_servers();
        self.look_for_server_here();
        self.look_for_games();
    }

    /// Lists a server of this machine, which is there without a network too.
    pub(super) fn look_for_server_here(&self) {
        #[cfg(feature = "host")]
        let is_ours = self.hosting.public.is_some();
        #[cfg(not(feature = "host"))]
        let is_ours = false;
        let outcomes = self.outcome_sender.clone();
        tokio::spawn(async move {
            let found = !is_ours && resolve::is_server_here().await;
            let change = if found {
                Change::Found(discovery::here())
            } else {
                Change::Gone(discovery::HERE.to_owned())
            };
            // The program may have ended meanwhile.
            let _ = outcomes.send(Event::Network(change));
        });
    }
}
