//! Answers of the terminal about itself: its background, and how it shows images. Asked once, before keys are read.
//!
//! All questions go at once, and last the one that every terminal answers, so that one which knows none of the others
//! is not waited for. The widget library would ask by itself, on a thread that goes on to read when nothing comes, and
//! so takes the first key.

#[cfg(unix)]
use std::io::{self, Write};
#[cfg(unix)]
use std::time::Duration;

use crossterm::event::Event as TermEvent;
#[cfg(unix)]
use tokio::time::Instant;

use super::sequences::{self, Splitter};
#[cfg(unix)]
use super::terminal::read_within;
use crate::board::{CellSize, Graphics, GraphicsChoice, Ground, GroundChoice, Look};

#[cfg(feature = "images")]
mod images;

/// Most time that the start waits for the terminal.
#[cfg(unix)]
const LIMIT: Duration = Duration::from_millis(200);

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
    pub(super) fn ask(self, splitter: &mut Splitter) -> Answers {
        let asked = self.ask_at(&io::stdin(), &mut io::stdout(), LIMIT, splitter);
        // A terminal that cannot be asked fails at its next use, with a message.
        asked.unwrap_or_default()
    }

    /// No answer is waited for: elsewhere they cannot be told from keys.
    #[cfg(not(unix))]
    pub(super) fn ask(self, _: &mut Splitter) -> Answers {
        self.answers(&[])
    }

    #[cfg(unix)]
    fn ask_at(
        self,
        input: &impl std::os::fd::AsFd,
        output: &mut impl Write,
        limit: Duration,
        splitter: &mut Splitter,
    ) -> io::Result<Answers> {
        output.write_all(self.text().as_bytes())?;
        output.flush()?;
        let begin = Instant::now();
        let mut parts = Vec::new();
        while let Some(left) = limit.checked_sub(begin.elapsed()) {
            let bytes = read_within(input, Some(left))?.unwrap_or_default();
            let came = splitter.take(Instant::now(), &bytes);
            let is_complete = came.iter().any(|part| sequences::is_status(part));
            parts.extend(came);
            if bytes.is_empty() || is_complete {
                break;
            }
        }
        Ok(self.answers(&parts))
    }

    #[cfg_attr(
        not(feature = "images"),
        expect(clippy::unused_self, reason = "only images need it")
    )]
    fn answers(self, parts: &[Vec<u8>]) -> Answers {
        let mut answers = Answers::default();
        #[cfg(feature = "images")]
        let mut images = images::Images::default();
        for part in parts {
            answers.is_complete |= sequences::is_status(part);
            if let Some(colour) = part.strip_prefix(b"\x1b]11;") {
                answers.ground = ground(colour).or(answers.ground);
            }
            let event = sequences::event(part);
            #[cfg(feature = "images")]
            if event.is_none() {
                images.read(part);
            }
            answers.typed.extend(event);
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
    /// Keys that were pressed meanwhile, and other events.
    pub(super) typed: Vec<TermEvent>,
    /// True where all questions that it understands are answered.
    pub(super) is_complete: bool,
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

/// The ground with a colour as xterm writes it, which ends with BEL or ESC and a backslash.
fn ground(colour: &[u8]) -> Option<Ground> {
    let end = colour.iter().position(|byte| matches!(byte, 0x07 | 0x1B))?;
    let colour = xterm_color::Color::parse(&colour[..end]).ok()?;
    let channels = [colour.red, colour.green, colour.blue].map(|channel| (channel >> 8) as u8);
    Some(Ground::from_rgb(channels))
}

#[cfg(all(test, feature = "images"))]
mod tests;
