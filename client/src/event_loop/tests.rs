//! The event loop without a terminal.

use std::path::Path;

use super::*;
use crate::args::settings::Settings;

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
    assert_eq!(event_loop.queries.tasks.len(), 1, "the first screen asks");
    event_loop.end_game_queries().await;
    event_loop.end().await;
    assert!(event_loop.queries.tasks.is_empty());
}

/// A server of others at the same address, which had stopped, kept the person out of their own.
#[cfg(feature = "host")]
#[tokio::test]
async fn a_server_in_the_program_is_not_judged_by_what_is_known_of_its_address() {
    use protocol::fingerprint::Fingerprint;

    use crate::known_servers::Known;

    let data = tempfile::tempdir().unwrap();
    let mut event_loop = event_loop(data.path());
    let hosted = crate::host::serve(crate::host::Options::private());
    let hosted = hosted.await.unwrap();
    let (url, address) = (hosted.url.clone(), hosted.listen.to_string());
    let key = Known::Key(Fingerprint::from_public_key(b"of others"));
    event_loop.known.remember(&address, key).unwrap();
    event_loop.servers = vec![url.clone()];
    let known = |event_loop: &EventLoop| {
        let settings = event_loop.settings(vec![url.clone()]);
        settings.known.find(&address).unwrap()
    };
    assert_eq!(known(&event_loop), Some(key));
    event_loop.is_private = true;
    assert_eq!(known(&event_loop), None);
    event_loop.is_private = false;
    event_loop.hosting.public = Some(hosted);
    assert_eq!(known(&event_loop), None);
    event_loop.end().await;
}

/// The first of its addresses was, which may lead nowhere: the first screen offered it, and asked it for games.
#[tokio::test]
async fn the_address_that_answered_is_that_of_the_server_visited_last() {
    use crate::net::tests::{Double, in_time};

    in_time(Box::pin(async {
        let data = tempfile::tempdir().unwrap();
        let mut event_loop = event_loop(data.path());
        event_loop.name = Some("Ana".to_owned());
        let (double, dead) = Double::start().await;
        drop(double);
        let (double, url) = Double::start().await;
        event_loop.connect(vec![dead, url.clone()]).await;
        let _visit = double.welcome().await;
        while event_loop.seats.recent_servers().is_empty() {
            let event = next_net_event(&mut event_loop.net).await;
            event_loop.note_visit(&event);
        }
        assert_eq!(event_loop.seats.recent_servers(), [url]);
    }))
    .await;
}
