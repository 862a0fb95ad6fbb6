//! The next message of a client: mostly one that makes sense, sometimes any at all.

mod beside;

use protocol::act::Act;
use protocol::id::{Revision, RoomId, Token};
use protocol::message::{ClientMsg, Role};
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{ClockSpec, GameSpec, Grace, OpeningRule, Pace, Repeat, SeatSpec};
use protocol::square::Square;
use protocol::view::Phase;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom};

pub(super) use self::beside::stir;
use super::message;
use super::table::{Occupant, Table};
use super::world::World;

/// Boards on which games end soon, and one that everybody knows.
const VARIANTS: &[&str] = &[
    "custom:3x3x3:free",
    "custom:5x4x4:free",
    "custom:4x3x3:falls",
    "custom:4x4x3:falls",
    "custom:4x4x4:falls",
    "custom:5x4x4:falls",
    "custom:5x3x3:exact",
    "connect-four",
    "custom:9x7x4:falls",
];
const CLOCKS: &[&str] = &["2s+1s", "10s+2s", "1m", "3m+5s"];
const BOTS: &[&str] = &[
    "random",
    "random",
    "priority",
    "lines:1",
    "minimax:2",
    "lines:2,temperature=30",
];
/// Bots that there are not, or not on every board.
const WRONG_BOTS: &[&str] = &[
    "random:3",
    "negamax:99",
    "priority",
    "nobody",
    "random,temperature=3",
    "lines:1,temperature=101",
];
const LINES: &[&str] = &["hola", "  have   fun\t", "\u{200b} ", "¿qué tal?", "again?"];
/// Cells of the largest board whose columns are asked about: a search of it takes no time to speak of.
const SEARCHED: usize = 20;
/// Rooms beyond which few are opened: a lobby shows no more than 200.
const MANY_ROOMS: usize = 60;

/// The variants of the rooms that are opened.
pub(super) fn variants() -> impl Iterator<Item = Variant> {
    VARIANTS
        .iter()
        .map(|name| Variant::named(name).expect("a variant"))
}

pub(super) fn any_variant(rng: &mut StdRng) -> Variant {
    variants().choose(rng).expect("there are some")
}

fn any_clock(rng: &mut StdRng) -> Option<ClockSpec> {
    let clock = CLOCKS.choose(rng).expect("there are some");
    rng.random_ratio(1, 3)
        .then(|| clock.parse().expect("a clock"))
}

fn any_room(rng: &mut StdRng, world: &World) -> RoomId {
    let table = world
        .tables
        .iter()
        .filter(|table| !table.adrift)
        .choose(rng);
    match table {
        Some(table) if rng.random_ratio(19, 20) => table.room,
        _ => "222222".parse().expect("a code"),
    }
}

/// The next message of a client that is connected.
pub(super) fn next(rng: &mut StdRng, world: &World, who: usize) -> ClientMsg {
    let room = world.client(who).room;
    let table = room.and_then(|room| world.table(room));
    match table {
        _ if rng.random_ratio(1, 6) => anything(rng, world, who),
        _ if rng.random_ratio(1, 6) => beside::next(rng, world, who),
        None => enter(rng, world),
        Some(table) => match (&table.phase, table.side(who)) {
            (Phase::Seating, _) => seating(rng, world, table),
            (Phase::Playing, Some(side)) => playing(rng, table, side),
            (Phase::Over { .. }, Some(side)) => over(rng, table, side),
            (_, None) => watching(rng, table),
        },
    }
}

fn enter(rng: &mut StdRng, world: &World) -> ClientMsg {
    let may_open = world.tables.len() < MANY_ROOMS || rng.random_ratio(1, 20);
    match rng.random_range(0..12) {
        11 => message::take_over(beside::any_code(rng, world)),
        10 => message::join(any_room(rng, world), Role::Player),
        0 | 1 if may_open => open(rng),
        2 if may_open => quick(rng, world),
        3 | 4 => match any_token(rng, world) {
            Some((room, token)) => message::join(room, Role::Seat { token }),
            None => message::enter_lobby(rng.random()),
        },
        5 => match any_to_watch(rng, world) {
            Some(room) => message::join(room, Role::Spectator),
            None => message::enter_lobby(rng.random()),
        },
        _ => {
            let open = world
                .tables
                .iter()
                .filter(|table| table.open_seat().is_some());
            match open.choose(rng) {
                Some(table) => message::join(table.room, Role::Player),
                None => open_plain(rng),
            }
        }
    }
}

