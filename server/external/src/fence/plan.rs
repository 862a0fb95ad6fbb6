//! One command in its fence: how it is started.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Fence, InForce, SUBCOMMAND, readable};

/// Option before the private folder.
pub(super) const FOLDER: &str = "--folder";
/// Option before a file or folder that may be read.
pub(super) const READ: &str = "--read";
/// The command begins behind this.
pub(super) const COMMAND: &str = "--";

/// Variables that an engine is given; each other one is none of its business. `LC_*` too.
const VARIABLES: &[&str] = &["PATH", "LANG", "LANGUAGE", "TZ"];

/// A command in a fence.
#[derive(Debug)]
pub(crate) struct Plan {
    fence: Fence,
    readable: Vec<PathBuf>,
}

impl Plan {
    /// Plans the fence of a command.
    ///
    /// # Errors
    ///
    /// There is no such program.
    pub(crate) fn new(fence: &Fence, words: &[String]) -> io::Result<Self> {
        Ok(Self {
            readable: readable::of_command(words, &fence.hidden)?,
            fence: fence.clone(),
        })
    }

    /// Returns the command in its fence.
    pub(crate) fn command(&self, words: &[String], folder: &Path) -> Command {
        let mut command = Command::new(&self.fence.program);
        command.arg(SUBCOMMAND).arg(FOLDER).arg(folder);
        for path in &self.readable {
            command.arg(READ).arg(path);
        }
        let variables = std::env::vars_os().filter(|(name, _)| is_given(name));
        command
            .arg(COMMAND)
            .args(words)
            .env_clear()
            .envs(variables)
            .env("HOME", folder)
            .env("TMPDIR", folder);
        command
    }

    /// Reads the first line that the command writes: the parts of the fence that are in force.
    pub(crate) fn in_force(line: &str) -> Option<InForce> {
        InForce::from_line(line)
    }
}

fn is_given(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    VARIABLES.contains(&name.as_ref()) || name.starts_with("LC_")
}
