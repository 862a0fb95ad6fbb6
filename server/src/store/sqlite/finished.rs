//! The games that ended, in the order in which they did.
//!
//! A row is a fact: it is written in the transaction of the append that ends its game, and never changed. What is
//! derived of all games, such as a rating, is made from these rows in the order of their numbers, so that it can be
//! made again. Everything is text that SQL and people read. Reasons, variants and choices are the words of the
//! protocol: a release that renames one there goes on writing the old word here.

use std::fmt::{Display, Write as _};

use protocol::id::RoomId;
use protocol::side::{BySide, Side};
use room::{Finished, Player};
use rusqlite::{Connection, Error, params};

use super::{is_damage, read_up_to_damage, stored};

const INSERT: &str = "
    INSERT INTO finished (room, game, ended, variant, clock, first, first_is_bot, second, second_is_bot,
                          winner, reason, moves)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) ON CONFLICT DO NOTHING";

const SELECT: &str = "
    SELECT game, ended, variant, clock, first, first_is_bot, second, second_is_bot, winner, reason, moves
    FROM finished WHERE room = ?1";

/// Bytes of a move in a row, with the space before it: `h10` is a long one.
const BYTES_OF_A_MOVE: usize = 4;

/// A row without its number and its room.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    game: u16,
    ended: i64,
    variant: String,
    clock: Option<String>,
    first: Player,
    second: Player,
    winner: Option<String>,
    reason: String,
    moves: String,
}

impl From<&Finished> for Row {
    fn from(finished: &Finished) -> Self {
        let BySide { first, second } = finished.players.clone();
        Self {
            game: finished.game,
            ended: stored(finished.ended),
            variant: finished.variant.to_string(),
            clock: finished.clock.map(|clock| clock.to_string()),
            first,
            second,
            winner: finished.winner.map(|winner| side(winner).to_owned()),
            reason: finished.reason.to_string(),
            moves: moves(finished),
        }
    }
}

/// Adds the game of `room` behind all others. A game that is there already stays as it is.
pub(super) fn insert(
    connection: &Connection,
    room: RoomId,
    finished: &Finished,
) -> Result<(), Error> {
    let row = Row::from(finished);
    connection
        .prepare_cached(INSERT)?
        .execute(params![
            room.as_str(),
            row.game,
            row.ended,
            row.variant,
            row.clock,
            row.first.name,
            row.first.is_bot,
            row.second.name,
            row.second.is_bot,
            row.winner,
            row.reason,
            row.moves,
        ])
        .map(drop)
}

/// Returns what is wrong with the rows of a room in which these games ended; none if nothing is.
pub(super) fn difference(
    connection: &Connection,
    room: RoomId,
    games: &[Finished],
) -> Result<Option<String>, Error> {
    let mut select = connection.prepare_cached(SELECT)?;
    let rows = select.query_map([room.as_str()], |row| {
        Ok(Row {
            game: row.get(0)?,
            ended: row.get(1)?,
            variant: row.get(2)?,
            clock: row.get(3)?,
            first: player(row.get(4)?, row.get(5)?),
            second: player(row.get(6)?, row.get(7)?),
            winner: row.get(8)?,
            reason: row.get(9)?,
            moves: row.get(10)?,
        })
    })?;
    let rows: Vec<_> = rows.collect::<Result<_, _>>()?;
    let games: Vec<_> = games.iter().map(Row::from).collect();
    let wrong = games.iter().find(|game| !rows.contains(game));
    let wrong = wrong.or_else(|| rows.iter().find(|row| !games.contains(row)));
    Ok(wrong.map(|wrong| {
        format!(
            "its game {} and the row of that game in the table finished do not agree, or one of the two is missing",
            wrong.game
        )
    }))
}

fn player(name: String, is_bot: bool) -> Player {
    Player { name, is_bot }
}

/// Returns the number of games that can be read, up to a page that is lost and from behind up to the last one that is,
/// and a description of the damage, if there is any.
pub(super) fn count(connection: &Connection) -> Result<(u64, Option<String>), Error> {
    let mut count = 0;
    let mut problem = None;
    for order in ["", "DESC"] {
        let sql = format!("SELECT nr FROM finished NOT INDEXED ORDER BY nr {order}");
        let mut select = connection.prepare(&sql)?;
        let damage = read_up_to_damage(select.query([])?, |_| {
            count += 1;
            Ok(())
        })?;
        let Some(damage) = damage else { break };
        problem = Some(format!("the list of finished games ends early: {damage}"));
    }
    Ok((count, problem))
}

/// Condition of a row that no server writes.
const DAMAGED: &str = "typeof(room) <> 'text' OR length(room) <> 6 OR typeof(game) <> 'integer'
    OR typeof(ended) <> 'integer' OR typeof(variant) <> 'text'
    OR winner NOT IN ('first', 'second') OR typeof(moves) <> 'text'";

/// Returns the number of rows that no server writes.
pub(super) fn damaged_rows(connection: &Connection) -> Result<i64, Error> {
    let count = format!("SELECT count(*) FROM finished WHERE {DAMAGED}");
    connection.query_row(&count, [], |row| row.get(0))
}

/// Deletes the rows that no server writes.
pub(super) fn delete_damaged(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch(&format!("DELETE FROM finished WHERE {DAMAGED}"))
}

/// Makes the rows of `room` those of the games that ended in it. Returns true if they were not, and are then behind all
/// others.
pub(super) fn replace(
    connection: &Connection,
    room: RoomId,
    games: &[Finished],
) -> Result<bool, Error> {
    let is_whole = match difference(connection, room, games) {
        Ok(difference) => difference.is_none(),
        Err(error) if is_damage(&error) => false,
        Err(error) => return Err(error),
    };
    if is_whole {
        return Ok(false);
    }
    connection
        .prepare_cached("DELETE FROM finished WHERE room = ?1")?
        .execute([room.as_str()])?;
    for game in games {
        insert(connection, room, game)?;
    }
    Ok(true)
}

/// Numbers all rows anew, by the moments at which the games ended.
pub(super) fn put_in_order(connection: &Connection) -> Result<(), Error> {
    connection.execute_batch(
        "CREATE TEMP TABLE in_order AS SELECT * FROM finished ORDER BY ended, nr;
         DELETE FROM finished;
         DELETE FROM sqlite_sequence WHERE name = 'finished';
         INSERT INTO finished (room, game, ended, variant, clock, first, first_is_bot, second, second_is_bot,
                               winner, reason, moves)
             SELECT room, game, ended, variant, clock, first, first_is_bot, second, second_is_bot,
                    winner, reason, moves FROM temp.in_order ORDER BY rowid;
         DROP TABLE temp.in_order;",
    )
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
