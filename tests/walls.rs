//! No rings of imports, and nothing in the shells that a simulation could not repeat.
//!
//! Sibling modules depend on each other in one direction:
//!
//! members of the workspace -> files below `src` -> paths that begin with `crate`, `super` or `self`
//! -> edges between siblings -> rings
//!
//! An edge joins the two modules, children of one parent, below which the path begins and ends. A parent and
//! its children may name each other. Code compiled for tests alone does not count.
//!
//! The server and the client take time, random numbers and streams from their `Env`, and every `select!` is
//! `biased`: the same seed gives the same run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Rings that are still there, each as `parent: child, child`. The list is to be emptied, never added to.
const KNOWN: &[&str] = &[];

/// A module: the crate's name, then a name for each step down.
type Module = Vec<String>;

#[test]
fn sibling_modules_do_not_import_each_other_in_a_ring() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    for member in members(&root) {
        let name = member.rsplit('/').next().expect("a path has a last part");
        let source = [root.join(&member).join("src"), root.join(&member)]
            .into_iter()
            .find(|folder| folder.is_dir())
            .expect("a member has a folder");
        let mut sources = BTreeMap::new();
        read(&source, &vec![name.to_owned()], &mut sources);
        assert!(!sources.is_empty(), "{member} has no sources");
        found.extend(rings(&edges(&sources)));
    }
    let known: BTreeSet<_> = KNOWN.iter().map(ToString::to_string).collect();
    let new: Vec<_> = found.difference(&known).collect();
    let cut: Vec<_> = known.difference(&found).collect();
    assert!(
        new.is_empty() && cut.is_empty(),
        "new rings of imports, to be cut: {new:#?}\n\
         rings that are cut, to be removed from KNOWN: {cut:#?}\n\
         known rings: {KNOWN:#?}"
    );
}

#[test]
fn a_ring_is_found_wherever_its_paths_stand() {
    let sources = [
        ("a", "use crate::b::{self, c::{D, E}};"),
        ("b", "mod c;"),
        ("b::c", "fn f() -> super::super::d::G { todo!() }"),
        ("d", "// crate::b is only named here.\nuse crate::a;"),
        ("e", "use crate::a::F; use crate::H;"),
        ("f", "mod g; mod h;"),
        ("f::g", "pub use super::h::X;"),
        ("f::h", "use self::y::Z; use crate::f::g::W;"),
        (
            "f::h::y",
            "use super::V;\n#[cfg(test)]\nmod tests { use crate::e; }",
        ),
    ];
    let module = |path: &str| {
        let steps = path.split("::").filter(|step| !step.is_empty());
        let steps = std::iter::once("x").chain(steps);
        steps.map(str::to_owned).collect::<Module>()
    };
    let sources = sources
        .iter()
        .map(|(path, text)| (module(path), (*text).to_owned()))
        .chain([(module(""), String::new())])
        .collect();
    let found: Vec<_> = rings(&edges(&sources)).into_iter().collect();
    assert_eq!(found, ["x: a, b, d", "x::f: g, h"]);
}

/// The things that the shells must not reach for, since a simulation could not repeat them: each comes from an `Env`.
const OUTSIDE: &[&str] = &[
    "rand::random",
    "rand::rng",
    "make_rng",
    "SysRng",
    "SystemTime",
    "UNIX_EPOCH",
    "std::time::Instant",
];

/// The files that may, and why.
const ALLOWED: &[(&str, &str)] = &[
    (
        "server/src/base/env.rs",
        "the wall clock at the start and in files",
    ),
    ("server/src/base/random.rs", "the seed of the program"),
    ("client/src/net/env.rs", "the seed of the program"),
    ("client/src/identity.rs", "the key of the person"),
    ("client/src/seats.rs", "the age of a seat in a file"),
];

