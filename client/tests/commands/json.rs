//! `--json`: every line on standard output is of the schema, and nothing else is there.

#[path = "../../../protocol/tests/schema/validator.rs"]
mod validator;

use serde_json::Value;

use self::validator::validate;
use crate::hosted::Hosted;
use crate::{enlinea_in, text};

/// The definition of a line: one of this program, or `ServerMessage`.
fn definition(name: &str) -> (Value, Value) {
    let text = if name == "ServerMessage" {
        include_str!("../../../protocol/schema.json")
    } else {
        include_str!("../../lines.schema.json")
    };
    let schema: Value = serde_json::from_str(text).unwrap();
    let definition = schema["$defs"][name].clone();
    assert!(definition.is_object(), "{name}");
    (schema, definition)
}

/// Runs a command whose lines are of these kinds, in this order, each once or more.
pub(crate) fn lines(data: &std::path::Path, arguments: &[&str], kinds: &[&str]) -> Vec<Value> {
    let output = enlinea_in(data, &[&["--json"], arguments].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let stdout = text(&output.stdout);
    let lines: Vec<Value> = stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{arguments:?}: {line}")))
        .collect();
    let mut kinds = kinds.iter();
    let mut kind = None;
    for line in &lines {
        let fits = |name: &&str| {
            let (schema, definition) = definition(name);
            validate(&schema, &definition, line)
        };
        if kind.as_ref().is_some_and(|kind| fits(kind).is_ok()) {
            continue;
        }
        let next = kinds
            .next()
            .unwrap_or_else(|| panic!("{arguments:?}: one too many: {line}"));
        if let Err(problem) = fits(next) {
            panic!("{arguments:?}: no {next}: {problem}");
        }
        kind = Some(*next);
    }
    assert_eq!(kinds.next(), None, "{arguments:?}: {stdout}");
    lines
}

#[test]
fn every_line_of_a_list_is_of_the_schema() {
    let mut hosted = Hosted::start(&[]);
    hosted.win();
    let server = hosted.url.clone();
    let at = |more: &[&'static str]| -> Vec<String> {
        let server = ["--server", &server].map(str::to_owned);
        server
            .into_iter()
            .chain(more.iter().map(|word| (*word).to_owned()))
            .collect()
    };
    let data = hosted.data.path().to_owned();
    let away = tempfile::tempdir().unwrap();
    for (arguments, kinds) in [
        (at(&["servers"]), &["ServerLine"][..]),
        (at(&["keys"]), &["ActionLine"]),
        (at(&["rooms"]), &["RoomLine"]),
        (at(&["bots"]), &["BotOffer"]),
        (at(&["games"]), &["GameLine", "RoomLine"]),
        (at(&["whoami"]), &["KeyLine", "ServerMessage", "NameLine"]),
        (at(&["rename", "Zoe"]), &["ServerMessage", "NameLine"]),
    ] {
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let data = if arguments.contains(&"games") {
            &data
        } else {
            away.path()
        };
        lines(data, &arguments, kinds);
    }
    let server = lines(
        away.path(),
        &["--server", &hosted.url, "servers"],
        &["ServerLine"],
    );
    let url = format!("ws://{}/ws", hosted.url);
    assert_eq!(server[0]["urls"][0], url.as_str());
    let games = lines(
        &data,
        &["--server", &hosted.url, "games"],
        &["GameLine", "RoomLine"],
    );
    let name = format!("{}-1", hosted.room);
    assert_eq!(games[0]["name"], name.as_str());
    let watch = ["--server", &hosted.url, "watch", &hosted.room];
    lines(away.path(), &watch, &["ServerMessage"]);

    let replay = lines(&data, &["replay", &name], &["ReplayLine"]);
    assert_eq!(replay[0]["tags"]["Room"], hosted.room.as_str());
    assert_eq!(replay[1]["move"], "4");
    let last = replay.last().unwrap();
    assert_eq!(
        (&last["type"], &last["result"]),
        (&"result".into(), &"1-0".into())
    );
    assert_eq!(last["board"].as_array().unwrap().len(), 6);
    let boards = lines(&data, &["replay", &name, "--boards"], &["ReplayLine"]);
    assert_eq!(boards[1]["board"][5], "...X...");
    let record = lines(&data, &["export", &name], &["RecordLine"]);
    let record = record[0]["record"].as_str().unwrap();
    assert!(record.starts_with("[Variant "), "{record}");
    let file = data.join("one.txt");
    lines(
        &data,
        &["export", &name, file.to_str().unwrap()],
        &["WrittenLine"],
    );
    lines(
        &data,
        &["analyse", &name, "--seconds", "1"],
        &["PositionLine"],
    );
    lines(
        &data,
        &[
            "analyse",
            "--game",
            "gomoku-15",
            "--moves",
            "h8 i9",
            "--seconds",
            "1",
        ],
        &["PositionLine"],
    );
    hosted.end();
}

#[test]
fn every_line_of_the_commands_about_files_is_of_the_schema() {
    let data = tempfile::tempdir().unwrap();
    let data = data.path();
    lines(data, &["config"], &["SettingsFileLine", "SettingLine"]);
    let manual = data.join("man");
    lines(data, &["man", manual.to_str().unwrap()], &["WrittenLine"]);
    let key = enlinea_in(data, &["export-key"], "");
    let file = data.join("key.txt");
    std::fs::write(&file, &key.stdout).unwrap();
    let other = tempfile::tempdir().unwrap();
    let import = ["import-key", file.to_str().unwrap()];
    let imported = lines(other.path(), &import, &["ImportedKeyLine"]);
    assert_eq!(imported[0]["former"], Value::Null);
    std::fs::write(data.join("known_servers"), "").unwrap();
    lines(data, &["demo"], &["ServerMessage"]);
}

#[test]
fn an_empty_list_has_no_line_and_the_notice_is_on_standard_error() {
    let data = tempfile::tempdir().unwrap();
    for mode in ["--plain", "--json"] {
        let games = enlinea_in(data.path(), &[mode, "games"], "");
        assert!(games.status.success(), "{games:?}");
        assert!(
            text(&games.stderr).contains("no finished game is saved yet"),
            "{games:?}"
        );
    }
}
