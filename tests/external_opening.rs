//! The opening swap2 with other engines as child processes, through the crate `external` alone.

use std::sync::Mutex;
use std::time::Duration;

use engine::{OpeningMove, Stop};
use external::{ExternalEngine, ExternalError};
use protocol::game::Game;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::OpeningState;

use crate::external::{command, patient};
use crate::harness::variant;

const THINK: Duration = Duration::from_millis(10);

const SIDES: [OpeningChoice; 2] = [OpeningChoice::Black, OpeningChoice::White];

const ALL: [OpeningChoice; 3] = [
    OpeningChoice::Black,
    OpeningChoice::White,
    OpeningChoice::PlaceTwo,
];

fn launch(manner: &str) -> ExternalEngine {
    ExternalEngine::launch(&command(manner), patient(), None).expect("it starts")
}

/// An engine of which it is known whether it knows openings.
fn probed(manner: &str) -> ExternalEngine {
    let mut engine = launch(manner);
    engine.probe_openings();
    engine
}

fn game(moves: &str) -> Game {
    let moves = moves.split_whitespace().map(|text| text.parse().unwrap());
    Game::after(variant("gomoku-15"), moves).unwrap()
}

fn state(to_place: u8, choices: &[OpeningChoice]) -> OpeningState {
    OpeningState {
        rule: OpeningRule::Swap2,
        to_act: Side::First,
        to_place,
        choices: choices.to_vec(),
        black: None,
        made: Vec::new(),
    }
}

fn open(
    engine: &mut ExternalEngine,
    moves: &str,
    to_place: u8,
    choices: &[OpeningChoice],
) -> Result<OpeningMove, ExternalError> {
    let state = state(to_place, choices);
    let stop = Stop::default();
    engine.open(&game(moves), &state, THINK, None, &stop, &|_: &str| {})
}

fn stones(text: &str) -> OpeningMove {
    OpeningMove::Stones(text.split(' ').map(|text| text.parse().unwrap()).collect())
}

#[test]
fn an_engine_that_answers_swap2board_knows_swap2_and_others_do_not() {
    for (manner, knows) in [
        ("swap2", true),
        ("swap2-stays", true),
        ("swap2-two", true),
        ("swap2-owners", true),
        ("swap2-proposes", false),
        ("swap2-off-board", false),
        ("swap2-twice", false),
        ("swap2-few", false),
        ("swap2-mumbles", false),
        ("swap2-three", false),
        ("swap2-taken", false),
        ("swap2-silent", false),
        ("plain", false),
        ("refuses", false),
    ] {
        let mut engine = launch(manner);
        assert!(!engine.knows_opening(OpeningRule::Swap2), "{manner}");
        engine.probe_openings();
        assert_eq!(engine.knows_opening(OpeningRule::Swap2), knows, "{manner}");
        let later = OpeningRule::from("swap9".to_owned());
        assert!(!engine.knows_opening(later));
        // The program knows it for other seats too, and still plays where it plays at all.
        let mut other = ExternalEngine::new(engine.program());
        assert_eq!(other.knows_opening(OpeningRule::Swap2), knows, "{manner}");
        if manner != "refuses" {
            let move_of = |engine: &mut ExternalEngine| {
                engine.choose(&game("h8"), THINK, None, &Stop::default())
            };
            assert_eq!(move_of(&mut engine).unwrap().to_string(), "a1");
            assert_eq!(move_of(&mut other).unwrap().to_string(), "a1");
        }
    }
}

#[test]
fn each_answer_is_a_proposal_or_a_choice() {
    const THREE: &str = "h8 i9 j8";
    const FIVE: &str = "h8 i9 j8 a1 o15";
    for (manner, moves, to_place, choices, expected) in [
        ("swap2", "", 3, &[][..], stones("a1 b1 c2")),
        (
            "swap2",
            THREE,
            0,
            &ALL,
            OpeningMove::Choice(OpeningChoice::Black),
        ),
        (
            "swap2-owners",
            THREE,
            0,
            &ALL,
            OpeningMove::Choice(OpeningChoice::Black),
        ),
        (
            "swap2-stays",
            THREE,
            0,
            &ALL,
            OpeningMove::Choice(OpeningChoice::White),
        ),
        (
            "swap2-two",
            THREE,
            0,
            &ALL,
            OpeningMove::Choice(OpeningChoice::PlaceTwo),
        ),
        (
            "swap2",
            FIVE,
            0,
            &SIDES,
            OpeningMove::Choice(OpeningChoice::Black),
        ),
        (
            "swap2-two",
            FIVE,
            0,
            &SIDES,
            OpeningMove::Choice(OpeningChoice::White),
        ),
    ] {
        let answer = open(&mut probed(manner), moves, to_place, choices);
        assert_eq!(answer.unwrap(), expected, "{manner} {moves}");
    }
}

