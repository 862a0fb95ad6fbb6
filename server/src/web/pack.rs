//! The modules of the page as two scripts, and its style sheets as one.
//!
//! main.js -> its imports, theirs before them -> a function for each module, which returns what it exports -> `page.js`
//! later.js -> its imports that `page.js` has not -> likewise, with what `page.js` shares -> `later.js`
//!
//! The build runs this (`build.rs`), so that a first visit asks for a handful of files; with `--web` browsers get the
//! modules as they are. It knows the JavaScript of this page and no other: imports and exports stand at the beginning
//! of a line, and no module imports one that imports it. Whatever else it meets ends the build with a reason.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::mem;

/// Packs `main.js` with all that it imports, and `later.js` with what only that imports; `read` returns a module by its
/// name. Returns both scripts, and the names of their modules.
pub(crate) fn scripts(read: &dyn Fn(&str) -> String) -> ([String; 2], BTreeSet<String>) {
    let mut packer = Packer::default();
    packer.add("main.js", read, &mut Vec::new());
    let page = mem::take(&mut packer.script);
    let first = packer.modules.clone();
    packer.imported.clear();
    packer.add("later.js", read, &mut Vec::new());
    let shared = packer.imported.intersection(&first);
    let shared: Vec<_> = shared.map(|name| variable(name)).collect();
    let shared = shared.join(", ");
    let page = format!("{page}export {{ {shared} }};\n");
    let later = format!(
        "import {{ {shared} }} from \"./page.js\";\n{}",
        packer.script
    );
    ([page, later], packer.modules)
}

/// Returns the names of the style sheets of a document, in its order.
pub(crate) fn sheets(document: &str) -> impl Iterator<Item = &str> {
    let named = document
        .lines()
        .filter(|line| line.contains("rel=\"stylesheet\""));
    named.filter_map(|line| line.split_once("href=\"")?.1.split('"').next())
}

/// Packs style sheets: their texts one after the other, without the comments.
pub(crate) fn style(sheets: &[String]) -> String {
    sheets.iter().map(|sheet| without_comments(sheet)).collect()
}

/// A script while modules are added to it.
#[derive(Default)]
struct Packer {
    script: String,
    /// All modules, also those of the script before it.
    modules: BTreeSet<String>,
    /// Modules that those of this script import.
    imported: BTreeSet<String>,
}

impl Packer {
    /// Adds a module after those that it imports; `importers` are the modules that wait for it.
    fn add(&mut self, name: &str, read: &dyn Fn(&str) -> String, importers: &mut Vec<String>) {
        assert!(
            !importers.iter().any(|importer| importer == name),
            "{name} imports itself: {importers:?}"
        );
        if !self.modules.insert(name.to_owned()) {
            return;
        }
        let module = Module::parse(name, &without_comments(&read(name)));
        importers.push(name.to_owned());
        for imported in &module.imported {
            self.imported.insert(imported.clone());
            self.add(imported, read, importers);
        }
        importers.pop();
        let body = &module.body;
        let exports = module.exports.join(", ");
        let text = if !importers.is_empty() {
            let variable = variable(name);
            format!("const {variable} = (() => {{\n{body}return {{ {exports} }};\n}})();\n")
        } else if exports.is_empty() {
            // The main module may wait for something at its top.
            body.clone()
        } else {
            format!("{body}export {{ {exports} }};\n")
        };
        self.script += &text;
    }
}

/// A module with its imports and exports taken apart.
struct Module {
    imported: Vec<String>,
    exports: Vec<String>,
    body: String,
}

impl Module {
    fn parse(name: &str, text: &str) -> Self {
        let mut module = Self {
            imported: Vec::new(),
            exports: Vec::new(),
            body: String::new(),
        };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("import ") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement.push(' ');
                    statement += lines
                        .next()
                        .expect("an import ends with a semicolon")
                        .trim();
                }
                module.import(name, &statement);
            } else if let Some(declaration) = line.strip_prefix("export ") {
                module.exports.push(declared(name, declaration));
                module.body += declaration;
                module.body.push('\n');
            } else {
                module.body += line;
                module.body.push('\n');
            }
        }
        module
    }

    /// Has the names of an import stand for what the other module returned.
    fn import(&mut self, name: &str, statement: &str) {
        let parts = statement
            .strip_prefix("import ")
            .and_then(|rest| rest.strip_suffix("\";"))
            .and_then(|rest| rest.split_once(" from \"./"));
        let Some((names, imported)) = parts else {
            panic!("{name}: cannot pack `{statement}`");
        };
        let names = match names.strip_prefix("* as ") {
            Some(all) => all.to_owned(),
            None => names.replace(" as ", ": "),
        };
        let variable = variable(imported);
        writeln!(self.body, "const {names} = {variable};").expect("memory takes every text");
        self.imported.push(imported.to_owned());
    }
}

