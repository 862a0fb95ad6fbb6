//! The terminal: its modes while the screens are open, its keys, and what it can show.

use std::io::{self, IsTerminal, stdout};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste,
    EnableFocusChange, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use crossterm::style::Print;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate, SetTitle};
#[cfg(unix)]
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::{DefaultTerminal, Frame};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{self, UnboundedReceiver};
#[cfg(unix)]
use tokio::time::Instant;

#[cfg(unix)]
use super::sequences;
use super::sequences::Splitter;
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
        set();
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

    /// Gives the terminal back, and stops the process as the system asked, until it is continued. Nothing may be drawn
    /// before [`Self::resume`]: it would be on the screen of the shell.
    #[cfg(unix)]
    pub(super) async fn stop(signals: &mut Signals) {
        use rustix::process::{Signal, kill_current_process_group};
        reset();
        let _ = execute!(stdout(), Show);
        let _ = ratatui::try_restore();
        // Not the signal that came, which is heard here. This one stops every process, and so the whole job: the shell
        // waits for a script that waits for this program.
        let _ = kill_current_process_group(Signal::STOP);
        // Another thread may have been stopped first, and this one a moment later: only the signal tells that the
        // process goes on.
        signals.go_on.recv().await;
        let _ = execute!(stdout(), Print(KEEP_TITLE));
    }

    /// Sets everything again after the process was stopped, and has the next screen drawn as a whole: the shell has
    /// set and written what it wanted.
    #[cfg(unix)]
    pub(super) fn resume(terminal: &mut DefaultTerminal) -> io::Result<()> {
        // A mode that the library believes to be in force is not set again.
        disable_raw_mode()?;
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, Clear(ClearType::All))?;
        set();
        // The library's own way to clear asks for the cursor. Both buffers are empty after this.
        terminal.swap_buffers();
        Ok(())
    }
}

fn set() {
    let _ = execute!(stdout(), EnableMouseCapture);
    let _ = execute!(stdout(), EnableBracketedPaste);
    let _ = execute!(stdout(), EnableFocusChange);
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

/// Asks for a stop as the terminal does at Ctrl-Z outside of raw mode. The leader of a session has no shell that could
/// continue it.
#[cfg(unix)]
pub(super) fn suspend() {
    use rustix::process::{Signal, getpid, getsid, kill_process};
    if getsid(None) != Ok(getpid()) {
        let _ = kill_process(getpid(), Signal::TSTP);
    }
}

/// Input of the terminal.
#[derive(Debug)]
pub(super) enum Input {
    /// A key, or another event.
    Event(Event),
    /// The answer to the last question that it was asked.
    #[cfg_attr(not(unix), expect(dead_code, reason = "elsewhere nothing is asked"))]
    Answered,
}

/// Keys and other events of the terminal, read on a thread of their own.
#[derive(Debug)]
pub(super) struct Keys(UnboundedReceiver<io::Result<Input>>);

impl Keys {
    /// Begins to read after what is in the `splitter`. The thread ends with the input, or with the program.
    pub(super) fn read(mut splitter: Splitter) -> io::Result<Self> {
        let (sender, input) = mpsc::unbounded_channel();
        let read = move || {
            loop {
                match read_input(&mut splitter) {
                    Ok(Some(came)) => {
                        for input in came {
                            if sender.send(Ok(input)).is_err() {
                                return;
                            }
                        }
                    }
                    Ok(None) => return,
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                }
            }
        };
        thread::Builder::new().name("keys".to_owned()).spawn(read)?;
        Ok(Self(input))
    }

    /// The next input; `None` after its end, and after an error.
    pub(super) async fn next(&mut self) -> Option<io::Result<Input>> {
        self.0.recv().await
    }
}

/// Waits for the next input of the terminal; `None` at its end.
#[cfg(unix)]
fn read_input(splitter: &mut Splitter) -> io::Result<Option<Vec<Input>>> {
    let now = Instant::now();
    let limit = splitter.deadline();
    let limit = limit.map(|deadline| deadline.saturating_duration_since(now));
    let parts = match read_within(&io::stdin(), limit)? {
        Some(bytes) if bytes.is_empty() => return Ok(None),
        Some(bytes) => splitter.take(Instant::now(), &bytes),
        None => splitter.end_wait().into_iter().collect(),
    };
    let input = parts.iter().filter_map(|part| {
        if sequences::is_status(part) {
            return Some(Input::Answered);
        }
        sequences::event(part).map(Input::Event)
    });
    Ok(Some(input.collect()))
}

/// Waits for bytes of the terminal; `None` if none come in time, and no bytes at the end of the input.
#[cfg(unix)]
pub(super) fn read_within(
    input: &impl std::os::fd::AsFd,
    limit: Option<Duration>,
) -> io::Result<Option<Vec<u8>>> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::Errno;

    let limit = limit.and_then(|limit| Timespec::try_from(limit).ok());
    loop {
        let mut polled = [PollFd::new(input, PollFlags::IN)];
        match poll(&mut polled, limit.as_ref()) {
            Ok(0) => return Ok(None),
            Err(Errno::INTR) => continue,
            polled => polled?,
        };
        let mut bytes = [0; 1024];
        return match rustix::io::read(input, &mut bytes) {
            Ok(count) => Ok(Some(bytes[..count].to_vec())),
            Err(Errno::INTR | Errno::AGAIN) => continue,
            // A terminal that is gone.
            Err(Errno::IO) => Ok(Some(Vec::new())),
            Err(error) => Err(error.into()),
        };
    }
}

