//! The work behind each command.

mod numbers;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv6Addr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use protocol::id::{PlayerId, RoomId};
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::text::{Name, TextError};
use protocol::view::{LobbyLine, Phase, Seat};
use room::Command as RoomCommand;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::info;

use self::numbers::{counted_games, stats};
use super::Answer;
use super::command::{Command, Span, line};
use crate::address::{split_network, without_brackets};
use crate::bans::{Ban, GUESTS_OF, Subject};
use crate::connected::ConnectedPerson;
use crate::directory::Directory;
use crate::outbox::Frame;
use crate::people;
use crate::person::Person;
use crate::plural::counted;
use crate::skeleton::{GUEST, HOST};
use crate::store;

/// Time for which a name that was sent out is not let in: clients come back by themselves within seconds.
const KICKED: Millis = Millis::from_millis(60_000);

/// Time after which a name is not said to be free for good, below that for which the host waits for an answer: a disk
/// that hangs gives none.
const STORED_WITHIN: Duration = Duration::from_secs(5);

/// Time between two looks at the games that a drain waits for.
const DRAIN_LOOK: Duration = Duration::from_millis(500);

/// Answer of a server with games that end with it.
const IN_MEMORY: &str = "the games of this server are in memory alone, so there is no database";

pub(super) async fn carry_out(
    directory: &Arc<Directory>,
    command: Command,
    tasks: &TaskTracker,
    stop: &CancellationToken,
) -> Answer {
    if directory.shared().host.bans.unread().is_some() {
        with_bans(directory, read_bans_again).await?;
    }
    match command {
        Command::List => Ok(list(directory).await),
        Command::Say { text } => say(directory, &text.join(" ")).await,
        Command::Kick { name } => with_bans(directory, move |all| kick(all, &name)).await?,
        Command::Ban { who, span, reason } => {
            with_bans(directory, move |all| {
                ban(all, &who, span, reason.as_deref())
            })
            .await?
        }
        Command::Unban { who } => with_bans(directory, move |all| unban(all, &who)).await?,
        Command::Bans => bans(directory),
        Command::Release { name } => release(directory, &name).await,
        Command::Close { room } => close(directory, room).await,
        Command::Drain { cancel: true, .. } => call_drain_off(directory),
        Command::Drain { span, .. } => Ok(drain(directory, span, tasks, stop)),
        Command::Backup { file } => {
            blocking(directory, move |place| {
                let size = store::backup(place, &file).map_err(|error| error.to_string())?;
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

/// Puts the bans of a file in force that could not be read before.
fn read_bans_again(directory: &Directory) {
    let shared = directory.shared();
    let now = shared.time.now();
    if !shared.host.bans.read_again(now) {
        return;
    }
    let people = shared.host.connected.list();
    for ban in shared.host.bans.lasting(now) {
        send_out(&people, &ban, now);
    }
}

/// Does what reads or writes the file of the bans away from the tasks of the server: its disk may hang.
async fn with_bans<T: Send + 'static>(
    directory: &Arc<Directory>,
    work: impl FnOnce(&Directory) -> T + Send + 'static,
) -> Result<T, String> {
    let directory = Arc::clone(directory);
    let done = tokio::task::spawn_blocking(move || work(&directory)).await;
    done.map_err(|error| error.to_string())
}

/// Does what takes long with the database, away from the tasks of the server. Returns [`IN_MEMORY`] where there is
/// none: one in the directory of the console is not this server's.
async fn blocking(
    directory: &Directory,
    work: impl FnOnce(&Path) -> Answer + Send + 'static,
) -> Answer {
    let Some(place) = directory.shared().database.clone() else {
        return Err(IN_MEMORY.to_owned());
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
    let untold = said
        .iter()
        .filter(|said| matches!(said, Ok(Err(refusal)) if refusal.is_fault_of_server()));
    let done = format!(
        "said to {}, in the lobby and in {}",
        counted(people.len() as u64, "person", "people"),
        counted(told.count() as u64, "room", "rooms")
    );
    match untold.count() {
        0 => Ok(done),
        untold => Err(format!(
            "{done}; not in the chats of {}, since the store fails: see stats, and say it again when it works",
            counted(untold as u64, "room", "rooms")
        )),
    }
}

/// Returns a name in the form in which names are compared; one that nobody can have stays as it is.
fn key(name: &str) -> String {
    Name::clean(name).map_or_else(|| name.to_owned(), |name| people::key(&name))
}

/// Ends the connections of a person, who may come again after [`KICKED`].
fn kick(directory: &Directory, name: &str) -> Answer {
    let named = named(directory, name);
    let Some(connected) = named.first() else {
        return Err(format!("nobody here is called {name}; see list"));
    };
    let now = directory.shared().time.now();
    // The number of a guest without a key is the next one's.
    let is_anybodys =
        is_guest(&key(name)) && !directory.shared().people.keeps_guest(&connected.name, now);
    let subject = match connected.person {
        Person::Address(address) if is_anybodys => Subject::Guests(address),
        _ => Subject::Name(key(name)),
    };
    let ban = Ban {
        subject,
        with: None,
        until: Some(now + KICKED),
        reason: None,
    };
    directory.shared().host.bans.add(now, ban.clone());
    // The others who come without a name from there stay, but come again as late as that one.
    let ended = send_out(&named, &ban, now);
    let until = match &ban.subject {
        guests @ Subject::Guests(_) => format!("; {guests} are let in again after a minute"),
        Subject::Name(_) | Subject::Address(_) => String::new(),
    };
    Ok(format!("{} ended{until}", connections(ended)))
}

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
    let mut banned_with = None;
    let is_present = is_short(who) && !named(directory, who).is_empty();
    match subject(who, is_present)? {
        Subject::Name(name) => {
            banned_with = Some(name.clone());
            let named = named(directory, &name);
            // The name of a guest is the next one's.
            if !is_guest(&name) {
                subjects.push(Subject::Name(name));
            }
            let people: BTreeSet<_> = named.iter().map(|connected| connected.person).collect();
            subjects.extend(people.into_iter().filter_map(|person| match person {
                Person::Address(address) => Some(Subject::Address(address)),
                Person::Unknown => None,
            }));
        }
        address => subjects.push(address),
    }
    if subjects.is_empty() {
        return Err(format!(
            "{who} is a name that the server gives to the next guest, and nobody with it is here; ban an address"
        ));
    }
    let names: Vec<_> = subjects.iter().map(ToString::to_string).collect();
    let mut ended = 0;
    for subject in subjects {
        let with = banned_with
            .clone()
            .filter(|_| matches!(subject, Subject::Address(_)));
        let reason = reason.as_ref().map(ToString::to_string);
        let ban = Ban {
            subject,
            with,
            until,
            reason,
        };
        // First, so that nobody comes in between.
        shared.host.bans.add(now, ban.clone());
        ended += send_out(&shared.host.connected.list(), &ban, now);
    }
    kept(
        directory,
        format!("banned: {}; {} ended", names.join(", "), connections(ended)),
    )
}

/// Returns the answer to a change of the bans, as an error where the change ends with the server.
fn kept(directory: &Directory, done: String) -> Answer {
    match directory.shared().host.bans.not_kept() {
        None => Ok(done),
        Some(problem) => Err(format!(
            "{done}; but only until the server stops, since {problem}; make it so that it can be, and say it again"
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

/// Ends the connections of those people for whom the ban is, and returns their number.
fn send_out(people: &[ConnectedPerson], ban: &Ban, now: Millis) -> usize {
    let sent_out = people.iter().filter(|connected| {
        ban.is_for(connected.person, &connected.name) && connected.send_out(ban.refusal(now))
    });
    sent_out.count()
}

/// Returns the subject that the host names; `is_present` is true where it is the name of somebody who is connected.
fn subject(who: &str, is_present: bool) -> Result<Subject, String> {
    match banned_address(who) {
        Some(_) if is_present => {
            return Err(format!(
                "{who} is an address and the name of somebody here; to ban the person, ban their address, as list \
                 shows it; to ban the address {who}, kick the person first, who may come again after a minute"
            ));
        }
        Some(address) => return Ok(Subject::Address(address)),
        None => {}
    }
    if !is_present && looks_like_an_address(who) {
        return Err(format!(
            "{who} is no address; name one without a port and without others beside it, such as 192.168.1.5, \
             or of IPv6 one of the network, whose first 64 bits count"
        ));
    }
    let name = Name::clean(who).filter(|_| is_short(who));
    let name = name.ok_or_else(|| TextError::Name(who.to_owned()).to_string())?;
    Ok(Subject::Name(people::key(&name)))
}

/// Returns true if a name is not cut.
fn is_short(name: &str) -> bool {
    name.trim().chars().count() <= Name::LONGEST
}

/// Returns the address that is banned for one that the host names: alone or as a network of one person, an IPv6 one
/// also in brackets, and a link-local one with its zone.
fn banned_address(who: &str) -> Option<IpAddr> {
    let (named, bits) = split_network(who);
    let bare = without_brackets(named);
    let address: IpAddr = match bare.split_once('%') {
        Some((address, _zone)) => {
            let address = address.parse().ok();
            address.filter(Ipv6Addr::is_unicast_link_local)?.into()
        }
        None => bare.parse().ok()?,
    };
    let is_one_person = match address {
        IpAddr::V4(_) => bare == named && matches!(bits, None | Some("32")),
        IpAddr::V6(_) => matches!(bits, None | Some("64" | "128")),
    };
    match Person::at(address) {
        Person::Address(address) if is_one_person => Some(address),
        Person::Address(_) | Person::Unknown => None,
    }
}

/// Returns true for an address with a port, a mask or stars, and for one that was mistyped. A name may have the same
/// characters, but hardly has nothing else.
fn looks_like_an_address(who: &str) -> bool {
    let is_of_addresses =
        |character: char| character.is_ascii_hexdigit() || "[].:/*".contains(character);
    let (address, _zone) = who.split_once('%').unwrap_or((who, ""));
    address.contains(['.', ':']) && address.chars().all(is_of_addresses)
}

fn unban(directory: &Directory, who: &str) -> Answer {
    let shared = directory.shared();
    // Whatever is on the list can be taken from it, by words that may be those of several subjects.
    let guests = who.strip_prefix(GUESTS_OF).and_then(banned_address);
    let subjects = [
        Some(Subject::Name(key(who))),
        banned_address(who).map(Subject::Address),
        guests.map(Subject::Guests),
    ];
    let now = shared.time.now();
    let subjects = subjects.into_iter().flatten();
    let removed: Vec<_> = subjects
        .flat_map(|subject| shared.host.bans.remove(now, &subject))
        .collect();
    if removed.is_empty() {
        return Err(format!("{} is not banned; see bans", who.to_lowercase()));
    }
    let removed: Vec<_> = removed.iter().map(ToString::to_string).collect();
    kept(directory, format!("{} may come again", removed.join(", ")))
}

async fn release(directory: &Directory, name: &str) -> Answer {
    let shared = directory.shared();
    let name = Name::clean(name).ok_or_else(|| format!("{name:?} is no name"))?;
    let changes = shared.people.release(&name);
    if changes.is_empty() {
        return Err(format!("{name} belongs to nobody"));
    }
    shared.names_bound.note(Person::Unknown, false, &changes);
    let free = format!("{name} is free; who says it next with a key has it");
    let problem = match timeout(STORED_WITHIN, shared.store.store_names(changes)).await {
        Ok(Ok(())) => return Ok(free),
        Ok(Err(error)) => format!("the store fails: {error}"),
        Err(_late) => format!(
            "the store has not answered for {} s",
            STORED_WITHIN.as_secs()
        ),
    };
    Err(format!(
        "{free}; but only until the server stops, since {problem}; it is stored as soon as the store works"
    ))
}

fn bans(directory: &Directory) -> Answer {
    let shared = directory.shared();
    let now = shared.time.now();
    let lasting = shared.host.bans.lasting(now);
    let mut text = counted(lasting.len() as u64, "ban", "bans");
    for Ban {
        subject,
        until,
        reason,
        ..
    } in lasting
    {
        let left = until.map_or("for good".to_owned(), |until| {
            format!("for {}", Span(until - now))
        });
        let reason = reason.unwrap_or_default();
        let _ = write!(text, "\n{subject}\t{left}\t{reason}");
    }
    match shared.host.bans.unread() {
        None => Ok(text),
        Some(problem) => Err(format!(
            "{text}\n{problem}; its bans are not in force; correct it or take it away, and ask again"
        )),
    }
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
            while shared.host.is_draining()
                && !shared.host.is_drained(shared.time.now())
                && is_played(&directory).await
            {
                tokio::time::sleep(DRAIN_LOOK).await;
            }
        };
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            () = games_end => if shared.host.is_draining() {
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

fn call_drain_off(directory: &Directory) -> Answer {
    if directory.shared().host.call_drain_off() {
        Ok("rooms are opened again; the server goes on".to_owned())
    } else {
        Err("the server does not drain".to_owned())
    }
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

#[cfg(test)]
mod tests;
