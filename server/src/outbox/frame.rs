//! A message as it is sent: encoded once for all who share it.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use arrayvec::ArrayVec;
use protocol::codec::{Encoding, Message as _};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Bytes of the header of a frame without a mask, at most.
const LONGEST_HEADER: usize = 10;

/// Returns the message that tells a client of a refusal.
pub(crate) fn refused(refusal: Refusal) -> ServerMsg {
    ServerMsg::Refused {
        message: refusal.to_string(),
        refusal,
    }
}

/// A message on its way to any number of connections, encoded at most once per encoding.
#[derive(Debug)]
pub(crate) struct Frame {
    message: ServerMsg,
    bincode: OnceLock<Vec<u8>>,
    json: OnceLock<Vec<u8>>,
}

impl Frame {
    /// Returns a frame to share.
    pub(crate) fn new(message: ServerMsg) -> Arc<Self> {
        Arc::new(Self {
            message,
            bincode: OnceLock::new(),
            json: OnceLock::new(),
        })
    }

    /// Returns the message that is on its way.
    pub(crate) fn message(&self) -> &ServerMsg {
        &self.message
    }

    /// Returns the bytes for the socket: a whole frame of the WebSocket, of a server and so without a mask. Copies
    /// without a `ref` share them.
    pub(crate) fn encoded(&self, encoding: Encoding, reference: Option<u32>) -> Cow<'_, [u8]> {
        if reference.is_some() {
            return encode(&self.message, encoding, reference).into();
        }
        let cell = match encoding {
            Encoding::Bincode => &self.bincode,
            Encoding::Json => &self.json,
        };
        let bytes = cell.get_or_init(|| encode(&self.message, encoding, None));
        bytes.into()
    }

    /// Returns true if every connection that the frame is for gets it as it is, and it changes nothing in a session.
    /// Chat may be hidden, and answers are charged.
    pub(super) fn is_plain(&self) -> bool {
        match &self.message {
            ServerMsg::Event { event, .. } => !matches!(event, RoomEvent::ChatPosted { .. }),
            _ => false,
        }
    }
}

/// Returns a message of the WebSocket, for who writes to it before or after a session.
pub(crate) fn to_websocket(
    message: &ServerMsg,
    encoding: Encoding,
    reference: Option<u32>,
) -> Message {
    let bytes = message.encode_with(encoding, reference);
    match encoding {
        Encoding::Bincode => Message::Binary(bytes.into()),
        Encoding::Json => {
            let text = String::from_utf8(bytes).expect("JSON is text");
            Message::Text(Utf8Bytes::from(text))
        }
    }
}

fn encode(message: &ServerMsg, encoding: Encoding, reference: Option<u32>) -> Vec<u8> {
    let mut frame = message.encode_with(encoding, reference);
    let kind = match encoding {
        Encoding::Bincode => Data::Binary,
        Encoding::Json => Data::Text,
    };
    let header = FrameHeader {
        opcode: OpCode::Data(kind),
        ..FrameHeader::default()
    };
    let mut written = ArrayVec::<u8, LONGEST_HEADER>::new();
    header
        .format(frame.len() as u64, &mut written)
        .expect("there is place for it");
    // Before the payload where it is: most messages are short, and their vector has place for the header.
    frame.splice(..0, written);
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_encoded_once_for_all_who_share_it() {
        let frame = Frame::new(ServerMsg::ShuttingDown);
        let bytes = |reference| frame.encoded(Encoding::Json, reference);
        let (one, two, answer) = (bytes(None), bytes(None), bytes(Some(7)));
        assert_eq!(one.as_ptr(), two.as_ptr());
        let answer = str::from_utf8(&answer[2..]).expect("JSON is text");
        assert!(answer.contains("\"ref\":7"), "{answer}");
    }
}
