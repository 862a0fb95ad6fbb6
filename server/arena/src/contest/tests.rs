//! Whole contests, from the command line to what is printed.

#[cfg(unix)]
mod gomocup;
mod swap2;

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

/// The tags of a game that no contest played.
const FAMILY: &str = "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"Ben\"]";

const FALLING: &str = "match lines:3 negamax:2 --variant connect-four --games 12 --seed 5";

#[test]
fn who_looks_ahead_beats_who_does_not_on_either_side() {
    let (status, output, errors) =
        contest("match lines:4 random --variant connect-four --games 20");
    assert_eq!(status, 0, "{errors}");
    for line in [
        "lines:4 against random, connect-four, at their own pace",
        "games   20: 20 won, 0 drawn, 0 lost",
        "first   10: 10 won, 0 drawn, 0 lost",
        "second  10: 10 won, 0 drawn, 0 lost",
        "pairs   10, by points 0 ½ 1 1½ 2: 0 0 0 0 10",
        "score   100.0 %",
        "Elo     above +140, every pair was won 2-0 (95 %)",
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
    let (status, _, errors) = recorded(
        &format!(
            "match lines:2 random --variant connect-four --openings {}",
            openings.display()
        ),
        &file,
    );
    assert_eq!(status, 0, "{errors}");
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
    let (status, expected, _) = recorded(FALLING, &whole);
    assert_eq!(status, 0);
    let text = fs::read_to_string(&whole).unwrap();
    // Wherever it is interrupted: in the tags, in the moves, between games, before the first.
    for bytes in [
        0,
        5,
        text.len() / 3,
        text.len() / 2 + 40,
        text.len() - 2,
        text.len(),
    ] {
        fs::write(&cut, &text[..bytes]).unwrap();
        let (status, output, errors) = recorded(FALLING, &cut);
        assert_eq!(
            (status, output.as_str()),
            (0, expected.as_str()),
            "{errors}"
        );
        assert_eq!(fs::read_to_string(&cut).unwrap(), text, "cut at {bytes}");
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
    for (arguments, expected) in [
        (FALLING.replace("--seed 5", "--seed 6"), "Seed is 5, not 6"),
        (
            FALLING.replace("lines:3", "lines:4"),
            "First is lines:3, not lines:4 or negamax:2",
        ),
        (
            FALLING.replace("four", "four-7x7"),
            "the variant is connect-four, not connect-four-7x7",
        ),
        (FALLING.replace("12", "10"), "Round is 6, not 1 to 5"),
        (
            format!("{FALLING} --time-ms 9"),
            "Pace is at their own pace, not 9 ms a move",
        ),
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
        ("Dear diary\n".to_owned(), "line 1: no record"),
        (format!("Dear diary\n{text}"), "line 1: no record"),
        (text.replacen(" 1-0", " 9 1-0", 1), "a column, 1 to 7"),
        (format!("{text}{text}"), "there twice"),
        (
            text.replacen("[Round \"1\"]", "[Round \"2\"]", 1),
            "its beginning is something else",
        ),
        (
            text.replacen("[First \"lines:3\"]", "[Event \"fair\"]", 1)[..90].to_owned(),
            "this game is of another contest",
        ),
        // One game of somebody else, which looks cut off; it was taken out as a game of this contest.
        (
            format!("{FAMILY}\n\n1. 4 4 2. 3 *"),
            "line 2: this game is of another contest",
        ),
        (
            format!("{FAMILY}\n\n1. 4 4 2. 3 9 *\n"),
            "this one has no tag [First \"Ana\"]",
        ),
        (FAMILY.to_owned(), "this game is of another contest"),
        (FAMILY[..35].to_owned(), "this game is of another contest"),
        (
            format!("{text}{FAMILY}\n"),
            "this game is of another contest",
        ),
        (
            "[Variant \"connect-four\"]\n\n1. 4 4 *".to_owned(),
            "line 2: this game is of another contest: First is missing",
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
    let (status, output, errors) = recorded(arguments, &file);
    assert_eq!(status, 0, "{errors}");
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
    let nowhere = nowhere.to_str().unwrap();
    let tournament = "tournament lines:2 random --variant connect-four --rounds 1";
    let ladder = "ladder --variant connect-four --rounds 1 --neighbours 1";
    for (arguments, option) in [
        (tournament, "--svg"),
        (tournament, "--json"),
        (ladder, "--out"),
    ] {
        let mut arguments: Vec<&str> = arguments.split(' ').collect();
        arguments.extend([option, nowhere]);
        let (status, output, errors) = enlinea_engine(&arguments);
        assert_eq!((status, output.as_str()), (1, ""), "{option}");
        assert_eq!(errors.lines().count(), 1, "{option}: {errors}");
        assert!(
            errors.contains(&format!("name another file with {option}")),
            "{errors}"
        );
    }
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
    drop(other);
    let (status, _, errors) = recorded(FALLING, &file);
    assert_eq!(status, 0, "{errors}");
    assert_eq!(records(&file).len(), 12);
}

#[test]
fn what_makes_no_sense_is_refused_in_a_line() {
    for (arguments, status, expected) in [
        ("match lines:4", 2, "<B>"),
        ("match lines:4 chess", 2, "or gomocup:COMMAND"),
        ("match random random", 2, "as in new=random"),
        ("match a=random a=lines:3", 2, "as in new=lines:3"),
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
            "match random lines --depth 3 --time-ms 5",
            2,
            "cannot be used with",
        ),
        (
            "match random priority --openings /nowhere/at-all",
            1,
            "name another file with --openings",
        ),
        (
            "match threat priority --opening swap2",
            2,
            "priority does not know the opening swap2; choose one of: random, level, threat",
        ),
        (
            "match random x=random --opening swap2 --variant connect-four",
            2,
            "connect-four has no opening swap2; choose a free board such as gomoku",
        ),
        (
            "match random x=random --opening swap2 --variant renju",
            2,
            "renju has no opening swap2",
        ),
        (
            "match random threat --opening swap2 --variant custom:3x3x3:free",
            2,
            "custom:3x3x3:free has no opening swap2",
        ),
        (
            "match random threat --opening swap7",
            2,
            "no opening is called \"swap7\"; choose swap2",
        ),
        (
            "match random threat --opening swap2 --openings x",
            2,
            "cannot be used with",
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
fn a_tournament_ranks_everybody_in_text_json_and_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let [json, svg] = ["json", "svg"].map(|name| folder.path().join(name));
    let (status, output, errors) = contest(&format!(
        "{ROUND_ROBIN} --json {} --svg {}",
        json.display(),
        svg.display()
    ));
    assert_eq!(status, 0, "{errors}");
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
        ["3", "random", "0", "0", "16", "0.0%", "0/8", "0/8", "-"]
    );
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let standings = json["standings"].as_array().unwrap();
    assert_eq!(standings.len(), 3);
    assert_eq!(standings[2]["lost"], 16);
    let strong = standings
        .iter()
        .find(|row| row["name"] == "strong")
        .unwrap();
    assert_eq!(strong["engine"], "strong=lines:5");
    assert!(strong["elo"].as_f64().unwrap() > 300.0, "{output}");
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">strong</text>"));
}

#[test]
fn a_tournament_goes_on_with_more_rounds_and_more_contenders() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let (_, expected, _) = recorded(ROUND_ROBIN, &whole);
    let smaller = ROUND_ROBIN
        .replace("lines:3 ", "")
        .replace("--rounds 4", "--rounds 3");
    let (status, _, errors) = recorded(&smaller, &parts);
    assert_eq!(status, 0, "{errors}");
    let (status, output, errors) = recorded(ROUND_ROBIN, &parts);
    assert_eq!(status, 0, "{errors}");
    assert!(
        errors.starts_with("6 of 24 games are there already\n"),
        "{errors}"
    );
    // The seed of a game does not depend on the other contenders.
    assert_eq!(output, expected);
    // Games of those who do not meet any more are not more than all.
    let nearer = ROUND_ROBIN.replace("--rounds 4", "--rounds 5 --neighbours 1");
    let (status, _, errors) = recorded(&nearer, &parts);
    assert_eq!(status, 0, "{errors}");
    assert!(
        errors.starts_with("24 of 28 games are there already\n"),
        "{errors}"
    );
    assert!(errors.contains("\ngame 28 of 28: "), "{errors}");
}
