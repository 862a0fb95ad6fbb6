//! Every command without a screen: lines of text for pipes and screen readers, or JSON for scripts.
//!
//! ```text
//! standard input -> session -> connection -> server
//! standard output <- session <- connection <-
//! ```
//!
//! `session` decides and is pure, `runner` lends it the connection, the input and the clock, and
//! `output` alone writes. The sentences are those of [`words`](crate::words). `own_games` decides likewise for the
//! list of rooms, and `conversation` lends it the connection.

#[cfg(feature = "host")]
mod analyse;
mod config;
mod conversation;
mod games;
mod history;
mod identity;
mod interrupt;
mod json_lines;
mod keys;
mod lists;
mod manual;
pub mod output;
mod own_games;
mod runner;
mod session;
mod tournament;
mod typed;

use std::net::SocketAddr;

use protocol::id::RoomId;
use protocol::message::Role;

pub use self::games::load;
use self::json_lines::ForgottenLine;
#[cfg(feature = "schema")]
pub use self::json_lines::json_schema;
use self::output::{Mode, Output, warn};
use self::runner::{Destination, run_session};
use self::session::SessionGoal;
#[cfg(feature = "host")]
use crate::args::shown;
use crate::args::{AnalyseArgs, Command, CommandLine, Common, DemoArgs, HostArgs, StoreKind};
use crate::failure::{Failure, Kind};
use crate::identity::Identity;
use crate::known_servers::{KnownServers, Unusable};
use crate::resolve::{self, WayBack};
use crate::seats::Seats;
use crate::ui::KeyMap;

/// Runs a command without a screen. If none was given, the rooms of the server are listed, or without a server two bots
/// play, if lines were asked for. `keymap` has the keys of the screens.
///
/// # Errors
///
/// The failure of the command, with the exit status.
pub async fn run(line: CommandLine, keymap: &KeyMap, output: &mut Output) -> Result<(), Failure> {
    let common = &line.common;
    let command = match line.command {
        Some(command) => command,
        None if common.server.is_some() => Command::Rooms,
        None if common.plain || common.json => Command::Demo(DemoArgs::default()),
        // Screens were meant, and there is no terminal that could show them.
        None => return Err(Failure::new(Kind::Usage, say!("lines-no-screen"))),
    };
    match command {
        Command::Servers => lists::servers(common, output).await,
        Command::Rooms => lists::rooms(common, output).await,
        Command::Bots(bots) => lists::bots(common, bots.game, output).await,
        Command::Host(host) => self::host(common, host, output).await,
        Command::New(room) => {
            let destination = destination(common).await?;
            run_session(
                common,
                destination,
                SessionGoal::New(Box::new(room)),
                output,
            )
            .await
        }
        Command::Join(room) => match room.hand_over() {
            Some(code) => {
                let seats = open_seats(common);
                let destination = destination_with(common, seats, room.room()).await?;
                run_session(common, destination, SessionGoal::TakeOver { code }, output).await
            }
            None => join(common, room.room(), output).await,
        },
        Command::Watch(room) => {
            let seats = open_seats(common);
            let destination = destination_with(common, seats, room.room()).await?;
            let goal = SessionGoal::Join {
                room: room.room(),
                role: Role::Spectator,
            };
            run_session(common, destination, goal, output).await
        }
        Command::Tv(_) => Err(Failure::new(Kind::Usage, say!("lines-tv"))),
        Command::Quick(quick) => {
            let destination = destination(common).await?;
            let goal = SessionGoal::Quick {
                variant: quick.game,
                clock: quick.clock,
                rating: quick.rating,
                own_rooms: destination
                    .seats
                    .returnable()
                    .iter()
                    .map(|seat| seat.room)
                    .collect(),
            };
            run_session(common, destination, goal, output).await
        }
        Command::Demo(demo) => self::demo(common, &demo, output).await,
        Command::Forget(server) => forget(common, &server.host.authority(), output),
        Command::Whoami => identity::whoami(common, output).await,
        Command::Rename(args) => identity::rename(common, &args, output).await,
        Command::ExportKey => identity::export_key(common, output),
        Command::ImportKey(args) => identity::import_key(common, &args, output),
        Command::Games => games::games(common, output).await,
        Command::History(args) => history::history(common, args, output).await,
        Command::Profile(args) => history::profile(common, args, output).await,
        Command::Leaderboard(args) => history::leaderboard(common, &args, output).await,
        Command::Tournament(command) => tournament::run(common, command, output).await,
        Command::Export(args) => games::export(common, args, output).await,
        Command::Replay(args) => games::replay(common, args, output).await,
        Command::Analyse(args) => analyse(common, args, output).await,
        Command::Completions(args) => {
            manual::completions(args.shell, output);
            Ok(())
        }
        Command::Man(args) => manual::man(&args, output),
        Command::Config => config::show(common, &line.settings, output),
        Command::Keys => {
            keys::show(keymap, output);
            Ok(())
        }
    }
}

