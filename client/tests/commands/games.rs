//! Games that were kept: listed, named, exported, shown and analysed.

use std::path::Path;

use crate::{command, enlinea_in, text};

#[test]
fn a_game_that_was_played_is_listed_exported_shown_and_analysed() {
    let data = tempfile::tempdir().unwrap();
    let host = "host --listen 127.0.0.1:0 --store memory --second bot:random --seed 3 --plain";
    let host: Vec<_> = host.split(' ').collect();
    // Whatever the bot does, a column or the row is complete by then.
    let moves = "4\n4\n4\n4\n3\n2\n1\n5\n3\n3\n3\n2\n2\n2\n5\n5\n5\n";
    let played = enlinea_in(data.path(), &host, moves);
    assert!(played.status.success(), "{played:?}");
    let games = text(&enlinea_in(data.path(), &["games"], "").stdout);
    let line = games.lines().next().unwrap();
    assert!(
        line.contains("Connect Four, guest-01 against Bot, random, 1-0, line"),
        "{line}"
    );
    let code = line[11..17].to_owned();
    assert!(line.contains(&format!(" {code}-1: ")), "{line}");
    assert!(line.ends_with(&format!("-{code}-1.txt")), "{line}");

    let export = enlinea_in(data.path(), &["export", &code], "");
    let record = text(&export.stdout);
    assert!(
        record.starts_with("[Variant \"connect-four\"]"),
        "{export:?}"
    );
    assert!(record.contains("[Date \"20"), "{record}");
    let file = data.path().join("one.txt");
    let file = file.to_str().unwrap();
    assert!(
        enlinea_in(data.path(), &["export", &code, file], "")
            .status
            .success()
    );
    let again = enlinea_in(data.path(), &["export", &code, file], "");
    assert_eq!(again.status.code(), Some(1));
    assert!(
        text(&again.stderr).contains("it is left as it is"),
        "{again:?}"
    );

    for source in [code.as_str(), &format!("{code}-1"), file, "-"] {
        let replay = enlinea_in(data.path(), &["replay", source], &record);
        let lines = text(&replay.stdout);
        assert!(lines.contains("1. first: 4"), "{replay:?}");
        assert!(lines.ends_with("result: 1-0\n"), "{lines}");
    }
    let analysis = enlinea_in(data.path(), &["analyse", &code, "--json"], "");
    let first = text(&analysis.stdout);
    let first: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(first["columns"][3]["score"], 1, "{first}");
}

/// Writes kept games of the room K7QM2X, each with another first player.
fn rematches(data: &Path, numbers: &[u16]) {
    let games = data.join("games");
    std::fs::create_dir_all(&games).unwrap();
    for number in numbers {
        let record = format!(
            "[Variant \"connect-four\"]\n[First \"Ana {number}\"]\n[Second \"Ben\"]\n[Room \"K7QM2X\"]\n\
             [Result \"1-0\"]\n\n1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\n"
        );
        let file = games.join(format!("2026-11-22-K7QM2X-{number}.txt"));
        std::fs::write(file, record).unwrap();
    }
}

#[test]
fn each_game_of_a_room_is_listed_under_a_name_that_the_commands_take() {
    let data = tempfile::tempdir().unwrap();
    rematches(data.path(), &[1, 2, 3]);
    let list = text(&enlinea_in(data.path(), &["games"], "").stdout);
    for number in 1..=3 {
        let name = format!("K7QM2X-{number}");
        let line = list
            .lines()
            .find(|line| line.contains(&format!(" {name}: ")));
        let line = line.unwrap_or_else(|| panic!("{name}: {list}"));
        assert!(line.ends_with(&format!("2026-11-22-{name}.txt")), "{line}");
        for (command, expected) in [
            ("export", format!("[First \"Ana {number}\"]")),
            ("replay", format!("First: Ana {number}")),
        ] {
            let shown = enlinea_in(data.path(), &[command, &name], "");
            assert!(text(&shown.stdout).contains(&expected), "{shown:?}");
        }
        let analysed = enlinea_in(data.path(), &["analyse", &name, "--seconds", "1"], "");
        assert!(analysed.status.success(), "{analysed:?}");
    }
    let latest = text(&enlinea_in(data.path(), &["export", "K7QM2X"], "").stdout);
    assert!(latest.contains("[First \"Ana 3\"]"), "{latest}");
}

