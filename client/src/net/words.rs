//! The causes of broken connections in words.

use tokio_tungstenite::tungstenite::Error;

pub(super) const CLOSED: &str = "the server closed the connection";

/// The cause of an error in words, without the layers it passed through.
pub(super) fn in_words(error: &Error) -> String {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => CLOSED.to_owned(),
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
            CLOSED.to_owned()
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
