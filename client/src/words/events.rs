//! Events of a table in words: the one place where they are put into sentences.
//!
//! [`event`] is the sentence of an event, which a screen shows as a notice; [`in_lines`] adds what a person needs who
//! does not see the board.

#[cfg(test)]
mod tests;

use protocol::message::RoomEvent;
use protocol::millis::Millis;
use protocol::replica::Replica;
use protocol::side::{BySide, Side};
use protocol::text::Name;
use protocol::view::{ChatLine, Ply, RatingChange, Seat, Series};

use super::analysis::{thinking_in_words, thought_in_words};
use super::endings::outcome_in_lines;
use super::offers::Offer;
use super::players::{names, occupant, who};
use super::table::{cell_in_words, colour_of_ply, first_act, forbidden_in_words, turn};
use super::{Who, listed, opening};
use crate::happened::Happened;
use crate::language::Said;
use crate::past;
use crate::text::plain;

/// The sentence of an event that `table` has already; `None` if there is nothing to say, or if [`in_lines`] alone says
/// it.
pub(crate) fn event(
    table: &Replica,
    event: &RoomEvent,
    happened: Happened,
    name: Who<'_>,
) -> Option<String> {
    let is_mine = |by: Side| table.you() == Some(by);
    Some(match event {
        RoomEvent::SeatTaken { side, .. } => say!("events-sits-down", who = name(*side)),
        RoomEvent::SeatVacated { side: Side::First } => say!("events-vacated-first"),
        RoomEvent::SeatVacated { side: Side::Second } => say!("events-vacated-second"),
        // The client that leaves gets the reason.
        RoomEvent::Disconnected { side } if is_mine(*side) => return None,
        RoomEvent::Disconnected { side } => say!("events-away", who = name(*side)),
        RoomEvent::Reconnected { .. } if !happened.has_returned => return None,
        RoomEvent::Reconnected { side } => say!("events-back", who = name(*side)),
        RoomEvent::Watchers { watching, names } => watchers(*watching, names.as_deref()),
        RoomEvent::Started { series, seats, .. } => started(*series, seats),
        RoomEvent::Moved {
            side, ply, made, ..
        } => say!(
            "events-played",
            ply = ply.div_ceil(2),
            who = name(*side),
            move = cell_in_words(table.game(), made.square)
        ),
        RoomEvent::Over { outcome, .. } => super::endings::outcome(table, outcome, name),
        RoomEvent::DrawOffered { by }
        | RoomEvent::TakebackAsked { by }
        | RoomEvent::RematchOffered { by } => Offer::made_by(event)?.made(table, *by, name),
        RoomEvent::DrawDeclined { by } => Offer::Draw.declined(table, *by, name),
        RoomEvent::TakebackDeclined { by } => Offer::Takeback.declined(table, *by, name),
        RoomEvent::RematchDeclined { by } => Offer::Rematch.declined(table, *by, name),
        RoomEvent::TakenBack { .. } if happened.taken_back == 0 => return None,
        RoomEvent::TakenBack { by, .. } if is_mine(*by) => {
            say!("events-you-take-back", count = happened.taken_back)
        }
        RoomEvent::TakenBack { by, .. } => say!(
            "events-takes-back",
            who = name(*by),
            count = happened.taken_back
        ),
        RoomEvent::ChatPosted { line } => talk(line),
        RoomEvent::OpeningChosen { by, choice, .. } if is_mine(*by) => {
            say!("events-you-choose", choice = opening::choice(*choice))
        }
        RoomEvent::OpeningChosen { by, choice, .. } => say!(
            "events-chooses",
            who = name(*by),
            choice = opening::choice(*choice)
        ),
        RoomEvent::EngineMessage { side, text, .. } => format!("{}: {text}", name(*side)),
        RoomEvent::Forbidden { points } => forbidden_in_words(table.game(), points),
        RoomEvent::Locked { locked: true } => say!("events-locked"),
        RoomEvent::Locked { locked: false } => say!("events-unlocked"),
        RoomEvent::Removed { name } => say!("events-removed", who = plain(name.as_str())),
        RoomEvent::ChatClosed { closed: true } => say!("events-chat-closed"),
        RoomEvent::ChatClosed { closed: false } => say!("events-chat-open"),
        // A player gets those of the whole game after it, at once: they would bury the result.
        RoomEvent::SearchInfo { .. } if table.you().is_some() => return None,
        RoomEvent::SearchInfo { search } => thought_in_words(table, search),
        RoomEvent::Thinking { thinking } => thinking_in_words(table, thinking),
        RoomEvent::Rated { ratings } => {
            let both = ratings
                .iter()
                .map(|(side, change)| rating(&name(side), *change));
            listed(both)
        }
        RoomEvent::Clock { .. } | RoomEvent::Opening { .. } | RoomEvent::ChatHidden => return None,
    })
}

