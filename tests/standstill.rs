//! A server that is stopped for a while and goes on, as when a laptop sleeps.

use std::time::Duration;

use protocol::codec::Encoding;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::GameSpec;
use tempfile::tempdir;

use crate::binaries::ServerProcess;
use crate::harness::{Client, me_and_open, spec};

#[tokio::test]
async fn a_standstill_of_the_server_is_charged_to_nobody() {
    let data = tempdir().unwrap();
    let server = ServerProcess::start(data.path());
    let connect = async |name| {
        Client::try_connect(server.address, name, Encoding::Bincode)
            .await
            .unwrap()
    };
    let (mut ana, mut bruno) = (connect("Ana").await, connect("Bruno").await);
    let quick = GameSpec {
        clock: Some("2s".parse().unwrap()),
        ..spec("connect-four")
    };
    let (room, _) = ana.open(quick, me_and_open()).await;
    bruno.join(room).await;
    ana.started().await;
    ana.play("4").await;
    bruno.plies(1).await;
    bruno.play("4").await;
    ana.plies(2).await;
    server.program.signal(rustix::process::Signal::STOP);
    // Longer than Ana has on the clock.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    server.program.signal(rustix::process::Signal::CONT);
    // Clients count by themselves, and would be wrong by the standstill.
    let after = bruno
        .event(|event| match event {
            RoomEvent::Clock { clock } => Some(*clock),
            _ => None,
        })
        .await;
    assert!(
        after.remaining.first >= Millis::from_millis(1000),
        "{after:?}"
    );
    assert_eq!(after.running, Some(Side::First));
    ana.play("3").await;
    let clock = bruno
        .event(|event| match event {
            RoomEvent::Moved { clock, ply: 3, .. } => Some(clock.unwrap()),
            RoomEvent::Over { outcome, .. } => panic!("{outcome:?}"),
            _ => None,
        })
        .await;
    assert!(
        clock.remaining.first >= Millis::from_millis(1000),
        "{clock:?}"
    );
}
