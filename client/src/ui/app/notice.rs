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
const SHOWN_FOR: Millis = Millis::from_secs(12);

/// Rows of a board that a notice covers once a key was pressed, and talk from the beginning.
const FOLDED: u16 = 3;

/// The shortest time after which a notice counts as read, and what each of its characters adds to that: 25 of them are
/// read in a second. After it any key takes the notice away.
const READABLE: Millis = Millis::from_millis(600);
const READABLE_EACH: Millis = Millis::from_millis(40);

/// The notice at the bottom of the screen.
#[derive(Debug, Default)]
pub(super) struct Notices {
    shown: Option<Notice>,
    /// The number of notices so far: one may say again what the one before it said, at the same time.
    count: u64,
}

#[derive(Debug)]
struct Notice {
    text: String,
    since: Millis,
    ends: Ends,
    /// True for a notice in grey, which asks for nothing.
    is_quiet: bool,
    /// Rows of a board that it may cover: fewer once a key was pressed before it could be read.
    rows: u16,
}

impl Notice {
    /// True once it was shown for long enough to be read.
    fn is_read(&self, now: Millis) -> bool {
        let each = READABLE_EACH.as_millis() * self.text.chars().count() as u64;
        now - self.since >= READABLE + Millis::from_millis(each)
    }
}

impl Notices {
    fn show(&mut self, text: String, now: Millis, ends: Ends) {
        let rows = match ends {
            // Whoever talks at length covers no board with it: the key for talk shows all of it.
            Ends::Talk => FOLDED,
            Ends::Screen | Ends::Board | Ends::Offer | Ends::Key | Ends::Welcome | Ends::Time => {
                u16::MAX
            }
        };
        self.count += 1;
        self.shown = Some(Notice {
            text,
            since: now,
            ends,
            is_quiet: false,
            rows,
        });
    }

    /// A value that changes when a notice is shown or taken away.
    pub(super) fn state(&self) -> (u64, bool) {
        (self.count, self.shown.is_some())
    }

    /// Takes away a notice that was shown for its time.
    pub(super) fn expire(&mut self, now: Millis) {
        self.shown.take_if(|notice| now - notice.since > SHOWN_FOR);
    }

    /// Takes away or folds a notice that is older than an event.
    pub(super) fn after_event(
        &mut self,
        now: Millis,
        is_other_screen: bool,
        by_person: bool,
        is_typing: bool,
    ) {
        let Some(notice) = &mut self.shown else {
            return;
        };
        let is_read = notice.is_read(now);
        if is_other_screen && (is_read || notice.ends != Ends::Time) {
            self.shown = None;
        } else if by_person {
            notice.rows = FOLDED;
            if !is_typing && (is_read || notice.ends == Ends::Key) {
                self.shown = None;
            }
        }
    }
}

impl App {
    /// The notice at the bottom.
    pub fn notice(&self) -> Option<&str> {
        let notice = self.notices.shown.as_ref()?;
        Some(&notice.text)
    }

    /// Returns true if the notice is grey.
    pub(in crate::ui) fn notice_is_quiet(&self) -> bool {
        let notice = self.notices.shown.as_ref();
        notice.is_some_and(|notice| notice.is_quiet)
    }

    /// Rows of a board that the notice may cover.
    pub(in crate::ui) fn notice_rows(&self) -> u16 {
        let notice = self.notices.shown.as_ref();
        notice.map_or(u16::MAX, |notice| notice.rows)
    }

    /// True while the notice is that of the end of the game on the table.
    pub(in crate::ui) fn says_the_end(&self) -> bool {
        let notice = self.notices.shown.as_ref();
        notice.is_some_and(|notice| notice.ends == Ends::Key) && self.screen == Screen::Table
    }

    /// The notice that is true until this happens, as long as it was too short a time on the screen to be read.
    pub(in crate::ui) fn unread_notice(&self, until: Ends) -> Option<&str> {
        let notice = self.notices.shown.as_ref()?;
        (notice.ends == until && !notice.is_read(self.now)).then_some(&notice.text)
    }

    /// Shows a notice at the bottom.
    pub fn say(&mut self, text: impl AsRef<str>) {
        self.say_until(text, Ends::Screen);
    }

    /// Shows a notice at the bottom that another screen does not end.
    pub fn say_for_long(&mut self, text: impl AsRef<str>) {
        self.say_until(text, Ends::Time);
    }

    /// Shows a notice in grey, which asks for nothing and which another screen does not end.
    pub(in crate::ui) fn say_quietly(&mut self, text: impl AsRef<str>) {
        self.say_until(text, Ends::Time);
        if let Some(notice) = &mut self.notices.shown {
            notice.is_quiet = true;
        }
    }

    /// Shows a notice that is not true any more after something.
    pub(in crate::ui) fn say_until(&mut self, text: impl AsRef<str>, ends: Ends) {
        self.notices.show(plain(text.as_ref()), self.now, ends);
    }

    /// Takes away the notice that is true until this happens.
    pub(in crate::ui) fn end_notice(&mut self, happened: Ends) {
        self.notices.shown.take_if(|notice| notice.ends == happened);
    }

    /// Takes away the notice, whatever ends it.
    #[cfg(test)]
    pub(crate) fn clear_notice(&mut self) {
        self.notices.shown = None;
    }
}
