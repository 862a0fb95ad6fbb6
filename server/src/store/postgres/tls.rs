//! TLS to the database, as the parameters `sslmode` and `sslrootcert` of its URL ask for it.
//!
//! With each mode that requires TLS the certificate and its name are checked, as `verify-full` says: a connection to
//! any machine that answers would protect nothing.

use std::convert::Infallible;
use std::error::Error;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{CertificateError, ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::{TlsConnector, client};

/// The wishes of a URL about TLS.
#[derive(Debug)]
pub(super) struct Asked {
    /// The URL without it.
    pub(super) url: String,
    pub(super) mode: SslMode,
    /// File with the certificates of authorities, instead of those that the system trusts.
    roots: Option<String>,
}

impl Asked {
    /// Reads the parameters. An error is what is wrong, and what to write.
    pub(super) fn of(url: &str) -> Result<Self, String> {
        let (place, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut others, mut mode, mut roots) = (Vec::new(), SslMode::Disable, None);
        for parameter in parameters.split('&').filter(|part| !part.is_empty()) {
            match parameter.split_once('=').unwrap_or((parameter, "")) {
                ("sslmode", "disable" | "allow" | "prefer") => mode = SslMode::Disable,
                ("sslmode", "require" | "verify-ca" | "verify-full") => mode = SslMode::Require,
                ("sslmode", other) => {
                    return Err(format!(
                        "there is no sslmode={other}; write sslmode=verify-full, or sslmode=disable"
                    ));
                }
                ("sslrootcert", file) => {
                    // A plus is one here.
                    let file = file.replace('+', "%2B");
                    let file = form_urlencoded::parse(file.as_bytes()).next();
                    roots = file.map(|(file, _)| file.into_owned());
                }
                _ => others.push(parameter),
            }
        }
        let url = match &others[..] {
            [] => place.to_owned(),
            others => format!("{place}?{}", others.join("&")),
        };
        Ok(Self { url, mode, roots })
    }

    /// Returns the opener of the connections.
    pub(super) fn connector(&self) -> Result<Tls, String> {
        let mut roots = RootCertStore::empty();
        if let Some(file) = &self.roots {
            let unread = |why: &dyn Error| {
                format!("cannot read the certificates in sslrootcert={file}: {why}")
            };
            let all = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            let all: Vec<_> = all.map_err(|error| unread(&error))?;
            if roots.add_parsable_certificates(all).0 == 0 {
                return Err(format!("sslrootcert={file} has no certificate"));
            }
        } else if self.mode == SslMode::Require {
            // Those that cannot be read are as if they were not there.
            roots.add_parsable_certificates(trusted());
        }
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

#[cfg(not(target_os = "macos"))]
fn trusted() -> Vec<CertificateDer<'static>> {
    rustls_native_certs::load_native_certs().certs
}

/// Returns those of the file that macOS keeps for programs without its frameworks.
#[cfg(target_os = "macos")]
fn trusted() -> Vec<CertificateDer<'static>> {
    let all = CertificateDer::pem_file_iter("/etc/ssl/cert.pem");
    all.into_iter().flatten().flatten().collect()
}

/// Opens connections with TLS.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

/// A handshake with the server of a name.
pub(super) struct Handshake {
    connector: TlsConnector,
    name: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Encrypted<S>;
    type TlsConnect = Handshake;
    type Error = Infallible;

    // It is called without TLS and for a socket in the file system too, which has no name.
    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, Self::Error> {
        Ok(Handshake {
            connector: self.0.clone(),
            name: host.to_owned(),
        })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Encrypted<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Stream>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let Self { connector, name } = self;
            let shown = ServerName::try_from(name.clone()).map_err(io::Error::other)?;
            let connected = connector.connect(shown, stream).await;
            connected.map(Encrypted).map_err(|error| said(error, &name))
        })
    }
}

/// Returns the error with what to do, if that is known.
fn said(error: io::Error, name: &str) -> io::Error {
    let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
    let Some(rustls::Error::InvalidCertificate(problem)) = cause else {
        return error;
    };
    io::Error::other(match problem {
        CertificateError::UnknownIssuer => {
            "its certificate is by an authority that is not trusted here; name the authority's certificate: sslrootcert=FILE".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("its certificate is not for {name}; write the name that it is for into the URL")
        }
        _ => return error,
    })
}

/// A connection with TLS.
pub(super) struct Encrypted<S>(client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Encrypted<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Encrypted<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Encrypted<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
