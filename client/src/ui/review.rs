//! Parts of the screens on which a game is looked through: its moves, the values of a position, the evaluation.

use protocol::game::Game;
use protocol::rules::{Family, Notation};
use protocol::side::Side;
use protocol::square::Square;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::text::{fit, shortened_line, wrapped};
use super::{Evaluated, Evaluation, opening};
use crate::board::Look;
use crate::language::Id;
use crate::review::Mistake;
use crate::values;

/// Rows of a panel below which a curve has one row, and above which it has four.
const HEIGHTS: [u16; 2] = [16, 30];

/// Rows of a panel below which an analysis takes the place of the title.
const LOW: u16 = 14;

/// The moves up to a position in pairs, in as many columns as fit, with a sign behind each fault.
pub(super) fn moves<'a>(
    game: &Game,
    shown: u16,
    evaluation: Option<&Evaluation>,
    look: &Look,
    width: usize,
) -> Vec<Line<'a>> {
    let sign = usize::from(evaluation.is_some());
    let each = sign
        + match game.variant().notation() {
            Notation::Column => 3,
            Notation::Cell => 4,
        };
    let is_gravity = heads(game) == 0;
    let written = (1..).zip(game.plies().iter().take(usize::from(shown)));
    let written: Vec<_> = written
        .map(|(ply, &square)| {
            let fault = evaluation.and_then(|evaluation| evaluation.fault(ply));
            let sign = fault.map_or(String::new(), |fault| fault.sign().to_string());
            let text = game.write_move(square) + &sign;
            let gap = " ".repeat(each.saturating_sub(text.len()));
            let mut style = match (is_gravity, fault) {
                (true, _) => look.side(Side::to_move_after(usize::from(ply) - 1)).bold(),
                (false, Some(_)) => Style::new().bold(),
                (false, None) => Style::new(),
            };
            if ply == shown {
                style = style.reversed();
            }
            Line::from(vec![Span::styled(text, style), Span::from(gap)])
        })
        .collect();
    let in_line = (width / (5 + 2 * each)).max(1);
    let pairs: Vec<Vec<Span<'_>>> = (1..)
        .zip(written.chunks(2))
        .map(|(number, pair)| {
            let number = Span::from(format!("{number:>3}. ")).dim();
            let moves = pair.iter().flat_map(|made| made.spans.iter().cloned());
            [number].into_iter().chain(moves).collect()
        })
        .collect();
    if pairs.is_empty() && !game.plies().is_empty() {
        // A list without a line is not shown, and its heading tells which position this is.
        return vec![Line::from(format!("  {}", say!("table-beginning")))];
    }
    let over_pair = || {
        let gap = Span::from(" ".repeat(each - 3));
        let chips = Side::BOTH.map(|side| look.chip(game.variant(), side));
        let [black, white] = chips;
        [
            Span::from(" ".repeat(4)),
            black,
            gap.clone(),
            white,
            gap,
            Span::from(" "),
        ]
    };
    let head = (heads(game) > 0 && !pairs.is_empty()).then(|| {
        (0..in_line.min(pairs.len()))
            .flat_map(|_| over_pair())
            .collect()
    });
    let lines = pairs.chunks(in_line);
    let lines = lines.map(|line| Line::from(line.concat()));
    head.into_iter().chain(lines).collect()
}

/// Lines above the moves: chips of black and white. Moves of discs have their colours themselves.
pub(super) fn heads(game: &Game) -> usize {
    usize::from(game.variant().family() != Family::Gravity)
}

/// The values of a position: that of the column under the cursor, or the best lines.
pub(super) fn values<'a>(
    position: &Game,
    known: Option<&Evaluated>,
    cursor: Square,
    (look, width, height): (&Look, usize, u16),
) -> Vec<Line<'a>> {
    // The panel has the result.
    if position.ending().is_some() {
        return Vec::new();
    }
    if let Some(known) = known.filter(|known| known.columns.is_empty()) {
        // A line goes on for longer than anybody reads it.
        let lines = known.lines_in_words(position).into_iter();
        let lines = lines.map(|line| shortened_line(&line, width, look.glyphs));
        let has_points = known.lines.iter().any(|line| line.end.is_none());
        let colour = |side| opening::colour(position.variant(), side, look);
        let has_room = !is_low(height);
        let plus = (has_points && has_room).then(|| {
            let [colour, first] = [position.side_to_move(), Side::First].map(colour);
            say!("values-plus", colour = colour, first = first)
        });
        let plus = plus.map_or(Vec::new(), |plus| wrapped(&plus, width));
        return plus.into_iter().chain(lines).map(Line::from).collect();
    }
    let text = value_in_words(position, known, cursor);
    let lines = wrapped(&text, width).into_iter();
    lines.map(Line::from).collect()
}

