//! The whole program, over real sockets: one binary, a module per subject.

mod binaries;
mod faulty;
mod harness;

mod analysis;
mod bots;
mod cli;
mod console;
mod documents;
mod engines;
mod external;
mod external_opening;
mod fair;
mod faults;
#[cfg(target_os = "linux")]
mod fence;
mod frames;
mod growth;
mod hand_over;
mod history;
mod http;
mod identity;
mod kills;
mod limits;
mod lobby;
mod lobby_chat;
mod memory;
mod model;
mod mute;
mod names;
#[cfg(target_os = "linux")]
mod netns;
#[cfg(unix)]
mod open_files;
mod other_language;
mod page;
mod pipelining;
mod play;
#[cfg(unix)]
mod pty;
mod renju;
mod restart;
mod return_to_seat;
#[cfg(target_os = "linux")]
mod service;
mod several_rooms;
#[cfg(target_os = "linux")]
mod several_servers;
mod simulation;
#[cfg(unix)]
mod standstill;
mod swap2;
mod thinking;
mod tls;
mod tournament;
mod unread_log;
mod use_limits;
mod walls;
mod watch;
#[cfg(unix)]
mod web;
mod your_games;
