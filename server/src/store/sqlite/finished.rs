//! The games that ended, in the order in which they did.
//!
//! A row is a fact: it is written in the transaction of the append that ends its game. Later it only loses: its moves
//! when its room is deleted, the name of a person who is forgotten, its place in the ratings when it is annulled.
//! Everything else is derived from these rows in the order of their numbers (`derived.rs`). They are text that SQL and
//! people read. Reasons, variants and choices are the words of the protocol: a release that renames one there goes on
//! writing the old word here.

use std::fmt::Display;
use std::str::FromStr;

use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{BotSpec, OpeningChoice, OpeningRule};
use protocol::square::Square;
use protocol::turn_order::TurnOrder;
use protocol::view::Reason;
use room::{Finished, Player};
use rusqlite::{Connection, Error, OptionalExtension as _, Row, params};

use super::{people, stored};
use crate::history::level::LADDER;

const INSERT: &str = "
    INSERT INTO finished (room, game, ended, variant, clock, opening, first, first_is_bot, first_person,
                          second, second_is_bot, second_person, winner, reason, plies, moves, listed, rated, ladder)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
    ON CONFLICT DO NOTHING RETURNING nr";

/// A game that ended, in the words of its row, with the keys of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "postgres", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::store) struct Noted {
    room: RoomId,
    game: u16,
    ended: i64,
    variant: String,
    clock: Option<String>,
    opening: Option<String>,
    players: BySide<NotedPlayer>,
    winner: Option<String>,
    reason: String,
    plies: i64,
    moves: String,
    listed: bool,
    rated: bool,
    ladder: i64,
}

/// Hash of the key of a person, in text as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "postgres",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "String", try_from = "String")
)]
pub(in crate::store) struct Key(pub(super) TokenHash);

/// A player of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "postgres", derive(serde::Serialize, serde::Deserialize))]
pub(in crate::store) struct NotedPlayer {
    name: String,
    is_bot: bool,
    key: Option<Key>,
}

impl Noted {
    /// Returns what is noted of the game of `room`.
    pub(in crate::store) fn of(room: RoomId, finished: &Finished) -> Self {
        let player = |player: &Player| NotedPlayer {
            name: player.name.clone(),
            is_bot: player.is_bot,
            key: player.owner.map(Key),
        };
        let opening_of = |rule| opening(rule, &finished.turns);
        Self {
            room,
            game: finished.game,
            ended: stored(finished.ended),
            variant: finished.variant.to_string(),
            clock: finished.clock.map(|clock| clock.to_string()),
            opening: finished.turns.rule().map(opening_of),
            players: BySide {
                first: player(&finished.players.first),
                second: player(&finished.players.second),
            },
            winner: finished.winner.map(|winner| side(winner).to_owned()),
            reason: finished.reason.to_string(),
            plies: i64::try_from(finished.moves.len()).unwrap_or(i64::MAX),
            moves: joined(&finished.moves),
            listed: finished.listed,
            rated: finished.rated,
            ladder: LADDER,
        }
    }
}

/// Adds a game after all others, and returns its number; `None` if it is there already and stays as it is.
pub(super) fn insert(connection: &Connection, noted: &Noted) -> Result<Option<i64>, Error> {
    let BySide { first, second } = &noted.players;
    let ended = Millis::from_millis(noted.ended.unsigned_abs());
    let person = |player: &NotedPlayer| match player.key {
        Some(Key(key)) => people::took_name(connection, key, &player.name, ended).map(Some),
        None => Ok(None),
    };
    let (first_person, second_person) = (person(first)?, person(second)?);
    connection
        .prepare_cached(INSERT)?
        .query_row(
            params![
                noted.room.as_str(),
                noted.game,
                noted.ended,
                noted.variant,
                noted.clock,
                noted.opening,
                first.name,
                first.is_bot,
                first_person,
                second.name,
                second.is_bot,
                second_person,
                noted.winner,
                noted.reason,
                noted.plies,
                noted.moves,
                noted.listed,
                noted.rated,
                noted.ladder,
            ],
            |row| row.get(0),
        )
        .optional()
}

/// The rule of an opening and its choices: `swap2 place_two black`.
fn opening(rule: OpeningRule, turns: &TurnOrder) -> String {
    let words = std::iter::once(rule.to_string());
    let words: Vec<_> = words
        .chain(turns.made().iter().map(ToString::to_string))
        .collect();
    words.join(" ")
}

fn joined(words: &[impl Display]) -> String {
    let words: Vec<_> = words.iter().map(ToString::to_string).collect();
    words.join(" ")
}

