//! Whoever opened the room: they lock it, send people out of it, and close its chat.
//!
//! Ownership goes with the token of the seat that the opener took, so it outlasts a restart and changes devices with
//! the seat. Who opened the room to watch is its owner on every connection with the same key, until the server ends;
//! without a key for as long as that connection lasts. A lock that nobody could open any more ends, and a chat that
//! nobody could open any more is open.

use protocol::id::{PlayerId, TokenHash};
use protocol::refusal::{Limit, Refusal};
use protocol::text::Name;

use crate::counts::{MODERATIONS_PER_GAME, REMOVED_PER_ROOM};
use crate::seats::Seat;
use crate::{Event, Phase, Room};

/// The owner of a room, and what they have decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Owner {
    /// Hash of the token of the seat that the opener took.
    seat: Option<TokenHash>,
    /// Connections of an opener who watches.
    watchers: Vec<PlayerId>,
    /// Hash of the key of an opener who watches.
    key: Option<TokenHash>,
    pub(crate) locked: bool,
    pub(crate) chat_closed: bool,
    /// Names of those who were sent out, in small letters.
    removed: Vec<String>,
}

impl Owner {
    /// Makes the person on the seat the owner, if there is one.
    pub(crate) fn seated(&mut self, seat: &Seat) {
        self.seat = seat.token();
    }

    /// Ends the ownership of whoever gives `seat` up. A key may come back to watch, and opens the lock and the chat
    /// then.
    pub(crate) fn vacated(&mut self, seat: &Seat) {
        if self.seat == seat.token() {
            self.seat = None;
            self.locked &= self.key.is_some();
            self.chat_closed &= self.key.is_some();
        }
    }

    /// Opens a lock and a chat that only an opener who watched could open: neither connections nor their keys are
    /// stored.
    pub(crate) fn loaded(&mut self) {
        if self.seat.is_none() {
            self.locked = false;
            self.chat_closed = false;
        }
    }

    /// Returns the connections of an opener who watches, and the hash of their key.
    pub(crate) fn watching(&self) -> (&[PlayerId], Option<TokenHash>) {
        (&self.watchers, self.key)
    }

    /// Returns true if the opener watches, or watched, on this connection.
    pub(crate) fn is_watched_by(&self, who: PlayerId) -> bool {
        self.watchers.contains(&who)
    }

    /// Returns true if the key is that of an opener who watches.
    pub(crate) fn opens_with(&self, key: Option<TokenHash>) -> bool {
        key.is_some() && key == self.key
    }

    pub(crate) fn remove(&mut self, name: &Name) {
        self.removed.push(name.as_str().to_lowercase());
    }

    fn has_removed(&self, name: &Name) -> bool {
        self.removed.contains(&name.as_str().to_lowercase())
    }
}

impl Room {
    /// Returns true if `who` opened the room, and may decide about it.
    pub fn is_owner(&self, who: PlayerId) -> bool {
        let seat = self.side_of(who).and_then(|side| self.seats[side].token());
        let owns_by_seat = seat.is_some() && seat == self.owner.seat;
        owns_by_seat || self.owner.is_watched_by(who)
    }

    /// Takes over from `known`, which is this room as it was before it was loaded from its store anew, whether it is
    /// locked and its chat closed, where the opener who can open them is still there.
    pub fn keep_decisions_of(&mut self, known: &Self) {
        if self.owner.seat.is_none() && !self.owner.watchers.is_empty() {
            self.owner.locked = known.owner.locked;
            self.owner.chat_closed = known.owner.chat_closed;
        }
    }

    /// Makes an opener who watches the owner on this connection, and with `key` on others that come with it.
    pub(crate) fn owner_watches(&mut self, who: PlayerId, key: Option<TokenHash>) {
        let mut watchers = std::mem::take(&mut self.owner.watchers);
        watchers.retain(|known| self.has(*known));
        watchers.push(who);
        self.owner.watchers = watchers;
        self.owner.key = key;
    }

