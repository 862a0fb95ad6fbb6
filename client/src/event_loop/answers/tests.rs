use std::collections::HashMap;
#[cfg(unix)]
use std::io::{Read, Write as _};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::*;
use crate::board::{Depth, Glyphs, Theme};

const KITTY: &str = "\x1b_Gi=31;OK\x1b\\";
const INFLATES: &str = "\x1b_Gi=32;OK\x1b\\";
const WORKS: &str = "\x1b[0n";

fn look(depth: Depth, ascii: bool) -> Look {
    let theme = Theme::named("classic").unwrap();
    Look::new(Glyphs { ascii }, theme, depth, Ground::Dark)
}

fn question(
    ground: GroundChoice,
    graphics: GraphicsChoice,
    variables: &[(&str, &str)],
) -> Option<Question> {
    let variables: HashMap<_, _> = variables.iter().copied().collect();
    Question::new(ground, graphics, &look(Depth::True, false), |name| {
        variables.get(name).map(|&value| value.to_owned())
    })
}

/// The answers in these bytes.
fn answers(question: Question, told: &str) -> Answers {
    let parts = Splitter::default().take(Instant::now(), told.as_bytes());
    question.answers(&parts)
}

/// The keys of these characters.
fn typed(text: &str) -> Vec<TermEvent> {
    let key = |character| KeyEvent::new(KeyCode::Char(character), KeyModifiers::NONE);
    text.chars().map(key).map(TermEvent::Key).collect()
}

fn everything() -> Question {
    let term = [("TERM", "xterm-256color")];
    question(GroundChoice::Auto, GraphicsChoice::Auto, &term).unwrap()
}

#[test]
fn answers_are_taken_apart_whatever_is_between_them() {
    let cell = "\x1b[6;20;10t";
    let dark = "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\";
    for (told, expected) in [
        (String::new(), (None, None, None, "", false)),
        (WORKS.to_owned(), (None, None, None, "", true)),
        (
            format!("{KITTY}\x1b[?62;4c{cell}{dark}{WORKS}"),
            (
                Some(Graphics::Kitty { compressed: false }),
                Some((10, 20)),
                Some(Ground::Dark),
                "",
                true,
            ),
        ),
        (
            format!("{KITTY}{INFLATES}{WORKS}"),
            (
                Some(Graphics::Kitty { compressed: true }),
                None,
                None,
                "",
                true,
            ),
        ),
        (
            format!("x\x1b[?62;4;22cy{cell}{WORKS}z"),
            (Some(Graphics::Sixel), Some((10, 20)), None, "xyz", true),
        ),
        (
            "\x1b_Gi=31;ENOTSUP\x1b\\\x1b[?62;22c\x1b[0n".to_owned(),
            (None, None, None, "", true),
        ),
        (
            "\x1b]11;rgb:ff/ff/ff\x07\x1b[0n".to_owned(),
            (None, None, Some(Ground::Light), "", true),
        ),
        (
            "\x1b]11;#fff\x07".to_owned(),
            (None, None, Some(Ground::Light), "", false),
        ),
        // Cut off, or nonsense.
        (
            "\x1b]11;rgb:ffff/ff".to_owned(),
            (None, None, None, "", false),
        ),
        (
            "\x1b]11;rgb:?\x07\x1b[6;0;0t\x1b[;t\x1b".to_owned(),
            (None, None, None, "", false),
        ),
    ] {
        let (graphics, cell, ground, text, is_complete) = expected;
        let expected = Answers {
            ground,
            graphics,
            cell,
            typed: typed(text),
            is_complete,
        };
        assert_eq!(answers(everything(), &told), expected, "{told:?}");
    }
}

#[test]
fn nothing_is_asked_where_it_is_not_wanted_or_not_understood() {
    let xterm = ("TERM", "xterm-256color");
    let asked = |ground, graphics, variables: &[_]| {
        let question = question(ground, graphics, variables)?;
        let text = question.text();
        Some((
            text.contains("]11;?"),
            text.contains("_Gi="),
            text.contains("[c"),
        ))
    };
    let (auto, dark) = (GroundChoice::Auto, GroundChoice::Dark);
    let off = GraphicsChoice::Off;
    assert_eq!(
        asked(auto, GraphicsChoice::Auto, &[xterm]),
        Some((true, true, true))
    );
    assert_eq!(
        asked(dark, GraphicsChoice::Auto, &[xterm]),
        Some((false, true, true))
    );
    assert_eq!(asked(auto, off, &[xterm]), Some((true, false, false)));
    assert_eq!(asked(dark, off, &[xterm]), None);
    for term in ["", "dumb", "linux", "screen", "screen-256color", "vt100"] {
        let variables = [("TERM", term)];
        assert_eq!(asked(auto, GraphicsChoice::On, &variables), None, "{term}");
    }
    // tmux would take a part of it for the title of its window.
    let tmux = [("TERM", "tmux-256color")];
    assert_eq!(
        asked(auto, GraphicsChoice::Auto, &tmux),
        Some((true, false, false))
    );
    assert_eq!(
        asked(auto, GraphicsChoice::On, &tmux),
        Some((true, false, true))
    );
    let konsole = [xterm, ("KONSOLE_VERSION", "240800")];
    assert_eq!(
        asked(auto, GraphicsChoice::Auto, &konsole),
        Some((true, false, false))
    );
    for look in [
        look(Depth::Mono, false),
        look(Depth::Sixteen, false),
        look(Depth::True, true),
    ] {
        let variable = |_: &str| Some("xterm".to_owned());
        let question = Question::new(dark, GraphicsChoice::On, &look, variable);
        assert_eq!(question, None, "{look:?}");
    }
}

#[test]
fn iterm2_is_known_by_its_name_where_it_answers_at_all() {
    let term = [("TERM", "xterm-256color"), ("TERM_PROGRAM", "iTerm.app")];
    let question = question(GroundChoice::Auto, GraphicsChoice::Auto, &term).unwrap();
    let graphics = |told: &str| answers(question, told).graphics;
    assert_eq!(graphics("\x1b[?62;4c\x1b[0n"), Some(Graphics::Iterm2));
    assert_eq!(graphics(""), None);
}

#[test]
#[cfg(unix)]
fn the_terminal_is_asked_and_not_waited_for_longer_than_it_takes() {
    let (ours, mut terminal) = std::os::unix::net::UnixStream::pair().unwrap();
    let told = format!("q{KITTY}\x1b[6;18;9t\x1b]11;rgb:ffff/ffff/ffff\x07{WORKS}");
    terminal.write_all(told.as_bytes()).unwrap();
    let begin = Instant::now();
    let mut splitter = Splitter::default();
    let mut ask = |limit| {
        let limit = Duration::from_millis(limit);
        let answers = everything().ask_at(&ours, &mut &ours, limit, &mut splitter);
        answers.unwrap()
    };
    let answers = ask(900);
    assert!(begin.elapsed() < Duration::from_millis(800));
    assert_eq!(
        answers.graphics,
        Some(Graphics::Kitty { compressed: false })
    );
    assert_eq!(
        (answers.cell, answers.ground),
        (Some((9, 18)), Some(Ground::Light))
    );
    assert_eq!(answers.typed, typed("q"));
    let mut asked = vec![0; everything().text().len()];
    terminal.read_exact(&mut asked).unwrap();
    assert_eq!(asked, everything().text().as_bytes());
    // Silence, and a terminal that is gone.
    assert_eq!(ask(5), Answers::default());
    terminal.shutdown(std::net::Shutdown::Write).unwrap();
    assert_eq!(ask(900), Answers::default());
}
