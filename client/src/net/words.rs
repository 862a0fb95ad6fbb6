//! The causes of broken connections in words.

use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;

pub(super) const CLOSED: &str = "the server closed the connection";

/// The cause where a server is gone without a word: it died, or something in between did.
pub(super) const BROKE_OFF: &str = "the server is gone without a word";

/// The cause of an error in words, without the layers it passed through.
pub(super) fn in_words(error: &Error) -> String {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => CLOSED.to_owned(),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => BROKE_OFF.to_owned(),
        Error::Io(error) => io_in_words(error),
        Error::Http(response) => format!(
            "something answers there that is no enlinea server: HTTP {}",
            response.status()
        ),
        Error::Protocol(_) | Error::HttpFormat(_) => {
            format!("something there does not speak as an enlinea server does: {error}")
        }
        Error::Tls(_)
        | Error::Capacity(_)
        | Error::WriteBufferFull(_)
        | Error::Utf8(_)
        | Error::AttackAttempt
        | Error::Url(_) => error.to_string(),
    }
}

/// The system's reason in small letters and without its number: `connection refused`.
pub(super) fn io_in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            BROKE_OFF.to_owned()
        }
        // Other systems word it differently; the kinds that people meet have one wording here.
        ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        _ => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            text.to_lowercase()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn a_server_that_dies_in_the_middle_is_named_so() {
        let reset = Error::Io(ErrorKind::ConnectionReset.into());
        for error in [
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake),
            reset,
        ] {
            assert_eq!(in_words(&error), BROKE_OFF);
        }
        assert_eq!(in_words(&Error::ConnectionClosed), CLOSED);
        let other = Error::Protocol(ProtocolError::WrongHttpMethod);
        assert!(in_words(&other).contains("does not speak"));
    }
}
