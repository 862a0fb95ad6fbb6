//! Rooms as they begin, and as they are found again after nobody was there.

use protocol::game::Game;
use protocol::id::Token;
use protocol::message::ServerMsg;
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, SeatSpec};
use protocol::text::Name;
use protocol::view::{LeftWhy, Offers, Phase, Series, Snapshot};

use super::clock::Clock;
use super::gathering::Watchers;
use super::out::{Entry, Out};
use super::ownership::Owner;
use super::swap2::Swap2;
use super::table::{Counts, Occupant, Person, Table};

impl Table {
    /// A room that a client opened, which heard `entry`.
    pub(super) fn opened(
        now: u64,
        (who, name): (usize, Name),
        spec: &GameSpec,
        seats: &BySide<SeatSpec>,
        shuffle: bool,
        entry: &Entry,
    ) -> Self {
        let snapshot = &entry.snapshot;
        let mut occupants = seats.as_ref().map(|seat| match seat {
            SeatSpec::Me => Occupant::Human(Person {
                name: name.clone(),
                token: entry.token.expect("a token"),
                client: Ok(who),
            }),
            SeatSpec::Open => Occupant::Open,
            SeatSpec::Bot { bot } => Occupant::Bot(bot.clone()),
        });
        let seed = spec.seed.or(snapshot.spec.seed);
        let spec = GameSpec {
            seed,
            ..spec.clone()
        };
        let mut table = Self {
            room: snapshot.room,
            clock: spec.clock.map(Clock::new),
            repeats: spec.repeat.value(),
            game: Game::new(spec.variant),
            swap2: Swap2::new(spec.opening),
            owner: Owner::default(),
            spec,
            seq: 1,
            revision: 0,
            seats: occupants.clone(),
            phase: Phase::Seating,
            plies: Vec::new(),
            moved: BySide::default(),
            offers: Offers::default(),
            counts: Counts::default(),
            series: Series {
                game: 1,
                ..Series::default()
            },
            chat: Vec::new(),
            searches: Vec::new(),
            spectators: Vec::new(),
            watchers: Watchers::default(),
            changed: now,
            deserted: now,
            adrift: false,
            asleep: false,
            unloaded: false,
            archived: false,
        };
        let has = |table: &Self, side| table.seat(side, now) == snapshot.seats[side];
        if shuffle && !Side::BOTH.iter().all(|&side| has(&table, side)) {
            occupants = occupants.swapped();
            table.seats = occupants;
        }
        // Each seat that is taken is an event, behind the one of the opening.
        let taken = table
            .seats
            .iter()
            .filter(|(_, seat)| !matches!(seat, Occupant::Open));
        table.seq += u32::try_from(taken.count()).expect("two seats");
        // So is that one of them is the owner's.
        table.owner.token = entry.token;
        if entry.token.is_some() {
            table.seq += 1;
        } else {
            table.spectators.push((who, name));
            table.owner.watcher = Some(who);
        }
        if table.open_seat().is_none() {
            table.start(now, &mut Out::new(now, None));
        }
        table
    }

    /// Takes over what bots did while nobody was there to see it.
    pub(super) fn catch_up(&mut self, snapshot: &Snapshot) {
        if !std::mem::take(&mut self.adrift) {
            return;
        }
        let squares = snapshot.plies.iter().map(|ply| ply.square);
        let game = Game::after(self.spec.variant, squares).expect("legal plies");
        assert!(game.plies().starts_with(self.game.plies()), "bots go on");
        let mut out = Out::new(self.changed, None);
        let pace = if self.only_bots() {
            u64::from(self.spec.pace.value())
        } else {
            0
        };
        for ply in &snapshot.plies[self.plies.len()..] {
            let now = self.changed + pace;
            self.make(now, ply.square, &mut out);
        }
    }

    pub(super) fn side_of_token(&self, token: Token) -> Option<Side> {
        self.seats
            .find(|seat| matches!(seat, Occupant::Human(person) if person.token == token))
    }

    /// Tells those who watch that the room is closed.
    pub(super) fn close(&self, out: &mut Out) {
        for who in self.audience() {
            let (room, why) = (self.room, LeftWhy::Closed);
            out.tell(who, ServerMsg::Left { room, why });
        }
    }
}
