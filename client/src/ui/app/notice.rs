//! The notice at the bottom of the screen, and the events that end it.

use protocol::millis::Millis;

use super::App;
use crate::text::plain;
use crate::ui::Screen;

/// The event after which a notice is not true any more; time ends each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Ends {
    /// Another screen.
    Screen,
    /// A change of the board, or another screen.
    Board,
    /// A new offer of any kind, a change of the board, or another screen.
    Offer,
    /// Any key: it is told elsewhere on the screen, too.
    Key,
    /// A line of text that this person begins to write to the others at the table: it has the talk above it.
    Talk,
    /// A server that lets this client in.
    Welcome,
    /// Time alone, until it could be read: it may be said on the way to the screen that it speaks of.
    Time,
}

/// Time for which a notice is shown: long enough to read a refusal.
pub(super) const NOTICE: Millis = Millis::from_secs(12);

/// Rows of a board that a notice covers once a key was pressed, and talk from the beginning.
pub(super) const FOLDED: u16 = 3;

/// The shortest time after which a notice counts as read, and what each of its characters adds to that: 25 of them are
/// read in a second. After it any key takes the notice away.
const READABLE: Millis = Millis::from_millis(600);
const READABLE_EACH: Millis = Millis::from_millis(40);

impl App {
    /// True once the notice was shown for long enough to be read.
    pub(super) fn is_notice_read(&self) -> bool {
        self.notice.as_ref().is_some_and(|(text, since)| {
            let each = READABLE_EACH.as_millis() * text.chars().count() as u64;
            self.now - *since >= READABLE + Millis::from_millis(each)
        })
    }

    /// True while the notice is that of the end of the game on the table.
    pub(in crate::ui) fn says_the_end(&self) -> bool {
        self.notice_ends == Ends::Key && self.screen == Screen::Table
    }

    /// The notice that is true until this happens, as long as it was too short a time on the screen to be read.
    pub(in crate::ui) fn unread_notice(&self, until: Ends) -> Option<&str> {
        let notice = self.notice.as_ref()?;
        (self.notice_ends == until && !self.is_notice_read()).then_some(notice.0.as_str())
    }

    /// Shows a notice at the bottom.
    pub fn say(&mut self, text: impl AsRef<str>) {
        self.say_until(text, Ends::Screen);
    }

    /// Shows a notice at the bottom that another screen does not end.
    pub fn say_for_long(&mut self, text: impl AsRef<str>) {
        self.say_until(text, Ends::Time);
    }

    /// Shows a notice that is not true any more after something.
    pub(in crate::ui) fn say_until(&mut self, text: impl AsRef<str>, ends: Ends) {
        self.notice = Some((plain(text.as_ref()), self.now));
        self.notices += 1;
        self.notice_ends = ends;
    }

    /// Takes away the notice that is true until this happens.
    pub(in crate::ui) fn end_notice(&mut self, happened: Ends) {
        if self.notice_ends == happened {
            self.notice = None;
        }
    }
}
