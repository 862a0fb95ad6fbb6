//! The screens on the way to a game, in every language and at small sizes.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::language::{Language, within};

mod screens;

use screens::{forms, homes, lobbies, notices, prompts, questions, rules, tvs};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (120, 40)];

/// The texts of these screens and of the keys below them.
const AREAS: [&str; 10] = [
    "dialogs", "errors", "form", "home", "keys", "lobby", "prompts", "rules", "tv", "words",
];

/// The parts of a pattern between its values.
fn parts(pattern: &Pattern<&str>, all: &mut Vec<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => all.push((*value).to_owned()),
            PatternElement::Placeable {
                expression: Expression::Select { variants, .. },
            } => variants.iter().for_each(|one| parts(&one.value, all)),
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// The words of a text, without what frames and the ends of sentences add.
fn words(text: &str) -> String {
    let letters = |character: char| {
        if character.is_alphanumeric() {
            character
        } else {
            ' '
        }
    };
    let text: String = text.chars().map(letters).collect();
    let words: Vec<_> = text.split_whitespace().collect();
    format!(" {} ", words.join(" "))
}

/// Every three words in succession of the English messages.
fn english() -> BTreeSet<String> {
    let mut all = Vec::new();
    for area in AREAS {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("languages/en");
        let text = std::fs::read_to_string(folder.join(format!("{area}.ftl"))).unwrap();
        for entry in fluent_syntax::parser::parse(text.as_str()).unwrap().body {
            if let Entry::Message(message) = entry {
                parts(&message.value.unwrap(), &mut all);
            }
        }
    }
    let three = |part: &String| three_in_succession(part);
    all.iter().flat_map(three).collect()
}

/// Every three words in succession, without sizes such as 15 x 15 and the names of options.
fn three_in_succession(text: &str) -> BTreeSet<String> {
    let is_word = |word: &&str| word.chars().all(char::is_alphabetic) && *word != "ENLINEA";
    let text = words(text);
    let all: Vec<_> = text.split_whitespace().collect();
    let windows = all.windows(3).filter(|three| three.iter().all(is_word));
    windows.map(|three| three.join(" ")).collect()
}

#[test]
fn no_english_is_left_on_the_screens_of_another_language() {
    let english = english();
    assert!(english.len() > 1000, "{}", english.len());
    let left = |language| {
        within(language, || {
            let plays = [
                homes(),
                lobbies(),
                forms(),
                rules(),
                prompts(),
                questions(),
                notices(),
                tvs(),
            ];
            let mut left = BTreeSet::new();
            for play in plays.iter().flatten() {
                for size in SIZES {
                    let screen = three_in_succession(&shown(&play.app, size));
                    left.extend(english.intersection(&screen).cloned());
                }
            }
            left
        })
    };
    for language in [Language::Es, Language::Pl] {
        let left = left(language);
        assert!(left.is_empty(), "{language}: {left:#?}");
    }
    // The screens have the texts at all.
    let there = left(Language::En).len();
    assert!(there > 300, "{there}");
}

#[test]
fn what_matters_is_whole_on_a_small_screen_in_every_language() {
    let mut cut = Vec::new();
    for language in Language::ALL {
        within(language, || {
            let mut note =
                |what: &str, screen: String| cut.push(format!("{language} {what}\n{screen}"));
            for play in homes() {
                let item = &play.app.home.items()[play.app.home.chosen];
                let title = play.app.home.texts(item).name;
                let screen = shown(&play.app, (40, 12));
                if !screen.contains(&title) {
                    note(&title, screen);
                }
            }
            for play in forms() {
                let form = &play.app.form;
                let field = form.fields()[form.chosen];
                let (label, choice) = form.line(field);
                let screen = shown(&play.app, (40, 12));
                // Games of one's own and levels may be longer than that.
                let is_short = choice.width() <= 16;
                if !screen.contains(&label) || is_short && !screen.contains(&choice) {
                    note(&label, screen);
                }
            }
            for play in questions() {
                let screen = words(&shown(&play.app, (40, 12)));
                let question = play.app.confirm.unwrap().question(&play.app);
                if !screen.contains(&words(&question)) {
                    note(&question, shown(&play.app, (40, 12)));
                }
            }
            for play in prompts() {
                let screen = shown(&play.app, (40, 12));
                let label = play.app.prompt.as_ref().unwrap().kind.label();
                if !screen.contains(&format!(" {label}:")) {
                    note(&label, screen);
                }
            }
        });
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}

/// In the narrowest list of the smallest screen, whatever the language.
#[test]
fn states_of_rooms_are_whole_on_a_small_screen_in_every_language() {
    for language in Language::ALL {
        within(language, || {
            let own = [
                GameState::YourTurn,
                GameState::TheirTurn,
                GameState::GoesOn { plies: 12 },
                GameState::Waiting,
                GameState::Over,
                GameState::Unknown,
            ];
            for state in own {
                assert!(state.words().width() <= 17, "{}", state.words());
            }
            for (plies, phase, locked) in [
                (0, Phase::Seating, false),
                (0, Phase::Seating, true),
                (12, Phase::Playing, false),
            ] {
                let mut play = lobby();
                play.app.lobby.rooms.truncate(1);
                let room = &mut play.app.lobby.rooms[0];
                (room.plies, room.phase, room.locked) = (plies, phase, locked);
                room.spectators = 0;
                let state = match (plies, locked) {
                    (12, _) => say!("lobby-state-move", number = 12),
                    (_, true) => say!("lobby-state-locked"),
                    (_, false) => String::new(),
                };
                for size in [(40, 12), (80, 24)] {
                    let screen = shown(&play.app, size);
                    let mut rows = screen.lines();
                    let row = rows.find(|row| row.contains("Gomoku 20 x 20")).unwrap();
                    assert!(row.contains(&state), "{screen}");
                }
            }
        });
    }
}

#[test]
fn the_address_for_others_and_who_spoke_last_are_read_on_a_small_screen() {
    let mut play = lobby();
    let url = "ws://192.168.123.5:4270/ws";
    play.app.server.shared = vec![url.to_owned()];
    let url = "192.168.123.5";
    let text = "a line of the chat that is longer than the screen";
    let text = protocol::text::ChatText::clean(text).unwrap();
    let name = name("Carla");
    play.hear(ServerMsg::LobbyChat {
        line: protocol::view::LobbyLine { name, text },
    });
    for language in Language::ALL {
        within(language, || {
            let screen = shown(&play.app, (40, 12));
            assert!(screen.contains(url), "{screen}");
            assert!(screen.contains("Carla: a line of the chat"), "{screen}");
            let join = say!("lobby-join-with", url = url);
            assert!(shown(&play.app, (80, 24)).contains(&join));
        });
    }
    let screen = shown(&play.app, (40, 20));
    assert!(screen.contains("\nCarla: "), "{screen}");
    assert!(screen.contains("\n  than the screen"), "{screen}");
}

#[test]
fn the_bar_of_the_lobby_has_useful_keys_in_every_language() {
    for language in Language::ALL {
        within(language, || {
            let screen = shown(&lobby().app, (40, 12));
            let bar = screen.lines().last().unwrap();
            for key in [id!("bottom-new"), id!("keys-back"), id!("bottom-help")] {
                assert!(bar.contains(&key.said()), "{bar}");
            }
        });
    }
}

#[test]
fn the_name_of_the_person_is_read_before_that_of_the_server() {
    let mut play = lobby();
    let head = |play: &Play, width| {
        let screen = shown(&play.app, (width, 12));
        screen.lines().next().unwrap().to_owned()
    };
    assert!(head(&play, 40).contains("here · Ana"));
    play.app.server.greeting.as_mut().unwrap().server = "The server of the whole house".to_owned();
    let narrow = head(&play, 40);
    assert!(narrow.contains("The server of… · Ana"), "{narrow}");
    let wide = head(&play, 80);
    assert!(wide.contains("of the whole house · Ana"), "{wide}");
    play.app.server.greeting.as_mut().unwrap().name = "a-name-of-20-letters".to_owned();
    let narrow = head(&play, 40);
    assert!(narrow.contains(" a-name-of-20-let"), "{narrow}");
}
