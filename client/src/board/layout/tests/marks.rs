//! Marks, windows, falling discs, and the cell under the mouse.

use std::collections::BTreeSet;

use super::*;
use crate::board::fall;

#[test]
fn one_column_is_lit_and_only_under_the_cursor() {
    let game = game("connect-four", "4");
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        let look = look("classic", depth, Ground::Dark);
        let lit = look.paper(Part::Lit).bg.unwrap();
        for size in FRAMES {
            let columns = |cursor| {
                let marks = Marks { cursor, ..NO_MARKS };
                let (layout, buffer) = drawn(&game, &look, marks, size);
                let all = layout.area.positions();
                all.filter(|&at| {
                    buffer
                        .cell(at)
                        .is_some_and(|cell| cell.bg == lit || cell.fg == lit)
                })
                .filter_map(|at| layout.cell_at(at))
                .map(Square::column)
                .collect::<BTreeSet<_>>()
            };
            assert_eq!(columns(None), BTreeSet::new());
            let cursor = Some((square("f3"), Side::Second));
            assert_eq!(columns(cursor), BTreeSet::from([5]), "{depth:?} {size:?}");
        }
    }
}

#[test]
fn the_last_stone_and_the_winning_ones_have_their_marks_and_no_other() {
    let game = game("gomoku-15", "h8 a1 i8 b1 j8 c1 k8 d1 l8");
    let line: Vec<_> = game.ending().unwrap().line().to_vec();
    let count = |look: &Look, marks, size, glyph: &str| {
        let (_, buffer) = drawn(&game, look, marks, size);
        let symbols = buffer.content().iter().map(Cell::symbol);
        symbols.filter(|symbol| *symbol == glyph).count()
    };
    let last = Marks {
        last: game.plies().last().copied(),
        ..NO_MARKS
    };
    // The winner's stone was played last, but the win says so already.
    let won = Marks {
        line: &line,
        ..last
    };
    for (name, look) in looks() {
        for size in &BOARDS[1..] {
            assert_eq!(count(&look, last, *size, "●"), 1, "{name}, {size:?}");
            assert_eq!(count(&look, won, *size, "●"), 0, "{name}, {size:?}");
            assert_eq!(count(&look, won, *size, "◆"), 5, "{name}, {size:?}");
            assert_eq!(count(&look, last, *size, "◆"), 0, "{name}, {size:?}");
        }
        let is_printed = matches!(look.depth(), Depth::Mono | Depth::Sixteen);
        let mark = if is_printed { "›" } else { "◉" };
        assert_eq!(count(&look, last, BOARDS[0], mark), 1, "{name}");
        assert_eq!(count(&look, won, BOARDS[0], mark), 0, "{name}");
    }
}

#[test]
fn the_winning_four_alone_have_rims() {
    let game = game("connect-four", "4 1 4 1 4 1 4");
    let line: Vec<_> = game.ending().unwrap().line().to_vec();
    let marks = Marks {
        line: &line,
        ..NO_MARKS
    };
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        let look = look("classic", depth, Ground::Dark);
        let rim = look.ink(Part::Win).fg.unwrap();
        for size in FRAMES {
            let (layout, buffer) = drawn(&game, &look, marks, size);
            for at in layout.shape.squares() {
                let cells = cells(&buffer, &tile(layout, at));
                let is_rim = |colour: Color| match colour {
                    // At edges it is blended, and no disc is as white.
                    Color::Rgb(red, green, blue) => red.min(green).min(blue) >= 0xC0,
                    colour => colour == rim,
                };
                let has_rim = cells.iter().any(|cell| is_rim(cell.fg) || is_rim(cell.bg));
                // Rows of one and a half share a character.
                let shares = size.0 == 24 && line.iter().any(|won| won.column() == at.column());
                assert_eq!(
                    has_rim || shares,
                    line.contains(&at) || shares,
                    "{at} {size:?}"
                );
            }
        }
    }
}

#[test]
fn a_ghost_is_where_the_cursor_can_play_and_nowhere_else() {
    let full = game("connect-four", "4 4 4 4 4 4");
    let occupied = game("gomoku-15", "h8");
    let look = look("classic", Depth::Mono, Ground::Dark);
    for (game, cursor, size) in [(&full, "d1", (24, 10)), (&occupied, "h8", BOARDS[0])] {
        for (at, expected) in [(cursor, 0), ("a1", 1)] {
            let cursor = Some((square(at), game.side_to_move()));
            let (_, buffer) = drawn(game, &look, Marks { cursor, ..NO_MARKS }, size);
            let symbols = buffer.content().iter().map(Cell::symbol);
            assert_eq!(
                symbols.filter(|symbol| *symbol == "◌").count(),
                expected,
                "{at}"
            );
        }
    }
}

#[test]
fn the_cell_under_the_mouse_is_the_one_that_is_drawn_there() {
    let look = look("classic", Depth::True, Ground::Dark);
    let ascii = Look::new(
        Glyphs { ascii: true },
        Theme::named("classic").unwrap(),
        Depth::Mono,
        Ground::Dark,
    );
    let cases = [("connect-four", &FRAMES[..]), ("gomoku-15", &BOARDS[..])];
    for (variant, sizes) in cases {
        for &size in sizes {
            let (layout, _) = drawn(&game(variant, ""), &look, NO_MARKS, size);
            for at in layout.shape.squares() {
                assert_eq!(layout.cell_at(centre(layout, at)), Some(at), "{size:?}");
            }
            // Every cell can be clicked in ASCII, too, and outside of the board there is none.
            let (layout, _) = drawn(&game(variant, ""), &ascii, NO_MARKS, size);
            let area = Rect::new(0, 0, size.0, size.1);
            let found: BTreeSet<_> = area
                .positions()
                .filter_map(|at| layout.cell_at(at))
                .collect();
            assert_eq!(found.len(), layout.shape.cells());
            assert_eq!(layout.cell_at(Position::new(0, 0)), None);
            assert_eq!(layout.cell_at(Position::new(u16::MAX, u16::MAX)), None);
        }
    }
}

