//! The two seats: their occupants, the connections by which those are present, taking a seat and giving it
//! up.
//!
//! A seat belongs to whoever shows the token whose hash it stores; the connection is only the present way to
//! reach them. A bot's seat is never away.

use protocol::id::{PlayerId, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::{Refusal, Resource};
use protocol::side::Side;
use protocol::spec::BotSpec;
use protocol::text::Name;
use protocol::view;

use crate::counts::VACATED_SEATS_PER_ROOM;
use crate::{Event, KeyHolder, Occupant, Phase, Room};

/// One of the two seats.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Seat {
    /// No occupant.
    Open,
    /// A person.
    Human {
        /// Name to show.
        name: Name,
        /// Hash of the token of the seat.
        hash: TokenHash,
        /// Key of the person, if they have one.
        holder: Option<KeyHolder>,
        /// Connection, or absence.
        presence: Presence,
    },
    /// A bot.
    Bot(BotSpec),
}

/// Presence of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Present by this connection.
    Here(PlayerId),
    /// Away since this moment.
    Away(Millis),
}

impl Seat {
    /// Returns the seat right after `occupant` took it at `at`. A person is away until their `Reconnected`, which
    /// follows.
    pub(crate) fn taken(occupant: &Occupant, at: Millis) -> Self {
        let human = |name: &Name, hash, holder| Self::Human {
            name: name.clone(),
            hash,
            holder,
            presence: Presence::Away(at),
        };
        match occupant {
            Occupant::Human { name, hash } => human(name, *hash, None),
            Occupant::KeyHolder { name, hash, holder } => human(name, *hash, Some(*holder)),
            Occupant::Bot(bot) => Self::Bot(bot.clone()),
        }
    }

    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Open => true,
            Self::Human { .. } | Self::Bot(_) => false,
        }
    }

    pub(crate) fn is_human(&self) -> bool {
        match self {
            Self::Human { .. } => true,
            Self::Open | Self::Bot(_) => false,
        }
    }

    pub(crate) fn bot(&self) -> Option<&BotSpec> {
        match self {
            Self::Bot(bot) => Some(bot),
            Self::Open | Self::Human { .. } => None,
        }
    }

    /// Returns the connection of the person on the seat, if they are present.
    pub(crate) fn here(&self) -> Option<PlayerId> {
        match self {
            Self::Human {
                presence: Presence::Here(who),
                ..
            } => Some(*who),
            Self::Human {
                presence: Presence::Away(_),
                ..
            }
            | Self::Open
            | Self::Bot(_) => None,
        }
    }

    /// Returns the moment at which the person left, if they are away.
    pub(crate) fn away_since(&self) -> Option<Millis> {
        match self {
            Self::Human {
                presence: Presence::Away(since),
                ..
            } => Some(*since),
            Self::Human {
                presence: Presence::Here(_),
                ..
            }
            | Self::Open
            | Self::Bot(_) => None,
        }
    }

    /// Returns true if a person has the seat and `token` is the hash of their token.
    pub(crate) fn opens_with(&self, token: TokenHash) -> bool {
        match self {
            Self::Human { hash, .. } => *hash == token,
            Self::Open | Self::Bot(_) => false,
        }
    }

    /// Returns the hash of the token of the person who has the seat.
    pub(crate) fn token(&self) -> Option<TokenHash> {
        match self {
            Self::Human { hash, .. } => Some(*hash),
            Self::Open | Self::Bot(_) => None,
        }
    }

    /// Returns the key of the person who has the seat, if they have one.
    pub(crate) fn holder(&self) -> Option<KeyHolder> {
        match self {
            Self::Human { holder, .. } => *holder,
            Self::Open | Self::Bot(_) => None,
        }
    }

    /// Returns the key of the person who has the seat, if it owns a name.
    pub(crate) fn owner(&self) -> Option<TokenHash> {
        let holder = self.holder().filter(|holder| holder.owns_name);
        holder.map(|holder| holder.key)
    }

    /// Returns the name of the person who has the seat.
    pub(crate) fn name(&self) -> Option<&Name> {
        match self {
            Self::Human { name, .. } => Some(name),
            Self::Open | Self::Bot(_) => None,
        }
    }

    pub(crate) fn set_presence(&mut self, now: Presence) {
        match self {
            Self::Human { presence, .. } => *presence = now,
            Self::Open | Self::Bot(_) => {}
        }
    }

    /// Returns the seat as clients see it.
    pub(crate) fn shown(&self, now: Millis) -> view::Seat {
        match self {
            Self::Open => view::Seat::Open,
            Self::Human { name, .. } => view::Seat::Human {
                name: name.clone(),
                away: self.away_since().map(|since| now - since),
            },
            Self::Bot(bot) => view::Seat::Bot { bot: bot.clone() },
        }
    }
}

