//! Whole conversations with a manager, without a process.

mod garbage;
mod pieces;

use super::*;

/// The answers to a script that is there at once, with the least time to search, and no messages.
fn told(script: impl AsRef<[u8]>) -> Vec<String> {
    let mut lines = told_all(script);
    lines.retain(|line| !line.starts_with("MESSAGE "));
    lines
}

/// The same with messages.
fn told_all(script: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    let at_once = b"INFO timeout_turn 0\n";
    run(
        1,
        &mut [at_once, script.as_ref()].concat().as_slice(),
        &mut output,
    )
    .unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text:?}");
    text.lines().map(str::to_owned).collect()
}

/// The answers to a script whose lines are divided by `|`.
fn replies_to(script: &str) -> Vec<String> {
    told(script.replace('|', "\n"))
}

/// Runs every line of `script`, divided by `|`, and compares the answers, divided by `|` too.
///
/// A `*` stands for any stone.
fn check(script: &str, expected: &str) {
    let answers = replies_to(script);
    let mut wanted = expected.split('|');
    let written: Vec<&str> = answers
        .iter()
        .map(|answer| match wanted.next() {
            Some("*") if is_stone(answer) => "*",
            Some(_) | None => answer,
        })
        .collect();
    assert_eq!(written.join("|"), expected, "{script}");
}

fn is_stone(text: &str) -> bool {
    text.split_once(',')
        .is_some_and(|(x, y)| [x, y].iter().all(|number| number.parse::<u8>().is_ok()))
}

fn are_three_stones(text: &str) -> bool {
    text.split(' ').count() == 3 && text.split(' ').all(is_stone)
}

/// Four in a row of the engine's and none of the opponent's.
const FOUR: &str = "0,0,1|9,9,2|1,0,1|9,7,2|2,0,1|9,5,2|3,0,1|9,3,2";

/// Five in a row of the opponent's.
const THEIR_FIVE: &str = "0,0,1|9,9,2|2,0,1|9,8,2|4,0,1|9,7,2|6,0,1|9,6,2|9,5,2";

#[test]
fn a_game_is_begun_and_gone_on_with() {
    for (script, expected) in [
        ("START 15|BEGIN|TURN 0,0|TURN 14,14", "OK|*|*|*"),
        ("START 20|TURN 10,10|TURN 0,0", "OK|*|*"),
        ("START 15|BEGIN|RESTART|BEGIN", "OK|*|OK|*"),
        ("START 15|TURN 7,7|START 10|TURN 7,7", "OK|*|OK|*"),
        ("RECTSTART 20,9|TURN 19,8", "OK|*"),
        (
            "start 5\r|Begin\r||  |\r|about",
            &format!("OK|*|{}", about()),
        ),
    ] {
        check(script, expected);
    }
}

fn about() -> String {
    let text = answers::about().to_string();
    assert!(text.starts_with("name=\"enlinea\", version=\""), "{text}");
    text
}

#[test]
fn the_first_stone_is_asked_for_on_an_empty_board_alone() {
    let refused = "ERROR BEGIN asks for the first stone, and the board is not empty; send TURN, BOARD or RESTART";
    for (script, expected) in [
        (
            "START 15|TURN 7,7|BEGIN|TURN 0,0",
            format!("OK|*|{refused}|*"),
        ),
        (
            "START 15|BEGIN|BEGIN|RESTART|BEGIN",
            format!("OK|*|{refused}|OK|*"),
        ),
        ("START 15|PLAY 7,7|BEGIN", format!("OK|7,7|{refused}")),
        (
            "START 15|PLAY 7,7|TAKEBACK 7,7|BEGIN",
            "OK|7,7|OK|*".to_owned(),
        ),
    ] {
        check(script, &expected);
    }
}

#[test]
fn a_whole_position_is_taken_in_and_won() {
    let board = format!("START 15|BOARD|{FOUR}|DONE");
    check(&board, "OK|4,0");
    // In any order, with what came before forgotten, and told twice.
    check(
        "START 15|BEGIN|BOARD|9,3,2|9,5,2|9,7,2|9,9,2|3,0,1|2,0,1|1,0,1|0,0,1|DONE",
        "OK|*|4,0",
    );
    check(&format!("{board}|BOARD|{FOUR}|DONE"), "OK|4,0|4,0");
    // The opponent's four is stopped, at its one open end.
    check(
        "START 15|BOARD|0,0,2|9,9,1|1,0,2|9,7,1|2,0,2|9,5,1|3,0,2|DONE",
        "OK|4,0",
    );
}

