//! The types of a schema in TypeScript.
//!
//! Knows the keywords that the schema of this crate uses, and stops at a schema without any of them.

use serde_json::{Map, Value};

/// The head of the file.
const HEAD: &str = "\
// The messages of enlinea in JSON; PROTOCOL.md says what they mean.
// Written by `UPDATE_EXPECT=1 cargo test -p protocol --features schema --test schema` from schema.json.
";

/// The declarations for all definitions of `schema`, in the order of their names.
pub(crate) fn typescript(schema: &Value) -> String {
    let mut text = HEAD.to_owned();
    let definitions = schema["$defs"].as_object().into_iter().flatten();
    for (name, definition) in definitions {
        text.push('\n');
        let mut lines = description(definition);
        lines.extend(bounds(definition));
        text.push_str(&comment(&lines, ""));
        let declaration = match expression(definition, "") {
            object if object.starts_with('{') => format!("export interface {name} {object}\n"),
            other if other.starts_with('\n') => format!("export type {name} ={other};\n"),
            other => format!("export type {name} = {other};\n"),
        };
        text.push_str(&declaration);
    }
    text
}

/// The type of one schema; of more lines than one where it is an object, or a union with descriptions.
fn expression(schema: &Value, indent: &str) -> String {
    let field = |name| schema.get(name);
    if let Some(Value::String(path)) = field("$ref") {
        return path.trim_start_matches("#/$defs/").to_owned();
    }
    if let Some(literal) = field("const") {
        return literal.to_string();
    }
    if let Some(Value::Array(literals)) = field("enum") {
        return join(literals.iter().map(Value::to_string));
    }
    if let Some(Value::Array(choices)) = field("oneOf").or(field("anyOf")) {
        return union(choices, indent);
    }
    match field("type") {
        Some(Value::String(name)) => named(name, schema, indent),
        Some(Value::Array(names)) => join(names.iter().map(|name| {
            let name = name.as_str().expect("types are names");
            named(name, schema, indent)
        })),
        _ => panic!("no type is known for {schema}"),
    }
}

/// The type of a schema whose keyword `type` has this name.
fn named(name: &str, schema: &Value, indent: &str) -> String {
    match name {
        "integer" | "number" => "number".to_owned(),
        // Editors offer the words that are known, and any other is allowed.
        "string" if schema.get("examples").is_some() => {
            let words = schema["examples"].as_array().into_iter().flatten();
            let any = "(string & {})".to_owned();
            join(words.map(Value::to_string).chain([any]))
        }
        "string" | "boolean" | "null" => name.to_owned(),
        "array" => match schema.get("prefixItems") {
            Some(Value::Array(items)) => {
                let items: Vec<_> = items.iter().map(|item| expression(item, indent)).collect();
                format!("[{}]", items.join(", "))
            }
            _ => format!("Array<{}>", expression(&schema["items"], indent)),
        },
        "object" => object(schema, indent),
        other => panic!("no type is known for {other}"),
    }
}

fn join(types: impl Iterator<Item = String>) -> String {
    types.collect::<Vec<_>>().join(" | ")
}

/// A union: on one line where no part is an object or has a description.
fn union(choices: &[Value], indent: &str) -> String {
    let is_short =
        |choice: &Value| choice.get("description").is_none() && choice.get("properties").is_none();
    if choices.iter().all(is_short) {
        return join(choices.iter().map(|choice| expression(choice, indent)));
    }
    let inner = format!("{indent}  ");
    let mut text = String::new();
    for choice in choices {
        let kind = expression(choice, &inner);
        text.push('\n');
        text.push_str(&comment(&description(choice), &inner));
        text.extend([&inner, "| ", &kind]);
    }
    text
}

/// An object: its tag, the fields that are required, those that may be missing, and `ref`.
fn object(schema: &Value, indent: &str) -> String {
    let empty = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&empty);
    // The names in `required` have the order of the type, those of a JSON object have none.
    let required: Vec<&str> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
    names.sort_by_key(|name| {
        let place = required.iter().position(|other| other == name);
        let is_tag = fields[*name].get("const").is_some();
        (!is_tag, *name == "ref", place.unwrap_or(required.len()))
    });
    let inner = format!("{indent}  ");
    let mut text = "{\n".to_owned();
    for name in names {
        let field = &fields[name];
        let mark = if required.contains(&name) { "" } else { "?" };
        let kind = expression(field, &inner);
        text.push_str(&comment(&description(field), &inner));
        text.extend([&inner, name, mark, ": ", &kind, ";\n"]);
    }
    format!("{text}{indent}}}")
}

fn description(schema: &Value) -> Vec<String> {
    let lines = schema["description"].as_str().into_iter();
    lines.flat_map(str::lines).map(str::to_owned).collect()
}

/// The bounds of a text or number that has a name.
fn bounds(schema: &Value) -> Vec<String> {
    let keywords = ["pattern", "minLength", "maxLength", "minimum", "maximum"];
    let bounds = keywords.iter().filter_map(|keyword| {
        let bound = schema.get(keyword)?;
        let bound = bound
            .as_str()
            .map_or_else(|| bound.to_string(), str::to_owned);
        Some(format!("@{keyword} {bound}"))
    });
    bounds.collect()
}

fn comment(lines: &[String], indent: &str) -> String {
    // A comment ends with the first of these.
    let lines: Vec<_> = lines
        .iter()
        .map(|line| line.replace("*/", "*\\/"))
        .collect();
    match &lines[..] {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        _ => {
            let mut body = String::new();
            for line in lines {
                let line = format!("{indent} * {line}");
                body.extend([line.trim_end(), "\n"]);
            }
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}
