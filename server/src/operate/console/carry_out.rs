//! The work behind each command.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use protocol::id::{GameNr, PlayerId, RoomId};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::text::{Name, TextError};
use protocol::tournament::{Export, TournamentSummary};
use protocol::view::{LobbyLine, Phase, Seat};
use room::Command as RoomCommand;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::info;

use super::Answer;
use super::command::{Command, TournamentCommand, line};
use crate::base::plural::counted;
use crate::base::skeleton::{GUEST, HOST};
use crate::base::span::Span;
use crate::outbox::Frame;
use crate::people;
use crate::people::bans::{Ban, Subject};
use crate::people::connected::ConnectedPerson;
use crate::people::person::Person;
use crate::rooms::directory::Directory;
use crate::store::{self, Amendment};
use crate::tournaments::Tournaments;

/// Time for which a name that was sent out is not let in: clients come back by themselves within seconds.
const KICKED: Millis = Millis::from_millis(60_000);

/// Time between two looks at the games that a drain waits for.
const DRAIN_LOOK: Duration = Duration::from_millis(500);

/// Answer of a server with games in a database that has programs of its own.
const SHARED: &str = "the games of this server are in PostgreSQL, whose own programs do that";

/// Answer of a server with games that end with it.
const IN_MEMORY: &str = "the games of this server are in memory alone, so there is no database";

pub(super) async fn carry_out(
    tournaments: &Tournaments,
    command: Command,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> Answer {
    let directory = tournaments.directory();
    match command {
        Command::List => Ok(list(directory).await),
        Command::Say { text } => say(directory, &text.join(" ")).await,
        Command::Kick { name } => with_bans(directory, move |all| kick(all, &name)).await,
        Command::Ban { who, span, reason } => {
            with_bans(directory, move |all| {
                ban(all, &who, span, reason.as_deref())
            })
            .await
        }
        Command::Unban { who } => with_bans(directory, move |all| unban(all, &who)).await,
        Command::Bans => Ok(bans(directory)),
        Command::Release { name } => release(directory, &name).await,
        Command::Forget { name } => forget(directory, &name).await,
        Command::Annul { game } => annul(directory, GameNr(game)).await,
        Command::Merge { name, other } => merge(directory, &name, &other).await,
        Command::Close { room } => close(directory, room).await,
        Command::Tournament { code, act } => tournament(tournaments, code, act).await,
        Command::Drain { span } => Ok(drain(directory, span, tasks, stop)),
        Command::Backup { file } => {
            blocking(directory, move |place| {
                let size = store::backup(place, &file)?;
                Ok(format!("{size} bytes in {}", file.display()))
            })
            .await
        }
        Command::Check => {
            blocking(directory, |place| {
                let report = store::check(place).map_err(|error| error.to_string())?;
                if report.is_damaged() {
                    Err(report.to_string())
                } else {
                    Ok(report.to_string())
                }
            })
            .await
        }
        Command::Stats => {
            let kept = blocking(directory, |place| {
                let kept = store::kept(place)?;
                let games = counted(kept.games, "finished game", "finished games");
                Ok(format!("{games}, {} bytes", kept.bytes))
            });
            let kept = counted_games(kept).await;
            Ok(stats(directory, &kept).await)
        }
    }
}

/// Does what writes the file of the bans away from the tasks of the server: its disk may hang.
async fn with_bans(
    directory: &Arc<Directory>,
    work: impl FnOnce(&Directory) -> Answer + Send + 'static,
) -> Answer {
    let directory = Arc::clone(directory);
    let done = tokio::task::spawn_blocking(move || work(&directory)).await;
    done.map_err(|error| error.to_string())?
}

/// Does what takes long with the database, away from the tasks of the server. Returns [`IN_MEMORY`] where there is
/// none: one in the directory of the console is not this server's.
async fn blocking(
    directory: &Directory,
    work: impl FnOnce(&Path) -> Answer + Send + 'static,
) -> Answer {
    let shared = directory.shared();
    let Some(place) = shared.database.clone() else {
        let why = if shared.cluster.is_shared() {
            SHARED
        } else {
            IN_MEMORY
        };
        return Err(why.to_owned());
    };
    let done = tokio::task::spawn_blocking(move || work(&place)).await;
    done.unwrap_or_else(|error| Err(error.to_string()))
}

fn connections(count: usize) -> String {
    counted(count as u64, "connection", "connections")
}

async fn list(directory: &Directory) -> String {
    let shared = directory.shared();
    let rooms = directory.summaries().await;
    let now = shared.time.now();
    let mut text = counted(rooms.len() as u64, "room", "rooms");
    for room in rooms {
        // Writing to text cannot fail.
        let _ = write!(
            text,
            "\n{}\t{}\t{}\t{} plies\t{}, {}\t{} watching",
            room.room,
            room.variant,
            phase(&room.phase),
            room.plies,
            room.seats.first,
            room.seats.second,
            room.spectators
        );
    }
    let people = shared.host.connected.list();
    let _ = write!(
        text,
        "\n{}",
        counted(people.len() as u64, "person", "people")
    );
    for connected in people {
        let _ = write!(
            text,
            "\n{}\t{}\tfor {}",
            connected.name,
            address(connected.person),
            Span(now - connected.since)
        );
    }
    for (node, address) in shared.cluster.other_nodes() {
        let (rooms, people) = (shared.lobby.rooms_at(node), shared.people.count_at(node));
        let _ = write!(
            text,
            "\nserver {node}\t{address}\t{} in the lobby\t{}",
            counted(rooms as u64, "room", "rooms"),
            counted(people.into(), "person", "people")
        );
    }
    text
}

fn phase(phase: &Phase) -> &'static str {
    match phase {
        Phase::Seating => "seating",
        Phase::Playing => "playing",
        Phase::Over { .. } => "over",
    }
}

