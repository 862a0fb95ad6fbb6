//! Any keys, clicks and messages: nothing panics, and what they leave can be drawn.

use super::*;

#[test]
fn any_run_of_keys_clicks_and_messages_leaves_a_screen_that_can_be_drawn() {
    const KEYS: &[u8] = b"123 hjklmtudynxbgrqcfwvABT?";
    let named = [
        Key::Enter,
        Key::Esc,
        Key::Tab,
        Key::Up,
        Key::PageDown,
        Key::End,
        Key::Delete,
    ];
    // A generator of its own, so that a failure can be met again.
    let mut state = 1_u64;
    let mut draw = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for run in 0..200 {
        let variant = ["connect-four", "gomoku-15", "custom:3x20x3:falls"][run % 3];
        let mut play = Play::at_table(variant);
        for _ in 0..60 {
            match draw(6) {
                0..3 => {
                    play.does(Event::Key(Key::Char(KEYS[draw(KEYS.len())].into())));
                }
                3 => {
                    play.does(Event::Key(named[draw(named.len())]));
                }
                4 => {
                    let cell = Square::new(draw(20) as u8, draw(20) as u8).unwrap();
                    let targets = [
                        Target::Line(draw(40)),
                        Target::Cell(cell),
                        Target::Choice(draw(4)),
                    ];
                    let target = targets[draw(3)];
                    play.does(Event::Click(target));
                }
                _ => match draw(6) {
                    0 => {
                        play.hear(welcome());
                    }
                    1 => {
                        let seen = [snapshot, swap2][draw(2)](variant);
                        play.join(Some(Side::BOTH[draw(2)]), seen);
                    }
                    2 => {
                        let room = RoomId::from_draw(7);
                        let why = LeftWhy::Closed;
                        play.hear(ServerMsg::Left { room, why });
                    }
                    3 => {
                        let square = play.app.table().and_then(|table| {
                            let square = table.game().legal().next()?;
                            Some(table.game().write_move(square))
                        });
                        if let Some(square) = square {
                            play.moved(&square);
                        }
                    }
                    4 => {
                        let opening = play.app.table().and_then(Replica::opening);
                        let choices = opening.map_or(vec![], |opening| opening.choices.clone());
                        if !choices.is_empty() {
                            play.chosen(choices[draw(choices.len())]);
                        }
                    }
                    _ => {
                        play.table_event(true, RoomEvent::DrawOffered { by: Side::Second });
                    }
                },
            }
        }
        crate::ui::tests::draws(&mut play, 80, 24);
        crate::ui::tests::draws(&mut play, 44, 12);
    }
}

#[test]
fn no_key_anywhere_does_harm() {
    let keys = [
        Key::Enter,
        Key::Esc,
        Key::Up,
        Key::Down,
        Key::Left,
        Key::Right,
        Key::Backspace,
        Key::Tab,
    ];
    let characters = ('!'..='~').map(Key::Char);
    let keys: Vec<Key> = keys.into_iter().chain(characters).collect();
    for screen in Screen::ALL.iter().copied() {
        for first in &keys {
            for second in &keys {
                let mut play = Play::at_table("custom:20x20x5:free");
                play.app.screen = screen;
                play.does(Event::Key(*first));
                play.does(Event::Key(*second));
            }
        }
    }
}
