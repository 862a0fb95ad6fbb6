//! Open offers in the panel, with the keys that answer them; the premove, and the claim of a game.

use protocol::act::Act;
use protocol::message::ANSWER_REMATCH_SINCE;
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
    /// The offer that the keys answer now: a draw before a takeback, as in lines. An older server takes no answer to
    /// that of a rematch.
    pub(super) fn to_answer(app: &App) -> Option<Self> {
        let table = app.table()?;
        let they = Some(table.you()?.other());
        let offers = table.snapshot().offers;
        let minor = app.greeting.as_ref().map_or(0, |greeting| greeting.minor);
        let rematch = offers.rematch.filter(|_| minor >= ANSWER_REMATCH_SINCE);
        let all = [
            (Self::Draw, offers.draw),
            (Self::Takeback, offers.takeback),
            (Self::Rematch, rematch),
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
    let offers = table.snapshot().offers;
    let loud = Style::new().bold().reversed();
    let key = |intent| app.keymap.key(Screen::Table, intent);
    // Who watches answers nothing.
    let keys = |intents: &[Intent]| {
        let keys: Vec<_> = intents.iter().filter_map(|intent| key(*intent)).collect();
        (table.you().is_some() && !keys.is_empty()).then(|| keys.join(" / "))
    };
    // While a question is open, the keys answer that.
    let next = Offer::to_answer(app).filter(|_| app.confirm.is_none());
    let answer = |offer| {
        let is_next = next == Some(offer);
        keys(&[Intent::Accept, Intent::Decline]).filter(|_| is_next)
    };
    let name = |by| occupant(table, by);
    let draw = offers.draw.map(|by| match answer(Offer::Draw) {
        _ if table.you() == Some(by) => say!("table-you-offer-draw"),
        Some(keys) => say!("table-offers-draw-keys", name = name(by), keys = keys),
        None => say!("table-offers-draw", name = name(by)),
    });
    let takeback = offers.takeback.map(|by| {
        let count = plies_to_take_back(table, by).unwrap_or(1);
        match answer(Offer::Takeback) {
            _ if table.you() == Some(by) => say!("table-you-ask-takeback", count = count),
            Some(keys) => say!(
                "table-asks-takeback-keys",
                name = name(by),
                count = count,
                keys = keys
            ),
            None => say!("table-asks-takeback", name = name(by), count = count),
        }
    });
    // Low screens have room for the first alone.
    let both = match next {
        Some(Offer::Takeback) => [takeback, draw],
        Some(Offer::Draw | Offer::Rematch) | None => [draw, takeback],
    };
    let mut lines: Vec<_> = both.into_iter().flatten().collect();
    if let Some(by) = offers.rematch {
        let agrees = || keys(&[Intent::Act(Act::Rematch)]);
        lines.push(match answer(Offer::Rematch).or_else(agrees) {
            _ if table.you() == Some(by) => say!("table-you-ask-rematch"),
            // To agree is an offer of one's own then.
            Some(keys) if table.away(by, app.now).is_some() => {
                say!("table-asked-rematch-away", name = name(by), keys = keys)
            }
            Some(keys) => say!("table-asks-rematch-keys", name = name(by), keys = keys),
            None => say!("table-asks-rematch", name = name(by)),
        });
    }
    let mut lines: Vec<_> = lines.into_iter().map(|text| (text, loud)).collect();
    let planned = app.view.as_ref().and_then(View::planned);
    if let Some((square, _)) = planned {
        let chosen = table.game().write_move(square);
        let key = key(Intent::Back).unwrap_or_default();
        let text = say!("table-premove", move = chosen, key = key);
        lines.push((text, Style::new().bold()));
    }
    match table.claim_in(app.now) {
        Some(Millis::ZERO) => {
            let text = match key(Intent::Act(Act::Claim)) {
                Some(key) => say!("table-claim-key", key = key),
                None => say!("table-claim"),
            };
            lines.push((text, loud));
        }
        Some(wait) => {
            let text = say!("table-claim-in", wait = minutes(wait));
            lines.push((text, Style::new()));
        }
        None => {}
    }
    lines
}