fn address(person: Person) -> String {
    match person {
        Person::Unknown => "unknown".to_owned(),
        Person::Address(address) => Subject::Address(address).to_string(),
    }
}

async fn say(directory: &Directory, text: &str) -> Answer {
    let text = line(text)?;
    let name = Name::clean(HOST).expect("is a clean name");
    let line = LobbyLine {
        name: name.clone(),
        text: text.clone(),
    };
    // Whatever screen they are at; the chats keep the line for those who come later.
    let text_of_all = Some(text.to_string());
    let frame = Frame::new(ServerMsg::Announcement { text: text_of_all });
    let people = directory.shared().host.connected.list();
    for connected in &people {
        connected.tell(&frame);
    }
    // No client has this number, so each is told.
    directory.shared().lobby.chat(PlayerId(0), line, None);
    // All at once, so that they share a commit.
    let said = directory.list().0.into_iter().map(|handle| {
        let (name, text) = (name.clone(), text.clone());
        async move { handle.host(RoomCommand::HostSay { name, text }).await }
    });
    let said = join_all(said).await;
    // Nobody speaks in a room from the archive, or in one that leaves memory meanwhile.
    let told = said.iter().filter(|said| matches!(said, Ok(Ok(()))));
    Ok(format!(
        "said to {}, in the lobby and in {}",
        counted(people.len() as u64, "person", "people"),
        counted(told.count() as u64, "room", "rooms")
    ))
}

/// Returns a name in the form in which names are compared; one that nobody can have stays as it is.
fn key(name: &str) -> String {
    Name::clean(name).map_or_else(|| name.to_owned(), |name| people::key(&name))
}

/// Ends the connections of a person, who may return after [`KICKED`]. The number of a guest is the next one's, so that
/// of a guest everybody at the address waits who connects meanwhile.
fn kick(directory: &Directory, name: &str) -> Answer {
    let named = named(directory, name);
    let Some(connected) = named.first() else {
        return Err(format!("nobody here is called {name}; see list"));
    };
    let now = directory.shared().time.now();
    let subject = match connected.person {
        Person::Address(address) if is_guest(&key(name)) => Subject::Address(address),
        _ => Subject::Name(key(name)),
    };
    let ban = Ban {
        subject,
        until: Some(now + KICKED),
        reason: None,
    };
    let kept = directory.shared().host.bans.add(now, ban.clone());
    let refusal = ban.refusal(now);
    let ended = named
        .iter()
        .filter(|connected| connected.send_out(refusal.clone()));
    let ended = connections(ended.count());
    let subject = ban.subject;
    let done = format!("{ended} ended; {subject} is let in again after a minute");
    until_stopped(done, kept)
}

