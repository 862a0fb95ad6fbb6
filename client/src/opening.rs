//! Openings with choices, and the colours of stones, in words.

use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::view::OpeningState;

use crate::language::{Said, words};

/// Returns the name of a stone's colour where stones are black and white.
pub fn colour(side: Side) -> String {
    words::colour(match side {
        Side::First => "black",
        Side::Second => "white",
    })
}

/// Returns the object of the verb "choose": `black`, `white`, `two more stones`.
pub fn choice(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => choice.said(),
        OpeningChoice::PlaceTwo => say!("rules-choice-two"),
    }
}

/// Returns the word that is typed for a choice.
pub fn word(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::PlaceTwo => "two".to_owned(),
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => choice.to_string(),
    }
}

/// Returns the choice that a typed word makes; none where it is no such word.
pub fn read(word: &str) -> Option<OpeningChoice> {
    let mut known = OpeningChoice::KNOWN.iter().copied();
    known.find(|choice| self::word(*choice) == word || choice.to_string() == word)
}

/// Returns the stones that are to be placed after `plies` plies: `3 stones`, `1 more stone`.
pub fn stones(opening: &OpeningState, plies: usize) -> String {
    let count = opening.to_place;
    if plies == 0 {
        say!("rules-stones", count = count)
    } else {
        say!("rules-stones-more", count = count)
    }
}

/// Joins words for a sentence: `black, white or two`.
pub fn either(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => say!(
            "rules-either",
            first = first.join(", "),
            last = last.as_str()
        ),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use protocol::spec::OpeningRule;
    use protocol::turn_order::TurnOrder;

    use super::*;

    #[test]
    fn every_choice_is_read_by_its_word_and_by_that_of_the_protocol() {
        for &choice in OpeningChoice::KNOWN {
            assert_eq!(read(&word(choice)), Some(choice));
            assert_eq!(read(&choice.to_string()), Some(choice));
        }
        for other in ["", "three", "h8"] {
            assert_eq!(read(other), None);
        }
    }

    #[test]
    fn stones_are_counted_and_alternatives_joined() {
        let order = TurnOrder::new(Some(OpeningRule::Swap2));
        let counted = |plies| stones(&order.state(plies).unwrap(), plies);
        let expected = ["3 stones", "2 more stones", "1 more stone"];
        assert_eq!([0, 1, 2].map(counted), expected);
        for (words, expected) in [
            (&["black", "white", "two"][..], "black, white or two"),
            (&["black", "white"], "black or white"),
            (&["black"], "black"),
            (&[], ""),
        ] {
            let words: Vec<_> = words.iter().map(ToString::to_string).collect();
            assert_eq!(either(&words), expected);
        }
    }
}
