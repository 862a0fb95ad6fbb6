//! Files and directories for their owner alone: keys and games.
//!
//! Elsewhere than on Unix they have the permissions of the directory around them, which is the person's own.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{self, Path};

/// Creates a directory if there is none, and those above it as the system does.
pub(crate) fn create_directory(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    if let Some(parent) = directory.parent() {
        fs::create_dir_all(parent)?;
    }
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes"))]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(directory) {
        // Somebody else may have been faster.
        Err(error) if error.kind() == ErrorKind::AlreadyExists && directory.is_dir() => Ok(()),
        created => created,
    }
}

/// Opens a file to write, and creates it if there is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    options().create(true).truncate(false).open(path)
}

/// Creates a file to write; one that is there is an error.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    options().create_new(true).open(path)
}

/// Writes a file beside its place and renames it, durably: whoever reads sees all of it or the one before.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".new");
    let aside = Path::new(&aside);
    match fs::remove_file(aside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let mut file = create_new(aside)?;
    file.write_all(contents)?;
    file.sync_all()?;
    fs::rename(aside, path)?;
    sync_parent(path)
}

/// Writes the name of a file to the disk, where the system can.
pub(crate) fn sync_parent(file: &Path) -> io::Result<()> {
    // Only Unix has directories that are synced.
    if !cfg!(unix) {
        return Ok(());
    }
    // The parent of a name alone is an empty path.
    let file = path::absolute(file)?;
    // Some network file systems have none either.
    let has_none =
        |kind: ErrorKind| matches!(kind, ErrorKind::InvalidInput | ErrorKind::Unsupported);
    match File::open(file.parent().unwrap_or(&file))?.sync_all() {
        Err(error) if has_none(error.kind()) => Ok(()),
        synced => synced,
    }
}

fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
