use image::Rgba;

use super::*;
use crate::board::crossings::{Look, TIERS};
use crate::board::gravity::tiers;
use crate::board::{Depth, Ground, Theme};

const CELL: CellSize = (10, 20);

fn palette() -> Palette {
    Palette::new(Theme::named("classic").unwrap(), Depth::True, Ground::Dark)
}

fn opaque(Rgb([red, green, blue]): Rgb) -> Rgba<u8> {
    Rgba([red, green, blue, 0xFF])
}

#[test]
fn the_centres_of_holes_have_the_colours_of_what_is_in_them() {
    let palette = palette();
    let colour = |role| opaque(palette.rgb(role).unwrap());
    let disc = |side, mark| (Hole::Disc(side, mark), Role::Disc(side, Shade::Plain));
    let cases = [
        (Hole::Empty, Role::Hole { lit: false }),
        disc(Side::First, Mark::Plain),
        disc(Side::Second, Mark::Plain),
        disc(Side::First, Mark::Won),
        (
            Hole::Disc(Side::First, Mark::Last),
            Role::LastMark(Side::First),
        ),
        (
            Hole::Disc(Side::Second, Mark::Aside),
            Role::Disc(Side::Second, Shade::Dim),
        ),
        (Hole::Landing(Side::First), Role::Hole { lit: false }),
    ];
    for tier in tiers(Depth::True) {
        let holes = cases.iter().map(|(hole, _)| *hole).collect();
        let drawn = Column::new(tier, tier.slot, holes);
        let image = column(&palette, tier, &drawn, CELL).unwrap();
        let rows = tier.slot + tier.rows(cases.len() as u16);
        assert_eq!(
            image.dimensions(),
            (u32::from(tier.width) * 10, u32::from(rows) * 20)
        );
        let (middle, top) = (u32::from(tier.width) * 5, u32::from(tier.slot) * 20);
        let pitch = u32::from(tier.halves) * 10;
        for (index, (hole, role)) in (0..).zip(cases) {
            let y = top + index * pitch + pitch / 2;
            assert_eq!(*image.get_pixel(middle, y), colour(role), "{hole:?}");
            let corner = *image.get_pixel(0, y - pitch / 2);
            assert_eq!(corner, colour(Role::Frame { lit: false }), "{hole:?}");
        }
        if tier.slot > 0 {
            assert_eq!(
                image.get_pixel(0, 0).0[3],
                0,
                "above the frame is the terminal"
            );
        }
    }
}

#[test]
fn a_falling_disc_is_seen_through_holes_and_a_waiting_one_above_the_frame() {
    let palette = palette();
    let tier = tiers(Depth::True).next().unwrap();
    let mut drawn = Column::new(tier, tier.slot, vec![Hole::Empty; 3]);
    let (middle, top) = (u32::from(tier.width) * 5, u32::from(tier.slot) * 20);
    let pitch = u32::from(tier.halves) * 10;
    let red = opaque(palette.rgb(Role::Disc(Side::First, Shade::Plain)).unwrap());
    drawn.falling = Some((Side::First, i32::from(tier.halves) * 100));
    let image = column(&palette, tier, &drawn, CELL).unwrap();
    // Half way between two holes: the frame hides its middle.
    let frame = opaque(palette.rgb(Role::Frame { lit: false }).unwrap());
    assert_eq!(*image.get_pixel(middle, top + pitch), frame);
    assert_eq!(*image.get_pixel(middle, top + pitch - pitch / 5), red);
    drawn.falling = None;
    drawn.waiting = Some(Side::First);
    let image = column(&palette, tier, &drawn, CELL).unwrap();
    assert_eq!(*image.get_pixel(middle, top - 5), red);
    let hole = opaque(palette.rgb(Role::Hole { lit: false }).unwrap());
    assert_eq!(*image.get_pixel(middle, top + pitch / 5), hole);
}

#[test]
fn the_centres_of_crossings_have_the_colours_of_their_stones() {
    let palette = palette();
    let stone = |side, look| Some((side, look));
    let part = |part| opaque(palette.of_part(part));
    let role = |role| opaque(palette.rgb(role).unwrap());
    for tier in TIERS {
        let stones = vec![
            (stone(Side::First, Look::Plain), Mark::Plain),
            (stone(Side::Second, Look::Plain), Mark::Plain),
            (stone(Side::First, Look::Plain), Mark::Last),
            (stone(Side::Second, Look::Plain), Mark::Won),
            (stone(Side::First, Look::Aside), Mark::Aside),
            (stone(Side::Second, Look::Ghost), Mark::Plain),
            (None, Mark::Plain),
            (None, Mark::Plain),
            (None, Mark::Plain),
        ];
        let board = Crossings {
            tier,
            stones,
            size: (3, 3),
            cursor: Some((0, 2)),
            forbidden: vec![(1, 2)],
            stars: vec![(2, 2)],
        };
        let image = crossings(&palette, &board, CELL).unwrap();
        let (columns, rows) = board.cells();
        assert_eq!(
            image.dimensions(),
            (u32::from(columns) * 10, u32::from(rows) * 20)
        );
        let (around, above) = Crossings::reach(tier);
        let at = |column: u16, row: u16| {
            let x = (around + column * tier.across) * 10 + 5;
            let y = (above + row * tier.down) * 20 + 10;
            *image.get_pixel(u32::from(x), u32::from(y))
        };
        assert_eq!(at(0, 0), part(Part::Black), "{tier:?}");
        assert_eq!(at(1, 0), part(Part::White), "{tier:?}");
        assert_eq!(at(2, 0), part(Part::BlackMark), "{tier:?}");
        assert_eq!(at(0, 1), part(Part::WhiteWin), "{tier:?}");
        assert_eq!(
            at(1, 1),
            role(Role::Stone(Side::First, Shade::Dim)),
            "{tier:?}"
        );
        assert_eq!(
            at(2, 1),
            role(Role::Stone(Side::Second, Shade::Ghost)),
            "{tier:?}"
        );
        assert_eq!(at(1, 2), part(Part::Forbidden), "{tier:?}");
        assert_eq!(at(2, 2), part(Part::Line), "{tier:?}");
        assert_eq!(*image.get_pixel(0, 0), part(Part::Wood), "{tier:?}");
    }
}
