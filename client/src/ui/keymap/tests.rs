use std::fs;
use std::path::Path;

use super::*;

/// Reads changes: `table resign = X ctrl-r`, with `all` for every screen, a line each.
fn keymap(text: &str) -> Result<KeyMap, String> {
    let rebindings: Vec<_> = text
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let (names, keys) = line.split_once('=').unwrap();
            let (screen, action) = names.trim().split_once(' ').unwrap();
            Rebinding {
                screen: (screen != "all").then(|| screen.to_owned()),
                action: action.to_owned(),
                keys: keys.split_whitespace().map(str::to_owned).collect(),
                line: at + 1,
            }
        })
        .collect();
    KeyMap::new(&rebindings).map_err(|fault| format!("line {}: {}", fault.line, fault.problem))
}

const RESIGN: Intent = Intent::Act(protocol::act::Act::Resign);

#[test]
fn the_keys_of_a_screen_go_before_those_of_every_screen() {
    let keys = KeyMap::default();
    assert_eq!(keys.intent(Screen::Replay, Key::Up), Some(Intent::PageUp));
    assert_eq!(keys.intent(Screen::Home, Key::Up), Some(Intent::Up));
    assert_eq!(keys.intent(Screen::Table, Key::Char('x')), Some(RESIGN));
    assert_eq!(keys.intent(Screen::Home, Key::Char('x')), None);
}

#[test]
fn a_key_has_one_meaning_on_a_screen_and_is_shown_with_it() {
    for &screen in Screen::ALL {
        let mut seen = Vec::new();
        for binding in KeyMap::default().bindings(screen) {
            assert!(!binding.keys.is_empty(), "{binding:?}");
            for key in &*binding.keys {
                assert!(!seen.contains(key), "{screen:?}: {key} is there twice");
                assert!(!is_column(screen, *key), "{screen:?}: {key} is a column");
                seen.push(*key);
            }
        }
    }
}

#[test]
fn no_action_has_the_name_of_a_screen() {
    let names: Vec<_> = Screen::ALL.iter().map(|screen| screen.name()).collect();
    assert!(actions(None).iter().all(|action| !names.contains(action)));
}

#[test]
fn keys_are_changed_for_every_screen_and_for_one() {
    let keys = keymap("all resign = X ctrl-r\nall down = pagedown s\nall page-down = space\n");
    assert!(keys.is_err(), "s saves the game at a table");
    let keys = keymap("all resign = X ctrl-r\nall help = f1\ntable chat = enter\ntable choose = space\nreplay copy =")
        .unwrap();
    for key in [Key::Char('X'), Key::Ctrl('r')] {
        assert_eq!(keys.intent(Screen::Table, key), Some(RESIGN));
    }
    assert_eq!(keys.intent(Screen::Table, Key::Char('x')), None);
    assert_eq!(keys.intent(Screen::Table, Key::Enter), Some(Intent::Chat));
    assert_eq!(keys.intent(Screen::Lobby, Key::Enter), Some(Intent::Choose));
    assert_eq!(keys.intent(Screen::Replay, Key::Char('c')), None);
    assert_eq!(keys.intent(Screen::Tv, Key::F(1)), Some(Intent::Help));
    assert_eq!(keys.intent(Screen::Tv, Key::Char('?')), None);
    assert_eq!(keys.anywhere(Key::F(1)), Some(Intent::Help));
    // A key that a table covers stays covered when it is written down, and is free when it is given up.
    let keys = keymap("all up = up k\nreplay page-down = W").unwrap();
    assert_eq!(keys.intent(Screen::Replay, Key::Up), Some(Intent::PageUp));
    assert_eq!(
        keys.intent(Screen::Replay, Key::Char('j')),
        Some(Intent::Down)
    );
    // The keys of two actions change places.
    let keys = keymap("table save = c\ntable copy = s").unwrap();
    assert_eq!(
        keys.intent(Screen::Table, Key::Char('s')),
        Some(Intent::Copy)
    );
}

#[test]
fn the_rows_of_the_keys_in_force_make_the_same_keys() {
    for text in [
        "",
        "all resign = X ctrl-r\ntable down = down j\ntable chat = tab\nall page-up = Y\nreplay page-up = up",
    ] {
        let keys = keymap(text).unwrap();
        let rebindings: Vec<_> = keys
            .rows()
            .into_iter()
            .filter_map(|row| {
                Some(Rebinding {
                    screen: row.screen.map(Screen::name),
                    action: row.action?,
                    keys: row.keys,
                    line: 1,
                })
            })
            .collect();
        let again = KeyMap::new(&rebindings).unwrap();
        for &screen in Screen::ALL {
            for binding in keys.bindings(screen) {
                for &key in &*binding.keys {
                    assert_eq!(again.intent(screen, key), Some(binding.intent));
                }
            }
            let count = |keys: &KeyMap| {
                let bindings = keys.bindings(screen).iter();
                bindings.map(|binding| binding.keys.len()).sum::<usize>()
            };
            assert_eq!(count(&again), count(&keys), "{screen:?}");
        }
        assert_eq!(again.rows(), keys.rows());
    }
}

#[test]
fn a_change_that_cannot_be_says_where_and_what_is_possible() {
    for (text, expected) in [
        (
            "all resing = X",
            "line 1: resing is not an action; the actions are choose, ",
        ),
        (
            "tv resign = X",
            "resign is not an action of the screen tv; its actions are choose, up, ",
        ),
        (
            "tabel resign = X",
            "tabel is not a screen; the screens are home, opponents, lobby, ",
        ),
        ("all resign = hyper-x", "hyper-x is not a key; "),
        (
            "all help = f1\ntable resign = q",
            "line 2: q already means back on the screen table",
        ),
        ("all help = x", "x already means resign on the screen table"),
        (
            "table resign = 3",
            "3 is a column of the board on the screen table",
        ),
        ("table resign = H", "H is a column"),
        ("all back =", "back needs a key"),
        ("table save = f\ntable copy = f", "f already means copy"),
    ] {
        let problem = keymap(text).unwrap_err();
        assert!(problem.contains(expected), "{text}: {problem}");
    }
}

/// The table of `MANUAL.md`.
fn table() -> String {
    let mut lines = vec![
        "| Screen | Keys | Action in the settings | Meaning |".to_owned(),
        "| --- | --- | --- | --- |".to_owned(),
    ];
    for row in KeyMap::default().rows() {
        let screen = row.screen.map_or("every".to_owned(), Screen::name);
        let action = row
            .action
            .map_or(String::new(), |action| format!("`{action}`"));
        lines.push(format!(
            "| {screen} | `{}` | {action} | {} |",
            row.shown, row.does
        ));
    }
    lines.join("\n")
}

#[test]
fn the_manual_has_the_table_of_keys() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("MANUAL.md");
    let text = fs::read_to_string(&path).unwrap();
    let (begin, end) = ("<!-- keys -->\n", "\n<!-- end of the keys -->");
    let (before, rest) = text.split_once(begin).expect("the beginning is marked");
    let (kept, after) = rest.split_once(end).expect("the end is marked");
    let table = table();
    if std::env::var_os("ENLINEA_BLESS").is_some() {
        fs::write(&path, format!("{before}{begin}{table}{end}{after}")).unwrap();
    } else {
        assert_eq!(kept, table, "if that is meant, set ENLINEA_BLESS=1");
    }
}