#[test]
fn every_select_is_biased_and_nothing_is_taken_from_outside_but_by_env() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut problems = Vec::new();
    for shell in ["server", "client"] {
        for (file, text) in files(&root, &format!("{shell}/src")) {
            let allowed = ALLOWED.iter().any(|(allowed, _)| *allowed == file);
            let found = loose_ends(&text, allowed);
            problems.extend(
                found
                    .into_iter()
                    .map(|problem| format!("{file}: {problem}")),
            );
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn a_loose_end_is_found_however_it_is_written() {
    for text in [
        "tokio::select! { a = b => {} }",
        "select! {\n    a = b => {}\n}",
        "use std::time::{Duration, Instant};",
        "use std::{io, time::Instant};",
        "use std::time;\nfn f() { time::Instant::now(); }",
        "fn f() { let n = rand::random::<u8>(); }",
        "use rand::{Rng, random};",
        "let t = std::time::SystemTime::now();",
    ] {
        assert_eq!(loose_ends(text, false).len(), 1, "{text}");
    }
    for text in [
        "tokio::select! { biased; a = b => {} }",
        "use std::time::Duration;\nuse tokio::time::Instant;",
        "// As rand::random did.",
        "#[cfg(test)]\nmod tests { use std::time::Instant; }",
    ] {
        assert_eq!(loose_ends(text, false), Vec::<String>::new(), "{text}");
    }
}

/// Every source below `folder` that is compiled into a program, by its path from `root`.
fn files(root: &Path, folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(root.join(folder)).expect("a folder of sources") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in Unicode");
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if name != "tests" {
                files.extend(self::files(root, &path));
            }
        } else if name != "tests.rs" {
            files.push((path, fs::read_to_string(entry.path()).expect("a source")));
        }
    }
    files
}

/// The texts in a source that make two runs of one seed differ. One that is `allowed` may take things from outside.
fn loose_ends(text: &str, allowed: bool) -> Vec<String> {
    let code = code(text);
    let tokens = tokens(&code);
    let mut found = Vec::new();
    for (at, _) in tokens.windows(2).enumerate().filter(|(_, two)| {
        let [macro_name, mark] = two else {
            return false;
        };
        macro_name == "select" && mark == "!"
    }) {
        if tokens.get(at + 3).is_none_or(|first| first != "biased") {
            found.push("a select! that is not biased".to_owned());
        }
    }
    let mut named = every_path(&tokens);
    // `time` may be imported first, and the rest be named by it.
    if named.iter().any(|path| path == "std::time") {
        named.extend(
            named
                .clone()
                .iter()
                .filter(|path| path.starts_with("time::"))
                .map(|path| format!("std::{path}")),
        );
    }
    let is_outside = |outside: &&&str| {
        named.iter().any(|path| {
            let mut steps = format!("::{path}::");
            steps.retain(|c| c != ' ');
            steps.contains(&format!("::{outside}::"))
        })
    };
    if !allowed {
        let outside = OUTSIDE.iter().filter(is_outside);
        found.extend(outside.map(|outside| format!("{outside}, which Env has")));
    }
    found
}

/// Every path in code, one for each leaf of a tree of imports.
fn every_path(tokens: &[String]) -> Vec<String> {
    let mut paths = Vec::new();
    for at in 0..tokens.len() {
        let begins = at == 0 || tokens[at - 1] != "::";
        if begins && tokens.get(at + 1).is_some_and(|next| next == "::") {
            leaves(tokens, at, &[], &mut paths);
        }
    }
    paths.into_iter().map(|path| path.join("::")).collect()
}

/// The folders of the workspace's members.
fn members(root: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the workspace's manifest");
    let (_, list) = manifest
        .split_once("members = [")
        .expect("a list of members");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

/// Reads the module in `folder` and those below it.
fn read(folder: &Path, module: &Module, sources: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("a name in Unicode").to_owned();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        let is_root = module.len() == 1 && matches!(name.as_str(), "lib" | "main");
        let mut inner = module.clone();
        if !is_root {
            inner.push(name.clone());
        }
        sources.entry(inner.clone()).or_default().push_str(&text);
        if !is_root && folder.join(&name).is_dir() {
            read(&folder.join(&name), &inner, sources);
        }
    }
}

