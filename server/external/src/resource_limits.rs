//! Limits of a child process that the operating system enforces.
//!
//! On Linux: memory, and computing time, so that an engine that runs away while nobody looks ends by
//! itself. Elsewhere an engine is unlimited, which the log says. A limit that cannot be set is logged, and
//! the engine plays on: the limits protect from mistakes, not from malice.

use std::process::Child;
use std::time::Duration;

/// Memory beyond what an engine is told, in MiB: engines count their tables, and neither the stacks of their
/// threads nor what their allocator keeps.
#[cfg(target_os = "linux")]
const OVERHEAD_MIB: u64 = 128;

/// Limits the memory of a child that was just started, of each process that it has started, and of those that it will
/// start: each by itself.
///
/// Data counts, and address space does not: emulators of other platforms and garbage collectors reserve far more of
/// that than they ever use.
#[cfg(target_os = "linux")]
pub(crate) fn limit_memory(child: &Child, memory_mib: u64) {
    use rustix::process::Resource;

    let bytes = memory_mib
        .saturating_add(OVERHEAD_MIB)
        .saturating_mul(1024 * 1024);
    for process in processes_of(child) {
        set(process, Resource::Data, bytes, Some(bytes));
        // An engine that crashes leaves no core dump behind.
        set(process, Resource::Core, 0, Some(0));
    }
}

/// Limits the computing time of a child over its whole life, and of each process that it has started.
///
/// The limit is that of all cores together, since the child may run a thread on each. A process has the limit that
/// the one had that started it: an engine behind a script would keep what there was at its start for all its games.
#[cfg(target_os = "linux")]
pub(crate) fn limit_cpu_time(child: &Child, time: Duration) {
    use rustix::process::Resource;

    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let seconds = time.as_secs().saturating_add(1).saturating_mul(cores);
    for process in processes_of(child) {
        // The hard limit stays open, or the limit could never be raised again.
        set(process, Resource::Cpu, seconds, None);
    }
}

/// The child, and the processes of its group that it started.
#[cfg(target_os = "linux")]
fn processes_of(child: &Child) -> impl Iterator<Item = rustix::process::Pid> {
    use rustix::process::{Pid, getpgid};

    let child = Pid::from_child(child);
    // One that has ended meanwhile may have left its number to another program.
    let is_in_group =
        move |process: &Pid| getpgid(Some(*process)).is_ok_and(|group| group == child);
    let started = started_by(child).into_iter().filter(is_in_group);
    std::iter::once(child).chain(started)
}

/// Processes of an engine that are looked for at most: more than its fence allows.
#[cfg(target_os = "linux")]
const MAX_PROCESSES: usize = 256;

/// The processes that a process started, and those that these started. Empty where the kernel does not tell them.
#[cfg(target_os = "linux")]
fn started_by(process: rustix::process::Pid) -> Vec<rustix::process::Pid> {
    use rustix::process::Pid;

    let mut found = vec![process];
    let mut seen = 0;
    while let Some(parent) = found.get(seen).copied()
        && seen < MAX_PROCESSES
    {
        seen += 1;
        let threads = std::fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid()));
        for thread in threads.into_iter().flatten().flatten() {
            let children = std::fs::read_to_string(thread.path().join("children"));
            let children = children.unwrap_or_default();
            let numbers = children.split_whitespace().map(str::parse);
            found.extend(numbers.filter_map(|number| Pid::from_raw(number.ok()?)));
        }
    }
    found.split_off(1)
}

#[cfg(target_os = "linux")]
fn set(
    process: rustix::process::Pid,
    resource: rustix::process::Resource,
    current: u64,
    maximum: Option<u64>,
) {
    use rustix::process::{Rlimit, prlimit};

    let limit = Rlimit {
        current: Some(current),
        maximum,
    };
    if let Err(error) = prlimit(Some(process), resource, limit) {
        tracing::debug!(?resource, %error, "an engine could not be limited");
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_memory(_child: &Child, memory_mib: u64) {
    tracing::info!(
        memory_mib,
        "this platform cannot limit an engine; its memory and computing time are unlimited"
    );
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_cpu_time(_child: &Child, _time: Duration) {}
