//! Checks the certificate of a server: by the key that is remembered, by the authorities of the system, or trusted
//! at the first meeting.

use std::fmt;
use std::sync::{Arc, Mutex};

use protocol::fingerprint::Fingerprint;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{Resumption, WebPkiServerVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
#[cfg(all(target_os = "macos", not(feature = "frameworks")))]
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, OtherError, RootCertStore,
    SignatureScheme,
};

use crate::known_servers::Known;

/// The proof that is expected of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// Knowledge of it, if there is any.
    pub(super) known: Option<Known>,
    /// The key that it announced on the local network, which anybody there may do in its name.
    pub(super) announced: Option<Fingerprint>,
}

/// The reason why a server is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// It has the key that is remembered.
    Remembered(Fingerprint),
    /// It has a certificate of an authority for its name, of this key.
    Certificate(Fingerprint),
    /// It was never met before.
    First {
        key: Fingerprint,
        /// True where it is the key that the server announced.
        announced: bool,
    },
}

impl Trust {
    /// Returns the key of the server.
    pub(super) fn key(self) -> Fingerprint {
        let (Self::Remembered(key) | Self::Certificate(key) | Self::First { key, .. }) = self;
        key
    }
}

/// The reason why a server is not trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Distrust {
    /// It has another key than the one that is remembered.
    OtherKey {
        remembered: Fingerprint,
        came: Fingerprint,
    },
    /// It had a certificate of an authority, and has none that is valid.
    NoCertificate { came: Fingerprint, problem: String },
    /// It has another key than it announced.
    OtherThanAnnounced {
        announced: Fingerprint,
        came: Fingerprint,
    },
}

impl Distrust {
    /// Says that `server` is not trusted. The remedy comes first: a low screen may cut the end.
    pub(super) fn said_of(&self, server: &str) -> String {
        match self {
            Self::OtherKey { remembered, came } => say!(
                "connection-other-key",
                server = server,
                remembered = remembered.to_string(),
                came = came.to_string()
            ),
            Self::NoCertificate { came, problem } => say!(
                "connection-no-certificate",
                server = server,
                problem = problem.as_str(),
                came = came.to_string()
            ),
            Self::OtherThanAnnounced { announced, came } => say!(
                "connection-other-than-announced",
                server = server,
                announced = announced.to_string(),
                came = came.to_string()
            ),
        }
    }
}

/// For the library of TLS, in whose errors it travels.
impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherKey { remembered, came } => {
                write!(f, "{remembered} was expected, and {came} came")
            }
            Self::NoCertificate { came, problem } => write!(
                f,
                "it was known by a certificate of an authority, and that which came is not valid ({problem}); its \
                 key is {came}"
            ),
            Self::OtherThanAnnounced { announced, came } => write!(
                f,
                "the key {announced} was announced on the network, and {came} came"
            ),
        }
    }
}

impl std::error::Error for Distrust {}

/// The outcome of the check of a certificate, which is known once the handshake has come that far.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome(Arc<Mutex<Option<Result<Trust, Distrust>>>>);

impl Outcome {
    pub(super) fn get(&self) -> Option<Result<Trust, Distrust>> {
        self.0.lock().expect("no holder panics").clone()
    }
}

/// Returns the settings of a connection to a server of which `expected` is known, and the place where the outcome
/// will be.
pub(super) fn client_config(expected: Expected) -> Result<(ClientConfig, Outcome), Error> {
    let provider = Arc::new(ring::default_provider());
    let outcome = Outcome::default();
    let verifier = Verifier {
        expected,
        outcome: outcome.clone(),
        provider: Arc::clone(&provider),
    };
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    // Every connection is checked anew.
    config.resumption = Resumption::disabled();
    Ok((config, outcome))
}

#[derive(Debug)]
struct Verifier {
    expected: Expected,
    outcome: Outcome,
    provider: Arc<CryptoProvider>,
}

