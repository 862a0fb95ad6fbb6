//! Faults of a message in the words of `PROTOCOL.md`: which field, what it must be, what it is.
//!
//! Serde names no path: it has read all fields before it knows the type of the message. So the path is found by
//! trial, the field without which the error is another; and its sentences, which name types of Rust, are put
//! into other words.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Steps that a path has at most, as in `snapshot.searches.0.pv`.
const MOST_STEPS: usize = 4;

/// Readings of a message, for each step, that its fault is worth: a stranger decides how many fields it has.
const MOST_TRIALS: usize = 16;

/// Returns the fault of a frame that is no JSON.
pub(super) fn no_json(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return "it is no JSON: it ends too soon".to_owned();
    }
    let (line, column) = (error.line(), error.column());
    format!("it is no JSON: the fault is in line {line}, column {column}")
}

/// Returns the fault of `message` that serde reports as `error`.
pub(super) fn in_words<M: DeserializeOwned>(message: &Value, error: &str) -> String {
    if let Some(field) = error.strip_prefix("missing field `") {
        let field = field.trim_end_matches('`');
        let Some(object) = object_without::<M>(message, field, error) else {
            // Serde looks into an array for the fields of an object.
            return match dotted(&path_of::<M>(message, error)) {
                place if place.is_empty() => format!("the field {field} is missing"),
                place => format!("{place} must be an object, not an array"),
            };
        };
        return format!(
            "the field {} is missing",
            dotted(&format!("{object}/{field}"))
        );
    }
    let path = path_of::<M>(message, error);
    let value = message.pointer(&path).unwrap_or(message);
    let place = match dotted(&path) {
        place if place.is_empty() => "the message".to_owned(),
        place => place,
    };
    // A type is never the path itself: without it every error is another.
    let kind = if value.is_object() { ".type" } else { "" };
    if let Some((found, expected)) = error
        .strip_prefix("unknown variant `")
        .and_then(|error| error.split_once("`, expected "))
    {
        let expected = expected.trim_start_matches("one of ").replace('`', "");
        return format!("{place}{kind} must be {expected}, not {found:?}");
    }
    let is_length = error.starts_with("invalid length ");
    let wrong = ["invalid type: ", "invalid value: ", "invalid length "]
        .into_iter()
        .find_map(|start| error.strip_prefix(start))
        .and_then(|error| error.rsplit_once(", expected "));
    let Some((found, expected)) = wrong else {
        return format!("{place}: {error}");
    };
    let found = if is_length {
        "an array".to_owned()
    } else {
        found_in_words(found)
    };
    if expected.starts_with("variant i") {
        return format!("{place}{kind} must be text, not {found}");
    }
    let expected = expected_in_words(expected);
    if value.is_array() && found != "an array" {
        return format!("each of {place} must be {expected}, not {found}");
    }
    format!("{place} must be {expected}, not {found}")
}

/// Returns what serde expected, in the words of the document.
fn expected_in_words(expected: &str) -> String {
    if let Some(size) = expected.strip_prefix("a tuple of size ") {
        return format!("an array of {size}");
    }
    let words = match expected {
        // The last two are a word of a list.
        "a string" | "string or map" | "map with a single key" => "text",
        "a boolean" => "true or false",
        "a sequence" => "an array",
        // Numbers with bounds are read as this; those of 64 bits travel as text.
        "u64" => "a whole number",
        _ if expected.starts_with("struct ")
            || expected.starts_with("internally tagged enum ")
            || expected.ends_with(" in sequence") =>
        {
            "an object"
        }
        _ => expected,
    };
    words.to_owned()
}

/// Returns what serde found, in the words of the document.
fn found_in_words(found: &str) -> String {
    match found {
        "map" => return "an object".to_owned(),
        "sequence" => return "an array".to_owned(),
        _ => {}
    }
    let value = ["string ", "integer ", "floating point ", "boolean "]
        .into_iter()
        .find_map(|kind| found.strip_prefix(kind));
    value.unwrap_or(found).replace('`', "")
}

/// Returns the path of what `error` is about: that without which the error is another.
fn path_of<M: DeserializeOwned>(message: &Value, error: &str) -> String {
    let is_cured_without = |path: &str| {
        let mut changed = message.clone();
        let (parent, name) = path.rsplit_once('/')?;
        match changed.pointer_mut(parent)? {
            Value::Object(fields) => _ = fields.remove(name)?,
            Value::Array(items) => _ = items.remove(name.parse().ok()?),
            _ => return None,
        }
        Some(is_cured::<M>(&changed, error))
    };
    let mut path = String::new();
    for _ in 0..MOST_STEPS {
        let mut inner = inner_paths(message, &path).into_iter();
        match inner.find(|path| is_cured_without(path) == Some(true)) {
            Some(found) => path = found,
            None => break,
        }
    }
    path
}

/// Returns the path of the object that lacks `field`: the one in which even `null` for it makes the error another.
fn object_without<M: DeserializeOwned>(
    message: &Value,
    field: &str,
    error: &str,
) -> Option<String> {
    let mut objects = Vec::new();
    let mut paths = vec![String::new()];
    for _ in 0..MOST_STEPS {
        let is_object = |path: &&String| message.pointer(path).is_some_and(Value::is_object);
        objects.extend(paths.iter().filter(is_object).cloned());
        let inner = paths.iter().flat_map(|path| inner_paths(message, path));
        paths = inner.take(MOST_TRIALS).collect();
    }
    objects.into_iter().take(MOST_TRIALS).find(|path| {
        let mut changed = message.clone();
        let object = changed.pointer_mut(path).and_then(Value::as_object_mut);
        object.is_some_and(|object| {
            !object.contains_key(field) && object.insert(field.to_owned(), Value::Null).is_none()
        }) && is_cured::<M>(&changed, error)
    })
}

fn is_cured<M: DeserializeOwned>(message: &Value, error: &str) -> bool {
    M::deserialize(message).map_or_else(|other| other.to_string() != error, |_read| true)
}

/// Returns the paths of what is directly in the object or the array at `path`, but for the fields by which a
/// type is told.
fn inner_paths(message: &Value, path: &str) -> Vec<String> {
    let is_tag = |name: &str| name == "type" || (path == "/refusal" && name == "code");
    match message.pointer(path) {
        Some(Value::Object(fields)) => fields
            .keys()
            .filter(|name| !is_tag(name) && !name.contains(['/', '~']))
            .take(MOST_TRIALS)
            .map(|name| format!("{path}/{name}"))
            .collect(),
        Some(Value::Array(items)) => (0..items.len().min(MOST_TRIALS))
            .map(|at| format!("{path}/{at}"))
            .collect(),
        _ => Vec::new(),
    }
}

fn dotted(path: &str) -> String {
    path.trim_start_matches('/').replace('/', ".")
}
