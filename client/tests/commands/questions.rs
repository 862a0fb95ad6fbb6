//! The questions of `--plain`, as a player and as a watcher ask them.

use crate::hosted::Hosted;
use crate::{enlinea_in, text};

fn watch(hosted: &Hosted, typed: &str) -> String {
    let data = tempfile::tempdir().unwrap();
    let arguments = ["--plain", "--server", &hosted.url, "watch", &hosted.room];
    let watched = enlinea_in(data.path(), &arguments, typed);
    assert!(watched.status.success(), "{watched:?}");
    text(&watched.stdout)
}

/// No board was shown, and nothing was answered.
#[test]
fn whoever_comes_after_the_end_sees_the_board_and_the_result_and_is_answered() {
    let mut hosted = Hosted::start(&["--clock", "5m"]);
    hosted.win();
    let seen = watch(&hosted, "");
    assert!(
        seen.contains("\n   1  2  3  4  5  6  7\n") || seen.contains("    1  2  3  4  5  6  7\n"),
        "{seen}"
    );
    assert!(seen.contains("game over: first"), "{seen}");

    let seen = watch(
        &hosted,
        "last\nmoves\nclocks\nlegal\nwho\nanalyse 0\nboard\n",
    );
    let answers = seen.split_once("game over: first").unwrap().1;
    for expected in [
        "by first (guest-01)",
        "1. 4 ",
        "first (guest-01): ",
        "none: the game is over",
        "second (O): Bot, random",
        "watches: guest-",
        "after ply 0: 1 loss in ",
        " 1  ",
    ] {
        assert!(answers.contains(expected), "{expected}: {seen}");
    }
    // In the order of the questions, though two of them travel.
    let at = |text: &str| answers.find(text).unwrap();
    assert!(at("none: the game is over") < at("watches: guest-"));
    assert!(at("watches: guest-") < at("after ply 0: "));
    hosted.end();
}

#[test]
fn a_player_is_answered_during_the_game_and_after_it() {
    let mut hosted = Hosted::start(&["--clock", "5m", "--hints"]);
    hosted.types("legal\n");
    hosted.until("1, 2, 3, 4, 5, 6, 7");
    hosted.types("analyse\n");
    hosted.until("after ply 0: 1 loss in ");
    hosted.types("clocks\n");
    hosted.until("first (guest-01): ");
    hosted.types("who\n");
    hosted.until("nobody watches");
    hosted.types("board\n");
    hosted.until(" 1  2  3  4  5  6  7");
    hosted.win();
    hosted.types("moves\n");
    hosted.until("1. 4 ");
    hosted.types("last\n");
    hosted.until("by first (guest-01)");
    hosted.types("analyse\n");
    hosted.until("after ply ");
    hosted.end();
}

#[test]
fn an_analysis_that_is_not_allowed_is_refused_and_the_lines_behind_it_are_answered() {
    let mut hosted = Hosted::start(&[]);
    hosted.types("analyse\nlegal\n");
    hosted.until("refused: ");
    hosted.until("1, 2, 3, 4, 5, 6, 7");
    // Until the answer to something else comes, as a player who has no move refused leaves with status 0.
    hosted.win();
    hosted.end();
}

#[test]
fn the_help_of_a_table_names_every_question() {
    for command in ["watch", "join", "new", "host", "quick"] {
        let help = text(&crate::enlinea(&[command, "--help"], "").stdout);
        for question in [
            "board", "last", "clocks", "moves", "who", "legal", "analyse",
        ] {
            let line = format!("\n  {question} ");
            assert!(help.contains(&line), "{question}: {help}");
        }
    }
}
