//! Answers of the terminal about itself: its background, and how it shows images. Asked once, before keys are read.
//!
//! All questions go at once, and last the one that every terminal answers, so that one which knows none of the others
//! is not waited for. The widget library would ask by itself, on a thread that goes on to read when nothing comes, and
//! so takes the first key.

#[cfg(unix)]
use std::io::{self, Write};
use std::time::Duration;

use crossterm::event::{Event as TermEvent, KeyCode, KeyModifiers};
use tokio::time::Instant;

use crate::board::{CellSize, Graphics, GraphicsChoice, Ground, GroundChoice, Look};
use crate::input::Key;

#[cfg(feature = "images")]
mod images;

/// Most time that the start waits for the terminal.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_millis(200);

/// Time in which an answer may still come after that.
const LATE: Duration = Duration::from_secs(5);

/// The question that every terminal answers: whether it works.
const STATUS: &str = "\x1b[5n";

/// The things to ask a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    ground: bool,
    graphics: Option<Protocols>,
}

/// The protocols for images that may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Protocols {
    kitty: bool,
    sixel: bool,
    iterm2: bool,
}

impl Question {
    /// The question to a terminal with this environment; `None` where nothing is to be asked, or it would be written on
    /// the screen.
    pub(super) fn new(
        ground: GroundChoice,
        graphics: GraphicsChoice,
        look: &Look,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let term = variable("TERM").unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|name| term.starts_with(name));
        // GNU screen hands the questions on and answers the last one itself.
        let is_deaf = term.is_empty() || is(&["dumb", "linux", "screen", "Eterm", "vt", "ansi"]);
        if is_deaf || cfg!(not(unix)) {
            return None;
        }
        let names = |name: &str, known: &[&str]| {
            variable(name).is_some_and(|value| known.iter().any(|known| value.contains(known)))
        };
        let has = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let is_inside = is(&["tmux"]) || has("TMUX");
        let asks = cfg!(feature = "images")
            && look.can_have_pictures()
            && match graphics {
                GraphicsChoice::Auto => !is_inside,
                GraphicsChoice::On => true,
                GraphicsChoice::Off => false,
            };
        let iterm2 = names("TERM_PROGRAM", &["iTerm", "WezTerm", "mintty"])
            || names("LC_TERMINAL", &["iTerm"]);
        // WezTerm's way is that of iTerm2, and Konsole draws sixels wrongly; neither shows an image of kitty's in the
        // place of characters, which the widget needs.
        let is_partial = has("WEZTERM_EXECUTABLE") || has("KONSOLE_VERSION");
        let graphics = asks.then_some(Protocols {
            kitty: !is_partial && !is_inside,
            sixel: !is_partial,
            iterm2: iterm2 && !is_inside,
        });
        let ground = ground == GroundChoice::Auto && look.depth() != crate::board::Depth::Mono;
        (ground || graphics.is_some()).then_some(Self { ground, graphics })
    }

    #[cfg_attr(
        not(any(unix, test)),
        expect(dead_code, reason = "elsewhere nothing is asked")
    )]
    fn text(self) -> String {
        match self.graphics {
            #[cfg(feature = "images")]
            Some(protocols) => images::question(protocols, self.ground),
            _ => format!("\x1b]11;?\x07{STATUS}"),
        }
    }

    /// Asks the terminal of this program, which is in raw mode.
    #[cfg(unix)]
    pub(super) fn ask(self) -> Answers {
        let asked = self.ask_at(&io::stdin(), &mut io::stdout(), LIMIT);
        // A terminal that cannot be asked fails at its next use, with a message.
        asked.unwrap_or_default()
    }

    /// No answer is waited for: elsewhere they cannot be told from keys.
    #[cfg(not(unix))]
    pub(super) fn ask(self) -> Answers {
        self.answers(&[])
    }

    #[cfg(unix)]
    fn ask_at(
        self,
        input: &impl std::os::fd::AsFd,
        output: &mut impl Write,
        limit: Duration,
    ) -> io::Result<Answers> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        output.write_all(self.text().as_bytes())?;
        output.flush()?;
        let begin = Instant::now();
        let mut told = Vec::new();
        while let Some(left) = limit.checked_sub(begin.elapsed()) {
            let mut polled = [PollFd::new(input, PollFlags::IN)];
            let left = Timespec {
                tv_sec: 0,
                tv_nsec: left.subsec_nanos().into(),
            };
            match poll(&mut polled, Some(&left)) {
                Err(rustix::io::Errno::INTR) => continue,
                polled => polled?,
            };
            if !polled[0].revents().contains(PollFlags::IN) {
                break;
            }
            let mut bytes = [0; 256];
            let count = rustix::io::read(input, &mut bytes)?;
            told.extend_from_slice(&bytes[..count]);
            if count == 0 || parts(&told).iter().any(Part::is_status) {
                break;
            }
        }
        Ok(self.answers(&told))
    }

    #[cfg_attr(
        not(feature = "images"),
        expect(
            clippy::unused_self,
            clippy::needless_continue,
            reason = "only images need them"
        )
    )]
    fn answers(self, told: &[u8]) -> Answers {
        let mut answers = Answers::default();
        #[cfg(feature = "images")]
        let mut images = images::Images::default();
        for part in parts(told) {
            let sequence = match part {
                Part::Typed(typed) => {
                    answers.typed.extend(keys(typed));
                    continue;
                }
                Part::Sequence(sequence) => sequence,
            };
            answers.is_complete |= part.is_status();
            if let Some(colour) = sequence.strip_prefix(b"\x1b]11;") {
                answers.ground = ground(colour).or(answers.ground);
                continue;
            }
            #[cfg(feature = "images")]
            images.read(sequence);
        }
        #[cfg(feature = "images")]
        {
            let asked = self.graphics;
            answers.graphics = asked.and_then(|asked| images.shown(asked, answers.is_complete));
            answers.cell = images.cell;
        }
        answers
    }
}

