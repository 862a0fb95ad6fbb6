//! The settings file, and `config`.

use crate::{enlinea_in, text};

#[test]
fn a_setting_of_the_file_holds_for_every_command_and_config_shows_its_origin() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("config.toml");
    std::fs::write(&file, "name = \"Ana\"\n").unwrap();
    let config = text(&enlinea_in(data.path(), &["config"], "").stdout);
    assert!(config.contains("name = \"Ana\" # this file"), "{config}");
    assert!(
        config.contains("no-discovery = true # ENLINEA_NO_DISCOVERY"),
        "{config}"
    );
    assert!(config.contains("patience = 60 # default"), "{config}");
    let lines = "host --listen 127.0.0.1:0 --store memory --second bot:random --plain";
    let lines: Vec<_> = lines.split(' ').collect();
    let hosted = text(&enlinea_in(data.path(), &lines, "").stdout);
    assert!(hosted.contains(" as Ana\n"), "{hosted}");

    std::fs::write(&file, "\nnaem = \"Ana\"\n").unwrap();
    let wrong = enlinea_in(data.path(), &["rooms"], "");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        text(&wrong.stderr).contains("line 2: `naem` is not one of"),
        "{wrong:?}"
    );
}

#[test]
fn config_says_what_is_wrong_with_each_value_and_what_there_is() {
    let data = tempfile::tempdir().unwrap();
    let theme = data.path().join("mine.toml");
    std::fs::write(&theme, "frame = \"no colour\"\n").unwrap();
    let file = data.path().join("config.toml");
    let theme = format!("theme = {:?}", theme.to_str().unwrap());
    let log = format!("log = {:?}", data.path().to_str().unwrap());
    for (setting, expected) in [
        ("theme = \"sunset\"", "classic, nightfall"),
        (theme.as_str(), "mine.toml, line 1"),
        ("color = \"purple\"", "is not one of auto"),
        ("ground = \"green\"", "is not one of auto"),
        ("log-level = \"loud\"", "is not one of error"),
        ("lang = \"xx\"", "is not one of en, es, pl"),
        ("name = \"\\u0007\"", "1 to 20 printable characters"),
        (log.as_str(), "name another file with --log"),
    ] {
        std::fs::write(&file, setting).unwrap();
        let config = enlinea_in(data.path(), &["config"], "");
        assert_eq!(config.status.code(), Some(2), "{setting}: {config:?}");
        let reason = text(&config.stderr);
        assert!(reason.contains(expected), "{setting}: {reason}");
        assert_eq!(reason.lines().count(), 1, "{reason}");
    }
    // A name is not cut without a word, whatever the command.
    let long = ["keys", "--name", "a name of 21 letters.."];
    let refused = enlinea_in(tempfile::tempdir().unwrap().path(), &long, "");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(text(&refused.stderr).contains("1 to 20 printable"));
    std::fs::write(&file, "theme = \"paper\"").unwrap();
    assert!(enlinea_in(data.path(), &["config"], "").status.success());
}

#[test]
fn the_log_has_what_happens_to_the_connection_and_no_token_or_chat() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log.txt");
    let arguments = [
        "host",
        "--plain",
        "--listen",
        "127.0.0.1:0",
        "--store",
        "memory",
        "--second",
        "bot:random",
        "--log",
        log.to_str().unwrap(),
        "--log-level",
        "debug",
    ];
    let hosted = enlinea_in(data.path(), &arguments, "say a secret word\n4\n");
    assert!(hosted.status.success(), "{hosted:?}");
    let said = text(&hosted.stdout) + &text(&hosted.stderr);
    let log = std::fs::read_to_string(log).unwrap();
    for expected in [
        "enlinea begins",
        "connecting",
        "connected",
        "let in",
        "heard kind=\"event moved\"",
        "sent kind=\"chat\"",
        "sent kind=\"leave\"",
    ] {
        assert!(log.contains(expected), "{expected}: {log}");
        assert!(!said.contains("kind="), "{said}");
    }
    assert!(!log.contains("secret") && !log.contains("token"), "{log}");
    let key = enlinea_in(data.path(), &["export-key"], "");
    let key = text(&key.stdout);
    assert!(!log.contains(key.trim()), "{log}");
}

#[test]
fn there_is_no_log_unless_it_is_asked_for() {
    let data = tempfile::tempdir().unwrap();
    assert!(
        enlinea_in(data.path(), &["demo", "--plain"], "")
            .status
            .success()
    );
    let files = std::fs::read_dir(data.path()).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert!(
        !files
            .iter()
            .any(|name| name.to_string_lossy().contains("log") || *name == *"state"),
        "{files:?}"
    );
}

/// Only the option was named, which nobody had typed.
#[test]
fn a_wrong_value_of_the_environment_is_told_with_its_variable() {
    let data = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], variable: &str, value: &str| {
        let output = crate::command(data.path(), arguments)
            .env(variable, value)
            .output()
            .unwrap();
        (output.status.code(), text(&output.stderr))
    };
    for arguments in [&["rooms"][..], &["config"]] {
        let (status, told) = run(arguments, "ENLINEA_PATIENCE", "5m");
        assert_eq!(status, Some(2), "{told}");
        assert!(
            told.contains("'5m'") && told.contains("ENLINEA_PATIENCE"),
            "{told}"
        );
    }
    let (status, told) = run(&["host", "--plain"], "ENLINEA_LISTEN", "box:4270");
    assert_eq!(status, Some(2), "{told}");
    assert!(told.contains("ENLINEA_LISTEN"), "{told}");
    let (_, told) = run(&["keys", "--lang", "x"], "ENLINEA_LANG", "en");
    assert!(told.contains("'--lang <LANGUAGE>'"), "{told}");
    let (_, told) = run(&["keys"], "ENLINEA_LANG", "x");
    assert!(told.contains("ENLINEA_LANG"), "{told}");
}

/// Each stopped every command.
#[test]
fn an_empty_variable_of_the_environment_is_none() {
    let data = tempfile::tempdir().unwrap();
    for variable in [
        "SERVER",
        "NAME",
        "DATA",
        "LANG",
        "LOG",
        "LOG_LEVEL",
        "COLOR",
        "GROUND",
        "GRAPHICS",
        "PATIENCE",
        "THEME",
        "QUIET",
        "CONFIG",
        "LISTEN",
    ] {
        let output = crate::command(data.path(), &["keys"])
            .env(format!("ENLINEA_{variable}"), "")
            .env("XDG_CONFIG_HOME", data.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{variable}: {output:?}");
    }
}
