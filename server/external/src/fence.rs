//! The fence around an engine: the files it may read and write, and that it reaches nothing else.
//!
//! [`Fence`] and the words of a command -> `plan` -> this program again, as [`SUBCOMMAND`] -> `inside`, which
//! restricts itself -> a line with [`InForce`] -> the engine
//!
//! An engine that is trusted takes the same way without a restriction, so that it ends with the program that started
//! it.
//!
//! - `plan`: one command in its fence; `readable`: the files that it may read; `folder`: where it may write
//! - `in_force`: what the kernel could do of it
//! - `inside`: the restriction of the process that becomes the engine, on Linux alone
//!
//! The fence protects the person who runs the engine from it: home folder, keys, games and network. It is as good as
//! the kernel, and what is missing is said. Elsewhere than on Linux there is none.
//!
//! The process that becomes the engine restricts itself, before the first instruction of the engine. So `main` calls
//! [`Fence::enter_if_asked`] before anything else: a process with threads cannot leave its namespaces. A part that the
//! kernel lacks is logged and is no error. Tests prove a part by what it denies, not by its report.

mod folder;
mod in_force;
#[cfg(target_os = "linux")]
mod inside;
mod plan;
mod readable;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(crate) use folder::Folder;
pub use in_force::InForce;
pub(crate) use plan::Plan;

/// Hidden subcommand of the programs that start engines, by which they restrict themselves and become one.
const SUBCOMMAND: &str = "fenced-engine";

/// A fence for engines.
#[derive(Clone, Debug)]
pub struct Fence {
    /// A program that calls [`Fence::enter_if_asked`].
    program: PathBuf,
    /// Files and folders of ours: a folder that has one of them in it is none of an engine.
    hidden: Vec<PathBuf>,
    /// It restricts nothing.
    is_open: bool,
}

impl Fence {
    /// Returns the fence that the running program is able to make; none where the platform has none.
    pub fn new() -> Option<Self> {
        // Not the path of the program, which may have been replaced by another version since.
        cfg!(target_os = "linux").then(|| Self::by_program("/proc/self/exe"))
    }

    /// Returns the fence that another program makes, which calls [`enter_if_asked`](Self::enter_if_asked).
    pub fn by_program(program: impl Into<PathBuf>) -> Self {
        let hidden = std::env::home_dir().map(|home| resolved(&home));
        Self {
            program: program.into(),
            hidden: hidden.into_iter().collect(),
            is_open: false,
        }
    }

    /// The fence of an engine that is trusted: it has all the rights of this program, and only ends with it.
    #[must_use]
    pub fn open(self) -> Self {
        Self {
            is_open: true,
            ..self
        }
    }

    /// Keeps a file or folder from being read together with an engine that lies in a folder above it, as the home
    /// folder is.
    #[must_use]
    pub fn hide(mut self, path: &Path) -> Self {
        self.hidden.push(resolved(path));
        self
    }

    /// Restricts the process and becomes an engine, if the arguments of the program say so; returns only if they do
    /// not, or with the exit status where the engine cannot be started.
    ///
    /// To be called first of all: a process with several threads cannot have namespaces of its own.
    pub fn enter_if_asked() -> Option<ExitCode> {
        let mut arguments = std::env::args_os().skip(1);
        if arguments.next()? != SUBCOMMAND {
            return None;
        }
        Some(enter(arguments.collect()))
    }
}

#[cfg(target_os = "linux")]
fn enter(arguments: Vec<OsString>) -> ExitCode {
    inside::enter(arguments)
}

/// Nothing starts it here.
#[cfg(not(target_os = "linux"))]
fn enter(_arguments: Vec<OsString>) -> ExitCode {
    ExitCode::FAILURE
}

/// The path without links, where it leads somewhere.
fn resolved(path: &Path) -> PathBuf {
    let absolute = || std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.canonicalize().unwrap_or_else(|_| absolute())
}