/// A room to watch, also one in which bots went on alone.
fn any_to_watch(rng: &mut StdRng, world: &World) -> Option<RoomId> {
    let mut known = world.tables.iter().filter(|table| world.is_known(table));
    // Some rooms have many spectators, who come and go within moments.
    let popular = rng.random_ratio(1, 3);
    let room = if popular {
        known.next()
    } else {
        known.choose(rng)
    };
    Some(room?.room)
}

/// The token of a seat, rather of one whose owner is away.
fn any_token(rng: &mut StdRng, world: &World) -> Option<(RoomId, Token)> {
    let people = || {
        let known = world.tables.iter().filter(|table| world.is_known(table));
        known.flat_map(|table| {
            let people = Side::BOTH.into_iter().filter_map(|side| table.person(side));
            people.map(|person| (table.room, person))
        })
    };
    let away = people()
        .filter(|(_, person)| person.client.is_err())
        .choose(rng);
    let any = people().choose(rng);
    let (room, person) = if rng.random_ratio(4, 5) {
        away.or(any)?
    } else {
        any?
    };
    Some((room, person.token))
}

fn open_plain(rng: &mut StdRng) -> ClientMsg {
    let variant = any_variant(rng);
    let opening = OpeningRule::Swap2;
    let opens = opening.is_played_in(variant) && rng.random_ratio(2, 3);
    let spec = GameSpec {
        opening: opens.then_some(opening),
        ..GameSpec::new(variant)
    };
    let seats = BySide {
        first: SeatSpec::Me,
        second: SeatSpec::Open,
    };
    message::open(spec, seats, rng.random())
}

fn open(rng: &mut StdRng) -> ClientMsg {
    let pace = [0, 300, 1700].choose(rng).expect("there are some");
    let grace = [None, None, Some(1000), Some(5000)];
    let grace = *grace.choose(rng).expect("there are some");
    let spec = GameSpec {
        clock: any_clock(rng),
        listed: rng.random_ratio(3, 4),
        takebacks: rng.random_ratio(3, 4),
        hints: rng.random(),
        open_thoughts: rng.random_ratio(1, 3),
        grace: grace.map(|millis| Grace::new(millis).expect("within its bounds")),
        opening: rng.random_ratio(1, 3).then_some(OpeningRule::Swap2),
        spectators: rng.random_ratio(3, 4),
        pace: Pace::new(*pace).expect("within its bounds"),
        repeat: Repeat::new(rng.random_range(0..3)).expect("within its bounds"),
        ..GameSpec::new(any_variant(rng))
    };
    let seat = |rng: &mut StdRng| match rng.random_range(0..12) {
        0..5 => SeatSpec::Me,
        5..9 => SeatSpec::Open,
        number => {
            let bots = if number == 11 { WRONG_BOTS } else { BOTS };
            let bot = bots.choose(rng).expect("there are some");
            let bot = bot.parse().expect("a bot");
            SeatSpec::Bot { bot }
        }
    };
    let seats = BySide {
        first: seat(rng),
        second: seat(rng),
    };
    // The model does not follow bots through an opening.
    let follows = |seat: &SeatSpec| match seat {
        SeatSpec::Bot { bot } => bot.kind() != "random",
        SeatSpec::Me | SeatSpec::Open => true,
    };
    let opening = spec
        .opening
        .filter(|_| seats.iter().all(|(_, seat)| follows(seat)));
    let spec = GameSpec { opening, ..spec };
    message::open(spec, seats, rng.random())
}

/// A quick match, at times of somebody who has some of the open seats.
fn quick(rng: &mut StdRng, world: &World) -> ClientMsg {
    let open = world
        .tables
        .iter()
        .filter(|table| table.open_seat().is_some());
    let most = if rng.random() { 0 } else { MANY_ROOMS / 2 };
    let own_rooms = open.sample(rng, most).into_iter().map(|table| table.room);
    message::quick(any_variant(rng), any_clock(rng), own_rooms.collect())
}