/// The change of a player's rating.
pub(crate) fn rating(who: &str, change: RatingChange) -> String {
    say!(
        "events-rating",
        who = who,
        before = change.before.to_string(),
        after = change.after.to_string(),
        change = past::signed(past::points(change))
    )
}

/// The lines of an event that `table` has already, as of `now`.
pub(crate) fn in_lines(
    table: &Replica,
    event: &RoomEvent,
    happened: Happened,
    now: Millis,
) -> Vec<String> {
    let name = |side| who(table, side);
    let sentence = self::event(table, event, happened, &name);
    let mut lines: Vec<_> = match event {
        RoomEvent::Moved {
            side, ply, made, ..
        } => vec![played(table, *side, *ply, made)],
        RoomEvent::Disconnected { .. } if table.to_move().is_some() => {
            let grace = table.snapshot().grace.as_millis().div_ceil(1000);
            let claim = || say!("events-away-claim", seconds = grace.to_string());
            sentence
                .map(|away| format!("{away}; {}", claim()))
                .into_iter()
                .collect()
        }
        RoomEvent::Over {
            outcome, series, ..
        } => {
            let mut lines = outcome_in_lines(table, outcome, &name);
            lines.push(score(table, *series));
            lines
        }
        RoomEvent::Clock { .. } => vec![clocks(table, now)],
        _ => sentence.into_iter().collect(),
    };
    lines.extend(expired(happened));
    // The last line is whose turn it is.
    lines.extend(match event {
        RoomEvent::OpeningChosen { .. } => opening::colours_at(table),
        _ => None,
    });
    let is_turn_told = match event {
        RoomEvent::Moved { .. } => {
            let is_told = table.is_my_turn() || table.opening().is_some();
            is_told && table.game().ending().is_none()
        }
        RoomEvent::Started { .. }
        | RoomEvent::TakenBack { .. }
        | RoomEvent::OpeningChosen { .. } => true,
        RoomEvent::Opening { opening } => opening::is_news(opening),
        _ => false,
    };
    if is_turn_told {
        lines.push(turn(table));
    }
    let may_be_first = matches!(event, RoomEvent::Started { .. } | RoomEvent::Moved { .. });
    if is_turn_told && may_be_first {
        lines.extend(first_act(table));
    }
    lines
}

/// The offers of this client that expired with an event, a sentence for each.
pub(crate) fn expired(happened: Happened) -> impl Iterator<Item = String> {
    let draw = happened.draw_expired.then(|| say!("events-draw-expired"));
    let takeback = happened
        .takeback_expired
        .then(|| say!("events-takeback-expired"));
    draw.into_iter().chain(takeback)
}

/// A ply in a line: the seat, the name, the colour if an opening may exchange the sides, and the time left.
fn played(table: &Replica, side: Side, ply: u16, made: &Ply) -> String {
    let cell = cell_in_words(table.game(), made.square);
    let colour = colour_of_ply(table, ply);
    let cell = listed([Some(cell), colour].into_iter().flatten());
    let name = occupant(table, side);
    let played = say!("events-played", ply = ply, who = side.said(), move = cell);
    let left = made
        .left
        .map(|left| say!("events-left", left = left.to_string()));
    listed(
        [Some(format!("{played} ({name})")), left]
            .into_iter()
            .flatten(),
    )
}

fn started(series: Series, seats: &BySide<Seat>) -> String {
    let BySide { first, second } = names(seats);
    say!(
        "events-begins",
        game = series.game,
        first = first,
        second = second
    )
}

/// The games that each of the two has won.
fn score(table: &Replica, series: Series) -> String {
    let BySide { first, second } = names(&table.snapshot().seats);
    say!(
        "events-score",
        first = first,
        wins = series.wins.first,
        second = second,
        losses = series.wins.second,
        draws = series.draws
    )
}

fn clocks(table: &Replica, now: Millis) -> String {
    let left = |side| table.left(side, now).unwrap_or_default().to_string();
    let [first, second] = Side::BOTH.map(left);
    say!("events-clocks", first = first, second = second)
}

/// The spectators: their number, and their names if the server sends them.
fn watchers(watching: u32, names: Option<&[Name]>) -> String {
    match names {
        _ if watching == 0 => say!("lines-nobody-watches-now"),
        None => say!("lines-watch", count = watching),
        Some(names) => say!("lines-watch-names", count = watching, names = listed(names)),
    }
}

/// A line of talk, with its speaker.
pub(crate) fn talk(line: &ChatLine) -> String {
    plain(&format!("{}: {}", line.name, line.text))
}
