//! The wire format: every message there and back in both encodings, bad ones refused, golden frames, and the
//! frames that `PROTOCOL.md` quotes.

mod codec;
mod document;
mod faults;
mod golden;
mod hostile;
mod invariants;
mod limits;
mod samples;