#[test]
fn five_are_made_exactly_where_the_rule_asks_for_it() {
    // The gap would make six; the other row makes five.
    let both = "BOARD|2,0,1|3,0,1|4,0,1|6,0,1|7,0,1|9,2,2|9,4,2|9,6,2|9,8,2|9,10,2|3,2,1|3,3,1|3,4,1|3,5,1|0,14,2|2,14,2|4,14,2|3,1,2|DONE";
    check(&format!("START 15|INFO rule 1|{both}"), "OK|3,6");
    check(&format!("INFO rule 1|START 20|{both}"), "OK|3,6");
    let answer = replies_to(&format!("START 15|{both}"));
    assert!(["5,0", "3,6"].contains(&answer[1].as_str()), "{answer:?}");
}

#[test]
fn black_keeps_to_its_forbidden_points_in_renju() {
    // Black wins at 7,7 with two fours, each of which is blocked at its other end; in renju it must not.
    let fours =
        "BOARD|7,6,1|7,3,2|7,5,1|3,7,2|7,4,1|0,4,2|6,7,1|0,6,2|5,7,1|0,8,2|4,7,1|0,10,2|DONE";
    let played = |rule: &str| replies_to(&format!("INFO rule {rule}|START 15|{fours}"));
    assert_eq!(played("0")[1], "7,7");
    let in_renju = played("4");
    assert!(
        in_renju[1] != "7,7" && !in_renju[1].starts_with("ERROR"),
        "{in_renju:?}"
    );
    check(
        "INFO rule 4|START 20",
        "ERROR renju (rule 4) is played on 15 x 15 here; choose START 15, or rule 0 or 1",
    );
}

#[test]
fn the_rule_of_a_game_may_be_told_after_its_start_whatever_the_game_before_was() {
    check("INFO rule 4|START 15|START 20|INFO rule 0|BEGIN", "OK|OK|*");
    check(
        "START 20|BEGIN|START 15|INFO rule 4|BEGIN|START 20|INFO rule 1|BEGIN",
        "OK|*|OK|*|OK|*",
    );
    // Where none is told the rule stays, and the first order that needs it says that it cannot be played.
    check(
        "INFO rule 4|START 15|START 20|BEGIN|START 15|BEGIN",
        "OK|OK|ERROR renju (rule 4) is played on 15 x 15 here; choose START 15, or rule 0 or 1|OK|*",
    );
}

/// The double three at 7,7 is none while a stone of it is missing.
#[test]
fn in_renju_the_stones_of_a_board_may_come_in_any_order() {
    let white = "0,0,2|2,0,2|14,0,2|0,14,2";
    for black in [
        "7,7,1|8,7,1|9,7,1|7,8,1|7,9,1",
        "8,7,1|9,7,1|7,8,1|7,9,1|7,7,1",
    ] {
        let fifth = "14,14,2";
        check(
            &format!("START 15|INFO rule 4|BOARD|{black}|{white}|{fifth}|DONE"),
            "OK|*",
        );
    }
    // No order helps where black has six in a row: five come before, which end the game.
    let six = "1,7,1|2,7,1|3,7,1|5,7,1|6,7,1|4,7,1";
    let answers = replies_to(&format!(
        "START 15|INFO rule 4|BOARD|{six}|{white}|14,14,2|14,12,2|DONE"
    ));
    assert!(answers[1].contains("is forbidden to black"), "{answers:?}");
}

#[test]
fn a_stone_that_is_told_keeps_to_the_forbidden_points_too() {
    // The engine blocks a four; with that taken back its next stone is told.
    let stones = "8,7,1|0,0,2|9,7,1|1,0,2|7,8,1|2,0,2|7,9,1|3,0,2";
    check(
        &format!("START 15|INFO rule 4|BOARD|{stones}|DONE|TAKEBACK 4,0|PLAY 7,7|PLAY 10,10"),
        "OK|4,0|OK|ERROR 7,7 is forbidden to black (double three)|10,10",
    );
}

