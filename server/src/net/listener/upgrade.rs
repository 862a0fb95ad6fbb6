//! The headers by which a client asks for a WebSocket.

use hyper::StatusCode;
use hyper::header::{
    CONNECTION, HeaderMap, HeaderName, HeaderValue, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_PROTOCOL,
    SEC_WEBSOCKET_VERSION, UPGRADE,
};
use protocol::codec::Encoding;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The one version of the WebSocket protocol.
pub(super) const VERSION: &str = "13";

/// Returns the encoding that the client offers and the key that accepts it, or an error that says why there
/// is no upgrade.
pub(super) fn check_upgrade(
    headers: &HeaderMap,
) -> Result<(Encoding, HeaderValue), (StatusCode, &'static str)> {
    let words = |name: HeaderName| {
        let values = headers.get_all(name).into_iter();
        let texts = values.filter_map(|value| value.to_str().ok());
        texts.flat_map(|text| text.split(',')).map(str::trim)
    };
    let names = |name, wanted: &str| words(name).any(|word| word.eq_ignore_ascii_case(wanted));
    if !names(CONNECTION, "upgrade") || !names(UPGRADE, "websocket") {
        return Err((
            StatusCode::UPGRADE_REQUIRED,
            "this is a WebSocket; connect to it with a WebSocket client\n",
        ));
    }
    if !words(SEC_WEBSOCKET_VERSION).eq([VERSION]) {
        return Err((
            StatusCode::BAD_REQUEST,
            "only version 13 of the WebSocket protocol is spoken here\n",
        ));
    }
    let mut keys = headers.get_all(SEC_WEBSOCKET_KEY).iter();
    let (Some(key), None) = (keys.next().filter(|key| is_key(key)), keys.next()) else {
        return Err((
            StatusCode::BAD_REQUEST,
            "the request must have one Sec-WebSocket-Key, the base64 of 16 bytes; \
             connect with a WebSocket client\n",
        ));
    };
    let encoding = Encoding::ALL
        .into_iter()
        // To the letter: a client compares the answer with what it offered in the same way.
        .find(|encoding| words(SEC_WEBSOCKET_PROTOCOL).any(|word| word == encoding.subprotocol()))
        .ok_or((
            StatusCode::BAD_REQUEST,
            "offer the subprotocol enlinea.bincode.1 or enlinea.json in Sec-WebSocket-Protocol\n",
        ))?;
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()))
        .expect("base64 is a header value");
    Ok((encoding, accept))
}

/// Returns true if this is the base64 of 16 bytes: 22 digits, the last of which has four bits to spare, and
/// the padding.
fn is_key(key: &HeaderValue) -> bool {
    let is_digit = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    match key.as_bytes() {
        [digits @ .., b'A' | b'Q' | b'g' | b'w', b'=', b'='] => {
            digits.len() == 21 && digits.iter().all(is_digit)
        }
        _ => false,
    }
}
