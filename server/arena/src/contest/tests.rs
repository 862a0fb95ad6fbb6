//! Whole contests, from the command line to what is printed.

#[cfg(unix)]
mod gomocup;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use protocol::record::Record;

/// Runs the program and returns its status, its output and its standard error.
fn enlinea_engine(arguments: &[&str]) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["enlinea-engine"].iter().chain(arguments);
    let status = crate::run(
        arguments.map(OsString::from),
        None,
        &mut std::io::empty(),
        &mut output,
        &mut errors,
    );
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status, text(output), text(errors))
}

/// The same, of arguments without spaces, with a file for the games.
fn recorded(arguments: &str, file: &Path) -> (u8, String, String) {
    let mut arguments: Vec<&str> = arguments.split(' ').collect();
    arguments.extend(["--record", file.to_str().unwrap()]);
    enlinea_engine(&arguments)
}

/// Returns the output and the standard error of a run that succeeded.
fn succeeded((status, output, errors): (u8, String, String)) -> (String, String) {
    assert_eq!(status, 0, "{errors}");
    (output, errors)
}

fn contest(arguments: &str) -> (u8, String, String) {
    enlinea_engine(&arguments.split(' ').collect::<Vec<_>>())
}

fn records(file: &Path) -> Vec<Record> {
    let text = fs::read_to_string(file).unwrap();
    let starts = text.match_indices("[Variant").map(|(at, _)| at);
    let mut bounds: Vec<usize> = starts.collect();
    bounds.push(text.len());
    bounds
        .windows(2)
        .map(|bounds| text[bounds[0]..bounds[1]].parse().unwrap())
        .collect()
}

const FALLING: &str = "match lines:3 negamax:2 --variant connect-four --games 12 --seed 5";

#[test]
fn who_looks_ahead_beats_who_does_not_on_either_side() {
    let ran = contest("match lines:4 random --variant connect-four --games 20");
    let (output, errors) = succeeded(ran);
    for line in [
        "lines:4 against random, connect-four, at their own pace",
        "games   20: 20 won, 0 drawn, 0 lost",
        "first   10: 10 won, 0 drawn, 0 lost",
        "second  10: 10 won, 0 drawn, 0 lost",
        "pairs   10, by points 0 ½ 1 1½ 2: 0 0 0 0 10",
        "score   100.0 %",
        "Elo     unknown, no two pairs ended differently",
    ] {
        assert!(output.contains(line), "{output}");
    }
    assert_eq!(errors.lines().count(), 20, "{errors}");
}

#[test]
fn every_opening_is_played_twice_with_the_sides_exchanged() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings");
    fs::write(&openings, "44\n1 7 # far apart\n").unwrap();
    let file = folder.path().join("games");
    let arguments = format!(
        "match lines:2 random --variant connect-four --openings {}",
        openings.display()
    );
    succeeded(recorded(&arguments, &file));
    let games = records(&file);
    let tags: Vec<_> = games
        .iter()
        .map(|game| ["First", "Second", "Round"].map(|name| game.tag(name).unwrap()))
        .collect();
    assert_eq!(
        tags,
        [
            ["lines:2", "random", "1"],
            ["random", "lines:2", "1"],
            ["lines:2", "random", "2"],
            ["random", "lines:2", "2"],
        ]
    );
    for (game, opening) in games.iter().zip(["44", "44", "17", "17"]) {
        let columns = game.plies()[..2].iter();
        let columns: String = columns
            .map(|ply| (ply.square().column() + 1).to_string())
            .collect();
        assert_eq!(columns, opening);
    }
}

