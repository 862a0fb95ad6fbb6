//! The messages that leave a room: events and the snapshot to its members, and its state to the directory and the
//! lobby.

use protocol::id::PlayerId;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::millis::Millis;
use protocol::view::LeftWhy;
use room::{Audience, Event};
use tracing::warn;

use super::{Activity, RoomActor};
use crate::outbox::{Flush, Frame};
use crate::rooms::lobby::BoardView;

impl RoomActor {
    pub(super) fn send_snapshot(&mut self, who: PlayerId, reference: Option<u32>) {
        let thinking = self.thinking_shown(who);
        if let Some(member) = self.members.get_mut(&who) {
            member.watchers_known = self.watchers.changes();
            let you = self.room.side_of(who);
            let mut snapshot = Box::new(self.room.snapshot(self.shared.time.now(), who));
            snapshot.thinking = thinking;
            let message = if member.is_watcher {
                ServerMsg::Watching { snapshot }
            } else {
                ServerMsg::Joined {
                    you,
                    token: member.token.filter(|_| you.is_some()),
                    owner: self.room.is_owner(who),
                    snapshot,
                }
            };
            member.outbox.send_one(message, reference);
        }
    }

    /// Sends an event; with [`Flush::Later`] in one piece with all up to the next [`flush`](Self::flush).
    pub(super) fn tell(
        &mut self,
        at: Millis,
        event: &Event,
        newcomer: Option<PlayerId>,
        flush: Flush,
    ) {
        if matches!(
            event,
            Event::SpectatorJoined { .. } | Event::SpectatorLeft { .. }
        ) {
            self.watchers.add();
        }
        let (room, seq) = (self.room.id(), self.room.seq());
        let behind = self.room.follow_up_events(event);
        let behind = behind.map(|event| (Audience::All, event));
        for (audience, event) in self.room.client_event(at, event).into_iter().chain(behind) {
            let frame = Frame::new(ServerMsg::Event { room, seq, event });
            for (&who, member) in self.members.iter() {
                let meant = match audience {
                    Audience::All => true,
                    Audience::Spectators => self.room.side_of(who).is_none(),
                };
                if meant && Some(who) != newcomer {
                    let reference = self.reference_for(who);
                    match flush {
                        Flush::Now => member.outbox.send(&frame, reference),
                        Flush::Later => member.outbox.send_buffered(&frame, reference),
                    }
                }
            }
        }
        if matches!(event, Event::Over { .. }) {
            self.show_searches();
        }
    }

    /// Sends the change of the ratings to `newcomer`, or to everybody, if the game is over and was rated.
    pub(super) async fn tell_ratings(&mut self, newcomer: Option<PlayerId>) {
        if !self.persistent || !self.room.is_rated() || self.room.is_live() {
            return;
        }
        let (room, seq) = (self.room.id(), self.room.seq());
        match self.shared.store.ratings(room, self.room.game()).await {
            Ok(Some(ratings)) => {
                let event = RoomEvent::Rated { ratings };
                let frame = Frame::new(ServerMsg::Event { room, seq, event });
                for (&who, member) in self.members.iter() {
                    if newcomer.is_none_or(|newcomer| newcomer == who) {
                        member.outbox.send(&frame, self.reference_for(who));
                    }
                }
            }
            Ok(None) => {}
            // They are in the history all the same.
            Err(error) => warn!(%room, %error, "the change of the ratings is not known"),
        }
    }

    /// Sends the clock of a game that goes on as it is now, held or not: a client that counts by itself is wrong after
    /// a wait of the server.
    pub(super) fn tell_clock(&mut self) {
        if self.room.is_live() {
            self.tell(
                self.shared.time.now(),
                &Event::ClockReleased,
                None,
                Flush::Now,
            );
        }
    }

    /// Writes the events that wait for it.
    pub(super) fn flush(&self) {
        for member in self.members.values() {
            member.outbox.flush();
        }
    }

    /// Sends the search information of a game that is over to those who have not seen it: the players, or
    /// everybody if it was secret.
    pub(super) fn show_searches(&self) {
        let secret = self.room.searches_are_secret();
        let (room, seq) = (self.room.id(), self.room.seq());
        for thought in self.room.searches() {
            let event = RoomEvent::SearchInfo {
                search: thought.clone(),
            };
            let frame = Frame::new(ServerMsg::Event { room, seq, event });
            for (&who, member) in self.members.iter() {
                if secret || self.room.side_of(who).is_some() {
                    member.outbox.send(&frame, self.reference_for(who));
                }
            }
        }
    }

    /// Sends out the members whom the room no longer has.
    pub(super) fn release_members(&mut self, why: LeftWhy) {
        let room = &self.room;
        let closed = room.is_closed();
        let answering = self.answering;
        self.members.retain(|&who, member| {
            let stays = room.has(who) && !closed;
            if !stays {
                let why = if closed { LeftWhy::Closed } else { why };
                let answered = answering.filter(|(sender, _)| *sender == who);
                let reference = answered.map(|(_, reference)| reference);
                member.outbox.leave(room.id(), member.entry, why, reference);
            }
            stays
        });
    }

    pub(super) fn show_activity(&self) {
        let activity = Activity {
            // One that is about to leave memory is waited for like one that may.
            idle: self.ends() || self.persistent && self.room.may_leave_memory(),
            finished: self.room.is_finished(),
        };
        self.activity.send_if_modified(|shown| {
            let changed = *shown != activity;
            *shown = activity;
            changed
        });
    }

    /// Updates the room's row in the lobby. The directory must have the room already.
    pub(crate) fn show_in_lobby(&self) {
        if self.room.spec().listed {
            let summary = self.room.summary(self.shared.time.now());
            let inviting = self.room.open_seat().is_some() && self.room.spec().is_usual();
            self.shared.lobby.show(summary, inviting, self.board());
        }
    }

    /// Updates the room's row in the lobby after these events.
    pub(super) fn show_events_in_lobby(&self, events: &[Event]) {
        let is_ply = |event: &Event| matches!(event, Event::Played { .. });
        match events {
            [] => {}
            // Nearly all that happens, and it changes nothing else of the row.
            plies if plies.iter().all(is_ply) => {
                if self.room.spec().listed {
                    self.shared.lobby.follow(self.room.id(), self.board());
                }
            }
            _ => self.show_in_lobby(),
        }
    }

    fn board(&self) -> BoardView<'_> {
        BoardView {
            revision: self.room.revision(),
            cells: self.room.cells(),
        }
    }

    /// Returns the `ref` for what is sent to this person, if it is their message that is carried out.
    pub(super) fn reference_for(&self, who: PlayerId) -> Option<u32> {
        let (sender, reference) = self.answering?;
        (sender == who).then_some(reference)
    }
}

/// Returns true for an event after which the room may no longer have one of its members. A look at all of them with
/// every ply, and with everybody who comes to watch, would grow with the square of the crowd.
pub(super) fn may_end_membership(event: &Event) -> bool {
    !matches!(
        event,
        Event::Played { .. } | Event::SpectatorJoined { .. } | Event::ChatPosted { .. }
    )
}
