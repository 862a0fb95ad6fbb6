//! The commands in Spanish and in Polish: a session from its beginning to its end, lists, and help.

use std::path::Path;

use crate::hosted::{Hosted, WINS};
use crate::{enlinea_in, text};

/// Areas of the messages of commands.
const AREAS: [&str; 4] = ["events", "hosting", "lines", "options"];

/// Pieces of more than two words of the English messages, between their values.
fn pieces() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("languages/en");
    let mut pieces = Vec::new();
    for area in AREAS {
        let file = folder.join(format!("{area}.ftl"));
        for line in std::fs::read_to_string(file).unwrap().lines() {
            if line.starts_with('#') {
                continue;
            }
            let Some((_, message)) = line.split_once(" = ").or_else(|| line.split_once("] "))
            else {
                continue;
            };
            let parts = message.split(['{', '}']).step_by(2).map(str::trim);
            pieces.extend(
                parts
                    .filter(|part| part.split_whitespace().count() > 2)
                    .map(str::to_owned),
            );
        }
    }
    pieces
}

/// Checks that nothing English of the commands is in `written`.
fn has_no_english(written: &str) {
    // Lines are broken where help is wide.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let written = words(written);
    let english = pieces();
    assert!(english.len() > 200, "{}", english.len());
    for piece in english {
        assert!(!written.contains(&piece), "{piece}: {written}");
    }
}

/// Plays a game in a language, and returns what was said: by the session, to a spectator, and by the other commands.
fn everything(language: &str, room: &str, won: &str) -> [String; 3] {
    let lang = ["--lang", language, "--clock", "5m", "--hints"];
    let mut hosted = Hosted::start_in(room, &lang);
    hosted.types("legal\nanalyse\nclocks\nwho\nboard\nlast\nmoves\nx9\nrecord\nhelp\naccept\n");
    hosted.types("4\n4\nclocks\n");
    hosted.types(&WINS[4..]);
    hosted.until(won);
    hosted.types("last\nmoves\nclocks\nlegal\nboard\nanalyse 0\nwho\n");
    hosted.until("guest-01, ");
    let url = hosted.url.clone();
    let run = |arguments: &[&str], typed: &str| {
        let lang = ["--lang", language, "--server", &url];
        let arguments: Vec<_> = lang.iter().chain(arguments).copied().collect();
        let output = enlinea_in(hosted.data.path(), &arguments, typed);
        text(&output.stdout) + &text(&output.stderr)
    };
    let code = hosted.room.as_str();
    let typed = "last\nwho\nresign\nsay hola\n4\nanalyse 0\n";
    let watched = run(&["watch", code, "--plain"], typed);
    let others: &[&[&str]] = &[
        &["--help"],
        &["-h"],
        &["new", "--help"],
        &["host", "--help"],
        &["analyse", "--help"],
        &["export", "--help"],
        &["rooms"],
        &["bots"],
        &["games"],
        &["servers"],
        &["replay", code, "--plain"],
        &["export", code, "/nowhere/at/all"],
        &["analyse", "--moves", "4 4", "--seconds", "1"],
        &["analyse", "--game", "renju", "--moves", "h8"],
        &["config"],
        &["whoami"],
        &["rename", "\u{7}"],
        &["forget", "nowhere"],
        &["tv"],
        &["new", "--first", "you"],
        &["new", "--first", "bot:random:3"],
        &["new", "--first", "me", "--second", "me"],
        &["new", "--opening", "pro"],
        &["new", "--opening", "swap2"],
        &["join", "http://a b/#K7QM2X"],
    ];
    let others = others.iter().map(|arguments| run(arguments, "")).collect();
    hosted.types("rematch\n");
    hosted.until(" 2: ");
    let said = hosted.written.clone();
    hosted.end();
    [said, watched, others]
}

#[test]
fn a_session_in_spanish_or_polish_has_no_english() {
    for (language, room, won, expected) in [
        (
            "es",
            "sala",
            "fin de la partida: ¡has ganado con 4 en línea!",
            [
                "\n1. Juega primero: columna 4 (guest-01), quedan ",
                "\nfin de la partida: gana guest-01 (primer lado) con 4 en línea\n",
                "\nno hay salas abiertas; abre una con: enlinea new\n1 partida recién terminada\n",
            ],
        ),
        (
            "pl",
            "pokój",
            "koniec partii: wygrana: 4 w rzędzie!",
            [
                "\n1. pierwsza gra: kolumna 4 (guest-01), zostaje ",
                "\nkoniec partii: guest-01 (pierwsza strona) wygrywa: 4 w rzędzie\n",
                "\nnie ma otwartych pokojów; otwórz pokój: enlinea new\n1 właśnie zakończona partia\n",
            ],
        ),
    ] {
        let everything = everything(language, room, won);
        for (written, expected) in everything.iter().zip(expected) {
            assert!(written.contains(expected), "{expected}: {written}");
            has_no_english(written);
        }
    }
}
