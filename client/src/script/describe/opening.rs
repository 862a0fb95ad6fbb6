//! Openings with choices, in words.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::OpeningState;

use super::stone;
use crate::opening::{choice, colour, either, stones, word};

/// The rule of the opening behind the title of the game: `, swap2`.
pub(super) fn rule(table: &Replica) -> String {
    let rule = table.snapshot().spec.opening;
    rule.map_or_else(String::new, |rule| format!(", {rule}"))
}

/// The mark of the stones of a seat behind its name: ` (X)`. With an opening the colour stands there too, once it is
/// settled.
pub(super) fn mark(table: &Replica, seat: Side) -> String {
    match (table.colour_of(seat), table.snapshot().opening.is_some()) {
        (Some(side), false) => format!(" ({})", stone(side)),
        (Some(side), true) => format!(", {}", coloured(side)),
        (None, _) => String::new(),
    }
}

/// The colour of a ply, counted from 1, where the seat does not say it: `, black`.
pub(super) fn colour_of_ply(table: &Replica, ply: u16) -> String {
    if table.snapshot().opening.is_none() {
        return String::new();
    }
    let before = usize::from(ply).saturating_sub(1);
    format!(", {}", colour(Side::to_move_after(before)))
}

/// The turn of the seat that acts in an opening.
pub(super) fn turn(table: &Replica) -> String {
    let Some(opening) = table.opening() else {
        return String::new();
    };
    let actor = format!("{} ({})", opening.to_act, table.occupant(opening.to_act));
    let placed = stones(opening, table.plies().len());
    let next = coloured(table.game().side_to_move());
    match (table.is_my_turn(), opening.to_place) {
        (true, 0) => format!("your turn: choose {}", words(opening)),
        (true, 1) => format!("your turn: place {placed}, {next}"),
        (true, _) => format!("your turn: place {placed}, the next is {next}"),
        (false, 0) => format!("{actor} is to choose: {}", titles(opening)),
        (false, _) => format!("{actor} places {placed}"),
    }
}

/// A choice that was made, with the colours once they are settled, and the next action.
pub(super) fn chosen(table: &Replica, by: Side, chosen: OpeningChoice) -> Vec<String> {
    let name = |seat: Side| format!("{seat} ({})", table.occupant(seat));
    let mut lines = vec![format!("{} chooses {}", name(by), choice(chosen))];
    if let Some(side) = table.colour_of(by) {
        let (mine, theirs) = (coloured(side), coloured(side.other()));
        let other = name(by.other());
        lines.push(format!("{} plays {mine}, {other} {theirs}", name(by)));
    }
    lines.push(super::turn(table));
    lines
}

/// The state of an opening whose rule this release does not know; others are told with the event before.
pub(super) fn of_later_release(table: &Replica, opening: &OpeningState) -> Vec<String> {
    let is_known = OpeningRule::KNOWN.contains(&opening.rule);
    let is_news = !is_known && !opening.is_over();
    is_news.then(|| super::turn(table)).into_iter().collect()
}

/// The words to type for the choices: `black, white or two (two more stones)`.
fn words(opening: &OpeningState) -> String {
    let explained = |choice: OpeningChoice| match choice {
        OpeningChoice::PlaceTwo => format!("{} ({})", word(choice), self::choice(choice)),
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => word(choice),
    };
    let choices = opening.choices.iter().copied();
    either(&choices.map(explained).collect::<Vec<_>>())
}

/// The choices as somebody else has them: `black, white or two more stones`.
fn titles(opening: &OpeningState) -> String {
    let choices = opening.choices.iter().copied();
    either(&choices.map(choice).collect::<Vec<_>>())
}

/// A colour with its mark on the board.
fn coloured(side: Side) -> String {
    format!("{} ({})", colour(side), stone(side))
}
