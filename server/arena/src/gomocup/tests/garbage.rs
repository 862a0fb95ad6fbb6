//! No input ends the engine or makes it say more than is due.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// Lines that are nearly right, and garbage.
fn line() -> impl Strategy<Value = String> {
    let word = select(vec![
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "PLAY",
        "TAKEBACK",
        "BOARD",
        "SWAP2BOARD",
        "DONE",
        "ABOUT",
        "STOP",
        "turn",
        "INFO rule",
        "INFO max_memory",
        "INFO time_left",
        "INFO timeout_match",
        "",
    ]);
    let number = prop_oneof![4 => 0..16_i64, 1 => any::<i64>(), 1 => -2..25_i64];
    let numbers = vec(number, 0..4);
    prop_oneof![
        4 => (word, numbers.clone()).prop_map(|(word, numbers)| {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            format!("{word} {}", numbers.join(","))
        }),
        3 => (0..9_i64, 0..9_i64).prop_map(|(x, y)| format!("TURN {x},{y}")),
        2 => (0..9_i64, 0..9_i64, 1..4_i64).prop_map(|(x, y, field)| format!("{x},{y},{field}")),
        1 => select(vec!["START 9", "START 15", "INFO rule 0", "INFO rule 4"]).prop_map(str::to_owned),
        1 => "\\PC*",
    ]
}

/// Returns whether the protocol has such an answer.
fn is_answer(line: &str) -> bool {
    line == "OK"
        || line == "SWAP"
        || line.starts_with("ERROR ")
        || line.starts_with("UNKNOWN ")
        || line.starts_with("name=")
        || line.split(' ').all(is_stone)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_script_makes_the_engine_fall_or_say_more_than_it_was_asked(
        lines in vec(line(), 0..40),
        timed: bool,
    ) {
        // Memory is bounded first: a table of the usual size takes long to make in every case.
        let start = "INFO max_memory 1\nSTART 9\n";
        let answers = told(format!("{start}{}", lines.join(if timed { "\n" } else { "\r\n" })));
        prop_assert!(answers.iter().all(|answer| is_answer(answer)), "{answers:?}");
        let asked = lines.iter().filter(|line| !line.to_uppercase().starts_with("INFO")).count();
        prop_assert!(answers.len() <= asked + 1, "{answers:?}");
    }

    #[test]
    fn no_bytes_make_the_engine_fall(bytes in vec(any::<u8>(), 0..600)) {
        for answer in told(&bytes) {
            prop_assert!(is_answer(&answer), "{answer:?}");
        }
    }

    #[test]
    fn no_information_is_answered(lines in vec("INFO \\PC*", 0..20)) {
        prop_assert_eq!(told(lines.join("\n")), Vec::<String>::new());
    }
}
