//! The status of a game in a line: the side to move, the result, or a lost connection.

use protocol::act::Act;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::view::Outcome;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use crate::board::{Look, Part};
use crate::input::Intent;
use crate::ui::opening::{self, seat_name};
use crate::ui::{App, Connection, KeyMap, Screen, View};
use crate::words::endings;

/// A status line.
pub(super) struct Status {
    pub(super) text: String,
    pub(super) style: Style,
    /// True where the text names the position on the screen itself.
    pub(super) has_place: bool,
}

/// The status line: the side to move, or the result. Where it names the position on the screen, or the code of a room
/// that waits for somebody, `width` columns are enough for that.
pub(super) fn line(app: &App, table: &Replica, look: &Look, width: usize) -> Status {
    let status = |text, style, has_place| Status {
        text,
        style,
        has_place,
    };
    let (plain, bold) = (Style::new(), Style::new().bold());
    let accent = look.ink(Part::Turn).bold();
    if let Connection::Lost { .. } = app.server.connection {
        return status(app.lost_in_words(), bold, false);
    }
    let back = app.view.as_ref().filter(|view| view.is_looking_back());
    if let Some(view) = back.filter(|_| table.outcome().is_none()) {
        return status(live_at(app, view), bold.reversed(), true);
    }
    let text = match (table.outcome(), table.to_move()) {
        (Some(outcome), _) => {
            let result = result(table, outcome, look);
            // A filled label.
            let is_won = outcome.winner.is_some() && outcome.winner == table.you();
            let style = if is_won { accent.reversed() } else { bold };
            let Some(view) = back else {
                return status(result, style, false);
            };
            let place = place(view, width.saturating_sub(result.width() + 2));
            let winner = outcome.winner.filter(|side| table.you() != Some(*side));
            let winner = winner.map(|side| seat_name(table, side, look));
            let result = endings::continued(&result, winner.as_deref());
            let text = say!("table-place-and-result", place = place, result = result);
            return status(text, bold, true);
        }
        (None, Some(side)) if app.server.is_at_keyboard() => {
            let who = opening::occupant(table, side);
            let stones = table.colour_of(side).unwrap_or(side);
            let colour = capital(&opening::colour(table.game().variant(), stones, look));
            let text = say!("table-colour-to-move", colour = colour, who = who);
            return status(text, bold.reversed(), false);
        }
        (None, Some(_)) if table.is_my_turn() => {
            let text = opening::status(table);
            let text = text.unwrap_or_else(|| say!("table-your-turn"));
            return status(text, accent, false);
        }
        (None, Some(side)) => opening::status(table).unwrap_or_else(|| {
            let who = seat_name(table, side, look);
            say!("events-to-move", who = who)
        }),
        (None, None) => return status(waiting(table, width), plain, false),
    };
    let text = match table.you() {
        Some(_) => text,
        None => say!("table-watching", status = text),
    };
    status(text, plain, false)
}

/// The text with a capital letter, for the beginning of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A room that waits for somebody, in words for a player or for somebody who watches, of at most `width` columns where
/// that is possible.
fn waiting(table: &Replica, width: usize) -> String {
    let room = table.room().to_string();
    let is_player = table.you().is_some();
    let long = if is_player {
        say!("table-waiting", room = room.as_str())
    } else {
        say!("table-watching-waiting", room = room.as_str())
    };
    if long.width() < width {
        long
    } else if is_player {
        say!("table-waiting-short", room = room)
    } else {
        say!("table-watching-waiting-short", room = room)
    }
}

/// The way back from an earlier position to the one where the game goes on.
fn live_at(app: &App, view: &View) -> String {
    let (shown, played) = (view.plies_shown(), view.table.plies().len());
    let key = app.keymap.key(Screen::Table, Intent::Live);
    let key = key.unwrap_or_default();
    let text = if view.table.is_my_turn() {
        say!(
            "table-live-at-your-turn",
            key = key,
            shown = shown,
            played = played
        )
    } else {
        say!("table-live-at", key = key, shown = shown, played = played)
    };
    // Without a key the text begins with a space.
    text.trim_start().to_owned()
}

/// The position on the screen, where there is no panel to tell it: `move 12 of 31`, or nothing where the game goes on
/// in it. Where the words have more than `width` columns, numbers are enough.
pub(super) fn place(view: &View, width: usize) -> String {
    let played = view.table.plies().len();
    let is_live = view.table.to_move().is_some() && !view.is_looking_back();
    if is_live || played == 0 {
        return String::new();
    }
    let shown = view.plies_shown();
    let long = say!("table-place", shown = shown, played = played);
    if long.width() <= width {
        long
    } else {
        say!("table-place-short", shown = shown, played = played)
    }
}

impl View {
    /// The end of a game as a notice: what happened, and the keys that are of use now. Of the keys there are as many as
    /// `width` columns have room for: a second line would lie over the board, where the winning row may be.
    pub(in crate::ui) fn end_in_words(
        &self,
        keys: &KeyMap,
        has_rematch: bool,
        name: impl Fn(Side) -> String,
        width: usize,
    ) -> Option<String> {
        let table = &self.table;
        let outcome = table.outcome()?;
        let happened = endings::outcome(table, outcome, &name);
        let happened = if happened.ends_with('!') {
            happened
        } else {
            happened + "."
        };
        let has_plies = !table.plies().is_empty();
        let key = |is_of_use: bool, intent| {
            let key = is_of_use.then(|| keys.key(Screen::Table, intent));
            key.flatten()
        };
        let rematch = key(has_rematch, Intent::Act(Act::Rematch));
        let analyse = key(has_plies && self.offers_analysis(), Intent::Evaluate);
        let beginning = key(has_plies, Intent::Beginning);
        let leave = key(true, Intent::Back);
        let keys = [
            rematch.map(|key| say!("table-key-rematch", key = key)),
            analyse.map(|key| say!("table-key-analyse", key = key)),
            beginning.map(|key| say!("table-key-beginning", key = key)),
            leave.map(|key| say!("table-key-leave", key = key)),
        ];
        let mut text = happened;
        let mut before = " ";
        for key in keys.into_iter().flatten() {
            let longer = format!("{text}{before}{key}");
            if longer.width() > width {
                break;
            }
            text = longer;
            before = ", ";
        }
        Some(text)
    }
}

/// The result of a game in words.
pub(in crate::ui) fn result(table: &Replica, outcome: &Outcome, look: &Look) -> String {
    endings::outcome(table, outcome, &|side| seat_name(table, side, look))
}

/// The result of a game without its reason, where there is another one than that.
pub(in crate::ui) fn short_result(table: &Replica, outcome: &Outcome, look: &Look) -> String {
    match outcome.winner {
        Some(side) => say!("replay-wins", name = seat_name(table, side, look)),
        None if outcome.counts() => say!("replay-draw"),
        None => result(table, outcome, look),
    }
}
