//! The screens with a board in every language: nothing that matters is cut on the least of them, nothing stays English,
//! and keys are called what the settings say.

use protocol::analysis::{BestLine, ColumnValue};
use protocol::view::{Offers, Series};

use super::*;
use crate::input::Rebinding;
use crate::language::{Language, within};
use crate::ui::app::tests::swap2;

mod english;

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];

fn each(task: impl Fn(Language)) {
    for language in Language::ALL {
        within(language, || task(language));
    }
}

/// A text for each language, in the order of [`Language::ALL`].
fn of(language: Language, texts: [&str; 3]) -> &str {
    texts[Language::ALL
        .iter()
        .position(|known| *known == language)
        .unwrap()]
}

/// The screen has these texts, in a row or over several rows of the panel.
#[track_caller]
fn shows(play: &Play, size: (u16, u16), expected: &[&str]) {
    let screen = shown(&play.app, size);
    for text in expected {
        assert!(has(&screen, text), "{text} is missing:\n{screen}");
    }
}

fn has(screen: &str, text: &str) -> bool {
    let from = |column: usize| -> String {
        let rows = screen.lines().map(|row| row.chars().skip(column));
        let rows: Vec<_> = rows.map(Iterator::collect::<String>).collect();
        let rows = rows.join(" ");
        let words: Vec<_> = rows.split_whitespace().collect();
        words.join(" ")
    };
    (0..60).any(|column| from(column).contains(text))
}

fn analysis(play: &mut Play, plies: u16, columns: &[i8]) {
    let lines = match columns {
        [] => vec![BestLine {
            pv: vec!["i8".parse().unwrap()],
            score: 29_995,
            end: Some(5),
            depth: None,
        }],
        _ => Vec::new(),
    };
    let columns = columns.iter();
    let (variant, moves) = play.position(plies);
    play.hear(ServerMsg::Analysis {
        variant: Named::Known(variant),
        moves,
        columns: columns.map(|&score| ColumnValue::Exact { score }).collect(),
        lines,
        nodes: 1,
        elapsed: Millis::from_millis(1),
    });
}

fn names(play: &mut Play, first: &str, second: &str) {
    let mut seen = play.app.table().unwrap().snapshot().clone();
    let human = |text| Seat::Human {
        name: name(text),
        away: None,
    };
    seen.seats = BySide {
        first: human(first),
        second: human(second),
    };
    play.join(Some(Side::First), seen);
}

#[test]
fn the_status_of_a_running_game_is_whole_at_every_size() {
    each(|language| {
        for (variant, square) in [("connect-four", "4"), ("gomoku-15", "h8")] {
            for size in SIZES {
                let mut play = Play::at_table(variant);
                play.app.clear_notice();
                let yours = of(language, ["your turn", "te toca", "twój ruch"]);
                shows(&play, size, &[yours]);
                play.moved(square);
                let turn = of(language, ["Bo to move", "le toca a Bo", "ruch: Bo"]);
                shows(&play, size, &[turn]);
                play.press(",");
                let back = of(
                    language,
                    [
                        "> back to the game (0/1)",
                        "> vuelve a la partida (0/1)",
                        "> wraca do partii (0/1)",
                    ],
                );
                shows(&play, size, &[back]);
            }
        }
    });
}

#[test]
fn a_long_game_that_is_looked_through_keeps_ply_and_turn_on_the_least_screen() {
    each(|language| {
        let mut play = Play::at_table("custom:15x15x10:free");
        for row in 1..=9 {
            for column in "abcdefghijklmno".chars() {
                play.moved(&format!("{column}{row}"));
            }
        }
        let played = play.app.table().unwrap().plies().len();
        play.press(",,");
        play.app.clear_notice();
        let place = of(
            language,
            [
                "> back to the game (133/135)",
                "> vuelve a la partida (133/135)",
                "> wraca do partii (133/135)",
            ],
        );
        assert_eq!(played, 135);
        for size in SIZES {
            shows(&play, size, &[place]);
        }
    });
}

#[test]
fn the_end_of_a_game_tells_the_result_and_the_ply_at_every_size() {
    each(|language| {
        for (width, height) in SIZES {
            let mut play = over("gomoku-15", &["h8", "h9", "j8"]);
            names(&mut play, "Maximiliano", "Aleksandra");
            play.app.clear_notice();
            let won = of(
                language,
                [
                    "You win by resignation!",
                    "¡Has ganado por abandono!",
                    "Wygrana: przeciwnik się poddaje!",
                ],
            );
            shows(&play, (width, height), &[won]);
            play.press(",");
            let place = of(language, ["move 2 of 3", "jugada 2 de 3", "ruch 2 z 3"]);
            let screen = shown(&play.app, (width, height));
            assert!(has(&screen, place) || has(&screen, "2/3"), "{screen}");
        }
    });
}

/// A game that the first side has won.
fn over(variant: &str, moves: &[&str]) -> Play {
    let mut play = Play::at_table(variant);
    for square in moves {
        play.moved(square);
    }
    play.over(Some(Side::First));
    play
}

