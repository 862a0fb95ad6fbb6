//! Whole contests, from the command line to what is printed.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use protocol::record::{GameResult, Record};

/// Runs the program and returns its status, its output and its standard error.
fn enlinea_engine(arguments: &[&str]) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = ["enlinea-engine"].iter().chain(arguments);
    let status = crate::run(
        arguments.map(OsString::from),
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
        "Elo     above +140, every game was won (95 %)",
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
fn what_makes_no_sense_is_refused_in_a_line() {
    for (arguments, status, expected) in [
        ("match lines:4", 2, "<B>"),
        ("match lines:4 chess", 2, "or gomocup:COMMAND"),
        ("match random random", 2, "as in new=random"),
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
            "priority does not know the opening swap2; choose one of: random, threat",
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
}

const SWAP2: &str = "match threat:2 random --variant gomoku-15 --games 12 --seed 3 --opening swap2";

#[test]
fn contenders_begin_by_swap2_and_the_record_says_who_did_what() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let (status, output, errors) = recorded(SWAP2, &file);
    assert_eq!(status, 0, "{errors}");
    for line in [
        "threat:2 against random, gomoku-15, at their own pace, swap2",
        "games   12: 12 won, 0 drawn, 0 lost",
        "opener  6: 6 won, 0 drawn, 0 lost",
        "other   6: 6 won, 0 drawn, 0 lost",
        "pairs   6, by points 0 ½ 1 1½ 2: 0 0 0 0 6",
    ] {
        assert!(output.contains(line), "{output}");
    }
    let games = records(&file);
    let mut seen = std::collections::HashSet::new();
    for (number, game) in games.iter().enumerate() {
        let tag = |name: &str| game.tag(name).unwrap();
        assert_eq!(tag("Round"), (number / 2 + 1).to_string());
        assert!(game.plies().len() > 5 && game.tag("Termination").is_none());
        // The strong one won, whatever it came to play.
        let (winner, loser) = match game.result() {
            GameResult::FirstWon => ("First", "Second"),
            _ => ("Second", "First"),
        };
        assert_eq!([tag(winner), tag(loser)], ["threat:2", "random"]);
        // In turn, the one and the other began.
        assert_eq!(tag("First"), ["threat:2", "random"][number % 2]);
        let choices: Vec<&str> = tag("Opening").split(' ').skip(1).collect();
        seen.extend([choices[0].to_owned()]);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn a_match_by_swap2_goes_on_where_it_ended_and_is_not_mixed_with_others() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut, plain] = ["whole", "cut", "plain"].map(|name| folder.path().join(name));
    let (_, expected, _) = recorded(SWAP2, &whole);
    let text = fs::read_to_string(&whole).unwrap();
    fs::write(&cut, &text[..text.len() / 2]).unwrap();
    let (status, output, errors) = recorded(SWAP2, &cut);
    assert_eq!((status, output), (0, expected), "{errors}");
    assert_eq!(fs::read_to_string(&cut).unwrap(), text);
    let without = SWAP2.replace(" --opening swap2", "");
    let (status, _, errors) = recorded(&without, &whole);
    assert_eq!(status, 1);
    assert!(errors.contains("not missing"), "{errors}");
    recorded(&without, &plain);
    let (status, _, errors) = recorded(SWAP2, &plain);
    assert_eq!(status, 1);
    assert!(
        errors.contains("Opener is missing, not first or second"),
        "{errors}"
    );
}

/// Other programs, as scripts of a shell.
#[cfg(unix)]
mod gomocup {
    use super::*;

    /// A program that answers every question for a move by `play`, commands of the shell, which find the stones on
    /// the board in `$taken`. Beside its script it notes how often it was started.
    fn program(folder: &Path, name: &str, play: &str) -> String {
        let script = folder.join(name);
        let text = format!(
            "echo started >> \"$0.starts\"\n\
             play() {{ {play}; }}\n\
             while read order rest; do case $order in\n\
             ABOUT) echo 'name=\"{name}\"' ;;\n\
             START) taken=; echo OK ;;\n\
             BEGIN) play ;;\n\
             TURN) taken=\"$taken $rest \"; play ;;\n\
             BOARD) taken=\n\
             while read line; do [ \"$line\" = DONE ] && break; taken=\"$taken ${{line%,*}} \"; done\n\
             play ;;\n\
             END) exit ;;\n\
             SWAP2BOARD) echo UNKNOWN ;;\n\
             esac; done\n"
        );
        fs::write(&script, text).unwrap();
        format!("{name}=gomocup:sh '{}'", script.display())
    }

    /// A match of `priority` against a program.
    fn against_priority(program: &str, games: usize, file: &Path) -> (u8, String, String) {
        let options = format!(
            "--games {games} --time-ms 20 --tolerance-ms 500 --variant gomoku-15 --record {}",
            file.display()
        );
        let mut arguments = vec!["match", "priority", program];
        arguments.extend(options.split(' '));
        enlinea_engine(&arguments)
    }

    #[test]
    fn a_program_is_started_once_for_all_its_games() {
        let folder = tempfile::tempdir().unwrap();
        // It plays along an edge of the board.
        let play = "column=0; \
            while case \"$taken\" in *\" $column,14 \"*) ;; *) false ;; esac; do column=$((column + 1)); done; \
            taken=\"$taken $column,14 \"; echo $column,14";
        let program = program(folder.path(), "edge", play);
        let games = folder.path().join("games");
        let (status, output, errors) = against_priority(&program, 6, &games);
        assert_eq!(status, 0, "{errors}");
        assert!(output.contains("priority against edge"), "{output}");
        for game in records(&games) {
            assert_eq!(game.tag("Termination"), None, "{errors}");
        }
        // And once before, to see whether it can be.
        let starts = fs::read_to_string(folder.path().join("edge.starts")).unwrap();
        assert_eq!(starts.lines().count(), 2);
    }

    #[test]
    fn a_program_that_does_not_know_the_opening_is_refused_before_a_game() {
        let folder = tempfile::tempdir().unwrap();
        let program = program(folder.path(), "plain", "echo 0,0");
        let mut arguments = vec!["match", "random", &program];
        arguments.extend(["--variant", "gomoku-15", "--opening", "swap2"]);
        let (status, _, errors) = enlinea_engine(&arguments);
        assert_eq!(status, 2, "{errors}");
        assert!(
            errors.contains("plain: it does not answer SWAP2BOARD; leave out --opening swap2"),
            "{errors}"
        );
    }

    #[test]
    fn a_program_that_fails_loses_and_the_reason_is_told() {
        let folder = tempfile::tempdir().unwrap();
        for (name, answer, expected) in [
            ("cheat", "echo 99,99", "99,99"),
            ("crash", "exit 3", "ended instead of answering"),
            ("mumbler", "echo hm", "hm"),
            ("sleeper", "read never", "did not answer"),
        ] {
            let file = folder.path().join(format!("{name}.games"));
            let program = program(folder.path(), name, answer);
            let (status, output, errors) = against_priority(&program, 2, &file);
            assert_eq!(status, 0, "{errors}");
            assert!(output.contains("games   2: 2 won"), "{output}{errors}");
            for game in records(&file) {
                let reason = game.tag("Termination").unwrap();
                assert!(reason.contains(expected), "{reason}");
            }
            assert!(errors.contains(expected), "{errors}");
        }
    }
}
