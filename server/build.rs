//! Packs the page for browsers before the server is compiled: its modules into two scripts, its style sheets into one.

use std::path::{Path, PathBuf};
use std::{env, fs};

#[path = "src/web/pack.rs"]
mod pack;

fn main() {
    println!("cargo::rerun-if-changed=web");
    println!("cargo::rerun-if-changed=src/web/pack.rs");
    let folder = Path::new("web");
    let read = |name: &str| {
        let path = folder.join(name);
        let path = path.display();
        fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a directory"));
    let write = |name: &str, text: &str| {
        fs::write(out.join(name), text).expect("the directory of the build is written to");
    };
    let ([page, later], _) = pack::scripts(&read);
    write("page.js", &page);
    write("later.js", &later);
    let document = read("index.html");
    let sheets: Vec<_> = pack::sheets(&document).map(&read).collect();
    write("page.css", &pack::style(&sheets));
}
