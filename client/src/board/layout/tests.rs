//! The boards cell by cell, with their styles, in every size, depth of colour and theme.

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::{ForbiddenKind, ForbiddenPoint};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::board::{Depth, Glyphs, Ground, Part, Theme};

mod marks;

const DEPTHS: [Depth; 4] = [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True];

/// Areas in which a board of 7 x 6 holes has each of its sizes, and one of 15 x 15 crossings.
const FRAMES: [(u16, u16); 4] = [(24, 10), (48, 22), (62, 29), (76, 36)];
const BOARDS: [(u16, u16); 3] = [(35, 16), (67, 31), (95, 45)];

fn look(theme: &str, depth: Depth, ground: Ground) -> Look {
    let theme = Theme::named(theme).unwrap();
    Look::new(Glyphs { ascii: false }, theme, depth, ground)
}

/// The variants with the sizes to try. Shapes are the same in every theme, so all sizes are tried in the first alone.
fn sizes(name: &str) -> Vec<(&'static str, (u16, u16))> {
    let most = if name.starts_with("classic") { 4 } else { 2 };
    let frames = FRAMES.into_iter().take(most);
    let boards = BOARDS.into_iter().take(most);
    frames
        .map(|size| ("connect-four", size))
        .chain(boards.map(|size| ("gomoku-15", size)))
        .collect()
}

/// Every theme in every depth, on the ground where it is at home, and the first theme on both.
fn looks() -> impl Iterator<Item = (String, Look)> {
    let themes = Theme::names().into_iter().flat_map(|theme| {
        let grounds: &[Ground] = match theme {
            "classic" => &[Ground::Dark, Ground::Light],
            "paper" => &[Ground::Light],
            _ => &[Ground::Dark],
        };
        grounds.iter().map(move |&ground| (theme, ground))
    });
    themes.flat_map(|(theme, ground)| {
        DEPTHS.map(|depth| {
            let name = format!("{theme}, {depth:?}, {ground:?}");
            (name, look(theme, depth, ground))
        })
    })
}

fn game(variant: &str, moves: &str) -> Game {
    let mut game = Game::new(Variant::named(variant).unwrap());
    for text in moves.split_whitespace() {
        game.play(game.read_move(text).unwrap()).unwrap();
    }
    game
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

const NO_MARKS: Marks<'_> = Marks {
    line: &[],
    last: None,
    cursor: None,
    planned: None,
    forbidden: &[],
    fall: None,
    values: None,
    share: None,
};

fn drawn(game: &Game, look: &Look, marks: Marks<'_>, size: (u16, u16)) -> (BoardLayout, Buffer) {
    let area = Rect::new(0, 0, size.0, size.1);
    let layout = BoardLayout::new(game.variant(), look, area, false).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    terminal
        .draw(|frame| draw(game, layout, marks, look, frame))
        .unwrap();
    (layout, terminal.backend().buffer().clone())
}

/// The cells of a square: of its tile, or those around its crossing.
fn tile(layout: BoardLayout, at: Square) -> Vec<Position> {
    let (column, from_top) = (
        u16::from(at.column()),
        u16::from(layout.shape.rows - 1 - at.row()),
    );
    let origin = layout.origin();
    match layout.form {
        Form::Holes { tier, .. } => {
            let (left, top) = (
                origin.x + column * tier.width,
                origin.y + from_top * tier.halves / 2,
            );
            let bottom = origin.y + ((from_top + 1) * tier.halves).div_ceil(2);
            (top..bottom)
                .flat_map(|y| (left..left + tier.width).map(move |x| Position::new(x, y)))
                .collect()
        }
        Form::Crossings(tier) => {
            let (x, y) = (
                origin.x + column * tier.across,
                origin.y + from_top * tier.down,
            );
            let rows = if tier.is_character() {
                y..y + 1
            } else {
                y - 1..y + 2
            };
            let (left, right) = (x - tier.across / 2, x + tier.across / 2);
            rows.flat_map(|y| (left..=right).map(move |x| Position::new(x, y)))
                .collect()
        }
        Form::Letters(_) => Vec::new(),
    }
}

/// The cell in the middle of a square.
fn centre(layout: BoardLayout, at: Square) -> Position {
    let cells = tile(layout, at);
    let (first, last) = (cells[0], cells[cells.len() - 1]);
    Position::new(
        u16::midpoint(first.x, last.x),
        u16::midpoint(first.y, last.y),
    )
}

