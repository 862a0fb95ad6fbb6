//! All games of a tournament in one picture, if it has room: a cross table of a round robin, a bracket of a knockout.

use protocol::side::{BySide, Side};
use protocol::tournament::{Entrant, Format, PairingView, TournamentView};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Tournament, name_in};
use crate::board::Look;
use crate::ui::roles;
use crate::ui::text::{fit, shortened_name};
use crate::ui::widgets::{self, strong};
use crate::words::tournament as words;

/// Columns of a name in the bracket with its score, and of the gap between two rounds.
const NAME: usize = 16;
const ROUND: u16 = NAME as u16 + 2;

/// Draws the picture; false if the format has none, or there is no room for it.
pub(super) fn draw(
    it: &Tournament,
    view: &TournamentView,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) -> bool {
    match view.spec.format {
        Format::RoundRobin { .. } => cross_table(it, view, look, frame, area),
        Format::Knockout { .. } => bracket(it, view, look, frame, area),
        Format::Swiss { .. } | Format::Arena { .. } => false,
    }
}

/// The score of an entrant against another in all their games, in halves; `None` before the first one.
fn score(it: &Tournament, one: Entrant, other: Entrant) -> Option<u16> {
    let of = |pairing: &PairingView| match (pairing.first, pairing.second?) {
        pair if pair == (one, other) => Some(pairing.score[Side::First]),
        pair if pair == (other, one) => Some(pairing.score[Side::Second]),
        _ => None,
    };
    let begun = it
        .pairings
        .iter()
        .filter(|it| it.over || !it.games.is_empty());
    begun.filter_map(of).reduce(|one, other| one + other)
}

fn cross_table(
    it: &Tournament,
    view: &TournamentView,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) -> bool {
    let grey = roles::grey(look);
    let cell = if look.glyphs.ascii { 5 } else { 4 };
    let lines = &view.standings;
    let least = 4 + 10 + lines.len() * cell;
    if least > usize::from(area.width) || lines.len() + 1 > usize::from(area.height) {
        return false;
    }
    let name = (10 + usize::from(area.width) - least).min(22);
    let heads = (1..=lines.len()).map(|number| Span::from(format!("{number:>cell$}")));
    let margin = [Span::from(fit("", 4 + name))].into_iter();
    let mut rows = vec![margin.chain(heads).collect::<Line<'_>>().style(grey)];
    for (at, line) in lines.iter().enumerate() {
        let is_own = Some(line.entrant) == it.entrant;
        let style = strong(is_own);
        let entrant = name_in(view, line.entrant, name - 1, look.glyphs);
        let mut spans = vec![
            Span::styled(format!("{:>3} ", at + 1), grey),
            Span::styled(fit(&entrant, name), style),
        ];
        spans.extend(lines.iter().map(|other| {
            let score = score(it, line.entrant, other.entrant);
            let cross = if look.glyphs.ascii { "x" } else { "×" };
            let text = match score {
                _ if other.entrant == line.entrant => cross.to_owned(),
                Some(score) => words::points(score.into(), 2, look.glyphs.ascii),
                None => String::new(),
            };
            Span::styled(
                format!("{text:>cell$}"),
                if score.is_some() { style } else { grey },
            )
        }));
        let row = Line::from(spans);
        let tint = if is_own {
            roles::tint(look)
        } else {
            Style::new()
        };
        rows.push(row.style(tint));
    }
    widgets::rows(rows, frame, area);
    true
}

/// The pairings of each round from the top: those of the last round as they come, and those of a round before it beside
/// the pairings to which their players went.
fn columns(pairings: &[PairingView]) -> Vec<Vec<&PairingView>> {
    let last = pairings.iter().map(|it| it.round).max().unwrap_or_default();
    let mut columns: Vec<Vec<&PairingView>> = Vec::new();
    for round in (1..=last).rev() {
        let mut rest: Vec<_> = pairings.iter().filter(|it| it.round == round).collect();
        let mut column = Vec::new();
        let after = columns.last().map_or(&[][..], Vec::as_slice);
        for entrant in after
            .iter()
            .flat_map(|it| [Some(it.first), it.second])
            .flatten()
        {
            let has = |it: &&PairingView| it.first == entrant || it.second == Some(entrant);
            column.extend(rest.iter().position(has).map(|at| rest.remove(at)));
        }
        column.extend(rest);
        columns.push(column);
    }
    columns.reverse();
    columns
}

fn bracket(
    it: &Tournament,
    view: &TournamentView,
    look: &Look,
    frame: &mut Frame<'_>,
    area: Rect,
) -> bool {
    let columns = columns(&it.pairings);
    let first = columns.first().map_or(0, Vec::len) as u16;
    let is_large = columns.len() as u16 * ROUND > area.width || first * 3 > area.height + 1;
    if first == 0 || is_large {
        return false;
    }
    let grey = roles::grey(look);
    for (round, column) in columns.iter().enumerate() {
        // Each pairing stands in the middle of those before it.
        let step = 3_u16 << round;
        for (at, pairing) in column.iter().enumerate() {
            let top = area.y + (step - 3) / 2 + at as u16 * step;
            let sides = [
                (Some(pairing.first), Side::First),
                (pairing.second, Side::Second),
            ];
            for ((entrant, side), y) in sides.into_iter().zip(top..area.bottom()) {
                let has_won = pairing.over && pairing.score[side] > pairing.score[side.other()];
                let style = match entrant {
                    Some(_) if Some(entrant) == Some(it.entrant) && it.entrant.is_some() => {
                        roles::accent(look)
                    }
                    _ if has_won => Style::new().bold(),
                    _ if pairing.over => grey,
                    _ => Style::new(),
                };
                let name = match entrant {
                    Some(it) => name_in(view, it, NAME - 5, look.glyphs),
                    None => shortened_name(&say!("tournament-free"), NAME - 5, look.glyphs),
                };
                let name = fit(&name, NAME - 5);
                let is_scored = pairing.over || pairing.score != BySide::default();
                let score = words::points(pairing.score[side].into(), 2, look.glyphs.ascii);
                let score = if is_scored { score } else { String::new() };
                let line = Line::styled(format!(" {name}{score:>4}"), style);
                let x = area.x + round as u16 * ROUND;
                frame.render_widget(
                    line,
                    Rect {
                        x,
                        y,
                        width: NAME as u16,
                        height: 1,
                    }
                    .intersection(area),
                );
            }
        }
    }
    true
}
