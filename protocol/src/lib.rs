//! The crate that enlinea's server and clients share: the rules, the messages, the codec.
//!
//! Pure: no socket, no clock, no thread. Time, seeds and tokens are arguments.
//!
//! A client says hello, joins a room, keeps a [`Replica`](replica::Replica) of it, and plays:
//!
//! ```
//! use protocol::act::Act;
//! use protocol::millis::Millis;
//! use protocol::codec::{Encoding, Message};
//! use protocol::message::{ClientMsg, Role, ServerMsg, VERSION};
//! use protocol::replica::Replica;
//! use protocol::side::Side;
//!
//! # const WELCOME: &str = r#"{"type":"welcome","protocol":1,"software":"enlinea-server 0.1.0","server":"living room","id":"7f3a09c2d4e64b1f8a5590b1c2d3e4f5","addresses":[],"features":[],"player":"7","name":"Ana","bots":[],"variants":["connect-four"]}"#;
//! # const JOINED: &str = r#"{"type":"joined","you":"first","token":"00112233445566778899aabbccddeeff","owner":true,"snapshot":{"room":"K7QM2X","spec":{"variant":"connect-four","clock":null,"listed":true,"takebacks":true,"hints":false,"spectators":true,"pace":700,"repeat":0,"think_time":null,"seed":null},"seq":11,"revision":6,"seats":{"first":{"type":"human","name":"Ana","away":null},"second":{"type":"bot","bot":"random"}},"phase":{"type":"playing"},"plies":[{"square":"d1","left":null},{"square":"c1","left":null},{"square":"d2","left":null},{"square":"c2","left":null},{"square":"d3","left":null},{"square":"c3","left":null}],"clock":null,"offers":{"draw":null,"takeback":null,"rematch":null},"series":{"game":1,"wins":{"first":0,"second":0},"draws":0},"grace":60000,"chat":[],"spectators":[],"watching":0,"searches":[],"forbidden":[],"locked":false,"chat_closed":false}}"#;
//! # const MOVED: &str = r#"{"type":"event","room":"K7QM2X","seq":12,"event":{"type":"moved","revision":7,"side":"first","ply":7,"made":{"square":"d4","left":null},"ends_game":true,"clock":null}}"#;
//! # const OVER: &str = r#"{"type":"event","room":"K7QM2X","seq":13,"event":{"type":"over","outcome":{"winner":"first","reason":"line","line":["d1","d2","d3","d4"]},"series":{"game":1,"wins":{"first":1,"second":0},"draws":0},"clock":null}}"#;
//! # struct Socket(std::vec::IntoIter<&'static str>);
//! # impl Socket {
//! #     fn open() -> Self { Self(vec![WELCOME, JOINED, MOVED, OVER].into_iter()) }
//! #     fn send(&mut self, _frame: Vec<u8>) {}
//! #     fn receive(&mut self) -> Option<Vec<u8>> { self.0.next().map(|text| text.as_bytes().to_vec()) }
//! # }
//! # fn now() -> Millis { Millis::ZERO }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let json = Encoding::Json;
//! // A WebSocket with the subprotocol `json.subprotocol()`, one message a frame.
//! let mut socket = Socket::open();
//! let hello = ClientMsg::Hello {
//!     protocol: VERSION,
//!     software: "example 1.0".to_owned(),
//!     name: Some("Ana".to_owned()),
//!     key: None,
//!     heartbeat: false,
//! };
//! socket.send(hello.encode(json));
//!
//! let mut replica = None;
//! while let Some(frame) = socket.receive() {
//!     match ServerMsg::decode(json, &frame)? {
//!         ServerMsg::Welcome { .. } => {
//!             let (room, role) = ("K7QM2X".parse()?, Role::Player);
//!             socket.send(ClientMsg::Join { room, role }.encode(json));
//!         }
//!         ServerMsg::Joined { you, snapshot, .. } => {
//!             replica = Some(Replica::new(you, *snapshot, now())?);
//!         }
//!         ServerMsg::Event { seq, event, .. } => {
//!             let replica = replica.as_mut().expect("events follow `Joined`");
//!             if replica.apply(now(), seq, &event).is_err() {
//!                 // Something was missed: the answer is a new `Joined`.
//!                 socket.send(ClientMsg::Resync.encode(json));
//!             }
//!         }
//!         ServerMsg::Refused { message, .. } => return Err(message.into()),
//!         _ => {}
//!     }
//!     if let Some(replica) = replica.as_ref().filter(|replica| replica.is_my_turn()) {
//!         // The revision guards against playing twice: a second move for it is refused.
//!         let square = replica.game().read_move("4")?;
//!         let revision = replica.revision();
//!         let act = Act::Move { revision, square };
//!         socket.send(ClientMsg::from(act).encode(json));
//!     }
//! }
//!
//! let replica = replica.expect("the server let the client in");
//! let outcome = replica.outcome().expect("the game is over");
//! assert_eq!(outcome.winner, Some(Side::First));
//! # Ok(())
//! # }
//! ```
//!
//! - [`side`], [`square`], [`rules`], [`game`]: the games themselves
//! - [`millis`], [`clock`], [`spec`]: time, and the choices made before ply 1
//! - [`record`]: a game as text; [`analysis`]: the values of the columns of a position
//! - [`act`]: what a player may do in a game; [`turn_order`]: whose turn it is, also in an opening with choices
//! - [`message`], [`view`], [`refusal`], [`codec`]: the messages, their parts, and their encodings
//! - [`replica`]: a client's copy of a room, from a snapshot and the events after it
//! - [`tournament`]: tournaments, their acts and their views
//! - [`id`], [`text`], [`word`]: names of things, text typed by people, and words that this release does not know
//! - `schema`, behind the feature of that name: what JSON Schemas of these types have in common
//! - [`fingerprint`]: the fingerprint of a server's public key
//! - [`rng`]: the random numbers that follow from a seed

/// As other crates know it, for the fixtures of its tests.
#[cfg(test)]
extern crate self as protocol;

pub mod act;
pub mod analysis;
mod bounds;
pub mod clock;
pub mod codec;
pub mod fingerprint;
#[cfg(test)]
#[path = "../tests/fixtures/snapshot.rs"]
mod fixture;
pub mod game;
pub mod id;
pub mod message;
pub mod millis;
pub mod record;
pub mod refusal;
pub mod replica;
pub mod rng;
pub mod rules;
#[cfg(feature = "schema")]
pub mod schema;
pub mod shared;
pub mod side;
pub mod spec;
pub mod square;
pub mod text;
pub mod tournament;
pub mod turn_order;
pub mod view;
mod wire;
pub mod word;
