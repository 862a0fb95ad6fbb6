//! Messages beside the game: rooms watched, other people, other devices, and one's own games.

use protocol::act::Act;
use protocol::id::{HandOverCode, Revision, RoomId};
use protocol::message::ClientMsg;
use protocol::spec::OpeningChoice;
use protocol::text::Name;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};

use super::{LINES, SEARCHED, any_room, any_to_watch, any_variant};
use crate::model::message;
use crate::model::table::Table;
use crate::model::world::{Client, World};

/// Rooms to be watched at once: some are refused.
const MANY: usize = 20;

/// A message of a client that is connected.
pub(super) fn next(rng: &mut StdRng, world: &World, who: usize) -> ClientMsg {
    match rng.random_range(0..21) {
        0..4 => watch(rng, world),
        4 => message::watch(any_seen(rng, world, who)),
        5 | 6 => message::unwatch(any_seen(rng, world, who)),
        7..9 => message::who(any_seen(rng, world, who)),
        9 => message::list_bots(any_variant(rng)),
        10 | 11 => message::lobby_chat(LINES.choose(rng).expect("there are some")),
        12 => message::mute(any_name(rng, world, who), rng.random_ratio(3, 4)),
        13 | 14 => ClientMsg::HandOver,
        15 | 16 => message::take_over(any_code(rng, world)),
        17 => analyse_game(world, who),
        18 => ClientMsg::Resync,
        19 => decide(rng, world, who),
        _ => choose(rng, world, who),
    }
}

/// A decision of the owner of a room, mostly one that leaves it open.
fn decide(rng: &mut StdRng, world: &World, who: usize) -> ClientMsg {
    match rng.random_range(0..8) {
        0 => ClientMsg::YourGames,
        1 | 2 => ClientMsg::Lock {
            locked: rng.random_ratio(1, 3),
        },
        3 | 4 => ClientMsg::CloseChat {
            closed: rng.random_ratio(1, 3),
        },
        _ => ClientMsg::Remove {
            name: any_name(rng, world, who),
        },
    }
}

fn watch(rng: &mut StdRng, world: &World) -> ClientMsg {
    let room = any_to_watch(rng, world).filter(|_| rng.random_ratio(9, 10));
    message::watch(room.unwrap_or_else(|| any_room(rng, world)))
}

/// More rooms than a connection may watch, where there are so many.
pub(super) fn watch_many(rng: &mut StdRng, world: &World) -> Vec<ClientMsg> {
    let known = world.tables.iter().filter(|table| world.is_known(table));
    let open = known.filter(|table| table.spec.spectators);
    let rooms = open.sample(rng, MANY).into_iter();
    rooms.map(|table| message::watch(table.room)).collect()
}

/// Messages by which who watches a room changes more often than it is told, and somebody in the room.
pub(in crate::model) fn stir(
    rng: &mut StdRng,
    world: &World,
    who: usize,
) -> Option<(usize, [ClientMsg; 3])> {
    let room = any_to_watch(rng, world)?;
    let here = |client: &Client| client.room == Some(room);
    let clients = world.clients.iter().enumerate();
    let others =
        clients.filter(|(other, client)| *other != who && client.as_ref().is_some_and(here));
    let (member, _) = others.choose(rng)?;
    let watch = || message::watch(room);
    Some((member, [watch(), message::unwatch(room), watch()]))
}

/// A room that the client watches or is in, or any other.
fn any_seen(rng: &mut StdRng, world: &World, who: usize) -> RoomId {
    let client = world.client(who);
    let seen = client.watched.iter().chain(&client.room).choose(rng);
    match seen {
        Some(room) if rng.random_ratio(5, 6) => *room,
        _ => any_room(rng, world),
    }
}

/// The name of somebody who is connected, rather of one in the same room.
fn any_name(rng: &mut StdRng, world: &World, who: usize) -> Name {
    let room = world.client(who).room.and_then(|room| world.table(room));
    let audience = room.map(Table::audience).unwrap_or_default();
    let others = audience.into_iter().filter(|&other| other != who);
    match others.choose(rng) {
        Some(other) if rng.random_ratio(4, 5) => world.client(other).name.clone(),
        _ => {
            let names = world.names();
            names.choose(rng).expect("who asks is there").clone()
        }
    }
}

/// A code that a client was given, where the room is known; one that is good no more, or any other.
pub(super) fn any_code(rng: &mut StdRng, world: &World) -> HandOverCode {
    let known = world.hand_overs.iter().filter(|offer| {
        let table = world.table(offer.room);
        table.is_none_or(|table| world.is_known(table))
    });
    match known.choose(rng) {
        Some(offer) if rng.random_ratio(2, 3) => offer.code,
        _ => {
            let any = HandOverCode::from_draw(rng.random());
            let old = world.old_codes.last().filter(|_| rng.random());
            old.copied().unwrap_or(any)
        }
    }
}

fn analyse_game(world: &World, who: usize) -> ClientMsg {
    let room = world.client(who).room;
    match room.and_then(|room| world.table(room)) {
        Some(table) if !table.is_soon_searched(SEARCHED) => ClientMsg::StopAnalysis,
        _ => ClientMsg::AnalyseGame,
    }
}

/// A choice in an opening, mostly where there is none.
fn choose(rng: &mut StdRng, world: &World, who: usize) -> ClientMsg {
    let here = world.client(who).room.and_then(|room| world.table(room));
    let current = here.map_or(0, |table| table.revision);
    let revision = Revision(current + u32::from(rng.random_ratio(1, 4)));
    let choices = [
        OpeningChoice::Black,
        OpeningChoice::White,
        OpeningChoice::PlaceTwo,
    ];
    let choice = *choices.choose(rng).expect("there are some");
    message::act(Act::Choose { revision, choice })
}
