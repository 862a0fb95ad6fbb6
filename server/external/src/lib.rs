//! Other people's gomoku engines ("brains") as child processes, and the Gomocup protocol that they speak.
//!
//! [`ExternalEngine::choose`] -> [`Order`]s -> `process` (pipes, limits, the end) -> the program
//! -> [`Answer`] -> a legal move
//!
//! - `engine`: a running engine, and the wait for its answers; `engine/introduction`: who it is; `engine/opening`: its
//!   part in the opening swap2
//! - `request`: the orders that bring an engine to a position and ask for its move
//! - `order`, `answer`, `cell`: the lines of the protocol, each type written by `Display` and read by `FromStr`
//! - `process`: the child process, its pipes, and how it is ended; `lines`: lines of bounded length;
//!   `running`: all that run, for the end of this program by a signal; `resource_limits`: memory and computing time,
//!   where the platform can limit them
//! - `fence`: the files and the network that the process of an engine may use
//! - `listener`: what a caller hears while it waits
//! - `about`: name and author of an engine; `limits`: memory and time that it may use; `error`: its failures
//! - `text`: text that is safe to print; `stopwatch`: the only clock here
//!
//! Whatever the engine does, the caller gets a legal move or an error, and gets it in time. A process that has
//! failed is ended at once; the next request starts another.
//!
//! The lines are typed for both ends: the server and contests write orders and read answers, and the program
//! `pbrain-enlinea` reads orders and writes answers.
//!
//! Source: the protocol as described at <https://plastovicka.github.io/protocl2en.htm>, in our own words.

mod about;
mod answer;
mod cell;
mod engine;
mod error;
mod fence;
mod limits;
mod lines;
mod listener;
mod order;
mod process;
mod request;
mod resource_limits;
mod running;
mod stopwatch;
mod text;

pub use about::About;
pub use answer::{Answer, NoAnswer};
pub use cell::{Cell, NoCell};
pub use engine::{ExternalEngine, Program};
pub use error::ExternalError;
pub use fence::{Fence, InForce};
pub use limits::Limits;
pub use listener::Listener;
pub use order::{Info, Order, OrderError};
#[cfg(unix)]
pub use running::end_all;
pub use stopwatch::Stopwatch;
pub use text::printable;