/// The server of the command, with the saved seats.
async fn destination(common: &Common) -> Result<Destination, Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    Ok(destination_at(common, urls, known, open_seats(common)))
}

/// The server of the command that has the room, with these saved seats.
async fn destination_with(
    common: &Common,
    seats: Seats,
    room: RoomId,
) -> Result<Destination, Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server_with(room, common, &known).await?;
    Ok(destination_at(common, urls, known, seats))
}

fn destination_at(
    common: &Common,
    urls: Vec<String>,
    known: KnownServers,
    seats: Seats,
) -> Destination {
    Destination {
        urls,
        known,
        seats,
        identity: open_identity(common),
        hosted: None,
        id: None,
    }
}

/// Takes a seat of a room, or returns to the person's own, wherever its server is: one that this program started starts
/// again.
async fn join(common: &Common, room: RoomId, output: &mut Output) -> Result<(), Failure> {
    let seats = open_seats(common);
    let back_to = |token| {
        let role = Role::Seat { token };
        SessionGoal::Join { room, role }
    };
    match resolve::way_back(common, &seats, room).await {
        Some(WayBack::Start(seat)) => {
            // A seat that was saved is on a server that kept its games.
            let is_kept = true;
            let (listen, goal) = (seat.listen(), back_to(seat.token));
            serve_session(common, seats, listen, is_kept, goal, output).await
        }
        Some(WayBack::Connect(urls, seat)) => {
            let known = resolve::known_servers(common);
            let destination = destination_at(common, urls, known, seats);
            run_session(common, destination, back_to(seat.token), output).await
        }
        None => {
            let destination = destination_with(common, seats, room).await?;
            let role = Role::Player;
            run_session(
                common,
                destination,
                SessionGoal::Join { room, role },
                output,
            )
            .await
        }
    }
}

fn forget(common: &Common, server: &str, output: &mut Output) -> Result<(), Failure> {
    let known = resolve::known_servers(common);
    let failed = |problem: Unusable| Failure::failed(problem.to_string());
    if known.forget(server).map_err(failed)? {
        match output.mode() {
            Mode::Plain => output.line(&say!("lines-forgotten", server = server)),
            Mode::Json => output.json_line(&ForgottenLine { forgotten: server }),
        }
        return Ok(());
    }
    let all = known.all().map_err(failed)?;
    Err(Failure::failed(if all.is_empty() {
        say!("lines-no-server-known", server = server)
    } else {
        say!(
            "lines-server-not-known",
            server = server,
            servers = all.join(", ")
        )
    }))
}

fn open_seats(common: &Common) -> Seats {
    let (seats, warning) = Seats::open(common.data.clone());
    if let Some(warning) = warning {
        warn(&warning.to_string());
    }
    seats
}

/// The key of the person; none is warned about, and they play as a guest.
fn open_identity(common: &Common) -> Option<Identity> {
    let (identity, warning) = resolve::identity(common);
    if let Some(warning) = warning {
        warn(&warning);
    }
    identity
}

