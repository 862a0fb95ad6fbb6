use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::CellDiffOption;
use ratatui::layout::Position;

use crate::board::{Depth, Glyphs, Graphics, Ground, Look, Moving, Theme};
use crate::input::Key;
use crate::ui::app::tests::Play;
use crate::ui::{Event, Target, draw, target};

const SIZE: (u16, u16) = (100, 40);
const ALL: [Graphics; 4] = [
    Graphics::Kitty { compressed: false },
    Graphics::Kitty { compressed: true },
    Graphics::Iterm2,
    Graphics::Sixel,
];

/// A look with or without images.
fn look(graphics: Option<Graphics>) -> Look {
    let theme = Theme::named("classic").unwrap();
    let mut look = Look::new(Glyphs { ascii: false }, theme, Depth::True, Ground::Dark);
    if let Some(graphics) = graphics {
        look.set_pictures(graphics, (4, 8));
    }
    look
}

fn terminal() -> Terminal<TestBackend> {
    Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap()
}

/// What the cells hold for the terminal, and the number of cells that images fill.
fn drawn(play: &Play, look: &Look) -> (String, usize) {
    let mut terminal = terminal();
    let mut filled = 0;
    let mut text = String::new();
    let frame = terminal.draw(|frame| {
        draw(&play.app, look, Moving::default(), frame);
        let cells = &frame.buffer_mut().content;
        let is_filled = |cell: &&ratatui::buffer::Cell| cell.diff_option != CellDiffOption::None;
        filled = cells.iter().filter(is_filled).count();
        text = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
    });
    frame.unwrap();
    (text, filled)
}

#[test]
fn boards_are_sent_as_images_once_and_never_without_them() {
    for (variant, moves, cells) in [
        // Seven columns of 8 x (3 + 24) cells, and 15 x 15 crossings of 4 x 2.
        ("connect-four", ["4", "3"], 7 * 8 * 27),
        ("gomoku-15", ["h8", "i9"], 61 * 31),
    ] {
        let mut play = Play::at_table(variant);
        for text in moves {
            play.moved(text);
        }
        let (text, filled) = drawn(&play, &look(None));
        assert_eq!((text.contains('\x1b'), filled), (false, 0), "{variant}");
        for graphics in ALL {
            let look = look(Some(graphics));
            let begin = match graphics {
                Graphics::Kitty { .. } => "\x1b_G",
                Graphics::Iterm2 => "\x1b]1337;File=",
                Graphics::Sixel => "\x1bP",
            };
            let (text, filled) = drawn(&play, &look);
            assert!(text.contains(begin), "{graphics:?} {variant}");
            assert_eq!(filled, cells, "{graphics:?} {variant}");
            // Of kitty's only the places are told again.
            let again = drawn(&play, &look).0.contains(begin);
            let is_kept = matches!(graphics, Graphics::Kitty { .. });
            assert_eq!(again, !is_kept, "{graphics:?} {variant}");
        }
    }
}

#[test]
fn what_lies_over_a_board_is_not_hidden_by_its_image() {
    let mut play = Play::at_table("connect-four");
    let look = look(Some(ALL[0]));
    let (_, whole) = drawn(&play, &look);
    play.does(Event::Key(Key::Char('?')));
    let (text, left) = drawn(&play, &look);
    assert!(left < whole, "{left} of {whole}");
    // The list is there as it is without images.
    let (plain, _) = drawn(&play, &self::look(None));
    let is_word =
        |word: &&str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_alphabetic());
    let words: Vec<_> = plain.split_whitespace().filter(is_word).collect();
    assert!(words.len() > 20);
    for word in words {
        assert!(text.contains(word), "{word}");
    }
}

#[test]
fn a_click_on_an_image_is_one_on_the_cell_below() {
    for (variant, text) in [
        ("connect-four", "a1"),
        ("gomoku-15", "h8"),
        ("gomoku", "t20"),
    ] {
        let play = Play::at_table(variant);
        let look = look(Some(ALL[0]));
        let area = ratatui::layout::Rect::new(0, 0, SIZE.0, SIZE.1);
        let wanted = Some(Target::Cell(text.parse().unwrap()));
        let places = area
            .positions()
            .filter(|&Position { x, y }| target(&play.app, &look, area, x, y) == wanted);
        let places: Vec<_> = places.collect();
        assert!(!places.is_empty(), "{variant}");
        // Around it the image is there.
        let mut terminal = terminal();
        let frame = terminal.draw(|frame| {
            draw(&play.app, &look, Moving::default(), frame);
            let middle = places[places.len() / 2];
            let cell = &frame.buffer_mut()[middle];
            assert_ne!(cell.diff_option, CellDiffOption::None, "{variant}");
        });
        frame.unwrap();
    }
}

#[test]
fn a_part_of_a_board_stays_characters() {
    let play = Play::at_table("gomoku");
    let look = look(Some(ALL[0]));
    let mut terminal = Terminal::new(TestBackend::new(40, 12)).unwrap();
    let frame = terminal.draw(|frame| {
        draw(&play.app, &look, Moving::default(), frame);
        let cells = &frame.buffer_mut().content;
        assert!(
            cells
                .iter()
                .all(|cell| cell.diff_option == CellDiffOption::None)
        );
    });
    frame.unwrap();
}
