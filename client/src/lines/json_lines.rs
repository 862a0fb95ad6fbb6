//! The lines of `--json` that are no messages of the protocol: lists, records, settings.
//!
//! `lines.schema.json` beside the manifest is their JSON Schema, generated from these types (feature `schema`).

use std::collections::BTreeMap;

#[cfg(feature = "host")]
use protocol::analysis::{BestLine, ColumnValue};
use protocol::game::Game;
use protocol::millis::Millis;
use protocol::record::{Record, RecordedPly};
use protocol::side::Side;
use protocol::view::{Place, RoomSummary, SearchInfo};
use serde::Serialize;

use crate::args::settings::{Origin, Setting};
use crate::library::Entry;
use crate::words::table;

/// A server, of `servers`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ServerLine {
    /// Its name.
    pub(super) name: String,
    /// Its addresses, for `--server`.
    pub(super) urls: Vec<String>,
}

/// A room, of `rooms` and of `games`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct RoomLine {
    /// The room, in the form of the protocol.
    #[serde(flatten)]
    pub(super) room: RoomSummary,
    /// True if this person has a seat there.
    pub(super) yours: bool,
    /// The seat of this person, if the server knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<Side>,
    /// True if it is the turn of this person, if the server knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) your_turn: Option<bool>,
}

/// A game of the library, of `games`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct GameLine {
    /// The name by which `export`, `replay` and `analyse` find it, such as `K7QM2X-3`; none where a later game has
    /// the same, and the file names it.
    name: Option<String>,
    /// The file.
    file: String,
    /// The day on which it ended, such as `2026.11.22`.
    date: Option<String>,
    /// The code of its room.
    room: Option<String>,
    /// The number of the game in its room, from 1.
    number: Option<u16>,
    /// The rules.
    variant: Option<String>,
    /// The first player.
    first: Option<String>,
    /// The second player.
    second: Option<String>,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: Option<String>,
    /// The number of plies.
    plies: Option<usize>,
    /// True where this person only watched it.
    watched: bool,
    /// The reason why the file cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl GameLine {
    pub(super) fn new(entry: &Entry) -> Self {
        let record = entry.record.as_ref().ok();
        let tag = |name| Some(record?.tag(name)?.to_owned());
        let number = entry.name.and_then(|name| name.number);
        Self {
            name: entry.own_name().map(|name| name.to_string()),
            file: entry.path.display().to_string(),
            date: tag("Date"),
            room: tag("Room"),
            number: number.map(Into::into),
            variant: tag("Variant"),
            first: tag("First"),
            second: tag("Second"),
            result: tag("Result"),
            plies: record.map(|record| record.plies().len()),
            watched: entry.watched,
            problem: entry.record.as_ref().err().map(ToString::to_string),
        }
    }
}

/// The record of a game, of `export`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct RecordLine {
    /// The record as text.
    pub(super) record: String,
}

/// A file that was written, of `export` and `man`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenLine {
    /// Its path; of `man`, that of the directory.
    pub(super) written: String,
}

/// A part of a game, of `replay`: the game, each of its plies, and the result.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) enum ReplayLine {
    /// The game.
    Game {
        /// The tags of the record, such as `First` and `Date`.
        tags: BTreeMap<String, String>,
        /// The comment on the game.
        comment: Option<String>,
    },
    /// A ply.
    Ply {
        /// Its number, from 1.
        ply: usize,
        /// The side that made it; in an opening with choices, the colour.
        side: Side,
        /// The seat that made it, of which the result is too; other than `side` where an opening has exchanged the
        /// colours.
        seat: Side,
        /// The move, in the notation of the game.
        #[serde(rename = "move")]
        word: String,
        /// The time left on its side's clock, in milliseconds.
        left_ms: Option<u64>,
        /// The comment on it.
        comment: Option<String>,
        /// What the bot found that made it, in the form of the protocol.
        #[serde(skip_serializing_if = "Option::is_none")]
        search: Option<SearchInfo>,
        /// The board after it, the top row first: `X` is a stone of the first side, `O` of the second, `.` is an
        /// empty cell. With `--boards` alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<Vec<String>>,
    },
    /// The result.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// The reason for the end, where the record has it.
        reason: Option<String>,
        /// The last board, as with a ply; without `--boards` alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        board: Option<Vec<String>>,
    },
}

impl ReplayLine {
    /// The game of a record.
    pub(super) fn game(record: &Record) -> Self {
        let tags = record.tags();
        Self::Game {
            tags: tags
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            comment: record.comment().map(str::to_owned),
        }
    }

    /// The ply of this side and this seat that led to a position.
    pub(super) fn ply(
        position: &Game,
        number: usize,
        (side, seat): (Side, Side),
        ply: &RecordedPly,
        with_board: bool,
    ) -> Self {
        Self::Ply {
            ply: number,
            side,
            seat,
            word: position.write_move(ply.square()),
            left_ms: ply.left().map(Millis::as_millis),
            comment: ply.comment().map(str::to_owned),
            search: ply
                .search()
                .map(|search| search.told(side, number as u16, ply.square())),
            board: with_board.then(|| table::rows(position)),
        }
    }

