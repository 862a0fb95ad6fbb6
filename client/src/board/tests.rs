//! Contrasts of every theme, computed: what cannot be told apart is found here and not by a player.

use protocol::side::Side;
use ratatui::style::Color;

use super::colour::{Rgb, distance, oklab};
use super::palette::Palette;
use super::role::{Role, Shade};
use super::theme::Part;
use super::{Depth, Ground, Theme};

/// The colours of all themes in a depth, on both grounds.
fn palettes(depth: Depth) -> impl Iterator<Item = (String, Palette)> {
    Theme::names().into_iter().flat_map(move |name| {
        [Ground::Dark, Ground::Light].map(|ground| {
            let theme = Theme::named(name).unwrap();
            let palette = Palette::new(theme, depth, ground);
            (format!("{name}, {depth:?}, {ground:?}"), palette)
        })
    })
}

/// Pairs that must differ by brightness: what an eye without colours tells apart.
const PAIRS: [(Part, Part); 17] = [
    (Part::First, Part::Frame),
    (Part::Second, Part::Frame),
    (Part::First, Part::Second),
    (Part::FirstMark, Part::First),
    (Part::SecondMark, Part::Second),
    (Part::Win, Part::Frame),
    (Part::Black, Part::Wood),
    (Part::White, Part::Wood),
    (Part::BlackMark, Part::Black),
    (Part::WhiteMark, Part::White),
    (Part::BlackWin, Part::Black),
    (Part::WhiteWin, Part::White),
    (Part::Cursor, Part::Wood),
    (Part::Forbidden, Part::Wood),
    (Part::Coordinate, Part::Wood),
    (Part::NumberLit, Part::Lit),
    (Part::Number, Part::Base),
];

#[test]
fn sides_frame_wood_and_marks_have_a_contrast_of_three() {
    let mut weak = Vec::new();
    for depth in [Depth::True, Depth::Indexed] {
        for (name, palette) in palettes(depth) {
            for (one, two) in PAIRS {
                let contrast = palette.of_part(one).contrast(palette.of_part(two));
                if contrast < 3.0 {
                    weak.push(format!("{name}: {one:?} on {two:?} {contrast:.2}"));
                }
            }
        }
    }
    assert_eq!(weak, Vec::<String>::new());
}

/// A stone that is not played yet is seen where it would come to lie, also in a column that is lit.
#[test]
fn a_ghost_differs_from_what_is_below_it() {
    let mut weak = Vec::new();
    for depth in [Depth::True, Depth::Indexed] {
        for (name, palette) in palettes(depth) {
            let lit = Role::Hole { lit: true };
            for side in Side::BOTH {
                for (ghost, below) in [
                    (Role::Disc(side, Shade::Ghost), lit),
                    (Role::Disc(side, Shade::Ghost), Role::Hole { lit: false }),
                    (Role::Stone(side, Shade::Ghost), Role::Wood),
                ] {
                    let seen = |role| match palette.colour(role) {
                        Some(Color::Indexed(index)) => Rgb::from_xterm(index),
                        Some(Color::Rgb(red, green, blue)) => Rgb([red, green, blue]),
                        other => panic!("{other:?}"),
                    };
                    let contrast = seen(ghost).contrast(seen(below));
                    if contrast < GHOST {
                        weak.push(format!("{name}: {ghost:?} on {below:?} {contrast:.2}"));
                    }
                }
            }
        }
    }
    assert_eq!(weak, Vec::<String>::new());
}

/// The least contrast of a ghost.
const GHOST: f32 = 1.7;

#[test]
fn lines_are_seen_where_all_colours_are() {
    for (name, palette) in palettes(Depth::True) {
        let contrast = palette
            .of_part(Part::Line)
            .contrast(palette.of_part(Part::Wood));
        assert!(contrast >= 3.0, "{name}: {contrast:.2}");
    }
}

#[test]
fn text_has_a_contrast_of_four_and_a_half() {
    for depth in [Depth::True, Depth::Indexed] {
        for (name, palette) in palettes(depth) {
            let ground = match palette.ground() {
                Ground::Dark => Rgb([0x18, 0x18, 0x1C]),
                Ground::Light => Rgb::WHITE,
            };
            let sides = Side::BOTH.map(|side| match side {
                Side::First => palette.legible(palette.of_part(Part::First)),
                Side::Second => palette.legible(palette.of_part(Part::Second)),
            });
            let texts = [palette.of_part(Part::Muted), palette.of_part(Part::Turn)];
            for text in texts.into_iter().chain(sides) {
                let contrast = text.contrast(ground);
                assert!(contrast >= 4.5, "{name}: {text:?} {contrast:.2}");
            }
            let number = palette
                .of_part(Part::Number)
                .contrast(palette.of_part(Part::Base));
            assert!(number >= 4.5, "{name}: numbers {number:.2}");
        }
    }
}

/// Colours as three kinds of colour-blind eyes see them, by a matrix on the light of the channels.
///
/// Source: G. Machado and others, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009,
/// severity 1.
const BLINDNESS: [(&str, [[f32; 3]; 3]); 3] = [
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_82, 0.042_94, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_9],
        ],
    ),
];

#[test]
fn sides_stay_apart_for_colour_blind_eyes() {
    for (name, palette) in palettes(Depth::True) {
        for (kind, matrix) in BLINDNESS {
            let seen = |part| {
                let light = palette.of_part(part).linear();
                let row = |row: [f32; 3]| {
                    let sum: f32 = row.into_iter().zip(light).map(|(a, b)| a * b).sum();
                    sum.clamp(0.0, 1.0)
                };
                oklab(matrix.map(row))
            };
            for (one, two) in [(Part::First, Part::Second), (Part::First, Part::Frame)] {
                let far = distance(seen(one), seen(two));
                assert!(far >= 20.0, "{name}, {kind}: {one:?} and {two:?} {far:.1}");
            }
        }
    }
}

/// Sixteen colours are the terminal's own, so no contrast can be computed: shapes differ (see `board/layout/tests.rs`),
/// and no two parts that touch have one index.
#[test]
fn sixteen_colours_are_different_ones() {
    for (name, palette) in palettes(Depth::Sixteen) {
        for (one, two) in PAIRS {
            // There is no wood, and what lies on it lies on the ground.
            if two == Part::Wood || matches!(one, Part::BlackWin | Part::WhiteWin) {
                continue;
            }
            let (one_colour, two_colour) = (palette.part(one), palette.part(two));
            assert_ne!(one_colour, two_colour, "{name}: {one:?} on {two:?}");
        }
    }
}
