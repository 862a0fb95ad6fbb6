use super::*;

fn identity(byte: u8) -> Identity {
    Identity([byte; 32])
}

#[test]
fn a_key_is_made_once() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("data");
    assert_eq!(Identity::read(&below), Ok(None));
    let made = Identity::open(&below).unwrap();
    assert_eq!(Identity::open(&below).as_ref(), Ok(&made));
    assert_ne!(made, Identity::random());
    assert!(!below.join("identity.new").exists());
}

#[cfg(unix)]
#[test]
fn a_key_is_readable_by_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    identity(1).import(directory.path(), false).unwrap();
    identity(2).import(directory.path(), true).unwrap();
    for name in ["identity", "identity.old"] {
        let metadata = fs::metadata(directory.path().join(name)).unwrap();
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_key_that_cannot_be_read_is_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let whole = identity(1).line();
    let one_letter_off = whole.replacen("01", "11", 1);
    let damaged: [&[u8]; 4] = [
        b"",
        b"\xff",
        &whole.as_bytes()[..40],
        one_letter_off.as_bytes(),
    ];
    for bytes in damaged {
        fs::write(path(directory.path()), bytes).unwrap();
        let problem = Identity::open(directory.path()).unwrap_err().to_string();
        for expected in ["identity", "import-key --force", "cannot be read"] {
            assert!(problem.contains(expected), "{problem}");
        }
        assert!(identity(2).import(directory.path(), false).is_err());
        assert_eq!(fs::read(path(directory.path())).unwrap(), bytes);
    }
}

#[test]
fn another_key_is_taken_only_by_force_and_the_former_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let import = |byte, force| identity(byte).import(directory.path(), force);
    assert_eq!(import(1, false), Ok(None));
    assert_eq!(import(1, false), Ok(None));
    let refused = import(2, false).unwrap_err().to_string();
    assert!(refused.contains("--force"), "{refused}");
    assert!(!refused.contains(&"01".repeat(8)), "{refused}");
    assert_eq!(Identity::open(directory.path()), Ok(identity(1)));
    for (byte, old, former) in [(2, "identity.old", 1), (3, "identity.old.2", 2)] {
        let old = directory.path().join(old);
        assert_eq!(import(byte, true), Ok(Some(old.clone())));
        let kept: Identity = fs::read_to_string(&old).unwrap().parse().unwrap();
        assert_eq!(kept, identity(former));
    }
    assert_eq!(Identity::open(directory.path()), Ok(identity(3)));
}

#[test]
fn each_server_gets_a_token_of_its_own() {
    let token = |byte, server| identity(byte).token(ServerId(server));
    assert_eq!(token(1, 7), token(1, 7));
    assert_ne!(token(1, 7), token(1, 8));
    assert_ne!(token(1, 7), token(2, 7));
    // As HKDF-SHA256 without a salt gives it, computed by another program.
    assert_eq!(token(1, 7).to_string(), EXPECTED);
}

const EXPECTED: &str = "81571d9b14e5e2477efb01cfbd912524";

#[test]
fn a_key_reads_back_and_is_hidden_elsewhere() {
    let key = identity(0xab);
    assert_eq!(key.line().parse(), Ok(key.clone()));
    for (before, after) in [(" ", "\n"), ("\u{feff}", "\r\n")] {
        let edited = format!("{before}{}{after}", key.line());
        assert_eq!(edited.parse(), Ok(key.clone()));
    }
    assert_eq!(format!("{key:?}"), "Identity(hidden)");
    assert_eq!(key.fingerprint().len(), 19);
    assert!(!key.line().contains(&key.fingerprint().replace(' ', "")));
    for wrong in ["", "enlinea-key-1:", "enlinea-key-1:00-00", "Ana"] {
        let error = wrong.parse::<Identity>().unwrap_err().to_string();
        assert!(error.contains("export-key"), "{error}");
    }
}
