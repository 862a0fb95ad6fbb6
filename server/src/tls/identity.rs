//! The certificate and the key that a server shows, its own or those of an authority.

#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use protocol::fingerprint::Fingerprint;
use rustls::ServerConfig;
use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName};
use rustls::server::{ClientHello, NoServerSessionStorage, ParsedCertificate, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::{fingerprint, key_file};

/// Error of a key or a certificate that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The server's own key cannot be read or made.
    #[error(
        "cannot use the server's key {} ({problem}); put it back from a backup, or delete it: clients then refuse \
         the new one until they forget the old one; or start without TLS: --tls off",
        path.display()
    )]
    OwnKey {
        /// The file.
        path: PathBuf,
        /// The cause.
        problem: String,
    },
    /// A given certificate or its key cannot be used.
    #[error(
        "cannot use the certificate {} with the key {} ({problem}); both are files in PEM, the server's own \
         certificate first",
        certificate.display(),
        key.display()
    )]
    Certificate {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The cause.
        problem: String,
    },
}

/// The certificate and the key by which clients know the server; clones are the same one.
#[derive(Clone)]
pub struct Identity(Arc<Inner>);

struct Inner {
    source: Source,
    shown: Arc<Shown>,
    config: Arc<ServerConfig>,
}

/// Origin of the certificate.
enum Source {
    /// Made of the server's own key, and signed by it.
    Own,
    /// Files that others make and renew.
    Files {
        certificate: PathBuf,
        key: PathBuf,
        /// Contents of both as they were looked at last.
        seen: Mutex<Contents>,
    },
}

/// Contents of the files of a certificate and its key.
#[derive(PartialEq, Eq)]
struct Contents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Identity {
    /// Returns the identity of the key in `directory`, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`TlsError::OwnKey`] if it cannot be read or written.
    pub fn kept_in(directory: &Path) -> Result<Self, TlsError> {
        let key = key_file::read_or_make(directory)?;
        let unusable = |problem: String| TlsError::OwnKey {
            path: directory.to_owned(),
            problem,
        };
        // Clients compare the key, and nothing else of this certificate.
        let certificate = rcgen::CertificateParams::new(vec!["localhost".to_owned()])
            .and_then(|params| params.self_signed(&key))
            .map_err(|error| unusable(error.to_string()))?;
        let key = PrivatePkcs8KeyDer::from(key.serialize_der());
        let chain = vec![certificate.der().clone()];
        let provider = provider();
        CertifiedKey::from_der(chain, key.into(), &provider)
            .and_then(|shown| Self::new(Source::Own, shown, provider))
            .map_err(|error| unusable(error.to_string()))
    }