/// For each parent, the imports among its children.
fn edges(sources: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<(String, String)>> {
    let tests: BTreeSet<Module> = sources
        .iter()
        .flat_map(|(module, text)| tests_of(module, text))
        .collect();
    let is_test = |module: &Module| (1..=module.len()).any(|end| tests.contains(&module[..end]));
    let mut edges = BTreeMap::<_, BTreeSet<_>>::new();
    for (module, text) in sources.iter().filter(|(module, _)| !is_test(module)) {
        for path in paths(&code(text)) {
            let Some(target) = resolve(module, &path, sources) else {
                continue;
            };
            let shared = module.iter().zip(&target).take_while(|(a, b)| a == b);
            let shared = shared.count();
            if let (Some(from), Some(to)) = (module.get(shared), target.get(shared)) {
                let edge = (from.clone(), to.clone());
                edges
                    .entry(module[..shared].to_vec())
                    .or_default()
                    .insert(edge);
            }
        }
    }
    edges
}

/// The modules with files of their own that `text` declares for tests alone.
fn tests_of(module: &Module, text: &str) -> Vec<Module> {
    text.split("#[cfg(test)]")
        .skip(1)
        .filter_map(|rest| {
            let declaration = rest.split_once(';')?.0;
            let name = declaration.trim().rsplit_once("mod ")?.1;
            let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
            is_name.then(|| [module.as_slice(), &[name.to_owned()]].concat())
        })
        .collect()
}

/// `text` without comments and without the module of tests at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next();
    text.unwrap_or_default()
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Every path in `code` that begins with `crate`, `super` or `self`, one for each leaf of a tree of imports.
fn paths(code: &str) -> Vec<Vec<String>> {
    let tokens = tokens(code);
    let mut paths = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let begins = at == 0 || tokens[at - 1] != "::";
        let is_path = tokens.get(at + 1).is_some_and(|next| next == "::");
        if begins && is_path && matches!(token.as_str(), "crate" | "super" | "self") {
            leaves(&tokens, at, &[], &mut paths);
        }
    }
    paths
}

/// Collects the leaves of the tree that begins at `at`, each behind `stem`; returns where the tree ends.
fn leaves(
    tokens: &[String],
    mut at: usize,
    stem: &[String],
    paths: &mut Vec<Vec<String>>,
) -> usize {
    let mut path = stem.to_vec();
    while let Some(token) = tokens.get(at) {
        if token == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                // A comma, a star or the name behind `as` is no tree.
                at = leaves(tokens, at, &path, paths).max(at + 1);
            }
            return at + 1;
        }
        if !token.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            break;
        }
        path.push(token.clone());
        at += 1;
        if tokens.get(at).is_none_or(|token| token != "::") {
            break;
        }
        at += 1;
    }
    paths.push(path);
    at
}

/// Words, `::`, and every other character but white space by itself.
fn tokens(code: &str) -> Vec<String> {
    let mut tokens = Vec::<String>::new();
    let mut word = false;
    for character in code.chars() {
        let is_word = character.is_alphanumeric() || character == '_';
        match tokens.last_mut() {
            Some(last) if is_word && word => last.push(character),
            Some(last) if character == ':' && last == ":" => last.push(character),
            _ if character.is_whitespace() => {}
            _ => tokens.push(character.to_string()),
        }
        word = is_word;
    }
    tokens
}

/// The module that `path` leads to from `module`: that of its last step which is a module.
fn resolve(module: &Module, path: &[String], sources: &BTreeMap<Module, String>) -> Option<Module> {
    let mut target = module.clone();
    for step in path {
        match step.as_str() {
            "crate" => target.truncate(1),
            "super" => {
                target.pop()?;
            }
            "self" => {}
            name => {
                target.push(name.to_owned());
                if !sources.contains_key(&target) {
                    target.pop();
                    break;
                }
            }
        }
    }
    Some(target)
}

/// The largest sets of siblings each of which reaches every other.
fn rings(edges: &BTreeMap<Module, BTreeSet<(String, String)>>) -> BTreeSet<String> {
    let mut rings = BTreeSet::new();
    for (parent, edges) in edges {
        let mut reaches = edges.clone();
        loop {
            let longer: BTreeSet<_> = reaches
                .iter()
                .flat_map(|(from, by)| {
                    let on = edges.iter().filter(move |(step, _)| step == by);
                    on.map(move |(_, to)| (from.clone(), to.clone()))
                })
                .filter(|pair| !reaches.contains(pair))
                .collect();
            if longer.is_empty() {
                break;
            }
            reaches.extend(longer);
        }
        for (module, _) in reaches.iter().filter(|(from, to)| from == to) {
            let ring: Vec<_> = reaches
                .iter()
                .filter(|(from, to)| {
                    from == module && reaches.contains(&(to.clone(), from.clone()))
                })
                .map(|(_, to)| to.as_str())
                .collect();
            rings.insert(format!("{}: {}", parent.join("::"), ring.join(", ")));
        }
    }
    rings
}