    /// The end of a record, with its last position.
    pub(super) fn result(record: &Record, position: &Game, with_board: bool) -> Self {
        Self::Result {
            result: record.result().to_string(),
            reason: record.tag("Reason").map(str::to_owned),
            board: with_board.then(|| table::rows(position)),
        }
    }
}

/// A position of a game, of `analyse`, with the values of the message `analysis`.
#[cfg(feature = "host")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PositionLine {
    /// The number of plies that led to it.
    pub(super) plies: usize,
    /// The value of each column, where discs fall.
    pub(super) columns: Vec<ColumnValue>,
    /// The best lines, elsewhere.
    pub(super) lines: Vec<BestLine>,
    /// The positions searched, as a text of digits.
    pub(super) nodes: String,
    /// The fault of the last ply: `mistake` or `blunder`.
    pub(super) mistake: Option<&'static str>,
}

/// The file of the settings, of `config`, before the settings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SettingsFileLine {
    /// Its path.
    pub(super) file: String,
    /// True where it is there.
    pub(super) exists: bool,
}

/// A setting, of `config`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct SettingLine<'a> {
    /// Its key in the file.
    name: &'a str,
    /// Its value; none where it has no default and nobody chose one.
    value: Option<&'a str>,
    /// The origin of the value.
    origin: OriginWord,
    /// The environment variable, where that is the origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    variable: Option<&'a str>,
}

/// The origin of a setting.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum OriginWord {
    Default,
    File,
    Environment,
    Flag,
}

impl<'a> SettingLine<'a> {
    pub(super) fn new(setting: &'a Setting) -> Self {
        let (origin, variable) = match &setting.origin {
            Origin::Default => (OriginWord::Default, None),
            Origin::File => (OriginWord::File, None),
            Origin::Environment(variable) => (OriginWord::Environment, Some(variable.as_str())),
            Origin::Flag => (OriginWord::Flag, None),
        };
        Self {
            name: &setting.name,
            value: setting.value.as_deref(),
            origin,
            variable,
        }
    }
}

/// An action of the screens with its keys, of `keys`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ActionLine<'a> {
    /// The screen, as a section of the settings names it; none for the keys of every screen.
    pub(super) screen: Option<String>,
    /// The name of the action in the settings.
    pub(super) action: &'a str,
    /// The names of its keys.
    pub(super) keys: &'a [String],
    /// Its meaning, in the language of the person.
    pub(super) does: &'a str,
}

/// The key of the person, of `whoami`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct KeyLine {
    /// The file of the key.
    pub(super) key: String,
    /// Its fingerprint.
    pub(super) fingerprint: String,
}

/// The name of the person on a server, of `whoami` and `rename`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct NameLine {
    /// The name; of a guest, the one for this visit.
    pub(super) name: String,
    /// True where the name belongs to the key.
    pub(super) owned: bool,
    /// The address of the server.
    pub(super) server: String,
}

/// A key that was taken, of `import-key`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ImportedKeyLine {
    /// Its fingerprint.
    pub(super) fingerprint: String,
    /// The file where the former key is kept, if there was one.
    pub(super) former: Option<String>,
}

/// A player in the order of a game, of `leaderboard`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PlaceLine {
    /// The place, from 1; none with too few rated games, or opponents.
    pub(super) place: Option<u32>,
    /// The rating that decides on the place.
    pub(super) at_least: i32,
    /// The player, in the form of the protocol.
    #[serde(flatten)]
    pub(super) player: Place,
}

/// A server whose key was forgotten, of `forget`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ForgottenLine<'a> {
    /// The server.
    pub(super) forgotten: &'a str,
}

/// The JSON Schema of every line that is no message of the protocol, each under the name of its type.
#[cfg(feature = "schema")]
pub fn json_schema() -> serde_json::Value {
    let mut generator = schemars::generate::SchemaSettings::draft2020_12().into_generator();
    let lines = [
        generator.subschema_for::<ServerLine>(),
        generator.subschema_for::<RoomLine>(),
        generator.subschema_for::<protocol::view::BotOffer>(),
        generator.subschema_for::<GameLine>(),
        generator.subschema_for::<protocol::view::PastGame>(),
        generator.subschema_for::<protocol::view::Profile>(),
        generator.subschema_for::<PlaceLine>(),
        generator.subschema_for::<RecordLine>(),
        generator.subschema_for::<WrittenLine>(),
        generator.subschema_for::<ReplayLine>(),
        generator.subschema_for::<PositionLine>(),
        generator.subschema_for::<SettingsFileLine>(),
        generator.subschema_for::<SettingLine<'_>>(),
        generator.subschema_for::<ActionLine<'_>>(),
        generator.subschema_for::<KeyLine>(),
        generator.subschema_for::<NameLine>(),
        generator.subschema_for::<ImportedKeyLine>(),
        generator.subschema_for::<ForgottenLine<'_>>(),
    ];
    let mut schema = serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The lines of enlinea --json",
        "description": "Lines that are no messages of the protocol; those are described by protocol/schema.json.",
        "anyOf": lines,
        "$defs": generator.take_definitions(true),
    });
    protocol::schema::tidy(&mut schema);
    schema.sort_all_objects();
    schema
}
