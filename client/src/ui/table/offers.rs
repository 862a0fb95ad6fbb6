//! Open offers in the panel, with the keys that answer them; the premove, and the claim of a game.

use protocol::act::Act;
use protocol::millis::Millis;
use protocol::replica::Replica;
use ratatui::style::Style;

use super::View;
use super::seats::minutes;
use crate::input::Intent;
use crate::takeback::plies_to_take_back;
use crate::ui::opening::occupant;
use crate::ui::{App, Screen};

/// An offer of the other player that waits for yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// Of a draw.
    Draw,
    /// To take a ply back.
    Takeback,
    /// Of another game.
    Rematch,
}

impl Offer {
    /// The offer that the keys answer now: a draw before a takeback, as in lines.
    pub(super) fn to_answer(app: &App) -> Option<Self> {
        let table = app.table()?;
        let they = Some(table.you()?.other());
        let offers = table.snapshot().offers;
        let all = [
            (Self::Draw, offers.draw),
            (Self::Takeback, offers.takeback),
            (Self::Rematch, offers.rematch),
        ];
        let found = all.into_iter().find(|(_, by)| *by == they);
        found.map(|(offer, _)| offer)
    }

    /// The answer to it.
    pub(super) fn answer(self, accept: bool) -> Act {
        match self {
            Self::Draw => Act::AnswerDraw { accept },
            Self::Takeback => Act::AnswerTakeback { accept },
            Self::Rematch => Act::AnswerRematch { accept },
        }
    }
}

impl App {
    /// The offer of a rematch that waits for an answer, with its keys.
    pub(in crate::ui) fn rematch_in_words(&self) -> Option<String> {
        let table = &self.view.as_ref()?.table;
        let by = table.snapshot().offers.rematch?;
        let waits = table.you() == Some(by.other());
        let offer = waits.then(|| offers(self, table))?.into_iter().next();
        offer.map(|(text, _)| text)
    }
}

/// The open offers, with the keys that answer them; the one that is answered next is the first.
pub(super) fn offers(app: &App, table: &Replica) -> Vec<(String, Style)> {
    // While a question is open, the keys answer that.
    let next = Offer::to_answer(app).filter(|_| app.confirm.is_none());
    let draw = draw_line(app, table, next);
    let takeback = takeback_line(app, table, next);
    // Low screens have room for the first alone.
    let both = match next {
        Some(Offer::Takeback) => [takeback, draw],
        Some(Offer::Draw | Offer::Rematch) | None => [draw, takeback],
    };
    let rematch = rematch_line(app, table, next);
    let offers = both.into_iter().chain([rematch]).flatten();
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
    (table.you().is_some() && !keys.is_empty()).then(|| keys.join(" / "))
}

/// The keys that answer an offer, where it is the one that is answered next.
fn answer_keys(app: &App, table: &Replica, offer: Offer, next: Option<Offer>) -> Option<String> {
    let answers = [Intent::Accept, Intent::Decline];
    keys(app, table, &answers).filter(|_| next == Some(offer))
}

fn draw_line(app: &App, table: &Replica, next: Option<Offer>) -> Option<String> {
    let by = table.snapshot().offers.draw?;
    let name = occupant(table, by);
    Some(match answer_keys(app, table, Offer::Draw, next) {
        _ if table.you() == Some(by) => say!("table-you-offer-draw"),
        Some(keys) => say!("table-offers-draw-keys", name = name, keys = keys),
        None => say!("table-offers-draw", name = name),
    })
}

fn takeback_line(app: &App, table: &Replica, next: Option<Offer>) -> Option<String> {
    let by = table.snapshot().offers.takeback?;
    let name = occupant(table, by);
    let count = plies_to_take_back(table, by).unwrap_or(1);
    Some(match answer_keys(app, table, Offer::Takeback, next) {
        _ if table.you() == Some(by) => say!("table-you-ask-takeback", count = count),
        Some(keys) => say!(
            "table-asks-takeback-keys",
            name = name,
            count = count,
            keys = keys
        ),
        None => say!("table-asks-takeback", name = name, count = count),
    })
}

fn rematch_line(app: &App, table: &Replica, next: Option<Offer>) -> Option<String> {
    let by = table.snapshot().offers.rematch?;
    let name = occupant(table, by);
    let agrees = || keys(app, table, &[Intent::Act(Act::Rematch)]);
    let keys = answer_keys(app, table, Offer::Rematch, next).or_else(agrees);
    Some(match keys {
        _ if table.you() == Some(by) => say!("table-you-ask-rematch"),
        // To agree is an offer of one's own then.
        Some(keys) if table.away(by, app.now).is_some() => {
            say!("table-asked-rematch-away", name = name, keys = keys)
        }
        Some(keys) => say!("table-asks-rematch-keys", name = name, keys = keys),
        None => say!("table-asks-rematch", name = name),
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
