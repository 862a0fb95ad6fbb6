//! Progress of a search, which its room looks at before it is over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::Progress;
use external::Listener;
use protocol::spec::Depth;
use protocol::text::ChatText;
use tokio::sync::watch;
use tokio::time::Instant;

/// Characters of an engine's message that are looked at: what is printable among them becomes a [`ChatText`], which
/// is a fifth as long.
const MAX_MESSAGE_CHARS: usize = 1000;

/// The state of a search, written by the thread that searches and read by the room; clones are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchProgress(Arc<State>);

#[derive(Debug, Default)]
struct State {
    /// Moment at which the search began; `None` while it waits.
    begun: Mutex<Option<Instant>>,
    /// True while the search waits: in the queue, or for the start of its engine.
    waits: watch::Sender<bool>,
    depth: Progress,
    /// Last message of an external engine that the room has not taken.
    message: Mutex<Option<ChatText>>,
    is_answered: AtomicBool,
}

impl SearchProgress {
    /// Notes that the search waits from now on.
    pub(super) fn wait(&self) {
        self.set_begun(None);
    }

    /// Notes that the search runs from now on.
    pub(crate) fn begin(&self) {
        self.set_begun(Some(Instant::now()));
    }

    fn set_begun(&self, begun: Option<Instant>) {
        *self.0.begun.lock().expect("no holder panics") = begun;
        self.0.waits.send_if_modified(|waits| {
            let changed = *waits != begun.is_none();
            *waits = begun.is_none();
            changed
        });
    }

    /// Returns true while the search waits, with a notice of each change.
    pub(crate) fn waits(&self) -> watch::Receiver<bool> {
        self.0.waits.subscribe()
    }

    /// The number that the search reports its depth to.
    pub(super) fn depth_reported(&self) -> &Progress {
        &self.0.depth
    }

    /// Notes a message of the engine, in place of the last one.
    pub(crate) fn set_message(&self, text: &str) {
        let text: String = text.chars().take(MAX_MESSAGE_CHARS).collect();
        if let Some(text) = ChatText::clean(&text) {
            *self.0.message.lock().expect("no holder panics") = Some(text);
        }
    }

    /// Takes out the last message of the engine.
    pub(crate) fn take_message(&self) -> Option<ChatText> {
        self.0.message.lock().expect("no holder panics").take()
    }

    /// Notes that the room has the answer, although it may wait to play it.
    pub(crate) fn set_answered(&self) {
        self.0.is_answered.store(true, Ordering::Relaxed);
    }

    /// Returns true if the search is over.
    pub(crate) fn is_answered(&self) -> bool {
        self.0.is_answered.load(Ordering::Relaxed)
    }

    /// Returns the time that the search has taken up to `now`.
    pub(crate) fn elapsed(&self, now: Instant) -> Duration {
        let begun = *self.0.begun.lock().expect("no holder panics");
        begun.map_or(Duration::ZERO, |begun| now.saturating_duration_since(begun))
    }

    /// Returns the depth of the deepest finished iteration, where the bot reports one.
    pub(crate) fn depth(&self) -> Option<Depth> {
        self.0.depth.depth()
    }
}

/// The start of an engine is a wait: its clock stands still meanwhile.
impl Listener for SearchProgress {
    fn message(&self, text: &str) {
        self.set_message(text);
    }

    fn setup_begins(&self) {
        self.wait();
    }

    fn setup_ends(&self) {
        self.begin();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_messages_the_last_is_kept_clean_and_taken_once() {
        let progress = SearchProgress::default();
        assert_eq!(progress.take_message(), None);
        for text in ["depth 4", "\u{1b}[2J depth\t5 ", "\u{7}"] {
            progress.set_message(text);
        }
        let taken = progress.clone().take_message();
        assert_eq!(taken.unwrap().as_str(), "[2J depth 5");
        assert_eq!(progress.take_message(), None);
        progress.set_message(&"y".repeat(100_000));
        let taken = progress.take_message().unwrap();
        assert_eq!(taken.as_str().len(), ChatText::LONGEST);
    }
}