#[test]
fn what_does_not_fit_is_refused_and_changes_nothing() {
    for (command, expected) in [
        ("TURN 7,7", "7,7 is taken"),
        ("TURN 15,0", "15,0 is off the board; play 0,0 to 14,14"),
        ("TURN -1,3", "-1,3 is off the board"),
        ("TURN 99999999999,3", "off the board"),
        ("TURN", "TURN needs two numbers"),
        ("TURN seven,seven", "TURN needs two numbers"),
        ("PLAY 1,1", "it cannot be this brain's turn"),
        ("TAKEBACK 0,0", "0,0 is empty"),
        ("DONE", "DONE ends no BOARD"),
        (
            "BOARD|7,7,1|DONE",
            "it cannot be this brain's turn with 1 stones against 0",
        ),
        ("BOARD|7,7,2|6,6,2|DONE", "0 stones against 2"),
        ("BOARD|7,7,1|7,7,2|DONE", "7,7 is taken"),
        ("BOARD|7,7,2|15,7,1|DONE", "15,7 is off the board"),
        ("BOARD|7,7,3|6,6,2|7,7,1|DONE", "7,7 is blocked"),
        ("BOARD|7,7,2|7,7,3|DONE", "7,7 is taken"),
        ("BOARD|7,70,3|DONE", "7,70 is off the board"),
        (
            "INFO rule 4|BOARD|7,7,3|DONE",
            "blocked cells (3) are not played with renju (rule 4)",
        ),
        ("BOARD|7,7,0|DONE", "0 is nobody's stone"),
        ("BOARD|7,7|DONE", "needs whose it is"),
        ("BOARD|seven|DONE", "\"seven\" is no stone"),
        ("BOARD|TURN x|7,7,2|DONE", "TURN needs two numbers"),
        (
            "SWAP2BOARD|7,7|DONE",
            "an opening of 1 stones is none of swap2",
        ),
        ("SWAP2BOARD|7,7|8,8|7,7|DONE", "7,7 is taken"),
        ("SWAP2BOARD|7,7|8,8|7,70|DONE", "7,70 is off the board"),
    ] {
        // The stone of before is still there, and nothing else was answered.
        let script = format!("START 15|PLAY 7,7|TURN 0,14|{command}|TAKEBACK 7,7");
        let answers = replies_to(&script);
        assert_eq!(answers[..2], ["OK", "7,7"], "{command}");
        assert!(answers[3].starts_with("ERROR "), "{command}: {answers:?}");
        assert!(answers[3].contains(expected), "{command}: {answers:?}");
        assert_eq!(answers[4..], ["OK"], "{command}: {answers:?}");
    }
}

#[test]
fn nobody_plays_on_a_blocked_cell() {
    // The four has one open end; where that is blocked it has none.
    check(&format!("START 15|BOARD|{FOUR}|DONE"), "OK|4,0");
    let answers = replies_to(&format!("START 15|BOARD|{FOUR}|4,0,3|DONE"));
    assert!(is_stone(&answers[1]) && answers[1] != "4,0", "{answers:?}");
    let all_but = |open: &[(u8, u8)]| -> String {
        let cells = (0..25).map(|cell| (cell % 5, cell / 5));
        let cells = cells.filter(|cell| !open.contains(cell));
        let lines: Vec<_> = cells.map(|(x, y)| format!("{x},{y},3")).collect();
        lines.join("|")
    };
    let two = all_but(&[(1, 3), (4, 4)]);
    // The blocked cells are there until the next position; a stone is not taken off one, nor played there.
    check(
        &format!("START 5|BOARD|{two}|DONE|TURN 0,0|TAKEBACK 0,0|RESTART|TURN 0,0"),
        "OK|*|ERROR 0,0 is blocked; play an empty cell|ERROR 0,0 is blocked; take back a stone|OK|*",
    );
    // A rule that does not know them may be told later, and taken back.
    check(
        "START 15|BOARD|7,7,3|DONE|INFO rule 4|TURN 0,0|INFO rule 0|TURN 0,0",
        "OK|*|ERROR blocked cells (3) are not played with renju (rule 4); send 1 and 2 only|*",
    );
    let none = all_but(&[]);
    check(
        &format!("START 5|BOARD|{none}|DONE|BOARD|DONE"),
        "OK|ERROR the game is over; send RESTART or START|*",
    );
}

#[test]
fn without_a_board_nothing_is_played() {
    for command in [
        "BEGIN",
        "TURN 7,7",
        "PLAY 7,7",
        "TAKEBACK 7,7",
        "RESTART",
        "BOARD|DONE",
        "SWAP2BOARD|DONE",
    ] {
        let refusal = "ERROR there is no board; send START first";
        check(command, refusal);
        // A board that is not played is no board either.
        let answers = replies_to(&format!("START 15|START 21|{command}"));
        assert!(answers[1].contains("choose 5 to 20"), "{answers:?}");
        assert_eq!(answers[2..], [refusal]);
    }
}