async fn host(common: &Common, args: HostArgs, output: &mut Output) -> Result<(), Failure> {
    let goal = SessionGoal::New(Box::new(args.room));
    let is_kept = args.store == StoreKind::Sqlite;
    let seats = open_seats(common);
    // A new room is what was asked for, but one may have meant the old one.
    if let Some(seat) = seats.hosted().filter(|_| is_kept) {
        let room = seat.room.to_string();
        warn(&say!("lines-game-waits", room = room));
    }
    serve_session(common, seats, args.listen, is_kept, goal, output).await
}

/// Serves others on `listen` as long as the session at a table there lasts.
#[cfg(feature = "host")]
async fn serve_session(
    common: &Common,
    seats: Seats,
    listen: SocketAddr,
    is_kept: bool,
    goal: SessionGoal,
    output: &mut Output,
) -> Result<(), Failure> {
    use std::path::Path;

    use self::runner::HostedHere;
    use crate::host::{Options, announced_name, serve};

    let directory = seats.directory().map(Path::to_path_buf);
    if is_kept && directory.is_none() {
        return Err(Failure::failed(say!("lines-no-game-directory")));
    }
    let hosted = serve(Options {
        ended: None,
        listen,
        keep: directory.clone().filter(|_| is_kept),
        key: directory,
        name: announced_name(common.name.as_deref(), &seats),
        discovery: !common.no_discovery,
        exhibition: false,
    })
    .await?;
    for url in &hosted.urls {
        output.answer(&say!("lines-serving", url = shown(url)));
    }
    if let Some(key) = hosted.key {
        output.answer(&say!("lines-its-key", key = key.to_string()));
    }
    let destination = Destination {
        urls: vec![hosted.url.clone()],
        known: KnownServers::nowhere(),
        seats,
        identity: open_identity(common),
        hosted: Some(HostedHere {
            listen: hosted.listen,
            name: hosted.name.clone(),
            is_kept,
        }),
        id: None,
    };
    let outcome = run_session(common, destination, goal, output).await;
    let stopped = hosted.shut_down().await;
    outcome.and(stopped)
}

#[cfg(feature = "host")]
async fn demo(common: &Common, args: &DemoArgs, output: &mut Output) -> Result<(), Failure> {
    let mut options = crate::host::Options::private();
    if output.mode() == Mode::Json {
        lists::THIS_MACHINE.clone_into(&mut options.name);
    }
    let hosted = crate::host::serve(options).await?;
    let destination = Destination {
        urls: vec![hosted.url.clone()],
        known: KnownServers::nowhere(),
        seats: Seats::nowhere(),
        identity: None,
        hosted: None,
        id: None,
    };
    let goal = SessionGoal::New(Box::new(args.room()));
    let outcome = run_session(common, destination, goal, output).await;
    let stopped = hosted.shut_down().await;
    outcome.and(stopped)
}

#[cfg(not(feature = "host"))]
#[expect(clippy::unused_async, reason = "as the one that serves")]
async fn serve_session(
    _: &Common,
    _: Seats,
    _: SocketAddr,
    _: bool,
    _: SessionGoal,
    _: &mut Output,
) -> Result<(), Failure> {
    Err(cannot_serve())
}

#[cfg(not(feature = "host"))]
#[expect(clippy::unused_async, reason = "as the one that serves")]
async fn demo(_: &Common, _: &DemoArgs, _: &mut Output) -> Result<(), Failure> {
    Err(cannot_serve())
}

#[cfg(feature = "host")]
async fn analyse(common: &Common, args: AnalyseArgs, output: &mut Output) -> Result<(), Failure> {
    analyse::run(common, args, output).await
}

#[cfg(not(feature = "host"))]
#[expect(clippy::unused_async, reason = "as the one that searches")]
async fn analyse(_: &Common, _: AnalyseArgs, _: &mut Output) -> Result<(), Failure> {
    Err(cannot_serve())
}

#[cfg(not(feature = "host"))]
fn cannot_serve() -> Failure {
    Failure::failed(say!("lines-no-server-inside"))
}
