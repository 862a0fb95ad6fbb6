use proptest::collection::vec;
use proptest::prelude::*;

use super::super::terminal::key;
use super::*;
use crate::input::Key;

/// The events of these bytes, which come at once and are followed by silence.
fn events(bytes: &[u8]) -> Vec<Event> {
    let now = Instant::now();
    let mut splitter = Splitter::default();
    let mut parts = splitter.take(now, bytes);
    parts.extend(splitter.end_wait());
    parts.iter().filter_map(|part| event(part)).collect()
}

/// The keys of these bytes, which are nothing else.
fn keys(bytes: &[u8]) -> Vec<Key> {
    let key = |event: &Event| key(&event.as_key_event()?);
    events(bytes).iter().filter_map(key).collect()
}

#[test]
fn keys_are_read_as_terminals_send_them() {
    for (bytes, expected) in [
        (
            "aé∀𝄞",
            &[
                Key::Char('a'),
                Key::Char('é'),
                Key::Char('∀'),
                Key::Char('𝄞'),
            ][..],
        ),
        ("\r\n\t", &[Key::Enter, Key::Enter, Key::Tab]),
        ("\x7f\x08", &[Key::Backspace, Key::Backspace]),
        (
            "\x03\x1a\x01",
            &[Key::Ctrl('c'), Key::Ctrl('z'), Key::Ctrl('a')],
        ),
        ("\x1b", &[Key::Esc]),
        ("\x1b\x1b", &[Key::Esc, Key::Esc]),
        ("\x1b\x1b[A", &[Key::Esc, Key::Up]),
        (
            "\x1b[A\x1b[B\x1b[C\x1b[D",
            &[Key::Up, Key::Down, Key::Right, Key::Left],
        ),
        (
            "\x1bOA\x1bOB\x1bOC\x1bOD",
            &[Key::Up, Key::Down, Key::Right, Key::Left],
        ),
        ("\x1b[1;5A", &[Key::Up]),
        (
            "\x1b[H\x1b[F\x1b[1~\x1b[4~",
            &[Key::Home, Key::End, Key::Home, Key::End],
        ),
        (
            "\x1bOH\x1bOF\x1b[7~\x1b[8~",
            &[Key::Home, Key::End, Key::Home, Key::End],
        ),
        (
            "\x1b[3~\x1b[5~\x1b[6~",
            &[Key::Delete, Key::PageUp, Key::PageDown],
        ),
        ("\x1bOP\x1bOR\x1b[1;2S", &[Key::F(1), Key::F(3), Key::F(4)]),
        ("\x1b[[A\x1b[[E\x1b[15~", &[Key::F(1), Key::F(5), Key::F(5)]),
        (
            "\x1b[17~\x1b[21~\x1b[24~",
            &[Key::F(6), Key::F(10), Key::F(12)],
        ),
        ("\x1b[99;5u\x1b[13;2u", &[Key::Ctrl('c'), Key::Enter]),
        // With Alt a letter has no meaning.
        ("\x1ba\x1bé", &[]),
        ("\x1b\r", &[Key::Enter]),
    ] {
        assert_eq!(keys(bytes.as_bytes()), expected, "{bytes:?}");
    }
}

#[test]
fn pasted_text_focus_and_the_mouse_are_told() {
    let at = |kind, column, row| {
        Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        })
    };
    let left = MouseEventKind::Down(MouseButton::Left);
    let paste = |text: &str| vec![Event::Paste(text.to_owned())];
    for (bytes, expected) in [
        ("\x1b[200~xy\r\x1b[201~", paste("xy\r")),
        ("\x1b[200~\x1b[A\x1b[201~", paste("\x1b[A")),
        // A part of the end is no text.
        ("\x1b[200~xy", paste("xy")),
        ("\x1b[200~xy\x1b[20", paste("xy")),
        ("\x1b[I\x1b[O", vec![Event::FocusGained, Event::FocusLost]),
        ("\x1b[<0;12;3M\x1b[<0;12;3m", vec![at(left, 11, 2)]),
        ("\x1b[<4;1;1M", vec![at(left, 0, 0)]),
        ("\x1b[<35;300;3M", vec![at(MouseEventKind::Moved, 299, 2)]),
        (
            "\x1b[<64;1;1M\x1b[<65;1;1M",
            vec![
                at(MouseEventKind::ScrollUp, 0, 0),
                at(MouseEventKind::ScrollDown, 0, 0),
            ],
        ),
        ("\x1b[32;12;3M", vec![at(left, 11, 2)]),
        ("\x1b[M ,#", vec![at(left, 11, 2)]),
        // There is no column and no row 0.
        ("\x1b[<0;0;0M\x1b[M   \x1b[0;1;1M\x1b[M\x01\x01\x01", vec![]),
    ] {
        assert_eq!(events(bytes.as_bytes()), expected, "{bytes:?}");
    }
}

