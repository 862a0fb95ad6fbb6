//! The files of the languages against each other, and against the sources that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

use super::texts::FILES;
use super::*;
use crate::input::{EVERYWHERE, Key};
use crate::ui::Screen;

/// The names of the values of a message, or of a use of it.
type Names = BTreeSet<String>;

/// The forms of numbers that each language tells apart, as CLDR has them for whole numbers below a million.
fn plurals(language: Language) -> &'static [&'static str] {
    match language {
        Language::En | Language::Es => &["one", "other"],
        Language::Pl => &["few", "many", "one"],
    }
}

/// Returns the messages of a file with the names of their values, and what is wrong with it.
fn read(language: Language, text: &str) -> (BTreeMap<String, Names>, Vec<String>) {
    let (mut messages, mut problems) = (BTreeMap::new(), Vec::new());
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(resource, faults)| {
        problems.extend(faults.iter().map(|fault| format!("{fault:?}")));
        resource
    });
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let id = message.id.name.to_owned();
                let mut problem = |what: &str| problems.push(format!("{id}: {what}"));
                if !message.attributes.is_empty() {
                    problem("has attributes");
                }
                let mut names = Names::new();
                match message.value {
                    Some(pattern) => walk(language, &pattern, &mut names, &mut problem),
                    None => problem("has no text"),
                }
                if messages.insert(id.clone(), names).is_some() {
                    problems.push(format!("{id}: stands there twice"));
                }
            }
            Entry::Term(term) => problems.push(format!("{}: is a term", term.id.name)),
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Junk { content } => problems.push(format!("cannot be read: {content}")),
        }
    }
    (messages, problems)
}

fn walk(
    language: Language,
    pattern: &Pattern<&str>,
    names: &mut Names,
    problem: &mut impl FnMut(&str),
) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        let (value, variants) = match expression {
            Expression::Inline(InlineExpression::StringLiteral { .. }) => continue,
            Expression::Inline(value) => (value, &[][..]),
            Expression::Select { selector, variants } => (selector, &variants[..]),
        };
        match value {
            InlineExpression::VariableReference { id } => {
                names.insert(id.name.to_owned());
            }
            _ => problem("has something else than values and plurals"),
        }
        let mut forms = BTreeSet::new();
        for variant in variants {
            match variant.key {
                VariantKey::Identifier { name } if plurals(language).contains(&name) => {
                    forms.insert(name);
                }
                // An exact number, such as 0, or the form of every other one.
                VariantKey::NumberLiteral { .. } | VariantKey::Identifier { name: "other" } => {}
                VariantKey::Identifier { name } => problem(&format!("{name} is no plural")),
            }
            walk(language, &variant.value, names, problem);
        }
        if !variants.is_empty() && !forms.iter().eq(plurals(language)) {
            problem(&format!("lacks one of the plurals {:?}", plurals(language)));
        }
    }
}

/// The messages of a language.
fn messages(language: Language) -> BTreeMap<String, Names> {
    let place = Language::ALL.iter().position(|known| *known == language);
    let mut all = BTreeMap::new();
    for (area, text) in FILES[place.unwrap()] {
        let (messages, problems) = read(language, text);
        assert_eq!(problems, Vec::<String>::new(), "{language}/{area}.ftl");
        for (id, names) in messages {
            let before = all.insert(id.clone(), names);
            assert_eq!(before, None, "{language}: {id} stands in two files");
        }
    }
    all
}

/// Returns the uses of messages in a source: the ids, each with the names of the values.
fn uses(source: &str) -> Vec<(String, Names)> {
    let code: String = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let starts = ["say!(", "id!("];
    let places = starts.iter().flat_map(|start| {
        let ends = code.match_indices(start).map(|(at, _)| at + start.len());
        ends.collect::<Vec<_>>()
    });
    places.filter_map(|at| call(&code[at..])).collect()
}

/// Reads a call from behind its parenthesis; none where no id stands there.
fn call(text: &str) -> Option<(String, Names)> {
    let text = text.trim_start().strip_prefix('"')?;
    let (id, rest) = text.split_once('"')?;
    let (mut names, mut depth, mut in_text) = (Names::new(), 0_u32, false);
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' if in_text => {
                characters.next();
            }
            '"' => in_text = !in_text,
            _ if in_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                let argument = rest[at + 1..].trim_start();
                let end = argument.find(|next: char| !next.is_ascii_alphanumeric() && next != '_');
                let (name, behind) = argument.split_at(end.unwrap_or(argument.len()));
                let behind = behind.trim_start();
                if !name.is_empty() && behind.starts_with('=') && !behind.starts_with("==") {
                    names.insert(name.to_owned());
                }
            }
            _ => {}
        }
    }
    Some((id.to_owned(), names))
}

/// Every use in the sources below `folder`.
fn used(folder: &Path, all: &mut BTreeMap<String, BTreeSet<Names>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            used(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            // The examples of these tests are no uses.
            if path.ends_with("language/tests.rs") {
                continue;
            }
            for (id, names) in uses(&fs::read_to_string(&path).unwrap()) {
                all.entry(id).or_default().insert(names);
            }
        }
    }
}