#[test]
fn an_interrupted_match_goes_on_to_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    let (expected, _) = succeeded(recorded(FALLING, &whole));
    let text = fs::read_to_string(&whole).unwrap();
    // Before the first game, and between games.
    let second = text.find("\n\n[Variant").unwrap() + 2;
    let last = text.rfind("\n\n[Variant").unwrap() + 2;
    for bytes in [0, second, last, text.len()] {
        fs::write(&cut, &text[..bytes]).unwrap();
        let (output, _) = succeeded(recorded(FALLING, &cut));
        assert_eq!(output, expected, "cut at {bytes}");
        assert_eq!(fs::read_to_string(&cut).unwrap(), text, "cut at {bytes}");
    }
    // In the tags, in the moves, in the empty line at its end.
    for bytes in [5, second + 40, last - 1, text.len() - 9, text.len() - 1] {
        fs::write(&cut, &text[..bytes]).unwrap();
        let (status, _, errors) = recorded(FALLING, &cut);
        assert_eq!(status, 1, "{errors}");
        let line = text[..bytes]
            .rfind("[Variant")
            .map_or(1, |begin| text[..begin].matches('\n').count() + 1);
        let from = format!("the game from line {line} on: ");
        assert!(errors.contains(&from), "cut at {bytes}: {errors}");
        assert_eq!(fs::read_to_string(&cut).unwrap(), text[..bytes]);
    }
}

