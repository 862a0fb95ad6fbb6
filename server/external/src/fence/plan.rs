//! One command in its fence: how it is started.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Fence, InForce, SUBCOMMAND, readable};

/// Option before the number of the program that starts the engine.
pub(super) const PARENT: &str = "--parent";
/// Option before the private folder; an engine without one has all the rights of the program.
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

    /// Returns true if the engine has all the rights of the program.
    pub(crate) fn is_open(&self) -> bool {
        self.fence.is_open
    }

    /// Returns the command in its fence.
    pub(crate) fn command(&self, words: &[String], folder: &Path) -> Command {
        let mut command = self.begun();
        describe(&mut command, &self.readable, folder);
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

    /// Returns the command of an engine that has all the rights of the program.
    pub(crate) fn open_command(&self, words: &[String]) -> Command {
        let mut command = self.begun();
        command.arg(COMMAND).args(words);
        command
    }

    fn begun(&self) -> Command {
        let mut command = Command::new(&self.fence.program);
        let parent = std::process::id().to_string();
        command.arg(SUBCOMMAND).arg(PARENT).arg(parent);
        command
    }

    /// Reads the first line that the command writes: the parts of the fence that are in force.
    pub(crate) fn in_force(line: &str) -> Option<InForce> {
        InForce::from_line(line)
    }
}

/// Adds the options that say what the engine may read and write.
pub(super) fn describe(command: &mut Command, readable: &[PathBuf], folder: &Path) {
    command.arg(FOLDER).arg(folder);
    for path in readable {
        command.arg(READ).arg(path);
    }
}

fn is_given(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    VARIABLES.contains(&name.as_ref()) || name.starts_with("LC_")
}
