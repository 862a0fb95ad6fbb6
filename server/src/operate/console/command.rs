//! The commands of the host, as words and on their way.

use std::io;
use std::path::PathBuf;

use protocol::id::RoomId;
use protocol::side::BySide;
use protocol::spec::BotSpec;
use protocol::text::ChatText;
use protocol::tournament::TournamentAct;
use serde::{Deserialize, Serialize};

use crate::base::span::Span;

/// A command of the host to a server that runs.
#[derive(Clone, Debug, clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Lists the rooms in memory and the people who are connected.
    List,
    /// Says something to everybody who is connected, and in the chats of the lobby and of the rooms in memory.
    Say {
        /// The text.
        #[arg(required = true)]
        text: Vec<String>,
    },
    /// Ends the connections of a name, and lets it in again after a minute; of a guest, the address.
    Kick {
        /// Name of the person.
        name: String,
    },
    /// Lets a name or an address in no more. Of a name, also the addresses of the people who have it now.
    Ban {
        /// Name or address; of an IPv6 address the first 64 bits count.
        who: String,
        /// Time until they may come again, such as 30m, 1h or 7d; for good if it is not given.
        #[arg(long = "for", value_name = "TIME", allow_hyphen_values = true)]
        span: Option<Span>,
        /// Reason, which the person is told.
        #[arg(long, value_parser = |text: &str| line(text).map(|line| line.to_string()))]
        reason: Option<String>,
    },
    /// Lets a name or an address in again.
    Unban {
        /// Name or address, as `bans` shows it.
        who: String,
    },
    /// Lists the bans.
    Bans,
    /// Frees a name that belongs to a key, as of a key that was lost.
    Release {
        /// The name.
        name: String,
    },
    /// Replaces the owner of a name by `someone` in all games that are over, deletes the rooms of these games, and
    /// frees the name.
    Forget {
        /// The name.
        name: String,
    },
    /// Takes a game out of the ratings, which are derived again meanwhile: play waits.
    Annul {
        /// Number of the game.
        game: u32,
    },
    /// Makes the owners of two names one person, of the first name; all is derived again meanwhile: play waits.
    Merge {
        /// Name that the person has from now on.
        name: String,
        /// Name of the other key.
        other: String,
    },
    /// Closes a room for good; a game that goes on ends without a result.
    Close {
        /// Code of the room.
        room: RoomId,
    },
    /// Lists the tournaments, or acts as the organiser of one.
    Tournament {
        /// Code of the tournament.
        code: Option<RoomId>,
        /// Act; without one the standings are shown.
        #[command(subcommand)]
        act: Option<TournamentCommand>,
    },
    /// Opens no more rooms, and stops the server when no game with a person who is present goes on.
    Drain {
        /// Time after which the server stops in any case; games go on after the next start.
        #[arg(
            long = "for",
            value_name = "TIME",
            default_value = "30m",
            allow_hyphen_values = true
        )]
        span: Span,
    },
    /// Writes a copy of the stored games to a new file, and checks it.
    Backup {
        /// File to write.
        file: PathBuf,
    },
    /// Checks every page and every room of the stored games.
    Check,
    /// Shows numbers about the server.
    Stats,
}

/// An act of the host in a tournament. Entrants and pairings have the numbers of the result as JSON.
#[derive(Clone, Debug, clap::Subcommand, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentCommand {
    /// Stops the countdowns.
    Hold,
    /// Lets the countdowns run again.
    Run,
    /// Starts the next round now.
    Next,
    /// Corrects the result of a game.
    Correct {
        /// Number of the pairing.
        pairing: u32,
        /// Number of the game in it.
        game: u8,
        /// Halves of a point for the first of the pairing.
        first: u8,
        /// Halves of a point for the second.
        second: u8,
    },
    /// Adds a bot.
    AddBot {
        /// The bot.
        bot: BotSpec,
    },
    /// Takes an entrant out.
    Remove {
        /// Number of the entrant.
        entrant: u16,
    },
    /// Ends the tournament.
    End,
}

impl TournamentCommand {
    /// Returns the act.
    pub(super) fn act(self) -> TournamentAct {
        match self {
            Self::Hold => TournamentAct::Hold { held: true },
            Self::Run => TournamentAct::Hold { held: false },
            Self::Next => TournamentAct::NextRound,
            Self::Correct {
                pairing,
                game,
                first,
                second,
            } => TournamentAct::Correct {
                pairing,
                game,
                score: BySide { first, second },
            },
            Self::AddBot { bot } => TournamentAct::AddBot { bot },
            Self::Remove { entrant } => TournamentAct::Remove { entrant },
            Self::End => TournamentAct::End,
        }
    }
}

/// Reads a line that people are told; one that is too long is not cut.
pub(super) fn line(text: &str) -> Result<ChatText, String> {
    let length = text.chars().count();
    if length > ChatText::LONGEST {
        let most = ChatText::LONGEST;
        return Err(format!(
            "it has {length} characters; write {most} at most, or say it in several lines"
        ));
    }
    ChatText::clean(text).ok_or_else(|| "it has no letters; write some text".to_owned())
}

impl Command {
    /// Returns true if the answer may take as long as reading all games.
    pub(super) fn may_take_long(&self) -> bool {
        matches!(
            self,
            Self::Forget { .. }
                | Self::Annul { .. }
                | Self::Merge { .. }
                | Self::Backup { .. }
                | Self::Check
        )
    }

    /// Returns the command with its path as it is meant here: the server has a working directory of its own.
    ///
    /// # Errors
    ///
    /// The working directory cannot be read, the path is empty, or a line cannot be said.
    pub fn meant_here(self) -> io::Result<Self> {
        if let Self::Say { text } = &self {
            // A request that is far too long would be cut off without a word.
            line(&text.join(" ")).map_err(io::Error::other)?;
        }
        Ok(match self {
            Self::Backup { file } => Self::Backup {
                file: std::path::absolute(file)?,
            },
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_is_that_of_whoever_asks() {
        let file = PathBuf::from("monday.db");
        let meant = Command::Backup { file }.meant_here().unwrap();
        let Command::Backup { file } = meant else {
            panic!("{meant:?}");
        };
        assert_eq!(file, std::env::current_dir().unwrap().join("monday.db"));
    }

    /// The answer was advice about `-- -1`.
    #[test]
    fn a_time_before_now_is_said_to_be_no_time() {
        use clap::Subcommand as _;

        for line in [
            ["ctl", "ban", "ana", "--for", "-1h"].as_slice(),
            &["ctl", "drain", "--for", "-1h"],
        ] {
            let ctl = Command::augment_subcommands(clap::Command::new("ctl"));
            let error = ctl.try_get_matches_from(line).unwrap_err().to_string();
            assert!(error.contains("\"-1h\" is no time; write 90s"), "{error}");
        }
    }
}