fn cells<'b>(buffer: &'b Buffer, places: &[Position]) -> Vec<&'b Cell> {
    places.iter().map(|&at| buffer.cell(at).unwrap()).collect()
}

/// The colour that fills a cell.
fn fill(cell: &Cell) -> Option<Color> {
    match (cell.symbol(), cell.modifier.contains(Modifier::REVERSED)) {
        (" ", false) => Some(cell.bg),
        ("█", false) | (" ", true) => Some(cell.fg),
        _ => None,
    }
}

/// The contents of d1, or of h8 on a board with crossings, each with its name.
fn contents(look: &Look, variant: &str, size: (u16, u16)) -> Vec<(String, Vec<Cell>)> {
    let is_gravity = variant == "connect-four";
    let (here, there, other) = if is_gravity {
        ("d1", "a1", "g1")
    } else {
        ("h8", "a1", "o1")
    };
    let written = |name: &str| {
        if is_gravity {
            let column = square(name).column() + 1;
            column.to_string()
        } else {
            name.to_owned()
        }
    };
    let (here_move, there_move) = (written(here), written(there));
    let (at, aside) = (square(here), [square(other)]);
    let line = [at];
    let empty = game(variant, "");
    let forbidden = [ForbiddenPoint {
        square: at,
        kind: ForbiddenKind::DoubleThree,
    }];
    let mut all = vec![("empty".to_owned(), empty.clone(), NO_MARKS)];
    let sides = [
        (Side::First, game(variant, &here_move)),
        (
            Side::Second,
            game(variant, &format!("{there_move} {here_move}")),
        ),
    ];
    for (side, game) in sides {
        for (mark, marks) in [
            ("plain", NO_MARKS),
            (
                "last",
                Marks {
                    last: Some(at),
                    ..NO_MARKS
                },
            ),
            (
                "won",
                Marks {
                    line: &line,
                    ..NO_MARKS
                },
            ),
            (
                "aside",
                Marks {
                    line: &aside,
                    ..NO_MARKS
                },
            ),
        ] {
            all.push((format!("{side:?} {mark}"), game.clone(), marks));
        }
    }
    for side in Side::BOTH {
        let marks = Marks {
            cursor: Some((at, side)),
            ..NO_MARKS
        };
        all.push((format!("{side:?} ghost"), empty.clone(), marks));
    }
    if !is_gravity {
        let marks = Marks {
            forbidden: &forbidden,
            ..NO_MARKS
        };
        all.push(("forbidden".to_owned(), empty, marks));
    }
    all.into_iter()
        .map(|(name, game, marks)| {
            let (layout, buffer) = drawn(&game, look, marks, size);
            let cells = cells(&buffer, &tile(layout, at));
            (name, cells.into_iter().cloned().collect())
        })
        .collect()
}

/// Names that only colours, or only the side to move, tell apart.
fn may_look_alike(depth: Depth, one: &str, two: &str) -> bool {
    let are = |end: &str| one.ends_with(end) && two.ends_with(end);
    // A ghost in print is the mover's, who is named beside the board.
    let ghosts = matches!(depth, Depth::Mono | Depth::Sixteen) && are("ghost");
    // Beside a win a stone keeps its shape; only its brightness goes.
    let brightness = |one: &str, two: &str| {
        depth == Depth::Mono
            && one.ends_with("aside")
            && two.ends_with("plain")
            && one.split(' ').next() == two.split(' ').next()
    };
    ghosts || brightness(one, two) || brightness(two, one)
}

#[test]
fn contents_differ_by_shape_alone_without_colours_and_by_style_with_them() {
    let shapes = |cells: &[Cell]| -> Vec<String> {
        let turned = |cell: &Cell| cell.modifier.contains(Modifier::REVERSED);
        let shape = |cell: &Cell| format!("{}{}", cell.symbol(), u8::from(turned(cell)));
        cells.iter().map(shape).collect()
    };
    for (name, look) in looks() {
        for (variant, size) in sizes(&name) {
            let all = contents(&look, variant, size);
            for (index, (one, one_cells)) in all.iter().enumerate() {
                for (two, two_cells) in &all[..index] {
                    if may_look_alike(look.depth(), one, two) {
                        continue;
                    }
                    let are_alike = match look.depth() {
                        Depth::Mono => shapes(one_cells) == shapes(two_cells),
                        _ => one_cells == two_cells,
                    };
                    assert!(!are_alike, "{name}, {size:?}: {one} and {two}");
                }
            }
        }
    }
}

