//! The bytes of a terminal: keys, reports and pasted text, one at a time, and the events that they are.
//!
//! bytes -> [`Splitter`] -> parts: a character, a control sequence, or pasted text -> [`event`]
//!
//! A part without its end is held for [`REST`] at most, and Ctrl-C is a part of none, so that nothing a terminal sends
//! keeps a key from acting. The library waits for such an end without a limit, and for one of each sequence that it
//! does not know (github.com/crossterm-rs/crossterm/issues/1104), and takes the text of other reports for keys.

use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tokio::time::Instant;

const ESC: u8 = 0x1B;
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;

/// The beginning of pasted text, and its end.
const PASTE: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Longest wait for what follows an Escape: a terminal sends a sequence at once, and the key alone has to act.
const AFTER_ESCAPE: Duration = Duration::from_millis(30);

/// Longest wait for the rest of a sequence from its beginning, and of pasted text from its latest byte. Networks
/// deliver a sequence in two pieces now and then; the second would be taken for keys.
const REST: Duration = Duration::from_millis(500);

/// Splits what a terminal sends into its parts.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    /// A part without its end.
    held: Vec<u8>,
    /// The time from which the wait for its end counts.
    since: Option<Instant>,
}

impl Splitter {
    /// Takes bytes that came now; returns the parts that are whole.
    pub(super) fn take(&mut self, now: Instant, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut parts = Vec::new();
        for &byte in bytes {
            if byte == CTRL_C {
                self.held.clear();
            }
            while !continues(&self.held, byte) {
                parts.extend(self.give_up());
            }
            if self.held.is_empty() || self.held.starts_with(PASTE) {
                self.since = Some(now);
            }
            self.held.push(byte);
            if is_whole(&self.held) {
                parts.push(std::mem::take(&mut self.held));
            }
        }
        parts
    }

    /// The time at which the wait for the end of a part is over; `None` if there is no such part.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let patience = match self.held[..] {
            [] => return None,
            [ESC] => AFTER_ESCAPE,
            _ => REST,
        };
        Some(self.since? + patience)
    }

    /// Ends the wait; returns what is there of the part if it has a meaning: the key Escape, or pasted text.
    pub(super) fn end_wait(&mut self) -> Option<Vec<u8>> {
        let held = std::mem::take(&mut self.held);
        (held == [ESC] || held.starts_with(PASTE)).then_some(held)
    }

    /// Drops the part that a byte does not continue, but for an Escape at its end, which begins another; returns it if
    /// it is the key Escape.
    fn give_up(&mut self) -> Option<Vec<u8>> {
        let held = std::mem::take(&mut self.held);
        match held[..] {
            [ESC] => return Some(held),
            [.., ESC] => self.held.push(ESC),
            _ => {}
        }
        None
    }
}

/// True if the byte belongs to the part that is held, where there is one.
fn continues(held: &[u8], byte: u8) -> bool {
    match held {
        [ESC] | [ESC, b'[', b'M', ..] => byte != ESC,
        _ if held.starts_with(PASTE) => true,
        [ESC, b'[' | b'O', ..] => matches!(byte, 0x20..=0x7E),
        [ESC, b']' | b'P' | b'_' | b'^' | b'X', .., ESC] => byte == b'\\',
        [] | [ESC, b']' | b'P' | b'_' | b'^' | b'X', ..] => true,
        // The rest of a character in UTF-8.
        _ => matches!(byte, 0x80..=0xBF),
    }
}

/// True for a part that has its end.
fn is_whole(part: &[u8]) -> bool {
    match part {
        [] | [ESC] => false,
        _ if part.starts_with(PASTE) => part.ends_with(PASTE_END),
        // A function key of the Linux console, and the mouse where a terminal knows no newer report.
        [ESC, b'[', b'[', rest @ ..] => rest.len() == 1,
        [ESC, b'[', b'M', rest @ ..] => rest.len() == 3,
        [ESC, b'[', rest @ ..] => matches!(rest, [.., 0x40..=0x7E]),
        [ESC, b'O', rest @ ..] => !rest.is_empty(),
        [ESC, b']' | b'P' | b'_' | b'^' | b'X', rest @ ..] => {
            matches!(rest, [.., BEL] | [.., ESC, b'\\'])
        }
        // With Alt, or alone.
        [ESC, text @ ..] | text => {
            let length = match text[0] {
                0xC0..=0xDF => 2,
                0xE0..=0xEF => 3,
                0xF0..=0xF7 => 4,
                _ => 1,
            };
            text.len() == length
        }
    }
}

/// True for the answer to the question whether the terminal works.
pub(super) fn is_status(part: &[u8]) -> bool {
    matches!(part, b"\x1b[0n" | b"\x1b[3n")
}

