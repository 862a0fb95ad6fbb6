//! Open offers in the panel, with the keys that answer them; the premove, and the claim of a game.

use protocol::act::Act;
use protocol::millis::Millis;
use protocol::replica::Replica;
use ratatui::style::Style;

use super::View;
use super::seats::minutes;
use crate::input::Intent;
use crate::ui::opening::occupant;
use crate::ui::{App, Screen};
use crate::words::offers::Offer;

/// The offer of a rematch that waits for an answer, with its keys.
pub(in crate::ui) fn rematch_in_words(app: &App, table: &Replica) -> Option<String> {
    let by = table.snapshot().offers.rematch?;
    let waits = table.you() == Some(by.other());
    let offer = waits.then(|| offers(app, table))?.into_iter().next();
    offer.map(|(text, _)| text)
}

/// The open offers, with the keys that answer them; the one that is answered next is the first.
pub(super) fn offers(app: &App, table: &Replica) -> Vec<(String, Style)> {
    // While a question is open, the keys answer that.
    let next = Offer::to_answer(table).filter(|_| app.confirm.is_none());
    // Low screens have room for the first alone.
    let others = Offer::ALL.into_iter().filter(|offer| next != Some(*offer));
    let offers = next.into_iter().chain(others);
    let offers = offers.filter_map(|offer| line(app, table, offer, next));
    let offers = offers.map(|text| (text, loud()));
    let others = [premove_line(app, table), claim_line(app, table)];
    offers.chain(others.into_iter().flatten()).collect()
}

fn loud() -> Style {
    Style::new().bold().reversed()
}

fn key(app: &App, intent: Intent) -> Option<String> {
    app.keymap.key(Screen::Table, intent)
}

/// The keys of some intents. Who watches has none: they answer nothing.
fn keys(app: &App, table: &Replica, intents: &[Intent]) -> Option<String> {
    let keys = intents.iter().filter_map(|intent| key(app, *intent));
    let keys: Vec<_> = keys.collect();
    (table.you().is_some() && !keys.is_empty()).then(|| keys.join("/"))
}

/// The keys that answer an offer, where it is the one that is answered next.
fn answer_keys(app: &App, table: &Replica, offer: Offer, next: Option<Offer>) -> Option<String> {
    let answers = [Intent::Accept, Intent::Decline];
    keys(app, table, &answers).filter(|_| next == Some(offer))
}

/// An offer that was made, with the keys that answer it: to agree to a rematch is an offer of one's own.
fn line(app: &App, table: &Replica, offer: Offer, next: Option<Offer>) -> Option<String> {
    let by = offer.by(table)?;
    let made = offer.made(table, by, &|side| occupant(table, side));
    if table.you() == Some(by) {
        return Some(made);
    }
    let agrees = || keys(app, table, &[Intent::Act(Act::Rematch)]);
    let keys = answer_keys(app, table, offer, next)
        .or_else(|| agrees().filter(|_| offer == Offer::Rematch));
    let away = offer == Offer::Rematch && table.away(by, app.now).is_some();
    let made = if away && keys.is_some() {
        say!("events-offers-rematch-away", offer = made)
    } else {
        made
    };
    Some(match keys {
        Some(keys) => format!("{made}: {keys}"),
        None => made,
    })
}

/// The move that is sent when the turn comes, with the key that drops it.
fn premove_line(app: &App, table: &Replica) -> Option<(String, Style)> {
    let (square, _) = app.view.as_ref().and_then(View::planned)?;
    let chosen = table.game().write_move(square);
    let key = key(app, Intent::Back).unwrap_or_default();
    let text = say!("table-premove", move = chosen, key = key);
    Some((text, Style::new().bold()))
}

/// The claim of a game whose other player is away, or the time until then.
fn claim_line(app: &App, table: &Replica) -> Option<(String, Style)> {
    let wait = table.claim_in(app.now)?;
    if wait > Millis::ZERO {
        let text = say!("table-claim-in", wait = minutes(wait));
        return Some((text, Style::new()));
    }
    let text = match key(app, Intent::Act(Act::Claim)) {
        Some(key) => say!("table-claim-key", key = key),
        None => say!("table-claim"),
    };
    Some((text, loud()))
}
