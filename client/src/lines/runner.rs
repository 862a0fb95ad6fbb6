//! Runs a [`Session`]: lends it the connection, standard input and the clock.

#[cfg(test)]
mod tests;

use std::io::{BufRead, IsTerminal};
use std::net::SocketAddr;

use protocol::id::ServerId;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::without_mark;
use protocol::word::Named;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::interrupt::Interrupt;
use super::output::{Mode, Output, warn};
use super::session::{Effect, SeatFate, Session, SessionGoal};
use crate::args::Common;
use crate::failure::{Failure, Kind};
use crate::identity::Identity;
use crate::known_servers::KnownServers;
use crate::library::{self, Library};
use crate::net::{Link, NetEvent, Settings};
use crate::seats::{SavedSeat, Seats, Warning, unix_time};

/// The server of a session, and the saved seats.
#[derive(Debug)]
pub(super) struct Destination {
    /// The addresses of the server.
    pub(super) urls: Vec<String>,
    /// The servers that are known by their keys.
    pub(super) known: KnownServers,
    /// The saved seats; none for a server that ends with this program.
    pub(super) seats: Seats,
    /// The key of the person; none for a server that ends with this program.
    pub(super) identity: Option<Identity>,
    /// The server, where it is in this program and serves others.
    pub(super) hosted: Option<HostedHere>,
    /// The id of the server, once it said it.
    pub(super) id: Option<ServerId>,
}

/// A server in this program that serves others.
#[derive(Clone, Debug)]
pub(super) struct HostedHere {
    /// The address that it listens on.
    pub(super) listen: SocketAddr,
    /// Its name for others.
    pub(super) name: String,
    /// True where its games outlive it.
    pub(super) is_kept: bool,
}

/// Runs a session to its end.
pub(super) async fn run_session(
    common: &Common,
    mut destination: Destination,
    goal: SessionGoal,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut interrupt = Interrupt::listen()?;
    let mut lines = standard_input();
    let mut session = Session::new(goal, !std::io::stdin().is_terminal());
    // Input that has ended before the arrival is told of together with it, before the seat is saved.
    let can_save = destination.seats.directory().is_some();
    session.set_seat_fate(seat_fate(&destination, can_save));
    if destination.hosted.is_none() {
        session.set_server_option(common.server_option(&destination.urls[0]));
    }
    session.set_has_key(destination.identity.is_some());
    let mut settings = settings(common, destination.urls.clone(), output.mode());
    settings.known = destination.known.clone();
    settings.identity = destination.identity.take();
    let (link, mut events) = Link::open(settings);
    let start = Instant::now();
    let now = || Millis::from_millis(start.elapsed().as_millis() as u64);
    let mut reading = true;
    let mut run = Run {
        session,
        destination,
        progress: Progress::default(),
        output,
    };
    let outcome = loop {
        // The end first; then the server, so that the answers of a file that is piped in are not held up by it.
        tokio::select! {
            biased;
            () = interrupt.next() => break Err(Failure::new(
                Kind::Interrupted,
                run.session.interrupted(),
            )),
            event = events.recv() => if let Err(failure) = run.on_net_event(event, &link, now()) {
                break Err(failure);
            },
            line = lines.recv(), if reading => {
                reading = line.is_some();
                run.session.on_line(now(), line);
            }
        }
        if let Some(outcome) = run.carry_out(&link) {
            break outcome;
        }
        if run.output.is_closed() {
            break Ok(());
        }
    };
    drop(link);
    // What was ordered last is sent before the events end.
    while events.recv().await.is_some() {}
    outcome
}

/// A session, with what its events and effects change.
struct Run<'a> {
    session: Session,
    destination: Destination,
    progress: Progress,
    output: &'a mut Output,
}

