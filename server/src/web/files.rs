//! The files of the page in the program, and the rule for what is one.
//!
//! The document, the manifest and the icons have their own names, and are asked about at each visit. All other files
//! are in a folder that is named by their content: a browser keeps them for as long as it likes, and a server with
//! another page has another folder.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::Bytes;

use super::{File, INDEX};

/// Defines a table of files by their paths below `server/web`, one on each line.
macro_rules! files {
    ($($path:literal)*) => {
        &[$(($path, include_bytes!(concat!("../../web/", $path))),)*]
    };
}

/// Files that keep their names.
const NAMED: &[(&str, &[u8])] = files! {
    "index.html"
    "app.webmanifest"
    "icon.svg"
    "icon-180.png"
    "icon-512.png"
};

/// Files that keep their names in the folder, beside what the build has packed.
const IN_FOLDER: &[(&str, &[u8])] = files! {
    "late.js"
    "lang/en.js"
    "lang/es.js"
    "lang/pl.js"
};

/// The modules and the style sheets of the page as `build.rs` has packed them.
const PACKED: [(&str, &[u8]); 3] = [
    (
        "page.js",
        include_bytes!(concat!(env!("OUT_DIR"), "/page.js")),
    ),
    (
        "later.js",
        include_bytes!(concat!(env!("OUT_DIR"), "/later.js")),
    ),
    (
        "page.css",
        include_bytes!(concat!(env!("OUT_DIR"), "/page.css")),
    ),
];

/// Returns the files in the program with their paths.
pub(super) fn embedded() -> impl Iterator<Item = (String, File)> {
    let in_folder = || IN_FOLDER.iter().chain(&PACKED);
    let mut hash = Sha256::new();
    for (path, bytes) in in_folder() {
        hash.update(path);
        hash.update(bytes);
    }
    let hash = hash.finalize();
    let digits = hash[..8].iter().map(|byte| format!("{byte:02x}"));
    let digits: String = digits.collect();
    let folder = format!("page-{digits}");
    let named = NAMED.iter().map({
        let folder = folder.clone();
        move |&(path, bytes)| {
            let bytes = if path == INDEX {
                document(str::from_utf8(bytes).expect("a document is text"), &folder).into()
            } else {
                Bytes::from_static(bytes)
            };
            (path.to_owned(), File::new(known_type(path), bytes))
        }
    });
    named.chain(in_folder().map(move |&(path, bytes)| {
        let file = File::new(known_type(path), Bytes::from_static(bytes)).kept();
        (format!("{folder}/{path}"), file)
    }))
}

fn known_type(path: &str) -> &'static str {
    media_type(path).expect("the tables have files of the page alone")
}

/// Returns the document with what is packed in the place of what is not, and all of it in the folder.
fn document(text: &str, folder: &str) -> String {
    let mut document = String::new();
    let mut has_sheet = false;
    for line in text.lines() {
        if line.contains("rel=\"stylesheet\"") {
            // The first of the sheets stands for all.
            if !has_sheet {
                writeln!(
                    document,
                    "  <link rel=\"stylesheet\" href=\"{folder}/page.css\">"
                )
                .expect("a string takes everything");
            }
            has_sheet = true;
        } else {
            document += &line
                .replace("\"main.js\"", &format!("\"{folder}/page.js\""))
                .replace("\"late.js\"", &format!("\"{folder}/late.js\""));
            document.push('\n');
        }
    }
    document
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

    use super::super::pack;
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
        let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
        let (_, mut known) = pack::scripts(&read);
        for (path, _) in NAMED.iter().chain(IN_FOLDER) {
            assert!(known.insert((*path).to_owned()), "{path} is there twice");
        }
        known.extend(pack::sheets(&read(INDEX)).map(str::to_owned));
        assert_eq!(there, known);
    }

    #[test]
    fn the_document_names_only_files_that_there_are() {
        let files: Vec<_> = embedded().collect();
        let (_, index) = files.iter().find(|(path, _)| path == INDEX).unwrap();
        let text = str::from_utf8(&index.bytes).unwrap();
        let named: Vec<_> = ["href=\"", "src=\""]
            .iter()
            .flat_map(|field| text.split(field).skip(1))
            .map(|rest| rest.split('"').next().unwrap())
            .filter(|path| !path.starts_with("data:"))
            .collect();
        assert!(named.len() >= 5, "{named:?}");
        for path in named {
            let file = files.iter().find(|(name, _)| name == path);
            let (_, file) = file.unwrap_or_else(|| panic!("{path} is not there"));
            assert_eq!(file.is_kept, path.starts_with("page-"), "{path}");
        }
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
