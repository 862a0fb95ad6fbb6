//! Writes `client/lines.schema.json` anew from the types of the lines.
//!
//! `cargo run -p client --features schema --example lines_schema`

use std::path::Path;

fn main() -> std::io::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("lines.schema.json");
    std::fs::write(file, format!("{:#}\n", client::lines::json_schema()))
}
