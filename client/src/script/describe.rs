//! Tables and events in words, in lines that make sense when they are read aloud.
//!
//! Pure: a [`Replica`] and an event in, lines out.

mod analysis;
mod opening;
mod outcome;
mod question;
mod room;

use protocol::game::Game;
use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::text::Name;
use protocol::view::{ChatLine, ForbiddenPoint, Outcome, Phase, Ply, Seat, Series};

use crate::first_act::FirstAct;
use crate::language::Said;
use crate::language::players::names;
use crate::takeback::plies_to_take_back;

pub(super) use self::analysis::analysis;
#[cfg(feature = "host")]
pub(super) use self::analysis::{columns_of, lines_of};
use self::analysis::{thinking_in_words, thought_in_words};
pub(super) use self::opening::colours;
#[cfg(feature = "host")]
pub(super) use self::outcome::ending;
use self::outcome::outcome_in_words;
pub(super) use self::question::{Question, answer, present};
pub(super) use self::room::{clock_of, phase_in_words, room_in_words};

/// Describes a table to somebody who joins it.
pub(super) fn table(table: &Replica) -> Vec<String> {
    let seen = table.snapshot();
    let room = table.room().to_string();
    let game = seen.spec.variant.said();
    let clock = clock_in_words(seen.spec.clock);
    let mut lines = vec![match seen.spec.opening {
        Some(opening) => say!(
            "script-room-opening",
            room = room.as_str(),
            game = game,
            opening = opening.to_string(),
            clock = clock
        ),
        None => say!(
            "script-room",
            room = room.as_str(),
            game = game,
            clock = clock
        ),
    }];
    lines.extend(seats(table));
    if table.you().is_none() {
        lines.push(say!("script-you-watch"));
    }
    let after_plies = || {
        let plies = table.plies().len();
        say!("script-after-plies", game = seen.series.game, ply = plies)
    };
    match &seen.phase {
        Phase::Seating => lines.push(say!("script-seat-is-open", room = room)),
        Phase::Playing => {
            if !table.plies().is_empty() {
                lines.push(after_plies());
                lines.extend(board(table.game()));
            }
            lines.push(turn(table));
            lines.extend(first_act(table));
            if !seen.forbidden.is_empty() {
                lines.push(forbidden_in_words(table.game(), &seen.forbidden));
            }
        }
        Phase::Over { outcome } => {
            lines.push(after_plies());
            lines.extend(board(table.game()));
            lines.push(outcome_in_words(table, outcome));
        }
    }
    lines
}

/// The two seats, with who holds them.
fn seats(table: &Replica) -> impl Iterator<Item = String> {
    Side::BOTH.into_iter().map(|side| {
        let seat = opening::seat(table, side);
        let name = occupant(table, side);
        if table.you() == Some(side) {
            say!("script-seat-yours", seat = seat, name = name)
        } else {
            say!("script-seat-held", seat = seat, name = name)
        }
    })
}

/// The name of a seat's occupant.
fn occupant(table: &Replica, side: Side) -> String {
    names(&table.snapshot().seats)[side].clone()
}

/// A side with the name of its occupant.
fn who(table: &Replica, side: Side) -> String {
    let name = occupant(table, side);
    match side {
        Side::First => say!("script-first", name = name),
        Side::Second => say!("script-second", name = name),
    }
}

