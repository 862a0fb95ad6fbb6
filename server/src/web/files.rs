//! The files of the page in the program, and the rule for what is one.

use tokio_tungstenite::tungstenite::Bytes;

use super::File;

/// Defines the table of the files by their paths below `server/web`, one on each line.
macro_rules! files {
    ($($path:literal)*) => {
        const FILES: &[(&str, &[u8])] = &[
            $(($path, include_bytes!(concat!("../../web/", $path))),)*
        ];
    };
}

files! {
    "index.html"
    "actions.js"
    "app.js"
    "bar.js"
    "board.css"
    "board.js"
    "chat.js"
    "connection.js"
    "dialogs.js"
    "dom.js"
    "effects.js"
    "focus.js"
    "form.js"
    "grid.js"
    "head.js"
    "late.js"
    "levels.js"
    "line.js"
    "lists.js"
    "lobby.js"
    "main.js"
    "memory.js"
    "motion.js"
    "parts.js"
    "player.js"
    "review.js"
    "room.js"
    "route.js"
    "rules.js"
    "signal.js"
    "sound.js"
    "start.js"
    "state.js"
    "style.css"
    "table.css"
    "table.js"
    "text.js"
    "ticker.js"
    "tv.js"
    "values.js"
    "waiting.js"
    "words.js"
    "lang/en.js"
    "lang/es.js"
    "lang/pl.js"
}

/// Returns the files in the program with their paths.
pub(super) fn embedded() -> impl Iterator<Item = (&'static str, File)> {
    FILES.iter().map(|&(path, bytes)| {
        let media_type = media_type(path).expect("the table has files of the page alone");
        (path, File::new(media_type, Bytes::from_static(bytes)))
    })
}

/// Returns the media type of a file of the page by its path below the page's folder; none for a path that leads to
/// none: out of the folder, to a hidden file, or to one that is there for development.
pub(super) fn media_type(path: &str) -> Option<&'static str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    let is_name =
        |part: &str| !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_plain);
    if !path.split('/').all(is_name) || is_for_development(path) {
        return None;
    }
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

/// Returns true for the tests of the page, and for what checks it: the types and settings of TypeScript and npm.
fn is_for_development(path: &str) -> bool {
    let folder = path.split('/').next().unwrap_or_default();
    ["test", "node_modules"].contains(&folder)
        || [".test.js", ".d.ts", ".json", ".md"]
            .iter()
            .any(|end| path.ends_with(end))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Adds the paths below `folder`, relative to `root`.
    fn walk(root: &Path, folder: &Path, paths: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(root, &path, paths);
            } else {
                let path = path.strip_prefix(root).unwrap();
                paths.insert(path.to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_in_the_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let mut there = BTreeSet::new();
        walk(&root, &root, &mut there);
        there.retain(|path| !is_for_development(path));
        let listed: BTreeSet<_> = FILES.iter().map(|(path, _)| (*path).to_owned()).collect();
        assert_eq!(
            listed.len(),
            FILES.len(),
            "a file stands twice in the table"
        );
        let missing: Vec<_> = there.difference(&listed).collect();
        assert!(missing.is_empty(), "add to the table: {missing:?}");
        let unknown = listed.iter().find(|path| media_type(path).is_none());
        assert_eq!(unknown, None, "has no media type");
    }

    #[test]
    fn what_is_no_file_of_the_page_has_no_media_type() {
        for path in ["index.html", "lang/es.js", "a-b_c.2.svg"] {
            assert!(media_type(path).is_some(), "{path}");
        }
        for path in [
            "",
            "index",
            "../Cargo.html",
            "lang/../../x.js",
            "./a.js",
            "lang//es.js",
            "/etc/a.js",
            ".git.js",
            "lang/.a.js",
            "a%2e.js",
            "..\\a.js",
            "c:a.js",
            "a.js/",
            "tsconfig.json",
            "package.json",
            "protocol.d.ts",
            "state.test.js",
            "test/state.js",
            "node_modules/typescript/a.js",
        ] {
            assert_eq!(media_type(path), None, "{path}");
        }
    }
}
