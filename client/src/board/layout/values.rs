//! What is told of a position beside a board: the values of its columns, and a bar that shows who stands better.

use protocol::analysis::ColumnValue;
use protocol::game::Game;
use protocol::rules::Notation;
use protocol::side::Side;
use ratatui::buffer::Buffer;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

use super::{BoardLayout, Form, put, write};
use crate::board::{Depth, Look, Part, sign};

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

/// Draws a bar left of a frame, in the wood of a board with stones, or right of one in characters: from below the part
/// of the first side, whose chance is `share` of 1, and above it that of the second. Without colours for both, a sign
/// at each end says whose it is.
pub(super) fn bar(game: &Game, layout: BoardLayout, share: f64, look: &Look, buffer: &mut Buffer) {
    let (_, above, _, below) = layout.margins();
    let (mut top, mut bottom) = (layout.area.y + above, layout.area.bottom() - below);
    let x = match (layout.form, layout.notation) {
        (Form::Crossings(_), _) if layout.bar > 0 => layout.area.right() - 2,
        (Form::Letters(_), Notation::Cell) => layout.area.right(),
        _ => layout.area.x,
    };
    if bottom < top + SHORTEST || x >= buffer.area.right() {
        return;
    }
    let is_wood = matches!(layout.form, Form::Crossings(_));
    let (is_ascii, is_mono) = (look.glyphs.ascii, look.depth() == Depth::Mono);
    let (style, rest) = match (is_wood, is_ascii) {
        (true, _) if look.is_printed() => (look.wood(), '│'),
        (_, true) => (Style::new(), '.'),
        (false, false) if is_mono => (Style::new(), '░'),
        (_, false) => (look.both_sides(game.variant()), ' '),
    };
    if is_ascii || is_mono && !is_wood {
        for (side, y) in [(Side::Second, top), (Side::First, bottom - 1)] {
            write(buffer, x, y, sign(side, look.glyphs), style);
        }
        (top, bottom) = (top + 1, bottom - 1);
    }
    let filled = (share * f64::from(bottom - top) * 8.0).round() as usize;
    for (from_below, y) in (top..bottom).rev().enumerate() {
        let glyph = match filled.saturating_sub(8 * from_below).min(8) {
            0 => rest,
            1..4 if is_ascii => rest,
            _ if is_ascii => '#',
            eighths => BLOCKS[eighths],
        };
        put(buffer, x, y, glyph, style);
    }
}

/// Rows of the shortest bar that says something.
const SHORTEST: u16 = 4;
