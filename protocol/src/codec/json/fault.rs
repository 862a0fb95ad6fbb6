//! Faults of a message: the field, and what serde says of it.
//!
//! Serde names no path: it has read all fields before it knows the type of the message. So the path is found by
//! trial, as the field without which the error is another.

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

/// Returns the fault of `message` that serde reports as `error`, after the path of the field.
pub(super) fn with_path<M: DeserializeOwned>(message: &Value, error: &str) -> String {
    let missing = error.strip_prefix("missing field `");
    let path = missing
        .and_then(|field| object_without::<M>(message, field.trim_end_matches('`'), error))
        .unwrap_or_else(|| path_of::<M>(message, error));
    match path.trim_start_matches('/').replace('/', ".").as_str() {
        "" => error.to_owned(),
        place => format!("{place}: {error}"),
    }
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
