//! Coming, going and coming back, and what those present hear of it.

use protocol::id::Token;
use protocol::message::{RoomEvent, ServerMsg};
use protocol::side::Side;
use protocol::text::Name;
use protocol::view::{LeftWhy, Phase};

use super::out::Out;
use super::table::{Occupant, Person, Table};

impl Table {
    /// Gives an open seat to a client, which hears `joined`.
    pub(super) fn sit(&mut self, now: u64, who: usize, name: Name, token: Token, out: &mut Out) {
        out.coming = Some(who);
        self.stop_watching(who);
        let side = self.open_seat().expect("a seat is open");
        self.seats[side] = Occupant::Human(Person {
            name,
            token,
            client: Ok(who),
        });
        let seat = self.seat(side, now);
        self.record(out, &RoomEvent::SeatTaken { side, seat });
        if self.owner.watcher == Some(who) {
            self.owner.token = Some(token);
            self.seq += 1;
        }
        self.notify(out, &RoomEvent::Reconnected { side });
        if self.open_seat().is_none() {
            self.start(now, out);
        }
        self.show(now, who, out);
    }

    /// Brings a client back to the seat of a token.
    pub(super) fn resume(&mut self, now: u64, who: usize, side: Side, out: &mut Out) {
        out.coming = Some(who);
        self.stop_watching(who);
        let room = self.room;
        let person = self.person(side).expect("a token belongs to a person");
        let older = person.client;
        // The older connection hears of it too, before it is out.
        self.notify(out, &RoomEvent::Reconnected { side });
        if let Ok(older) = older {
            let why = LeftWhy::Replaced;
            out.tell(older, ServerMsg::Left { room, why });
        }
        if let Occupant::Human(person) = &mut self.seats[side] {
            person.client = Ok(who);
        }
        self.show(now, who, out);
    }

    /// Lets a client in to watch; `beside` where it may be in another room.
    pub(super) fn watch(&mut self, now: u64, who: usize, name: Name, beside: bool, out: &mut Out) {
        out.coming = Some(who);
        self.come_to_watch(who, name, beside);
        self.show(now, who, out);
    }

    /// Somebody comes in.
    pub(super) fn wake(&mut self) {
        self.asleep = false;
    }

    /// Tells a client all there is to see.
    pub(super) fn show(&mut self, now: u64, who: usize, out: &mut Out) {
        self.watchers_are_known_to(who);
        let you = self.side(who);
        let token = you.and_then(|side| Some(self.person(side)?.token));
        let mut snapshot = Box::new(self.snapshot(now));
        let goes_on = self.phase == Phase::Playing;
        if goes_on && !(you.is_none() && self.open_thoughts()) {
            snapshot.searches.clear();
        }
        let shown = if self.is_beside(who) {
            ServerMsg::Watching { snapshot }
        } else {
            ServerMsg::Joined {
                you,
                token,
                owner: self.is_owner(who),
                snapshot,
            }
        };
        out.tell(who, shown);
        out.coming = None;
    }

    /// Takes a client out: asked to, its seat is given up before the game; otherwise it is kept.
    pub(super) fn leave(&mut self, now: u64, who: usize, asked: bool, out: &mut Out) {
        let played = self.side(who).is_some();
        let gives_up = played && asked && self.phase == Phase::Seating;
        // Clients of this model have no keys, so an owner who watches does not come back as one.
        let owner_comes_back = self.owner.token.is_some() && !gives_up;
        let opens = self.is_owner(who) && !owner_comes_back;
        // Whoever leaves hears all of it.
        let side = self.side(who);
        match side {
            Some(side) if gives_up => self.record(out, &RoomEvent::SeatVacated { side }),
            Some(side) => self.notify(out, &RoomEvent::Disconnected { side }),
            None => {}
        }
        if opens && std::mem::take(&mut self.owner.locked) {
            self.notify(out, &RoomEvent::Locked { locked: false });
        }
        if opens && std::mem::take(&mut self.owner.chat_closed) {
            self.notify(out, &RoomEvent::ChatClosed { closed: false });
        }
        match side {
            Some(side) if gives_up => self.vacate(side),
            Some(side) => {
                if let Occupant::Human(person) = &mut self.seats[side] {
                    person.client = Err(now);
                }
            }
            None => self.stop_watching(who),
        }
        // Who watches keeps no open seat open.
        let alone = match self.phase {
            Phase::Seating => played && Side::BOTH.iter().all(|&side| self.client(side).is_none()),
            Phase::Playing | Phase::Over { .. } => self.audience().is_empty(),
        };
        if alone {
            self.deserted = now;
        }
        let bots_turn = self.phase == Phase::Playing && self.is_bot(self.to_move());
        self.adrift |= (self.only_bots() || bots_turn) && self.audience().is_empty();
        if asked {
            let (room, why) = (self.room, LeftWhy::Asked);
            out.tell(who, ServerMsg::Left { room, why });
        }
    }
}
