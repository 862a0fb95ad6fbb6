//! Whoever opened a room, and what they decide about it.

use protocol::message::{RoomEvent, ServerMsg};
use protocol::refusal::{Limit, Refusal};
use protocol::side::Side;
use protocol::text::Name;
use protocol::view::{LeftWhy, Phase};

use super::out::Out;
use super::table::{Occupant, Table};

/// Decisions that a game has room for, and people that can be sent out of a room.
const MOST: u32 = 100;

impl Table {
    pub(super) fn is_owner(&self, who: usize) -> bool {
        let token = self.side(who).and_then(|side| self.person(side));
        let by_seat = token.is_some_and(|person| Some(person.token) == self.owner.token);
        by_seat || self.owner.watcher == Some(who)
    }

    /// Returns true if somebody of this name may not come in.
    pub(super) fn keeps_out(&self, who: usize, name: &Name) -> bool {
        let name = name.as_str().to_lowercase();
        (self.owner.locked || self.owner.removed.contains(&name)) && !self.is_owner(who)
    }

    fn ensure_may_decide(&self, who: usize) -> Result<(), Refusal> {
        if !self.is_owner(who) {
            return Err(Refusal::NotOwner);
        }
        if self.counts.decisions == MOST {
            let limit = Limit::Decisions;
            return Err(Refusal::OverLimit { limit, most: MOST });
        }
        Ok(())
    }

    fn decided(&mut self, event: &RoomEvent, out: &mut Out) -> Result<(), Refusal> {
        if self.archived {
            return Err(Refusal::GameOver);
        }
        self.counts.decisions += 1;
        self.record(out, event);
        Ok(())
    }

    pub(super) fn lock(&mut self, who: usize, locked: bool, out: &mut Out) -> Result<(), Refusal> {
        self.ensure_may_decide(who)?;
        self.decided(&RoomEvent::Locked { locked }, out)?;
        self.owner.locked = locked;
        Ok(())
    }

    pub(super) fn close_chat(
        &mut self,
        who: usize,
        closed: bool,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        self.ensure_may_decide(who)?;
        self.decided(&RoomEvent::ChatClosed { closed }, out)?;
        self.owner.chat_closed = closed;
        Ok(())
    }

    pub(super) fn remove(
        &mut self,
        now: u64,
        who: usize,
        name: &Name,
        out: &mut Out,
    ) -> Result<(), Refusal> {
        self.ensure_may_decide(who)?;
        if self.owner.removed.len() == MOST as usize {
            let limit = Limit::SentOut;
            return Err(Refusal::OverLimit { limit, most: MOST });
        }
        let is_meant = |other: &Name| other.as_str().to_lowercase() == name.as_str().to_lowercase();
        let seated = Side::BOTH.into_iter().find(|&side| {
            let person = self.person(side);
            person.is_some_and(|person| is_meant(&person.name))
        });
        let watching = self.spectators.iter().find(|(_, name)| is_meant(name));
        let watching = watching.cloned().filter(|(found, _)| *found != who);
        let seated = seated.filter(|side| self.side(who) != Some(*side));
        // Whoever is sent out hears of it like everybody, and is out then.
        if let Some((client, name)) = watching {
            self.decided(&RoomEvent::Removed { name: name.clone() }, out)?;
            self.stop_watching(client);
            self.sent_out(Some(client), &name, out);
        } else if let Some(side) = seated {
            match self.phase {
                Phase::Seating => {}
                Phase::Playing => return Err(Refusal::GameNotOver),
                Phase::Over { .. } => return Err(Refusal::GameOver),
            }
            let person = self.person(side).expect("seated").clone();
            let name = person.name.clone();
            self.record(out, &RoomEvent::SeatVacated { side });
            self.decided(&RoomEvent::Removed { name: name.clone() }, out)?;
            self.vacate(side);
            if Side::BOTH.iter().all(|&side| self.client(side).is_none()) {
                self.deserted = now;
            }
            self.sent_out(person.client.ok(), &name, out);
        } else {
            let shown = self.name_as_shown(name);
            return Err(Refusal::UnknownPlayer { name: shown });
        }
        Ok(())
    }

    /// A seat is given up, and the room with it if it was the owner's.
    pub(super) fn vacate(&mut self, side: Side) {
        let token = self.person(side).map(|person| person.token);
        if token == self.owner.token {
            self.owner.token = None;
        }
        self.seats[side] = Occupant::Open;
    }

    fn sent_out(&mut self, client: Option<usize>, name: &Name, out: &mut Out) {
        self.owner.removed.push(name.as_str().to_lowercase());
        if let Some(client) = client {
            let (room, why) = (self.room, LeftWhy::Removed);
            out.tell(client, ServerMsg::Left { room, why });
        }
    }

    fn name_as_shown(&self, name: &Name) -> Name {
        let seated = Side::BOTH.into_iter().filter_map(|side| self.person(side));
        let names = seated.map(|person| &person.name);
        let mut names = names.chain(self.spectators.iter().map(|(_, name)| name));
        let wanted = name.as_str().to_lowercase();
        let shown = names.find(|shown| shown.as_str().to_lowercase() == wanted);
        shown.unwrap_or(name).clone()
    }
}
