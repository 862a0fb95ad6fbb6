//! A server whose log nobody reads.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use protocol::codec::Encoding;

use crate::binaries::{self, binary};
use crate::harness::Client;

/// Connections whose lines are several times what a pipe holds, in the log with the most lines.
const VISITS: usize = 160;

#[tokio::test]
async fn people_are_served_though_nobody_reads_the_log() {
    let mut server = binaries::command(binary("enlinea-server"))
        .env("ENLINEA_LOG", "trace")
        .args(["--listen", "127.0.0.1:0", "--store", "memory"])
        .args(["--no-discovery", "--no-exhibition"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(server.stdout.take().unwrap()).lines();
    let mut addresses = said.filter_map(|line| {
        let line = line.unwrap();
        line.strip_prefix("listening on ")?.parse().ok()
    });
    let address = addresses.next().expect("the server listens");
    for visit in 0..VISITS {
        let mut client = Client::connect(address, Encoding::Bincode).await;
        client.introduce(&format!("Ana{visit}")).await;
    }
    server.kill().unwrap();
    let mut unread = Vec::new();
    let mut log = server.stderr.take().unwrap();
    log.read_to_end(&mut unread).unwrap();
    server.wait().unwrap();
    // What else there was ended with the server. The 64 KiB of a pipe are full with less, where writes leave pages
    // begun.
    assert!(unread.len() > 40_000, "{} bytes fill no pipe", unread.len());
}
