//! The event loop without a terminal.

use std::path::Path;

use super::*;
use crate::settings::Settings;

/// The loop of a client with these data, and no command.
fn event_loop(data: &Path) -> EventLoop {
    let data = data.to_str().unwrap();
    let line = ["enlinea", "--data", data, "--no-discovery"].map(Into::into);
    let common = crate::args::read(line, &Settings::default())
        .unwrap()
        .common;
    let (sender, _) = mpsc::unbounded_channel();
    let known = resolve::known_servers(&common);
    EventLoop::new(&common, KeyMap::default(), known, false, sender).unwrap()
}

/// Three servers were asked for games in the moment of leaving, which waited for the names of all to be looked up.
#[tokio::test]
async fn who_leaves_asks_no_server_for_games() {
    let data = tempfile::tempdir().unwrap();
    let mut event_loop = event_loop(data.path());
    event_loop.seats.visited("ws://127.0.0.1:1/ws").unwrap();
    event_loop.disconnect().await;
    assert_eq!(event_loop.questions.len(), 1, "the first screen asks");
    event_loop.end_questions().await;
    event_loop.end().await;
    assert!(event_loop.questions.is_empty());
}