/// The answers of a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// Its background.
    pub(super) ground: Option<Ground>,
    /// The protocol by which it shows images.
    pub(super) graphics: Option<Graphics>,
    /// The size of its cells in pixels.
    pub(super) cell: Option<CellSize>,
    /// Keys that were pressed meanwhile.
    pub(super) typed: Vec<Key>,
    /// True where all questions that it understands are answered.
    is_complete: bool,
}

impl Answers {
    /// The filter for answers that are still to come.
    pub(super) fn late(&self) -> LateAnswers {
        LateAnswers {
            until: (!self.is_complete).then(|| Instant::now() + LATE),
            is_inside: false,
        }
    }
}

/// Passes over answers that come after the wait, which are read as keys.
#[derive(Debug, Default)]
pub(super) struct LateAnswers {
    until: Option<Instant>,
    is_inside: bool,
}

impl LateAnswers {
    /// True for an event that is a part of an answer.
    pub(super) fn has(&mut self, event: &TermEvent) -> bool {
        let (Some(until), TermEvent::Key(key)) = (self.until, event) else {
            return false;
        };
        if Instant::now() > until {
            *self = Self::default();
            return false;
        }
        let is_alt = key.modifiers.contains(KeyModifiers::ALT);
        let is_bell = key.code == KeyCode::Char('g') && key.modifiers == KeyModifiers::CONTROL;
        match key.code {
            // ESC and the character that begins a text of the terminal.
            KeyCode::Char(']' | '_' | 'P') if is_alt => {
                self.is_inside = true;
                true
            }
            KeyCode::Char('\\') if is_alt => {
                self.is_inside = false;
                true
            }
            _ if self.is_inside => {
                self.is_inside = !is_bell;
                true
            }
            _ => false,
        }
    }
}

/// The size of a cell in pixels, as the system knows it.
pub(super) fn cell_size() -> Option<CellSize> {
    let window = crossterm::terminal::window_size().ok()?;
    let (width, height) = (
        window.width.checked_div(window.columns)?,
        window.height.checked_div(window.rows)?,
    );
    (width > 0 && height > 0).then_some((width, height))
}

/// A part of what comes from a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'a> {
    /// A control sequence, whole or as far as it came.
    Sequence(&'a [u8]),
    /// Text between two.
    Typed(&'a [u8]),
}

impl Part<'_> {
    fn is_status(&self) -> bool {
        matches!(self, Self::Sequence(b"\x1b[0n" | b"\x1b[3n"))
    }
}

/// Takes apart what came from a terminal.
fn parts(mut told: &[u8]) -> Vec<Part<'_>> {
    const ESC: u8 = 0x1B;
    const BEL: u8 = 0x07;
    let mut parts = Vec::new();
    while let Some(&first) = told.first() {
        if first != ESC {
            let length = told.iter().position(|&byte| byte == ESC);
            let (typed, rest) = told.split_at(length.unwrap_or(told.len()));
            parts.push(Part::Typed(typed));
            told = rest;
            continue;
        }
        let end = match told.get(1) {
            Some(b'[') => told
                .iter()
                .skip(2)
                .position(|byte| (0x40..=0x7E).contains(byte))
                .map(|at| at + 3),
            Some(b']' | b'_' | b'P') => {
                let bell = told.iter().position(|&byte| byte == BEL).map(|at| at + 1);
                let string = told
                    .windows(2)
                    .position(|two| two == [ESC, b'\\'])
                    .map(|at| at + 2);
                [bell, string].into_iter().flatten().min()
            }
            Some(_) => Some(2),
            None => None,
        };
        let (sequence, rest) = told.split_at(end.unwrap_or(told.len()));
        parts.push(Part::Sequence(sequence));
        told = rest;
    }
    parts
}

/// The ground with a colour as xterm writes it, which ends with BEL or ESC and a backslash.
fn ground(colour: &[u8]) -> Option<Ground> {
    let end = colour.iter().position(|byte| matches!(byte, 0x07 | 0x1B))?;
    let colour = xterm_color::Color::parse(&colour[..end]).ok()?;
    let channels = [colour.red, colour.green, colour.blue].map(|channel| (channel >> 8) as u8);
    Some(Ground::from_rgb(channels))
}

/// Keys in the text that they make.
fn keys(typed: &[u8]) -> impl Iterator<Item = Key> {
    let typed: Vec<char> = String::from_utf8_lossy(typed).chars().collect();
    typed.into_iter().filter_map(|character| match character {
        '\r' | '\n' => Some(Key::Enter),
        '\t' => Some(Key::Tab),
        '\x7F' | '\x08' => Some(Key::Backspace),
        control @ '\x01'..='\x1A' => Some(Key::Ctrl(char::from(control as u8 + b'a' - 1))),
        character if character.is_control() => None,
        character => Some(Key::Char(character)),
    })
}

#[cfg(test)]
mod tests;
