//! The texts of the page for browsers, `server/web/lang/*.js`, made from the files of the same translators,
//! `client/languages/*/page.ftl`.
//!
//! `ENLINEA_BLESS=1 cargo test -p client --test page_texts` writes them anew.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};

const LANGUAGES: [&str; 3] = ["en", "es", "pl"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn source(language: &str) -> String {
    let path = root().join(format!("client/languages/{language}/page.ftl"));
    fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

/// A text in the quotes of a script, which are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}

/// The key of a text: in quotes where it is no name of a script.
fn key(id: &str) -> String {
    let is_name = id.chars().all(|letter| letter.is_ascii_alphabetic());
    if is_name { id.to_owned() } else { quoted(id) }
}

/// Appends a pattern without plurals, its places in braces.
fn plain(pattern: &Pattern<&str>, text: &mut String) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => write!(text, "{{{}}}", id.name).expect("a text"),
            PatternElement::Placeable { expression } => {
                panic!("the page has no use for {expression:?}")
            }
        }
    }
}

/// The forms of a text that is one plural as a whole.
fn forms<'a>(pattern: &'a Pattern<&'a str>) -> Option<&'a [Variant<&'a str>]> {
    let [
        PatternElement::Placeable {
            expression: Expression::Select { variants, .. },
        },
    ] = &pattern.elements[..]
    else {
        return None;
    };
    Some(variants)
}

/// Writes a text as the page reads it.
fn value(pattern: &Pattern<&str>) -> String {
    let Some(forms) = forms(pattern) else {
        let mut text = String::new();
        plain(pattern, &mut text);
        return quoted(&text);
    };
    let forms = forms.iter().map(|form| {
        let VariantKey::Identifier { name } = form.key else {
            panic!("a plural has the names of CLDR");
        };
        let mut text = String::new();
        plain(&form.value, &mut text);
        format!("{name}: {}", quoted(&text))
    });
    format!("{{ {} }}", forms.collect::<Vec<_>>().join(", "))
}

/// The module of a language, and the ids in it.
fn module(language: &str) -> (String, BTreeSet<String>) {
    let text = source(language);
    let resource = fluent_syntax::parser::parse(text.as_str())
        .unwrap_or_else(|(_, faults)| panic!("{language}/page.ftl: {faults:?}"));
    let (mut module, mut ids) = (String::from("export default {\n"), BTreeSet::new());
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let pattern = message.value.expect("a text");
                let (key, value) = (key(message.id.name), value(&pattern));
                writeln!(module, "  {key}: {value},").expect("a text");
                assert!(
                    ids.insert(message.id.name.to_owned()),
                    "{key} is there twice"
                );
            }
            Entry::GroupComment(comment) => {
                if !ids.is_empty() {
                    module.push('\n');
                }
                for line in comment.content {
                    writeln!(module, "  // {line}").expect("a text");
                }
            }
            Entry::Comment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(_) | Entry::Junk { .. } => panic!("{language}/page.ftl: {entry:?}"),
        }
    }
    (module + "};\n", ids)
}

#[test]
fn the_texts_of_the_page_are_those_of_the_translators() {
    for language in LANGUAGES {
        let path = root().join(format!("server/web/lang/{language}.js"));
        let (module, _) = module(language);
        if std::env::var_os("ENLINEA_BLESS").is_some() {
            fs::write(&path, &module).expect("is written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        // A checkout may end its lines in another way.
        assert!(
            kept.replace("\r\n", "\n") == module,
            "{} is stale: ENLINEA_BLESS=1 cargo test -p client --test page_texts",
            path.display()
        );
    }
}

#[test]
fn every_language_of_the_page_has_the_same_texts() {
    let [english, others @ ..] = LANGUAGES.map(|language| module(language).1);
    for other in others {
        let differ: Vec<_> = english.symmetric_difference(&other).collect();
        assert!(differ.is_empty(), "{differ:?}");
    }
}