#[test]
fn rules_that_are_not_played_are_refused_where_an_answer_is_due() {
    for (rule, expected) in [
        (2, "a continuous game (rule 2)"),
        (3, "a continuous game (rule 2)"),
        (5, "rule 5 is not known"),
        (8, "caro (rule 8)"),
        (9, "caro (rule 8)"),
        (16, "rule 16 is not known"),
    ] {
        let scripts = [
            format!("INFO rule {rule}|START 15"),
            format!("START 15|INFO rule {rule}|BEGIN"),
            format!("START 15|INFO rule {rule}|TURN 7,7"),
            format!("START 15|INFO rule {rule}|BOARD|7,7,2|DONE"),
            format!("START 15|INFO rule {rule}|RESTART"),
        ];
        for script in scripts {
            let answers = replies_to(&script);
            let last = answers.last().unwrap();
            assert!(last.starts_with("ERROR "), "{script}: {answers:?}");
            assert!(last.contains(expected), "{script}: {answers:?}");
        }
        check(
            &format!("INFO rule {rule}|INFO rule 0|START 15|BEGIN"),
            "OK|*",
        );
    }
}

#[test]
fn what_is_no_command_is_unknown() {
    for (line, expected) in [
        ("FLY", "UNKNOWN FLY"),
        ("fly 7,7", "UNKNOWN fly 7,7"),
        ("7,7", "UNKNOWN 7,7 outside of BOARD"),
        ("7,7,1", "UNKNOWN 7,7 outside of BOARD"),
        ("\u{1}\u{2}", "UNKNOWN "),
        ("OK", "UNKNOWN OK"),
    ] {
        check(line, expected);
    }
}

#[test]
fn information_is_never_answered() {
    let script = "INFO|INFO x|INFO timeout_turn|INFO timeout_turn soon|INFO rule 4|INFO rule -1|info folder /tmp x\
        |INFO max_memory 1|INFO evaluate 3,3|INFO time_left -7|INFO thread_num 9|INFO game_type 7";
    assert_eq!(replies_to(script), [""; 0]);
    check(
        "BOARD|7,7,2|INFO timeout_turn 0|INFO x|DONE",
        "ERROR there is no board; send START first",
    );
    let mut long = b"INFO folder ".to_vec();
    long.resize(1 << 20, b'x');
    assert_eq!(told(&long), [""; 0]);
}

#[test]
fn a_game_is_played_on_as_many_threads_as_the_manager_names() {
    for threads in ["0", "2", "9", "99999999999999999999"] {
        check(
            &format!(
                "INFO thread_num {threads}|START 15|BEGIN|TURN 0,0|INFO thread_num 1|TURN 14,14"
            ),
            "OK|*|*|*",
        );
    }
}

#[test]
fn a_line_of_any_length_and_any_bytes_is_one_mistake() {
    for byte in [b'x', b' ', b'7', b',', 0, 255] {
        let mut script = b"START 15\nTURN ".to_vec();
        script.resize(1 << 20, byte);
        script.extend_from_slice(b"\nBEGIN\nEND\n");
        let answers = told(&script);
        assert_eq!(answers.len(), 3, "{byte}");
        assert!(answers[1].starts_with("ERROR "), "{byte}: {answers:?}");
        assert!(
            answers[1].len() < 200 && is_stone(&answers[2]),
            "{answers:?}"
        );
    }
}

#[test]
fn stones_are_taken_back_and_put_by_order() {
    check(
        "START 15|PLAY 7,7|TAKEBACK 7,7|TAKEBACK 7,7|TURN 7,7|TAKEBACK 7,7",
        "OK|7,7|OK|ERROR 7,7 is empty; take back a stone|*|OK",
    );
    // The engine has moved: another move of its own would be one too many.
    let answers = told("START 15\nPLAY 7,7\nPLAY 8,8\n");
    assert!(
        answers[2].contains("it cannot be this brain's turn"),
        "{answers:?}"
    );
    // A move of the opponent's that wins leaves nothing to play.
    let answers = replies_to(&format!("START 15|BOARD|{THEIR_FIVE}|DONE"));
    assert!(answers[1].contains("the game is over"), "{answers:?}");
}