impl Room {
    /// Takes an open seat for a person who has none here. A spectator who takes a seat stops watching.
    pub(crate) fn sit(
        &self,
        who: PlayerId,
        name: &Name,
        hash: TokenHash,
        holder: Option<KeyHolder>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.side_of(who).is_some() {
            return Err(Refusal::AlreadyInRoom { room: self.id });
        }
        let side = match self.phase {
            Phase::Seating { .. } => self.seats.find(Seat::is_open),
            Phase::Playing | Phase::Over { .. } | Phase::Closed => None,
        }
        .ok_or(Refusal::NoOpenSeat { room: self.id })?;
        self.ensure_admitted(who, name)?;

        if self.counts.vacated_seats >= VACATED_SEATS_PER_ROOM {
            return Err(Refusal::Full {
                what: Resource::VacatedSeats,
                most: Some(VACATED_SEATS_PER_ROOM.into()),
            });
        }
        let mut events = self.unwatch_if_watching(who);
        let occupant = Occupant::person(name, hash, holder);
        events.push(Event::SeatTaken { side, occupant });
        if self.owner.is_watched_by(who) {
            // Who opened the room to watch has it by the seat from now on, over any lost line.
            events.push(Event::OwnerSeated { side });
        }
        events.push(Event::Reconnected { side, who });
        if !self.seats[side.other()].is_open() {
            events.push(Event::Started);
        }
        Ok(events)
    }

    /// Returns true if both seats are taken by bots: the room then plays without people.
    pub(crate) fn is_bots_only(&self) -> bool {
        Side::BOTH
            .iter()
            .all(|&side| self.seats[side].bot().is_some())
    }

    /// Returns true if the game counts for the ratings of both players: two people who own their names.
    pub fn is_rated(&self) -> bool {
        let [first, second] = Side::BOTH.map(|side| self.seats[side].owner());
        self.spec.rated && first.is_some() && second.is_some() && first != second
    }

    /// Returns true if a person who has a seat is present.
    pub(crate) fn has_player_here(&self) -> bool {
        self.seats.find(|seat| seat.here().is_some()).is_some()
    }

    /// Returns the moment at which the last of the absent players left, if one is away.
    pub(crate) fn last_player_left(&self) -> Option<Millis> {
        self.seats
            .iter()
            .filter_map(|(_, seat)| seat.away_since())
            .max()
    }
}

#[cfg(test)]
mod tests {
    use protocol::view::Phase;

    use super::*;
    use crate::testing::{ANA, BO, CLEO, TestRoom};

    #[test]
    fn the_first_open_seat_is_taken_first_and_the_second_begins_the_game() {
        let mut table = TestRoom::with_seats("open", "open");
        assert_eq!(table.phase(), Phase::Seating);
        table.sit(BO);
        assert_eq!(table.room.side_of(BO), Some(Side::First));
        assert_eq!(table.phase(), Phase::Seating);
        table.sit(CLEO);
        assert_eq!(table.room.side_of(CLEO), Some(Side::Second));
        assert_eq!(table.phase(), Phase::Playing);
    }

    #[test]
    fn nobody_has_both_seats_of_a_room() {
        let mut table = TestRoom::seating();
        let room = table.room.id();
        assert_eq!(table.try_sit(ANA), Err(Refusal::AlreadyInRoom { room }));
    }

    #[test]
    fn a_room_with_both_seats_taken_has_none_to_give() {
        let mut table = TestRoom::two_people();
        let room = table.room.id();
        assert_eq!(table.try_sit(CLEO), Err(Refusal::NoOpenSeat { room }));
        table.play_out_win();
        assert_eq!(table.try_sit(CLEO), Err(Refusal::NoOpenSeat { room }));
    }

    #[test]
    fn a_spectator_who_sits_down_watches_no_more() {
        let mut table = TestRoom::seating();
        table.watch(CLEO);
        let events = table.sit(CLEO);
        assert!(matches!(events[0], Event::SpectatorLeft { who: CLEO, .. }));
        assert_eq!(table.snapshot(ANA).watching, 0);
        assert_eq!(table.room.side_of(CLEO), Some(Side::Second));
    }

    #[test]
    fn a_seat_given_up_before_the_game_is_open_again() {
        let mut table = TestRoom::seating();
        assert_eq!(table.room.open_seat(), Some(Side::Second));
        let events = table.leave(ANA, false);
        assert_eq!(events, [Event::SeatVacated { side: Side::First }]);
        assert!(!table.room.has(ANA));
        assert_eq!(table.room.open_seat(), None, "nobody is there to meet");
        table.sit(BO);
        assert_eq!(table.room.side_of(BO), Some(Side::First));
        assert_eq!(table.room.open_seat(), Some(Side::Second));
    }

    #[test]
    fn seats_are_given_up_a_bounded_number_of_times_and_nobody_waits_after_the_last() {
        let mut table = TestRoom::seating();
        table.leave(ANA, false);
        for _ in 1..VACATED_SEATS_PER_ROOM {
            table.sit(BO);
            table.leave(BO, false);
        }
        let mut table = table.resumed();
        let full = Refusal::Full {
            what: Resource::VacatedSeats,
            most: Some(100),
        };
        for who in [ANA, BO] {
            assert_eq!(table.try_sit(who), Err(full.clone()));
        }
        assert!(!table.room.has_player_here());
        table.wait(table.room.timing.seating.as_millis()).tick();
        assert!(table.room.is_closed());
    }

    #[test]
    fn the_last_seat_that_may_be_given_up_can_be_played_on() {
        let mut table = TestRoom::seating();
        table.leave(ANA, false);
        for _ in 2..VACATED_SEATS_PER_ROOM {
            table.sit(BO);
            table.leave(BO, false);
        }
        table.sit(ANA);
        table.sit(BO);
        assert_eq!(table.phase(), Phase::Playing);
    }

    #[test]
    fn a_seat_beside_a_bot_is_not_offered_to_those_who_look_for_people() {
        let table = TestRoom::with_seats("open", "bot:random");
        assert_eq!(table.room.open_seat(), None);
    }
}