#[test]
fn every_message_is_there_in_every_language_and_used_with_its_values() {
    let mut used_ids = BTreeMap::new();
    used(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut used_ids,
    );
    let mut problems = Vec::new();
    for language in Language::ALL {
        let messages = messages(language);
        for (id, uses) in &used_ids {
            match messages.get(id) {
                None => problems.push(format!("{language}: {id} is used, and missing")),
                Some(names) if uses.iter().any(|used| used != names) => problems.push(format!(
                    "{language}: {id} has the values {names:?}, and is used with {uses:?}"
                )),
                Some(_) => {}
            }
        }
        let unused = messages.keys().filter(|id| !used_ids.contains_key(*id));
        problems.extend(unused.map(|id| format!("{language}: {id} is not used")));
    }
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The areas whose texts no screen shows.
const NOT_ON_SCREENS: [&str; 3] = ["commands", "lines", "options"];

/// The messages of the screens that name keys which nothing changes, or letters that are no keys, and why.
const NAMES_KEYS: &[(&str, &str)] = &[
    (
        "dialogs-keys",
        "a question is answered by y, or the letter of yes, whatever it means elsewhere",
    ),
    ("dialogs-keys-close-seat", "as before"),
    ("dialogs-keys-quit", "as before"),
    ("dialogs-keys-stop", "as before, and by b"),
    ("dialogs-yes", "as before"),
    ("errors-no-board", "columns x rows"),
    ("errors-no-time", "units of time"),
    ("keys-fault-key", "keys that the settings cannot name"),
    ("values-legend", "n is any number"),
    ("values-legend-cut", "as before"),
];

/// The letters that are words of a language.
fn words_of_a_letter(language: Language) -> &'static [char] {
    match language {
        Language::En => &['a'],
        Language::Es => &['a', 'e', 'o', 'u', 'y'],
        Language::Pl => &['a', 'i', 'o', 'u', 'w', 'z'],
    }
}

/// The text of a message without its values.
fn text_of(pattern: &Pattern<&str>) -> String {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text += value,
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => text.extend(variants.iter().map(|variant| text_of(&variant.value) + " ")),
            // Nothing that stands beside a value is a word for itself.
            PatternElement::Placeable { .. } => text.push('$'),
        }
    }
    text
}

#[test]
fn a_text_of_the_screens_takes_the_keys_from_the_settings() {
    let mut found = BTreeSet::new();
    for (language, files) in Language::ALL.into_iter().zip(FILES) {
        let keys = within(language, || {
            let tables = Screen::ALL.iter().flat_map(|screen| screen.keys());
            let all = tables.chain(EVERYWHERE).flat_map(|binding| &*binding.keys);
            all.copied().map(Key::shown).collect::<BTreeSet<_>>()
        });
        let is_key = |word: &str| {
            let mut letters = word.chars();
            let is_word = match (letters.next(), letters.next()) {
                (Some(letter), None) => words_of_a_letter(language).contains(&letter),
                _ => false,
            };
            !is_word && keys.contains(word)
        };
        let shown = files.iter();
        let shown = shown.filter(|(area, _)| !NOT_ON_SCREENS.contains(area));
        for (_, text) in shown {
            let resource = fluent_syntax::parser::parse(*text).unwrap();
            for entry in resource.body {
                let Entry::Message(message) = entry else {
                    continue;
                };
                let id = message.id.name;
                let text = message.value.as_ref().map(text_of).unwrap_or_default();
                let is_end = |sign: char| !sign.is_alphanumeric() && !"$'".contains(sign);
                let words: Vec<_> = text.split(is_end).filter(|word| !word.is_empty()).collect();
                let named = words.iter().enumerate().any(|(at, word)| {
                    let before = at.checked_sub(1).map_or("", |at| words[at]);
                    // As in "1.5 s" and "7 x 6".
                    let is_unit = before.ends_with(|end: char| end == '$' || end.is_ascii_digit());
                    is_key(word) && !(is_unit && word.chars().count() == 1)
                });
                if named && !id.starts_with("key-") {
                    found.insert(id);
                }
            }
        }
    }
    let known = NAMES_KEYS
        .iter()
        .map(|(id, _)| *id)
        .collect::<BTreeSet<_>>();
    assert_eq!(found, known);
}

#[test]
fn every_file_is_a_part_of_the_program() {
    for (language, files) in Language::ALL.into_iter().zip(FILES) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages");
        let mut there: Vec<_> = fs::read_dir(folder.join(language.code()))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            // That of browsers has a test of its own.
            .filter(|file| file != "page.ftl")
            .collect();
        there.sort();
        let known: Vec<_> = files
            .iter()
            .map(|(area, _)| format!("{area}.ftl"))
            .collect();
        assert_eq!(there, known, "{language}");
    }
}

#[test]
fn what_other_programs_do_not_read_is_found_in_a_file() {
    for text in [
        "-term = a\n",
        "a = b\n    .title = c\n",
        "a =\n    .title = c\n",
        "a = { b }\n",
        "a = { -b }\n",
        "a = { NUMBER($b) }\n",
        "a = { $b ->\n    [male] c\n   *[other] d\n    }\n",
        "a = { $b ->\n   *[other] d\n    }\n",
        "a = b\na = c\n",
        "a = { $b\n",
    ] {
        assert_ne!(read(Language::En, text).1, Vec::<String>::new(), "{text}");
    }
    let text = "# For translators.\na = { $b ->\n    [0] none\n    [one] { $c } one\n   *[other] { $b }\n    }\n";
    let (messages, problems) = read(Language::En, text);
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(messages["a"], ["b", "c"].map(str::to_owned).into());
    assert_ne!(read(Language::Pl, text).1, Vec::<String>::new());
}

#[test]
fn uses_are_found_however_they_are_written() {
    let source = "// say!(\"comment\")\nlet a = say!(\n    \"one\",\n    name = x(1, b == 2).to_string(),\n    \
        count = if c == d { \", e = f\" } else { g },\n);\nbind(id!(\"two\"), say!(\"three\"))";
    let expected = [
        ("one", &["count", "name"][..]),
        ("three", &[]),
        ("two", &[]),
    ];
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Names>();
    let expected = expected.map(|(id, values)| (id.to_owned(), names(values)));
    assert_eq!(uses(source), expected);
}
