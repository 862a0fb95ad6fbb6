//! A frame with holes on the screen: columns, rails, base with the numbers, feet with the values.

use protocol::game::Game;
use protocol::square::Square;
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::{BoardLayout, Marks, put, write};
use crate::board::gravity::{Column, Hole, Mark, Tier};
use crate::board::{Depth, Look, Part, fall};

/// The size of a frame and the rows around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) tier: Tier,
    pub(super) slot: u16,
    pub(super) feet: u16,
}

pub(super) fn draw(
    game: &Game,
    layout: BoardLayout,
    place: Place,
    marks: Marks<'_>,
    look: &Look,
    buffer: &mut Buffer,
) {
    let aimed = marks.cursor.map(|(square, _)| square.column());
    for index in 0..layout.shape.columns {
        let column = column(game, layout, place, marks, index);
        let x = layout.origin().x + u16::from(index) * place.tier.width;
        if place.tier.is_character() {
            characters(&column, x, layout.area.y, look, buffer);
            continue;
        }
        let cells = look.column(place.tier, &column);
        let places = (layout.area.y..).flat_map(|y| (x..x + place.tier.width).map(move |x| (x, y)));
        for (&(glyph, style), (x, y)) in cells.iter().zip(places) {
            put(buffer, x, y, glyph, style);
        }
        if look.depth() == Depth::Mono {
            dots(&column, place, x, layout.area.y, buffer);
        }
    }
    if look.depth() == Depth::Mono {
        thin_frame(layout, place, buffer);
    } else {
        let has_feet = place.feet > 0 && marks.values.is_none();
        slab(layout, place, has_feet, look, buffer);
    }
    numbers(game, layout, place, aimed, look, buffer);
}

/// A column of the board with its marks.
pub(super) fn column(
    game: &Game,
    layout: BoardLayout,
    place: Place,
    marks: Marks<'_>,
    index: u8,
) -> Column {
    let falling = marks.fall.filter(|(fall, _)| fall.square.column() == index);
    let cursor = marks.cursor.filter(|(square, _)| square.column() == index);
    let ghost = marks.ghost(game);
    let landing = ghost.filter(|(square, _)| square.column() == index);
    let hole = |from_top: u8| {
        let row = layout.shape.rows - 1 - from_top;
        let Some(square) = Square::new(index, row) else {
            return Hole::Empty;
        };
        match game.cell(square) {
            Some(_) if falling.is_some_and(|(fall, _)| fall.square == square) => Hole::Empty,
            Some(side) => Hole::Disc(side, marks.on(square)),
            None => match landing {
                Some((landing, side)) if landing == square => Hole::Landing(side),
                _ => Hole::Empty,
            },
        }
    };
    let holes = (0..layout.shape.rows).map(hole).collect();
    let mut column = Column::new(place.tier, place.slot, holes);
    column.lit = cursor.is_some();
    column.waiting = landing.map(|(_, side)| side).filter(|_| falling.is_none());
    column.falling = falling.map(|(fall, picture)| {
        let from_top = u16::from(layout.shape.rows - 1 - fall.square.row());
        (fall.side, fall::centre(place.tier, from_top, picture))
    });
    column
}

/// The frame's rails with the upper corners cut, the base and the feet.
fn slab(layout: BoardLayout, place: Place, has_feet: bool, look: &Look, buffer: &mut Buffer) {
    let Place { tier, slot, .. } = place;
    let (left, right) = (layout.area.x + 1, layout.area.right());
    let top = layout.area.y + slot;
    let rows = tier.rows(u16::from(layout.shape.rows));
    let (rail, base) = (look.paper(Part::Rail), look.paper(Part::Base));
    for y in top..top + rows {
        for x in (left..left + tier.rail).chain(right - tier.rail..right) {
            put(buffer, x, y, ' ', rail);
        }
    }
    if tier.rail > 1 {
        let corner = look.ink(Part::Rail).reversed();
        put(buffer, left, top, '▘', corner);
        put(buffer, right - 1, top, '▝', corner);
    }
    for x in left..right {
        put(buffer, x, top + rows, ' ', base);
    }
    // Values stand in their row.
    if has_feet && tier.rail > 1 {
        let foot = look.ink(Part::Base);
        for x in (left..left + 3).chain(right - 3..right) {
            put(buffer, x, top + rows + 1, '▀', foot);
        }
    }
}

