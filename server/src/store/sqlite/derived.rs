//! Derivations from the games that ended: ratings, scores between people, and the moves of positions.
//!
//! Each game is folded into the tables in the transaction that ends it, in the order of the numbers. `rebuild` empties
//! the tables and folds every game again, by the same code, so that both give the same rows.

use std::collections::BTreeMap;

use protocol::id::RoomId;
use protocol::side::{BySide, Side};
use protocol::view::{FORM, RatingChange};
use rusqlite::{Connection, Error, OptionalExtension as _, params};

use super::finished::{self, COLUMNS, Fact, Party};
use crate::history::level::LADDER;
use crate::history::position::{COUNTED, key};
use crate::history::rating::{Strength, after_game, change};

/// Folds the game of this number.
pub(super) fn fold(connection: &Connection, nr: i64) -> Result<(), Error> {
    let fact = Fact::of(connection, nr)?.ok_or(Error::QueryReturnedNoRows)?;
    if fact.reason.counts() {
        count_moves(connection, &fact, 1)?;
    }
    fold_players(connection, &fact)
}

/// Folds everything but the moves.
fn fold_players(connection: &Connection, fact: &Fact) -> Result<(), Error> {
    if !fact.reason.counts() {
        return Ok(());
    }
    let is_rated = fact.rated && fact.is_between_people();
    for side in Side::BOTH {
        tally(connection, fact, side, is_rated)?;
    }
    if is_rated {
        rate(connection, fact)?;
    }
    Ok(())
}

/// Returns how a game of a room changed the ratings of both players.
pub(super) fn ratings(
    connection: &Connection,
    room: RoomId,
    game: u16,
) -> Result<Option<BySide<RatingChange>>, Error> {
    let select = format!("SELECT {COLUMNS} FROM finished WHERE room = ?1 AND game = ?2");
    let mut select = connection.prepare_cached(&select)?;
    let fact = select.query_row(params![room.as_str(), game], Fact::read);
    fact.optional()?
        .map_or(Ok(None), |fact| changes(connection, &fact))
}

/// Returns how a game changed the ratings of both players.
pub(super) fn changes(
    connection: &Connection,
    fact: &Fact,
) -> Result<Option<BySide<RatingChange>>, Error> {
    if !fact.rated {
        return Ok(None);
    }
    let of = |side: Side| {
        connection
            .prepare_cached(
                "SELECT before, after FROM rating_change WHERE person = ?1 AND variant = ?2 AND nr = ?3",
            )?
            .query_row(
                params![fact.players[side].person, fact.variant, fact.nr],
                |row| Ok(change(row.get(0)?, row.get(1)?)),
            )
            .optional()
    };
    let (first, second) = (of(Side::First)?, of(Side::Second)?);
    Ok(first
        .zip(second)
        .map(|(first, second)| BySide { first, second }))
}

/// Empties the tables and folds every game. Returns the number of games.
pub(super) fn rebuild(connection: &Connection) -> Result<u64, Error> {
    connection.execute_batch(
        "DELETE FROM rating; DELETE FROM rating_change; DELETE FROM tally; DELETE FROM position",
    )?;
    let select = format!("SELECT {COLUMNS} FROM finished ORDER BY nr");
    let mut select = connection.prepare(&select)?;
    let mut rows = select.query([])?;
    let mut games = 0;
    let mut moves = Moves::new();
    while let Some(row) = rows.next()? {
        let fact = Fact::read(row)?;
        fold_players(connection, &fact)?;
        if fact.reason.counts() {
            for (key, results) in moves_of(&fact) {
                let sum = moves.entry(key).or_default();
                *sum = [0, 1, 2].map(|at| sum[at] + results[at]);
            }
        }
        if moves.len() > MOST_MOVES {
            write_moves(connection, &mut moves)?;
        }
        games += 1;
    }
    write_moves(connection, &mut moves)?;
    Ok(games)
}

/// Games won by black, drawn, and won by white, by variant, position and move: in the order of the table, since rows
/// that are written in it cost a fraction of those that are not.
type Moves = BTreeMap<(String, i64, String), [i64; 3]>;

/// Moves that are held in memory at most, in some 200 MB.
const MOST_MOVES: usize = 1_000_000;

fn write_moves(connection: &Connection, moves: &mut Moves) -> Result<(), Error> {
    while let Some((key, results)) = moves.pop_first() {
        add_results(connection, &key, results)?;
    }
    Ok(())
}

/// Deletes the moves of the games of a room, and what is derived of them. Its code may be that of another room later.
pub(super) fn drop_moves(connection: &Connection, room: RoomId) -> Result<(), Error> {
    let select = format!("SELECT {COLUMNS} FROM finished WHERE room = ?1 AND moves IS NOT NULL");
    let mut select = connection.prepare_cached(&select)?;
    let facts = select.query_map([room.as_str()], Fact::read)?;
    for fact in facts.collect::<Result<Vec<_>, _>>()? {
        if fact.reason.counts() {
            count_moves(connection, &fact, -1)?;
        }
    }
    connection
        .prepare_cached("UPDATE finished SET moves = NULL WHERE room = ?1")?
        .execute([room.as_str()])?;
    finished::leave_room(connection, room)
}

/// The result of a game for one of its sides, as it is stored in a form.
fn letter(winner: Option<Side>, side: Side) -> char {
    match winner {
        Some(winner) if winner == side => 'w',
        Some(_) => 'l',
        None => 'd',
    }
}