    /// Refuses newcomers whom the owner does not want in. `who` is known if they are here already.
    pub(crate) fn ensure_admitted(&self, who: PlayerId, name: &Name) -> Result<(), Refusal> {
        let is_kept_out = self.owner.locked || self.owner.has_removed(name);
        if is_kept_out && !self.is_owner(who) {
            return Err(Refusal::Locked { room: self.id });
        }
        Ok(())
    }

    /// Returns the events that end the lock and open the chat, where there is something to open, if `who` goes and
    /// nobody is left who could do that. `gives_up` is true if they give their seat up, too.
    pub(crate) fn open_behind(&self, who: PlayerId, gives_up: bool) -> Vec<Event> {
        let Owner {
            seat,
            key,
            locked,
            chat_closed,
            ..
        } = &self.owner;
        let comes_back = key.is_some() || seat.is_some() && !gives_up;
        if comes_back || !self.is_owner(who) {
            return Vec::new();
        }
        let unlocked = locked.then_some(Event::Unlocked);
        let opened = chat_closed.then_some(Event::ChatOpened);
        unlocked.into_iter().chain(opened).collect()
    }

    pub(crate) fn lock(&self, who: PlayerId, locked: bool) -> Result<Vec<Event>, Refusal> {
        self.ensure_may_moderate(who)?;
        Ok(vec![Event::Locked { locked }])
    }

    pub(crate) fn close_chat(&self, who: PlayerId, closed: bool) -> Result<Vec<Event>, Refusal> {
        self.ensure_may_moderate(who)?;
        Ok(vec![Event::ChatClosed { closed }])
    }

    /// Sends a spectator of this name out, or before the game a player. They do not come in again under it.
    pub(crate) fn remove(&self, who: PlayerId, name: &Name) -> Result<Vec<Event>, Refusal> {
        self.ensure_may_moderate(who)?;
        if self.owner.removed.len() >= REMOVED_PER_ROOM {
            return Err(Refusal::OverLimit {
                limit: Limit::SentOut,
                most: REMOVED_PER_ROOM as u32,
            });
        }
        let watching = self.spectators.find(name);
        let watching = watching.filter(|(found, _)| *found != who);
        let seated = self.seats.iter().find_map(|(side, seat)| {
            let shown = seat.name().filter(|shown| is_same(shown, name))?;
            Some((side, shown))
        });
        let seated = seated.filter(|(side, _)| self.side_of(who) != Some(*side));
        let (went, shown) = match (watching, seated, &self.phase) {
            (Some((found, shown)), _, _) => (self.unwatch_if_watching(found), shown),
            (None, Some((side, shown)), Phase::Seating { .. }) => {
                (vec![Event::SeatVacated { side }], shown)
            }
            (None, Some(_), Phase::Playing) => return Err(Refusal::GameNotOver),
            (None, Some(_), Phase::Over { .. } | Phase::Closed) => {
                return Err(Refusal::GameOver);
            }
            (None, None, _) => {
                let name = self.name_as_shown(name);
                return Err(Refusal::UnknownPlayer { name });
            }
        };
        let name = shown.clone();
        let removed = Event::PersonRemoved { name };
        Ok(went.into_iter().chain([removed]).collect())
    }

    /// Returns the name as it is shown here, whatever its case.
    fn name_as_shown(&self, name: &Name) -> Name {
        let seated = self.seats.iter().filter_map(|(_, seat)| seat.name());
        let mut present = seated.chain(self.spectators.names());
        let shown = present.find(|present| is_same(present, name));
        shown.unwrap_or(name).clone()
    }

    fn ensure_may_moderate(&self, who: PlayerId) -> Result<(), Refusal> {
        if !self.has(who) {
            return Err(Refusal::NotInRoom);
        }
        if !self.is_owner(who) {
            return Err(Refusal::NotOwner);
        }
        if self.counts.moderations >= MODERATIONS_PER_GAME {
            return Err(Refusal::OverLimit {
                limit: Limit::Decisions,
                most: MODERATIONS_PER_GAME.into(),
            });
        }
        Ok(())
    }
}

/// Returns true if the names differ in case alone.
pub(crate) fn is_same(name: &Name, other: &Name) -> bool {
    name.as_str().to_lowercase() == other.as_str().to_lowercase()
}

#[cfg(test)]
mod tests;
