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

use super::board::sign;
use super::text::{shortened_line, shortened_name};
use super::{Glyphs, View};
use crate::board::Look;
use crate::language::Said;
use crate::text::plain;
use crate::words::opening;
use crate::words::players::{distinction, names};

/// Columns of the terminal between the choices in a line.
const GAP: u16 = 2;

/// The sign of the colour that a seat plays; a space while an opening has not settled it.
pub(super) fn seat_sign<'a>(table: &Replica, seat: Side, look: &Look) -> Span<'a> {
    match table.colour_of(seat) {
        Some(side) => Span::from(sign(side, look.glyphs)).style(colour(table, side, look)),
        None => Span::from(" "),
    }
}

/// The style of a side's sign: discs have colours in text, stones are full and hollow.
fn colour(table: &Replica, side: Side, look: &Look) -> Style {
    match table.game().variant().family() {
        Family::Gravity => look.side(side),
        Family::Free | Family::Renju => Style::new(),
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

/// The occupant of a seat, behind the sign of its colour if it is settled: two bots may have one name.
pub(super) fn seat_name(table: &Replica, seat: Side, glyphs: Glyphs) -> String {
    let name = occupant(table, seat);
    match table.colour_of(seat) {
        Some(side) => format!("{} {name}", sign(side, glyphs)),
        None => name,
    }
}

/// The name of the colour behind that of a seat, in a game where the seat does not say it: `, black`.
pub(super) fn seat_colour(table: &Replica, seat: Side) -> String {
    let settled = table.colour_of(seat);
    match settled.filter(|_| table.snapshot().opening.is_some()) {
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

/// The next action of the seat that acts in an opening, with the signs of the stones to place in order: the terminal may
/// have no colours of its own. `None` if there is no opening with choices.
pub(super) fn status(table: &Replica, glyphs: Glyphs) -> Option<String> {
    let state = table.opening()?;
    let signs: String = opening::to_place(table, state)
        .map(|side| sign(side, glyphs))
        .collect();
    let name = |side| occupant(table, side);
    Some(opening::turn(table, state, &name, &signs))
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
        let stone = match choice {
            OpeningChoice::Black => Some(Side::First),
            OpeningChoice::White => Some(Side::Second),
            OpeningChoice::PlaceTwo | OpeningChoice::Other(_) => None,
        };
        let mut spans = vec![Span::from(format!("  {key} ")).bold(), Span::from(words)];
        if let Some(side) = stone {
            let sign = format!(" {}", sign(side, look.glyphs));
            spans.push(Span::from(sign).style(colour(table, side, look)));
        }
        Line::from(spans)
    };
    let [all, few] = WORDS.map(|words| {
        let lines = keys(table).map(|(key, choice)| line(key, choice, words(choice)));
        lines.collect::<Vec<_>>()
    });
    let fits = all.iter().all(|line| line.width() <= width);
    if fits { all } else { few }
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
