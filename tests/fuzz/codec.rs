//! Frames from strangers, as messages of either direction.

use std::fmt::Debug;

use protocol::codec::{Encoding, Envelope, Message};
use protocol::message::{ClientMsg, ServerMsg};

use super::ensure_short;

/// Reads a frame in bincode.
///
/// # Panics
///
/// A message is not the same when it is read back from either encoding, or a client's has two forms.
pub fn check_bincode(frame: &[u8]) {
    if let Some(Envelope { message, reference }) = read::<ClientMsg>(Encoding::Bincode, frame) {
        let written = message.encode_with(Encoding::Bincode, reference);
        assert_eq!(written, frame, "{message:?} has two forms");
    }
    read::<ServerMsg>(Encoding::Bincode, frame);
}

/// Reads a frame in JSON.
///
/// # Panics
///
/// A message is not the same when it is read back from either encoding.
pub fn check_json(frame: &[u8]) {
    read::<ClientMsg>(Encoding::Json, frame);
    read::<ServerMsg>(Encoding::Json, frame);
}

/// Reads a frame as a server or a client does. A message that is read must be one that can be sent.
fn read<M: Message + Debug + PartialEq>(encoding: Encoding, frame: &[u8]) -> Option<Envelope<M>> {
    let envelope = match M::open(encoding, frame) {
        Ok(envelope) => envelope,
        Err(bad) => {
            // It is told to the sender, or logged.
            ensure_short(&bad.to_string());
            return None;
        }
    };
    for encoding in Encoding::ALL {
        let Envelope { message, reference } = &envelope;
        let written = message.encode_with(encoding, *reference);
        // Fields that may be left out are written all the same, so what was just short enough may now be too long.
        if written.len() <= M::FRAME_LIMIT {
            assert_eq!(
                M::open(encoding, &written).as_ref(),
                Ok(&envelope),
                "{encoding:?}"
            );
        }
    }
    Some(envelope)
}