#[test]
fn more_games_are_added_to_those_of_a_shorter_match() {
    let folder = tempfile::tempdir().unwrap();
    let [short, long] = ["short", "long"].map(|name| folder.path().join(name));
    let longer = FALLING.replace("12", "16");
    recorded(FALLING, &short);
    let (_, expected, _) = recorded(&longer, &long);
    let (_, output, errors) = recorded(&longer, &short);
    assert_eq!(output, expected);
    assert!(
        errors.starts_with("12 of 16 games are there already"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1 + 4);
}

#[test]
fn games_at_once_come_to_the_same_result() {
    let (_, expected, _) = contest(FALLING);
    let (status, output, _) = contest(&format!("{FALLING} --concurrency 3"));
    assert_eq!((status, output), (0, expected));
}

#[test]
fn a_file_of_another_contest_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    recorded(FALLING, &file);
    let text = fs::read_to_string(&file).unwrap();
    let expected = "connect-four, lines:3 against negamax:2, at their own pace, seed 5, round ";
    for arguments in [
        FALLING.replace("--seed 5", "--seed 6"),
        FALLING.replace("lines:3", "lines:4"),
        FALLING.replace("four", "four-7x7"),
        FALLING.replace("12", "10"),
        format!("{FALLING} --time-ms 9"),
    ] {
        let (status, output, errors) = recorded(&arguments, &file);
        assert_eq!((status, output.as_str()), (1, ""), "{arguments}");
        assert!(errors.contains(expected), "{errors}");
        assert!(
            errors.contains("name another file with --record"),
            "{errors}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    for (wrong, expected) in [
        ("Dear diary\n".to_owned(), "line 1 on: this is not a record"),
        (
            format!("Dear diary\n{text}"),
            "line 1 on: this is not a record",
        ),
        (text.replacen(" 1-0", " 9 1-0", 1), "a column, 1 to 7"),
        (format!("{text}{text}"), "there twice"),
        (
            text.replacen("[Round \"1\"]", "[Round \"2\"]", 1),
            "another opening",
        ),
        (
            text.replacen("[First \"lines:3\"]", "[Event \"fair\"]", 1),
            "nothing against",
        ),
    ] {
        fs::write(&file, &wrong).unwrap();
        let (status, _, errors) = recorded(FALLING, &file);
        assert_eq!(status, 1, "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert_eq!(fs::read_to_string(&file).unwrap(), wrong);
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let arguments = "match lines:4 random --variant connect-four --sprt 0,400";
    let (output, errors) = succeeded(recorded(arguments, &file));
    assert!(output.contains("for 0,400: accepted"), "{output}");
    let played = errors.lines().count();
    assert!(played < 100, "{errors}");
    assert_eq!(records(&file).len(), played);
    // Before the last pair it was open.
    let llr = |line: &str| line.rsplit_once("LLR ").unwrap().1.parse::<f64>().unwrap();
    let progress: Vec<f64> = errors.lines().map(llr).collect();
    let (last, before) = progress.split_last().unwrap();
    assert!(
        *last >= 2.94 && before.iter().all(|llr| *llr < 2.95),
        "{errors}"
    );
    // It is still decided when it is asked again.
    let (_, again, errors) = recorded(arguments, &file);
    assert_eq!(again, output);
    assert_eq!(errors.lines().count(), 1, "{errors}");
}

#[test]
fn a_file_that_cannot_be_written_is_found_out_before_a_game_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("nowhere").join("file");
    let (status, output, errors) = recorded(FALLING, &nowhere);
    assert_eq!((status, output.as_str()), (1, ""));
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(
        errors.contains("name another file with --record"),
        "{errors}"
    );
}

#[test]
fn two_runs_do_not_write_one_record() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let other = fs::File::create(&file).unwrap();
    other.lock().unwrap();
    let (status, _, errors) = recorded(FALLING, &file);
    assert_eq!(status, 1);
    assert!(errors.contains("another run writes"), "{errors}");
    other.unlock().unwrap();
    succeeded(recorded(FALLING, &file));
    assert_eq!(records(&file).len(), 12);
}

#[test]
fn what_makes_no_sense_is_refused_in_a_line() {
    for (arguments, status, expected) in [
        ("match lines:4", 2, "<B>"),
        ("match lines:4 chess", 2, "or write gomocup:COMMAND"),
        ("match random random", 2, "such as new=random"),
        ("match a=random a=lines:3", 2, "such as new=a"),
        (
            "match priority random --variant connect-four",
            2,
            "does not play connect-four",
        ),
        (
            "match random lines --games 3 --variant connect-four",
            2,
            "even number",
        ),
        ("match random lines --sprt 10,0", 2, "the smaller one first"),
        ("tournament random", 2, "2 values required"),
        ("tournament random lines --rounds 0", 2, "0 is not in"),
        (
            "tournament random x=random --anchor y",
            2,
            "choose one of: random, x",
        ),
        (
            "match random priority --openings /nowhere/at-all",
            1,
            "name another file with --openings",
        ),
        (
            "match random lines --engine-trust foo --variant connect-four",
            2,
            "--engine-trust foo: no other program is called that",
        ),
        (
            "match random gomocup:/nowhere/at-all",
            1,
            "at-all: cannot start",
        ),
    ] {
        let (found, output, errors) = contest(arguments);
        assert_eq!(
            (found, output.as_str()),
            (status, ""),
            "{arguments}: {errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains(expected), "{arguments}: {errors}");
    }
}

const ROUND_ROBIN: &str =
    "tournament random lines:3 strong=lines:5 --variant connect-four --rounds 4 --anchor random";

#[test]
fn a_tournament_ranks_everybody() {
    let (output, errors) = succeeded(contest(ROUND_ROBIN));
    assert_eq!(errors.lines().count(), 24, "{errors}");
    let lines: Vec<&str> = output.lines().collect();
    assert!(
        lines[0].contains("24 games; Elo relative to random"),
        "{output}"
    );
    // The last one is who plays anywhere: it lost every game, and is where all others are measured from.
    let words: Vec<&str> = lines[4].split_whitespace().collect();
    assert_eq!(
        words,
        [
            "3", "random", "0", "0", "16", "0.0%", "0", "0/8", "0/8", "-"
        ]
    );
    let arguments = ROUND_ROBIN.replace("tournament", "any-name");
    let arguments = arguments.split(' ').map(OsString::from);
    let standings = crate::tournament(arguments, &mut Vec::new()).unwrap();
    assert_eq!(standings.len(), 3, "{output}");
    assert!(standings[1].elo > 300.0, "{output}");
    let last = ("random", 0.0, 0.0);
    let found = &standings[2];
    assert_eq!((found.name.as_str(), found.elo, found.error), last);
}

#[test]
fn a_tournament_goes_on_with_more_rounds_and_more_contenders() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let (_, expected, _) = recorded(ROUND_ROBIN, &whole);
    let smaller = ROUND_ROBIN
        .replace("lines:3 ", "")
        .replace("--rounds 4", "--rounds 3");
    succeeded(recorded(&smaller, &parts));
    let (output, errors) = succeeded(recorded(ROUND_ROBIN, &parts));
    assert!(
        errors.starts_with("6 of 24 games are there already\n"),
        "{errors}"
    );
    // The seed of a game does not depend on the other contenders.
    assert_eq!(output, expected);
    // Games of those who do not meet any more are not more than all.
    let nearer = ROUND_ROBIN.replace("--rounds 4", "--rounds 5 --neighbours 1");
    let (_, errors) = succeeded(recorded(&nearer, &parts));
    assert!(
        errors.starts_with("24 of 28 games are there already\n"),
        "{errors}"
    );
    assert!(errors.contains("\ngame 28 of 28: "), "{errors}");
}