#[test]
fn values_and_the_curve_of_an_earlier_position_are_whole_at_every_size() {
    each(|language| {
        for size in SIZES {
            let mut columns = over("connect-four", &["4", "3", "4", "3", "4", "3", "4"]);
            columns.app.clear_notice();
            columns.press("a");
            for (plies, score) in (0..7).zip([0, 0, 0, 0, 0, 0, 18]) {
                analysis(&mut columns, plies, &[score; 7]);
            }
            columns.press("v");
            let value = of(
                language,
                [
                    "column 4: win in 1",
                    "columna 4: gana en 1",
                    "kolumna 4: wygrana w 1",
                ],
            );
            shows(&columns, size, &[value, "6"]);
            let screen = shown(&columns.app, size);
            let has_curve = screen.contains("▄▄") || screen.contains("██");
            assert!(has_curve, "{screen}");
            // The fault of the ply that led to the position.
            columns.press("v");
            let fault = of(
                language,
                [
                    "3 is a mistake, 1 draws",
                    "3 es un error, 1 empataba",
                    "3 to błąd, 1 dawał remis",
                ],
            );
            shows(&columns, size, &[fault]);

            let mut cells = over("gomoku-15", &["h8", "h9", "j8"]);
            cells.press(",v");
            analysis(&mut cells, 2, &[]);
            cells.app.clear_notice();
            let line = of(
                language,
                ["wins in 3: i8", "gana en 3: i8", "wygrana w 3: i8"],
            );
            shows(&cells, size, &[line]);
        }
    });
}

#[test]
fn a_saved_game_tells_ply_value_and_result_at_every_size() {
    let record = "[Variant \"connect-four\"]\n[First \"Maximiliano\"]\n[Second \"bot:negamax:4\"]\n[Result \
        \"1-0\"]\n[Reason \"line\"]\n\n1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\n";
    each(|language| {
        for size in SIZES {
            let mut play = Play::home();
            let record: protocol::record::Record = record.parse().unwrap();
            let game = record.game();
            let moves = game.plies()[..6].iter().copied();
            let position = protocol::game::Game::after(game.variant(), moves).unwrap();
            play.app.show_record(record);
            let won = of(
                language,
                [
                    "Maximiliano wins with 4 in a row",
                    "Gana Maximiliano con 4 en línea",
                    "Maximiliano wygrywa: 4 w rzędzie",
                ],
            );
            shows(&play, size, &[won]);
            let place = of(language, ["move 7 of 7", "jugada 7 de 7", "ruch 7 z 7"]);
            let screen = shown(&play.app, size);
            assert!(has(&screen, place) || has(&screen, "7/7 4"), "{screen}");
            play.press(",v");
            let evaluated = Evaluated {
                columns: vec![ColumnValue::Exact { score: 18 }; 7],
                lines: Vec::new(),
            };
            play.does(Event::Evaluated(Ok(Some((position, evaluated)))));
            let value = of(
                language,
                [
                    "column 4: win in 1",
                    "columna 4: gana en 1",
                    "kolumna 4: wygrana w 1",
                ],
            );
            shows(&play, size, &[value]);
        }
    });
}

#[test]
fn a_terminal_that_is_too_small_names_the_size_first() {
    each(|_| {
        let play = Play::at_table("connect-four");
        for size in [(30, 6), (40, 5)] {
            let screen = shown(&play.app, size);
            let words: Vec<_> = screen.split_whitespace().collect();
            let has_size = words.windows(3).any(|part| {
                part[1] == "x"
                    && [part[0], part[2]]
                        .iter()
                        .all(|number| number.parse::<u16>().is_ok())
            });
            assert!(has_size, "{screen}");
        }
    });
}

#[test]
fn texts_name_the_keys_that_the_settings_give() {
    let rebinding = |action: &str, keys: &[&str]| Rebinding {
        screen: Some("table".to_owned()),
        action: action.to_owned(),
        keys: keys.iter().map(ToString::to_string).collect(),
        line: 1,
    };
    let keymap = |changes: &[Rebinding]| KeyMap::new(changes).unwrap();
    let mut play = Play::at_table("connect-four");
    play.app.keymap = keymap(&[
        rebinding("live", &["f2"]),
        rebinding("accept", &["f3"]),
        rebinding("rematch", &["f4"]),
        rebinding("evaluate", &[]),
    ]);
    for column in ["4", "4"] {
        play.moved(column);
    }
    play.does(Event::Key(Key::Char(',')));
    shows(&play, (40, 12), &["F2 back to your turn (1/2)"]);
    play.moved("4");
    let told = |play: &Play| play.app.notice().unwrap().to_owned();
    assert_eq!(told(&play), "2. Ana plays column 4; F2 goes there");
    let by = Side::Second;
    play.table_event(true, RoomEvent::DrawOffered { by });
    shows(&play, (40, 12), &["Bo offers a draw: F3/n"]);
    play.over(Some(Side::First));
    let expected = "You win by resignation! F4: rematch, <: from the start, Esc: leave";
    assert_eq!(told(&play), expected);
    play.app.keymap = keymap(&[rebinding("rematch", &[]), rebinding("live", &[])]);
    play.press("4");
    assert_eq!(told(&play), "the game is over");
}

/// The status line tells them apart by the names of their colours.
#[test]
fn two_bots_of_one_name_are_told_apart_at_the_end_of_their_game() {
    let mut play = Play::at_table("connect-four");
    names(&mut play, "negamax", "negamax");
    let seen = play.app.table().unwrap().snapshot().clone();
    play.join(None, seen);
    play.moved("4");
    play.over(Some(Side::Second));
    for (glyphs, expected) in [
        (UNICODE, "negamax, yellow wins"),
        (ASCII, "negamax, yellow wins"),
    ] {
        let screen = text(&play.app, glyphs, 80, 24);
        let notice = screen.lines().rev().nth(1).unwrap();
        assert!(notice.contains(expected), "{notice}");
    }
}

/// Nothing stood behind the colon.
#[test]
fn watchers_without_names_are_counted_in_the_heading_of_the_talk() {
    let mut play = full_table("connect-four");
    let watching = 12;
    play.table_event(
        false,
        RoomEvent::Watchers {
            watching,
            names: None,
        },
    );
    let screen = text(&play.app, UNICODE, 100, 40);
    assert!(screen.contains("talk, 12 watching"), "{screen}");
    assert!(!screen.contains("watching:"), "{screen}");
}
