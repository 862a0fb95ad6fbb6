//! Openings with choices, in words.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::OpeningState;

use super::{listed, stone, who};
use crate::language::Said;
use crate::opening::{colour, word};

/// A seat with the mark of its stones: `first (X)`. With an opening the colour stands there too, once it is settled.
pub(super) fn seat(table: &Replica, seat: Side) -> String {
    let is_opened = table.snapshot().opening.is_some();
    match table.colour_of(seat) {
        Some(side) if is_opened => say!(
            "script-seat-coloured",
            side = seat.said(),
            colour = colour(side),
            mark = stone(side).to_string()
        ),
        Some(side) => say!(
            "script-seat-marked",
            side = seat.said(),
            mark = stone(side).to_string()
        ),
        None => seat.said(),
    }
}

/// The colour of a ply, counted from 1, where the seat does not say it.
pub(super) fn colour_of_ply(table: &Replica, ply: u16) -> Option<String> {
    let before = usize::from(ply).saturating_sub(1);
    let side = Side::to_move_after(before);
    table.snapshot().opening.is_some().then(|| colour(side))
}

/// The turn of the seat that acts in an opening.
pub(super) fn turn(table: &Replica, opening: &OpeningState) -> String {
    let who = || who(table, opening.to_act);
    let stones = || stones(opening, table.plies().len());
    let next = || coloured(table.game().side_to_move());
    match (table.is_my_turn(), opening.to_place) {
        (true, 0) => say!("script-choose", choices = typed(opening)),
        (true, 1) => say!("script-place-one", stones = stones(), next = next()),
        (true, _) => say!("script-place", stones = stones(), next = next()),
        (false, 0) => {
            let choices = either(opening.choices.iter().map(|&choice| self::choice(choice)));
            say!("script-other-chooses", who = who(), choices = choices)
        }
        (false, _) => say!("script-other-places", who = who(), stones = stones()),
    }
}

/// A choice that was made, with the colours once they are settled, and the next action.
pub(super) fn chosen(table: &Replica, by: Side, chosen: OpeningChoice) -> Vec<String> {
    let mut lines = vec![say!(
        "script-chooses",
        who = who(table, by),
        choice = choice(chosen)
    )];
    if let Some(side) = table.colour_of(by) {
        lines.push(say!(
            "script-colours",
            who = who(table, by),
            mine = coloured(side),
            other = who(table, by.other()),
            theirs = coloured(side.other())
        ));
    }
    lines.push(super::turn(table));
    lines
}

/// The colours of two players in words, with their marks on the board.
pub(in crate::script) fn colours(black: &str, white: &str) -> String {
    say!(
        "script-colours",
        who = black,
        mine = coloured(Side::First),
        other = white,
        theirs = coloured(Side::Second)
    )
}

/// The state of an opening whose rule this release does not know; others are told with the event before.
pub(super) fn of_later_release(table: &Replica, opening: &OpeningState) -> Vec<String> {
    let is_known = OpeningRule::KNOWN.contains(&opening.rule);
    let is_news = !is_known && !opening.is_over();
    is_news.then(|| super::turn(table)).into_iter().collect()
}

/// The words to type for the choices: `black, white or two (two more stones)`. A word that says less than its choice,
/// or says it in another language, is explained.
fn typed(opening: &OpeningState) -> String {
    either(opening.choices.iter().map(|&choice| {
        let (word, meaning) = (word(choice), self::choice(choice));
        if word == meaning {
            word
        } else {
            format!("{word} ({meaning})")
        }
    }))
}

/// A choice of somebody: `black`, `white`, `two more stones`.
fn choice(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::PlaceTwo => say!("script-choice-two"),
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => choice.said(),
    }
}

/// Alternatives in a sentence: `black, white or two`.
fn either(choices: impl Iterator<Item = String>) -> String {
    let mut choices: Vec<_> = choices.collect();
    match choices.pop() {
        Some(last) if !choices.is_empty() => {
            say!("errors-one-or-other", others = listed(choices), last = last)
        }
        last => last.unwrap_or_default(),
    }
}

/// The stones that are to be placed after `plies` plies.
fn stones(opening: &OpeningState, plies: usize) -> String {
    if plies == 0 {
        say!("script-stones", count = opening.to_place)
    } else {
        say!("script-stones-more", count = opening.to_place)
    }
}

/// A colour with its mark on the board.
fn coloured(side: Side) -> String {
    say!(
        "script-colour-marked",
        colour = colour(side),
        mark = stone(side).to_string()
    )
}
