//! The games that ended, in the order in which they did.
//!
//! A row is a fact: it is written in the transaction of the append that ends its game, and never changed. What is
//! derived of all games, such as a rating, is made from these rows in the order of their numbers, so that it can be
//! made again. Everything is text that SQL and people read. Reasons, variants and choices are the words of the
//! protocol: a release that renames one there goes on writing the old word here.

use std::fmt::{Display, Write as _};

use protocol::id::RoomId;
use protocol::side::{BySide, Side};
use room::Finished;
use rusqlite::{Connection, Error, params};

use super::stored;

const INSERT: &str = "
    INSERT INTO finished (room, game, ended, variant, clock, first, first_is_bot, second, second_is_bot,
                          winner, reason, moves)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT DO NOTHING";

/// Bytes of a move in a row, with the space before it: `h10` is a long one.
const BYTES_OF_A_MOVE: usize = 4;

/// Adds the game of `room` after all others. A game that is there already stays as it is.
pub(super) fn insert(
    connection: &Connection,
    room: RoomId,
    finished: &Finished,
) -> Result<(), Error> {
    let BySide { first, second } = &finished.players;
    connection
        .prepare_cached(INSERT)?
        .execute(params![
            room.as_str(),
            finished.game,
            stored(finished.ended),
            finished.variant.to_string(),
            finished.clock.map(|clock| clock.to_string()),
            first.name,
            first.is_bot,
            second.name,
            second.is_bot,
            finished.winner.map(side),
            finished.reason.to_string(),
            moves(finished),
        ])
        .map(drop)
}

/// Returns the number of games.
pub(super) fn count(connection: &Connection) -> Result<u64, Error> {
    let count = "SELECT count(*) FROM finished";
    connection.query_row(count, [], |row| row.get::<_, i64>(0).map(i64::unsigned_abs))
}

/// Returns the plies, and of an opening with choices its rule in front of them and each choice in its place:
/// `swap2 h8 a1 h9 place_two a3 b5 black c7`.
fn moves(finished: &Finished) -> String {
    // One piece of memory: a game of hundreds of plies would take as many.
    let mut text = String::with_capacity(BYTES_OF_A_MOVE * finished.moves.len());
    let mut add = |word: &dyn Display| {
        let space = if text.is_empty() { "" } else { " " };
        write!(text, "{space}{word}").expect("a text takes what is written");
    };
    if let Some(rule) = finished.turns.rule() {
        add(&rule);
    }
    let mut choices = finished.turns.choices_with_plies().peekable();
    for (at, square) in finished.moves.iter().enumerate() {
        while let Some((_, choice)) = choices.next_if(|(plies, _)| *plies == at) {
            add(&choice);
        }
        add(square);
    }
    for (_, choice) in choices {
        add(&choice);
    }
    text
}

fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}
