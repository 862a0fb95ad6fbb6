//! Opening rooms and going into them: what a connection must be, before the room has a say.

use protocol::id::RoomId;
use protocol::message::Role;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::{BotSpec, ClockSpec, GameSpec, SeatSpec};
use protocol::view::Phase;

use super::out::{Entry, Out, Refused};
use super::table::Table;
use super::world::{Client, World};

impl World {
    /// Looks at the refusals of `open` in their order.
    pub(super) fn may_open(
        &self,
        who: usize,
        spec: &GameSpec,
        seats: &BySide<SeatSpec>,
    ) -> Result<(), Refused> {
        if let Some(room) = self.client(who).room {
            return Err(Refusal::AlreadyInRoom { room }.into());
        }
        for (_, seat) in seats.iter() {
            if let SeatSpec::Bot { bot } = seat {
                self.ensure_offered(bot, spec)?;
            }
        }
        let shape = spec.variant.shape();
        let falls = spec.variant.to_string().ends_with("falls");
        let is_known = spec.variant.to_string() == "connect-four";
        if spec.opening.is_some() && (falls || is_known || shape.in_row < 4) {
            return Err(Refused::Code("bad_spec"));
        }
        let own = seats.iter().filter(|(_, seat)| **seat == SeatSpec::Me);
        let own = own.count();
        if own == 2 || own == 0 && !spec.spectators {
            return Err(Refused::Code("bad_spec"));
        }
        Ok(())
    }

    fn ensure_offered(&self, bot: &BotSpec, spec: &GameSpec) -> Result<(), Refused> {
        let offer = self.bots.iter().find(|offer| offer.kind == bot.kind());
        let offer = offer.ok_or(Refused::Code("unknown_bot"))?;
        let playing = self
            .playing
            .iter()
            .find(|(known, _)| *known == spec.variant);
        let (_, playing) = playing.expect("it was asked about");
        if !playing.iter().any(|other| other.kind == offer.kind) {
            return Err(Refused::Code("bot_cannot_play"));
        }
        if spec
            .opening
            .is_some_and(|rule| !offer.openings.contains(&rule))
        {
            return Err(Refused::Code("bot_cannot_open"));
        }
        let has = match (bot.depth(), offer.depths) {
            (None, _) => true,
            (Some(depth), Some((least, greatest))) => (least..=greatest).contains(&depth),
            (Some(_), None) => false,
        };
        if !has {
            return Err(Refused::Code("bad_depth"));
        }
        let fits = bot.options().all(|(name, value)| {
            let option = offer.options.iter().find(|option| option.name == name);
            option.is_some_and(|option| (option.least..=option.most).contains(&value))
        });
        fits.then_some(()).ok_or(Refused::Code("bad_option"))
    }

    pub(super) fn enter_new(&mut self, now: u64, who: usize, mut table: Table, out: &mut Out) {
        self.client_mut(who).room = Some(table.room);
        table.show(now, who, out);
        self.tables.push(table);
    }

    pub(super) fn join(
        &mut self,
        now: u64,
        who: usize,
        (room, role): (RoomId, &Role),
        entry: Option<&Entry>,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let Client {
            name, room: here, ..
        } = self.client(who).clone();
        if let Some(here) = here
            && here != room
        {
            return Err(Refusal::AlreadyInRoom { room: here }.into());
        }
        let table = self.table_mut(room)?;
        if let Some(entry) = entry {
            table.catch_up(&entry.snapshot);
        }
        let is_here = Refusal::AlreadyInRoom { room };
        let is_seated = table.side(who).is_some();
        match role {
            Role::Player | Role::Spectator if is_seated => return Err(is_here.into()),
            Role::Player if table.open_seat().is_none() => {
                return Err(Refusal::NoOpenSeat { room }.into());
            }
            Role::Player if table.keeps_out(who, &name) => {
                return Err(Refusal::Locked { room }.into());
            }
            Role::Player => {
                let token = entry.and_then(|entry| entry.token);
                table.sit(now, who, name, token.expect("a token"), out);
            }
            Role::Spectator if here.is_some() => return Err(is_here.into()),
            Role::Spectator if table.is_beside(who) => {
                table.be_in(who);
                table.show(now, who, out);
            }
            Role::Spectator if !table.spec.spectators => {
                return Err(Refusal::NoSpectators.into());
            }
            Role::Spectator if table.keeps_out(who, &name) => {
                return Err(Refusal::Locked { room }.into());
            }
            Role::Spectator => table.watch(now, who, name, false, out),
            Role::Seat { token } => {
                let side = table.side_of_token(*token);
                let side = side.ok_or(Refusal::WrongToken { room })?;
                if is_seated {
                    return Err(is_here.into());
                }
                table.resume(now, who, side, out);
            }
        }
        self.table_mut(room)?.wake();
        self.be_in(who, room);
        Ok(())
    }

    /// A client is in a room, which it may have only watched before.
    pub(super) fn be_in(&mut self, who: usize, room: RoomId) {
        let client = self.client_mut(who);
        client.room = Some(room);
        client.watched.remove(&room);
    }

    pub(super) fn quick(
        &mut self,
        now: u64,
        who: usize,
        (variant, clock): (Variant, Option<ClockSpec>),
        own_rooms: &[RoomId],
        entry: Option<&Entry>,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let client = self.client(who);
        if let Some(room) = client.room {
            return Err(Refusal::AlreadyInRoom { room }.into());
        }
        let name = client.name.clone();
        let waiting = self.tables.iter_mut().find(|table| {
            let spec = &table.spec;
            let is_game = spec.variant == variant && spec.clock == clock;
            let waits = table.phase == Phase::Seating
                && Side::BOTH.iter().any(|&side| table.client(side).is_some());
            let waits = waits && !table.keeps_out(who, &name);
            let is_usual = spec.takebacks
                && spec.spectators
                && !(spec.hints || spec.open_thoughts)
                && spec.grace.is_none()
                && spec.opening.is_none();
            is_game && is_usual && spec.listed && waits && !own_rooms.contains(&table.room)
        });
        if let Some(table) = waiting {
            let token = entry.and_then(|entry| entry.token);
            table.sit(now, who, name, token.expect("a token"), out);
            let room = table.room;
            self.be_in(who, room);
            return Ok(());
        }
        let entry = entry.expect("a room is opened");
        let spec = entry.snapshot.spec.clone();
        let spec = spec.map_variant(|variant| *variant.known().expect("a game of this release"));
        assert_eq!((spec.variant, spec.clock), (variant, clock));
        assert!(spec.listed);
        let seats = BySide {
            first: SeatSpec::Me,
            second: SeatSpec::Open,
        };
        let table = Table::opened(now, (who, name), &spec, &seats, true, entry);
        self.enter_new(now, who, table, out);
        Ok(())
    }
}
