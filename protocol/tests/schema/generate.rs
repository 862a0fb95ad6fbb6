//! The messages in JSON as a JSON Schema of draft 2020-12.
//!
//! types of the crate -> [`json_schema()`] -> `schema.json` -> `typescript()` -> `protocol.d.ts`
//!
//! Descriptions are the doc comments, bounds and patterns those of the constructors. What a constructor checks
//! beyond that, such as the bounds of a clock, the schema leaves to the server.

use protocol::act::Act;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::schema::tidy;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Types that clients alone send: there the server refuses fields that it does not know.
const FROM_CLIENTS: [&str; 3] = ["ClientMessage", "Role", "SeatSpec"];

/// The JSON Schema: `ClientMessage`, `ServerMessage` and what they share.
///
/// A type lists what this release knows, but for reasons and names of variants, where any text is valid.
/// Fields that are not known are valid in what the server sends and in `hello`, and nowhere else.
pub(crate) fn json_schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let roots = [
        generator.subschema_for::<ClientMsg>(),
        generator.subschema_for::<ServerMsg>(),
    ];
    let acts = Act::json_schema(&mut generator);
    let mut definitions = generator.take_definitions(true);
    add_acts(&mut definitions["ClientMessage"], acts.to_value());
    for name in FROM_CLIENTS {
        forbid_other_fields(&mut definitions[name]);
    }
    for name in ["ClientMessage", "ServerMessage"] {
        for message in messages(&mut definitions[name]) {
            add_ref(message);
        }
    }
    definitions.insert(
        "Ref".to_owned(),
        json!({
            "description": "A number of the client's choice, by which it knows the answers to a message.",
            "type": "integer",
            "minimum": 0,
            "maximum": u32::MAX,
        }),
    );
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of enlinea",
        "description": format!(
            "Version {} of the protocol, in JSON. `PROTOCOL.md` says what the messages mean.",
            protocol::message::VERSION
        ),
        "anyOf": roots,
        "$defs": definitions,
    });
    tidy(&mut schema);
    schema.sort_all_objects();
    schema
}

/// Puts the acts among the messages of clients, in the order of [`ClientMsg::TYPES`].
fn add_acts(messages: &mut Value, mut acts: Value) {
    let acts = acts["oneOf"].as_array_mut().map(std::mem::take);
    let messages = messages["oneOf"].as_array_mut();
    let (acts, messages) = acts.zip(messages).expect("each is told apart by its type");
    let is_act = |name: &&str| Act::TYPES.contains(name);
    let before = ClientMsg::TYPES.iter().position(is_act);
    let before = before.expect("acts are among the types");
    messages.splice(before..before, acts);
}

/// The schemas of the messages of one direction.
fn messages(direction: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let messages = direction["oneOf"].as_array_mut();
    let messages = messages.expect("messages are told apart by their type");
    messages.iter_mut().filter_map(Value::as_object_mut)
}

/// Adds the field of an [`Envelope`](protocol::codec::Envelope).
fn add_ref(message: &mut Map<String, Value>) {
    message["properties"]["ref"] = json!({ "$ref": "#/$defs/Ref" });
}

/// Makes fields that are not named invalid, in every object within but `hello`.
fn forbid_other_fields(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("type") == Some(&json!("object"))
                && fields["properties"]["type"]["const"] != "hello"
            {
                fields.insert("additionalProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(forbid_other_fields);
        }
        Value::Array(items) => items.iter_mut().for_each(forbid_other_fields),
        _ => {}
    }
}
