//! Opening of a room: its first events, and the checks on what its creator asks for.

use protocol::id::{PlayerId, Seed, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::{Refusal, SpecProblem};
use protocol::side::{BySide, Side};
use protocol::spec::{GameSpec, OpeningRule, SeatSpec};
use protocol::text::Name;

use crate::bots::first_random;
use crate::{Event, KeyHolder, Occupant, Room, Timing};

/// Arguments with which a room is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Game to play, with its options.
    pub spec: GameSpec,
    /// Occupant wanted for the seat of each side.
    pub seats: BySide<SeatSpec>,
    /// True if it is drawn at random who plays first.
    pub shuffle: bool,
    /// Creator of the room; none if the server itself opens it.
    pub creator: Option<Creator>,
    /// Time limits of the room.
    pub timing: Timing,
    /// Random number, for the exchange of the seats and for a seed if the spec has none.
    pub draw: u64,
}

/// Person who opens a room.
#[derive(Clone, Debug)]
pub struct Creator {
    /// Id of the connection.
    pub who: PlayerId,
    /// Name to show.
    pub name: Name,
    /// Hash of the token of their seat, if they take one.
    pub hash: TokenHash,
    /// Their key with the number of their seat, if they have both.
    pub holder: Option<KeyHolder>,
    /// Hash of their key, if they have one.
    pub key: Option<TokenHash>,
}

impl Room {
    /// Returns the first events of a room: `Opened`, `SeatTaken` for each seat that is taken, `OwnerSeated` if the
    /// creator has one, and `Started` if both are taken; then `Reconnected` if the creator has a seat, or
    /// `SpectatorJoined` and `OwnerWatches` if not.
    ///
    /// The caller must have checked the bots: that they exist, and that they play this variant.
    ///
    /// # Errors
    ///
    /// [`Refusal::BadSpec`] if the opening is none of this game, if nobody, or one person twice, would have a seat,
    /// and if the creator would have to watch a room that admits no spectators.
    pub fn open(opening: &Opening) -> Result<Vec<Event>, Refusal> {
        let seats = shuffled_seats(opening);
        let mine = seats.find(|seat| *seat == SeatSpec::Me);
        check(opening, &seats, mine).map_err(|problem| Refusal::BadSpec { problem })?;

        let mut spec = opening.spec.clone();
        // Not the number itself: its last bit decided the shuffle, which the seed must not tell.
        spec.seed = spec.seed.or(Some(Seed(first_random(opening.draw))));
        let mut timing = opening.timing;
        if let Some(grace) = spec.grace {
            timing.grace = Millis::from_millis(u64::from(grace.value()));
        }
        let mut events = vec![Event::Opened { spec, timing }];
        for (side, seat) in seats.iter() {
            let occupant = match (seat, &opening.creator) {
                (SeatSpec::Me, Some(creator)) => {
                    Occupant::person(&creator.name, creator.hash, creator.holder)
                }
                (SeatSpec::Bot { bot }, _) => Occupant::Bot(bot.clone()),
                (SeatSpec::Me, None) | (SeatSpec::Open, _) => continue,
            };
            events.push(Event::SeatTaken { side, occupant });
        }
        events.extend(mine.map(|side| Event::OwnerSeated { side }));
        if seats.find(|seat| *seat == SeatSpec::Open).is_none() {
            events.push(Event::Started);
        }
        if let Some(creator) = &opening.creator {
            let who = creator.who;
            if let Some(side) = mine {
                events.push(Event::Reconnected { side, who });
            } else {
                let name = creator.name.clone();
                events.push(Event::SpectatorJoined { who, name });
                let key = creator.key;
                events.push(Event::OwnerWatches { who, key });
            }
        }
        Ok(events)
    }
}

impl Room {
    /// Returns the first events of a room that the server opens for two who may come later. Their game begins at once.
    pub fn arranged(
        mut spec: GameSpec,
        timing: Timing,
        draw: u64,
        players: BySide<Occupant>,
    ) -> [Event; 4] {
        spec.seed = Some(Seed(first_random(draw)));
        let taken = |side, occupant| Event::SeatTaken { side, occupant };
        [
            Event::Opened { spec, timing },
            taken(Side::First, players.first),
            taken(Side::Second, players.second),
            Event::Started,
        ]
    }
}

/// Returns the seats as they were asked for, or exchanged if they are shuffled and the random number is odd.
fn shuffled_seats(opening: &Opening) -> BySide<SeatSpec> {
    let seats = opening.seats.clone();
    if opening.shuffle && opening.draw % 2 == 1 {
        seats.swapped()
    } else {
        seats
    }
}