/// The event that a part is; `None` for reports, and for whatever else has no meaning here.
pub(super) fn event(part: &[u8]) -> Option<Event> {
    if let Some(text) = part.strip_prefix(PASTE) {
        // The end may be there in part, or not at all.
        let mut ends = (0..=PASTE_END.len()).rev();
        let text = ends.find_map(|length| text.strip_suffix(&PASTE_END[..length]))?;
        return Some(Event::Paste(String::from_utf8_lossy(text).into_owned()));
    }
    match part {
        [ESC] => Some(key(KeyCode::Esc, KeyModifiers::NONE)),
        b"\x1b[I" => Some(Event::FocusGained),
        b"\x1b[O" => Some(Event::FocusLost),
        [ESC, b'[', b'[', letter @ b'A'..=b'E'] => {
            let code = KeyCode::F(letter - b'A' + 1);
            Some(key(code, KeyModifiers::NONE))
        }
        [ESC, b'[', b'M', button, column, row] => {
            let [button, column, row] = [button, column, row].map(|byte| u16::from(*byte));
            mouse([
                button.checked_sub(32)?,
                column.checked_sub(32)?,
                row.checked_sub(32)?,
            ])
        }
        [ESC, b'[', b'<', report @ .., b'M'] => mouse(numbers(report)?),
        [ESC, b'[', report @ .., b'M'] => {
            let [button, column, row] = numbers(report)?;
            mouse([button.checked_sub(32)?, column, row])
        }
        [ESC, b'[', parameters @ .., last] => special(parameters, *last),
        [ESC, b'O', last] => special(b"", *last),
        [ESC, b']' | b'P' | b'_' | b'^' | b'X', ..] => None,
        [ESC, text @ ..] => {
            let (code, modifiers) = character(text)?;
            Some(key(code, modifiers | KeyModifiers::ALT))
        }
        text => {
            let (code, modifiers) = character(text)?;
            Some(key(code, modifiers))
        }
    }
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

/// The key of a character.
fn character(text: &[u8]) -> Option<(KeyCode, KeyModifiers)> {
    let code = match text {
        // Before the raw mode a terminal turns Enter into a new line.
        b"\r" | b"\n" => KeyCode::Enter,
        b"\t" => KeyCode::Tab,
        b"\x7F" => KeyCode::Backspace,
        [control @ 0x01..=0x1A] => {
            let letter = char::from(control - 1 + b'a');
            return Some((KeyCode::Char(letter), KeyModifiers::CONTROL));
        }
        _ => {
            let character = str::from_utf8(text).ok()?.chars().next()?;
            if character.is_control() {
                return None;
            }
            KeyCode::Char(character)
        }
    };
    Some((code, KeyModifiers::NONE))
}

/// The key of a control sequence that ends with `last`.
fn special(parameters: &[u8], last: u8) -> Option<Event> {
    let is_key = |byte: &u8| matches!(byte, b'0'..=b';');
    if !parameters.iter().all(is_key) {
        return None;
    }
    let mut numbers = parameters.split(|byte| *byte == b';').map(number);
    let mut next = || numbers.next().flatten().unwrap_or(1);
    let (first, modifiers) = (next(), modifiers(next()));
    let code = match last {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        // With numbers it is the place of the cursor.
        b'R' if !parameters.is_empty() => return None,
        b'P'..=b'S' => KeyCode::F(last - b'P' + 1),
        b'Z' => KeyCode::BackTab,
        b'u' => coded(first)?,
        b'~' => match first {
            1 | 7 => KeyCode::Home,
            3 => KeyCode::Delete,
            4 | 8 => KeyCode::End,
            5 => KeyCode::PageUp,
            6 => KeyCode::PageDown,
            11..=15 => KeyCode::F(first as u8 - 10),
            17..=21 => KeyCode::F(first as u8 - 11),
            23 | 24 => KeyCode::F(first as u8 - 12),
            _ => return None,
        },
        _ => return None,
    };
    Some(key(code, modifiers))
}

/// The key with the number of a character, as terminals send keys that have no other sequence if they are set to.
fn coded(number: u16) -> Option<KeyCode> {
    match u8::try_from(number) {
        Ok(ESC) => Some(KeyCode::Esc),
        Ok(byte @ (b'\r' | b'\t' | 0x7F)) => character(&[byte]).map(|(code, _)| code),
        _ => char::from_u32(number.into())
            .filter(|character| !character.is_control())
            .map(KeyCode::Char),
    }
}

/// The modifiers of a parameter, which is one more than their bits.
fn modifiers(parameter: u16) -> KeyModifiers {
    let has = |bit| parameter.wrapping_sub(1) & bit != 0;
    let bits = [
        (1, KeyModifiers::SHIFT),
        (2, KeyModifiers::ALT),
        (4, KeyModifiers::CONTROL),
    ];
    let held = bits.into_iter().filter(|(bit, _)| has(*bit));
    held.map(|(_, modifier)| modifier).collect()
}

/// Event of the mouse, by the numbers of its button, column and row, which are counted from 1.
fn mouse([button, column, row]: [u16; 3]) -> Option<Event> {
    // Without the bits of Shift, Alt and Control.
    let kind = match button & !0b1_1100 {
        0 => MouseEventKind::Down(MouseButton::Left),
        35 => MouseEventKind::Moved,
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    Some(Event::Mouse(MouseEvent {
        kind,
        column: column.checked_sub(1)?,
        row: row.checked_sub(1)?,
        modifiers: KeyModifiers::NONE,
    }))
}

/// The three numbers of a report.
fn numbers(report: &[u8]) -> Option<[u16; 3]> {
    let mut numbers = report.split(|byte| *byte == b';').map(number);
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

/// The number of a parameter, without what follows a colon.
fn number(parameter: &[u8]) -> Option<u16> {
    let digits = parameter.split(|byte| *byte == b':').next()?;
    str::from_utf8(digits).ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