fn side(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// Returns the number of games that ended.
pub(super) fn count(connection: &Connection) -> Result<u64, Error> {
    let count = "SELECT count(*) FROM finished";
    connection.query_row(count, [], |row| row.get::<_, i64>(0).map(i64::unsigned_abs))
}

/// Notes that the room of some games is deleted.
pub(super) fn leave_room(connection: &Connection, room: RoomId) -> Result<(), Error> {
    connection
        .prepare_cached("UPDATE finished SET room = NULL WHERE room = ?1")?
        .execute([room.as_str()])
        .map(drop)
}

/// A row, as far as something is derived from it or shown of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fact {
    pub(super) nr: i64,
    pub(super) room: Option<String>,
    pub(super) ended: i64,
    pub(super) variant: String,
    pub(super) clock: Option<String>,
    opening: Option<String>,
    pub(super) players: BySide<Party>,
    pub(super) winner: Option<Side>,
    pub(super) reason: Reason,
    pub(super) plies: u16,
    moves: Option<String>,
    pub(super) listed: bool,
    pub(super) rated: bool,
    pub(super) ladder: i64,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Party {
    pub(super) name: String,
    pub(super) is_bot: bool,
    pub(super) person: Option<i64>,
}

impl Party {
    /// The level of the bot `level`.
    pub(super) fn level(&self) -> Option<u8> {
        let bot: BotSpec = self.is_bot.then(|| self.name.parse().ok())??;
        let is_level = bot.kind() == "level" && bot.options().next().is_none();
        let depth = bot.depth().filter(|_| is_level)?;
        Some(depth.value())
    }
}

/// The columns of a [`Fact`], for those who select them.
pub(super) const COLUMNS: &str = "nr, room, ended, variant, clock, opening, first, first_is_bot, first_person, \
     second, second_is_bot, second_person, winner, reason, plies, moves, listed, rated AND NOT annulled, ladder";

impl Fact {
    /// Returns the game of this number.
    pub(super) fn of(connection: &Connection, nr: i64) -> Result<Option<Self>, Error> {
        let select = format!("SELECT {COLUMNS} FROM finished WHERE nr = ?1");
        let mut select = connection.prepare_cached(&select)?;
        select.query_row([nr], Self::read).optional()
    }

    /// Reads a row of [`COLUMNS`].
    pub(super) fn read(row: &Row<'_>) -> Result<Self, Error> {
        let party = |at: usize| {
            Ok::<_, Error>(Party {
                name: row.get(at)?,
                is_bot: row.get(at + 1)?,
                person: row.get(at + 2)?,
            })
        };
        let winner: Option<String> = row.get(12)?;
        let reason: String = row.get(13)?;
        Ok(Self {
            nr: row.get(0)?,
            room: row.get(1)?,
            ended: row.get(2)?,
            variant: row.get(3)?,
            clock: row.get(4)?,
            opening: row.get(5)?,
            players: BySide {
                first: party(6)?,
                second: party(9)?,
            },
            winner: winner.map(|winner| match winner.as_str() {
                "first" => Side::First,
                _ => Side::Second,
            }),
            reason: reason.into(),
            plies: row.get(14)?,
            moves: row.get(15)?,
            listed: row.get(16)?,
            rated: row.get(17)?,
            ladder: row.get(18)?,
        })
    }

    /// The variant, if this release knows it.
    pub(super) fn variant(&self) -> Option<Variant> {
        self.variant.parse().ok()
    }

    /// The rule of the opening.
    pub(super) fn rule(&self) -> Option<OpeningRule> {
        let rule = self.opening.as_deref()?.split(' ').next()?;
        Some(OpeningRule::from(rule.to_owned()))
    }

    /// The choices of the opening.
    pub(super) fn choices(&self) -> Vec<OpeningChoice> {
        let words = self.opening.as_deref().unwrap_or_default().split(' ');
        words
            .skip(1)
            .map(|word| OpeningChoice::from(word.to_owned()))
            .collect()
    }

    /// The cells of the plies; none where only the result is kept.
    pub(super) fn moves(&self) -> Option<Vec<Square>> {
        let moves = self.moves.as_deref()?.split_whitespace();
        moves.map(Square::from_str).collect::<Result<_, _>>().ok()
    }

    /// The side that played the stones of odd plies.
    pub(super) fn black(&self) -> Side {
        let order = self
            .rule()
            .map(|rule| TurnOrder::after(rule, &self.choices()));
        let black = order.and_then(|order| order.ok()?.black());
        black.unwrap_or(Side::First)
    }

    /// True of two different people.
    pub(super) fn is_between_people(&self) -> bool {
        let [first, second] = [self.players.first.person, self.players.second.person];
        first.is_some() && second.is_some() && first != second
    }
}
