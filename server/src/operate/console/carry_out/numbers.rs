//! The numbers of a server.

use std::fmt::Write as _;
use std::time::Duration;

use tokio::time::timeout;

use super::phase;
use crate::base::plural::counted;
use crate::base::span::Span;
use crate::operate::console::Answer;
use crate::rooms::directory::Directory;

/// Time after which games are not counted for the other numbers: a disk that hangs, or one that reads slowly, must not
/// hide them.
const COUNTED_WITHIN: Duration = Duration::from_secs(2);

/// Returns the count of the finished games, or why there is none: all else is told in spite of damage there.
pub(super) async fn counted_games(counting: impl Future<Output = Answer>) -> String {
    let problem = match timeout(COUNTED_WITHIN, counting).await {
        Ok(Ok(counted)) => return counted,
        Ok(Err(problem)) => problem,
        Err(_late) => format!("that takes more than {} s", COUNTED_WITHIN.as_secs()),
    };
    format!("finished games cannot be counted: {problem}")
}

/// Returns the numbers, `kept` among them.
pub(super) async fn stats(directory: &Directory, kept: &str) -> String {
    let shared = directory.shared();
    let rooms = directory.summaries().await;
    let count = |word: &str| {
        rooms
            .iter()
            .filter(|room| phase(&room.phase) == word)
            .count()
    };
    shared.store.try_if_silent().await;
    let problem = shared.store.failure(shared.time.now());
    let store = problem.unwrap_or_else(|| "the store works".to_owned());
    let mut disabled = String::new();
    for engine in shared.engines.disabled() {
        // Writing to text cannot fail.
        let _ = write!(
            disabled,
            "\nthe engine {} is disabled: {}",
            engine.name, engine.problem
        );
    }
    format!(
        "running for {}\n{}\n{} in memory: {} seating, {} playing, {} over\n\
         {} in the store alone\n{kept}\n{}\n{store}{}{disabled}",
        Span(directory.running()),
        counted(
            shared.host.connected.list().len() as u64,
            "person",
            "people"
        ),
        counted(rooms.len() as u64, "room", "rooms"),
        count("seating"),
        count("playing"),
        count("over"),
        counted(
            directory.list().1 as u64,
            "unfinished room",
            "unfinished rooms"
        ),
        counted(
            shared.host.bans.lasting(shared.time.now()).len() as u64,
            "ban",
            "bans"
        ),
        if shared.host.is_draining() {
            "\nno more rooms are opened"
        } else {
            ""
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There was no answer at all.
    #[tokio::test(start_paused = true)]
    async fn the_other_numbers_are_told_where_the_games_cannot_be_counted_in_time() {
        let problem = counted_games(std::future::pending()).await;
        assert!(problem.contains("more than 2 s"), "{problem}");
        let counted = counted_games(async { Ok("0 finished games".to_owned()) });
        assert_eq!(counted.await, "0 finished games");
    }
}
