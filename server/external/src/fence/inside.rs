//! The restriction of the process that becomes the engine: each part for itself, as far as the kernel can.
//!
//! namespaces -> limits -> Landlock -> filter of system calls -> the line that says so -> the engine
//!
//! Namespaces come first: Landlock is not lifted again, and forbids to write `uid_map`. Limits come after them, so that
//! the limit of processes counts those of the new user namespace alone. Nothing here waits for anything or reads the
//! input, which is the engine's.

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
use rustix::process::{Resource, Rlimit, getgid, getuid, setrlimit};
use rustix::thread::{CapabilitiesSecureBits, set_capabilities_secure_bits, set_no_new_privs};

use super::InForce;
use super::plan::{COMMAND, FOLDER, READ};

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
/// Processes and threads: one for each core of a large machine, and an interpreter's own. Not for `root`, whom the
/// kernel exempts.
const MAX_PROCESSES: u64 = 256;
/// Bytes of a file: what an engine learns and keeps until its end is far smaller.
const MAX_FILE_SIZE: u64 = 256 << 20;

/// Restricts this process as the arguments say, and becomes the engine.
pub(super) fn enter(arguments: Vec<OsString>) -> ExitCode {
    let problem = match Arguments::read(arguments) {
        Some(arguments) => arguments.become_engine(),
        None => "this subcommand is for enlinea itself; see --engine for engines".to_owned(),
    };
    // Where nobody reads it, the exit status has to do.
    let _ = writeln!(io::stderr(), "{problem}");
    ExitCode::from(CANNOT_START)
}

#[derive(Debug, Default)]
struct Arguments {
    folder: PathBuf,
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
                FOLDER => read.folder = arguments.next()?.into(),
                READ => read.readable.push(arguments.next()?.into()),
                COMMAND => break,
                _ => return None,
            }
        }
        read.command = arguments.collect();
        (!read.command.is_empty()).then_some(read)
    }

    /// Returns only with an error.
    fn become_engine(self) -> String {
        let in_force = restrict(&self.readable, &self.folder);
        let mut out = io::stdout().lock();
        let said = writeln!(out, "{}", in_force.to_line()).and_then(|()| out.flush());
        if let Err(error) = said {
            return format!("nobody listens: {error}");
        }
        let program = &self.command[0];
        let error = Command::new(program).args(&self.command[1..]).exec();
        format!(
            "cannot start {} in its fence: {error}",
            program.to_string_lossy()
        )
    }
}

/// Puts up each part of the fence that the kernel can.
fn restrict(readable: &[PathBuf], folder: &Path) -> InForce {
    let namespaces = leave_namespaces();
    // Root has no more rights in the engine than another, also over its namespaces. Where this is refused, there are
    // none to give up.
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT | CapabilitiesSecureBits::NO_ROOT_LOCKED,
    );
    // No program gives the engine another person's rights. Landlock and the filter ask for it too.
    let _ = set_no_new_privs(true);
    let limits = limit(namespaces).is_ok();
    let landlock = restrict_files(readable, folder).unwrap_or(0);
    InForce {
        landlock,
        namespaces,
        sockets: filter_calls(),
        limits,
    }
}

/// Leaves the namespaces of the network, of messages between processes, and of users, without which nobody but root
/// may leave the others.
fn leave_namespaces() -> bool {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let namespaces =
        CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC;
    if unshare(namespaces).is_err() {
        return false;
    }
    // Where they cannot be written, the engine takes itself for nobody, and is the same person for its files.
    let _ = fs::write("/proc/self/setgroups", "deny")
        .and_then(|()| fs::write("/proc/self/uid_map", format!("{user} {user} 1")))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("{group} {group} 1")));
    true
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
