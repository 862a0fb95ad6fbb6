//! The machine: CPU time and memory as the kernel counts them, the cores, the open files, and the disk.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Resource, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::median;

/// The counts of some processes.
#[derive(Clone, Debug)]
pub(crate) struct Accounting {
    directories: Vec<PathBuf>,
}

impl Accounting {
    pub(crate) fn of(processes: impl IntoIterator<Item = u32>) -> Self {
        let directory = |process| PathBuf::from(format!("/proc/{process}"));
        Self {
            directories: processes.into_iter().map(directory).collect(),
        }
    }

    /// Time on a core so far of all threads that live: to the nanosecond where the kernel keeps statistics of its
    /// scheduler, in ticks of 10 ms elsewhere.
    pub(crate) fn time(&self) -> Result<Duration> {
        let mut sum = Duration::ZERO;
        for directory in &self.directories {
            let tasks = directory.join("task");
            let entries =
                fs::read_dir(&tasks).with_context(|| format!("cannot read {}", tasks.display()))?;
            for entry in entries {
                let task = entry?.path();
                let read = |name| fs::read_to_string(task.join(name)).ok();
                let scheduled = read("schedstat").as_deref().and_then(scheduled);
                // A thread that ends meanwhile has no more files.
                let counted = scheduled.or_else(|| read("stat").as_deref().and_then(ticks));
                sum += counted.unwrap_or_default();
            }
        }
        Ok(sum)
    }

    /// Resident memory, in KiB.
    pub(crate) fn memory(&self) -> Result<u64> {
        self.status("VmRSS:")
    }

    /// The greatest resident memory so far, in KiB.
    pub(crate) fn peak(&self) -> Result<u64> {
        self.status("VmHWM:")
    }

    fn status(&self, field: &str) -> Result<u64> {
        let of_process = |directory: &PathBuf| {
            let path = directory.join("status");
            let status = fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            kibibytes(&status, field).with_context(|| format!("{} has no {field}", path.display()))
        };
        self.directories.iter().map(of_process).sum()
    }
}

/// The time in a text of `schedstat`.
fn scheduled(schedstat: &str) -> Option<Duration> {
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

fn kibibytes(status: &str, field: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Cores of the two sides. With one core in all, both have it.
#[derive(Clone, Debug)]
pub(crate) struct Cores {
    /// Core of the measured program, relay or server.
    pub(crate) measured: Vec<usize>,
    /// Cores of the clients.
    pub(crate) generator: Vec<usize>,
}

impl Cores {
    /// Divides the cores that this process may use: the first is for the measured program.
    pub(crate) fn divide() -> Result<Self> {
        let allowed =
            sched_getaffinity(None).context("cannot ask for the cores of this process")?;
        let all: Vec<usize> = (0..CpuSet::MAX_CPU)
            .filter(|&core| allowed.is_set(core))
            .collect();
        Ok(match all.split_first() {
            Some((&first, others)) if !others.is_empty() => Self {
                measured: vec![first],
                generator: others.to_vec(),
            },
            _ => Self {
                measured: all.clone(),
                generator: all,
            },
        })
    }
}

/// Keeps the calling thread, and every thread and process that it starts from now on, on these cores.
pub(crate) fn stay_on(cores: &[usize]) -> io::Result<()> {
    let mut set = CpuSet::new();
    for &core in cores {
        set.set(core);
    }
    Ok(sched_setaffinity(None, &set)?)
}

/// Raises the number of files that this process and its children may open as far as it goes, and returns it.
pub(crate) fn raise_open_files() -> Result<u64> {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).context("cannot raise the limit of open files")?;
    Ok(limit.current.unwrap_or(u64::MAX))
}

/// Writes that are timed.
const WRITES: usize = 16;
/// Bytes of each: about those of a move.
const BYTES: [u8; 64] = [b'.'; 64];

/// The median time of one write at the end of a file in this directory, until it is on the disk, in milliseconds.
pub(crate) fn sync_time(directory: &Path) -> Result<f64> {
    let mut file = tempfile::tempfile_in(directory)
        .with_context(|| format!("cannot make a file in {}", directory.display()))?;
    let mut times = Vec::with_capacity(WRITES);
    for _ in 0..WRITES {
        let begun = Instant::now();
        file.write_all(&BYTES)?;
        file.sync_data()?;
        times.push(1000.0 * begun.elapsed().as_secs_f64());
    }
    Ok(median(times).expect("there are some"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_kernel_are_read() {
        assert_eq!(
            scheduled("1500000 20000 3\n"),
            Some(Duration::from_micros(1500))
        );
        let stat = "7 (engine) 1) S 1 7 7 0 -1 64 10 0 0 0 12 30 0 0 20 0 1 0 5 0 0";
        assert_eq!(ticks(stat), Some(Duration::from_millis(420)));
        let status = "Name:\tx\nVmHWM:\t   6000 kB\nVmRSS:\t   5120 kB\n";
        assert_eq!(kibibytes(status, "VmRSS:"), Some(5120));
    }

    #[test]
    fn this_process_has_used_time_and_memory_and_a_sync_takes_time() {
        let accounting = Accounting::of([std::process::id()]);
        assert!(accounting.time().expect("is counted") > Duration::ZERO);
        assert!(accounting.memory().expect("is counted") > 0);
        assert!(sync_time(&std::env::temp_dir()).expect("it is written") > 0.0);
    }
}