/// Time in which the next key of pasted text is there. Without any a look ends at the first record that is no key, such
/// as that of Shift before a capital letter.
#[cfg(windows)]
const BURST: Duration = Duration::from_millis(1);

/// Waits for the next event of the terminal, and takes the text that is there with it. The console tells of pasted text
/// by keys alone, all at once, and of nothing by control sequences.
#[cfg(windows)]
fn read_input(_: &mut Splitter) -> io::Result<Option<Vec<Input>>> {
    let mut burst = vec![crossterm::event::read()?];
    while burst.last().is_some_and(is_of_text) && crossterm::event::poll(BURST)? {
        burst.push(crossterm::event::read()?);
    }
    let input = with_pastes(burst).into_iter().map(Input::Event);
    Ok(Some(input.collect()))
}

/// Keys at once that are pasted text: nobody presses three in one moment.
#[cfg(any(windows, test))]
const PASTED: usize = 3;

/// Returns the events of one moment with pasted text in the place of the keys that stand for it.
#[cfg(any(windows, test))]
fn with_pastes(burst: Vec<Event>) -> Vec<Event> {
    let mut events = Vec::with_capacity(burst.len());
    let mut burst = burst.into_iter().peekable();
    while let Some(event) = burst.next() {
        if !is_of_text(&event) {
            events.push(event);
            continue;
        }
        let mut keys = vec![event];
        while let Some(key) = burst.next_if(is_of_text) {
            keys.push(key);
        }
        let text: String = keys.iter().filter_map(character).collect();
        let first = text.chars().next();
        // A key that is held repeats one character.
        let is_held = text.chars().all(|character| Some(character) == first);
        if is_held || text.chars().count() < PASTED {
            events.append(&mut keys);
        } else {
            events.push(Event::Paste(text));
        }
    }
    events
}

/// True for a key that may be pasted text, and for the release of any: those of text come between its keys.
#[cfg(any(windows, test))]
fn is_of_text(event: &Event) -> bool {
    let is_release = |key: &KeyEvent| key.kind == KeyEventKind::Release;
    event.as_key_event().is_some_and(|key| is_release(&key)) || character(event).is_some()
}

/// The character that a key which was pressed is in pasted text.
#[cfg(any(windows, test))]
fn character(event: &Event) -> Option<char> {
    let event = event.as_key_press_event()?;
    match key(&event)? {
        Key::Char(character) => Some(character),
        Key::Enter => Some('\n'),
        Key::Tab => Some('\t'),
        _ => None,
    }
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
        // The key of the same byte: some terminals send it for Backspace.
        KeyCode::Char('h') if control => Key::Backspace,
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

/// A request of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// To end.
    End,
    /// To stop until it is continued.
    #[cfg(unix)]
    Stop,
    /// To go on after a stop.
    #[cfg(unix)]
    Continue,
    /// To draw in another size.
    #[cfg(unix)]
    Resize,
}

