//! The files of the page in a directory, for those who work on it: read at each request, so that a reload shows what
//! was saved.

use std::fs;
use std::path::Path;

use super::File;
use super::files::media_type;

/// Reads a file of the page by its path below `directory`; none if there is none.
///
/// It waits for the disk: few people work on a page, and their server is for them alone.
pub(super) fn read(directory: &Path, path: &str) -> Option<File> {
    media_type(path)?;
    let directory = directory.canonicalize().ok()?;
    let found = directory.join(path).canonicalize().ok()?;
    // A link may lead elsewhere in the directory, not out of it and not to what is no file of the page.
    let path = found.strip_prefix(&directory).ok()?.to_str()?;
    let media_type = media_type(&path.replace('\\', "/"))?;
    if !found.is_file() {
        return None;
    }
    let bytes = fs::read(&found).ok()?;
    Some(File::new(media_type, bytes.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_is_now() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.js");
        fs::write(&path, "one").unwrap();
        let before = read(folder.path(), "a.js").unwrap();
        fs::write(&path, "two").unwrap();
        let after = read(folder.path(), "a.js").unwrap();
        assert_eq!(after.bytes, "two");
        assert_ne!(before.tag, after.tag);
        assert!(read(folder.path(), "b.js").is_none());
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_read_outside_of_the_directory() {
        use std::os::unix::fs::symlink;

        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("web");
        fs::create_dir_all(folder.join("folder.js")).unwrap();
        fs::write(outside.path().join("secret.js"), "secret").unwrap();
        fs::write(folder.join("a.js"), "a").unwrap();
        fs::write(folder.join(".hidden.js"), "hidden").unwrap();
        symlink("../secret.js", folder.join("out.js")).unwrap();
        symlink("..", folder.join("up")).unwrap();
        symlink(".hidden.js", folder.join("hidden.js")).unwrap();
        symlink("a.js", folder.join("b.js")).unwrap();
        for path in [
            "../secret.js",
            "out.js",
            "up/secret.js",
            ".hidden.js",
            "hidden.js",
            "folder.js",
            "up/web/../secret.js",
        ] {
            assert!(read(&folder, path).is_none(), "{path}");
        }
        assert_eq!(read(&folder, "b.js").unwrap().bytes, "a");
        // The directory may be reached by a link itself.
        symlink(&folder, outside.path().join("page")).unwrap();
        assert!(read(&outside.path().join("page"), "a.js").is_some());
    }
}
