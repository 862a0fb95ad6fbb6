//! What enlinea's server and clients share: the rules, the messages, the codec.
//!
//! Pure: no socket, no clock, no thread. Time, seeds and tokens are arguments.
//!
//! - [`side`], [`square`], [`rules`], [`game`]: the games themselves
//! - [`millis`], [`clock`], [`spec`]: time, and what is settled before ply 1
//! - [`record`]: a game as text; [`analysis`]: what the columns of a position are worth
//! - [`message`], [`view`], [`refusal`], [`codec`]: the messages, their parts, and their encodings
//! - [`replica`]: a client's copy of a room, from a snapshot and the events after it
//! - [`id`], [`text`]: names of things and what people type

pub mod analysis;
pub mod clock;
pub mod codec;
pub mod game;
pub mod id;
pub mod message;
pub mod millis;
pub mod record;
pub mod refusal;
pub mod replica;
pub mod rules;
pub mod side;
pub mod spec;
pub mod square;
pub mod text;
pub mod view;
mod wire;
