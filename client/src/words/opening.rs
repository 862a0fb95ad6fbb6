//! Openings with choices, and the colours of stones, in words.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::OpeningState;

use super::Who;
use super::players::who;
use crate::language::Said;

/// Returns the name of a stone's colour where stones are black and white.
pub(crate) fn colour(side: Side) -> String {
    super::colour(match side {
        Side::First => "black",
        Side::Second => "white",
    })
}

/// The mark of a side on the board.
pub(super) fn stone(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// A colour with its mark on the board.
pub(super) fn coloured(side: Side) -> String {
    format!("{} ({})", colour(side), stone(side))
}

/// Returns the object of the verb "choose": `black`, `white`, `two more stones`.
pub(crate) fn choice(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => choice.said(),
        OpeningChoice::PlaceTwo => say!("rules-choice-two"),
    }
}

/// Returns the word that is typed for a choice.
pub(crate) fn word(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::PlaceTwo => "two".to_owned(),
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => choice.to_string(),
    }
}

/// Returns the choice that a typed word makes, if it makes one.
pub(crate) fn read(word: &str) -> Option<OpeningChoice> {
    let mut known = OpeningChoice::KNOWN.iter().copied();
    known.find(|choice| self::word(*choice) == word || choice.to_string() == word)
}

/// Returns the words to type for the choices: `black, white or two (two more stones)`. A word that says less than its
/// choice, or says it in another language, is explained.
pub(super) fn typed(opening: &OpeningState) -> String {
    let typed = opening.choices.iter().map(|&choice| {
        let (word, meaning) = (word(choice), self::choice(choice));
        if word == meaning {
            word
        } else {
            format!("{word} ({meaning})")
        }
    });
    either(&typed.collect::<Vec<_>>())
}

/// Joins words for a sentence: `black, white or two`.
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => say!(
            "rules-either",
            first = first.join(", "),
            last = last.as_str()
        ),
        words => words.concat(),
    }
}

/// Says what the seat that acts in an opening does next: it places stones of these colours, or chooses.
pub(crate) fn turn(table: &Replica, opening: &OpeningState, name: Who<'_>, signs: &str) -> String {
    let count = opening.to_place;
    let stones = if table.plies().is_empty() {
        say!("rules-stones", count = count)
    } else {
        say!("rules-stones-more", count = count)
    };
    let who = || name(opening.to_act);
    match (table.is_my_turn(), count) {
        (true, 0) => say!("events-your-choice"),
        (true, _) => say!("events-your-stones", stones = stones, signs = signs),
        (false, 0) => say!("events-their-choice", who = who()),
        (false, _) => say!(
            "events-their-stones",
            who = who(),
            stones = stones,
            signs = signs
        ),
    }
}

/// The colours of the stones that are placed next in an opening.
pub(crate) fn to_place(table: &Replica, opening: &OpeningState) -> impl Iterator<Item = Side> {
    let plies = table.plies().len();
    (plies..plies + usize::from(opening.to_place)).map(Side::to_move_after)
}

/// The turn in an opening in lines, with the choices.
pub(super) fn turn_in_lines(table: &Replica, opening: &OpeningState) -> String {
    let signs: Vec<_> = to_place(table, opening).map(coloured).collect();
    let turn = turn(table, opening, &|side| who(table, side), &signs.join(", "));
    match (table.is_my_turn(), opening.to_place) {
        (true, 0) => format!("{turn} {}", typed(opening)),
        (false, 0) => {
            let choices: Vec<_> = opening.choices.iter().map(|it| choice(*it)).collect();
            format!("{turn}: {}", either(&choices))
        }
        (_, _) => turn,
    }
}

/// The colours of two players in lines, with their marks on the board.
pub(crate) fn colours(black: &str, white: &str) -> String {
    say!(
        "lines-colours",
        who = black,
        mine = coloured(Side::First),
        other = white,
        theirs = coloured(Side::Second)
    )
}

/// The colours of both seats in lines, once an opening has settled them.
pub(super) fn colours_at(table: &Replica) -> Option<String> {
    let black = Side::BOTH
        .into_iter()
        .find(|seat| table.colour_of(*seat) == Some(Side::First))?;
    Some(colours(&who(table, black), &who(table, black.other())))
}

/// True for the state of an opening whose rule this release does not know, while it is not over; the others follow from
/// the event before.
pub(super) fn is_news(opening: &OpeningState) -> bool {
    !OpeningRule::KNOWN.contains(&opening.rule) && !opening.is_over()
}

#[cfg(test)]
mod tests {
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
    fn alternatives_are_joined() {
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