/// The signals of the system, heard from its creation on: before the terminal is changed, so that none leaves it so.
#[cfg(unix)]
pub(super) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hang_up: Signal,
    stop: Signal,
    go_on: Signal,
    resize: Signal,
}

#[cfg(unix)]
impl Signals {
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            stop: signal(SignalKind::from_raw(rustix::process::Signal::TSTP.as_raw()))?,
            go_on: signal(SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()))?,
            resize: signal(SignalKind::window_change())?,
        })
    }

    /// Waits for the next request.
    pub(super) async fn next(&mut self) -> Request {
        tokio::select! {
            biased;
            _ = self.interrupt.recv() => Request::End,
            _ = self.terminate.recv() => Request::End,
            _ = self.hang_up.recv() => Request::End,
            _ = self.stop.recv() => Request::Stop,
            _ = self.go_on.recv() => Request::Continue,
            _ = self.resize.recv() => Request::Resize,
        }
    }
}

/// The signals of the system: an interrupt by another program alone.
#[cfg(not(unix))]
pub(super) struct Signals(());

#[cfg(not(unix))]
impl Signals {
    #[expect(clippy::unnecessary_wraps, reason = "as where there are signals")]
    pub(super) fn listen() -> io::Result<Self> {
        Ok(Self(()))
    }

    /// Waits for another program to interrupt this one: the person's own Ctrl-C is a key.
    pub(super) async fn next(&mut self) -> Request {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Request::End,
            Err(_not_to_be_had) => std::future::pending().await,
        }
    }
}

/// True where the screens can be shown: standard input and output are terminals that move a cursor.
pub fn is_interactive() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stdout().is_terminal() && io::stdin().is_terminal() && !is_dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `xy` that was pasted at a table resigned, and a line that was pasted in the lobby was said there.
    #[test]
    fn three_keys_of_text_in_one_moment_are_pasted() {
        let told = |kind, code| Event::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind));
        let pressed =
            |code| [KeyEventKind::Press, KeyEventKind::Release].map(|kind| told(kind, code));
        let burst =
            |codes: &[KeyCode]| -> Vec<_> { codes.iter().copied().flat_map(pressed).collect() };
        let (x, y, enter) = (KeyCode::Char('x'), KeyCode::Char('y'), KeyCode::Enter);
        let paste = |text: &str| vec![Event::Paste(text.to_owned())];
        assert_eq!(with_pastes(burst(&[x, y, enter])), paste("xy\n"));
        for keys in [
            &[x][..],
            &[x, y],
            &[enter, enter],
            &[x, x, x],
            &[KeyCode::Up, KeyCode::Up, KeyCode::Up],
        ] {
            assert_eq!(with_pastes(burst(keys)), burst(keys), "{keys:?}");
        }
        // Keys of other meanings stay in their places.
        let mixed = [x, y, KeyCode::Char('#'), KeyCode::Esc, y];
        let [up_to, escape, alone] = [paste("xy#"), burst(&[KeyCode::Esc]), burst(&[y])];
        assert_eq!(with_pastes(burst(&mixed)), [up_to, escape, alone].concat());
        let control = KeyEvent::new(x, KeyModifiers::CONTROL);
        let controls = vec![Event::Key(control); 3];
        assert_eq!(with_pastes(controls.clone()), controls);
        assert_eq!(with_pastes(vec![Event::FocusLost]), [Event::FocusLost]);
    }

    #[test]
    fn letters_made_with_alt_gr_arrive_and_control_or_alt_makes_none() {
        let told = |modifiers| key(&KeyEvent::new(KeyCode::Char('@'), modifiers));
        let (control, alt) = (KeyModifiers::CONTROL, KeyModifiers::ALT);
        assert_eq!(told(control | alt), Some(Key::Char('@')));
        assert_eq!(told(KeyModifiers::NONE), Some(Key::Char('@')));
        assert_eq!(told(control), None);
        assert_eq!(told(alt), None);
        let h = KeyEvent::new(KeyCode::Char('h'), control);
        assert_eq!(key(&h), Some(Key::Backspace));
        let c = KeyEvent::new(KeyCode::Char('c'), control);
        assert_eq!(key(&c), Some(Key::Ctrl('c')));
    }
}
