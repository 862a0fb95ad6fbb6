//! The restriction of the process that becomes the engine: each part for itself, as far as the kernel can.
//!
//! namespaces -> limits -> Landlock -> filter of system calls -> the line that says so -> the engine
//!
//! Namespaces come first, since the filter and Landlock do not go back, and limits before them count for the namespace.
//! Nothing here waits for anything or reads the input, which is the engine's.

use std::collections::BTreeMap;
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
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

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
    // Root has no more rights in the engine than another. It fails for everybody else, who has none to give up.
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
        sockets: filter_calls().is_ok(),
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

/// Limits files and processes. Memory and computing time are limited by whoever started this process.
fn limit(namespaces: bool) -> io::Result<()> {
    let set = |resource, limit| {
        let limit = Rlimit {
            current: Some(limit),
            maximum: Some(limit),
        };
        setrlimit(resource, limit).map_err(io::Error::from)
    };
    set(Resource::Core, 0)?;
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
        (RulesetStatus::NotEnforced, _) => 0,
        (_, LandlockStatus::Available { effective_abi, .. }) => effective_abi as u32,
        (_, LandlockStatus::NotEnabled | LandlockStatus::NotImplemented) => 0,
    })
}

/// Bit of the second set of system calls of `x86_64`, whose numbers are the same.
const X32: i64 = 0x4000_0000;

/// Has the kernel refuse sockets, also those of files, where the services of the machine and the desktop listen; what
/// could make them in another way; and the keys that the kernel keeps for the person. Programs of another
/// architecture, as of 32 bits, are ended.
fn filter_calls() -> Result<(), Box<dyn std::error::Error>> {
    // A pair of sockets for datagrams could be connected to another socket; one for a stream has its other end.
    let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW];
    let pairs = kinds.map(|kind| {
        let kind_is = SeccompCondition::new(
            1,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::MaskedEq(0xf),
            kind as u64,
        );
        SeccompRule::new(vec![kind_is?])
    });
    let pairs = pairs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let calls = [
        (libc::SYS_socket, Vec::new()),
        (libc::SYS_socketpair, pairs),
        (libc::SYS_io_uring_setup, Vec::new()),
        (libc::SYS_add_key, Vec::new()),
        (libc::SYS_request_key, Vec::new()),
        (libc::SYS_keyctl, Vec::new()),
    ];
    let mut rules = BTreeMap::new();
    for (call, conditions) in calls {
        let call = call as i64;
        if cfg!(target_arch = "x86_64") {
            rules.insert(call | X32, conditions.clone());
        }
        rules.insert(call, conditions);
    }
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EACCES as u32),
        std::env::consts::ARCH.try_into()?,
    )?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    Ok(())
}

#[cfg(test)]
mod tests;
