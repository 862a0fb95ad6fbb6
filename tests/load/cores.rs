//! The cores and the open files of this process and of those that it starts.

use std::io;

use anyhow::{Context, Result};
use rustix::process::{Resource, getrlimit, setrlimit};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

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
