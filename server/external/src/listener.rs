//! The news that the caller of an engine hears while it waits for the answer.

/// The one who waits for an answer of an engine. A function hears its messages alone.
pub trait Listener {
    /// Called with the text of each `MESSAGE` that the engine writes, as it wrote it.
    fn message(&self, text: &str);

    /// Called when the engine is about to be started or set up. No game clock counts the time from here on.
    fn setup_begins(&self) {}

    /// Called when the engine is asked, or has failed before.
    fn setup_ends(&self) {}
}

impl<F: Fn(&str)> Listener for F {
    fn message(&self, text: &str) {
        self(text);
    }
}
