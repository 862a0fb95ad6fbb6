//! The games of this person's key on the servers visited before, for the first screen.

use std::time::Duration;

use protocol::message::{ClientMsg, ServerMsg};
use protocol::view::YourGame;
use tokio::time::timeout;

use super::EventLoop;
use crate::net::{Link, NetEvent, Settings};
use crate::ui::Event;

/// Servers that are asked, the latest ones.
const SERVERS: usize = 3;

/// Time for an answer: a server that is off must not be asked for ever.
const PATIENCE: Duration = Duration::from_secs(10);

impl EventLoop {
    /// Asks the servers that know this person's key for their games, and puts what they answer on the first screen.
    pub(super) fn look_for_games(&mut self) {
        if self.identity.is_none() {
            return;
        }
        for url in self.seats.recent_servers().into_iter().take(SERVERS) {
            let mut settings = Settings::new(vec![url.clone()], self.name.clone());
            settings.known = self.known.clone();
            settings.key_in_clear = self.key_in_clear;
            settings.identity.clone_from(&self.identity);
            let outcomes = self.outcome_sender.clone();
            self.questions.spawn(async move {
                if let Ok(Some(games)) = timeout(PATIENCE, games(settings)).await {
                    // The program may have ended meanwhile.
                    let _ = outcomes.send(Event::GamesAt(url, games));
                }
            });
        }
    }
}

/// The games that a server tells; none where it does not answer.
async fn games(settings: Settings) -> Option<Vec<YourGame>> {
    let (link, mut events) = Link::open(settings);
    link.send(ClientMsg::YourGames);
    while let Some(event) = events.recv().await {
        let NetEvent::Message(message) = event else {
            continue;
        };
        match *message {
            ServerMsg::YourGames { games } => return Some(games),
            ServerMsg::Refused { .. } => return None,
            _ => {}
        }
    }
    None
}
