//! Subcommands of `enlinea-server`, which serve nothing: copies of the games, checks of them, and texts about the
//! program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Error, Result, bail};
use clap::{Command, Subcommand};
use clap_complete::Shell;
use server::{console, store};

/// A subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    /// Writes a copy of the stored games to a new file, whether a server uses them or not, and checks it.
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
        /// Restores a backup in which `check` finds damaged rooms, which are then quarantined.
        #[arg(long)]
        damaged: bool,
    },
    /// Checks every page and every room of the stored games, or of a backup; exit status 1 if something is damaged.
    Check {
        /// Backup to check instead.
        file: Option<PathBuf>,
    },
    /// Writes the records of all games that are over, also of those that the lobby did not list, whether a server uses
    /// them or not.
    ///
    /// Games that have lost their moves, as with `--keep`, are left out.
    Export {
        /// New file to write [default: standard output].
        file: Option<PathBuf>,
    },
    /// Derives ratings, profiles and the moves of positions again from the games that are over, which no server may
    /// use.
    Rebuild,
    /// Speaks to the server that uses the data directory.
    Ctl {
        #[command(subcommand)]
        command: console::Command,
    },
    /// Prints the completions of a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Prints the manual page, or writes that of each command to a directory.
    Man {
        /// The directory to write to [default: the main page, to standard output].
        #[arg(value_name = "DIR")]
        directory: Option<PathBuf>,
    },
}

impl Job {
    /// Does what the subcommand says with the games in `directory`, or writes about `program`.
    ///
    /// A reader that left, as `head` does, has read enough.
    pub(crate) fn run(
        self,
        directory: impl FnOnce() -> Result<PathBuf>,
        program: Command,
    ) -> Result<ExitCode> {
        let is_unread = |error: &Error| {
            let cause = error.root_cause().downcast_ref::<io::Error>();
            cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
        };
        match self.carry_out(directory, program) {
            Err(error) if is_unread(&error) => Ok(ExitCode::SUCCESS),
            done => done,
        }
    }

    fn carry_out(
        self,
        directory: impl FnOnce() -> Result<PathBuf>,
        mut program: Command,
    ) -> Result<ExitCode> {
        let mut out = io::stdout().lock();
        match self {
            Self::Completions { shell } => {
                // Into a text first: it takes a reader that left for a defect.
                let mut script = Vec::new();
                clap_complete::generate(shell, &mut program, "enlinea-server", &mut script);
                out.write_all(&script)?;
            }
            Self::Man { directory: None } => clap_mangen::Man::new(program).render(&mut out)?,
            Self::Man {
                directory: Some(pages),
            } => {
                fs::create_dir_all(&pages)?;
                clap_mangen::generate_to(program, pages)?;
            }
            Self::Backup { file } => {
                let size = store::backup(&directory()?, &file).map_err(Error::msg)?;
                writeln!(out, "{size} bytes in {}", file.display())?;
            }
            Self::Restore {
                file,
                force,
                damaged,
            } => {
                let kept = store::restore(&directory()?, &file, force, damaged);
                if let Some(kept) = kept.map_err(Error::msg)? {
                    writeln!(out, "the old database is {}", kept.display())?;
                }
                writeln!(out, "restored from {}", file.display())?;
            }
            Self::Check { file } => {
                let report = store::check(&file.map_or_else(directory, Ok)?)?;
                let told = writeln!(out, "{report}");
                if report.is_damaged() {
                    return Ok(ExitCode::FAILURE);
                }
                told?;
            }
            Self::Export { file: None } => {
                store::export(&directory()?, &mut out).context("cannot export the games")?;
            }
            Self::Export { file: Some(file) } => {
                let exported = store::export_to(&directory()?, &file)
                    .with_context(|| format!("cannot export the games to {}", file.display()))?;
                writeln!(out, "{} has {exported}", file.display())?;
            }
            Self::Rebuild => {
                let games = store::rebuild(&directory()?).map_err(Error::msg)?;
                writeln!(
                    out,
                    "ratings, profiles and the explorer are derived again; finished games: {games}"
                )?;
            }
            Self::Ctl { command } => match console::ask(&directory()?, command.meant_here()?)? {
                Ok(answer) => writeln!(out, "{answer}")?,
                Err(problem) => bail!(problem),
            },
        }
        Ok(ExitCode::SUCCESS)
    }
}