/// Returns an error if no room can be opened so.
fn check(
    opening: &Opening,
    seats: &BySide<SeatSpec>,
    mine: Option<Side>,
) -> Result<(), SpecProblem> {
    match opening.spec.opening {
        Some(OpeningRule::Other(_)) => return Err(SpecProblem::UnknownOpening),
        Some(rule) if !rule.is_played_in(opening.spec.variant) => {
            return Err(SpecProblem::OpeningNotPlayed);
        }
        Some(OpeningRule::Swap2) | None => {}
    }
    if opening.spec.rated && (opening.spec.takebacks || opening.spec.hints) {
        return Err(SpecProblem::RatedWithHelp);
    }
    match (mine, &opening.creator) {
        (Some(side), _) if seats[side.other()] == SeatSpec::Me => Err(SpecProblem::BothSeatsYours),
        (Some(_), None) => Err(SpecProblem::SeatOfNobody),
        (None, Some(_)) if !opening.spec.spectators => Err(SpecProblem::NobodyMayWatch),
        (Some(_), Some(_)) | (None, Some(_) | None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use protocol::view::Phase;

    use super::*;
    use crate::testing::{ANA, TestRoomSpec};

    fn problem(table: &TestRoomSpec) -> SpecProblem {
        match Room::open(&table.opening) {
            Err(Refusal::BadSpec { problem }) => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_room_begins_with_its_spec_its_seats_and_its_creator() {
        let table = TestRoomSpec::new("connect-four").seats("bot:random", "me");
        let events = Room::open(&table.opening).unwrap();
        assert!(matches!(
            &events[..],
            [
                Event::Opened { .. },
                Event::SeatTaken {
                    side: Side::First,
                    ..
                },
                Event::SeatTaken {
                    side: Side::Second,
                    ..
                },
                Event::OwnerSeated { side: Side::Second },
                Event::Started,
                Event::Reconnected {
                    side: Side::Second,
                    who: ANA
                },
            ]
        ));
    }

    #[test]
    fn a_rated_game_has_neither_takebacks_nor_hints() {
        let mut table = TestRoomSpec::new("connect-four").without_takebacks();
        table.opening.spec.rated = true;
        assert!(Room::open(&table.opening).is_ok());
        assert_eq!(
            problem(&table.clone().with_hints()),
            SpecProblem::RatedWithHelp
        );
        table.opening.spec.takebacks = true;
        assert_eq!(problem(&table), SpecProblem::RatedWithHelp);
    }

    #[test]
    fn a_creator_without_a_seat_watches_and_the_server_does_not() {
        let spec = TestRoomSpec::new("connect-four").seats("bot:random", "bot:random");
        for (spec, watching) in [(spec.clone(), 1), (spec.opened_by_server(), 0)] {
            let table = spec.open();
            assert_eq!(table.snapshot(ANA).watching, watching);
            assert_eq!(table.phase(), Phase::Playing);
        }
    }

    #[test]
    fn a_shuffle_decides_who_is_first() {
        for (draw, side) in [(2, Side::First), (3, Side::Second)] {
            let mut spec = TestRoomSpec::new("connect-four");
            spec.opening.draw = draw;
            assert_eq!(spec.clone().open().room.side_of(ANA), Some(Side::First));
            spec.opening.shuffle = true;
            assert_eq!(spec.open().room.side_of(ANA), Some(side));
        }
    }

    #[test]
    fn a_seed_is_kept_where_named_and_drawn_where_not() {
        let mut spec = TestRoomSpec::new("connect-four");
        let seed = |spec: &TestRoomSpec| spec.clone().open().room.spec().seed;
        let drawn = seed(&spec);
        assert!(drawn.is_some());
        spec.opening.draw += 1;
        assert_ne!(seed(&spec), drawn);
        assert_eq!(seed(&spec.seed(5)), Some(Seed(5)));
    }

    #[test]
    fn the_seed_does_not_tell_the_shuffle() {
        for draw in 0..100 {
            let mut spec = TestRoomSpec::new("connect-four");
            spec.opening.draw = draw;
            let seed = spec.open().room.spec().seed;
            assert_ne!(seed, Some(Seed(draw)));
        }
    }

    #[test]
    fn what_makes_no_room_is_refused_with_the_reason() {
        let table = || TestRoomSpec::new("connect-four");
        for (table, expected) in [
            (table().seats("me", "me"), SpecProblem::BothSeatsYours),
            (table().opened_by_server(), SpecProblem::SeatOfNobody),
            (
                table()
                    .seats("bot:random", "bot:random")
                    .without_spectators(),
                SpecProblem::NobodyMayWatch,
            ),
        ] {
            assert_eq!(problem(&table), expected);
        }
    }
}
