//! TLS on the port of everything else: the first byte of a connection tells.
//!
//! ```text
//! accepted -> first byte -> 0x16: handshake with the certificate of an `Identity` -> encrypted
//!                        -> else: plain
//! ```
//!
//! Both kinds are one type, [`Wire`], so that the requests and sessions behind it are compiled once. The keys and
//! the random numbers of TLS come from the operating system, beside `Env`: a simulation uses plain connections.

mod identity;
mod key_file;
mod peeked;

use std::io;

use protocol::fingerprint::Fingerprint;
use rustls::pki_types::CertificateDer;
use rustls::server::ParsedCertificate;
use tokio::io::AsyncReadExt;
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;

pub use self::identity::{Identity, TlsError};
use self::peeked::Peeked;
use crate::base::env::Stream;

/// A connection of either kind. What TLS needs is behind a pointer: a plain one is no larger for it.
pub(crate) type Wire<S> = Either<Peeked<S>, Box<TlsStream<Peeked<S>>>>;

/// First byte of a TLS connection, that of a record of the handshake. No request in HTTP begins with it.
const TLS_HANDSHAKE: u8 = 0x16;

/// Use of TLS by a server.
#[derive(Clone, Debug, Default)]
pub enum Encryption {
    /// TLS is not spoken: a connection that begins it is closed.
    #[default]
    Off,
    /// Clients choose.
    Optional(Identity),
    /// Plain connections are told so, and nothing else.
    Required(Identity),
}

impl Encryption {
    /// Returns the identity that clients can check.
    pub fn identity(&self) -> Option<&Identity> {
        match self {
            Self::Off => None,
            Self::Optional(identity) | Self::Required(identity) => Some(identity),
        }
    }

    /// Returns true if a plain connection leads to no game.
    pub fn is_required(&self) -> bool {
        matches!(self, Self::Required(_))
    }
}

/// Bytes of a connection that are read to learn its kind: a whole request for an upgrade, in one call of the system.
const BEGINNING: usize = 1024;

/// Begins a connection: waits for its first bytes, and carries out the handshake if it is TLS.
///
/// The caller limits the time: a peer may stop at any byte.
pub(crate) async fn open<S: Stream>(mut stream: S, encryption: &Encryption) -> io::Result<Wire<S>> {
    let mut beginning = [0; BEGINNING];
    let length = stream.read(&mut beginning).await?;
    let beginning = &beginning[..length];
    let &first = beginning.first().ok_or(io::ErrorKind::UnexpectedEof)?;
    let stream = Peeked::new(stream, beginning);
    if first != TLS_HANDSHAKE {
        return Ok(Either::Left(stream));
    }
    let Some(identity) = encryption.identity() else {
        return Err(io::Error::other("TLS is not spoken here"));
    };
    // Boxed, so that the tasks of plain connections have no room for a handshake.
    let encrypted = Box::pin(identity.acceptor().accept(stream)).await?;
    Ok(Either::Right(Box::new(encrypted)))
}

/// Returns the fingerprint of the key in a certificate.
fn fingerprint(certificate: &CertificateDer<'_>) -> Result<Fingerprint, rustls::Error> {
    let parsed = ParsedCertificate::try_from(certificate)?;
    let key = parsed.subject_public_key_info();
    Ok(Fingerprint::from_public_key(&key))
}
