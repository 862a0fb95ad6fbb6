//! The processes that run, so that they can end with this program where a signal ends it.
//!
//! An engine is in a process group of its own: a signal of the terminal does not reach it, and one that thinks does not
//! notice that its input is closed.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard};

/// The processes that run.
static RUNNING: Mutex<Running> = Mutex::new(Running {
    ended: false,
    processes: Vec::new(),
});

struct Running {
    /// [`end_all`] was called: nothing starts any more.
    ended: bool,
    processes: Vec<Started>,
}

/// A child that nobody has waited for, so that its number is not another's.
struct Started {
    id: u32,
    /// The folder that it may write in.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only on Unix a signal ends us"))]
    folder: Option<PathBuf>,
}

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().expect("no holder panics")
}

/// Starts a child, which may write in this folder.
///
/// # Errors
///
/// It cannot be started, or this program ends.
pub(crate) fn start(command: &mut Command, folder: Option<&Path>) -> io::Result<Child> {
    // Held while it starts, so that none is overlooked.
    let mut running = running();
    if running.ended {
        return Err(io::ErrorKind::Interrupted.into());
    }
    let child = command.spawn()?;
    running.processes.push(Started {
        id: child.id(),
        folder: folder.map(Path::to_owned),
    });
    Ok(child)
}

/// Kills a child with all it started, before it is waited for.
pub(crate) fn end(child: &mut Child) {
    let mut running = running();
    kill_group(child);
    let id = child.id();
    running.processes.retain(|started| started.id != id);
}

/// Kills the child with all it started.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    kill(rustix::process::Pid::from_child(child));
}

#[cfg(unix)]
fn kill(group: rustix::process::Pid) {
    // An error says that the group is gone.
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}

/// Kills the child; what it started is not known here.
#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    // An error says that it has exited.
    let _ = child.kill();
}

/// Kills every engine with all it started, and removes their folders: for a program that a signal ends. Engines that
/// are asked for a move fail, and no other starts any more.
#[cfg(unix)]
pub fn end_all() {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let mut running = running();
    running.ended = true;
    let groups = |started: &Started| Pid::from_raw(started.id.cast_signed());
    running.processes.iter().filter_map(groups).for_each(kill);
    for started in &running.processes {
        if let Some(child) = groups(started) {
            // It stays to be waited for by its owner; an error says that it was.
            let _ = waitid(
                WaitId::Pid(child),
                WaitIdOptions::EXITED | WaitIdOptions::NOWAIT,
            );
        }
        if let Some(folder) = &started.folder {
            // What is left the next program removes.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