/// A manager that waits for the answer to `DONE` would wait for ever.
#[test]
fn a_position_that_is_broken_off_is_an_error_and_what_breaks_it_off_is_carried_out() {
    let error =
        |begun: &str, by: &str| format!("ERROR {begun} was broken off by {by}; end it with DONE");
    check(
        "START 15|BOARD|7,7,2|START 20",
        &format!("OK|{}|OK", error("BOARD", "START")),
    );
    check(
        "START 15|PLAY 7,7|BOARD|1,1,2|SWAP2BOARD|2,2|ABOUT",
        &format!(
            "OK|7,7|{}|{}|{}",
            error("BOARD", "SWAP2BOARD"),
            error("SWAP2BOARD", "ABOUT"),
            about()
        ),
    );
    check(
        "START 15|PLAY 7,7|BOARD|1,1,2|TAKEBACK 7,7",
        &format!("OK|7,7|{}|OK", error("BOARD", "TAKEBACK")),
    );
}

/// The figures of a message before a move: depth, score, nodes, nodes a second, and the moves of the line.
fn figures(line: &str) -> ([i64; 4], Vec<&str>) {
    let words: Vec<&str> = line.split(' ').collect();
    let [message, names @ ..] = [words[0], words[1], words[3], words[5], words[7], words[9]];
    assert_eq!(message, "MESSAGE", "{line}");
    assert_eq!(names, ["depth", "score", "nodes", "nps", "pv"], "{line}");
    let figures = [2, 4, 6, 8].map(|at| words[at].parse().unwrap());
    (figures, words[10..].to_vec())
}

#[test]
fn a_message_before_each_move_says_what_the_search_found() {
    let lines = told_all("INFO timeout_turn 5000|INFO max_depth 3|START 15|BOARD|7,7,1|8,8,2|7,9,1|9,7,2|DONE|TURN 0,0".replace('|', "\n"));
    assert_eq!(lines.len(), 5, "{lines:?}");
    for at in [1, 3] {
        let ([depth, score, nodes, nps], pv) = figures(&lines[at]);
        assert!(
            depth <= 3 && score.abs() <= 30_000 && nodes > 0 && nps > 0,
            "{lines:?}"
        );
        assert_eq!(pv[0], lines[at + 1], "{lines:?}");
        assert!(pv.iter().all(|stone| is_stone(stone)), "{lines:?}");
    }
}

#[test]
fn depth_and_nodes_are_kept_to_until_they_are_unlimited_again() {
    let board = "BOARD|7,7,1|8,8,2|7,9,1|9,7,2|DONE";
    let script = format!(
        "START 15|INFO timeout_turn 3000|INFO max_depth 2|{board}|INFO max_depth 0|INFO max_node 3000|{board}\
         |INFO max_depth 4|INFO max_node 0|{board}"
    );
    let lines = told_all(script.replace('|', "\n"));
    let found = [1, 3, 5].map(|at| figures(&lines[at]).0);
    let [depth, nodes] = [0, 2].map(|at| found.map(|figures| figures[at]));
    assert_eq!(depth[0], 2, "{lines:?}");
    assert!(nodes[1] <= 3300 && depth[1] > 2, "{lines:?}");
    assert_eq!(depth[2], 4, "{lines:?}");
}

#[test]
fn an_opening_is_made_and_sides_are_chosen() {
    // No proposal has a stone in the middle.
    let answers = told("START 15\nSWAP2BOARD\nDONE\nTURN 7,7\n");
    assert!(are_three_stones(&answers[1]), "{answers:?}");
    // They are on the board, and two of them are the engine's.
    assert!(is_stone(&answers[2]), "{answers:?}");
    check(
        "START 15|SWAP2BOARD|7,7,1|7,8,2|8,8,1|DONE|ABOUT",
        &format!("OK|*|{}", about()),
    );
    // On every board, whether the list of proposals fits or not.
    for board in ["START 5", "START 8", "RECTSTART 5,20"] {
        let answers = told(format!(
            "{board}\nINFO timeout_turn 100\nSWAP2BOARD\nDONE\n"
        ));
        assert!(are_three_stones(&answers[1]), "{board}: {answers:?}");
    }
}

#[test]
fn nothing_is_said_after_the_end() {
    check("START 15|END|BEGIN|ABOUT", "OK");
    check("end", "");
    check("START 15|BEGIN|END", "OK|*");
    // The end of the input is the end, with or without that of its last line.
    check("START 15|BEGIN", "OK|*");
    check("", "");
}
