//! The whole program, over real sockets: one binary, a module per subject.

mod harness;

mod limits;
mod lobby;
mod play;
mod restart;
mod return_to_seat;
mod watch;