/// The frame without colours: heavy lines.
fn thin_frame(layout: BoardLayout, place: Place, buffer: &mut Buffer) {
    let (left, right) = (layout.origin().x - 1, layout.area.right() - place.tier.rail);
    let top = layout.area.y + place.slot;
    let bottom = top + place.tier.rows(u16::from(layout.shape.rows));
    let style = Style::new().dim();
    for y in top..bottom {
        put(buffer, left, y, '┃', style);
        put(buffer, right, y, '┃', style);
    }
    put(buffer, left, bottom, '┗', style);
    put(buffer, right, bottom, '┛', style);
    for x in left + 1..right {
        put(buffer, x, bottom, '━', style);
    }
}

/// A dot in each empty hole, where no frame shows it.
fn dots(column: &Column, place: Place, x: u16, y: u16, buffer: &mut Buffer) {
    for (from_top, hole) in (0..).zip(&column.holes) {
        if *hole == Hole::Empty && column.falling.is_none() {
            let middle = place.tier.rows(1).saturating_sub(1) / 2;
            let row = y + place.slot + place.tier.rows(from_top) + middle;
            let x = x + (place.tier.width - 1) / 2;
            put(buffer, x, row, '·', Style::new().dim());
        }
    }
}

/// A column of one character for each hole.
fn characters(column: &Column, x: u16, y: u16, look: &Look, buffer: &mut Buffer) {
    let sign = |side| crate::board::sign(side, look.glyphs);
    let (plain, bold) = (Style::new(), Style::new().bold());
    let above = if column.waiting.is_some() {
        " ▼ "
    } else {
        "   "
    };
    write(buffer, x, y, above, bold);
    for (y, hole) in (y + 1..).zip(&column.holes) {
        let (text, style) = match *hole {
            Hole::Empty => (" · ".to_owned(), plain.dim()),
            Hole::Landing(_) => (" ◌ ".to_owned(), plain),
            Hole::Disc(side, Mark::Last) => (format!("›{}‹", sign(side)), bold),
            Hole::Disc(side, Mark::Won) => (format!("[{}]", sign(side)), bold.reversed()),
            Hole::Disc(side, Mark::Aside) => (format!(" {} ", sign(side)), plain.dim()),
            Hole::Disc(side, Mark::Plain) => (format!(" {} ", sign(side)), bold),
        };
        write(buffer, x, y, &text, style);
    }
}

/// The numbers of the columns on the base; that of the aimed one stands out.
fn numbers(
    game: &Game,
    layout: BoardLayout,
    place: Place,
    aimed: Option<u8>,
    look: &Look,
    buffer: &mut Buffer,
) {
    let rows = place.tier.rows(u16::from(layout.shape.rows));
    let width = usize::from(place.tier.width);
    let is_mono = look.depth() == Depth::Mono;
    let below = u16::from(place.tier.is_character());
    let y = layout.area.y + place.slot + rows + below;
    for index in 0..layout.shape.columns {
        let Some(square) = Square::new(index, 0) else {
            continue;
        };
        let is_aimed = aimed == Some(index);
        let style = match (is_mono, is_aimed) {
            (true, false) => Style::new().bold(),
            (true, true) => Style::new().bold().reversed(),
            (false, false) => look.ink(Part::Number).patch(look.paper(Part::Base)).bold(),
            (false, true) => look
                .ink(Part::NumberLit)
                .patch(look.paper(Part::Lit))
                .bold(),
        };
        let name = game.write_move(square);
        let x = layout.origin().x + u16::from(index) * place.tier.width;
        if is_mono {
            // The line of the frame goes on beside the number.
            let before = (width - name.len()) / 2;
            write(buffer, x + before as u16, y, &name, style);
        } else {
            write(buffer, x, y, &format!("{name:^width$}"), style);
        }
    }
}
