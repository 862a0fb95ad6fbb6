//! The exhibition: a room in which two bots play, so that there is always something to watch.

use std::sync::Arc;
use std::time::Duration;

use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{BotSpec, GameSpec, Repeat, SeatSpec};
use tokio_util::sync::CancellationToken;
use tracing::{debug, warn};

use crate::rooms::directory::{Directory, NewRoom};

/// Pairs for the exhibition: each of the four classic bots meets another, or itself.
const EXHIBITS: [(&str, &str, &str); 4] = [
    ("connect-four", "negamax:5", "minimax:6"),
    ("connect-four-7x7", "lines:6", "negamax:4"),
    ("gomoku-15", "priority", "priority"),
    ("connect-four", "minimax:4", "lines:5"),
];

/// Delay before an exhibition that could not be opened, as on a full server, is tried again.
const RETRY: Duration = Duration::from_secs(10);

/// Keeps a room open in which two bots play, so that there is always something to watch.
///
/// A match that is over is followed by the next one, in another room: a spectator who stays to look at the
/// old one keeps it, and nobody else waits for that.
pub(crate) async fn run(directory: Arc<Directory>, stop: CancellationToken) {
    let first = directory.shared().random.draw::<u8>() as usize % EXHIBITS.len();
    for (variant, first, second) in EXHIBITS.into_iter().cycle().skip(first) {
        let Some(exhibit) = exhibit(variant, first, second) else {
            warn!(variant, "the exhibition names something that is not there");
            return;
        };
        let shown = async {
            match directory.open(exhibit).await {
                Ok(room) if room.finished().await => return,
                Ok(_) => debug!("the exhibition waits, since its room broke or was closed"),
                Err(refusal) => debug!(%refusal, "the exhibition waits"),
            }
            tokio::time::sleep(RETRY).await;
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            () = shown => {}
        }
    }
}

fn exhibit(variant: &str, first: &str, second: &str) -> Option<NewRoom> {
    let spec = GameSpec {
        // Everybody may watch it.
        listed: true,
        repeat: Repeat::MAX,
        ..GameSpec::new(Variant::named(variant).ok()?)
    };
    let bot = |text: &str| {
        let bot: BotSpec = text.parse().ok()?;
        Some(SeatSpec::Bot { bot })
    };
    let seats = BySide {
        first: bot(first)?,
        second: bot(second)?,
    };
    Some(NewRoom {
        spec,
        seats,
        shuffle: false,
        // After a restart there is a new one.
        persistent: false,
        opener: None,
    })
}

#[cfg(test)]
mod tests {
    use protocol::id::{PlayerId, Token};
    use protocol::millis::Millis;

    use super::*;
    use crate::config::Config;
    use crate::rooms::actor::Part;
    use crate::testing;

    #[tokio::test(start_paused = true)]
    async fn an_opening_that_failed_is_tried_again() {
        let config = Config {
            rooms: 1,
            ..Config::default()
        };
        let directory = testing::directory(config, crate::store::memory());
        let (opener, _outgoing) = testing::entry(1, Part::Player(Token(1)));
        let waiting = directory.open(testing::new_room(opener)).await.unwrap();
        let stop = CancellationToken::new();
        let exhibition = tokio::spawn(run(Arc::clone(&directory), stop.clone()));
        tokio::time::sleep(RETRY / 2).await;
        assert_eq!(directory.in_memory_count(), 1, "there is no place for it");
        let left = waiting.leave(PlayerId(1), Millis::ZERO, false, None);
        left.await.unwrap().unwrap();
        waiting.gone().await;
        while directory.in_memory_count() == 0 {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        stop.cancel();
        exhibition.await.unwrap();
    }

    #[tokio::test]
    async fn the_next_game_begins_with_nobody_to_watch() {
        let mut config = Config::default();
        config.timing.between_games = Millis::ZERO;
        let directory = testing::directory(config, crate::store::memory());
        let mut exhibit = exhibit("connect-four", "random", "random").unwrap();
        exhibit.spec.repeat = Repeat::new(1).unwrap();
        exhibit.spec.pace = "0".parse().unwrap();
        let room = directory.open(exhibit).await.unwrap();
        room.finished().await;
    }

    #[tokio::test]
    async fn a_match_is_over_though_a_spectator_stays() {
        let directory = testing::directory(Config::default(), crate::store::memory());
        let (watches, _outgoing) = testing::entry(1, Part::Spectator);
        let mut new = testing::new_room(watches);
        new.spec.pace = "0".parse().unwrap();
        new.seats = BySide::from_fn(|_| SeatSpec::Bot {
            bot: "random".parse().unwrap(),
        });
        let room = directory.open(new).await.unwrap();
        room.finished().await;
        assert_eq!(directory.in_memory_count(), 1, "somebody looks at it");
    }
}
