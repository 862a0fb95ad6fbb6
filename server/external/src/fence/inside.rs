//! The restriction of the process that becomes the engine: each part for itself, as far as the kernel can.
//!
//! namespaces -> limits -> Landlock -> filter of system calls -> the line that says so -> the engine
//!
//! Namespaces come first: Landlock is not lifted again, and forbids to write `uid_map`. Limits come after them, so that
//! the limit of processes counts those of the new user namespace alone. Nothing here reads the input, which is the
//! engine's.
//!
//! With a namespace of processes there are three: the one that was started, which stays outside; the first one inside,
//! with which the kernel ends all others; and the engine, since many signals do nothing to a first process. The first
//! two wait for the next one, and end with their parent. Without such a namespace the engine does so, but not what it
//! started.

/// The filter exists for these.
#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    target_arch = "riscv64"
))]
mod calls;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use nix::sched::{CloneFlags, unshare};
use rustix::io::Errno;
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getgid, getppid, getuid,
    set_parent_process_death_signal, setrlimit, wait,
};
use rustix::thread::{CapabilitiesSecureBits, set_capabilities_secure_bits, set_no_new_privs};

use super::plan::{COMMAND, FOLDER, PARENT, READ, describe};
use super::{InForce, SUBCOMMAND};

/// Option before the name of a step after the first.
const STEP: &str = "--step";
/// The process is the first one of its namespace.
const FIRST: &str = "first";
/// The process is to become the engine, in all its namespaces.
const ENGINE: &str = "engine";

/// Exit status where the engine cannot be started, as of a shell.
const CANNOT_START: u8 = 127;

/// Programs and libraries of the system, and what the loader, the language and the clock of every program need.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.preload",
    "/etc/localtime",
    "/etc/locale.alias",
    "/dev/random",
    "/dev/urandom",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/self",
    "/sys/devices/system/cpu",
];

/// Devices that are written to as well.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full"];

/// Newest version of Landlock's interface that is used; the library leaves out what the kernel does not have.
const LANDLOCK: ABI = ABI::V9;

/// Files open at once, of which engines need a dozen.
const MAX_FILES: u64 = 256;
/// Processes and threads, each of which may have the memory of an engine: it is told to search on few threads, and an
/// interpreter has some dozens of its own. Not for `root`, whom the kernel exempts.
const MAX_PROCESSES: u64 = 64;
/// Bytes of a file: what an engine learns and keeps until its end is far smaller.
const MAX_FILE_SIZE: u64 = 256 << 20;

/// Restricts this process as the arguments say, and becomes the engine or waits for it.
pub(super) fn enter(arguments: Vec<OsString>) -> ExitCode {
    let ended = match Arguments::read(arguments) {
        Some(arguments) => arguments.carry_out(),
        None => Err("this subcommand is for enlinea itself; see --engine for engines".to_owned()),
    };
    match ended {
        Ok(status) => ExitCode::from(status),
        Err(problem) => {
            // Where nobody reads it, the exit status has to do.
            let _ = writeln!(io::stderr(), "{problem}");
            ExitCode::from(CANNOT_START)
        }
    }
}

/// A process on the way to the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// Started by the program.
    #[default]
    Outside,
    /// The first one of its namespace.
    First,
    /// The one that becomes the engine, in all its namespaces.
    Engine,
}

#[derive(Debug, Default)]
struct Arguments {
    step: Step,
    /// The program that started it.
    parent: Option<Pid>,
    /// None if the engine is trusted.
    folder: Option<PathBuf>,
    readable: Vec<PathBuf>,
    command: Vec<OsString>,
}

impl Arguments {
    fn read(arguments: Vec<OsString>) -> Option<Self> {
        let mut read = Self::default();
        let mut arguments = arguments.into_iter();
        loop {
            let option = arguments.next()?;
            match option.to_str()? {
                STEP => {
                    read.step = match arguments.next()?.to_str()? {
                        FIRST => Step::First,
                        ENGINE => Step::Engine,
                        _ => return None,
                    };
                }
                PARENT => {
                    let number = arguments.next()?.to_str()?.parse().ok()?;
                    read.parent = Some(Pid::from_raw(number)?);
                }
                FOLDER => read.folder = Some(arguments.next()?.into()),
                READ => read.readable.push(arguments.next()?.into()),
                COMMAND => break,
                _ => return None,
            }
        }
        read.command = arguments.collect();
        let has_folder = read.folder.is_some() || read.step == Step::Outside;
        (!read.command.is_empty() && has_folder).then_some(read)
    }

    /// Becomes the engine, or returns its exit status.
    ///
    /// # Errors
    ///
    /// What keeps it from being the engine.
    fn carry_out(self) -> Result<u8, String> {
        let Some(folder) = &self.folder else {
            end_with_parent(self.parent)?;
            return Err(self.become_engine(""));
        };
        let namespaces = match self.step {
            Step::Outside => {
                let namespaces = leave_namespaces();
                end_with_parent(self.parent)?;
                if namespaces == Namespaces::All {
                    return self.wait_for(FIRST, folder);
                }
                namespaces
            }
            Step::First => {
                end_with_parent(None)?;
                return self.wait_for(ENGINE, folder);
            }
            Step::Engine => Namespaces::All,
        };
        let in_force = restrict(namespaces, &self.readable, folder);
        let mut out = io::stdout().lock();
        writeln!(out, "{}", in_force.to_line())
            .and_then(|()| out.flush())
            .map_err(|error| format!("nobody listens: {error}"))?;
        Err(self.become_engine(" in its fence"))
    }

