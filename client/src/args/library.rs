//! The arguments of the commands about games that are saved.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use protocol::id::RoomId;
use protocol::rules::Variant;

/// A game: the record in a file, or the code of its room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameSource {
    /// Standard input.
    Input,
    /// A file.
    File(PathBuf),
    /// The latest game of a room, of the library or else of the server.
    Room(RoomId),
}

impl FromStr for GameSource {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "-" => Self::Input,
            text => text
                .parse()
                .map_or_else(|_no_code| Self::File(text.into()), Self::Room),
        })
    }
}

/// The game to export.
#[derive(Clone, Debug, Args)]
pub struct ExportArgs {
    /// The code of the room.
    #[arg(value_name = "CODE")]
    pub code: RoomId,

    /// The file to write, which must not exist [default: standard output].
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
}

/// The game to look through.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// A file with a record, the code of a room, or - for standard input; ./NAME is a file in any case.
    #[arg(value_name = "FILE|CODE")]
    pub game: GameSource,

    /// Draws the board after every ply instead of the last one alone.
    #[arg(long)]
    pub boards: bool,
}

/// The game to analyse.
#[derive(Clone, Debug, Args)]
pub struct AnalyseArgs {
    /// A file with a record, the code of a room, or - for standard input; ./NAME is a file in any case.
    #[arg(value_name = "FILE|CODE", required_unless_present = "moves")]
    pub game: Option<GameSource>,

    /// The moves of a position, such as "4 4 3" or "h8 h9 i8", instead of a record.
    #[arg(long, value_name = "MOVES", conflicts_with = "game")]
    pub moves: Option<String>,

    /// The game of those moves.
    #[arg(help = format!("The game of --moves: one of {}", Variant::names().join(", ")), long = "game", value_name = "GAME", id = "variant", default_value = "connect-four")]
    pub variant: Variant,

    /// The most time for a position, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=LONGEST))]
    pub seconds: u32,
}

/// An hour: who wants more of one position wants an engine, not a list.
const LONGEST: i64 = 3600;