/// `enlinea export K7QM2X > game.txt` of Windows PowerShell 5.1 was refused as no record.
#[test]
fn a_record_in_utf_16_is_shown_and_analysed() {
    let data = tempfile::tempdir().unwrap();
    let record = "[Variant \"connect-four\"]\r\n[First \"Żaneta\"]\r\n[Result \"1-0\"]\r\n\r\n\
                  1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\r\n";
    let file = data.path().join("game.txt");
    let units = std::iter::once(0xFEFF).chain(record.encode_utf16());
    let bytes: Vec<u8> = units.flat_map(u16::to_le_bytes).collect();
    std::fs::write(&file, bytes).unwrap();
    let path = file.to_str().unwrap();
    for arguments in [
        ["replay", path],
        ["replay", "-"],
        ["analyse", path],
        ["analyse", "-"],
    ] {
        let input = std::fs::File::open(&file).unwrap();
        let mut command = command(data.path(), &arguments);
        let shown = command.stdin(input).output().unwrap();
        assert!(shown.status.success(), "{arguments:?}: {shown:?}");
        let is_replay = arguments[0] == "replay";
        let lines = text(&shown.stdout);
        assert!(!is_replay || lines.contains("First: Żaneta"), "{lines}");
    }
}

/// What the bots found was gone with the room.
#[test]
fn what_a_bot_found_is_kept_with_the_game_and_shown_again() {
    let data = tempfile::tempdir().unwrap();
    let host = "host --listen 127.0.0.1:0 --store memory --second bot:negamax:2 --seed 3 --plain";
    let host: Vec<_> = host.split(' ').collect();
    // What it found is told behind the end.
    let played = enlinea_in(data.path(), &host, "4\n4\nresign\n");
    assert!(played.status.success(), "{played:?}");
    let games = text(&enlinea_in(data.path(), &["games"], "").stdout);
    let name = &games.lines().next().unwrap()[11..19];
    let record = text(&enlinea_in(data.path(), &["export", name], "").stdout);
    // The game may end before the bot has replied for the second time. A line of a record may end within a comment.
    let kept = record.matches("[%search").count();
    assert!(kept >= 1, "{record}");
    let shown = text(&enlinea_in(data.path(), &["replay", name], "").stdout);
    assert_eq!(shown.matches(". the bot found: ").count(), kept, "{shown}");
    assert!(shown.contains("depth 2, expected "), "{shown}");
    assert_eq!(
        games.matches("Connect Four").count(),
        1,
        "kept once: {games}"
    );
}

/// A game of swap2 in which the second side took black, and won with it.
const SECOND_HAS_BLACK: &str = "[Variant \"gomoku-15\"]\n[First \"Ana\"]\n[Second \"Ben\"]\n\
    [Opening \"swap2 black\"]\n[Result \"0-1\"]\n[Reason \"line\"]\n\n\
    1. h8 a1 2. i8 a2 3. j8 a3 4. k8 a5 5. l8 0-1\n";

