//! TLS on both sides: the certificate of a run, whoever shows it, and the clients that trust it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::NoServerSessionStorage;
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_rustls::{TlsAcceptor, TlsConnector};

/// The name for which the certificate is made.
const NAME: &str = "localhost";

/// A certificate and its key, in files that last as long as this.
#[derive(Debug)]
pub(crate) struct Certificate {
    directory: TempDir,
}

impl Certificate {
    pub(crate) fn make() -> Result<Self> {
        let pair = rcgen::generate_simple_self_signed([NAME.to_owned()])?;
        let directory = tempfile::Builder::new()
            .prefix("enlinea-load-tls-")
            .tempdir()?;
        let made = Self { directory };
        fs::write(made.file(), pair.cert.pem())?;
        fs::write(made.key_file(), pair.signing_key.serialize_pem())?;
        Ok(made)
    }

    /// The certificate in PEM.
    pub(crate) fn file(&self) -> PathBuf {
        self.directory.path().join("certificate.pem")
    }

    /// The private key in PEM.
    pub(crate) fn key_file(&self) -> PathBuf {
        self.directory.path().join("key.pem")
    }

    /// Clients who trust this certificate and no other.
    pub(crate) fn trusting(&self) -> Result<Trust> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(self.file())?)?;
        let config = ClientConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Trust(TlsConnector::from(Arc::new(config))))
    }
}

/// The side of a client; clones are the same one.
#[derive(Clone)]
pub(crate) struct Trust(TlsConnector);

impl Trust {
    /// Carries out the handshake of a client.
    pub(crate) async fn encrypt(&self, stream: TcpStream) -> Result<TlsStream<TcpStream>> {
        let name = ServerName::try_from(NAME)?;
        let encrypted = self.0.connect(name, stream).await;
        encrypted.context("the handshake of TLS failed")
    }
}

/// The side of a relay with this certificate, set up as the server's: no tickets, of which no client makes use.
pub(crate) fn acceptor(certificate: &Path, key: &Path) -> Result<TlsAcceptor> {
    let chain = vec![CertificateDer::from_pem_file(certificate)?];
    let key = PrivateKeyDer::from_pem_file(key)?;
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.send_tls13_tickets = 0;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn clients_trust_the_certificate_of_their_run_and_no_other() {
        let [shown, other] = [(); 2].map(|()| Certificate::make().expect("it is made"));
        let acceptor = acceptor(&shown.file(), &shown.key_file()).expect("a pair");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("it is bound");
        let greeter = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                if let Ok(mut stream) = acceptor.accept(stream).await {
                    stream.write_all(b"hello").await.expect("it is read");
                    stream.shutdown().await.expect("it is read");
                }
            }
        });
        let connect = || async { TcpStream::connect(address).await.expect("it listens") };
        let trust = other.trusting().expect("a certificate");
        assert!(trust.encrypt(connect().await).await.is_err());
        let trust = shown.trusting().expect("a certificate");
        let mut stream = trust.encrypt(connect().await).await.expect("trusted");
        let mut heard = String::new();
        stream.read_to_string(&mut heard).await.expect("text");
        assert_eq!(heard, "hello");
        greeter.abort();
    }
}