/// Adds the game to the score of the person on a side.
fn tally(connection: &Connection, fact: &Fact, side: Side, is_rated: bool) -> Result<(), Error> {
    let (own, other) = (&fact.players[side], &fact.players[side.other()]);
    let Some(person) = own.person.filter(|own| Some(*own) != other.person) else {
        return Ok(());
    };
    let result = letter(fact.winner, side);
    let one = |which| i64::from(result == which);
    connection
        .prepare_cached(
            "INSERT INTO tally (person, opponent, variant, won, drawn, lost, rated)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
             ON CONFLICT DO UPDATE SET won = won + ?4, drawn = drawn + ?5, lost = lost + ?6, rated = rated + ?7",
        )?
        .execute(params![
            person,
            opponent(other, fact.ladder),
            fact.variant,
            one('w'),
            one('d'),
            one('l'),
            is_rated
        ])?;
    Ok(())
}

/// The number of an opponent in a tally.
fn opponent(other: &Party, ladder: i64) -> i64 {
    match (other.person, other.level()) {
        (Some(person), _) => person,
        (None, Some(level)) => level_number(ladder, level),
        (None, None) => 0,
    }
}

fn level_number(ladder: i64, level: u8) -> i64 {
    -(10 * ladder + i64::from(level))
}

/// The number of a level of today's ladder in a tally.
pub(super) fn level_now(level: u8) -> i64 {
    level_number(LADDER, level)
}

/// Adds `times` the moves of a listed game to their positions.
fn count_moves(connection: &Connection, fact: &Fact, times: i64) -> Result<(), Error> {
    for (key, results) in moves_of(fact) {
        add_results(connection, &key, results.map(|games| times * games))?;
        if times < 0 {
            let (variant, position, square) = &key;
            connection
                .prepare_cached(
                    "DELETE FROM position WHERE variant = ?1 AND key = ?2 AND move = ?3
                         AND black = 0 AND drawn = 0 AND white = 0",
                )?
                .execute(params![variant, position, square])?;
        }
    }
    Ok(())
}

/// The moves of a listed game that are counted.
fn moves_of(fact: &Fact) -> Vec<((String, i64, String), [i64; 3])> {
    let (Some(variant), Some(moves), true) = (fact.variant(), fact.moves(), fact.listed) else {
        return Vec::new();
    };
    let black = fact.winner.map(|winner| winner == fact.black());
    let results = [Some(true), None, Some(false)].map(|result| i64::from(result == black));
    let plies = 0..moves.len().min(COUNTED);
    let counted = plies.map(|ply| {
        let position = key(variant, &moves[..ply]);
        let square = position.counted(moves[ply]).to_string();
        ((fact.variant.clone(), position.number, square), results)
    });
    counted.collect()
}

fn add_results(
    connection: &Connection,
    (variant, position, square): &(String, i64, String),
    [won, drawn, lost]: [i64; 3],
) -> Result<(), Error> {
    connection
        .prepare_cached(
            "INSERT INTO position (variant, key, move, black, drawn, white)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT DO UPDATE SET black = black + ?4, drawn = drawn + ?5, white = white + ?6",
        )?
        .execute(params![variant, position, square, won, drawn, lost])
        .map(drop)
}

/// A row of the table of ratings.
#[derive(Clone, Default)]
struct Rated {
    strength: Strength,
    games: i64,
    opponents: i64,
    form: String,
}

/// Rates the game, which was added to the tallies before.
fn rate(connection: &Connection, fact: &Fact) -> Result<(), Error> {
    let people = BySide::from_fn(|side| {
        fact.players[side]
            .person
            .expect("a rated game is between people")
    });
    let before = BySide {
        first: rated(connection, people.first, &fact.variant)?,
        second: rated(connection, people.second, &fact.variant)?,
    };
    let strengths = BySide::from_fn(|side| before[side].strength);
    let after = after_game(strengths, fact.winner);
    for side in Side::BOTH {
        let (person, other) = (people[side], people[side.other()]);
        let is_new = connection
            .prepare_cached(
                "SELECT rated = 1 FROM tally WHERE person = ?1 AND opponent = ?2 AND variant = ?3",
            )?
            .query_row(params![person, other, fact.variant], |row| row.get(0))?;
        write_rated(connection, fact, side, &before[side], after[side], is_new)?;
        let beaten = (fact.winner == Some(side)).then_some(strengths[side.other()].rating);
        connection
            .prepare_cached(
                "INSERT INTO rating_change (person, variant, nr, before, after, beaten)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                person,
                fact.variant,
                fact.nr,
                strengths[side].rating,
                after[side].rating,
                beaten
            ])?;
    }
    Ok(())
}

fn rated(connection: &Connection, person: i64, variant: &str) -> Result<Rated, Error> {
    let found = connection
        .prepare_cached(
            "SELECT rating, deviation, volatility, games, opponents, form FROM rating
                 WHERE person = ?1 AND variant = ?2",
        )?
        .query_row(params![person, variant], |row| {
            Ok(Rated {
                strength: Strength {
                    rating: row.get(0)?,
                    deviation: row.get(1)?,
                    volatility: row.get(2)?,
                },
                games: row.get(3)?,
                opponents: row.get(4)?,
                form: row.get(5)?,
            })
        })
        .optional()?;
    Ok(found.unwrap_or_default())
}

fn write_rated(
    connection: &Connection,
    fact: &Fact,
    side: Side,
    before: &Rated,
    after: Strength,
    is_new_opponent: bool,
) -> Result<(), Error> {
    let mut form = before.form.clone();
    form.push(letter(fact.winner, side));
    // Letters of one byte.
    let form = &form[form.len().saturating_sub(FORM)..];
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO rating
                 (person, variant, rating, deviation, volatility, games, opponents, form)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            fact.players[side].person,
            fact.variant,
            after.rating,
            after.deviation,
            after.volatility,
            before.games + 1,
            before.opponents + i64::from(is_new_opponent),
            form
        ])?;
    Ok(())
}