/// The name that an exported declaration declares.
fn declared(name: &str, declaration: &str) -> String {
    let rest = ["async function ", "function ", "const ", "class "]
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind));
    let is_part = |one: &char| one.is_alphanumeric() || "_$".contains(*one);
    let declared: String = rest
        .unwrap_or_default()
        .chars()
        .take_while(is_part)
        .collect();
    assert!(
        !declared.is_empty(),
        "{name}: cannot pack `export {declaration}`"
    );
    declared
}

/// The variable for what a module exports.
fn variable(name: &str) -> String {
    let stem = name.trim_end_matches(".js");
    format!("_{}", stem.replace(|one: char| !one.is_alphanumeric(), "_"))
}

/// Leaves out comments that begin a line, empty lines and indentation: no text of the page has any of them.
fn without_comments(text: &str) -> String {
    let mut left = String::new();
    let mut is_comment = false;
    for line in text.lines() {
        let mut line = line.trim();
        if !is_comment && line.starts_with("/*") {
            is_comment = true;
        }
        if is_comment {
            let Some((_, rest)) = line.split_once("*/") else {
                continue;
            };
            is_comment = false;
            line = rest.trim_start();
        }
        if !line.is_empty() && !line.starts_with("//") {
            left += line;
            left.push('\n');
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(modules: &[(&str, &str)]) -> [String; 2] {
        let read = |name: &str| {
            let found = modules.iter().find(|(module, _)| *module == name);
            found.expect("there is such a module").1.to_owned()
        };
        scripts(&read).0
    }

    #[test]
    fn a_module_comes_once_and_before_those_that_import_it() {
        let [page, later] = packed(&[
            (
                "main.js",
                "// What it is.\nimport { b, c as d } from \"./b.js\";\nimport * as a from \"./a-1.js\";\nawait b(a.one, d);\n",
            ),
            (
                "b.js",
                "import {\n  one,\n} from \"./a-1.js\";\n/**\n * Says it.\n */\nexport async function b() {\n  return one;\n}\nexport const c = 2;\n",
            ),
            ("a-1.js", "export const one = 1; // kept\n"),
            (
                "later.js",
                "import { one } from \"./a-1.js\";\nimport { e } from \"./e.js\";\nexport const both = [one, e];\n",
            ),
            ("e.js", "export const e = 3;\n"),
        ]);
        assert_eq!(
            page,
            "const _a_1 = (() => {\nconst one = 1; // kept\nreturn { one };\n})();\n\
             const _b = (() => {\nconst { one, } = _a_1;\nasync function b() {\nreturn one;\n}\nconst c = 2;\nreturn { b, c };\n})();\n\
             const { b, c: d } = _b;\nconst a = _a_1;\nawait b(a.one, d);\nexport { _a_1 };\n"
        );
        assert_eq!(
            later,
            "import { _a_1 } from \"./page.js\";\n\
             const _e = (() => {\nconst e = 3;\nreturn { e };\n})();\n\
             const { one } = _a_1;\nconst { e } = _e;\nconst both = [one, e];\nexport { both };\n"
        );
    }

    #[test]
    fn what_it_does_not_know_ends_the_build_with_the_place() {
        let fails = |modules: &[(&str, &str)]| {
            let caught = std::panic::catch_unwind(|| packed(modules)[0].clone());
            *caught.unwrap_err().downcast::<String>().unwrap()
        };
        let complaint = fails(&[("main.js", "export { a };\n")]);
        assert_eq!(complaint, "main.js: cannot pack `export { a };`");
        let complaint = fails(&[("main.js", "import a from \"a\";\n")]);
        assert_eq!(complaint, "main.js: cannot pack `import a from \"a\";`");
        let import = |of: &str| format!("import {{ x }} from \"./{of}\";\n");
        let [main, a, b] = ["a.js", "b.js", "a.js"].map(import);
        let complaint = fails(&[("main.js", &main), ("a.js", &a), ("b.js", &b)]);
        assert!(complaint.starts_with("a.js imports itself"), "{complaint}");
    }

    #[test]
    fn comments_that_begin_a_line_are_left_out() {
        let text = "/* one\n  two */\na { b: c }\n\n  /** @type {any} */ (d)[e] = f;\n  // no\n";
        let left = "a { b: c }\n(d)[e] = f;\n";
        assert_eq!(style(&[text.to_owned(), text.to_owned()]), left.repeat(2));
    }
}