    /// Returns the identity of a certificate, with those of the authorities behind it, and of its key.
    ///
    /// # Errors
    ///
    /// [`TlsError::Certificate`] if they cannot be read, or are no pair.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let unusable = |problem: String| TlsError::Certificate {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            problem,
        };
        let provider = provider();
        let contents = Contents::read(certificate, key).map_err(unusable)?;
        let shown = contents.parse(&provider).map_err(unusable)?;
        let source = Source::Files {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            seen: Mutex::new(contents),
        };
        Self::new(source, shown, provider).map_err(|error| unusable(error.to_string()))
    }

    fn new(
        source: Source,
        shown: CertifiedKey,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, rustls::Error> {
        let shown = Arc::new(Shown::new(shown)?);
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&shown) as _);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        // A connection lasts for a whole game: tickets to begin the next one faster would be sent in vain.
        config.send_tls13_tickets = 0;
        config.session_storage = Arc::new(NoServerSessionStorage {});
        let config = Arc::new(config);
        Ok(Self(Arc::new(Inner {
            source,
            shown,
            config,
        })))
    }

    /// Returns the fingerprint of the key that is shown now.
    pub fn fingerprint(&self) -> Fingerprint {
        self.0.shown.latest().1
    }

    /// Returns true if the key is the server's own, which does not change while it runs.
    pub fn is_own(&self) -> bool {
        matches!(self.0.source, Source::Own)
    }

    /// Returns true if an authority's certificate is for the server `name`.
    pub(crate) fn is_for(&self, name: &str) -> bool {
        let (shown, _) = self.0.shown.latest();
        let Ok(name) = ServerName::try_from(name) else {
            return false;
        };
        let certificate = shown
            .end_entity_cert()
            .and_then(ParsedCertificate::try_from);
        !self.is_own() && certificate.is_ok_and(|shown| verify_server_name(&shown, &name).is_ok())
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.0.config))
    }

    /// Looks at the files of an authority's certificate every `period` until `stop`, and shows new contents to
    /// connections that begin then.
    pub(crate) async fn reload(self, period: Duration, stop: CancellationToken) {
        if self.is_own() {
            return;
        }
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                _ = ticks.tick() => {}
            }
            let identity = self.clone();
            // A disk may take its time.
            let looked = tokio::task::spawn_blocking(move || identity.look_again());
            looked.await.expect("it does not panic, and is not aborted");
        }
    }

    /// Loads the files if they changed. Files that cannot be used, as while only one of them is new, leave what
    /// was loaded before.
    fn look_again(&self) {
        let Source::Files {
            certificate,
            key,
            seen,
        } = &self.0.source
        else {
            return;
        };
        let contents = Contents::read(certificate, key);
        let mut seen = seen.lock().expect("no holder panics");
        let loaded = match contents {
            Ok(contents) if contents == *seen => return,
            Ok(contents) => {
                let shown = contents.parse(self.0.config.crypto_provider());
                // Looked at once: the warning about them is given once.
                *seen = contents;
                shown
            }
            Err(problem) => Err(problem),
        };
        let shown = loaded.and_then(|shown| Shown::pair(shown).map_err(|error| error.to_string()));
        match shown {
            Ok(shown) => {
                info!(certificate = %certificate.display(), fingerprint = %shown.1, "the certificate is a new one");
                self.0.shown.set(shown);
            }
            Err(problem) => warn!(
                certificate = %certificate.display(),
                key = %key.display(),
                problem,
                "the certificate or its key changed and cannot be used; the ones before stay"
            ),
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Identity")
            .field(&self.fingerprint())
            .finish()
    }
}

impl Contents {
    fn read(certificate: &Path, key: &Path) -> Result<Self, String> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
        };
        Ok(Self {
            certificate: read(certificate)?,
            key: read(key)?,
        })
    }

    fn parse(&self, provider: &CryptoProvider) -> Result<CertifiedKey, String> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&self.certificate).collect();
        let chain = chain.map_err(|error| format!("the certificate is not in PEM: {error}"))?;
        if chain.is_empty() {
            return Err("there is no certificate in the file".to_owned());
        }
        let key = PrivateKeyDer::from_pem_slice(&self.key)
            .map_err(|error| format!("the key is not in PEM: {error}"))?;
        CertifiedKey::from_der(chain, key, provider).map_err(|error| error.to_string())
    }
}

/// The certificate that connections are shown, with the fingerprint of its key.
#[derive(Debug)]
struct Shown(RwLock<(Arc<CertifiedKey>, Fingerprint)>);

impl Shown {
    fn new(key: CertifiedKey) -> Result<Self, rustls::Error> {
        Self::pair(key).map(RwLock::new).map(Self)
    }

    fn pair(key: CertifiedKey) -> Result<(Arc<CertifiedKey>, Fingerprint), rustls::Error> {
        let fingerprint = fingerprint(key.end_entity_cert()?)?;
        Ok((Arc::new(key), fingerprint))
    }

    fn latest(&self) -> (Arc<CertifiedKey>, Fingerprint) {
        self.0.read().expect("no holder panics").clone()
    }

    fn set(&self, shown: (Arc<CertifiedKey>, Fingerprint)) {
        *self.0.write().expect("no holder panics") = shown;
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.latest().0)
    }
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}
