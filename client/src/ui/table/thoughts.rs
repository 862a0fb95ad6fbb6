//! Searches of bots in lines of the panel.

use protocol::replica::Replica;
use protocol::view::SearchInfo;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::board::Look;
use crate::ui::opening::seat_chip;
use crate::ui::text::shortened_line;
use crate::values::{self, Decimals};

/// A search: the ply, its value in words, the figures, and the line that the bot expected.
pub(super) fn thinking<'a>(
    table: &Replica,
    thought: &SearchInfo,
    look: &Look,
    width: usize,
) -> Vec<Line<'a>> {
    let game = table.game();
    let written = thought.pv.iter().map(|&square| game.write_move(square));
    let written: Vec<_> = written.collect();
    let (played, expected) = match &written[..] {
        [played, expected @ ..] => (played.as_str(), expected),
        [] => ("", &[][..]),
    };
    let line = |said: String| {
        let ply = say!("table-search-ply", ply = thought.ply.div_ceil(2)) + " ";
        let chip = seat_chip(table, thought.side, look);
        let room = width.saturating_sub(ply.width() + chip.width() + 1);
        let said = shortened_line(&said, room, look.glyphs);
        Line::from(vec![Span::from(ply), chip, Span::from(format!(" {said}"))])
    };
    // Bots that do not search, such as `random`, and external engines report none: the move is on the board.
    if !is_search(thought) {
        return match thought.pv.len() {
            0 | 1 => Vec::new(),
            _ => vec![line(format!("{played} {}", expected.join(" ")))],
        };
    }
    let score = values::search_words(game, thought, Decimals::OfLanguage);
    let depth = thought.depth.map(|depth| depth.to_string());
    let head = line(match (thought.exact, depth) {
        (Some(true), Some(depth)) => say!(
            "table-search-proven-depth",
            move = played,
            score = score,
            depth = depth
        ),
        (Some(true), None) => say!("table-search-proven", move = played, score = score),
        (Some(false) | None, Some(depth)) => {
            say!("table-search-depth", move = played, score = score, depth = depth)
        }
        (Some(false) | None, None) => say!("table-search", move = played, score = score),
    });
    let (nodes, rate) = (amount(thought.nodes), amount(thought.nodes_per_second()));
    let nodes = (thought.nodes > 0).then(|| say!("table-search-nodes", nodes = nodes, rate = rate));
    let below: Vec<_> = nodes.into_iter().chain(expected.iter().cloned()).collect();
    let text = format!("  {}", below.join(" "));
    let text = shortened_line(&text, width, look.glyphs);
    let below = (!below.is_empty()).then(|| Line::from(text).dim());
    [head].into_iter().chain(below).collect()
}

/// True where a bot searched, and not only chose: some count the moves that they chose from.
fn is_search(thought: &SearchInfo) -> bool {
    let says_more = thought.score != 0 || thought.exact.is_some() || thought.pv.len() > 1;
    thought.depth.is_some() || thought.nodes > 0 && says_more
}

/// A large number, shortened: `123k`, `12M`.
fn amount(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_short() {
        for (number, expected) in [(999, "999"), (123_456, "123k"), (12_345_678, "12M")] {
            assert_eq!(amount(number), expected);
        }
    }
}
