//! Subcommands of `enlinea-server`, which serve nothing: copies of the games, and checks of them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Subcommand;
use server::{console, store};

/// A subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    /// Writes a copy of the stored games to a new file, whether a server uses them or not.
    ///
    /// The key of the server is in a file of its own, which is not in the copy.
    Backup {
        /// File to write.
        file: PathBuf,
    },
    /// Puts a backup in the place of the stored games, which no server may use.
    Restore {
        /// Backup to read.
        file: PathBuf,
        /// Replaces games that are there; the old database is kept beside.
        #[arg(long)]
        force: bool,
    },
    /// Checks every page and every room of the stored games, or of a backup; exit status 1 if something is damaged.
    Check {
        /// Backup to check instead.
        file: Option<PathBuf>,
    },
    /// Speaks to the server that uses the data directory.
    Ctl {
        #[command(subcommand)]
        command: console::Command,
    },
}

impl Job {
    /// Does what the subcommand says with the games in `directory`.
    pub(crate) fn run(self, directory: &Path) -> Result<ExitCode> {
        let mut out = std::io::stdout().lock();
        match self {
            Self::Backup { file } => {
                let size = store::backup(directory, &file)?;
                writeln!(out, "{size} bytes in {}", file.display())?;
            }
            Self::Restore { file, force } => {
                if let Some(kept) = store::restore(directory, &file, force)? {
                    writeln!(out, "the old database is {}", kept.display())?;
                }
                writeln!(out, "restored from {}", file.display())?;
            }
            Self::Check { file } => {
                let report = store::check(file.as_deref().unwrap_or(directory))?;
                writeln!(out, "{report}")?;
                if report.is_damaged() {
                    return Ok(ExitCode::FAILURE);
                }
            }
            Self::Ctl { command } => match console::ask(directory, command)? {
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(problem) => bail!(problem),
            },
        }
        Ok(ExitCode::SUCCESS)
    }
}