    /// Returns only with an error.
    fn become_engine(&self, place: &str) -> String {
        let program = &self.command[0];
        let error = Command::new(program).args(&self.command[1..]).exec();
        let program = program.to_string_lossy();
        format!("cannot start {program}{place}: {error}")
    }

    /// Starts this program for the next step, and returns the exit status of that process.
    fn wait_for(&self, step: &str, folder: &Path) -> Result<u8, String> {
        let mut next = Command::new("/proc/self/exe");
        next.args([SUBCOMMAND, STEP, step]);
        describe(&mut next, &self.readable, folder);
        let started = next.arg(COMMAND).args(&self.command).spawn();
        let started =
            started.map_err(|error| format!("cannot start its first process: {error}"))?;
        let awaited = Pid::from_child(&started);
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((process, status))) if process == awaited => {
                    return Ok(exit_status(status));
                }
                // The first process is the parent of all that have lost theirs.
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(format!("cannot wait for the engine: {error}")),
            }
        }
    }
}

/// Exit status of a process, as a shell has it for one that a signal ended.
fn exit_status(status: WaitStatus) -> u8 {
    let by_signal = || status.terminating_signal().map(|signal| 128 + signal);
    let status = status.exit_status().or_else(by_signal);
    status
        .and_then(|status| u8::try_from(status).ok())
        .unwrap_or(CANNOT_START)
}

/// Has the kernel end this process with the thread that started it.
///
/// # Errors
///
/// The parent is gone already.
fn end_with_parent(parent: Option<Pid>) -> Result<(), String> {
    // The kernel refuses no signal that there is.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    if parent.is_some() && getppid() != parent {
        return Err("the program that started it is gone".to_owned());
    }
    Ok(())
}

/// Puts up each part of the fence that the kernel can, in these namespaces.
fn restrict(namespaces: Namespaces, readable: &[PathBuf], folder: &Path) -> InForce {
    // Root has no more rights in the engine than another, also over its namespaces. Where this is refused, there are
    // none to give up.
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED,
    );
    // No program gives the engine another person's rights. Landlock and the filter ask for it too.
    let _ = set_no_new_privs(true);
    let has_own = namespaces != Namespaces::Shared;
    let limits = limit(has_own).is_ok();
    let landlock = restrict_files(readable, folder).unwrap_or(0);
    InForce {
        landlock,
        namespaces: has_own,
        processes: namespaces == Namespaces::All,
        sockets: filter_calls(),
        limits,
    }
}

/// Namespaces of its own that a process has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Namespaces {
    Shared,
    /// All but that of processes.
    Most,
    All,
}

/// Leaves the namespaces of the network, of messages between processes, of processes (for those that this one starts),
/// and of users, without which nobody but root may leave the others.
fn leave_namespaces() -> Namespaces {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let most = CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
    let left = if unshare(most | CloneFlags::CLONE_NEWPID).is_ok() {
        Namespaces::All
    } else if unshare(most).is_ok() {
        Namespaces::Most
    } else {
        return Namespaces::Shared;
    };
    // Where they cannot be written, the engine takes itself for nobody, and is the same person for its files.
    let _ = fs::write("/proc/self/setgroups", "deny")
        .and_then(|()| fs::write("/proc/self/uid_map", format!("{user} {user} 1")))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("{group} {group} 1")));
    left
}

/// Limits files and processes. Memory, core dumps and computing time are limited by whoever started this process.
fn limit(namespaces: bool) -> io::Result<()> {
    let set = |resource, limit| {
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        setrlimit(resource, limit).map_err(io::Error::from)
    };
    set(Resource::Nofile, MAX_FILES)?;
    set(Resource::Fsize, MAX_FILE_SIZE)?;
    if namespaces {
        // Without one of its own, all processes of the person would count.
        set(Resource::Nproc, MAX_PROCESSES)?;
    }
    Ok(())
}

/// Restricts files, TCP, signals and abstract sockets by Landlock; returns the version of its interface.
fn restrict_files(readable: &[PathBuf], folder: &Path) -> Result<u32, RulesetError> {
    let read = AccessFs::from_read(LANDLOCK);
    let in_folder = AccessFs::from_all(LANDLOCK) & !AccessFs::Execute;
    let restricted = Ruleset::default()
        .handle_access(AccessFs::from_all(LANDLOCK))?
        .handle_access(AccessNet::from_all(LANDLOCK))?
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(readable, read))?
        .add_rules(path_beneath_rules(
            DEVICES,
            AccessFs::ReadFile | AccessFs::WriteFile,
        ))?
        .add_rules(path_beneath_rules([folder], in_folder))?
        .restrict_self()?;
    Ok(match (restricted.ruleset, restricted.landlock) {
        (
            RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced,
            LandlockStatus::Available { effective_abi, .. },
        ) => effective_abi as u32,
        (_, _) => 0,
    })
}

/// Has the kernel refuse what leads to sockets; returns true if it does.
fn filter_calls() -> bool {
    #[cfg(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    ))]
    return calls::filter().is_ok();
    #[cfg(not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )))]
    false
}

#[cfg(test)]
mod tests;