/// The legend of the values on the board. It comes last: where there is little room, it is what can be missed.
pub(super) fn legend<'a>(legend: Option<Id>, width: usize) -> Vec<Line<'a>> {
    let legend = legend.map_or(Vec::new(), |legend| wrapped(&legend.said(), width));
    let lines = legend.into_iter();
    lines.map(|line| Line::from(line).dim()).collect()
}

/// True in a panel so low that an analysis that was asked for takes the place of what is known.
pub(super) fn is_low(height: u16) -> bool {
    height < LOW
}

/// What is analysed of a position on a screen that has no room beside the board: the text of one line, and the curve.
pub(super) fn low(
    position: &Game,
    (values, known): (bool, Option<&Evaluated>),
    cursor: Square,
    evaluation: Option<&Evaluation>,
    (look, width): (&Look, usize),
) -> (Option<String>, Option<Line<'static>>) {
    let shown = position.plies().len() as u16;
    let fault = evaluation.and_then(|evaluation| evaluation.fault_in_words(shown));
    let told = values.then(|| value_in_words(position, known, cursor));
    let progress = evaluation.filter(|evaluation| evaluation.is_running);
    let progress = progress.map(|evaluation| {
        let (known, all) = evaluation.progress();
        say!("values-analysed", known = known, all = all)
    });
    let curve = evaluation.map(|evaluation| {
        let strip = evaluation.strip(shown, width, look.glyphs);
        painted(&strip, &strip, evaluation, look)
    });
    (told.or(fault).or(progress), curve)
}

/// A row of the curve in the colours of both sides; `lowest` has a space under what is not known.
fn painted(row: &str, lowest: &str, evaluation: &Evaluation, look: &Look) -> Line<'static> {
    let both = look.both_sides(evaluation.variant());
    let parts = row.chars().zip(lowest.chars()).map(|(part, lowest)| {
        let is_known = lowest != ' ' && !look.glyphs.ascii;
        let style = if is_known { both } else { Style::new() };
        Span::styled(part.to_string(), style)
    });
    parts.collect()
}

/// The value of the column under the cursor, or the best line.
fn value_in_words(position: &Game, known: Option<&Evaluated>, cursor: Square) -> String {
    if position.ending().is_some() {
        return say!("values-game-over");
    }
    let Some(known) = known else {
        return "...".to_owned();
    };
    let column = cursor.column();
    if let Some(value) = known.columns.get(usize::from(column)) {
        let value = values::words(position, *value);
        return say!("values-of-column", column = column + 1, value = value);
    }
    let best = known.lines_in_words(position).into_iter().next();
    best.unwrap_or_default()
}

/// The evaluation of a game: the fault of the ply shown in words, the curve, and what its signs mean.
pub(super) fn evaluation<'a>(
    evaluation: &Evaluation,
    shown: u16,
    look: &Look,
    width: usize,
    height: u16,
) -> Vec<Line<'a>> {
    let (known, all) = evaluation.progress();
    let [low, high] = HEIGHTS;
    let mut lines = Vec::new();
    if let Some(fault) = evaluation.fault_in_words(shown) {
        let fault = wrapped(&fault, width);
        lines.extend(fault.into_iter().map(|line| Line::from(line).bold()));
    }
    if evaluation.is_running {
        let told = say!("values-analysed", known = known, all = all);
        let told = if told.width() > width {
            say!("values-analysed-short", known = known, all = all)
        } else {
            told
        };
        lines.push(Line::from(fit(&told, width)).dim());
    } else if height >= low {
        let colour = opening::colour(evaluation.variant(), Side::First, look);
        let title = say!("values-chances", colour = colour);
        lines.push(Line::from(fit(&title, width)).dim());
    }
    let rows: usize = match height {
        _ if height < low => 1,
        _ if height < high => 2,
        _ => 4,
    };
    let curve = evaluation.curve(shown, width, rows, look.glyphs);
    let has_faults = curve.len() > rows + 1;
    let lowest = curve[rows - 1].clone();
    for (at, line) in curve.into_iter().enumerate() {
        lines.push(if at < rows {
            painted(&line, &lowest, evaluation, look)
        } else {
            Line::from(line)
        });
    }
    if !has_faults && height >= low && !evaluation.is_running && known >= all {
        lines.push(Line::from(fit(&say!("values-no-faults"), width)).dim());
    }
    if has_faults && height >= low {
        let [mistake, blunder] =
            [Mistake::Mistake, Mistake::Blunder].map(|fault| fault.sign().to_string());
        let text = say!("values-faults", mistake = mistake, blunder = blunder);
        let text = wrapped(&text, width).into_iter();
        lines.extend(text.map(|line| Line::from(line).dim()));
    }
    lines
}
