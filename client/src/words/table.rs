//! A table in lines, for somebody who does not see it.

use protocol::game::Game;
use protocol::replica::Replica;
use protocol::rules::Notation;
use protocol::side::Side;
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::view::{ForbiddenPoint, Phase, Seat};

use super::endings::outcome_in_lines;
use super::first_act::FirstAct;
use super::opening::{coloured, stone};
use super::players::{occupant, who};
use super::{listed, opening};
use crate::language::Said;

/// Describes a table to somebody that joins it; `way` follows `enlinea join` for others.
pub(crate) fn table(table: &Replica, way: String) -> Vec<String> {
    let seen = table.snapshot();
    let room = table.room().to_string();
    let game = seen.spec.variant.said();
    let clock = clock_in_words(seen.spec.clock);
    let mut lines = vec![match seen.spec.opening {
        Some(opening) => say!(
            "lines-room-opening",
            room = room.as_str(),
            game = game,
            opening = opening.to_string(),
            clock = clock
        ),
        None => say!(
            "lines-room",
            room = room.as_str(),
            game = game,
            clock = clock
        ),
    }];
    let is_rated = match &seen.phase {
        Phase::Seating => seen.spec.rated,
        Phase::Playing | Phase::Over { .. } => seen.rated,
    };
    lines.extend(is_rated.then(|| say!("table-rated")));
    lines.extend(seats(table));
    if table.you().is_none() {
        lines.push(say!("lines-you-watch"));
    }
    let after_plies = || {
        let plies = table.plies().len();
        say!("lines-after-plies", game = seen.series.game, ply = plies)
    };
    match &seen.phase {
        Phase::Seating => lines.push(say!("lines-seat-is-open", room = way)),
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
            lines.extend(outcome_in_lines(table, outcome, &|side| who(table, side)));
        }
    }
    lines
}

/// The two seats, with who holds them.
pub(super) fn seats(table: &Replica) -> impl Iterator<Item = String> {
    Side::BOTH.into_iter().map(|side| {
        let seat = seat(table, side);
        let name = occupant(table, side);
        if table.you() == Some(side) {
            say!("lines-seat-yours", seat = seat, name = name)
        } else {
            say!("lines-seat-held", seat = seat, name = name)
        }
    })
}

pub(super) fn forbidden_in_words(game: &Game, points: &[ForbiddenPoint]) -> String {
    let points = points.iter().map(|point| {
        let cell = cell_in_words(game, point.square);
        format!("{cell} ({})", point.kind.said())
    });
    say!("lines-forbidden", points = listed(points))
}

/// Names the side to move, and its action in an opening.
pub(crate) fn turn(table: &Replica) -> String {
    match table.to_move() {
        Some(_) if let Some(opening) = table.opening() => opening::turn_in_lines(table, opening),
        Some(side) if table.you() == Some(side) => {
            say!("lines-your-turn", seat = seat(table, side))
        }
        Some(side) => say!("events-to-move", who = who(table, side)),
        None => say!("lines-nobody-to-move"),
    }
}

/// The first act that is due while no clock runs, in a line after whose turn it is.
pub(super) fn first_act(table: &Replica) -> Option<String> {
    FirstAct::due(table).map(FirstAct::said)
}

/// Draws the board, the top row first, with rows numbered and columns named below.
pub(crate) fn board(game: &Game) -> Vec<String> {
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
pub(crate) fn rows(game: &Game) -> Vec<String> {
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

pub(super) fn cell_in_words(game: &Game, square: Square) -> String {
    let text = game.write_move(square);
    match game.variant().notation() {
        Notation::Column => say!("lines-column", column = text),
        Notation::Cell => text,
    }
}

pub(super) fn clock_in_words(clock: Option<ClockSpec>) -> String {
    match clock {
        Some(clock) => say!("lines-clock", clock = clock.to_string()),
        None => say!("lines-no-clock"),
    }
}

/// True where both seats are held by bots.
pub(crate) fn is_between_bots(table: &Replica) -> bool {
    let seats = &table.snapshot().seats;
    Side::BOTH.iter().all(|&side| match seats[side] {
        Seat::Bot { .. } => true,
        Seat::Open | Seat::Human { .. } => false,
    })
}

/// A seat with the mark of its stones: `first (X)`. With an opening the colour is there too, once it is settled.
fn seat(table: &Replica, seat: Side) -> String {
    let side = seat.said();
    match table.colour_of(seat) {
        Some(colour) if table.snapshot().opening.is_some() => {
            format!("{side}, {}", coloured(colour))
        }
        Some(colour) => format!("{side} ({})", stone(colour)),
        None => side,
    }
}

/// The colour of a ply, counted from 1, if the seat does not say it.
pub(super) fn colour_of_ply(table: &Replica, ply: u16) -> Option<String> {
    let before = usize::from(ply).saturating_sub(1);
    let side = Side::to_move_after(before);
    let is_opened = table.snapshot().opening.is_some();
    is_opened.then(|| opening::colour(side))
}
