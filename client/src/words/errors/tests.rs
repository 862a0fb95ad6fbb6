//! Every error has its text in each language.

use protocol::record::{Record, read_moves};
use protocol::refusal::{Limit, Refusal, Resource, SpecProblem};
use protocol::rules::{Foul, Variant};
use protocol::spec::{BotSpec, Depth, OpeningRule};

use super::*;
use crate::language::{Language, within};
use crate::words::refused;

/// Fails unless the texts of the languages are different, and none lacks a value.
#[track_caller]
fn check<T: Said>(errors: impl IntoIterator<Item = T>) {
    for error in errors {
        let [english, spanish, polish] =
            Language::ALL.map(|language| within(language, || error.said()));
        assert!(
            english != spanish && spanish != polish && polish != english,
            "{english}"
        );
        assert!(!english.contains('$') && english.len() > 3, "{english}");
    }
}

#[test]
fn every_refusal_has_a_sentence_for_each_of_its_cases() {
    check(Refusal::samples());
    let bot: BotSpec = "lines:4".parse().unwrap();
    let opening = OpeningRule::Swap2;
    check([
        Refusal::Version {
            yours: 9,
            oldest: 2,
            newest: 3,
        },
        Refusal::Banned {
            wait: None,
            reason: None,
        },
        Refusal::BadChoice {
            expected: Vec::new(),
        },
        Refusal::BotCannotOpen {
            bot: bot.clone(),
            opening,
            others: Vec::new(),
        },
        Refusal::BadDepth {
            bot: bot.clone(),
            depths: None,
        },
        Refusal::BadOption {
            bot,
            options: Vec::new(),
        },
    ]);
    let most = 9;
    check(
        Limit::KNOWN
            .iter()
            .map(|&limit| Refusal::OverLimit { limit, most }),
    );
    check(
        SpecProblem::KNOWN
            .iter()
            .map(|&problem| Refusal::BadSpec { problem }),
    );
    let most = Some(2);
    check(
        Resource::KNOWN
            .iter()
            .map(|&what| Refusal::Full { what, most }),
    );
    let what = Resource::Rooms;
    let polish = within(Language::Pl, || Refusal::Full { what, most }.said());
    assert!(polish.contains("otwarte są 2 pokoje"), "{polish}");
}

#[test]
fn a_refusal_of_a_later_release_is_shown_in_the_words_of_the_server() {
    let refusal = Refusal::Other {
        name: "out_of_tea".to_owned(),
    };
    let sentence = "there is no tea; brew some";
    within(Language::Es, || {
        assert_eq!(refused(&refusal, sentence), sentence);
        assert_eq!(refused(&refusal, ""), refusal.said());
        assert_eq!(
            refused(&Refusal::NotInRoom, "you are in no room"),
            Refusal::NotInRoom.said()
        );
    });
}

#[test]
fn what_is_typed_wrong_is_told_with_what_is_right() {
    for (error, expected) in [
        (
            "chess".parse::<Variant>().unwrap_err().said(),
            "choose one of: connect-four",
        ),
        (
            "custom:2x7x3:falls".parse::<Variant>().unwrap_err().said(),
            "3 to 20, not 2",
        ),
        (
            "negamax,speed".parse::<BotSpec>().unwrap_err().said(),
            "temperature=20",
        ),
        (
            "deep".parse::<Depth>().unwrap_err().said(),
            "the depth of a bot must be",
        ),
        (
            IdError::Room("x".to_owned()).said(),
            "\"x\" is not a room code",
        ),
        (
            SquareError("z9\n".to_owned()).said(),
            "\"z9\\n\" is not a square",
        ),
    ] {
        assert!(error.contains(expected), "{error}");
    }
    let square = "h8".parse().unwrap();
    check([
        Illegal::GameOver,
        Illegal::ColumnFull {
            column: 4,
            open: vec![1, 2],
        },
        Illegal::ColumnFull {
            column: 4,
            open: Vec::new(),
        },
        Illegal::Forbidden {
            square,
            foul: Foul::DoubleFour,
        },
    ]);
}

#[test]
fn the_place_in_a_record_is_told_in_the_language_in_force() {
    let record = "[Variant \"connect-four\"]\n1. 4".parse::<Record>();
    check([record.unwrap_err()]);
    let variant = Variant::named("connect-four").unwrap();
    check([read_moves(variant, "4 9").unwrap_err()]);
}