/// More messages at once than the server takes.
pub(super) fn too_many(rng: &mut StdRng, world: &World, who: usize) -> Vec<ClientMsg> {
    let room = world.client(who).room;
    match room.and_then(|room| world.table(room)) {
        _ if rng.random_ratio(1, 3) => beside::watch_many(rng, world),
        _ if rng.random_ratio(1, 3) => vec![ClientMsg::HandOver; 2],
        Some(table) if rng.random_ratio(1, 3) => (0..32).map(|_| analyse(rng, table)).collect(),
        _ => (0..12).map(|_| chat(rng)).collect(),
    }
}

/// A message of a client whose connection ends right behind it; its answer is not heard.
pub(super) fn last(rng: &mut StdRng, world: &World, who: usize) -> Option<ClientMsg> {
    let message = next(rng, world, who);
    let needs_answer = matches!(
        message,
        ClientMsg::Open { .. }
            | ClientMsg::Join { .. }
            | ClientMsg::Quick { .. }
            | ClientMsg::Watch { .. }
            | ClientMsg::ListBots { .. }
            | ClientMsg::HandOver
            | ClientMsg::TakeOver { .. }
    );
    (!needs_answer).then_some(message)
}

fn seating(rng: &mut StdRng, world: &World, table: &Table) -> ClientMsg {
    match rng.random_range(0..10) {
        0 => ClientMsg::Leave,
        1 => message::join(table.room, Role::Player),
        2 => message::join(table.room, Role::Spectator),
        3 => match any_token(rng, world) {
            Some((_, token)) => message::join(table.room, Role::Seat { token }),
            None => ClientMsg::Resync,
        },
        4 => chat(rng),
        5 => message::enter_lobby(rng.random()),
        _ => ClientMsg::Ping,
    }
}

fn playing(rng: &mut StdRng, table: &Table, side: Side) -> ClientMsg {
    let other = side.other();
    if table.offers.takeback == Some(other) && rng.random_ratio(1, 2) {
        let accept = rng.random_ratio(2, 3);
        return message::act(Act::AnswerTakeback { accept });
    }
    if table.offers.draw == Some(other) && rng.random_ratio(1, 4) {
        let accept = rng.random_ratio(1, 4);
        return message::act(Act::AnswerDraw { accept });
    }
    if matches!(&table.seats[other], Occupant::Human(person) if person.client.is_err())
        && rng.random_ratio(1, 4)
    {
        return message::act(Act::Claim);
    }
    match rng.random_range(0..28) {
        25.. => play_anywhere(rng, table),
        0 => message::act(Act::OfferDraw),
        1..4 => message::act(Act::AskTakeback),
        4 if rng.random_ratio(1, 3) => message::act(Act::Resign),
        4 => message::act(Act::Abort),
        5 => chat(rng),
        6 if rng.random_ratio(1, 3) => ClientMsg::Leave,
        7 => analyse(rng, table),
        _ if table.to_move() == side => legal_or_choice(rng, table),
        _ => ClientMsg::Ping,
    }
}

fn legal_or_choice(rng: &mut StdRng, table: &Table) -> ClientMsg {
    let open = table.swap2.choices(table.plies.len());
    match open.choose(rng) {
        Some(&choice) if rng.random_ratio(9, 10) => {
            let revision = Revision(table.revision);
            message::act(Act::Choose { revision, choice })
        }
        _ => legal(rng, table),
    }
}

fn legal(rng: &mut StdRng, table: &Table) -> ClientMsg {
    match table.game.legal().choose(rng) {
        Some(square) => message::play(Revision(table.revision), square),
        None => ClientMsg::Resync,
    }
}

/// A move of this turn, legal or not; into a full column where there is one.
fn play_anywhere(rng: &mut StdRng, table: &Table) -> ClientMsg {
    let shape = table.spec.variant.shape();
    let tops = (0..shape.columns).filter_map(|column| Square::new(column, shape.rows - 1));
    let full = tops.filter(|top| table.game.cell(*top).is_some());
    if let Some(top) = full.choose(rng) {
        return message::play(Revision(table.revision), top);
    }
    let column = rng.random_range(0..=shape.columns);
    let square = Square::new(column, rng.random_range(0..=shape.rows));
    message::play(Revision(table.revision), square.expect("a square"))
}