/// The last ply was told to be of the first side, and the result to be a win of the second.
#[test]
fn plies_are_of_the_seat_that_made_them_where_an_opening_exchanged_the_colours() {
    let data = tempfile::tempdir().unwrap();
    let replay = enlinea_in(data.path(), &["replay", "-"], SECOND_HAS_BLACK);
    let lines = text(&replay.stdout);
    for expected in [
        "1. first: h8",
        "2. first: a1",
        "3. first: i8",
        "4. first: a2",
    ] {
        assert!(lines.contains(expected), "{lines}");
    }
    assert!(lines.contains("9. second: l8"), "{lines}");
    // Nothing said whose stones X were.
    let colours = "Ben plays black (X), Ana white (O)";
    assert_eq!(
        lines.lines().filter(|line| *line == colours).count(),
        1,
        "{lines}"
    );
    let replay = enlinea_in(data.path(), &["--json", "replay", "-"], SECOND_HAS_BLACK);
    let lines = text(&replay.stdout);
    let last = lines.lines().rev().nth(1).unwrap();
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(
        (&last["side"], &last["seat"]),
        (&"first".into(), &"second".into()),
        "{last}"
    );
    let analysis = enlinea_in(
        data.path(),
        &["analyse", "--seconds", "1", "-"],
        SECOND_HAS_BLACK,
    );
    let lines = text(&analysis.stdout);
    let expected = "game over: second wins with 5 in a row";
    assert_eq!(lines.lines().last(), Some(expected), "{analysis:?}");
}

/// Nothing was written.
#[test]
fn the_analysis_of_a_game_that_is_over_says_so() {
    let data = tempfile::tempdir().unwrap();
    let moves = "1 2 1 2 1 2 1";
    let analysis = enlinea_in(data.path(), &["analyse", "--moves", moves], "");
    assert!(analysis.status.success(), "{analysis:?}");
    let lines = text(&analysis.stdout);
    assert!(
        lines.starts_with("game over: first wins with "),
        "{analysis:?}"
    );
}

/// Neither was a name of a file that is not UTF-8 accepted, nor a byte in it.
#[cfg(target_os = "linux")]
#[test]
fn a_byte_that_is_not_utf_8_hides_no_game_and_no_file() {
    use std::os::unix::ffi::OsStringExt as _;

    let data = tempfile::tempdir().unwrap();
    let name = std::ffi::OsString::from_vec(b"bad\xff.txt".to_vec());
    let file = data.path().join(name);
    let games = b"[Variant \"gomoku\"]\n[First \"Jos\xe9\"]\n*\n\n[Variant \"gomoku\"]\n[First \"Ana\"]\n*\n";
    std::fs::write(&file, games).unwrap();
    let output = command(data.path(), &["replay", "--plain"])
        .arg(&file)
        .output()
        .unwrap();
    let shown = text(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(
        shown.contains("Jos\u{e9}") && shown.contains("Ana"),
        "{shown}"
    );
}

/// Two games in one text, each with another first player.
const TWO_GAMES: &str = "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Result \"1-0\"]\n\n\
    1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\n\n[Variant \"connect-four\"]\n[First \"Eva\"]\n\n1. 5 *\n";

#[test]
fn the_games_of_a_file_are_shown_one_after_the_other_or_one_of_them() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("two.txt");
    std::fs::write(&file, TWO_GAMES).unwrap();
    for source in ["-", file.to_str().unwrap()] {
        let run = |arguments: &str| {
            let arguments = arguments.split(' ').chain([source]);
            enlinea_in(data.path(), &arguments.collect::<Vec<_>>(), TWO_GAMES)
        };
        let all = text(&run("replay --plain").stdout);
        let results: Vec<_> = all
            .lines()
            .filter(|line| line.starts_with("result: "))
            .collect();
        assert_eq!(results, ["result: 1-0", "result: *"], "{all}");
        assert!(all.contains("First: Ana") && all.contains("First: Eva"));
        assert_eq!(
            text(&run("replay --json").stdout).lines().count(),
            2 + 8 + 2
        );
        let one = text(&run("replay --plain --number 2").stdout);
        assert!(one.contains("First: Eva") && !one.contains("Ana"), "{one}");
        assert!(run("analyse --seconds 1 --number 2").status.success());
        for (arguments, expected) in [
            ("analyse", "has 2 games; choose one with --number, 1 to 2"),
            ("analyse --number 3", "has 2 games, so there is no game 3"),
            ("replay --number 3", "has 2 games, so there is no game 3"),
        ] {
            let refused = run(arguments);
            assert_eq!(refused.status.code(), Some(1), "{refused:?}");
            assert!(text(&refused.stderr).contains(expected), "{refused:?}");
        }
    }
}

