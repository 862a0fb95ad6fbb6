//! The board as an image over its characters, where the terminal shows images.

use protocol::game::Game;
use protocol::square::Square;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::crossings::Board;
use super::gravity::{self, Place};
use super::{BoardLayout, Marks};
use crate::board::crossings::is_star;
use crate::board::{Crossings, Look};

/// Asks for the image of a frame with holes: one for each column, from the slot to the last hole.
pub(super) fn holes(
    game: &Game,
    layout: BoardLayout,
    place: Place,
    marks: Marks<'_>,
    look: &Look,
    buffer: &Buffer,
) {
    let Some(pictures) = look.pictures() else {
        return;
    };
    for index in 0..layout.shape.columns {
        let column = gravity::column(game, layout, place, marks, index);
        let height = place.slot + place.tier.rows(u16::from(layout.shape.rows));
        let area = Rect {
            x: layout.origin().x + u16::from(index) * place.tier.width,
            y: layout.area.y,
            width: place.tier.width,
            height,
        };
        if let Some(image) = look.column_image(place.tier, &column) {
            pictures.place(&image, area, height, buffer);
        }
    }
}

/// Asks for the image of a board with crossings, without its coordinates. A part of a board stays characters.
pub(super) fn crossings(board: &Board<'_>, buffer: &Buffer) {
    let (layout, tier) = (board.layout, board.tier);
    let Some(pictures) = board.look.pictures() else {
        return;
    };
    if layout.cut() != (false, false, false, false) {
        return;
    }
    let squares: Vec<((u16, u16), Square)> = layout.squares().collect();
    let place = |wanted: &dyn Fn(Square) -> bool| -> Vec<(u16, u16)> {
        let places = squares.iter().filter(|(_, square)| wanted(*square));
        places.map(|(at, _)| *at).collect()
    };
    let shape = layout.shape;
    let crossings = Crossings {
        tier,
        stones: squares
            .iter()
            .map(|&((column, from_top), square)| {
                let stone = board.stone(i32::from(column), i32::from(from_top));
                (stone, board.marks.on(square))
            })
            .collect(),
        size: (u16::from(shape.columns), u16::from(shape.rows)),
        cursor: board
            .marks
            .cursor
            .and_then(|(cursor, _)| place(&|square| square == cursor).first().copied()),
        forbidden: place(&|square| {
            board.game.cell(square).is_none() && board.marks.is_forbidden(square)
        }),
        stars: place(&|square| is_star(shape.columns, shape.rows, square.column(), square.row())),
    };
    let (around, above) = Crossings::reach(tier);
    let (width, height) = crossings.cells();
    let origin = layout.origin();
    let area = Rect {
        x: origin.x - around,
        y: origin.y - above,
        width,
        height,
    };
    if let Some(image) = board.look.crossings_image(&crossings) {
        pictures.place(&image, area, tier.down, buffer);
    }
}

#[cfg(test)]
mod tests;