impl Run<'_> {
    /// Takes in an event of the connection; none is its end.
    fn on_net_event(
        &mut self,
        event: Option<NetEvent>,
        link: &Link,
        now: Millis,
    ) -> Result<(), Failure> {
        match event {
            Some(NetEvent::Verbatim(text)) => self.output.json(&text),
            Some(NetEvent::Message(message)) => {
                self.progress.on_message(&message);
                if let ServerMsg::Welcome { id, .. } = &*message {
                    let destination = &mut self.destination;
                    destination.id = Some(*id);
                    if destination.hosted.is_none() {
                        let url = link.address();
                        let url = url.as_ref().unwrap_or(&destination.urls[0]);
                        keep(destination.seats.visited(url));
                    }
                }
                self.session.on_message(now, &message);
            }
            Some(NetEvent::Lost { why, attempt, .. }) => {
                self.session.on_lost();
                if attempt == 0 {
                    warn(&say!("lines-lost", why = why));
                }
            }
            Some(
                NetEvent::Security {
                    notice: Some(notice),
                    ..
                }
                | NetEvent::Notice(notice),
            ) => {
                warn(&notice);
            }
            Some(NetEvent::Security { notice: None, .. } | NetEvent::RoundTrip(_)) => {}
            Some(NetEvent::Failed { why }) => return Err(self.progress.failure(why)),
            None => return Err(self.progress.failure(say!("lines-ended"))),
        }
        Ok(())
    }

    /// Carries out the effects of the session; the outcome is there once one of them ends it.
    fn carry_out(&mut self, link: &Link) -> Option<Result<(), Failure>> {
        let (destination, output) = (&mut self.destination, &mut *self.output);
        for effect in self.session.effects() {
            match effect {
                Effect::Send(message) => link.send(message),
                Effect::Line(line) => output.line(&line),
                Effect::Note(line) => output.answer(&line),
                Effect::Seated {
                    room,
                    token,
                    variant,
                } => {
                    link.set_seat(Some((room, token)));
                    let hosted = destination.hosted.as_ref();
                    if hosted.is_none_or(|hosted| hosted.is_kept) {
                        keep(destination.seats.remember(SavedSeat {
                            servers: destination.urls.clone(),
                            room,
                            token,
                            variant: Named::Known(variant),
                            when: unix_time(),
                            hosted: hosted.is_some(),
                            own: None,
                            listen: hosted.map(|hosted| hosted.listen),
                            announced: hosted.map(|hosted| hosted.name.clone()),
                            server_id: destination.id,
                        }));
                    }
                    // Only the first failure to save is a warning, and a later seat may be saved again.
                    let is_saved = destination.seats.has_saved(token);
                    self.session.set_seat_fate(seat_fate(destination, is_saved));
                }
                Effect::Rejoining { room, token } => link.set_seat(Some((room, token))),
                Effect::Watching(room) => link.set_watching(room),
                Effect::Forget(token) => {
                    // The server in this program that keeps its games has none that it does not know.
                    let hosted = destination.hosted.as_ref();
                    let serves_kept_games = hosted.is_some_and(|hosted| hosted.is_kept);
                    let server = destination.id.filter(|_| !serves_kept_games);
                    keep(destination.seats.forget(token, server));
                }
                Effect::Keep(game) => {
                    let data = destination.seats.directory();
                    let kept = data.map(|data| Library::below(data).keep(&game, library::today()));
                    if let Some(Err(problem)) = kept {
                        warn(&say!("lines-not-kept", problem = problem.to_string()));
                    }
                }
                Effect::End(outcome) => return Some(outcome),
            }
        }
        None
    }
}

/// The fate of the seat when the session ends, where the way back is saved or not.
fn seat_fate(destination: &Destination, is_saved: bool) -> SeatFate {
    match &destination.hosted {
        Some(hosted) if !hosted.is_kept => SeatFate::LostHere,
        _ if !is_saved => SeatFate::Unsaved,
        Some(_) => SeatFate::KeptHere,
        None => SeatFate::Kept,
    }
}

/// The progress of the connection, from which the exit status of a failure follows.
#[derive(Debug, Default)]
struct Progress {
    was_welcome: bool,
    turned_away: bool,
}

impl Progress {
    fn on_message(&mut self, message: &ServerMsg) {
        if let ServerMsg::Welcome { .. } = message {
            self.was_welcome = true;
        }
        if let ServerMsg::Refused { refusal, .. } = message {
            // The connection does not come back from these.
            let is_final = matches!(refusal, Refusal::Version { .. } | Refusal::Banned { .. });
            self.turned_away = is_final || !self.was_welcome;
        }
    }

    fn failure(&self, why: String) -> Failure {
        let kind = if self.turned_away {
            Kind::Refused
        } else if self.was_welcome {
            Kind::Lost
        } else {
            Kind::Failed
        };
        Failure::new(kind, why)
    }
}

/// The settings of a connection without a screen, whose messages are written in this form.
pub(super) fn settings(common: &Common, urls: Vec<String>, mode: Mode) -> Settings {
    let mut settings = Settings::new(urls, common.name.clone());
    settings.verbatim = mode == Mode::Json;
    settings.key_in_clear = common.key_in_clear;
    settings.timing.patience = Some(common.patience());
    settings
}

fn keep(kept: Result<(), Warning>) {
    if let Err(warning) = kept {
        warn(&warning.to_string());
    }
}

/// Most lines read ahead: the reader of a long file waits instead of holding all of it.
const LINES: usize = 64;

/// Returns the lines of standard input, to its end.
///
/// Reads in a thread: nothing can interrupt a read from a terminal, and the program must not wait for
/// one when it ends.
fn standard_input() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(LINES);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        let mut is_first = true;
        while matches!(input.read_until(b'\n', &mut line), Ok(length) if length > 0) {
            let text = String::from_utf8_lossy(&line);
            let text = if is_first { without_mark(&text) } else { &text }.to_owned();
            is_first = false;
            if sender.blocking_send(text).is_err() {
                return;
            }
            line.clear();
        }
    });
    receiver
}
