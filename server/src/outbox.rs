//! Messages to a connection: frames that are encoded once and shared, in a bounded outbox.

use std::sync::{Arc, OnceLock};

use protocol::codec::{Encoding, Message as _};
use protocol::id::RoomId;
use protocol::message::ServerMsg;
use protocol::view::LeftWhy;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_util::sync::CancellationToken;

/// A message on its way to any number of connections, encoded at most once per encoding.
#[derive(Debug)]
pub(crate) struct Frame {
    message: ServerMsg,
    bincode: OnceLock<Message>,
    json: OnceLock<Message>,
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

    /// Returns the WebSocket message. Copies without a `ref` share its bytes.
    pub(crate) fn encoded(&self, encoding: Encoding, reference: Option<u32>) -> Message {
        if reference.is_some() {
            return encode(&self.message, encoding, reference);
        }
        let cell = match encoding {
            Encoding::Bincode => &self.bincode,
            Encoding::Json => &self.json,
        };
        cell.get_or_init(|| encode(&self.message, encoding, None))
            .clone()
    }
}

fn encode(message: &ServerMsg, encoding: Encoding, reference: Option<u32>) -> Message {
    let bytes = message.encode_with(encoding, reference);
    match encoding {
        Encoding::Bincode => Message::Binary(bytes.into()),
        Encoding::Json => {
            let text = String::from_utf8(bytes).expect("JSON is text");
            Message::Text(Utf8Bytes::from(text))
        }
    }
}

/// An item for a connection.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// A message to send, with the `ref` of the message that it answers.
    Frame(Arc<Frame>, Option<u32>),
    /// The room let the connection go, which is to be sent. It ends this entry and no newer one.
    Left {
        /// Code of the room.
        room: RoomId,
        /// Entry that ends with it.
        entry: EntryNumber,
        /// Reason.
        why: LeftWhy,
        /// `ref` of the `leave` that this answers.
        reference: Option<u32>,
    },
}

/// Number of an entry of a connection into a room, unique in its session: a late `Left` must not end
/// a newer membership, even of the same room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct EntryNumber(u64);

impl EntryNumber {
    /// Returns the number of the next entry.
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// The sending end of a connection's outbox.
///
/// Sending never waits. When the outbox is full the connection is ended as too slow: a room never
/// waits for a client, and the client may come back to a fresh snapshot.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Outgoing>,
    overflowed: CancellationToken,
}

impl Outbox {
    /// Returns an outbox for `capacity` messages, its receiving end, and the token that signals its overflow.
    pub(crate) fn new(capacity: usize) -> (Self, mpsc::Receiver<Outgoing>, CancellationToken) {
        let (queue, outgoing) = mpsc::channel(capacity);
        let overflowed = CancellationToken::new();
        let outbox = Self {
            queue,
            overflowed: overflowed.clone(),
        };
        (outbox, outgoing, overflowed)
    }

    /// Adds a shared frame. Where it answers a message of this connection it gets its `ref`.
    pub(crate) fn send(&self, frame: &Arc<Frame>, reference: Option<u32>) {
        self.put(Outgoing::Frame(Arc::clone(frame), reference));
    }

    /// Adds a message for this connection alone.
    pub(crate) fn send_one(&self, message: ServerMsg, reference: Option<u32>) {
        self.put(Outgoing::Frame(Frame::new(message), reference));
    }

    /// Releases the connection from a room that it came into by this entry.
    pub(crate) fn leave(
        &self,
        room: RoomId,
        entry: EntryNumber,
        why: LeftWhy,
        reference: Option<u32>,
    ) {
        self.put(Outgoing::Left {
            room,
            entry,
            why,
            reference,
        });
    }

    fn put(&self, item: Outgoing) {
        match self.queue.try_send(item) {
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(_)) => self.overflowed.cancel(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_outbox_ends_the_connection_and_never_waits() {
        let (outbox, mut outgoing, overflowed) = Outbox::new(2);
        let frame = Frame::new(ServerMsg::ShuttingDown);
        outbox.send(&frame, None);
        outbox.send(&frame, None);
        assert!(!overflowed.is_cancelled());
        outbox.send(&frame, None);
        assert!(overflowed.is_cancelled());
        assert!(outgoing.recv().await.is_some());
    }

    #[test]
    fn a_frame_is_encoded_once_for_all_who_share_it() {
        let frame = Frame::new(ServerMsg::ShuttingDown);
        let text = |reference| match frame.encoded(Encoding::Json, reference) {
            Message::Text(text) => text,
            other => panic!("JSON travels as text, not as {other:?}"),
        };
        let (one, two, answer) = (text(None), text(None), text(Some(7)));
        assert_eq!(one.as_str().as_ptr(), two.as_str().as_ptr());
        assert!(answer.as_str().contains("\"ref\":7"), "{answer}");
    }
}
