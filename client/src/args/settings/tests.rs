use std::fs;

use clap::CommandFactory;

use super::*;
use crate::args::CommandLine;

fn read(text: &str) -> Result<Settings, String> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    fs::write(&path, text).unwrap();
    let settings = Settings::read(path.clone());
    settings.map_err(|failure| {
        let message = failure.to_string();
        message.replace(&path.display().to_string(), "FILE")
    })
}

fn all(settings: &Settings, line: &[&str]) -> Vec<Setting> {
    let command = settings.apply(CommandLine::command());
    let matches = command.clone().try_get_matches_from(line).unwrap();
    settings.in_force(&command, &matches).all
}

fn find(settings: &[Setting], name: &str) -> (Option<String>, Origin) {
    let found = settings
        .iter()
        .find(|setting| setting.name == name)
        .unwrap();
    (found.value.clone(), found.origin.clone())
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let settings = read("name = \"Ana\"\npatience = 5\nno-discovery = true\n").unwrap();
    let found = all(&settings, &["enlinea", "rooms", "--patience", "7"]);
    let value = |text: &str| Some(text.to_owned());
    assert_eq!(find(&found, "name"), (value("Ana"), Origin::File));
    assert_eq!(find(&found, "patience"), (value("7"), Origin::Flag));
    assert_eq!(find(&found, "no-discovery"), (value("true"), Origin::File));
    assert_eq!(
        find(&found, "key-in-clear"),
        (value("false"), Origin::Default)
    );
    assert_eq!(find(&found, "server"), (None, Origin::Default));
    assert!(found.iter().all(|setting| setting.name != "json"));
}

#[test]
fn a_file_that_is_wrong_says_where_and_what_was_expected() {
    for (text, expected) in [
        (
            "name = \"Ana\"\nnaem = 3",
            "FILE, line 2: `naem` is not one of `server`, `name`, ",
        ),
        ("patience = true", "FILE, line 1: invalid type: boolean"),
        (
            "patience = 99999999",
            "FILE, line 1: 99999999 is not in 0..=604800",
        ),
        (
            "no-discovery = 1",
            "FILE, line 1: invalid type: integer `1`",
        ),
        ("\nserver = \"http://\"", "FILE, line 2: \"http://\" is no"),
        (
            "ground = \"darc\"",
            "FILE, line 1: \"darc\" is not one of auto, dark, light",
        ),
        ("plain = true", "`plain` is not one of"),
        ("= 3", "FILE, line 1: "),
        ("keys = 3", "FILE, line 1: invalid type: integer `3`"),
        (
            "[keys]\nresign = 3",
            "FILE, line 2: invalid type: integer `3`, expected keys",
        ),
        (
            "[keys.table]\n\nresign = [\"X\", 3]",
            "FILE, line 3: expected keys: a text in quotes, or a list",
        ),
    ] {
        let problem = read(text).unwrap_err();
        assert!(problem.contains(expected), "{text}: {problem}");
        assert!(
            problem.ends_with("; correct the file, or move it away"),
            "{problem}"
        );
    }
}

/// `ENLINEA_CONFIG=/dev/full` was read for ever.
#[test]
fn a_file_too_long_for_settings_is_refused() {
    let longest = "#".repeat(64 * 1024);
    assert_eq!(read(&longest).unwrap().values, Values::default());
    let problem = read(&format!("{longest}#")).unwrap_err();
    assert!(
        problem.contains("FILE: it is longer than 64 KiB"),
        "{problem}"
    );
}

#[test]
fn a_file_that_is_not_there_sets_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("config.toml");
    let settings = Settings::read(path.clone()).unwrap();
    assert_eq!(settings.path, Some(path));
    assert_eq!(settings.values, Values::default());
}

#[test]
fn keys_are_read_for_every_screen_and_for_one_with_their_lines() {
    let text =
        "name = \"Ana\"\n[keys]\nresign = [\"X\", \"ctrl-r\"]\n\n[keys.table]\nchat = \"enter\"\n";
    let settings = read(text).unwrap();
    let rebinding = |screen: Option<&str>, action: &str, keys: &[&str], line| Rebinding {
        screen: screen.map(str::to_owned),
        action: action.to_owned(),
        keys: keys.iter().map(ToString::to_string).collect(),
        line,
    };
    let expected = [
        rebinding(None, "resign", &["X", "ctrl-r"], 3),
        rebinding(Some("table"), "chat", &["enter"], 6),
    ];
    assert_eq!(settings.keys(), expected);
    let found = all(&settings, &["enlinea"]);
    assert_eq!(find(&found, "name").1, Origin::File);
    assert!(found.iter().all(|setting| setting.name != "keys"));
    assert!(
        settings
            .fault(3, "no")
            .to_string()
            .contains("config.toml, line 3: no; correct the file")
    );
}

/// A setting that the file does not know could not be kept.
#[test]
fn every_option_of_all_commands_is_a_setting() {
    for setting in all(&Settings::default(), &["enlinea"]) {
        let value = match setting.value.as_deref() {
            Some(value @ ("true" | "false" | "60")) => value.to_owned(),
            Some(value) => format!("{value:?}"),
            None if setting.name == "lang" => "\"pl\"".to_owned(),
            None => "\"text\"".to_owned(),
        };
        let read = read(&format!("{} = {value}", setting.name)).unwrap();
        let found = all(&read, &["enlinea"]);
        assert_eq!(find(&found, &setting.name).1, Origin::File, "{value}");
    }
}