/// Bans an address, or a name with the addresses of the people who have it now.
fn ban(directory: &Directory, who: &str, span: Option<Span>, reason: Option<&str>) -> Answer {
    let shared = directory.shared();
    let now = shared.time.now();
    if span.is_some_and(|Span(span)| span == Millis::ZERO) {
        return Err(
            "a ban of no time keeps nobody out; write 30m, 1h or 7d after --for".to_owned(),
        );
    }
    let until = span.map(|Span(span)| now + span);
    // It is a line of the list, and the person is told it.
    let reason = reason.map(line).transpose()?;
    let mut subjects = Vec::new();
    if let Some(address) = banned_address(who) {
        subjects.push(Subject::Address(address));
    } else if looks_like_an_address(who) {
        return Err(format!(
            "{who} is not an address; write one without a port or a mask, such as 192.168.1.5; to ban a person with \
             such a name, ban their address"
        ));
    } else {
        let name = Name::clean(who).filter(|_| who.trim().chars().count() <= Name::LONGEST);
        let name = name.ok_or_else(|| TextError::Name(who.to_owned()).to_string())?;
        // The name of a guest is the next one's.
        if !is_guest(&people::key(&name)) {
            subjects.push(Subject::Name(people::key(&name)));
        }
        let addresses: BTreeSet<_> = named(directory, who)
            .iter()
            .map(|connected| connected.person)
            .collect();
        subjects.extend(addresses.into_iter().filter_map(|person| match person {
            Person::Address(address) => Some(Subject::Address(address)),
            Person::Unknown => None,
        }));
    }
    if subjects.is_empty() {
        return Err(format!(
            "{who} is a name that the server gives to the next guest, and nobody with it is here; ban an address"
        ));
    }
    let names: Vec<_> = subjects.iter().map(ToString::to_string).collect();
    let mut ended = 0;
    let mut kept = Ok(());
    for subject in subjects {
        let reason = reason.as_ref().map(ToString::to_string);
        let ban = Ban {
            subject,
            until,
            reason,
        };
        // First, so that nobody comes in between.
        kept = kept.and(shared.host.bans.add(now, ban.clone()));
        let people = shared.host.connected.list();
        let banned = people.iter().filter(|connected| {
            ban.is_for(connected.person, &connected.name) && connected.send_out(ban.refusal(now))
        });
        ended += banned.count();
    }
    let done = format!("banned: {}; {} ended", names.join(", "), connections(ended));
    until_stopped(done, kept)
}

/// Returns the answer to a change of the bans, as an error if the change ends with the server.
fn until_stopped(done: String, kept: io::Result<()>) -> Answer {
    match kept {
        Ok(()) => Ok(done),
        Err(error) => Err(format!(
            "{done}; but only until the server stops, since the bans cannot be written: {error}"
        )),
    }
}

/// Returns the people with this name.
fn named(directory: &Directory, name: &str) -> Vec<ConnectedPerson> {
    let mut present = directory.shared().host.connected.list();
    present.retain(|connected| people::key(&connected.name) == key(name));
    present
}

fn is_guest(name: &str) -> bool {
    name.starts_with(GUEST)
}

/// Returns the address that the operator names, as `bans` and `list` show it: of IPv6 it may be the network.
fn banned_address(who: &str) -> Option<IpAddr> {
    match Person::at(who.trim_end_matches("/64").parse().ok()?) {
        Person::Address(address) => Some(address),
        Person::Unknown => None,
    }
}

/// Returns true for an address with a port or a mask, or that was mistyped: as a name, it would ban nobody.
fn looks_like_an_address(who: &str) -> bool {
    let is_of_addresses = |char: char| char.is_ascii_hexdigit() || "[].:/*".contains(char);
    who.contains(['.', ':']) && who.chars().all(is_of_addresses)
}