/// Their texts were keys: `rgb:ffff` asked for an opponent.
#[test]
fn reports_are_no_keys() {
    for report in [
        "\x1b]11;rgb:ffff/ffff/ffff\x07",
        "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1bP1$r0m\x1b\\",
        "\x1b^x\x1b\\\x1bXy\x1b\\",
        "\x1b[?2026;2$y",
        "\x1b[?62;4;22c",
        "\x1b[?1u",
        "\x1b[>41;354;0c",
        "\x1b[6;20;10t",
        "\x1b[24;80R",
        "\x1b[0n",
    ] {
        assert_eq!(events(report.as_bytes()), [], "{report:?}");
    }
}

#[test]
fn a_sequence_that_comes_in_two_pieces_is_the_same() {
    let (early, late) = (Instant::now(), Instant::now() + Duration::from_millis(10));
    for text in [
        "\x1b[1;5A",
        "\x1b]11;#fff\x1b\\x",
        "\x1b[200~ab\x1b[201~",
        "é",
        "\x1bé",
    ] {
        let bytes = text.as_bytes();
        let whole = Splitter::default().take(early, bytes);
        for cut in 0..=bytes.len() {
            let mut splitter = Splitter::default();
            let mut parts = splitter.take(early, &bytes[..cut]);
            parts.extend(splitter.take(late, &bytes[cut..]));
            assert_eq!(parts, whole, "{text:?} at {cut}");
        }
    }
}

/// Another sequence, and a character that is not the rest of the one before, are read although that has no end.
#[test]
fn what_cannot_go_on_is_dropped_at_once() {
    for (bytes, expected) in [
        (&b"\x1b[2\x1b[A"[..], Key::Up),
        (b"\x1b]11;\x1b[A", Key::Up),
        (b"\x1bO\x1b[A", Key::Up),
        (b"\x1b[2\r", Key::Enter),
        (b"\xE9a", Key::Char('a')),
        (b"\xFFa", Key::Char('a')),
        (b"\x80a", Key::Char('a')),
    ] {
        assert_eq!(keys(bytes), [expected], "{bytes:?}");
    }
}

/// Checks that after each beginning of `bytes` a key acts within a second, and Ctrl-C at once.
fn leaves_the_keyboard_alive(bytes: &[u8]) -> Result<(), TestCaseError> {
    let begin = Instant::now();
    let last_key = |parts: Vec<Vec<u8>>| {
        let last = parts.last().and_then(|part| event(part));
        last.and_then(|event| key(&event.as_key_event()?))
    };
    for cut in 0..=bytes.len() {
        let come = || {
            let mut splitter = Splitter::default();
            splitter.take(begin, &bytes[..cut]);
            splitter
        };
        let at_once = come().take(begin, b"\x03");
        prop_assert_eq!(last_key(at_once), Some(Key::Ctrl('c')), "at {}", cut);
        let mut splitter = come();
        if let Some(deadline) = splitter.deadline() {
            prop_assert!(deadline < begin + Duration::from_secs(1), "at {}", cut);
            splitter.end_wait();
        }
        let later = splitter.take(begin + Duration::from_secs(1), b"q");
        prop_assert_eq!(last_key(later), Some(Key::Char('q')), "at {}", cut);
    }
    Ok(())
}

/// A key that is pressed again and again after a report without an end puts its own act off no further.
#[test]
fn keys_that_follow_one_another_end_no_report() {
    let begin = Instant::now();
    let mut splitter = Splitter::default();
    splitter.take(begin, b"\x1b]11;rgb:");
    let deadline = splitter.deadline();
    splitter.take(begin + Duration::from_millis(300), b"q");
    assert_eq!(splitter.deadline(), deadline);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_control_sequence_keeps_a_key_from_acting(
        parameters in vec(0x30_u8..=0x3F, 0..8),
        between in vec(0x20_u8..=0x2F, 0..3),
        last in 0x40_u8..=0x7E,
    ) {
        let sequence = [&b"\x1b["[..], &parameters, &between, &[last]].concat();
        leaves_the_keyboard_alive(&sequence)?;
    }

    #[test]
    fn no_text_of_the_terminal_keeps_a_key_from_acting(
        kind in prop::sample::select(b"]P_^X".to_vec()),
        text in vec(0x20_u8..=0x7E, 0..40),
        end in prop::sample::select(vec![&b"\x07"[..], b"\x1b\\"]),
    ) {
        let sequence = [&[ESC, kind][..], &text, end].concat();
        leaves_the_keyboard_alive(&sequence)?;
        prop_assert_eq!(events(&sequence), []);
    }

    #[test]
    fn no_pasted_text_keeps_a_key_from_acting(text in ".{0,40}") {
        let pasted = [PASTE, text.as_bytes(), PASTE_END].concat();
        leaves_the_keyboard_alive(&pasted)?;
    }

    #[test]
    fn nothing_at_all_keeps_a_key_from_acting(bytes in vec(any::<u8>(), 0..40)) {
        leaves_the_keyboard_alive(&bytes)?;
    }
}
