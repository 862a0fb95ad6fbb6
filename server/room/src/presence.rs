//! Presence: coming back to a seat, watching, leaving.
//!
//! None of it is durable. In a room that is loaded from the store everybody is away, and a person who shows
//! the token of a seat has it again.

use indexmap::IndexMap;
use protocol::id::{PlayerId, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::text::Name;

use crate::owner::is_same;
use crate::seats::{Presence, Seat};
use crate::{Event, Phase, Room};

/// Spectators, in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Spectators {
    present: IndexMap<PlayerId, Name>,
    /// Moment at which one of them last left.
    last_left: Millis,
}

impl Spectators {
    pub(crate) fn add(&mut self, who: PlayerId, name: &Name) {
        self.present.entry(who).or_insert_with(|| name.clone());
    }

    pub(crate) fn remove(&mut self, at: Millis, who: PlayerId) {
        self.present.shift_remove(&who);
        self.last_left = at;
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn name_of(&self, who: PlayerId) -> Option<&Name> {
        self.present.get(&who)
    }

    /// Returns the first spectator of this name, in any case, and the name as it is shown.
    pub(crate) fn find(&self, name: &Name) -> Option<(PlayerId, &Name)> {
        let mut present = self.present.iter();
        present
            .find(|(_, present)| is_same(present, name))
            .map(|(who, present)| (*who, present))
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &Name> {
        self.present.values()
    }

    pub(crate) fn count(&self) -> u32 {
        self.present.len() as u32
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    pub(crate) fn last_left(&self) -> Millis {
        self.last_left
    }
}

/// Time without any player in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deserted {
    /// A player is present.
    No,
    /// Moment at which the last player left, as seen by this run of the server; a restart sets it anew.
    Since(Millis),
    /// Moment at which the last player left, as noted by the store. A restart keeps it.
    Noted(Millis),
}

impl Deserted {
    /// Resumes after the server came back at `at`.
    pub(crate) fn resume(&mut self, at: Millis) {
        *self = match *self {
            Self::Noted(since) => Self::Noted(since.min(at)),
            Self::No | Self::Since(_) => Self::Since(at),
        };
    }

    pub(crate) fn since(self) -> Option<Millis> {
        match self {
            Self::No => None,
            Self::Since(since) | Self::Noted(since) => Some(since),
        }
    }
}

impl Room {
    /// Returns the moment since which no player has been present, while a seat is open or the game goes on.
    /// None if one is present, and if only bots play: they are never away.
    pub fn deserted(&self) -> Option<Millis> {
        if self.is_live() && !self.is_bots_only() {
            self.deserted.since()
        } else {
            None
        }
    }

    /// Sets the moment at which the last player left, as noted by the store. To be called right after the
    /// replay; `Resume` keeps it.
    pub fn set_deserted(&mut self, since: Millis) {
        self.deserted = Deserted::Noted(since);
        self.set_away(since);
    }

    /// Sets the moment since which everybody is away. To be called right after the replay of a room that is over, whose
    /// events do not tell who was there how long.
    pub fn set_away(&mut self, since: Millis) {
        for side in Side::BOTH {
            self.seats[side].set_presence(Presence::Away(since));
        }
    }

    /// Notes that a player left at `at`, perhaps the last one.
    pub(crate) fn player_went(&mut self, at: Millis) {
        if !self.has_player_here() && self.deserted == Deserted::No {
            self.deserted = Deserted::Since(at);
        }
    }

    /// Comes back to the seat whose token was shown, in place of an older connection.
    pub(crate) fn come_back(&self, who: PlayerId, token: TokenHash) -> Result<Vec<Event>, Refusal> {
        let side = self
            .seats
            .find(|seat| seat.opens_with(token))
            .ok_or(Refusal::WrongToken { room: self.id })?;
        if self.side_of(who).is_some() {
            return Err(Refusal::AlreadyInRoom { room: self.id });
        }
        let mut events = self.unwatch_if_watching(who);
        events.push(Event::Reconnected { side, who });
        Ok(events)
    }

    pub(crate) fn watch(
        &self,
        who: PlayerId,
        name: &Name,
        key: Option<TokenHash>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.has(who) {
            return Err(Refusal::AlreadyInRoom { room: self.id });
        }
        if !self.spec.spectators {
            return Err(Refusal::NoSpectators);
        }
        let is_owner = self.owner.opens_with(key);
        if !is_owner {
            self.ensure_admitted(who, name)?;
        }
        let name = name.clone();
        let joined = Event::SpectatorJoined { who, name };
        let owner = is_owner.then_some(Event::OwnerWatches { who, key });
        Ok([joined].into_iter().chain(owner).collect())
    }

    /// Leaves the room. The seat is kept, unless it is given up on purpose before the game.
    pub(crate) fn leave(&self, who: PlayerId, lost: bool) -> Result<Vec<Event>, Refusal> {
        let Some(side) = self.side_of(who) else {
            return match self.spectators.name_of(who) {
                Some(name) => {
                    let opened = self.open_behind(who, false);
                    Ok([unwatched(who, name)].into_iter().chain(opened).collect())
                }
                None => Err(Refusal::NotInRoom),
            };
        };
        let gives_up = matches!(self.phase, Phase::Seating { .. }) && !lost;
        let went = if gives_up {
            Event::SeatVacated { side }
        } else {
            Event::Disconnected { side }
        };
        let opened = self.open_behind(who, gives_up);
        Ok([went].into_iter().chain(opened).collect())
    }

    /// Returns the event that ends the watching of a spectator who takes a seat.
    pub(crate) fn unwatch_if_watching(&self, who: PlayerId) -> Vec<Event> {
        match self.spectators.name_of(who) {
            Some(name) => vec![unwatched(who, name)],
            None => Vec::new(),
        }
    }

    /// Returns the events that let everybody who is present here into `stored`, which is this room loaded from its
    /// store anew. A player keeps the seat, not the side: the store may have a rematch that this room does not know.
    pub fn presence_in(&self, stored: &Self) -> Vec<Event> {
        let players = Side::BOTH.into_iter().filter_map(|side| {
            let who = self.seats[side].here()?;
            let token = self.seats[side].token()?;
            let side = stored.seats.find(|seat| seat.opens_with(token))?;
            Some(Event::Reconnected { side, who })
        });
        let spectators = self.spectators.present.iter().map(|(who, name)| {
            let (who, name) = (*who, name.clone());
            Event::SpectatorJoined { who, name }
        });
        let (owners, key) = self.owner.watching();
        let owner = owners.iter().map(|&who| Event::OwnerWatches { who, key });
        players.chain(spectators).chain(owner).collect()
    }

    /// Takes over the absences in `known`, which is this room as it was before it was loaded from its store anew at
    /// `now`: the store has none. Those who are [present](Self::presence_in) have to be let in before.
    pub fn keep_absence_of(&mut self, known: &Self, now: Millis) {
        for side in Side::BOTH {
            let seat = &mut self.seats[side];
            let (Some(token), Some(stored)) = (seat.token(), seat.away_since()) else {
                continue;
            };
            let known = known
                .seats
                .find(|seat| seat.opens_with(token))
                .map(|side| &known.seats[side]);
            let away = known.and_then(Seat::away_since).unwrap_or(now);
            // An absence from before a game that the store alone knows is none of that game.
            seat.set_presence(Presence::Away(away.max(stored)));
        }
        if !self.has_player_here() {
            self.deserted = match known.deserted {
                Deserted::No => Deserted::Since(now),
                left => left,
            };
        }
    }

    /// Returns true if any player or spectator is present.
    pub(crate) fn has_somebody(&self) -> bool {
        self.has_player_here() || !self.spectators.is_empty()
    }
}

fn unwatched(who: PlayerId, name: &Name) -> Event {
    Event::SpectatorLeft {
        who,
        name: name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use protocol::act::Act;
    use protocol::id::Token;
    use protocol::view::Seat;

    use super::*;
    use crate::Command;
    use crate::testing::{ANA, BO, CLEO, DAN, TestRoom, TestRoomSpec, act, hash_of, name_of};

    #[test]
    fn a_player_who_goes_keeps_the_seat_and_comes_back_to_it() {
        for lost in [true, false] {
            let mut table = TestRoom::two_people();
            assert_eq!(
                table.leave(BO, lost),
                [Event::Disconnected { side: Side::Second }]
            );
            assert!(!table.room.has(BO));
            table.wait(7_000);
            assert_eq!(
                table.snapshot(ANA).seats.second,
                Seat::Human {
                    name: name_of(BO),
                    away: Some(Millis::from_millis(7_000))
                }
            );
            table.come_back(BO);
            assert_eq!(table.room.side_of(BO), Some(Side::Second));
            table.play(ANA, "4");
            table.play(BO, "4");
        }
    }

    #[test]
    fn the_newest_connection_with_the_token_has_the_seat() {
        let mut table = TestRoom::two_people();
        let newer = Command::Return {
            who: DAN,
            hash: hash_of(BO),
        };
        table.give(newer);
        assert_eq!(table.room.side_of(DAN), Some(Side::Second));
        assert!(!table.room.has(BO));
        assert_eq!(
            table.try_give(Command::Leave {
                who: BO,
                lost: true
            }),
            Err(Refusal::NotInRoom),
            "the older one takes nobody away with it"
        );
    }

    #[test]
    fn after_a_rematch_that_only_the_store_knows_each_has_their_own_seat() {
        let mut table = TestRoom::played_out();
        let known = table.room.clone();
        table.rematch();
        let mut stored = table.restarted().room;
        for event in known.presence_in(&stored) {
            stored.apply(table.now, &event);
        }
        assert_eq!(known.side_of(ANA), Some(Side::First));
        assert_eq!(stored.side_of(ANA), Some(Side::Second));
        assert_eq!(stored.side_of(BO), Some(Side::First));
    }

    /// He was away since the game began, and the opponent won by a key.
    #[test]
    fn in_a_room_loaded_anew_a_player_is_away_since_they_left() {
        let mut table = TestRoom::two_people();
        table.play_moves(&["4", "4"]);
        table.wait(20 * 60_000).leave(BO, true);
        table.wait(7_000);
        let known = table.room.clone();
        let mut table = table.restarted();
        for event in known.presence_in(&table.room) {
            table.room.apply(table.now, &event);
        }
        table.room.keep_absence_of(&known, table.now);
        let wait = Millis::from_millis(53_000);
        let early = Err(Refusal::ClaimTooEarly { wait });
        assert_eq!(table.try_give(act(ANA, Act::Claim)), early);
    }

    /// The room ended at once, as if they had been gone since it was opened.
    #[test]
    fn a_room_loaded_anew_without_a_player_is_deserted_since_the_last_one_left() {
        let mut table = TestRoom::two_people();
        table.wait(60_000);
        for who in [ANA, BO] {
            table.leave(who, true);
        }
        let left = table.now;
        let mut stored = table.wait(7_000).restarted().room;
        stored.keep_absence_of(&table.room, table.now);
        assert_eq!(stored.deserted(), Some(left));
    }

    /// An absence from before a rematch that only the store knows is none of that game.
    #[test]
    fn in_a_room_loaded_anew_nobody_is_away_since_before_the_game() {
        let mut table = TestRoom::played_out();
        table.leave(BO, true);
        table.wait(50_000);
        let known = table.room.clone();
        table.come_back(BO);
        table.rematch();
        let mut table = table.restarted();
        for event in known.presence_in(&table.room) {
            table.room.apply(table.now, &event);
        }
        table.room.keep_absence_of(&known, table.now);
        let wait = Millis::from_millis(60_000);
        let early = Err(Refusal::ClaimTooEarly { wait });
        assert_eq!(table.try_give(act(ANA, Act::Claim)), early);
    }

    #[test]
    fn a_token_of_no_seat_here_is_refused() {
        let mut table = TestRoom::two_people();
        let room = table.room.id();
        table.refuses(
            Command::Return {
                who: DAN,
                hash: Token(99).hash(),
            },
            Refusal::WrongToken { room },
        );
    }

    #[test]
    fn a_connection_has_one_seat_at_most() {
        let mut table = TestRoom::two_people();
        let room = table.room.id();
        for hash in [hash_of(ANA), hash_of(BO)] {
            table.refuses(
                Command::Return { who: ANA, hash },
                Refusal::AlreadyInRoom { room },
            );
        }
    }

    #[test]
    fn a_player_who_came_to_watch_first_takes_the_seat_again() {
        let mut table = TestRoom::two_people();
        table.leave(BO, true);
        table.watch(DAN);
        table.give(Command::Return {
            who: DAN,
            hash: hash_of(BO),
        });
        assert_eq!(table.snapshot(ANA).watching, 0);
        assert_eq!(table.room.side_of(DAN), Some(Side::Second));
    }

    #[test]
    fn those_who_watch_are_seen_by_name_until_they_go() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        table.watch(DAN);
        assert_eq!(
            table.snapshot(ANA).spectators,
            [name_of(CLEO), name_of(DAN)]
        );
        assert_eq!(table.room.spectators(1), (vec![name_of(CLEO)], 2));
        table.leave(CLEO, false);
        assert_eq!(table.snapshot(ANA).spectators, [name_of(DAN)]);
        assert_eq!(table.snapshot(ANA).watching, 1);
    }

    #[test]
    fn after_an_outage_everybody_is_away_whoever_was_there() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        table.give(Command::Resume);
        for who in [ANA, BO, CLEO] {
            assert!(!table.room.has(who));
        }
        assert_eq!(table.snapshot(ANA).watching, 0);
    }

    #[test]
    fn nobody_watches_from_a_seat_or_twice() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        let room = table.room.id();
        for who in [ANA, CLEO] {
            assert_eq!(table.try_watch(who), Err(Refusal::AlreadyInRoom { room }));
        }
    }

    #[test]
    fn where_spectators_are_not_admitted_nobody_watches() {
        let mut table = TestRoomSpec::new("connect-four")
            .without_spectators()
            .open();
        assert_eq!(table.try_watch(CLEO), Err(Refusal::NoSpectators));
        table.sit(CLEO);
    }
}
