//! The enlinea terminal client.
//!
//! - [`program`]: from the arguments to the exit status; here and not in the binary, so that it is compiled once
//! - [`args`]: the command line
//! - [`language`]: the languages, and the texts in them
//! - [`words`]: events, refusals, endings, offers and names in words, for screens and lines
//! - [`net`]: the connection, which reconnects by itself
//! - [`board`]: boards as characters with colours, and their themes
//! - [`board_change`], `happened`: the table events that answer a move, and what else an event does
//! - [`seats`]: the seats to return to, saved between runs
//! - [`known_servers`]: the keys of servers, saved between runs
//! - [`identity`]: the key of the person, saved between runs
//! - [`library`]: the games that were played or watched, saved as records
//! - [`record_files`]: files of games, those of other programs too
//! - [`past`]: games that are over, as a server keeps them
//! - [`discovery`]: servers on the local network
//! - [`host`]: serving from inside the client (feature `host`)
//! - [`resolve`]: the server of a command: named, on this machine or on the network
//! - [`ui`], [`input`], [`event_loop`]: the screens, their keys, and how they are run
//! - [`motion`]: the disc that falls
//! - [`review`]: the mistakes of a game
//! - [`lines`]: every command without a screen
//! - [`choices`]: the name and the last choices, for the next start
//! - [`settings`](args::settings): the options of every command, from a file
//! - [`crash`], [`log`]: the report of a panic, and the log that a person asks for
//! - [`failure`], [`text`], [`values`]: failures and exit statuses, text made safe for a terminal, scores in words

#[macro_use]
pub mod language;

pub mod args;
pub mod board;
pub mod board_change;
pub mod choices;
pub mod crash;
pub mod discovery;
pub mod event_loop;
pub mod failure;
mod happened;
#[cfg(feature = "host")]
pub mod host;
pub mod identity;
pub mod input;
pub mod known_servers;
pub mod library;
pub mod lines;
pub mod log;
pub mod motion;
pub mod net;
pub mod past;
mod private;
pub mod program;
pub mod record_files;
pub mod resolve;
pub mod review;
pub mod seats;
pub mod text;
pub mod ui;
mod unanswered;
pub mod values;
pub mod words;

#[cfg(test)]
#[path = "../../protocol/tests/fixtures/snapshot.rs"]
mod fixture;
#[cfg(test)]
#[path = "../tests/fixtures/past.rs"]
mod past_fixture;
#[cfg(test)]
#[path = "../tests/fixtures/tournament.rs"]
mod tournament_fixture;