fn unban(directory: &Directory, who: &str) -> Answer {
    let shared = directory.shared();
    let now = shared.time.now();
    let subject = banned_address(who).map_or_else(|| Subject::Name(key(who)), Subject::Address);
    if !shared
        .host
        .bans
        .lasting(now)
        .iter()
        .any(|ban| ban.subject == subject)
    {
        return Err(format!("{subject} is not banned; see bans"));
    }
    let kept = shared.host.bans.remove(now, &subject);
    until_stopped(format!("{subject} may come again"), kept)
}

async fn release(directory: &Directory, name: &str) -> Answer {
    let name = clean(name)?;
    free(directory, &name).await
}

fn clean(name: &str) -> Result<Name, String> {
    Name::clean(name).ok_or_else(|| format!("{name:?} is no name"))
}

async fn free(directory: &Directory, name: &Name) -> Answer {
    let shared = directory.shared();
    let changes = shared.people.release(name);
    if changes.is_empty() {
        return Err(format!("{name} belongs to nobody"));
    }
    let free = format!("{name} is free; who says it next with a key has it");
    let stored = shared.store.store_names(changes).await;
    stored.map_err(|error| format!("{free}; but only until the server stops: {error}"))?;
    Ok(free)
}

async fn forget(directory: &Directory, name: &str) -> Answer {
    let name = clean(name)?;
    let Some(names) = amend(directory, Amendment::Forget(name.clone())).await? else {
        return Err(format!("no key owns the name {name}; check the name"));
    };
    let mut said = format!("the games of {name} name someone now, without their rooms");
    for name in names {
        match free(directory, &name).await {
            Ok(free) => said = format!("{said}; {free}"),
            Err(problem) => return Err(format!("{said}; {problem}")),
        }
    }
    Ok(said)
}

async fn annul(directory: &Directory, game: GameNr) -> Answer {
    if amend(directory, Amendment::Annul(game)).await?.is_none() {
        return Err(format!(
            "no game {game} counts for the ratings; look its number up among the games of a player"
        ));
    }
    Ok(format!("game {game} counts for the ratings no more"))
}

async fn merge(directory: &Directory, name: &str, other: &str) -> Answer {
    let (name, other) = (clean(name)?, clean(other)?);
    let merge = Amendment::Merge(name.clone(), other.clone());
    if amend(directory, merge).await?.is_none() {
        return Err(format!(
            "no key owns the name {name}, or the name {other}; check both names"
        ));
    }
    Ok(format!("the games of {other} count for {name} now"))
}

/// Changes the games that are over. Returns the names of a forgotten person; `None` if there is no such person or game.
async fn amend(directory: &Directory, amendment: Amendment) -> Result<Option<Vec<Name>>, String> {
    let shared = directory.shared();
    if shared.database.is_none() && !shared.cluster.is_shared() {
        return Err(IN_MEMORY.to_owned());
    }
    let amended = shared.store.amend(amendment).await;
    amended.map_err(|error| format!("nothing was changed: {error}"))
}

fn bans(directory: &Directory) -> String {
    let shared = directory.shared();
    let now = shared.time.now();
    let lasting = shared.host.bans.lasting(now);
    let mut text = counted(lasting.len() as u64, "ban", "bans");
    for Ban {
        subject,
        until,
        reason,
    } in lasting
    {
        let left = until.map_or("for good".to_owned(), |until| {
            format!("for {}", Span(until - now))
        });
        let reason = reason.unwrap_or_default();
        let _ = write!(text, "\n{subject}\t{left}\t{reason}");
    }
    text
}

async fn close(directory: &Arc<Directory>, room: RoomId) -> Answer {
    // A room may leave memory between the look-up and the request; it is then looked up anew.
    loop {
        let handle = directory.find_for_host(room).await;
        let handle = handle.map_err(|refusal| refusal.to_string())?;
        match handle.host(RoomCommand::HostClose).await {
            Ok(Ok(())) => return Ok(format!("room {room} is closed")),
            Ok(Err(refusal)) => return Err(refusal.to_string()),
            Err(_retired) => {
                let gone = directory.gone(&handle).await;
                gone.map_err(|refusal| refusal.to_string())?;
            }
        }
    }
}

