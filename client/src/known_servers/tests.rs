//! Servers that are remembered, in files that may be damaged.

use super::*;

const BOX: &str = "box:4270";

fn fingerprint(text: &str) -> Fingerprint {
    Fingerprint::from_public_key(text.as_bytes())
}

fn key(text: &str) -> Known {
    Known::Key(fingerprint(text))
}

fn text(directory: &Path) -> String {
    let bytes = fs::read(directory.join("known_servers")).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_server_is_known_by_every_client_of_the_directory_until_it_is_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let [one, other] = [(); 2].map(|()| KnownServers::open(Some(directory.path().join("new"))));
    assert_eq!(one.find(BOX), Ok(None));
    one.remember(BOX, key("a")).unwrap();
    other.remember("attic:1", Known::Certificate).unwrap();
    for known in [&one, &other] {
        assert_eq!(known.find(BOX), Ok(Some(key("a"))));
        assert_eq!(known.find("attic:1"), Ok(Some(Known::Certificate)));
        assert_eq!(known.find("box:4271"), Ok(None));
    }
    other.remember(BOX, key("b")).unwrap();
    assert_eq!(one.find(BOX), Ok(Some(key("b"))));
    assert_eq!(one.all().unwrap(), ["attic:1", BOX]);
    assert_eq!(one.forget(BOX), Ok(true));
    assert_eq!(one.forget(BOX), Ok(false));
    for known in [&one, &other] {
        assert_eq!(known.find(BOX), Ok(None), "the other one had met it, too");
    }
    assert_eq!(one.find("attic:1"), Ok(Some(Known::Certificate)));
}

#[test]
fn without_a_directory_servers_are_known_until_the_program_ends() {
    let known = KnownServers::nowhere();
    known.remember(BOX, key("a")).unwrap();
    assert_eq!(known.clone().find(BOX), Ok(Some(key("a"))));
    assert_eq!(known.forget(BOX), Ok(true));
    assert_eq!(known.find(BOX), Ok(None));
}

#[test]
fn a_line_that_cannot_be_understood_is_kept_and_its_server_is_not_trusted() {
    let directory = tempfile::tempdir().unwrap();
    let damaged =
        b"# mine\nattic:1 certificate\nbox:4270 sha256 12\n\xff\xfe\n\nother:1 \xff".to_vec();
    fs::write(directory.path().join("known_servers"), &damaged).unwrap();
    let known = KnownServers::open(Some(directory.path().to_owned()));
    let problem = known.find(BOX).unwrap_err().to_string();
    assert!(problem.contains("enlinea forget box:4270"), "{problem}");
    assert!(known.find("other:1").is_err());
    assert_eq!(known.find("attic:1"), Ok(Some(Known::Certificate)));
    assert_eq!(known.find("new:1"), Ok(None));

    known.remember("new:1", Known::Certificate).unwrap();
    let written = fs::read(directory.path().join("known_servers")).unwrap();
    let expected = [&damaged[..], b"\nnew:1 certificate\n"].concat();
    assert_eq!(written, expected);
    assert_eq!(known.forget(BOX), Ok(true));
    assert!(text(directory.path()).starts_with("# mine\nattic:1 certificate\n\u{fffd}"));
    assert_eq!(known.find(BOX), Ok(None));
}

#[test]
fn a_file_that_cannot_be_read_or_written_is_an_error_with_its_name() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("known_servers")).unwrap();
    let known = KnownServers::open(Some(directory.path().to_owned()));
    for problem in [
        known.find(BOX).unwrap_err(),
        known.remember(BOX, key("a")).unwrap_err(),
        known.forget("other:1").unwrap_err(),
    ] {
        let problem = problem.to_string();
        assert!(problem.contains("known_servers"), "{problem}");
        assert!(problem.contains("--data"), "{problem}");
    }
}

#[cfg(unix)]
#[test]
fn the_file_and_its_directory_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("new");
    let known = KnownServers::open(Some(inner.clone()));
    known.remember(BOX, key("a")).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&inner), 0o700);
    assert_eq!(mode(&inner.join("known_servers")), 0o600);
}

/// Says an id as a server that is known by its key.
fn by_key(known: &KnownServers, server: &str, text: &str, id: ServerId) -> Result<bool, Unusable> {
    known.has_id(server, key(text), fingerprint(text), id)
}

/// Says an id as a server with a certificate of this key.
fn by_certificate(
    known: &KnownServers,
    server: &str,
    key: &str,
    id: ServerId,
) -> Result<bool, Unusable> {
    known.has_id(server, Known::Certificate, fingerprint(key), id)
}

