//! The arguments of the commands about games that are over, on a server.

use std::path::PathBuf;

use clap::Args;
use protocol::rules::Variant;

use super::{suggested, whole_number};

/// The games to list.
#[derive(Clone, Debug, Args)]
pub struct HistoryArgs {
    #[arg(help = say!("options-history-words"), value_name = say!("options-value-words"))]
    pub words: Vec<String>,

    #[arg(help = say!("options-history-before"), long, value_name = "N", value_parser = |text: &str| whole_number(text, 1, u32::MAX), conflicts_with = "export")]
    pub before: Option<u32>,

    #[arg(help = say!("options-history-export"), long, value_name = say!("options-value-file"))]
    pub export: Option<PathBuf>,
}

/// A person.
#[derive(Clone, Debug, Args)]
pub struct ProfileArgs {
    #[arg(help = say!("options-profile-name"), value_name = say!("options-value-name"))]
    pub person: Option<String>,
}

/// The order of the players of a game.
#[derive(Clone, Debug, Args)]
pub struct LeaderboardArgs {
    /// The game.
    #[arg(help = say!("options-leaderboard-game", names = Variant::names().join(", ")), value_name = say!("options-value-game"), default_value = "connect-four", value_parser = suggested::game(), hide_possible_values = true)]
    pub game: Variant,

    #[arg(help = say!("options-today"), long)]
    pub today: bool,
}
