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

/// Limits the memory of a child that was just started, and of each process that it will start.
///
/// Data counts, and address space does not: emulators of other platforms and garbage collectors reserve far more of
/// that than they ever use.
#[cfg(target_os = "linux")]
pub(crate) fn limit_memory(child: &Child, memory_mib: u64) {
    use rustix::process::Resource;

    let bytes = memory_mib
        .saturating_add(OVERHEAD_MIB)
        .saturating_mul(1024 * 1024);
    set(child, Resource::Data, bytes, Some(bytes));
    // An engine that crashes leaves no core dump behind.
    set(child, Resource::Core, 0, Some(0));
}

/// Limits the computing time of a child over its whole life.
///
/// The limit is that of all cores together, since the child may run a thread on each.
#[cfg(target_os = "linux")]
pub(crate) fn limit_cpu_time(child: &Child, time: Duration) {
    use rustix::process::Resource;

    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let seconds = time.as_secs().saturating_add(1).saturating_mul(cores);
    // The hard limit stays open, or the limit could never be raised again.
    set(child, Resource::Cpu, seconds, None);
}

#[cfg(target_os = "linux")]
fn set(child: &Child, resource: rustix::process::Resource, current: u64, maximum: Option<u64>) {
    use rustix::process::{Pid, Rlimit, prlimit};

    let limit = Rlimit {
        current: Some(current),
        maximum,
    };
    if let Err(error) = prlimit(Some(Pid::from_child(child)), resource, limit) {
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
