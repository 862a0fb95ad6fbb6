//! Servers that are remembered, in files that may be damaged.

use super::*;

const BOX: &str = "box:4270";

fn key(text: &str) -> Known {
    Known::Key(Fingerprint::from_public_key(text.as_bytes()))
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
    assert_eq!(one.find(BOX), Ok(None));
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
        assert_eq!(known.has_id(BOX, key("a"), id), Ok(true));
        assert_eq!(
            known.has_id("box:1", key("a"), id),
            Ok(true),
            "the port may change"
        );
        assert_eq!(known.has_id("fake:1", key("b"), id), Ok(false));
        assert_eq!(known.has_id("fake:1", Known::Certificate, id), Ok(false));
        assert_eq!(known.has_id("fake:1", key("b"), ServerId(8)), Ok(true));
        // No list of servers, and no way to forget one, has the ids.
        assert_eq!(known.forget(BOX), Ok(true));
        assert_eq!(known.has_id("box:2", key("c"), id), Ok(true));
        assert_eq!(known.has_id("fake:1", key("b"), ServerId(8)), Ok(true));
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
        let Known::Key(own) = key("a") else {
            unreachable!("it is one");
        };
        known.remember(BOX, key("a")).unwrap();
        assert_eq!(known.has_id(BOX, key("a"), id), Ok(true));
        known.certified(BOX, own).unwrap();
        known.remember(BOX, Known::Certificate).unwrap();
        assert_eq!(known.has_id(BOX, Known::Certificate, id), Ok(true));
        assert_eq!(known.has_id("fake:1", Known::Certificate, id), Ok(false));
        assert_eq!(known.has_id("fake:1", key("b"), id), Ok(false));
    }
}

#[test]
fn an_id_that_was_said_with_a_certificate_belongs_to_its_host() {
    let known = KnownServers::nowhere();
    let id = ServerId(7);
    let certificate = Known::Certificate;
    assert_eq!(
        known.has_id("play.example.org:1", certificate, id),
        Ok(true)
    );
    assert_eq!(
        known.has_id("play.example.org:2", certificate, id),
        Ok(true)
    );
    assert_eq!(
        known.has_id("fake.example.org:1", certificate, id),
        Ok(false)
    );
    assert_eq!(known.has_id("fake.example.org:1", key("a"), id), Ok(false));
}