#[test]
fn an_id_belongs_to_the_key_that_said_it_first_until_its_server_is_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let id = ServerId(7);
    for known in [
        KnownServers::open(Some(directory.path().to_owned())),
        KnownServers::nowhere(),
    ] {
        known.remember(BOX, key("a")).unwrap();
        known.remember("fake:1", key("b")).unwrap();
        assert_eq!(by_key(&known, BOX, "a", id), Ok(true));
        assert_eq!(
            by_key(&known, "box:1", "a", id),
            Ok(true),
            "the port may change"
        );
        assert_eq!(by_key(&known, "fake:1", "b", id), Ok(false));
        assert_eq!(by_certificate(&known, "fake:1", "f", id), Ok(false));
        assert_eq!(by_key(&known, "fake:1", "b", ServerId(8)), Ok(true));
        // No list of servers, and no way to forget one, has the ids.
        assert_eq!(known.forget(BOX), Ok(true));
        assert_eq!(by_key(&known, "box:2", "c", id), Ok(true));
        assert_eq!(by_key(&known, "fake:1", "b", ServerId(8)), Ok(true));
        assert_eq!(known.forget("fake:1"), Ok(true));
    }
    let known = KnownServers::open(Some(directory.path().to_owned()));
    assert_eq!(known.all().unwrap(), [""; 0]);
}

/// Everybody who had been there before was a guest for good, once the host had a certificate.
#[test]
fn an_id_stays_with_a_server_that_gets_a_certificate() {
    let directory = tempfile::tempdir().unwrap();
    for known in [
        KnownServers::open(Some(directory.path().to_owned())),
        KnownServers::nowhere(),
    ] {
        let id = ServerId(7);
        known.remember(BOX, key("a")).unwrap();
        assert_eq!(by_key(&known, BOX, "a", id), Ok(true));
        known.certified(BOX, fingerprint("a")).unwrap();
        known.remember(BOX, Known::Certificate).unwrap();
        assert_eq!(by_certificate(&known, BOX, "c", id), Ok(true));
        assert_eq!(by_certificate(&known, "fake:1", "f", id), Ok(false));
        assert_eq!(by_key(&known, "fake:1", "b", id), Ok(false));
    }
}

#[test]
fn an_id_that_was_said_with_a_certificate_belongs_to_its_host() {
    let known = KnownServers::nowhere();
    let id = ServerId(7);
    assert_eq!(
        by_certificate(&known, "play.example.org:1", "c", id),
        Ok(true)
    );
    assert_eq!(
        by_certificate(&known, "play.example.org:2", "c", id),
        Ok(true)
    );
    assert_eq!(
        by_certificate(&known, "fake.example.org:1", "f", id),
        Ok(false)
    );
    assert_eq!(by_key(&known, "fake.example.org:1", "b", id), Ok(false));
}

/// Whoever met it by its name was a guest by its address, and the other way round.
#[test]
fn a_server_with_a_certificate_is_the_same_by_its_name_and_by_its_address() {
    let id = ServerId(7);
    let known = KnownServers::nowhere();
    assert_eq!(
        by_certificate(&known, "play.example.org:1", "a", id),
        Ok(true)
    );
    assert_eq!(by_key(&known, "10.0.0.5:1", "a", id), Ok(true));
    assert_eq!(by_key(&known, "10.0.0.6:1", "b", id), Ok(false));
    // The certificate is renewed with another key.
    assert_eq!(
        by_certificate(&known, "play.example.org:1", "c", id),
        Ok(true)
    );
    assert_eq!(by_key(&known, "10.0.0.5:1", "c", id), Ok(true));

    let known = KnownServers::nowhere();
    assert_eq!(by_key(&known, "10.0.0.5:1", "a", id), Ok(true));
    assert_eq!(
        by_certificate(&known, "play.example.org:1", "a", id),
        Ok(true)
    );
    assert_eq!(
        by_certificate(&known, "play.example.org:1", "b", id),
        Ok(true)
    );
}

/// The line of the key that it had before the certificate was left, and no command deleted it.
#[test]
fn who_forgets_a_server_with_a_certificate_forgets_the_keys_of_its_id() {
    let directory = tempfile::tempdir().unwrap();
    let known = KnownServers::open(Some(directory.path().to_owned()));
    let id = ServerId(7);
    known.remember(BOX, key("a")).unwrap();
    assert_eq!(by_key(&known, BOX, "a", id), Ok(true));
    known.certified(BOX, fingerprint("a")).unwrap();
    known.remember(BOX, Known::Certificate).unwrap();
    assert_eq!(by_key(&known, "new:1", "c", id), Ok(false));
    assert_eq!(known.forget(BOX), Ok(true));
    assert_eq!(by_key(&known, "new:1", "c", id), Ok(true));
}

/// Whoever has a key and a directory that cannot be written was a guest at each first meeting.
#[test]
fn an_id_that_cannot_be_saved_is_known_in_this_run() {
    let directory = tempfile::tempdir().unwrap();
    let known = KnownServers::open(Some(directory.path().to_owned()));
    fs::create_dir(directory.path().join("known_servers.lock")).unwrap();
    let id = ServerId(7);
    assert!(known.remember(BOX, key("a")).is_err());
    for _ in 0..2 {
        assert_eq!(by_key(&known, BOX, "a", id), Ok(true));
        assert_eq!(by_key(&known, "fake:1", "b", id), Ok(false));
    }
}
