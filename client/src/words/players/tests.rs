use std::fs;

use protocol::text::Name;

use super::*;
use crate::language::{Language, within};

fn bot(spec: &str) -> Seat {
    Seat::Bot {
        bot: spec.parse().unwrap(),
    }
}

#[test]
fn a_bot_has_its_name_in_the_language_of_the_person() {
    for (spec, english, spanish, polish) in [
        ("level:2", "Bot, level 2", "Bot, nivel 2", "Bot, poziom 2"),
        ("random", "Bot, random", "Bot, al azar", "Bot, losowy"),
        (
            "minimax:6",
            "Bot minimax, depth 6",
            "Bot minimax, profundidad 6",
            "Bot minimax, głębokość 6",
        ),
        (
            "priority,own_two=9",
            "Bot priority",
            "Bot priority",
            "Bot priority",
        ),
    ] {
        assert_eq!(bot(spec).said(), english);
        assert_eq!(within(Language::Es, || bot(spec).said()), spanish);
        assert_eq!(within(Language::Pl, || bot(spec).said()), polish);
    }
}

/// A game that is to go on had the English name of its bot on every first screen.
#[test]
fn a_saved_player_is_named_in_the_language_of_the_person() {
    let saved = saved(&bot("level:3"));
    assert_eq!(of_saved(&saved), "Bot, level 3");
    assert_eq!(within(Language::Pl, || of_saved(&saved)), "Bot, poziom 3");
    assert_eq!(of_saved("Ana"), "Ana");
}

#[test]
fn bots_have_the_same_names_as_on_the_page() {
    for language in Language::ALL {
        let root = env!("CARGO_MANIFEST_DIR");
        let words = |file: &str| {
            let path = format!("{root}/languages/{language}/{file}.ftl");
            let text = fs::read_to_string(path).unwrap();
            move |id: &str| {
                let line = text
                    .lines()
                    .find_map(|line| line.strip_prefix(&format!("{id} = ")));
                line.unwrap_or_else(|| panic!("no {id}")).to_owned()
            }
        };
        let (page, ours) = (words("page"), words("words"));
        for id in [
            "bot-of-level",
            "bot-of-depth",
            "bot-of-kind",
            "level-random",
        ] {
            assert_eq!(ours(&format!("words-{id}")), page(id), "{language}");
        }
    }
}

#[test]
fn two_bots_are_told_apart_by_what_they_differ_in() {
    for (seats, full, brief) in [
        (
            ["level:2", "level:3"],
            ["Bot, level 2", "Bot, level 3"],
            ["Bot, level 2", "Bot, level 3"],
        ),
        (
            ["minimax:4", "negamax:6"],
            ["Bot minimax, depth 4", "Bot negamax, depth 6"],
            ["Bot minimax", "Bot negamax"],
        ),
        (
            ["minimax:4", "minimax:6"],
            ["Bot minimax, depth 4", "Bot minimax, depth 6"],
            ["Bot minimax, depth 4", "Bot minimax, depth 6"],
        ),
        (
            ["random", "random,own_two=9"],
            ["random", "random,own_two=9"],
            ["random", "random,own_two=9"],
        ),
        (
            ["random", "random"],
            ["Bot, random", "Bot, random"],
            ["Bot, random", "Bot, random"],
        ),
    ] {
        let seats = BySide {
            first: bot(seats[0]),
            second: bot(seats[1]),
        };
        for (names, expected) in [(names(&seats), full), (short_names(&seats), brief)] {
            assert_eq!([names.first, names.second], expected);
        }
    }
    let seats = BySide {
        first: Seat::Open,
        second: Seat::Human {
            name: "level:2".parse::<Name>().unwrap(),
            away: None,
        },
    };
    let names = names(&seats);
    assert_eq!([names.first, names.second], ["open seat", "level:2"]);
}

#[test]
fn records_name_their_bots_by_spec_and_readers_by_words() {
    let record = |first: &str| -> Record {
        let text =
            format!("[Variant \"connect-four\"]\n[First \"{first}\"]\n[Result \"*\"]\n\n1. 4 *\n");
        text.parse().unwrap()
    };
    for (tag, expected) in [
        ("bot:level:2", "Bot, level 2"),
        ("bot:", "bot:"),
        ("Ana", "Ana"),
    ] {
        let names = names_in(&record(tag));
        assert_eq!(names.first.as_deref(), Some(expected));
        assert_eq!(names.second, None);
    }
}