/// Describes an event that was just applied to `table`.
pub(super) fn event_in_words(table: &Replica, event: &RoomEvent, now: Millis) -> Vec<String> {
    let who = |side: &Side| who(table, *side);
    match event {
        RoomEvent::SeatTaken { side, seat } => {
            let name = seat.said();
            vec![match side {
                Side::First => say!("script-sits-first", name = name),
                Side::Second => say!("script-sits-second", name = name),
            }]
        }
        RoomEvent::SeatVacated { side } => vec![match side {
            Side::First => say!("script-vacated-first"),
            Side::Second => say!("script-vacated-second"),
        }],
        RoomEvent::Disconnected { side } => disconnected(table, *side),
        RoomEvent::Reconnected { side } => vec![say!("script-back", who = who(side))],
        RoomEvent::Watchers { watching, names } => vec![watchers(*watching, names.as_deref())],
        RoomEvent::Started { series, seats, .. } => started(table, *series, seats),
        RoomEvent::Moved {
            side, ply, made, ..
        } => moved(table, *side, *ply, made),
        RoomEvent::Over {
            outcome, series, ..
        } => over(table, outcome, *series),
        RoomEvent::DrawOffered { by } => vec![say!("script-offers-draw", who = who(by))],
        RoomEvent::DrawDeclined { by } => vec![say!("script-declines-draw", who = who(by))],
        RoomEvent::TakebackAsked { by } => {
            let count = plies_to_take_back(table, *by).unwrap_or(1);
            vec![say!("script-asks-takeback", who = who(by), count = count)]
        }
        RoomEvent::TakebackDeclined { by } => {
            vec![say!("script-declines-takeback", who = who(by))]
        }
        RoomEvent::TakenBack { by, plies, .. } => vec![
            say!("script-takes-back", who = who(by), plies = *plies),
            turn(table),
        ],
        RoomEvent::RematchOffered { by } => vec![say!("script-offers-rematch", who = who(by))],
        RoomEvent::RematchDeclined { by } => vec![say!("script-declines-rematch", who = who(by))],
        RoomEvent::ChatPosted { line } => vec![talk(line)],
        // Players are told after the game, all at once; it would bury the result.
        RoomEvent::SearchInfo { .. } if table.you().is_some() => Vec::new(),
        RoomEvent::SearchInfo { search } => vec![thought_in_words(table, search)],
        RoomEvent::Clock { .. } => vec![clocks(table, now)],
        RoomEvent::Thinking { thinking } => vec![thinking_in_words(table, thinking)],
        RoomEvent::EngineMessage { side, text, .. } => vec![format!("{}: {text}", who(side))],
        RoomEvent::Forbidden { points } => vec![forbidden_in_words(table.game(), points)],
        RoomEvent::OpeningChosen { by, choice, .. } => opening::chosen(table, *by, *choice),
        RoomEvent::Opening { opening } => opening::of_later_release(table, opening),
        RoomEvent::Locked { locked: true } => vec![say!("script-locked")],
        RoomEvent::Locked { locked: false } => vec![say!("script-unlocked")],
        RoomEvent::Removed { name } => vec![say!("script-removed", name = name.as_str())],
        RoomEvent::ChatClosed { closed: true } => vec![say!("script-chat-closed")],
        RoomEvent::ChatClosed { closed: false } => vec![say!("script-chat-open")],
        RoomEvent::ChatHidden => Vec::new(),
    }
}

/// The opponent's absence, with the time until the game may be claimed. Who leaves is told so themselves, and by
/// `left`.
fn disconnected(table: &Replica, side: Side) -> Vec<String> {
    if table.you() == Some(side) {
        return Vec::new();
    }
    let who = who(table, side);
    if table.to_move().is_none() {
        return vec![say!("script-away", who = who)];
    }
    let grace = table.snapshot().grace.as_millis().div_ceil(1000);
    vec![say!(
        "script-away-claim",
        who = who,
        seconds = grace.to_string()
    )]
}

fn started(table: &Replica, series: Series, seats: &BySide<Seat>) -> Vec<String> {
    let BySide { first, second } = names(seats);
    let begins = say!(
        "script-begins",
        game = series.game,
        first = first,
        second = second
    );
    let mut lines = vec![begins, turn(table)];
    lines.extend(first_act(table));
    lines
}

fn moved(table: &Replica, side: Side, ply: u16, made: &Ply) -> Vec<String> {
    let mut lines = vec![played(table, side, ply, made)];
    let is_told = table.is_my_turn() || table.opening().is_some();
    if is_told && table.game().ending().is_none() {
        lines.push(turn(table));
        lines.extend(first_act(table));
    }
    lines
}

/// The end of a game, and the score of the series.
fn over(table: &Replica, outcome: &Outcome, series: Series) -> Vec<String> {
    let score = say!(
        "script-score",
        first = occupant(table, Side::First),
        wins = series.wins.first,
        second = occupant(table, Side::Second),
        losses = series.wins.second,
        draws = series.draws
    );
    vec![outcome_in_words(table, outcome), score]
}

fn clocks(table: &Replica, now: Millis) -> String {
    let left = |side| table.left(side, now).unwrap_or_default().to_string();
    let [first, second] = Side::BOTH.map(left);
    say!("script-clocks", first = first, second = second)
}

/// A line of talk, with its speaker.
pub(super) fn talk(line: &ChatLine) -> String {
    format!("{}: {}", line.name, line.text)
}