impl Verifier {
    /// Decides on a server with this key; `certificate` checks its certificate, which costs reading those of all
    /// authorities, and is done where it matters.
    fn judge(
        &self,
        came: Fingerprint,
        certificate: impl FnOnce() -> Result<(), String>,
    ) -> Result<Trust, Distrust> {
        let Expected { known, announced } = self.expected;
        match known {
            Some(Known::Key(remembered)) if remembered == came => {
                return Ok(Trust::Remembered(came));
            }
            None if announced == Some(came) => {
                return Ok(Trust::First {
                    key: came,
                    announced: true,
                });
            }
            Some(Known::Key(_) | Known::Certificate) | None => {}
        }
        match (certificate(), known, announced) {
            (Ok(()), _, _) => Ok(Trust::Certificate(came)),
            (Err(_), Some(Known::Key(remembered)), _) => {
                Err(Distrust::OtherKey { remembered, came })
            }
            (Err(problem), Some(Known::Certificate), _) => {
                Err(Distrust::NoCertificate { came, problem })
            }
            (Err(_), None, Some(announced)) => {
                Err(Distrust::OtherThanAnnounced { announced, came })
            }
            (Err(_), None, None) => Ok(Trust::First {
                key: came,
                announced: false,
            }),
        }
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let key = ParsedCertificate::try_from(end_entity)?.subject_public_key_info();
        let came = Fingerprint::from_public_key(&key);
        let judged = self.judge(came, || {
            let authorities = authorities(&self.provider)?;
            let verified = authorities.verify_server_cert(
                end_entity,
                intermediates,
                server_name,
                ocsp_response,
                now,
            );
            verified.map(drop).map_err(|error| error.to_string())
        });
        *self.outcome.0.lock().expect("no holder panics") = Some(judged.clone());
        match judged {
            Ok(_) => Ok(ServerCertVerified::assertion()),
            Err(distrust) => Err(CertificateError::Other(OtherError(Arc::new(distrust))).into()),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    /// Checks that the server has the private key of its certificate: without this the fingerprint would prove
    /// nothing.
    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider
            .signature_verification_algorithms
            .supported_schemes()
    }
}

/// Returns the check by the authorities that this system trusts.
fn authorities(provider: &Arc<CryptoProvider>) -> Result<Arc<WebPkiServerVerifier>, String> {
    let mut roots = RootCertStore::empty();
    // Those that cannot be read are as if they were not there.
    roots.add_parsable_certificates(trusted());
    WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider))
        .build()
        .map_err(|error| error.to_string())
}

/// Returns the certificates of the authorities that this system trusts.
#[cfg(any(not(target_os = "macos"), feature = "frameworks"))]
fn trusted() -> Vec<CertificateDer<'static>> {
    rustls_native_certs::load_native_certs().certs
}

/// Returns those of the file that macOS keeps for programs without its frameworks, or of the one that is named.
#[cfg(all(target_os = "macos", not(feature = "frameworks")))]
fn trusted() -> Vec<CertificateDer<'static>> {
    let named = std::env::var_os("SSL_CERT_FILE").unwrap_or_else(|| "/etc/ssl/cert.pem".into());
    CertificateDer::pem_file_iter(named)
        .into_iter()
        .flatten()
        .flatten()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_judged_by_what_is_known_of_it() {
        let [a, b] = ["a", "b"].map(|key| Fingerprint::from_public_key(key.as_bytes()));
        let first = |announced| Trust::First { key: a, announced };
        let problem = || "expired".to_owned();
        // All with the key `a`: what is known and announced, then the outcome without a valid certificate.
        let rows = [
            (None, None, Ok(first(false))),
            (None, Some(a), Ok(first(true))),
            (
                None,
                Some(b),
                Err(Distrust::OtherThanAnnounced {
                    announced: b,
                    came: a,
                }),
            ),
            (Some(Known::Key(a)), None, Ok(Trust::Remembered(a))),
            (Some(Known::Key(a)), Some(b), Ok(Trust::Remembered(a))),
            (
                Some(Known::Key(b)),
                Some(a),
                Err(Distrust::OtherKey {
                    remembered: b,
                    came: a,
                }),
            ),
            (
                Some(Known::Certificate),
                Some(a),
                Err(Distrust::NoCertificate {
                    came: a,
                    problem: problem(),
                }),
            ),
        ];
        for (known, announced, expected) in rows {
            let verifier = Verifier {
                expected: Expected { known, announced },
                outcome: Outcome::default(),
                provider: Arc::new(ring::default_provider()),
            };
            assert_eq!(
                verifier.judge(a, || Err(problem())),
                expected,
                "{known:?} {announced:?}"
            );
            let certified = match expected {
                Ok(
                    Trust::Remembered(_)
                    | Trust::First {
                        announced: true, ..
                    },
                ) => expected,
                _ => Ok(Trust::Certificate(a)),
            };
            assert_eq!(
                verifier.judge(a, || Ok(())),
                certified,
                "{known:?} {announced:?}"
            );
        }
    }
}
