//! CPU time and memory of a process, as the kernel counts them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

/// The counts of one process.
#[derive(Clone, Debug)]
pub(crate) struct Accounting {
    directory: PathBuf,
}

impl Accounting {
    pub(crate) fn of(process: u32) -> Self {
        Self {
            directory: PathBuf::from(format!("/proc/{process}")),
        }
    }

    /// CPU time so far of all threads that live, those excepted whose name begins with `without`.
    ///
    /// To the nanosecond where the kernel keeps statistics of its scheduler, in ticks of 10 ms elsewhere.
    pub(crate) fn cpu(&self, without: Option<&str>) -> Result<Duration> {
        let tasks = self.directory.join("task");
        let entries =
            fs::read_dir(&tasks).with_context(|| format!("cannot read {}", tasks.display()))?;
        let mut sum = Duration::ZERO;
        for entry in entries {
            let task = entry?.path();
            // A thread that ends meanwhile has no more files.
            let Ok(name) = fs::read_to_string(task.join("comm")) else {
                continue;
            };
            if without.is_some_and(|prefix| name.starts_with(prefix)) {
                continue;
            }
            let counted = match fs::read_to_string(task.join("schedstat")) {
                Ok(text) => on_cpu(&text),
                Err(_) => fs::read_to_string(task.join("stat"))
                    .ok()
                    .as_deref()
                    .and_then(ticks),
            };
            sum += counted.unwrap_or_default();
        }
        Ok(sum)
    }

    /// Resident memory, in KiB.
    pub(crate) fn memory(&self) -> Result<u64> {
        let path = self.directory.join("status");
        let status =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        resident(&status).with_context(|| format!("{} has no VmRSS", path.display()))
    }
}

/// Time on a core, in a text of `schedstat`.
fn on_cpu(schedstat: &str) -> Option<Duration> {
    let nanoseconds = schedstat.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

/// User and system time, in a text of `stat`: a tick is 10 ms on every Linux that this builds for.
fn ticks(stat: &str) -> Option<Duration> {
    // The name of the thread may have spaces and parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(10 * (user + system)))
}

fn resident(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_kernel_are_read() {
        assert_eq!(on_cpu("1500 20 3\n"), Some(Duration::from_nanos(1500)));
        let stat = "7 (engine) 1) S 1 7 7 0 -1 64 10 0 0 0 12 30 0 0 20 0 1 0 5 0 0";
        assert_eq!(ticks(stat), Some(Duration::from_millis(420)));
        assert_eq!(resident("Name:\tx\nVmRSS:\t   5120 kB\n"), Some(5120));
    }

    #[test]
    fn this_process_has_used_time_and_memory() {
        let accounting = Accounting::of(std::process::id());
        assert!(accounting.cpu(None).expect("is counted") > Duration::ZERO);
        assert!(accounting.memory().expect("is counted") > 0);
    }
}
