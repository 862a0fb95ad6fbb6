//! Openings with choices on the table screen: the colour of a seat, and the choices, which can be clicked.

use protocol::replica::Replica;
use protocol::rules::{Family, Variant};
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::view::Seat;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::{shortened_line, shortened_name};
use super::{Glyphs, View};
use crate::board::Look;
use crate::language::Said;
use crate::text::plain;
use crate::words::opening;
use crate::words::players::{distinction, names};

/// Columns of the terminal between the choices in a line.
const GAP: u16 = 2;

/// The chip of the colour that a seat plays; empty while an opening has not settled it.
pub(super) fn seat_chip(table: &Replica, seat: Side, look: &Look) -> Span<'static> {
    match table.colour_of(seat) {
        Some(side) => look.chip(table.game().variant(), side),
        None => Span::from("   "),
    }
}

/// The name of a side's colour.
pub(super) fn colour(variant: Variant, side: Side, look: &Look) -> String {
    match variant.family() {
        Family::Gravity => look.disc_colour(side),
        Family::Free | Family::Renju => opening::colour(side),
    }
}

/// The occupant of a seat, for people.
pub(super) fn occupant(table: &Replica, seat: Side) -> String {
    plain(&names(&table.snapshot().seats)[seat])
}

/// The occupant of a seat in at most `width` columns: a name keeps its end, a bot what tells it from others.
pub(super) fn short_occupant(table: &Replica, seat: Side, width: usize, glyphs: Glyphs) -> String {
    let text = occupant(table, seat);
    match &table.snapshot().seats[seat] {
        Seat::Open => shortened_line(&text, width, glyphs),
        Seat::Bot { bot } if text.width() > width => {
            shortened_name(&plain(&distinction(bot)), width, glyphs)
        }
        Seat::Human { .. } | Seat::Bot { .. } => shortened_name(&text, width, glyphs),
    }
}

/// The occupant of a seat, with its colour if both occupants have one name: `negamax, black`.
pub(super) fn seat_name(table: &Replica, seat: Side, look: &Look) -> String {
    let name = occupant(table, seat);
    let is_shared = name == occupant(table, seat.other());
    match table.colour_of(seat).filter(|_| is_shared) {
        Some(side) => format!("{name}, {}", colour(table.game().variant(), side, look)),
        None => name,
    }
}

/// The name of the colour after that of a seat, if stones are black and white: `, black`.
pub(super) fn seat_colour(table: &Replica, seat: Side) -> String {
    let is_gravity = table.game().variant().family() == Family::Gravity;
    match table.colour_of(seat).filter(|_| !is_gravity) {
        Some(side) => format!(", {}", opening::colour(side)),
        None => String::new(),
    }
}

/// The title of the game, with the rule of its opening.
pub(super) fn title(variant: Variant, opening: Option<OpeningRule>) -> String {
    let title = variant.said();
    match opening {
        Some(rule) => format!("{title}, {rule}"),
        None => title,
    }
}

/// The next action of the seat that acts in an opening; none where there is no opening with choices.
pub(super) fn status(table: &Replica) -> Option<String> {
    let state = table.opening()?;
    let name = |side| occupant(table, side);
    Some(opening::turn(table, state, &name, ""))
}

/// The stones to be placed now, in order, as chips.
pub(super) fn stones_to_place<'a>(table: &Replica, look: &Look) -> Option<Line<'a>> {
    let to_place = usize::from(table.opening()?.to_place);
    let plies = table.plies().len();
    let sides = (plies..plies + to_place).map(Side::to_move_after);
    let chips: Line<'_> = sides
        .map(|side| look.chip(table.game().variant(), side))
        .collect();
    (to_place > 0).then_some(chips)
}

/// The keys of the choices that this person has, each with the choice.
pub(super) fn keys(table: &Replica) -> impl Iterator<Item = (String, OpeningChoice)> {
    let choices = table.choices().iter().copied();
    (1..).map(|key: usize| key.to_string()).zip(choices)
}

/// The words for a choice: all of them, and few for little room.
pub(super) const WORDS: [fn(OpeningChoice) -> String; 2] = [opening::choice, few_words];

fn few_words(choice: OpeningChoice) -> String {
    match choice {
        OpeningChoice::PlaceTwo => say!("rules-choice-two-short"),
        OpeningChoice::Black | OpeningChoice::White | OpeningChoice::Other(_) => {
            opening::choice(choice)
        }
    }
}

/// The choices, each in a line of its own of at most `width` columns where few words are enough for that.
pub(super) fn lines<'a>(table: &Replica, look: &Look, width: usize) -> Vec<Line<'a>> {
    let line = |key: String, choice: OpeningChoice, words: String| {
        let stones = match choice {
            OpeningChoice::Black => &[Side::First][..],
            OpeningChoice::White => &[Side::Second],
            OpeningChoice::PlaceTwo => &Side::BOTH,
            OpeningChoice::Other(_) => &[],
        };
        let mut spans = vec![Span::from(format!("{key} ")).bold()];
        spans.extend(
            stones
                .iter()
                .map(|&side| look.chip(table.game().variant(), side)),
        );
        // Words stand in one column, after two chips or after one.
        let gap = " ".repeat(7 - 3 * stones.len());
        spans.push(Span::from(gap + &words));
        Line::from(spans)
    };
    let [all, few] = WORDS.map(|words| {
        let lines = keys(table).map(|(key, choice)| line(key, choice, words(choice)));
        lines.collect::<Vec<_>>()
    });
    let fits = |lines: &[Line<'_>]| lines.iter().all(|line| line.width() <= width);
    if fits(&all) {
        all
    } else if fits(&few) {
        few
    } else {
        let plain = |(key, choice)| {
            let key = Span::from(format!("{key} ")).bold();
            Line::from(vec![key, Span::from(few_words(choice))])
        };
        keys(table).map(plain).collect()
    }
}

/// The choices in one line of `width` columns.
pub(super) fn row<'a>(table: &Replica, width: u16) -> Line<'a> {
    let mut spans = Vec::new();
    for (text, _) in parts(table, width) {
        spans.push(Span::from(" ".repeat(usize::from(GAP))));
        spans.push(Span::from(text).style(Style::new().bold().reversed()));
    }
    Line::from(spans)
}

/// The choice at a position of [`row`], drawn in `area`.
pub(super) fn in_row(table: &Replica, area: Rect, at: Position) -> Option<usize> {
    if !area.contains(at) {
        return None;
    }
    let mut left = area.x;
    let mut parts = parts(table, area.width).into_iter();
    parts.position(|(_, width)| {
        let here = left + GAP..left + GAP + width;
        left = here.end;
        here.contains(&at.x)
    })
}

/// The texts of [`row`] in `width` columns, with their own widths.
fn parts(table: &Replica, width: u16) -> Vec<(String, u16)> {
    let [all, few] = WORDS.map(|words| {
        let texts = keys(table).map(|(key, choice)| format!("{key} {}", words(choice)));
        let parts = texts.map(|text| (text.clone(), text.width() as u16));
        parts.collect::<Vec<_>>()
    });
    let columns: u16 = all.iter().map(|(_, width)| GAP + width).sum();
    if columns <= width { all } else { few }
}

/// The colour of the stone that this person may place now; none where they may not.
pub(super) fn stone_to_place(view: &View) -> Option<Side> {
    let table = &view.table;
    let places = table.is_my_turn() && table.choices().is_empty();
    places.then(|| table.game().side_to_move())
}