#[test]
fn sixteen_colours_tell_the_sides_apart_by_shape() {
    let look = look("classic", Depth::Sixteen, Ground::Dark);
    for (variant, size) in sizes("classic") {
        let all = contents(&look, variant, size);
        let find = |name: &str| &all.iter().find(|(known, _)| known == name).unwrap().1;
        // The pattern of equal colours, whatever these are.
        let pattern = |cells: &[Cell]| -> Vec<(String, usize, usize)> {
            let mut seen = Vec::new();
            let mut number = |colour: Color| {
                seen.iter()
                    .position(|known| *known == colour)
                    .unwrap_or_else(|| {
                        seen.push(colour);
                        seen.len() - 1
                    })
            };
            cells
                .iter()
                .map(|cell| (cell.symbol().to_owned(), number(cell.fg), number(cell.bg)))
                .collect()
        };
        let (first, second) = (find("First plain"), find("Second plain"));
        assert_ne!(pattern(first), pattern(second), "{variant} {size:?}");
    }
}

#[test]
fn stones_are_never_dim_but_beside_a_win() {
    for (name, look) in looks().filter(|(name, _)| name.starts_with("classic")) {
        for (variant, size) in sizes(&name) {
            for (content, cells) in contents(&look, variant, size) {
                let is_stone = content.contains("First") || content.contains("Second");
                if !is_stone || content.ends_with("aside") {
                    continue;
                }
                let is_dim = |cell: &&Cell| cell.modifier.contains(Modifier::DIM);
                let lines = ["─", "│", "┼", "·"];
                let dim: Vec<_> = cells.iter().filter(is_dim).collect();
                let only_lines = dim.iter().all(|cell| lines.contains(&cell.symbol()));
                assert!(only_lines, "{name}, {size:?}: {content} {dim:?}");
            }
        }
    }
}

#[test]
fn the_middle_has_exactly_the_colour_of_the_theme() {
    for (name, look) in looks() {
        if look.depth() == Depth::Mono {
            continue;
        }
        let colour = |part| look.ink(part).fg.unwrap();
        let game = game("connect-four", "1 2");
        for size in FRAMES
            .into_iter()
            .take(if name.starts_with("classic") { 4 } else { 2 })
        {
            let (layout, buffer) = drawn(&game, &look, NO_MARKS, size);
            let has = |at: &str, part| {
                let places = tile(layout, square(at));
                let cells = cells(&buffer, &places);
                cells.iter().any(|cell| {
                    fill(cell) == Some(colour(part)) || cell.fg == colour(part) && size.0 == 24
                })
            };
            assert!(has("a1", Part::First), "{name}, {size:?}");
            assert!(has("b1", Part::Second), "{name}, {size:?}");
            assert!(has("c1", Part::Hole), "{name}, {size:?}");
            if size.0 == 24 {
                continue;
            }
            let middle = buffer.cell(centre(layout, square("a1"))).unwrap();
            assert_eq!(fill(middle), Some(colour(Part::First)), "{name}, {size:?}");
            // The corner of a tile is frame.
            let corner = tile(layout, square("d3"))[0];
            let corner = buffer.cell(corner).unwrap();
            assert_eq!(fill(corner), Some(colour(Part::Frame)), "{name}, {size:?}");
        }
        if look.depth() == Depth::Sixteen {
            continue;
        }
        let game = self::game("gomoku-15", "h8 a1");
        for size in BOARDS {
            let (layout, buffer) = drawn(&game, &look, NO_MARKS, size);
            for (at, part) in [("h8", Part::Black), ("a1", Part::White)] {
                let cell = buffer.cell(centre(layout, square(at))).unwrap();
                let colour = colour(part);
                let is_there =
                    fill(cell) == Some(colour) || cell.symbol() == "●" && cell.fg == colour;
                assert!(is_there, "{name}, {size:?}: {at} {cell:?}");
            }
            let cell = buffer.cell(centre(layout, square("c10"))).unwrap();
            assert_eq!(
                (cell.symbol(), cell.bg),
                ("┼", colour(Part::Wood)),
                "{name}"
            );
        }
    }
}

