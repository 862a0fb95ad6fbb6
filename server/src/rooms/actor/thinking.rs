//! News of a room about the search of a bot before its answer: that it thinks, how deep it is, what an external
//! engine says of it.
//!
//! `SearchProgress`, written by the search -> a look at it, once a second at most -> `Thinking`, `EngineMessage`
//!
//! Nothing of it is recorded, so that a `Seq` does not count it. Players are told that a bot thinks, and no more
//! while the game goes on; its depth and its words are for those who see its searches ([`RoomActor::sees_search`]).
//!
//! The first look comes after half a second, so a bot that answers sooner costs no message.

use std::time::Duration;

use protocol::id::PlayerId;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::spec::Depth;
use protocol::view::Thinking;
use tokio::time::Instant;

use super::RoomActor;
use crate::bots::engine_pool::SearchProgress;
use crate::outbox::Frame;

/// Time of thought after which a room tells that its bot thinks: a bot that answers sooner costs no message, and
/// nobody wonders before that.
const FIRST_NEWS_AFTER: Duration = Duration::from_millis(500);

/// Least time between two messages about depth, and between two of an engine: people read no faster.
const NEWS_INTERVAL: Duration = Duration::from_secs(1);

/// A search under way, as it is told.
#[derive(Debug)]
pub(super) struct ThinkingNews {
    side: Side,
    ply: u16,
    progress: SearchProgress,
    /// Moment of the next look at the progress; none if there is nothing more to tell.
    next: Option<Instant>,
    /// True once everybody was told that the bot thinks.
    is_told: bool,
    /// Depth that was told last.
    depth: Option<Depth>,
}

/// Result of a look at a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    /// Nothing that was not told.
    Nothing,
    /// The bot has thought for a moment.
    Thinks(Thinking),
    /// It is deeper than it was told.
    Deeper(Thinking),
}

impl ThinkingNews {
    pub(super) fn new(side: Side, ply: u16, progress: SearchProgress, now: Instant) -> Self {
        Self {
            side,
            ply,
            progress,
            next: Some(now + FIRST_NEWS_AFTER),
            is_told: false,
            depth: None,
        }
    }

    /// Looks at the search at the moment `now`, and sets that of the next look.
    fn look(&mut self, now: Instant) -> News {
        if self.progress.is_answered() {
            self.next = None;
            return News::Nothing;
        }
        let left = FIRST_NEWS_AFTER.saturating_sub(self.progress.elapsed(now));
        if !left.is_zero() {
            // It waited for a thread, or while its engine was set up, or waits still.
            self.next = Some(now + left);
            return News::Nothing;
        }
        self.next = Some(now + NEWS_INTERVAL);
        let thinking = self.thinking(now);
        if !self.is_told {
            self.is_told = true;
            self.depth = thinking.depth;
            return News::Thinks(thinking);
        }
        if thinking.depth > self.depth {
            self.depth = thinking.depth;
            return News::Deeper(thinking);
        }
        News::Nothing
    }

    /// Returns the search as it is now.
    fn thinking(&self, now: Instant) -> Thinking {
        let elapsed = self.progress.elapsed(now);
        Thinking {
            side: self.side,
            ply: self.ply,
            elapsed: Millis::from_millis(elapsed.as_millis() as u64),
            depth: self.progress.depth(),
        }
    }
}

impl RoomActor {
    /// Returns the moment of the next look at the search under way.
    pub(super) fn next_thinking(&self) -> Option<Instant> {
        self.bot.as_ref()?.news.as_ref()?.next
    }