#[test]
fn two_stones_that_were_announced_are_put_without_another_question() {
    let mut engine = probed("swap2-two");
    let choice = open(&mut engine, "h8 i9 j8", 0, &ALL).unwrap();
    assert_eq!(choice, OpeningMove::Choice(OpeningChoice::PlaceTwo));
    let put = open(&mut engine, "h8 i9 j8", 2, &[]).unwrap();
    assert_eq!(put, stones("k11 l11"));
    // Another engine, started in between, is asked for a move of each colour.
    let put = open(&mut probed("swap2-two"), "h8 i9 j8", 2, &[]).unwrap();
    assert_eq!(put, stones("a1 b1"));
    // As is one that announced stones of another position.
    let choice = open(&mut engine, "h8 i9 j8", 0, &ALL).unwrap();
    assert_eq!(choice, OpeningMove::Choice(OpeningChoice::PlaceTwo));
    let put = open(&mut engine, "h8 i9 a1", 2, &[]).unwrap();
    assert_eq!(put, stones("b1 c1"));
    let put = open(&mut engine, "h8", 2, &[]).unwrap();
    assert_eq!(put, stones("a1 b1"));
}

#[test]
fn the_stones_are_sent_in_the_order_of_play_and_in_the_form_that_is_read() {
    for (manner, expected) in [
        ("swap2", "SWAP2BOARD|7,7|8,8|9,7|DONE"),
        ("swap2-owners", "SWAP2BOARD|7,7,2|8,8,1|9,7,2|DONE"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let mut engine = probed(&format!("{manner} --log '{}'", log.display()));
        open(&mut engine, "h8 i9 j8", 0, &ALL).unwrap();
        drop(engine);
        let text = std::fs::read_to_string(&log).unwrap();
        let lines: Vec<_> = text.lines().collect();
        let told = lines.join("|");
        assert!(told.contains("START 15|INFO rule 0|"), "{told}");
        assert!(
            told.contains(&format!(
                "INFO timeout_turn 10|INFO time_left 2147483647|ABOUT|{expected}"
            )),
            "{told}"
        );
    }
}

#[test]
fn an_error_that_answers_an_info_is_no_part_in_the_opening() {
    let mut engine = probed("swap2-particular");
    assert!(engine.knows_opening(OpeningRule::Swap2));
    open(&mut engine, "h8 i9 j8", 0, &ALL).unwrap();
}

#[test]
fn what_is_no_part_in_the_opening_is_said_in_a_sentence() {
    for (manner, moves, to_place, choices, expected) in [
        (
            "swap2-few",
            "",
            3,
            &[][..],
            "it answered \"0,0 1,0\" to SWAP2BOARD, where an opening of three moves such as 7,7 8,7 9,9 was due",
        ),
        (
            "swap2-mumbles",
            "",
            3,
            &[],
            "it answered \"hm\" to SWAP2BOARD, where an opening of three moves",
        ),
        (
            "swap2-off-board",
            "",
            3,
            &[],
            "it played \"0,0 1,0 15,0\", which is not allowed: p1 is off the board",
        ),
        (
            "swap2-twice",
            "",
            3,
            &[],
            "it played \"0,0 1,0 0,0\", which is not allowed: a1 is taken",
        ),
        (
            "swap2-three",
            "h8 i9 j8",
            0,
            &ALL,
            "where SWAP, a move such as 7,7 or two moves was due",
        ),
        (
            "swap2-two",
            "h8 i9 j8",
            0,
            &SIDES,
            "where SWAP or a move such as 7,7 was due",
        ),
        (
            "swap2-taken",
            "f2 i9 j8",
            0,
            &ALL,
            "it played \"5,1\", which is not allowed: f2 is taken",
        ),
        (
            "swap2-proposes",
            "h8 i9 j8",
            0,
            &ALL,
            "it answered \"ERROR I only propose\" to SWAP2BOARD",
        ),
    ] {
        let mut engine = launch(manner);
        let error = open(&mut engine, moves, to_place, choices).unwrap_err();
        assert!(error.to_string().contains(expected), "{manner}: {error}");
        // It is started again for the next question.
        let again = open(&mut engine, moves, to_place, choices).unwrap_err();
        assert_eq!(again.to_string(), error.to_string());
    }
}

#[test]
fn what_an_engine_says_meanwhile_is_passed_on_and_a_stop_ends_the_wait() {
    let mut engine = probed("swap2");
    let said = Mutex::new(Vec::new());
    let answer = engine.open(
        &game(""),
        &state(3, &[]),
        THINK,
        None,
        &Stop::default(),
        &|text: &str| said.lock().unwrap().push(text.to_owned()),
    );
    answer.unwrap();
    assert_eq!(said.into_inner().unwrap(), ["thinking"]);
    let stop = Stop::default();
    stop.raise();
    let stopped = engine.open(&game(""), &state(3, &[]), THINK, None, &stop, &|_: &str| {});
    assert!(matches!(stopped, Err(ExternalError::Stopped)));
    let falling = Game::new(variant("connect-four"));
    let refused = engine.open(&falling, &state(3, &[]), THINK, None, &stop, &|_: &str| {});
    assert!(matches!(refused, Err(ExternalError::CannotPlay { .. })));
}
