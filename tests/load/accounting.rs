//! CPU time and memory of a process, as the kernel counts them.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

/// Time of threads on a core, and time for which they waited until others left it to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Time {
    pub(crate) on_core: Duration,
    pub(crate) waited: Duration,
}

impl Time {
    /// The time since an earlier moment. A thread that has ended since then is missing in it.
    pub(crate) fn since(self, earlier: Self) -> Self {
        Self {
            on_core: self.on_core.saturating_sub(earlier.on_core),
            waited: self.waited.saturating_sub(earlier.waited),
        }
    }
}

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

    /// Time so far of all threads that live, those excepted whose name begins with `without`.
    ///
    /// To the nanosecond where the kernel keeps statistics of its scheduler; in ticks of 10 ms, and nothing of waiting,
    /// elsewhere.
    pub(crate) fn time(&self, without: Option<&str>) -> Result<Time> {
        let tasks = self.directory.join("task");
        let entries =
            fs::read_dir(&tasks).with_context(|| format!("cannot read {}", tasks.display()))?;
        let mut sum = Time::default();
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
                Ok(text) => scheduled(&text),
                Err(_) => fs::read_to_string(task.join("stat"))
                    .ok()
                    .as_deref()
                    .and_then(ticks),
            };
            let counted = counted.unwrap_or_default();
            sum.on_core += counted.on_core;
            sum.waited += counted.waited;
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

/// The times in a text of `schedstat`.
fn scheduled(schedstat: &str) -> Option<Time> {
    let mut nanoseconds = schedstat.split_whitespace().map(str::parse);
    let mut next = || Some(Duration::from_nanos(nanoseconds.next()?.ok()?));
    Some(Time {
        on_core: next()?,
        waited: next()?,
    })
}

/// User and system time, in a text of `stat`: a tick is 10 ms on every Linux that this builds for.
fn ticks(stat: &str) -> Option<Time> {
    // The name of the thread may have spaces and parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Time {
        on_core: Duration::from_millis(10 * (user + system)),
        waited: Duration::ZERO,
    })
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
        let time = |on_core, waited| {
            Some(Time {
                on_core: Duration::from_micros(on_core),
                waited: Duration::from_micros(waited),
            })
        };
        assert_eq!(
            scheduled(
                "1500000 20000 3
"
            ),
            time(1500, 20)
        );
        let stat = "7 (engine) 1) S 1 7 7 0 -1 64 10 0 0 0 12 30 0 0 20 0 1 0 5 0 0";
        assert_eq!(ticks(stat), time(420_000, 0));
        assert_eq!(resident("Name:\tx\nVmRSS:\t   5120 kB\n"), Some(5120));
    }

    #[test]
    fn this_process_has_used_time_and_memory() {
        let accounting = Accounting::of(std::process::id());
        assert!(accounting.time(None).expect("is counted").on_core > Duration::ZERO);
        assert!(accounting.memory().expect("is counted") > 0);
    }
}
