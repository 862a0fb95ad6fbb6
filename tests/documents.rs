//! Every relative link and anchor in the documents leads to a file and a heading that exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the workspace");
    let mut documents = Vec::new();
    find_documents(&root, &mut documents);
    assert!(documents.contains(&root.join("README.md")));

    let mut broken = Vec::new();
    for document in &documents {
        let text = fs::read_to_string(document).expect("a document");
        for link in links(&text) {
            if let Some(problem) = problem(document, &link) {
                let document = document.strip_prefix(&root).expect("below the root");
                broken.push(format!("{}: {link}: {problem}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn links_are_found_in_text_and_not_in_code() {
    let text = "A [link](a.md#b), `not [one](c.md)` and [`code`](d.md).\n\
        ```sh\necho [x](y.md)\n```\n\
        <img src=\"e.svg\" srcset=\"f.svg\"> [abroad](https://example.org/g.md)";
    assert_eq!(links(text), ["a.md#b", "d.md", "e.svg", "f.svg"]);
}

#[test]
fn anchors_are_those_of_github() {
    let text = "# The first, `second` & third\n\n## Bans\n```\n# a comment\n```\n## Bans\n\
        ## 1. [A link](b.md)\n";
    let anchors: Vec<_> = anchors(text).into_iter().collect();
    assert_eq!(
        anchors,
        ["1-a-link", "bans", "bans-1", "the-first-second--third"]
    );
}

/// Collects the documents below `folder` that belong to the source.
fn find_documents(folder: &Path, documents: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            // Hidden folders, and those that .gitignore names.
            let is_source =
                !name.starts_with('.') && !matches!(&*name, "target" | "node_modules" | "found");
            if is_source {
                find_documents(&path, documents);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            documents.push(path);
        }
    }
}

/// Returns what is wrong with a link in `document`, if anything is.
fn problem(document: &Path, link: &str) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() {
        document.to_owned()
    } else {
        document.with_file_name(path)
    };
    if !target.exists() {
        return Some("no such file".to_owned());
    }
    if anchor.is_empty() {
        return None;
    }
    let Ok(text) = fs::read_to_string(&target) else {
        return Some("an anchor of a file that is not a text".to_owned());
    };
    let anchors = anchors(&text);
    (!anchors.contains(anchor)).then(|| format!("no such heading among {anchors:?}"))
}

/// Returns the relative links of a document: those of Markdown, and the `src`, `srcset` and `href` of HTML.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        let line = without_code(line);
        for (begin, end) in [
            ("](", ')'),
            ("src=\"", '"'),
            ("srcset=\"", '"'),
            ("href=\"", '"'),
        ] {
            let targets = line.split(begin).skip(1);
            let targets = targets.filter_map(|rest| rest.split_once(end));
            links.extend(targets.map(|(link, _)| link.to_owned()));
        }
    }
    links.retain(|link: &String| !link.contains(':'));
    links
}

/// Returns the anchors that GitHub makes of the headings of a document.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut counts = BTreeMap::new();
    let headings = prose(text).filter_map(|line| {
        let heading = line.trim_start_matches('#');
        let is_heading = heading.len() < line.len() && heading.starts_with(' ');
        is_heading.then(|| heading.trim())
    });
    headings
        .map(|heading| {
            let anchor: String = without_targets(heading)
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect();
            let earlier = counts.entry(anchor.clone()).or_insert(0);
            let number = *earlier;
            *earlier += 1;
            if number == 0 {
                anchor
            } else {
                format!("{anchor}-{number}")
            }
        })
        .collect()
}

/// Returns the lines outside fenced blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// Returns the heading with the text of its links only.
fn without_targets(heading: &str) -> String {
    let mut parts = heading.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    text
}
