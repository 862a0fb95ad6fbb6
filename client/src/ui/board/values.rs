//! What is told of a position beside a board: the values of its columns, and a bar that shows who stands better.

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::rules::{Family, Notation};
use protocol::side::Side;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::{BoardLayout, Form, put, sign, write};
use crate::board::{Depth, Look, Part};

/// Writes the values of the columns below them, each in `width` columns of the terminal; the best stand out.
pub(super) fn write_values(
    game: &Game,
    layout: BoardLayout,
    (values, width): (&[ColumnValue], usize),
    look: &Look,
    buffer: &mut Buffer,
) {
    let best = crate::values::best(values);
    let (texts, _) = crate::values::row(game, values, width);
    let y = layout.area.bottom() - 1;
    for ((index, value), text) in (0..u16::from(layout.shape.columns)).zip(values).zip(texts) {
        let is_best = match value {
            ColumnValue::Exact { score } => Some(*score) == best,
            ColumnValue::Full | ColumnValue::Unknown => false,
        };
        let style = if is_best {
            look.ink(Part::Turn).bold()
        } else if look.depth() == Depth::Mono {
            Style::new().dim()
        } else {
            look.ink(Part::Muted)
        };
        let before = (width - text.width()) / 2;
        let x = layout.origin().x + index * layout.pitch().0 + before as u16;
        write(buffer, x, y, &text, style);
    }
}

/// Characters of the upper end of the first side's part, from nothing to a whole row.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws a bar left of the board, or right of one in characters whose numbers of rows stand there: from below the
/// part of the first side, whose chance is `share` of 1, and from above that of the second in another shade. A sign
/// at each end says whose it is.
pub(super) fn bar(game: &Game, layout: BoardLayout, share: f64, look: &Look, buffer: &mut Buffer) {
    let (_, above, _, below) = layout.margins();
    let (top, bottom) = (layout.area.y + above, layout.area.bottom() - below);
    let has_numbers = matches!(layout.form, Form::Letters(_)) && layout.notation == Notation::Cell;
    let x = if has_numbers {
        layout.area.right()
    } else {
        layout.area.x
    };
    if bottom < top + SHORTEST || x >= buffer.area.right() {
        return;
    }
    let style = |side| match game.variant().family() {
        Family::Gravity => look.side(side),
        Family::Free | Family::Renju => Style::new(),
    };
    let rows = bottom - top - 2;
    let filled = (share * f64::from(rows) * 8.0).round() as usize;
    for (from_below, y) in (top + 1..bottom - 1).rev().enumerate() {
        let eighths = filled.saturating_sub(8 * from_below).min(8);
        let (glyph, side) = match (eighths, look.glyphs.ascii) {
            (0..4, true) => ('.', Side::Second),
            (_, true) => ('#', Side::First),
            (0, false) => ('░', Side::Second),
            (_, false) => (BLOCKS[eighths], Side::First),
        };
        put(buffer, x, y, glyph, style(side));
    }
    for (side, y) in [(Side::Second, top), (Side::First, bottom - 1)] {
        write(buffer, x, y, sign(side, look.glyphs), style(side));
    }
}

/// Rows of the shortest bar that says something.
const SHORTEST: u16 = 4;