    /// Looks at the search under way, and tells what is new.
    pub(super) fn tell_thinking(&mut self) {
        let now = Instant::now();
        let secret = self.room.searches_are_secret();
        let Some(news) = self.bot.as_mut().and_then(|bot| bot.news.as_mut()) else {
            return;
        };
        let found = news.look(now);
        if secret && news.is_told {
            // The rest is for nobody.
            news.next = None;
        }
        match found {
            News::Nothing => {}
            News::Thinks(thinking) => {
                self.tell_viewers(RoomEvent::Thinking { thinking }, true);
                let thinking = without_depth(thinking);
                self.tell_viewers(RoomEvent::Thinking { thinking }, false);
            }
            News::Deeper(thinking) => self.tell_viewers(RoomEvent::Thinking { thinking }, true),
        }
        self.tell_engine_message();
    }

    /// Tells the last message of the engine that searches or has just answered, unless one was told a moment ago.
    pub(super) fn tell_engine_message(&mut self) {
        let now = Instant::now();
        let is_early = self
            .last_message
            .is_some_and(|last| now < last + NEWS_INTERVAL);
        if is_early || self.room.searches_are_secret() {
            return;
        }
        let Some(news) = self.bot.as_ref().and_then(|bot| bot.news.as_ref()) else {
            return;
        };
        let (side, ply) = (news.side, news.ply);
        if let Some(text) = news.progress.take_message() {
            self.last_message = Some(now);
            self.tell_viewers(RoomEvent::EngineMessage { side, ply, text }, true);
        }
    }

    /// Returns the search under way as it is shown to `who`, if everybody was told of it.
    pub(super) fn thinking_shown(&self, who: PlayerId) -> Option<Thinking> {
        let news = self.bot.as_ref()?.news.as_ref()?;
        if !news.is_told || news.progress.is_answered() {
            return None;
        }
        let thinking = news.thinking(Instant::now());
        Some(if self.sees_search(who) {
            thinking
        } else {
            without_depth(thinking)
        })
    }

    /// Returns true if this member sees the search of a bot while it goes on.
    fn sees_search(&self, who: PlayerId) -> bool {
        !self.room.searches_are_secret() && self.room.side_of(who).is_none()
    }

    /// Sends an event to those who see the search, or to all others.
    fn tell_viewers(&self, event: RoomEvent, viewers: bool) {
        let (room, seq) = (self.room.id(), self.room.seq());
        let frame = Frame::new(ServerMsg::Event { room, seq, event });
        for (&who, member) in self.members.iter() {
            if self.sees_search(who) == viewers {
                member.outbox.send(&frame, None);
            }
        }
    }
}

fn without_depth(thinking: Thinking) -> Thinking {
    Thinking {
        depth: None,
        ..thinking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn later(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[tokio::test(start_paused = true)]
    async fn time_in_the_queue_is_no_thought() {
        let progress = SearchProgress::default();
        let asked = Instant::now();
        let mut news = ThinkingNews::new(Side::First, 1, progress.clone(), asked);
        assert_eq!(news.next, Some(asked + FIRST_NEWS_AFTER));
        assert_eq!(news.look(asked + FIRST_NEWS_AFTER), News::Nothing);
        assert_eq!(news.next, Some(asked + later(1000)));
        tokio::time::advance(later(700)).await;
        progress.begin();
        assert_eq!(news.look(asked + later(1000)), News::Nothing);
        assert_eq!(news.next, Some(asked + later(1200)));
        let News::Thinks(thinking) = news.look(asked + later(1200)) else {
            panic!("it has thought for half a second");
        };
        assert_eq!(thinking.elapsed, Millis::from_millis(500));
        assert_eq!(news.next, Some(asked + later(2200)));
        assert_eq!(news.look(asked + later(2200)), News::Nothing);
    }

    #[tokio::test(start_paused = true)]
    async fn after_the_answer_there_are_no_news_and_no_more_looks() {
        let progress = SearchProgress::default();
        let asked = Instant::now();
        let mut news = ThinkingNews::new(Side::First, 1, progress.clone(), asked);
        progress.begin();
        progress.set_answered();
        assert_eq!(news.look(asked + FIRST_NEWS_AFTER), News::Nothing);
        assert_eq!(news.next, None);
    }
}
