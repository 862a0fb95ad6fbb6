//! The players in the panel: a line each, the score, and what the owner of the room has closed.

use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::view::Phase;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::board::{Look, Part};
use crate::past;
use crate::ui::opening::{self, seat_chip};
use crate::ui::text::{fit, wrapped};
use crate::ui::{App, View};
use crate::words::events;

/// A player: whose turn it is, the colour, the name with what is known of them, and the clock.
pub(super) fn player<'a>(
    app: &App,
    table: &Replica,
    side: Side,
    look: &Look,
    width: usize,
) -> Line<'a> {
    let turn = table.to_move() == Some(side);
    let clock = table
        .left(side, app.now)
        .map_or(String::new(), |left| left.to_string());
    let room = width.saturating_sub(clock.len() + 6);
    let mut labels = labels(app, table, side);
    let ratings = app.view.as_ref().and_then(|view| view.ratings);
    // A narrow panel has no lines for them.
    if let Some(ratings) = ratings.filter(|_| width < RATINGS) {
        let points = past::signed(past::points(ratings[side]));
        labels = labels.map(|label| format!("{label} {points}"));
    }
    let label = labels.iter().find(|label| label.width() <= room);
    let name = label.map_or_else(
        || opening::short_occupant(table, side, room, look.glyphs),
        String::clone,
    );
    let name = fit(&name, room);
    let style = if turn {
        Style::new().bold()
    } else {
        Style::new()
    };
    // The clock that runs is seen without being looked for, and the one that runs out before the other.
    let clock_style = match turn {
        true if table.left(side, app.now) < Some(SHORT_OF_TIME) => style.reversed(),
        true => Style::new().reversed(),
        false => style,
    };
    Line::from(vec![
        turn_mark(turn, look),
        seat_chip(table, side, look),
        Span::from(format!(" {name} ")).style(style),
        Span::from(clock).style(clock_style),
    ])
}

/// The columns from which on the ratings of both have their own lines.
const RATINGS: usize = 26;

/// The mark in front of the player who is to move.
pub(in crate::ui) fn turn_mark<'a>(turn: bool, look: &Look) -> Span<'a> {
    let mark = match (turn, look.glyphs.ascii) {
        (false, _) => " ",
        (true, false) => "▌",
        (true, true) => ">",
    };
    Span::from(mark).style(look.ink(Part::Turn).bold())
}

/// The time below which a clock stands out.
const SHORT_OF_TIME: Millis = Millis::from_secs(20);

/// The score of the games that the two have played.
pub(super) fn series<'a>(table: &Replica, width: usize) -> Vec<Line<'a>> {
    let series = table.snapshot().series;
    let played = series.wins.first + series.wins.second + series.draws;
    let text = (played > 0).then(|| {
        let (first, second, draws) = (series.wins.first, series.wins.second, series.draws);
        say!(
            "table-series",
            game = series.game,
            first = first,
            second = second,
            draws = draws
        )
    });
    text.map_or(Vec::new(), |text| indented(&text, width))
}

/// That the game counts for ratings, and what its end has won or lost.
pub(super) fn ratings<'a>(table: &Replica, view: Option<&View>, width: usize) -> Vec<Line<'a>> {
    let seen = table.snapshot();
    let is_rated = match seen.phase {
        Phase::Seating => seen.spec.rated,
        Phase::Playing | Phase::Over { .. } => seen.rated,
    };
    let ratings = view.and_then(|view| view.ratings);
    let Some(ratings) = ratings.filter(|_| width >= RATINGS) else {
        let text = is_rated.then(|| match seen.phase {
            Phase::Seating if table.you().is_some() => say!("table-rated-waiting"),
            _ => say!("table-rated"),
        });
        return text.map_or(Vec::new(), |text| indented(&text, width));
    };
    let name = |side| opening::occupant(table, side);
    let both = ratings.iter();
    both.flat_map(|(side, change)| indented(&events::rating(&name(side), *change), width))
        .collect()
}

/// Parts of the room that its owner has closed.
pub(super) fn closed<'a>(table: &Replica, width: usize) -> Vec<Line<'a>> {
    let seen = table.snapshot();
    let text = match (seen.locked, seen.chat_closed) {
        (false, false) => return Vec::new(),
        (true, false) => say!("table-locked"),
        (false, true) => say!("table-chat-closed"),
        (true, true) => say!("table-locked-and-chat-closed"),
    };
    indented(&text, width)
}

/// Lines below the names of the players.
fn indented<'a>(text: &str, width: usize) -> Vec<Line<'a>> {
    let lines = wrapped(text, width.saturating_sub(2)).into_iter();
    lines
        .map(|line| Line::from(format!("  {line}")).dim())
        .collect()
}

/// The name of a player: with what they do, with the person's own mark and the colour where the seat does not say it,
/// and alone. The first for which there is room is shown.
fn labels(app: &App, table: &Replica, side: Side) -> [String; 3] {
    let alone = opening::occupant(table, side);
    let name = if table.you() == Some(side) && !app.server.is_at_keyboard() {
        say!("table-you", name = alone.as_str())
    } else {
        alone.clone()
    };
    let name = name + &opening::seat_colour(table, side);
    let does = if let Some(away) = table.away(side, app.now) {
        Some(say!(
            "table-away",
            name = name.as_str(),
            time = minutes(away)
        ))
    } else {
        let view = app.view.as_ref();
        view.and_then(|view| view.thinks(side, app.now, &name))
    };
    let does = does.unwrap_or_else(|| name.clone());
    [does, name, alone]
}

/// A time in minutes and seconds, without tenths.
pub(in crate::ui) fn minutes(span: Millis) -> String {
    let seconds = span.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use protocol::message::RoomEvent;
    use protocol::side::BySide;
    use protocol::view::RatingChange;

    use super::*;
    use crate::ui::app::tests::{Play, snapshot};
    use crate::ui::tests::shown;

    #[test]
    fn a_rated_game_says_so_and_its_end_what_it_has_won_and_lost() {
        let mut play = Play::at_table("connect-four");
        assert!(!shown(&play.app, (120, 40)).contains("rated game"));
        let mut seen = snapshot("connect-four");
        seen.rated = true;
        play.join(Some(Side::First), seen);
        let screen = shown(&play.app, (120, 40));
        assert!(screen.contains("rated game"), "{screen}");
        play.moved("4");
        play.over(Some(Side::First));
        let change = |before, after| RatingChange { before, after };
        let ratings = BySide {
            first: change(1633, 1642),
            second: change(1607, 1598),
        };
        play.table_event(false, RoomEvent::Rated { ratings });
        let screen = shown(&play.app, (120, 40));
        for said in ["Ana: 1633 to 1642 (+9)", "Bo: 1607 to 1598 (-9)"] {
            assert!(screen.contains(said), "{screen}");
        }
        let screen = shown(&play.app, (40, 12));
        assert!(screen.contains(" +9"), "{screen}");
    }
}
