//! The programs: their flags, what they print, and the keys that they keep.

use std::path::Path;
use std::process::Command;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

use super::directory;
use crate::binaries::{Program, binary, command, enlinea, run, server};

/// Starts a server with more arguments.
fn start(listen: &str, data: &Path, more: &[&str]) -> Program {
    Program::start(server(listen, data).args(more))
}

fn address(server: &mut Program) -> String {
    let line = server.until_begins("listening on ");
    line["listening on ".len()..].to_owned()
}

fn key(server: &mut Program) -> String {
    let line = server.until_begins("key: ");
    line["key: ".len()..].to_owned()
}

/// `enlinea rooms` at a URL.
fn rooms(data: &TempDir, url: &str) -> Command {
    enlinea(data.path(), &["--server", url, "rooms"])
}

#[test]
fn a_server_has_the_same_key_after_a_restart_and_another_one_is_refused() {
    let [data, other, mine] = [directory(), directory(), directory()];
    let mut server = start("127.0.0.1:0", data.path(), &[]);
    let address = address(&mut server);
    let old = key(&mut server);
    let url = format!("wss://{address}");
    let first = run(&mut rooms(&mine, &url));
    assert_eq!(first.code(), 0, "{first:?}");
    assert!(first.complaint().contains("its key is saved"), "{first:?}");
    drop(server);

    let mut server = start(&address, data.path(), &[]);
    assert_eq!(key(&mut server), old);
    let again = run(&mut rooms(&mine, &url));
    assert_eq!(again.code(), 0, "{again:?}");
    assert_eq!(again.complaints, "");
    drop(server);

    let mut server = start(&address, other.path(), &[]);
    let new = key(&mut server);
    assert_ne!(new, old);
    // Plain to this machine, but not to a server that is known by its key.
    for url in [&url, &address] {
        let refused = run(&mut rooms(&mine, url));
        assert_eq!(refused.code(), 1);
        let forget = format!("enlinea forget {address}");
        for expected in [&old, &new, &forget] {
            assert!(refused.complaint().contains(expected), "{refused:?}");
        }
    }
    let forget = |status: i32, expected: &str| {
        let forgotten = run(&mut enlinea(mine.path(), &["forget", &address]));
        assert_eq!(forgotten.code(), status, "{forgotten:?}");
        let said = format!("{forgotten:?}");
        assert!(said.contains(expected), "{said}");
    };
    forget(0, "is forgotten");
    forget(1, "is not known");
    let accepted = run(&mut rooms(&mine, &url));
    assert_eq!(accepted.code(), 0, "{accepted:?}");
    let complaint = accepted.complaint();
    assert!(complaint.contains("its key is saved"), "{complaint}");
}

#[test]
fn a_server_that_says_the_id_of_another_one_gets_no_token_for_it() {
    let [data, mine] = [directory(), directory()];
    let whoami = |url: &str| run(&mut enlinea(mine.path(), &["--server", url, "whoami"]));
    let mut server = start("127.0.0.1:0", data.path(), &[]);
    let url = format!("wss://{}", address(&mut server));
    let named = run(&mut enlinea(
        mine.path(),
        &["--server", &url, "rename", "Ana"],
    ));
    assert_eq!(named.code(), 0, "{named:?}");
    assert!(
        whoami(&url)
            .said
            .iter()
            .any(|line| line.contains("name: Ana"))
    );
    drop(server);

    // The id is in the database; the key is not.
    std::fs::remove_file(data.path().join("tls_key.pem")).unwrap();
    let mut fake = start("127.0.0.1:0", data.path(), &[]);
    let other = format!("wss://{}", address(&mut fake));
    let seen = whoami(&other);
    assert!(
        seen.complaints.contains("says the id of another server"),
        "{seen:?}"
    );
    assert!(
        seen.said.iter().any(|line| line.contains("name: none")),
        "{seen:?}"
    );
    let renamed = run(&mut enlinea(
        mine.path(),
        &["--server", &other, "rename", "Eva"],
    ));
    assert_eq!(renamed.code(), 1, "{renamed:?}");
    assert!(renamed.said.is_empty(), "{renamed:?}");

    // It may be the same server with a new key: the person decides.
    let forgotten = run(&mut enlinea(
        mine.path(),
        &["forget", url.trim_start_matches("wss://")],
    ));
    assert_eq!(forgotten.code(), 0, "{forgotten:?}");
    let moved = whoami(&other);
    assert!(
        moved.said.iter().any(|line| line.contains("name: Ana")),
        "{moved:?}"
    );
}

