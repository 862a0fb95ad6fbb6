//! The task of a room: waits for requests, for the search of a bot, for news of the store and of the clock, and for
//! what is due.

use std::pin::{Pin, pin};
use std::sync::Arc;

use room::Room;
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::queue_wait::SearchNews;
use super::{Entry, Request, RoomActor, RoomHandle, Search};
use crate::base::time::{StandstillWatch, until};
use crate::rooms::shared::Shared;
use crate::store::writer::{Health, HealthWatch};

/// The task of a room.
pub(crate) struct RoomTask {
    pub(super) actor: Box<RoomActor>,
    sources: WakeSources,
    health: HealthWatch,
    standstills: StandstillWatch,
}

/// The sources of a wake that are the room's own.
struct WakeSources {
    inbox: mpsc::Receiver<Box<Request>>,
    search: Option<Search>,
}

/// Reason for which the task woke up.
enum Wake {
    Request(Box<Request>),
    Health(HealthWatch, Health),
    /// The server stood still, and goes on.
    StoodStill(StandstillWatch),
    Due,
    Search(SearchNews),
    /// The server stops, or nobody can speak to the room any more.
    End,
}

impl RoomTask {
    /// Returns the task of `room`, and the handle that speaks to it. The person who opened the room is its
    /// first member.
    pub(crate) fn new(
        room: Room,
        persistent: bool,
        opener: Option<Entry>,
        shared: Arc<Shared>,
    ) -> (RoomHandle, Self) {
        let (handle, inbox, activity) = RoomHandle::new(room.id());
        let sources = WakeSources {
            inbox,
            search: None,
        };
        let (health, standstills) = (shared.store.health(), shared.time.standstills());
        let actor = Box::new(RoomActor::new(room, persistent, opener, activity, shared));
        #[cfg(test)]
        let actor = Box::new(RoomActor {
            breaks: handle.breaks(),
            ..*actor
        });
        let task = Self {
            actor,
            sources,
            health,
            standstills,
        };
        (handle, task)
    }

    /// Updates the room's row in the lobby. The directory must have the room already.
    pub(crate) fn show_in_lobby(&self) {
        self.actor.show_in_lobby();
    }

    /// Runs until the room leaves memory, nobody can speak to it any more, or `stop`; requests that arrived
    /// before are carried out first. Returns the room as it was left; `None` if another server has it.
    pub(crate) async fn run(self, stop: CancellationToken) -> Option<Room> {
        let Self {
            mut actor,
            mut sources,
            mut health,
            standstills,
        } = self;
        actor.follow_store_health(&health.latest());
        // Kept over all that happens meanwhile: all rooms wait in the same lists, and to leave and join them again
        // with each move would touch the memory of others.
        let mut stopped = pin!(stop.cancelled());
        let mut news = pin!(health.next());
        let mut standstill = pin!(standstills.next());
        loop {
            actor.schedule_bot();
            actor.follow_change();
            sources.follow_search(&mut actor);
            let wake = sources
                .next(
                    actor.due(),
                    stopped.as_mut(),
                    news.as_mut(),
                    standstill.as_mut(),
                )
                .await;
            if !actor.owns_room() && (matches!(wake, Wake::End) || !actor.still_owns_room().await) {
                actor.lose_room();
                break;
            }
            match wake {
                Wake::Request(request) => actor.handle(*request).await,
                Wake::Health(watch, health) => {
                    news.set(watch.next());
                    actor.follow_store_health(&health);
                    if actor.has_returned() {
                        Box::pin(actor.note_return()).await;
                    }
                }
                Wake::StoodStill(watch) => {
                    standstill.set(watch.next());
                    actor.tell_clock();
                }
                Wake::Due => actor.do_what_is_due(Instant::now()).await,
                Wake::Search(SearchNews::Waits(waits)) => actor.follow_search_wait(waits),
                Wake::Search(SearchNews::Answer(command)) => actor.bot_answered(command).await,
                Wake::End => break,
            }
            if actor.ends() {
                break;
            }
        }
        actor.leave_memory().await;
        (!actor.is_elsewhere()).then_some(actor.room)
    }
}

impl WakeSources {
    /// Takes a new search, and drops one that is not wanted any more.
    fn follow_search(&mut self, actor: &mut RoomActor) {
        match &mut actor.bot {
            Some(bot) => {
                if let Some(search) = bot.search.take() {
                    self.search = Some(search);
                }
            }
            None => self.search = None,
        }
    }

    async fn next(
        &mut self,
        due: Option<Instant>,
        stopped: Pin<&mut impl Future<Output = ()>>,
        news: Pin<&mut impl Future<Output = (HealthWatch, Health)>>,
        standstill: Pin<&mut impl Future<Output = StandstillWatch>>,
    ) -> Wake {
        // In this order: a request that arrived before a deadline is decided before it.
        tokio::select! {
            biased;
            request = self.inbox.recv() => request.map_or(Wake::End, Wake::Request),
            () = stopped => Wake::End,
            (watch, health) = news => Wake::Health(watch, health),
            watch = standstill => Wake::StoodStill(watch),
            () = until(due) => Wake::Due,
            news = search(&mut self.search) => {
                if matches!(news, SearchNews::Answer(_)) {
                    self.search = None;
                }
                Wake::Search(news)
            }
        }
    }
}

/// Waits for news of the bot's search, or for ever if no search is under way.
async fn search(search: &mut Option<Search>) -> SearchNews {
    match search {
        Some(search) => search.next().await,
        None => std::future::pending().await,
    }
}
