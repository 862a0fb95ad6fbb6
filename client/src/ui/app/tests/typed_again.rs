//! Lines that cannot be read come back with the problem, to be corrected and not to be typed anew.

use super::*;

/// Types a line in place of what it begins with, and ends it.
fn write(play: &mut Play, text: &str) -> Vec<Action> {
    play.does(Event::Key(Key::Ctrl('u')));
    play.press(text);
    play.does(Event::Key(Key::Enter))
}

fn lobby() -> Play {
    let mut play = Play::home();
    play.hear(welcome());
    play
}

/// The form, on a line with a value to type.
fn form() -> Play {
    let mut play = lobby();
    play.press("n");
    let mut fields = play.app.form.fields().into_iter();
    let grace = fields.position(|field| field == crate::ui::Field::Grace);
    play.app.form.chosen = grace.unwrap();
    play.press("e");
    play
}

fn table() -> Play {
    Play::at_table("gomoku")
}

/// A screen, the line that is typed there, and its text.
type Case = (fn() -> Play, PromptKind, &'static str);

#[test]
fn a_line_that_cannot_be_read_is_corrected_and_not_typed_anew() {
    use PromptKind::{Address, Clock, Code, Move, Mute, Name, Port, Remove, Value};

    let cases: [Case; 13] = [
        (
            Play::home,
            Address,
            "http://a.long.name.of.a.server:42700000/",
        ),
        (Play::home, Address, "http://box:4270/#K7QM2"),
        (Play::home, Address, "#K7QM2X"),
        (Play::home, Address, "#K7QM2X.22346789"),
        (Play::home, Name, "guest-07"),
        (Play::home, Name, "\u{200b}"),
        (Play::home, Port, "70000"),
        (lobby, Code, "K7QM2"),
        (lobby, Mute, "\u{200b}"),
        (form, Clock, "forever"),
        (form, Value, "forever"),
        (table, Move(protocol::rules::Notation::Cell), "z99"),
        (table, Remove, "\u{200b}"),
    ];
    for (play, kind, text) in cases {
        let mut play = play();
        play.app.clear_notice();
        play.app.open_prompt(kind);
        assert_eq!(write(&mut play, text), [], "{kind:?}");
        assert!(play.app.notice().is_some(), "{kind:?}: {text}");
        let prompt = play.app.prompt.as_ref();
        let line = prompt.map(|prompt| (prompt.kind, prompt.input.value()));
        assert_eq!(line, Some((kind, text)));
    }
}