#[test]
fn a_depth_has_only_its_own_colours_and_glyphs() {
    const GLYPHS: &str = " █▀▄▌▐▖▗▘▝▙▛▜▟▚▞▁▂▃▅▆▇━┃┗┛┏┓─│┼┌┬┐├┤└┴┘●○◉◌◆•·×←↑→↓▼›‹[]";
    let forbidden = [ForbiddenPoint {
        square: square("e9"),
        kind: ForbiddenKind::DoubleThree,
    }];
    for (name, look) in looks() {
        let frame = game("connect-four", "4 4 5 5 6 1");
        let board = game("gomoku-15", "h8 i7 f8 g8 g7 h6 f6 e5 g5");
        for (game, sizes, cursor) in [(&frame, &FRAMES[..], "g1"), (&board, &BOARDS[..], "h7")] {
            let marks = Marks {
                last: game.plies().last().copied(),
                cursor: Some((square(cursor), game.side_to_move())),
                forbidden: &forbidden,
                ..NO_MARKS
            };
            let most = if name.starts_with("classic") { 4 } else { 2 };
            for &size in sizes.iter().take(most) {
                let (_, buffer) = drawn(game, &look, marks, size);
                for cell in buffer.content() {
                    let symbol = cell.symbol();
                    let is_label = symbol.chars().all(|glyph| glyph.is_ascii_alphanumeric());
                    assert!(is_label || GLYPHS.contains(symbol), "{name}: {symbol}");
                    assert_eq!(symbol.width(), 1, "{name}: {symbol}");
                    for colour in [cell.fg, cell.bg] {
                        let belongs = match (look.depth(), colour) {
                            (_, Color::Reset) => true,
                            (Depth::Mono, _) => false,
                            (Depth::Sixteen, colour) => {
                                !matches!(colour, Color::Rgb(..) | Color::Indexed(_))
                            }
                            (Depth::Indexed, colour) => matches!(colour, Color::Indexed(_)),
                            (Depth::True, colour) => matches!(colour, Color::Rgb(..)),
                        };
                        assert!(belongs, "{name}, {size:?}: {colour:?}");
                    }
                }
            }
        }
    }
}

/// The colours of a cell in eighths from the top, each left and right.
fn raster(cell: &Cell) -> Vec<[Color; 2]> {
    let is_turned = cell.modifier.contains(Modifier::REVERSED);
    let (ink, paper) = if is_turned {
        (cell.bg, cell.fg)
    } else {
        (cell.fg, cell.bg)
    };
    let at = |right: bool, eighth: u8| {
        let lower = eighth >= 4;
        match cell.symbol().chars().next().unwrap() {
            '█' => true,
            '▀' => !lower,
            '▄' => lower,
            '▌' => !right,
            '▐' => right,
            '▖' => lower && !right,
            '▗' => lower && right,
            '▘' => !lower && !right,
            '▝' => !lower && right,
            '▙' => lower || !right,
            '▟' => lower || right,
            '▛' => !lower || !right,
            '▜' => !lower || right,
            '▚' => lower == right,
            '▞' => lower != right,
            '▁' => eighth >= 7,
            '▂' => eighth >= 6,
            '▃' => eighth >= 5,
            '▅' => eighth >= 3,
            '▆' => eighth >= 2,
            '▇' => eighth >= 1,
            _ => false,
        }
    };
    (0..8)
        .map(|eighth| [false, true].map(|right| if at(right, eighth) { ink } else { paper }))
        .collect()
}

#[test]
fn holes_are_the_same_from_both_sides() {
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        let look = look("classic", depth, Ground::Dark);
        for size in FRAMES {
            let (layout, buffer) = drawn(&game("connect-four", ""), &look, NO_MARKS, size);
            let Form::Holes { tier, .. } = layout.form else {
                panic!("no frame")
            };
            let places = tile(layout, square("d4"));
            for row in places.chunks(usize::from(tier.width)) {
                let row = cells(&buffer, row);
                for (one, two) in row.iter().zip(row.iter().rev()) {
                    let mirrored = |[left, right]: [_; 2]| [right, left];
                    let two: Vec<_> = raster(two).into_iter().map(mirrored).collect();
                    assert_eq!(raster(one), two, "{depth:?} {size:?}");
                }
            }
        }
    }
}

#[test]
fn a_stone_of_white_is_seen_where_black_may_not_play() {
    let game = game("renju", "h8 a1 h9 a3 g7 a5 f7 a7");
    let at = square("h7");
    for (side, expected) in [
        (Side::First, None),
        (Side::Second, Some((at, Side::Second))),
    ] {
        let marks = Marks {
            planned: Some((at, side)),
            ..NO_MARKS
        };
        assert_eq!(marks.ghost(&game), expected);
    }
}
