//! The JSON Schema of the lines of `--json` is that of their types.

#[test]
fn the_schema_of_the_lines_is_written_from_the_types_as_they_are() {
    let kept = include_str!("../lines.schema.json").replace("\r\n", "\n");
    let now = format!("{:#}\n", client::lines::json_schema());
    assert!(
        kept == now,
        "write client/lines.schema.json anew: cargo run -p client --features schema --example lines_schema"
    );
}
