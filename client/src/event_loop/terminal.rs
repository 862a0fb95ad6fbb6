//! The terminal: its modes while the screens are open, its keys, and what it can show.

use std::io::{self, IsTerminal, stdout};

use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, SetTitle};
use crossterm::{execute, queue};
use ratatui::{DefaultTerminal, Frame};

use crate::input::Key;

/// Keeps the title of the window on the terminal's stack (XTWINOPS).
#[cfg(unix)]
const KEEP_TITLE: &str = "\x1b[22;0t";
/// Takes it from there.
#[cfg(unix)]
const RESTORE_TITLE: &str = "\x1b[23;0t";

/// The modes that the screens need beside those of ratatui: the mouse, pasted text told apart from keys, whether
/// the window is in front, and a title of its own. A terminal that does not know one of them does without.
pub(super) struct Modes(());

impl Modes {
    /// Sets them, and has a panic take them back.
    pub(super) fn begin() -> Self {
        #[cfg(unix)]
        let _ = execute!(stdout(), Print(KEEP_TITLE));
        let _ = execute!(stdout(), EnableMouseCapture);
        let _ = execute!(stdout(), EnableBracketedPaste);
        let _ = execute!(stdout(), EnableFocusChange);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // Reports of the mouse would fill the shell's prompt.
            reset();
            before(panic);
        }));
        Self(())
    }

    /// Takes them back.
    pub(super) fn end(self) {
        let Self(()) = self;
        reset();
    }
}

fn reset() {
    // Left open by a panic while a screen is drawn.
    let _ = execute!(stdout(), EndSynchronizedUpdate);
    let _ = execute!(stdout(), DisableFocusChange);
    let _ = execute!(stdout(), DisableBracketedPaste);
    let _ = execute!(stdout(), DisableMouseCapture);
    #[cfg(unix)]
    let _ = execute!(stdout(), Print(RESTORE_TITLE));
}

/// Draws a screen as one synchronized update (DEC private mode 2026): a terminal that knows it shows no screen that is
/// drawn by half.
pub(super) fn draw(
    terminal: &mut DefaultTerminal,
    screen: impl FnOnce(&mut Frame<'_>),
) -> io::Result<()> {
    queue!(stdout(), BeginSynchronizedUpdate)?;
    let drawn = terminal.draw(screen).map(|_| ());
    execute!(stdout(), EndSynchronizedUpdate)?;
    drawn
}

/// Calls a person who may be at another window: by the bell, the title, and a notice on the desktop, which iTerm2,
/// Windows Terminal and kitty take as OSC 9, and foot, Ghostty, rxvt and VTE as OSC 777. Others pass over them.
pub(super) fn call() {
    let text = say!("hosting-your-move");
    let title = format!("{text} - enlinea");
    let _ = execute!(stdout(), Print(notices(&text)), SetTitle(title));
}

/// The bell and the notices. The text is ours alone: a name in it could drive the terminal.
fn notices(text: &str) -> String {
    format!("\x07\x1b]9;enlinea: {text}\x07\x1b]777;notify;enlinea;{text}\x07")
}

/// Translates a key; `None` for those without a meaning here.
pub(super) fn key(event: &KeyEvent) -> Option<Key> {
    // Windows tells of the release, too.
    if event.kind == KeyEventKind::Release {
        return None;
    }
    // AltGr is told as both by Windows, and makes letters.
    let alt_gr = KeyModifiers::CONTROL | KeyModifiers::ALT;
    let control =
        event.modifiers.contains(KeyModifiers::CONTROL) && !event.modifiers.contains(alt_gr);
    Some(match event.code {
        KeyCode::Char(letter @ ('a'..='z' | 'A'..='Z')) if control => {
            Key::Ctrl(letter.to_ascii_lowercase())
        }
        // Alt and a letter are no letter: Escape and a letter that come together look like them.
        KeyCode::Char(_) if control || event.modifiers & alt_gr == KeyModifiers::ALT => {
            return None;
        }
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Tab => Key::Tab,
        KeyCode::F(number @ 1..=12) => Key::F(number),
        _ => return None,
    })
}

/// Completes when the system asks the program to end.
pub(super) async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            terminate.recv().await;
            return;
        }
    }
    std::future::pending::<()>().await;
}

/// True where the screens can be shown: standard input and output are terminals that move a cursor.
pub fn is_interactive() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_made_with_alt_gr_arrive_and_control_or_alt_makes_none() {
        let told = |modifiers| key(&KeyEvent::new(KeyCode::Char('@'), modifiers));
        let (control, alt) = (KeyModifiers::CONTROL, KeyModifiers::ALT);
        assert_eq!(told(control | alt), Some(Key::Char('@')));
        assert_eq!(told(KeyModifiers::NONE), Some(Key::Char('@')));
        assert_eq!(told(control), None);
        assert_eq!(told(alt), None);
        let c = KeyEvent::new(KeyCode::Char('c'), control);
        assert_eq!(key(&c), Some(Key::Ctrl('c')));
    }
}