fn over(rng: &mut StdRng, table: &Table, side: Side) -> ClientMsg {
    if table.offers.rematch == Some(side.other()) && rng.random_ratio(1, 3) {
        let accept = rng.random();
        return message::act(Act::AnswerRematch { accept });
    }
    match rng.random_range(0..10) {
        0..5 => message::act(Act::Rematch),
        5 => chat(rng),
        6 => analyse(rng, table),
        7 => message::record(table.room),
        _ => ClientMsg::Leave,
    }
}

fn watching(rng: &mut StdRng, table: &Table) -> ClientMsg {
    match rng.random_range(0..8) {
        0 => chat(rng),
        1 => analyse(rng, table),
        2 | 3 => ClientMsg::Leave,
        4 => message::look(table.room),
        _ => ClientMsg::Ping,
    }
}

fn chat(rng: &mut StdRng) -> ClientMsg {
    message::chat(LINES.choose(rng).expect("there are some"))
}

fn analyse(rng: &mut StdRng, table: &Table) -> ClientMsg {
    if !table.is_soon_searched(SEARCHED) {
        return ClientMsg::StopAnalysis;
    }
    let made = table.game.plies();
    let most = u16::try_from(made.len()).expect("a small board") + 3;
    let plies = usize::from(rng.random_range(0..most));
    let mut moves = made[..plies.min(made.len())].to_vec();
    // Those beyond the game lead on from it, or nowhere.
    let corner = Square::new(0, 0).expect("on every board");
    moves.resize(plies, corner);
    let variant = table.spec.variant;
    message::analyse(variant, moves)
}

/// A question about a position of no game.
fn anywhere() -> ClientMsg {
    let variant = "custom:5x4x4:falls".parse().expect("a variant");
    message::analyse(variant, vec!["b1".parse().expect("on every board")])
}

/// A message in its right form, at any moment.
fn anything(rng: &mut StdRng, world: &World, who: usize) -> ClientMsg {
    let act = match rng.random_range(0..33) {
        0 => return message::hello(Some("again"), true),
        1 => return message::enter_lobby(rng.random()),
        2 => return ClientMsg::LeaveLobby,
        3 => return open(rng),
        4 => return message::join(any_room(rng, world), Role::Player),
        5 => return message::join(any_room(rng, world), Role::Spectator),
        6 => {
            let token = Token(rng.random());
            return message::join(any_room(rng, world), Role::Seat { token });
        }
        7 => {
            let (room, token) = match any_token(rng, world) {
                Some(seat) => seat,
                None => (any_room(rng, world), Token(1)),
            };
            return message::join(room, Role::Seat { token });
        }
        8 => return quick(rng, world),
        9 => return ClientMsg::Leave,
        10 => return chat(rng),
        11 => return ClientMsg::Resync,
        12 => {
            let room = world.client(who).room;
            let table = room.and_then(|room| world.table(room));
            return table.map_or_else(anywhere, |table| analyse(rng, table));
        }
        13 => return ClientMsg::StopAnalysis,
        14 => return ClientMsg::Pong,
        15..18 => return message::look(any_room(rng, world)),
        18..21 => return message::record(any_room(rng, world)),
        21..26 => {
            let here = world.client(who).room.and_then(|room| world.table(room));
            let current = here.map_or(0, |table| table.revision);
            let square = Square::new(rng.random_range(0..8), rng.random_range(0..7));
            let revision = if rng.random_ratio(3, 4) {
                current
            } else {
                rng.random_range(0..current + 3)
            };
            return message::play(Revision(revision), square.expect("a square"));
        }
        26 => Act::Resign,
        27 => Act::OfferDraw,
        28 => Act::AnswerDraw {
            accept: rng.random(),
        },
        29 => Act::AnswerTakeback {
            accept: rng.random(),
        },
        30 => Act::Claim,
        31 => Act::AnswerRematch {
            accept: rng.random(),
        },
        _ => *[Act::AskTakeback, Act::Abort, Act::Rematch]
            .choose(rng)
            .expect("there are some"),
    };
    message::act(act)
}
