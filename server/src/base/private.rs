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

/// Opens a file of the server to write, and creates it as [`create_own`] does if there is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    match create_own(path) {
        // Also a link to a file that is not there, which is made where it leads.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            options().create(true).truncate(false).open(path)
        }
        created => created,
    }
}

/// Creates a file of the server in its directory; one that is there is an error. It belongs to the owner of the
/// directory: what a command of root leaves there, such as `restore`, must not keep the server out.
pub(crate) fn create_own(path: &Path) -> io::Result<File> {
    let file = create_new(path)?;
    #[cfg(unix)]
    {
        // Only root may give files away, and not in every container. Others need not.
        let _ = give_to_owner_of_directory(&file, path);
    }
    Ok(file)
}

#[cfg(unix)]
fn give_to_owner_of_directory(file: &File, path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    // The parent of a name alone is an empty path.
    let path = path::absolute(path)?;
    let directory = fs::metadata(path.parent().unwrap_or(&path))?;
    if file.metadata()?.uid() == directory.uid() {
        return Ok(());
    }
    fchown(file, Some(directory.uid()), Some(directory.gid()))
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
    let mut file = create_own(aside)?;
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