#[cfg(unix)]
#[test]
fn what_the_programs_keep_is_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let parent = directory();
    let [data, mine] = ["data", "mine"].map(|name| parent.path().join(name));
    let mut server = start("127.0.0.1:0", &data, &[]);
    let url = format!("wss://{}", address(&mut server));
    let arguments = ["--plain", "--server", &url, "new", "--second", "bot:random"];
    let mut client = Program::start(&mut enlinea(&mine, &arguments));
    client.until_begins("room ");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut seen = Vec::new();
    for directory in [&data, &mine, &mine.join("locks")] {
        assert_eq!(mode(directory), 0o700, "{}", directory.display());
        for entry in std::fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                assert_eq!(mode(&entry.path()), 0o600, "{}", entry.path().display());
                seen.push(entry.file_name().into_string().unwrap());
            }
        }
    }
    for expected in [
        "games.db",
        "games.db-wal",
        "tls_key.pem",
        "seats.json",
        "known_servers",
    ] {
        assert!(seen.iter().any(|name| name == expected), "{seen:?}");
    }
}

#[test]
fn the_flags_of_tls_are_checked_at_the_start() {
    let data = directory();
    let missing = data.path().join("missing.pem");
    let missing = missing.to_str().expect("a path in Unicode");
    let files = ["--tls-cert", missing, "--tls-key", missing];
    for (arguments, code, expected) in [
        // Its file may come later.
        (&files[..], 1, "missing.pem cannot be read"),
        (&[&files[..], &["--tls", "off"]].concat(), 2, "TLS is off"),
        (&files[..2], 2, "--tls-key"),
        (&["--tls", "sometimes"], 2, "optional, required"),
        (&["--web", missing], 2, "no index.html"),
    ] {
        let ended = run(server("127.0.0.1:0", data.path()).args(arguments));
        assert_eq!(ended.code(), code, "{ended:?}");
        assert!(ended.complaint().contains(expected), "{ended:?}");
    }
    let mut nowhere = command(binary("enlinea-server"));
    nowhere.args([
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--tls",
        "optional",
    ]);
    let ended = run(&mut nowhere);
    assert_eq!(ended.code(), 2, "{ended:?}");
    assert!(ended.complaint().contains("--data"), "{ended:?}");
}

#[test]
fn a_server_with_tls_off_shows_no_key_and_its_clients_play() {
    let [data, mine] = [directory(), directory()];
    let mut server = start("127.0.0.1:0", data.path(), &["--tls", "off"]);
    let address = address(&mut server);
    let played = run(&mut rooms(&mine, &address));
    assert_eq!(played.code(), 0, "{played:?}");
    assert_eq!(played.complaints, "");
    let refused = run(&mut rooms(&mine, &format!("wss://{address}")));
    assert_eq!(refused.code(), 1);
    assert!(refused.complaint().contains("speaks no TLS"), "{refused:?}");
    assert!(!data.path().join("tls_key.pem").exists());
}

/// Writes a certificate for `localhost` of an authority, with its key, and returns the certificate of the authority.
fn certify(directory: &Path) -> String {
    let authority_key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = params.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(params, authority_key);
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap();
    std::fs::write(directory.join("certificate.pem"), certificate.pem()).unwrap();
    std::fs::write(directory.join("key.pem"), key.serialize_pem()).unwrap();
    authority.pem()
}

#[test]
fn a_certificate_of_an_authority_needs_no_memory_and_is_not_given_up() {
    let [data, mine] = [directory(), directory()];
    let trusted = data.path().join("authorities.pem");
    let files = ["certificate.pem", "key.pem"].map(|name| data.path().join(name));
    let [certificate, key_file] = files.each_ref().map(|path| path.to_str().expect("Unicode"));
    let flags = ["--tls-cert", certificate, "--tls-key", key_file];
    let rooms = |url: &str| run(rooms(&mine, url).env("SSL_CERT_FILE", &trusted));

    std::fs::write(&trusted, certify(data.path())).unwrap();
    let mut server = start("127.0.0.1:0", data.path(), &flags);
    let address = address(&mut server).replace("127.0.0.1", "localhost");
    let url = format!("wss://{address}");
    let certified = rooms(&url);
    assert_eq!(certified.code(), 0, "{certified:?}");
    assert_eq!(certified.complaints, "");
    drop(server);

    // Another key of the same authority is as good, and the server's own key is not.
    std::fs::write(&trusted, certify(data.path())).unwrap();
    let listen = address.replace("localhost", "127.0.0.1");
    let mut server = start(&listen, data.path(), &flags);
    server.until_begins("listening on ");
    assert_eq!(rooms(&url).code(), 0);
    drop(server);
    let mut own = start(&listen, data.path(), &[]);
    let own_key = key(&mut own);
    let refused = rooms(&url);
    assert_eq!(refused.code(), 1);
    for expected in [
        own_key.as_str(),
        "by a certificate",
        "enlinea forget localhost:",
    ] {
        assert!(refused.complaint().contains(expected), "{refused:?}");
    }
}
