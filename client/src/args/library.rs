//! The arguments of the commands about games that are saved.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use protocol::rules::Variant;

use super::{suggested, whole_number};
use crate::language::parsed;
use crate::library::GameName;

/// A game: the record in a file, or the code of its room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameSource {
    /// Standard input.
    Input,
    /// A file.
    File(PathBuf),
    /// A game of a room, of the library or else of the server.
    Room(GameName),
}

/// The name of a file need not be UTF-8.
impl From<OsString> for GameSource {
    fn from(argument: OsString) -> Self {
        match argument.to_str() {
            Some("-") => Self::Input,
            text => match text.and_then(|text| text.parse().ok()) {
                Some(room) => Self::Room(room),
                None => Self::File(argument.into()),
            },
        }
    }
}

/// The game to export.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    #[arg(help = say!("options-export-code"), value_name = say!("options-value-code"), value_parser = parsed::<GameName>)]
    pub code: GameName,

    #[arg(help = say!("options-export-file"), value_name = say!("options-value-file"))]
    pub file: Option<PathBuf>,
}

/// The game to look through.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    #[arg(help = say!("options-game-source"), value_name = say!("options-value-source"))]
    pub game: GameSource,

    #[arg(help = say!("options-number"), long, value_name = "N", value_parser = |text: &str| whole_number(text, 1, MOST_GAMES))]
    pub number: Option<u32>,

    #[arg(help = say!("options-boards"), long)]
    pub boards: bool,
}

/// The game to analyse.
#[derive(Clone, Debug, Args)]
pub struct AnalyseArgs {
    #[arg(help = say!("options-game-source"), value_name = say!("options-value-source"), required_unless_present = "moves")]
    pub game: Option<GameSource>,

    #[arg(help = say!("options-number"), long, value_name = "N", conflicts_with = "moves", value_parser = |text: &str| whole_number(text, 1, MOST_GAMES))]
    pub number: Option<u32>,

    #[arg(help = say!("options-moves"), long, value_name = say!("options-value-moves"), conflicts_with = "game")]
    pub moves: Option<String>,

    /// The game of those moves.
    #[arg(help = say!("options-moves-game", names = Variant::names().join(", ")), long = "game", value_name = say!("options-value-game"), id = "variant", default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub variant: Variant,

    #[arg(help = say!("options-seconds"), long, value_name = say!("options-value-seconds"), default_value_t = 3, value_parser = |text: &str| whole_number(text, 1, LONGEST))]
    pub seconds: u32,
}

/// More games than a file that is read whole has.
const MOST_GAMES: u32 = 1_000_000;

/// An hour: who wants more of one position wants an engine, not a list.
const LONGEST: u32 = 3600;

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;

    #[test]
    fn a_code_is_the_latest_game_of_its_room_and_a_number_behind_it_names_one() {
        for (text, number) in [
            ("K7QM2X", None),
            ("K7QM2X-1", Some(1)),
            ("K7QM2X-12", Some(12)),
        ] {
            let name: GameName = text.parse().unwrap();
            assert_eq!(name.room.as_str(), "K7QM2X");
            assert_eq!(name.number.map(NonZeroU16::get), number);
            assert_eq!(name.to_string(), text);
            assert_eq!(
                GameSource::from(OsString::from(text)),
                GameSource::Room(name)
            );
        }
        for text in [
            "K7QM2X-0",
            "K7QM2X-",
            "K7QM2X-1-2",
            "K7QM2X-99999",
            "game-1",
        ] {
            assert!(text.parse::<GameName>().is_err(), "{text}");
            let source = GameSource::from(OsString::from(text));
            assert_eq!(source, GameSource::File(text.into()));
        }
    }
}
