//! The games of this person's key on the servers visited before, for the first screen.

use std::time::Duration;

use protocol::message::{ClientMsg, ServerMsg};
use protocol::view::YourGame;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::EventLoop;
use crate::net::{Link, NetEvent, Settings};
use crate::ui::Event;

/// Servers that are asked, the latest ones.
const SERVERS: usize = 3;

/// Time for an answer: a server that is off must not be asked for ever.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time for the end of a query, for which a connection that is wanted waits.
const GOODBYE: Duration = Duration::from_millis(500);

/// Connections that ask for the games on the first screen.
#[derive(Debug, Default)]
pub(super) struct GameQueries {
    pub(super) tasks: JoinSet<()>,
    end: CancellationToken,
}

impl EventLoop {
    /// Ends the queries, and waits until the servers know it: each has the name of this person's key meanwhile.
    pub(super) async fn end_game_queries(&mut self) {
        self.queries.end.cancel();
        while self.queries.tasks.join_next().await.is_some() {}
        self.queries.end = CancellationToken::new();
    }

    /// Asks the servers that know this person's key for their games, and puts what they answer on the first screen.
    pub(super) fn look_for_games(&mut self) {
        if self.identity.is_none() {
            return;
        }
        for url in self.seats.recent_servers().into_iter().take(SERVERS) {
            // The key says who asks; a name that was asked for would be bound to it.
            let mut settings = Settings::new(vec![url.clone()], None);
            settings.timing.goodbye = GOODBYE;
            settings.known = self.known.clone();
            settings.key_in_clear = self.key_in_clear;
            settings.identity.clone_from(&self.identity);
            let outcomes = self.outcome_sender.clone();
            let end = self.queries.end.clone();
            self.queries.tasks.spawn(async move {
                if let Some(games) = games(settings, &end).await {
                    // The program may have ended meanwhile.
                    let _ = outcomes.send(Event::GamesAt(url, games));
                }
            });
        }
    }
}

/// The games that a server tells; none where it does not answer, or not before the query ends. The connection is
/// closed when this returns, so that the name of the person is free again.
async fn games(settings: Settings, end: &CancellationToken) -> Option<Vec<YourGame>> {
    let (link, mut events) = Link::open(settings);
    link.send(ClientMsg::YourGames);
    let answer = async {
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
    };
    let games = tokio::select! {
        biased;
        () = end.cancelled() => None,
        answer = timeout(PATIENCE, answer) => answer.ok().flatten(),
    };
    drop(link);
    while events.recv().await.is_some() {}
    games
}
