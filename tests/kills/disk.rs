//! The disk below a server: the usual one, or a small file system that a test fills.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::binaries;
use crate::harness::PATIENCE;

/// A data directory, and the way of a server to it.
#[derive(Debug)]
pub(super) enum Disk {
    Usual(TempDir),
    #[cfg(target_os = "linux")]
    Small(small::SmallDisk),
}

impl Disk {
    /// Returns the directory, as this process reaches it.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            Self::Usual(directory) => directory.path().to_owned(),
            #[cfg(target_os = "linux")]
            Self::Small(disk) => disk.path(),
        }
    }

    /// Gives back the room that was taken.
    pub(super) fn empty(&self) {
        match self {
            Self::Usual(_) => {}
            #[cfg(target_os = "linux")]
            Self::Small(disk) => disk.empty(),
        }
    }

    /// Returns the command of a server with its data here. All of a test has one address, and it is in a hurry.
    pub(super) fn server(&self) -> Command {
        let mut command = match self {
            Self::Usual(directory) => entered_by(&[], directory.path()),
            #[cfg(target_os = "linux")]
            Self::Small(disk) => entered_by(&disk.entrance(), disk.mounted_on()),
        };
        for limit in ["connections", "people-per-address", "messages-per-second"] {
            command.args([&format!("--{limit}"), "100000"]);
        }
        // A machine with other work keeps hundreds of people waiting who come at once.
        command.args(["--silence", &PATIENCE.as_secs().to_string()]);
        command
    }
}

/// The command of a server behind others, which lead to its disk.
fn entered_by(entrance: &[String], data: &Path) -> Command {
    let server = binaries::server("127.0.0.1:0", data);
    let Some((first, rest)) = entrance.split_first() else {
        return server;
    };
    let mut command = binaries::command(first);
    command
        .args(rest)
        .arg(server.get_program())
        .args(server.get_args())
        .env("ENLINEA_NO_DISCOVERY", "1");
    command
}

#[cfg(target_os = "linux")]
pub(super) mod small {
    use std::fs::{self, File};
    use std::io::{ErrorKind, Write};
    use std::path::{Path, PathBuf};

    use tempfile::{TempDir, tempdir};

    use crate::binaries::{Program, command, run};

    /// Bytes of the file system: a world of games takes some ten megabytes, their log four more.
    const SIZE: usize = 64 << 20;

    /// A page of the file system, which it gives out whole.
    const PAGE: usize = 4096;

    /// Mounts it, and keeps it until there is no more input.
    const MOUNT: &str = r#"mount -t tmpfs -o size="$2" tmpfs "$1" && echo mounted && read -r _"#;

    /// A file system in a mount namespace, which ends with the process that holds it.
    pub(in super::super) struct SmallDisk {
        mount_point: TempDir,
        holder: Program,
        /// True where a namespace of users gives the right to mount.
        is_in_user_namespace: bool,
    }

    impl std::fmt::Debug for SmallDisk {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.debug_struct("SmallDisk").finish_non_exhaustive()
        }
    }

    impl SmallDisk {
        /// Returns a new file system, or the reason why this system does not let us mount one.
        pub(in super::super) fn new() -> Result<Self, String> {
            let mount_point = tempdir().unwrap();
            let mut problem = String::new();
            for is_in_user_namespace in [false, true] {
                let mut mount = command("unshare");
                if is_in_user_namespace {
                    mount.args(["--user", "--map-root-user"]);
                }
                mount
                    .args(["--mount", "sh", "-c", MOUNT, "sh"])
                    .arg(mount_point.path())
                    .arg(SIZE.to_string());
                let tried = run(&mut mount);
                if tried.said == ["mounted"] {
                    let mut holder = Program::start(&mut mount);
                    holder.until_begins("mounted");
                    return Ok(Self {
                        mount_point,
                        holder,
                        is_in_user_namespace,
                    });
                }
                problem = tried.complaints;
            }
            Err(problem)
        }

        /// Returns the command that leads into the namespace, in front of another.
        pub(super) fn entrance(&self) -> Vec<String> {
            let target = self.holder.id().to_string();
            let mut entrance = vec!["nsenter", "--target", &target, "--mount"];
            if self.is_in_user_namespace {
                entrance.extend(["--user", "--preserve-credentials"]);
            }
            entrance.push("--");
            entrance.into_iter().map(str::to_owned).collect()
        }

        pub(super) fn mounted_on(&self) -> &Path {
            self.mount_point.path()
        }

        /// Returns the path by which others see it.
        pub(super) fn path(&self) -> PathBuf {
            let root = PathBuf::from(format!("/proc/{}/root", self.holder.id()));
            root.join(self.mount_point.path().strip_prefix("/").unwrap())
        }

        /// Fills it up to `pages`.
        pub(in super::super) fn fill(&self, pages: usize) {
            let mut filler = File::create(self.filler()).unwrap();
            let mut filled = 0;
            for size in [64 * PAGE, PAGE] {
                let piece = vec![0; size];
                loop {
                    match filler.write(&piece) {
                        Ok(written) => filled += written,
                        Err(error) if error.kind() == ErrorKind::StorageFull => break,
                        Err(error) => panic!("{error}"),
                    }
                }
            }
            let left = filled.saturating_sub(pages * PAGE);
            filler.set_len(left as u64).unwrap();
        }

        pub(super) fn empty(&self) {
            match fs::remove_file(self.filler()) {
                Err(error) if error.kind() != ErrorKind::NotFound => panic!("{error}"),
                _ => {}
            }
        }

        fn filler(&self) -> PathBuf {
            self.path().join("filler")
        }
    }
}