/// A ply that was made, with the colour where an opening may exchange the sides, and the time left.
fn played(table: &Replica, side: Side, ply: u16, made: &Ply) -> String {
    let cell = cell_in_words(table.game(), made.square);
    let name = occupant(table, side);
    let side = side.said();
    let left = made.left.map(|left| left.to_string());
    match (opening::colour_of_ply(table, ply), left) {
        (None, None) => say!(
            "script-played",
            ply = ply,
            side = side,
            cell = cell,
            name = name
        ),
        (None, Some(left)) => say!(
            "script-played-left",
            ply = ply,
            side = side,
            cell = cell,
            name = name,
            left = left
        ),
        (Some(colour), None) => say!(
            "script-played-colour",
            ply = ply,
            side = side,
            cell = cell,
            colour = colour,
            name = name
        ),
        (Some(colour), Some(left)) => say!(
            "script-played-colour-left",
            ply = ply,
            side = side,
            cell = cell,
            colour = colour,
            name = name,
            left = left
        ),
    }
}

/// The spectators: their number, and their names where everybody is told them.
fn watchers(watching: u32, names: Option<&[Name]>) -> String {
    match names {
        _ if watching == 0 => say!("script-nobody-watches-now"),
        None => say!("script-watch", count = watching),
        Some(names) => say!(
            "script-watch-names",
            count = watching,
            names = listed(names)
        ),
    }
}

/// Words with commas between them.
pub(super) fn listed(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(", ")
}

/// Names with commas between them, and the number of those that are left out where there are `count` in all.
pub(super) fn listed_of(names: &[Name], count: u32) -> String {
    match (count as usize).saturating_sub(names.len()) {
        0 => listed(names),
        more => say!("script-and-more", names = listed(names), more = more),
    }
}

fn forbidden_in_words(game: &Game, points: &[ForbiddenPoint]) -> String {
    let points = points.iter().map(|point| {
        let cell = cell_in_words(game, point.square);
        format!("{cell} ({})", point.kind.said())
    });
    say!("script-forbidden", points = listed(points))
}

/// Names the side to move, and its action in an opening.
pub(super) fn turn(table: &Replica) -> String {
    match table.to_move() {
        Some(_) if let Some(opening) = table.opening() => opening::turn(table, opening),
        Some(side) if table.you() == Some(side) => {
            say!("script-your-turn", seat = opening::seat(table, side))
        }
        Some(side) => say!("script-to-move", who = who(table, side)),
        None => say!("script-nobody-to-move"),
    }
}

/// The first act that is due while no clock runs, in a line behind whose turn it is.
fn first_act(table: &Replica) -> Option<String> {
    FirstAct::due(table).map(FirstAct::said)
}

/// Draws the board, the top row first, with rows numbered and columns named below.
pub(super) fn board(game: &Game) -> Vec<String> {
    let shape = game.shape();
    let mut lines: Vec<_> = (0..shape.rows)
        .rev()
        .zip(rows(game))
        .map(|(row, stones)| {
            let stones: Vec<_> = stones.chars().map(String::from).collect();
            format!("{:>2}  {}", row + 1, stones.join("  "))
        })
        .collect();
    let columns: Vec<_> = (0..shape.columns)
        .map(|column| {
            let name = match game.variant().notation() {
                Notation::Column => (column + 1).to_string(),
                Notation::Cell => char::from(b'a' + column).to_string(),
            };
            format!("{name:>2}")
        })
        .collect();
    lines.push(format!("   {}", columns.join(" ")));
    lines
}

/// The rows of the board, the top one first, with a character for each cell.
pub(super) fn rows(game: &Game) -> Vec<String> {
    let shape = game.shape();
    let row = |row| {
        let cells = (0..shape.columns).map(|column| {
            let cell = Square::new(column, row).and_then(|square| game.cell(square));
            cell.map_or('.', stone)
        });
        cells.collect()
    };
    (0..shape.rows).rev().map(row).collect()
}

/// The mark of a side on the board.
fn stone(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn cell_in_words(game: &Game, square: Square) -> String {
    let text = game.write_move(square);
    match game.variant().notation() {
        Notation::Column => say!("script-column", column = text),
        Notation::Cell => text,
    }
}

fn clock_in_words(clock: Option<ClockSpec>) -> String {
    match clock {
        Some(clock) => say!("script-clock", clock = clock.to_string()),
        None => say!("script-no-clock"),
    }
}

/// True where both seats are held by bots.
pub(super) fn is_between_bots(table: &Replica) -> bool {
    let seats = &table.snapshot().seats;
    Side::BOTH.iter().all(|&side| match seats[side] {
        Seat::Bot { .. } => true,
        Seat::Open | Seat::Human { .. } => false,
    })
}
