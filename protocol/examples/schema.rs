//! Writes `protocol/schema.json` and `protocol/protocol.d.ts` anew from the types of the crate.
//!
//! `cargo run -p protocol --features schema --example schema`

use std::path::Path;

use protocol::schema::{json_schema, typescript};

fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = json_schema();
    std::fs::write(folder.join("schema.json"), format!("{schema:#}\n"))?;
    std::fs::write(folder.join("protocol.d.ts"), typescript(&schema))
}
