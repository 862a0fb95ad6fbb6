//! Keys that are kept, and certificates that change while they are shown.

use rcgen::{CertificateParams, KeyPair};
use tempfile::TempDir;

use super::*;

/// The files of a certificate for `name` and its key.
struct Files {
    directory: TempDir,
}

impl Files {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        Self { directory }
    }

    fn certificate(&self) -> PathBuf {
        self.directory.path().join("certificate.pem")
    }

    fn key(&self) -> PathBuf {
        self.directory.path().join("key.pem")
    }

    /// Writes a new certificate; returns the key, which is not written.
    fn write_certificate(&self, name: &str) -> String {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        let certificate = params.self_signed(&key).unwrap();
        fs::write(self.certificate(), certificate.pem()).unwrap();
        key.serialize_pem()
    }

    fn write(&self, name: &str) {
        let key = self.write_certificate(name);
        fs::write(self.key(), key).unwrap();
    }

    fn load(&self) -> Result<Identity, TlsError> {
        Identity::from_files(&self.certificate(), &self.key())
    }
}

#[test]
fn a_directory_keeps_one_key() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("data");
    let first = Identity::kept_in(&inner).unwrap();
    let second = Identity::kept_in(&inner).unwrap();
    assert_eq!(first.fingerprint(), second.fingerprint());
    assert!(first.is_own());
    let other = Identity::kept_in(directory.path()).unwrap();
    assert_ne!(first.fingerprint(), other.fingerprint());
    let names: Vec<_> = fs::read_dir(&inner)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(names, ["tls_key.pem"], "nothing is left beside it");
}

#[test]
fn a_key_that_cannot_be_read_is_an_error_and_is_kept() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("tls_key.pem");
    for damaged in [&b"not a key"[..], b"", b"\xff\xfe"] {
        fs::write(&path, damaged).unwrap();
        let error = Identity::kept_in(directory.path()).unwrap_err().to_string();
        assert!(error.contains("tls_key.pem"), "{error}");
        assert!(error.contains("--tls off"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), damaged);
    }
}

#[cfg(unix)]
#[test]
fn the_key_and_its_directory_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("data");
    Identity::kept_in(&inner).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&inner), 0o700);
    assert_eq!(mode(&inner.join("tls_key.pem")), 0o600);
}

#[test]
fn files_that_are_no_pair_are_an_error_with_their_names() {
    let files = Files::new();
    let refused = |files: &Files, expected: &str| {
        let error = files.load().unwrap_err().to_string();
        for expected in [expected, "certificate.pem", "key.pem"] {
            assert!(error.contains(expected), "{error}");
        }
    };
    refused(&files, "cannot be read");
    files.write("box");
    files.write_certificate("box");
    refused(&files, "KeyMismatch");
    fs::write(files.certificate(), "nothing").unwrap();
    refused(&files, "no certificate");
    files.write("box");
    fs::write(files.key(), "nothing").unwrap();
    refused(&files, "not in PEM");
}

#[test]
fn a_certificate_names_the_server() {
    let files = Files::new();
    files.write("play.example.org");
    let identity = files.load().unwrap();
    assert!(!identity.is_own());
    assert!(identity.is_for("play.example.org"));
    for other in ["example.org", "localhost", "", "a b"] {
        assert!(!identity.is_for(other), "{other}");
    }
    let own = Identity::kept_in(files.directory.path()).unwrap();
    assert!(!own.is_for("localhost"), "nobody vouches for it");
}

#[test]
fn new_files_are_shown_and_a_half_of_them_is_not() {
    let files = Files::new();
    files.write("box");
    let identity = files.load().unwrap();
    let first = identity.fingerprint();
    identity.look_again();
    assert_eq!(identity.fingerprint(), first);

    let key = files.write_certificate("attic");
    for _ in 0..2 {
        identity.look_again();
        assert_eq!(
            identity.fingerprint(),
            first,
            "the key is that of the old one"
        );
    }
    fs::remove_file(files.key()).unwrap();
    identity.look_again();
    assert_eq!(identity.fingerprint(), first);

    fs::write(files.key(), key).unwrap();
    identity.look_again();
    assert_ne!(identity.fingerprint(), first);
    assert!(identity.is_for("attic"));
    let expected = files.load().unwrap().fingerprint();
    assert_eq!(identity.fingerprint(), expected);
}
