//! The JSON form: what is read strictly, what is passed over, and how faults are put into words.
//!
//! - A server refuses a type that it does not know, and a field that the type does not have: a misspelt
//!   `clock` must not open a game without one. In `hello` alone it passes over fields, so that the hello of a
//!   newer client is understood.
//! - A client passes over fields, and has a name for a type that it does not know: within a version of the
//!   protocol the server's messages only grow.

mod fault;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BadFrame, DecodeError, Envelope};
use crate::message::{ClientMsg, RoomEvent, ServerMsg};
use crate::refusal::Refusal;

/// The field beside those of a message.
const REF: &str = "ref";

/// The frame of a message.
pub(super) fn write<M: Serialize>(message: &M, reference: Option<u32>) -> Vec<u8> {
    #[derive(Serialize)]
    struct Marked<'a, M> {
        #[serde(flatten)]
        message: &'a M,
        #[serde(rename = "ref")]
        reference: u32,
    }

    let written = match reference {
        None => serde_json::to_vec(message),
        Some(reference) => serde_json::to_vec(&Marked { message, reference }),
    };
    written.expect("no message has a map with keys that are no text")
}

/// Reads a message as a server does.
pub(super) fn read_client(frame: &[u8]) -> Result<Envelope<ClientMsg>, BadFrame> {
    let (reference, object) = read_object(frame)?;
    let read = || {
        ensure_type(&object, ClientMsg::TYPES)?;
        let message: ClientMsg = from_object(&object)?;
        if !matches!(message, ClientMsg::Hello { .. }) {
            let known = serde_json::to_value(&message).expect("it was JSON");
            ensure_fields("", &object, &known)?;
        }
        Ok(message)
    };
    let message = read().map_err(|error| BadFrame { reference, error })?;
    Ok(Envelope { reference, message })
}

/// Reads a message as a client does.
pub(super) fn read_server(frame: &[u8]) -> Result<Envelope<ServerMsg>, BadFrame> {
    let (reference, mut object) = read_object(frame)?;
    name_unknown_refusal(&mut object);
    let read = || {
        ensure_type(&object, ServerMsg::TYPES)?;
        if let Some(event) = object.get("event") {
            ensure_type(event, RoomEvent::TYPES)?;
        }
        from_object(&object)
    };
    let message = read().map_err(|error| BadFrame { reference, error })?;
    Ok(Envelope { reference, message })
}

/// Makes a refusal whose code is not known one with that code for a name: its sentence still says all.
fn name_unknown_refusal(message: &mut Value) {
    let Some(refusal) = message.get_mut("refusal") else {
        return;
    };
    if let Some(Value::String(code)) = refusal.get("code")
        && !Refusal::CODES.contains(&code.as_str())
    {
        let name = cut(code, 40);
        *refusal = serde_json::json!({ "code": "other", "name": name });
    }
}

/// Reads the outer object, and takes its `ref` out.
fn read_object(frame: &[u8]) -> Result<(Option<u32>, Value), BadFrame> {
    let mut value: Value = serde_json::from_slice(frame)
        .map_err(|error| DecodeError::Malformed(fault::no_json(&error)))?;
    let Some(object) = value.as_object_mut() else {
        return Err(BadFrame::from(DecodeError::Malformed(
            "a message is a JSON object".to_owned(),
        )));
    };
    let reference = match object.remove(REF) {
        None | Some(Value::Null) => None,
        Some(number) => {
            let number = number
                .as_u64()
                .and_then(|number| u32::try_from(number).ok());
            let number = number.ok_or_else(|| {
                DecodeError::Malformed("ref must be a whole number below 2^32".to_owned())
            });
            Some(number?)
        }
    };
    Ok((reference, value))
}

fn ensure_type(object: &Value, known: &[&str]) -> Result<(), DecodeError> {
    match object.get("type") {
        Some(Value::String(name)) if known.contains(&name.as_str()) => Ok(()),
        Some(Value::String(name)) => Err(DecodeError::UnknownType(cut(name, 40))),
        Some(_) | None => Err(DecodeError::Malformed(
            "the message has no type; write its name as in \"type\":\"move\"".to_owned(),
        )),
    }
}

fn from_object<M: DeserializeOwned>(object: &Value) -> Result<M, DecodeError> {
    M::deserialize(object).map_err(|error| {
        let problem = fault::with_path::<M>(object, &error.to_string());
        super::malformed(&problem)
    })
}

/// Checks that every field of `read` is one of `known`, the same value as it is written here: a message is
/// written with all of its fields.
fn ensure_fields(place: &str, read: &Value, known: &Value) -> Result<(), DecodeError> {
    match (read, known) {
        (Value::Object(read), Value::Object(known)) => read.iter().try_for_each(|(name, value)| {
            let place = match place {
                "" => name.clone(),
                _ => format!("{place}.{name}"),
            };
            match known.get(name) {
                Some(known) => ensure_fields(&place, value, known),
                None => Err(DecodeError::UnknownField(cut(&place, 80))),
            }
        }),
        (Value::Array(read), Value::Array(known)) => read
            .iter()
            .zip(known)
            .try_for_each(|(read, known)| ensure_fields(place, read, known)),
        // Serde reads an object from an array too, and the name of a variant from its number.
        _ if kind(read) != kind(known) => Err(DecodeError::Malformed(format!(
            "{place} must be {}, not {}",
            kind(known),
            kind(read)
        ))),
        _ => Ok(()),
    }
}

/// The kind of a value, as `PROTOCOL.md` calls it.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// As much of a stranger's text as an error should repeat.
fn cut(text: &str, characters: usize) -> String {
    text.chars().take(characters).collect()
}
