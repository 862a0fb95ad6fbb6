//! The commands in Spanish and in Polish: a session from its beginning to its end, lists, and help.

use std::path::Path;

use crate::hosted::{Hosted, WINS};
use crate::{enlinea_in, text};

/// Areas of the messages of commands.
const AREAS: [&str; 3] = ["hosting", "lines", "options"];

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

fn check(language: &str, room: &str, won: &str, expected: [&[&str]; 3]) {
    let everything = everything(language, room, won);
    for (written, expected) in everything.iter().zip(expected) {
        for sentence in expected {
            assert!(written.contains(sentence), "{sentence}: {written}");
        }
        has_no_english(written);
    }
}

#[test]
fn a_session_in_spanish_makes_sense_when_it_is_read_aloud() {
    check(
        "es",
        "sala",
        "fin de la partida: has ganado, guest-01 (primer lado), con ",
        [
            &[
                "sirviendo; otros se conectan con: enlinea --server ",
                ": Cuatro en línea, reloj 5m",
                "\nprimero (X): guest-01, tú\nsegundo (O): Bot, al azar\n",
                "empieza la partida 2: Bot, al azar es el primer lado, guest-01 el segundo\n",
                "te toca: tu lado es el primero (X)\n",
                "tras la jugada 0: 1 ",
                "\nguest-01 (primer lado): quedan ",
                ", en marcha\n",
                "\nnadie está mirando\n",
                "\naún no se ha jugado nada\n",
                "o una orden (help las enumera)\n",
                "\nresign: abandona la partida\n",
                "no te ofrecen nada; haz tú la oferta",
                "\n1. Juega guest-01 (primero): columna 4, quedan ",
                "\n2. Juega Bot, al azar (segundo): columna ",
                "\nmarcador: guest-01 1, Bot, al azar 0, tablas 0\n",
                "\nescribe rematch para jugar otra vez, o leave\n",
                "\nninguna: la partida ha terminado\n",
            ],
            &[
                "\nestás mirando\n",
                "\nfin de la partida: gana guest-01 (primer lado) con ",
                " mirando: guest-0",
                "solo estás mirando; escribe say",
            ],
            &[
                "Uso: enlinea [OPCIONES] [ORDEN]",
                "\nCódigo de salida:\n",
                "Opciones de todas las órdenes:",
                "--seed <N>",
                "Semilla del azar de los bots",
                "[por omisión: me]",
                "\nno hay salas abiertas; abre una con: enlinea new\n1 partida terminada\n",
                "bot:minimax: ",
                "juega a todos los juegos con nombre",
                ", 1-0, línea, ",
                "los archivos están en ",
                "\nresultado: 1-0\n",
                "\n# name no tiene valor\n",
                "clave: ",
                "se conoce ningún servidor",
                "\"you\" no es un lugar; escribe me, open, bot:TIPO",
                "los dos lugares son tuyos",
                "ninguna apertura se llama \"pro\"",
            ],
        ],
    );
}

#[test]
fn a_session_in_polish_makes_sense_when_it_is_read_aloud() {
    check(
        "pl",
        "pokój",
        "koniec partii: wygrana, guest-01 (pierwsza strona), ",
        [
            &[
                "serwer działa; inni łączą się tak: enlinea --server ",
                ": Czwórki, zegar 5m",
                "\npierwsza (X): guest-01, ty\ndruga (O): Bot, losowy\n",
                "zaczyna się partia 2: Bot, losowy to pierwsza strona, guest-01 druga\n",
                "twój ruch: twoja strona to pierwsza (X)\n",
                "po ruchu 0: 1 ",
                "\nguest-01 (pierwsza strona): zostaje ",
                ", zegar idzie\n",
                "\nnikt nie ogląda\n",
                "\nnie ma jeszcze żadnego ruchu\n",
                "lub polecenie (wymienia je help)\n",
                "\nresign: poddaje partię\n",
                "nikt ci nic nie proponuje",
                "\n1. guest-01 (pierwsza strona) gra: kolumna 4, zostaje ",
                "\n2. Bot, losowy (druga strona) gra: kolumna ",
                " w rzędzie\n",
                "\nwynik: guest-01 1, Bot, losowy 0, remisy 0\n",
                "\nwpisz rematch, by zagrać jeszcze raz, albo leave\n",
                "\nżadne: partia jest skończona\n",
            ],
            &[
                "\noglądasz\n",
                "\nkoniec partii: guest-01 (pierwsza strona) wygrywa, ",
                "ogląda 1 osoba: guest-0",
                "tylko oglądasz; wpisz say",
            ],
            &[
                "Użycie: enlinea [OPCJE] [POLECENIE]",
                "\nKod wyjścia:\n",
                "Opcje wszystkich poleceń:",
                "Ziarno losowości botów",
                "[domyślnie: me]",
                "\nnie ma otwartych pokojów; otwórz pokój: enlinea new\n1 zakończona partia\n",
                "gra: wszystkie gry z nazwą",
                ", 1-0, ułożony rząd, ",
                "pliki są w ",
                "\nwynik: 1-0\n",
                "\n# name nie ma wartości\n",
                "klucz: ",
                "\"you\" to nie miejsce; napisz me, open, bot:RODZAJ",
                "oba miejsca są twoje",
                "żadne otwarcie nie nazywa się \"pro\"",
            ],
        ],
    );
}