/// One damaged game made every game of its file unreadable.
#[test]
fn a_damaged_game_leaves_the_others_of_its_file_readable() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("three.txt");
    let bad_second = format!("{TWO_GAMES}\n{TWO_GAMES}").replacen("1. 5 *", "1. 9 *", 1);
    let cut = &bad_second[..bad_second.len() - 4];
    std::fs::write(&file, cut).unwrap();
    for source in ["-", file.to_str().unwrap()] {
        let run = |arguments: &str| {
            let arguments = arguments.split(' ').chain([source]);
            enlinea_in(data.path(), &arguments.collect::<Vec<_>>(), cut)
        };
        for arguments in [
            "replay --plain --number 1",
            "replay --plain --number 3",
            "analyse --seconds 1 --number 3",
        ] {
            let good = run(arguments);
            assert!(good.status.success(), "{arguments}: {good:?}");
        }
        for (arguments, expected) in [
            ("replay --number 2", "game 2: line 10, column 4: "),
            ("analyse --number 2", "game 2: line 10, column 4: "),
            ("replay --number 4", "game 4: line 21, column 4: "),
            ("replay --number 5", "has 4 games, so there is no game 5"),
            ("analyse", "has 4 games; choose one with --number, 1 to 4"),
        ] {
            let refused = run(arguments);
            assert_eq!(refused.status.code(), Some(1), "{refused:?}");
            assert!(text(&refused.stderr).contains(expected), "{refused:?}");
        }
        let all = run("replay --plain");
        assert_eq!(all.status.code(), Some(1), "{all:?}");
        let shown = text(&all.stdout);
        assert_eq!(shown.matches("result: 1-0\n").count(), 2, "{shown}");
        assert!(!shown.contains("Eva"), "{shown}");
        let told = text(&all.stderr);
        let told: Vec<_> = told.lines().collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("game 2: line 10, column 4: "), "{told:?}");
        assert!(told[1].contains("game 4: line 21, column 4: "), "{told:?}");
    }
}

/// The tags were said not to name the game.
#[test]
fn a_file_without_a_game_is_said_to_be_empty() {
    let data = tempfile::tempdir().unwrap();
    for input in ["", "\u{feff}", " \r\n\n"] {
        for (language, expected) in [
            ("en", "the text is empty"),
            ("es", "el texto está vacío"),
            ("pl", "tekst jest pusty"),
        ] {
            for command in ["replay", "analyse"] {
                let arguments = [command, "-", "--lang", language];
                let refused = enlinea_in(data.path(), &arguments, input);
                assert_eq!(refused.status.code(), Some(1), "{refused:?}");
                assert!(text(&refused.stderr).contains(expected), "{refused:?}");
            }
        }
    }
}

/// A file of the name `-` was written, while `-` is standard input elsewhere.
#[test]
fn a_hyphen_in_place_of_the_file_to_write_is_standard_output() {
    let data = tempfile::tempdir().unwrap();
    rematches(data.path(), &[1]);
    let elsewhere = tempfile::tempdir().unwrap();
    for arguments in [
        &["export", "K7QM2X"][..],
        &["--json", "export", "K7QM2X"],
        &["man"],
    ] {
        let run = |arguments: &[&str]| {
            let mut command = command(data.path(), arguments);
            command.current_dir(elsewhere.path());
            let output = command.output().expect("the program runs");
            assert!(output.status.success(), "{arguments:?}: {output:?}");
            text(&output.stdout)
        };
        let without = run(arguments);
        assert!(without.contains("Ana 1") || without.contains(".TH"));
        assert_eq!(run(&[arguments, &["-"]].concat()), without);
    }
    let left = std::fs::read_dir(elsewhere.path()).unwrap();
    assert_eq!(left.count(), 0);
}
