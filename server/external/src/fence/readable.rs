//! The files of an engine: its program, and those that its command names.

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Folders below the root without which a folder is none of an engine: `/opt/x` is one, `/opt` and `/tmp` are not.
const MIN_DEPTH: usize = 2;

/// Returns the files and folders of the engine with this command: the folder of its program, and that of each file
/// that an argument names, as a script for an interpreter. Where such a folder has one of the `hidden` in it, the file
/// alone.
///
/// # Errors
///
/// There is no such program.
pub(super) fn of_command(words: &[String], hidden: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let [program, arguments @ ..] = words else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let mut readable = with_folder(&program_file(program)?, hidden);
    for argument in arguments {
        // Most arguments are no files.
        if let Ok(path) = Path::new(argument).canonicalize() {
            readable.extend(with_folder(&path, hidden));
        }
    }
    readable.sort();
    readable.dedup();
    Ok(readable)
}

/// The file of a program, looked for as a shell does, without links.
fn program_file(program: &str) -> io::Result<PathBuf> {
    if program.contains('/') {
        return Path::new(program).canonicalize();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    in_path(program, &path).ok_or_else(|| io::ErrorKind::NotFound.into())
}

fn in_path(program: &str, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path)
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())?
        .canonicalize()
        .ok()
}

/// The folder of a file, or the file alone; a folder itself, or nothing.
fn with_folder(path: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let is_own = |folder: &Path| {
        let depth = folder
            .components()
            .filter(|part| matches!(part, Component::Normal(_)));
        depth.count() >= MIN_DEPTH && !hidden.iter().any(|hidden| hidden.starts_with(folder))
    };
    if path.is_dir() {
        return is_own(path).then(|| path.to_owned()).into_iter().collect();
    }
    match path.parent() {
        Some(folder) if is_own(folder) => vec![folder.to_owned()],
        _ => vec![path.to_owned()],
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    /// A home folder with an engine in it, one in a folder of its own, and the games of the server.
    struct Home {
        _root: tempfile::TempDir,
        path: PathBuf,
    }

    impl Home {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            let path = root.path().canonicalize().unwrap().join("ana");
            for folder in ["engines/weights", "games"] {
                fs::create_dir_all(path.join(folder)).unwrap();
            }
            for file in [
                "pbrain-a",
                "engines/pbrain-b",
                "engines/b.net",
                "games/games.db",
            ] {
                fs::write(path.join(file), "").unwrap();
            }
            Self { _root: root, path }
        }

        /// Files of a command in which `~` is the home folder.
        fn files_of(&self, command: &str) -> Vec<String> {
            let home = self.path.to_str().unwrap();
            let words: Vec<_> = command
                .split(' ')
                .map(|word| word.replace('~', home))
                .collect();
            let files = of_command(&words, std::slice::from_ref(&self.path)).unwrap();
            let files = files.iter().map(|file| file.to_str().unwrap());
            files.map(|file| file.replace(home, "~")).collect()
        }
    }

    #[test]
    fn an_engine_reads_its_folder_but_never_the_home_folder_or_what_is_above_it() {
        let home = Home::new();
        for (command, expected) in [
            ("~/engines/pbrain-b", &["~/engines"][..]),
            ("~/engines/pbrain-b --fast --net b.net", &["~/engines"]),
            ("~/pbrain-a", &["~/pbrain-a"]),
            (
                "~/pbrain-a ~/engines/weights",
                &["~/engines/weights", "~/pbrain-a"],
            ),
            ("~/pbrain-a ~ / ~/.. /usr", &["~/pbrain-a"]),
            (
                "~/engines/../pbrain-a ~/engines/b.net",
                &["~/engines", "~/pbrain-a"],
            ),
        ] {
            assert_eq!(home.files_of(command), expected, "{command}");
        }
    }

    #[test]
    fn an_engine_is_found_as_a_shell_finds_it() {
        let home = Home::new();
        let folders = [home.path.join("games"), home.path.join("engines")];
        let path = std::env::join_paths(&folders).unwrap();
        let found = in_path("pbrain-b", &path);
        assert_eq!(found, Some(folders[1].join("pbrain-b")));
        assert_eq!(in_path("pbrain-c", &path), None);
        let missing = home.path.join("none").to_str().unwrap().to_owned();
        let error = of_command(&[missing], &[]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