fn drain(
    directory: &Arc<Directory>,
    Span(span): Span,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> String {
    let shared = directory.shared();
    let is_first = shared.host.drain(shared.time.now() + span);
    let (directory, stop) = (Arc::clone(directory), stop.clone());
    let wait = async move {
        let shared = directory.shared();
        let games_end = async {
            while !shared.host.is_drained(shared.time.now()) && is_played(&directory).await {
                tokio::time::sleep(DRAIN_LOOK).await;
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = games_end => {
                info!("no game goes on any more, or the time of the drain is over");
                shared.host.end();
            }
        }
    };
    if is_first {
        tasks.spawn(wait);
    }
    format!(
        "no more rooms are opened; the server stops when games are over, in {} at most",
        Span(span)
    )
}

/// Returns true if a game goes on with a person who is present, as far as the rooms say: in one that waits for the
/// store nobody knows.
async fn is_played(directory: &Directory) -> bool {
    let is_present = |seat: &Seat| matches!(seat, Seat::Human { away: None, .. });
    directory.looks().await.iter().any(|room| {
        room.as_ref().is_none_or(|room| {
            room.phase == Phase::Playing
                && (is_present(&room.seats.first) || is_present(&room.seats.second))
        })
    })
}

/// Time after which games are not counted for the other numbers: a disk that hangs, or one that reads slowly, must not
/// hide them.
const COUNTED_WITHIN: Duration = Duration::from_secs(2);

/// Returns the count of the finished games, or why there is none: all else is told in spite of damage there.
async fn counted_games(counting: impl Future<Output = Answer>) -> String {
    let problem = match timeout(COUNTED_WITHIN, counting).await {
        Ok(Ok(counted)) => return counted,
        Ok(Err(problem)) => problem,
        Err(_late) => format!("that takes more than {} s", COUNTED_WITHIN.as_secs()),
    };
    format!("finished games cannot be counted: {problem}")
}

/// Returns the numbers, `kept` among them.
async fn stats(directory: &Directory, kept: &str) -> String {
    let shared = directory.shared();
    let rooms = directory.summaries().await;
    let count = |word: &str| {
        rooms
            .iter()
            .filter(|room| phase(&room.phase) == word)
            .count()
    };
    shared.store.try_if_silent().await;
    let problem = shared.store.failure(shared.time.now());
    let store = problem.unwrap_or_else(|| "the store works".to_owned());
    let mut disabled = String::new();
    for engine in shared.engines.disabled() {
        // Writing to text cannot fail.
        let _ = write!(
            disabled,
            "\nthe engine {} is disabled: {}",
            engine.name, engine.problem
        );
    }
    format!(
        "running for {}\n{}\n{} in memory: {} seating, {} playing, {} over\n\
         {} in the store alone\n{kept}\n{}\n{store}{}{disabled}",
        Span(directory.running()),
        counted(
            shared.host.connected.list().len() as u64,
            "person",
            "people"
        ),
        counted(rooms.len() as u64, "room", "rooms"),
        count("seating"),
        count("playing"),
        count("over"),
        counted(
            directory.list().1 as u64,
            "unfinished room",
            "unfinished rooms"
        ),
        counted(
            shared.host.bans.lasting(shared.time.now()).len() as u64,
            "ban",
            "bans"
        ),
        if shared.host.is_draining() {
            "\nno more rooms are opened"
        } else {
            ""
        }
    )
}

/// Lists the tournaments, shows one, or acts in it.
async fn tournament(
    tournaments: &Tournaments,
    code: Option<RoomId>,
    act: Option<TournamentCommand>,
) -> Answer {
    let Some(code) = code else {
        let list = tournaments.all(None);
        let line = |line: &TournamentSummary| {
            let TournamentSummary {
                tournament,
                spec,
                phase,
                round,
                entrants,
                ..
            } = line;
            format!(
                "{tournament}  {phase}, round {round}, {entrants} entrants  {}",
                spec.name
            )
        };
        return Ok(list.iter().map(line).collect::<Vec<_>>().join("\n"));
    };
    let said = |refusal: Refusal| refusal.to_string();
    if let Some(act) = act {
        let handle = tournaments.find(code).await.map_err(said)?;
        handle.host(act.act()).await.map_err(said)?;
    }
    tournaments.export(code, Export::Text).await.map_err(said)
}

#[cfg(test)]
mod tests;