#[test]
fn a_falling_disc_changes_one_column_and_ends_where_it_lies() {
    let game = game("connect-four", "4 4 5 4");
    let fall = Fall {
        square: square("d3"),
        side: Side::Second,
        began: protocol::millis::Millis::ZERO,
    };
    for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
        let look = look("classic", depth, Ground::Dark);
        for size in FRAMES {
            let (layout, settled) = drawn(&game, &look, NO_MARKS, size);
            let disc = look.ink(Part::Second).fg.unwrap();
            let mut pictures = Vec::new();
            for picture in 0..fall::FRAMES {
                let marks = Marks {
                    fall: Some((fall, picture)),
                    ..NO_MARKS
                };
                let (_, buffer) = drawn(&game, &look, marks, size);
                for (x, ..) in settled.diff(&buffer) {
                    let column = (x - layout.origin().x) / layout.pitch().0;
                    assert_eq!(column, 3, "{depth:?} {size:?} picture {picture}");
                }
                // It is behind the frame, which covers it. Blended cells have a touch of what is near.
                let frame = look.ink(Part::Frame).fg;
                let pairs = settled.content().iter().zip(buffer.content());
                for (before, after) in pairs.filter(|_| depth != Depth::True) {
                    if fill(before) == frame {
                        assert_eq!(before, after, "{depth:?} {size:?} picture {picture}");
                    }
                }
                let is_disc = |cell: &&Cell| cell.fg == disc || cell.bg == disc;
                let cells = buffer.content().iter().filter(is_disc).count();
                pictures.push((cells, buffer));
            }
            // It is seen above the frame or in it all the way down.
            let (least, _) = pictures.iter().min_by_key(|(cells, _)| *cells).unwrap();
            assert!(*least > 0, "{depth:?} {size:?}");
            let different: BTreeSet<_> = pictures
                .iter()
                .map(|(_, buffer)| format!("{:?}", buffer.content()))
                .collect();
            assert!(
                different.len() > 4,
                "{depth:?} {size:?}: {}",
                different.len()
            );
            // Squares are plain while they fall.
            if depth != Depth::Sixteen || size != FRAMES[0] {
                let (_, last) = pictures.last().unwrap();
                assert_eq!(*last, settled, "{depth:?} {size:?}");
            }
        }
    }
}

#[test]
fn every_board_of_any_shape_is_drawn_whole_or_as_a_part() {
    let looks = DEPTHS.map(|depth| look("classic", depth, Ground::Dark));
    for variant in [
        "connect-four",
        "custom:7x7x4:falls",
        "custom:8x7x4:falls",
        "custom:20x20x5:falls",
        "custom:3x20x3:falls",
        "custom:20x3x3:free",
        "custom:3x3x3:free",
        "gomoku",
    ] {
        let empty = game(variant, "");
        for look in &looks {
            for (width, height) in [
                (0, 0),
                (1, 1),
                (8, 5),
                (20, 8),
                (40, 10),
                (80, 22),
                (130, 60),
                (300, 120),
            ] {
                let area = Rect::new(3, 2, width, height);
                let at = Square::new(0, 0).unwrap();
                let whole = BoardLayout::new(empty.variant(), look, area, false);
                let part = BoardLayout::part(empty.variant(), look, area, at);
                for layout in whole.into_iter().chain(part) {
                    assert_eq!(
                        layout.area.intersection(area),
                        layout.area,
                        "{variant} {area:?}"
                    );
                    let mut terminal = Terminal::new(TestBackend::new(320, 130)).unwrap();
                    terminal
                        .draw(|frame| draw(&empty, layout, NO_MARKS, look, frame))
                        .unwrap();
                    let buffer = terminal.backend().buffer();
                    for at in buffer.area.positions() {
                        let is_blank = buffer.cell(at) == Some(&Cell::default());
                        assert!(
                            is_blank || layout.area.contains(at),
                            "{variant} {area:?} {at}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn values_are_below_the_columns_and_never_cost_the_board() {
    let game = game("connect-four", "4 4");
    let values: Vec<_> = [-2, 0, 3, 0, 0, -1, 0]
        .map(|score| ColumnValue::Exact { score })
        .to_vec();
    let look = look("classic", Depth::True, Ground::Dark);
    // With a row less the slot above the frame gives way.
    let lower = FRAMES[1..]
        .iter()
        .map(|&(width, height)| (width, height - 1));
    for size in FRAMES.into_iter().chain(lower) {
        let area = Rect::new(0, 0, size.0, size.1);
        let [with, without] =
            [true, false].map(|values| BoardLayout::new(game.variant(), &look, area, values));
        let (with, without) = (with.unwrap(), without.unwrap());
        assert_eq!(with.size(), without.size(), "{size:?}");
        if size == FRAMES[0] {
            // There is no row for them: they are told beside the board.
            continue;
        }
        let marks = Marks {
            values: Some(&values),
            ..NO_MARKS
        };
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal
            .draw(|frame| draw(&game, with, marks, &look, frame))
            .unwrap();
        let buffer = terminal.backend().buffer();
        let best: String = buffer
            .content()
            .iter()
            .filter(|cell| Some(cell.fg) == look.ink(Part::Turn).fg)
            .map(Cell::symbol)
            .collect();
        let (texts, _) = crate::values::row(&game, &values, usize::from(with.pitch().0));
        assert_eq!(best, texts[2], "{size:?}");
    }
}
