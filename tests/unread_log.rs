//! A server whose log nobody reads, or whose standard output takes nothing.

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

/// The server ended, as on a disk that is full.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn people_are_served_though_standard_output_is_full() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let mut server = binaries::command(binary("enlinea-server"))
        .args(["--listen", "127.0.0.1:0", "--store", "memory"])
        .args(["--no-discovery", "--no-exhibition"])
        .stdout(full.expect("Linux has it"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = BufReader::new(server.stderr.take().unwrap()).lines();
    let mut log = log.map(Result::unwrap);
    let serving = log.find(|line| line.contains(" serving address="));
    let serving = serving.expect("the server serves");
    let address = serving.split("address=").nth(1).unwrap();
    let address = address.split(' ').next().unwrap().parse().unwrap();
    let warned = log.find(|line| line.contains("standard output"));
    assert!(warned.expect("it is said").contains("WARN"));
    let mut client = Client::connect(address, Encoding::Bincode).await;
    client.introduce("Ana").await;
    server.kill().unwrap();
    server.wait().unwrap();
}
