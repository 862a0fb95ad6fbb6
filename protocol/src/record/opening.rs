//! The tag `Opening`: the rule of an opening with choices, then the choices in order.

use super::error::OpeningError;
use crate::rules::Variant;
use crate::spec::{OpeningChoice, OpeningRule};
use crate::turn_order::TurnOrder;

/// Returns the value of the tag.
pub(super) fn write(rule: OpeningRule, choices: &[OpeningChoice]) -> String {
    let words = choices.iter().map(ToString::to_string);
    std::iter::once(rule.to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the rule and the choices of a value; none where it begins with no rule that is known here, as in the
/// records of other programs, whose openings have names.
pub(super) fn read(value: &str) -> Option<(OpeningRule, Vec<OpeningChoice>)> {
    let mut words = value.split_whitespace().map(str::to_owned);
    match OpeningRule::from(words.next()?) {
        OpeningRule::Other(_) => None,
        rule @ OpeningRule::Swap2 => Some((rule, words.map(OpeningChoice::from).collect())),
    }
}

/// Choices that an error repeats of a stranger's: one more than any opening has.
const SHOWN: usize = 3;

/// Returns the order of the seats in a game of `plies` plies.
pub(super) fn turn_order(
    variant: Variant,
    plies: usize,
    rule: OpeningRule,
    choices: &[OpeningChoice],
) -> Result<TurnOrder, OpeningError> {
    if !rule.is_played_in(variant) {
        return Err(OpeningError::Variant { variant, rule });
    }
    let turns =
        TurnOrder::after(rule, choices).map_err(|_no_such_choice| OpeningError::Choices {
            rule,
            choices: write(rule, &choices[..choices.len().min(SHOWN)]),
        })?;
    let expected = turns.plies_at_choice();
    if plies < expected {
        return Err(OpeningError::Plies { plies, expected });
    }
    match turns.next_choice_at() {
        Some(expected) if plies > expected => Err(OpeningError::NoChoice { plies, expected }),
        Some(_) | None => Ok(turns),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GameResult, Record};
    use super::*;
    use crate::side::Side;

    /// Black has five in a row with ply 9; the second side took black after the three stones.
    const BLACK_BY_SECOND: &str = "[Variant \"gomoku-15\"]\n\
        [Opening \"swap2 black\"]\n\
        [Result \"0-1\"]\n\n\
        1. h8 a1 2. h9 a3 3. h10 a5 4. h11 a7 5. h12 0-1\n";

    fn error(text: &str) -> String {
        text.parse::<Record>().unwrap_err().to_string()
    }

    #[test]
    fn a_row_wins_for_the_seat_that_has_its_colour() {
        let record: Record = BLACK_BY_SECOND.parse().unwrap();
        assert_eq!(record.to_string(), BLACK_BY_SECOND);
        assert_eq!(record.turns().black(), Some(Side::Second));
        let tagged = BLACK_BY_SECOND.replace("[Result \"0-1\"]", "[Result \"1-0\"]");
        assert!(error(&tagged).contains("contradicts"));
        let placed = BLACK_BY_SECOND.replace("swap2 black", "swap2   place_two white");
        let record: Record = placed.parse().unwrap();
        assert_eq!(record.result(), GameResult::SecondWon);
        assert_eq!(record.tag("Opening"), Some("swap2 place_two white"));
        let first = BLACK_BY_SECOND.replace("swap2 black", "swap2 white");
        assert!(error(&first).contains("after these moves it is 1-0"));
    }

    #[test]
    fn an_opening_that_is_said_afterwards_gives_the_row_to_the_seat_that_had_its_colour() {
        let read: Record = BLACK_BY_SECOND.parse().unwrap();
        let mut record = Record::from_game(&read.game());
        assert_eq!(record.result(), GameResult::FirstWon);
        let too_many = [OpeningChoice::Black, OpeningChoice::White];
        assert!(record.set_opening(OpeningRule::Swap2, &too_many).is_err());
        assert_eq!(record, Record::from_game(&read.game()));
        let choices = [OpeningChoice::Black];
        record.set_opening(OpeningRule::Swap2, &choices).unwrap();
        assert_eq!(record, read);
    }

    #[test]
    fn an_opening_that_cannot_have_been_is_refused_at_its_tag() {
        for (opening, moves, problem) in [
            ("swap2 white white", "1. h8 a1 2. h9 *", "cannot be made"),
            ("swap2 pass", "1. h8 a1 2. h9 *", "cannot be made"),
            ("swap2 white", "1. h8 a1 *", "comes after 3 plies"),
            (
                "swap2 place_two black",
                "1. h8 a1 2. h9 a3 *",
                "after 5 plies",
            ),
            ("swap2", "1. h8 a1 2. h9 a3 *", "a choice comes after 3"),
            (
                "swap2 place_two",
                "1. h8 a1 2. h9 a3 3. h7 b1 *",
                "after 5 plies",
            ),
        ] {
            let tags = format!("[Variant \"gomoku-15\"]\n[Opening \"{opening}\"]\n");
            let error = error(&format!("{tags}{moves}"));
            assert!(error.starts_with("line 2, column 1: "), "{error}");
            assert!(error.contains(problem), "{opening}: {error}");
        }
        let error = error("[Variant \"connect-four\"]\n[Opening \"swap2\"]\n*");
        assert!(error.contains("connect-four is not opened by swap2"));
    }

    #[test]
    fn openings_under_way_and_those_of_other_programs_are_read() {
        for text in [
            "[Opening \"swap2\"]\n\n1. h8 a1 *",
            "[Opening \"swap2\"]\n\n1. h8 a1 2. h9 *",
            "[Opening \"swap2 place_two\"]\n\n1. h8 a1 2. h9 *",
            "[Opening \"Pine 3\"]\n\n1. h8 a1 2. h9 a3 *",
        ] {
            let text = format!("[Variant \"gomoku-15\"]\n{text}");
            let record: Record = text.parse().unwrap();
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}
