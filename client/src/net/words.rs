//! The causes of broken connections in words.

use protocol::message::SERVER_HEADER;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::http::header::CONTENT_LENGTH;
use tokio_tungstenite::tungstenite::http::{Response, StatusCode};

use crate::text::plain;

/// The cause where a server ended the connection as it should.
pub(super) fn closed() -> String {
    say!("connection-closed")
}

/// The cause where a server is gone without a word: it died, or something in between did.
fn broke_off() -> String {
    say!("connection-broke-off")
}

/// The cause of an error in words, without the layers it passed through.
pub(super) fn in_words(error: &Error) -> String {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => closed(),
        Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => broke_off(),
        Error::Io(error) => io_in_words(error),
        Error::Http(response) => {
            say!(
                "connection-other-server",
                status = response.status().to_string()
            )
        }
        Error::Protocol(_) | Error::HttpFormat(_) => {
            say!("connection-speaks-otherwise", problem = error.to_string())
        }
        Error::Tls(_)
        | Error::Capacity(_)
        | Error::WriteBufferFull(_)
        | Error::Utf8(_)
        | Error::AttackAttempt
        | Error::Url(_) => error.to_string(),
    }
}

/// Returns why a server of enlinea refused the connection by HTTP; none where something else answered, which does not
/// say the id of a server.
pub(super) fn turned_away(response: &Response<Option<Vec<u8>>>) -> Option<String> {
    if !response.headers().contains_key(SERVER_HEADER) {
        return None;
    }
    Some(match response.status() {
        StatusCode::MISDIRECTED_REQUEST => say!("connection-name-unknown"),
        StatusCode::TOO_MANY_REQUESTS => say!("connection-too-many"),
        status => {
            // Without a length it may be in chunks, whose first line is a number.
            let has_length = response.headers().contains_key(CONTENT_LENGTH);
            let body = response.body().as_deref().filter(|_| has_length);
            let text = String::from_utf8_lossy(body.unwrap_or_default());
            let said = plain(text.lines().next().unwrap_or_default());
            let problem = if said.is_empty() {
                format!("HTTP {status}")
            } else {
                said
            };
            say!("connection-turned-away", problem = problem)
        }
    })
}

/// The system's reason in small letters and without its number: `connection refused`.
pub(super) fn io_in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            broke_off()
        }
        // Other systems word it differently; the kinds that people meet have one wording here.
        ErrorKind::ConnectionRefused => say!("connection-refused"),
        // No system gives it for a connection: the resolver found no address.
        ErrorKind::NotFound => say!("connection-no-machine"),
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
    use crate::language::{Language, within};

    #[test]
    fn a_server_that_dies_in_the_middle_is_named_so() {
        let reset = Error::Io(ErrorKind::ConnectionReset.into());
        for error in [
            Error::Protocol(ProtocolError::ResetWithoutClosingHandshake),
            reset,
        ] {
            assert_eq!(in_words(&error), "the server dropped the connection");
        }
        assert_eq!(
            in_words(&Error::ConnectionClosed),
            "the server closed the connection"
        );
        let other = Error::Protocol(ProtocolError::WrongHttpMethod);
        assert!(in_words(&other).contains("is not an enlinea server"));
        let refused = Error::Io(ErrorKind::ConnectionRefused.into());
        let polish = within(Language::Pl, || in_words(&refused));
        assert_eq!(polish, "połączenie odrzucone");
    }
}
