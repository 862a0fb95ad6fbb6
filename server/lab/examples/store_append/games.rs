//! Games that are played at the same time, as appends.

use std::ops::Range;

use protocol::id::{RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::text::Name;
use protocol::turn_order::TurnOrder;
use protocol::view::{Outcome, Reason};
use room::{Event, Finished, Occupant, Player, Timing};
use server::store::{Append, Recorded};

/// Plies of a game; then the next one begins in a new room.
const PLIES: u32 = 42;

/// Games under way, each with the plies made in it.
pub(crate) struct Games {
    opening: Vec<Recorded>,
    played: Vec<(u64, u32)>,
    /// Difference between the number of a game and that of the next one in its place.
    step: u64,
    next: usize,
    now: u64,
}

impl Games {
    /// Returns games with the numbers from `first`; the next game of each has a number that is `step` higher.
    pub(crate) fn new(numbers: Range<u64>, step: u64) -> Result<Self, Box<dyn std::error::Error>> {
        let mut opening = vec![Event::Opened {
            spec: GameSpec::new(Variant::named("connect-four")?),
            timing: Timing::default(),
        }];
        for (side, name) in [(Side::First, "Ana"), (Side::Second, "Bruno")] {
            opening.push(Event::SeatTaken {
                side,
                occupant: Occupant::Human {
                    name: Name::clean(name).ok_or("a name")?,
                    hash: TokenHash(u128::MAX),
                },
            });
        }
        opening.push(Event::Started);
        let now = 1_790_000_000_000;
        Ok(Self {
            opening: opening
                .into_iter()
                .map(|event| (Millis::from_millis(now), event))
                .collect(),
            played: numbers.map(|game| (game, 0)).collect(),
            step,
            next: 0,
            now,
        })
    }

    /// Returns the openings of the first games.
    pub(crate) fn open(&self) -> Vec<Append> {
        let open = |&(game, _): &(u64, u32)| opening(game, &self.opening);
        self.played.iter().map(open).collect()
    }

    /// Returns the next `of` moves, one in each game, with the end of a game and the opening of the next one where
    /// they are due.
    pub(crate) fn next(&mut self, of: usize) -> Vec<Append> {
        let mut batch = Vec::with_capacity(of + 2);
        for _ in 0..of {
            self.now += 1;
            let at = Millis::from_millis(self.now);
            let (game, plies) = self.played[self.next];
            let mut events = vec![(
                at,
                Event::Played {
                    square: "d4".parse().expect("a square"),
                    charged: Millis::from_millis(1500),
                    credit: Millis::from_millis(20),
                },
            )];
            let is_over = plies + 1 == PLIES;
            if is_over {
                let outcome = Outcome {
                    winner: None,
                    reason: Reason::FullBoard,
                    line: Vec::new(),
                };
                events.push((at, Event::Over { outcome }));
            }
            let expected = Seq(self.opening.len() as u32 + plies);
            let wake_after = (!is_over).then_some(Millis::from_millis(60_000));
            batch.push(Append {
                finished: is_over.then(|| Box::new(finished(at))),
                ..Append::to_room(code(game), expected, &events, wake_after)
            });
            self.played[self.next] = (game, plies + 1);
            if is_over {
                let game = game + self.step;
                self.played[self.next] = (game, 0);
                batch.push(opening(game, &self.opening));
            }
            self.next = (self.next + 1) % self.played.len();
        }
        batch
    }
}

fn opening(game: u64, events: &[Recorded]) -> Append {
    let wake_after = Some(Millis::from_millis(60_000));
    Append::to_room(code(game), Seq(0), events, wake_after)
}

/// The end of a game, as it is noted beside its events.
fn finished(ended: Millis) -> Finished {
    let player = |name: &str| Player {
        name: name.to_owned(),
        is_bot: false,
        owner: None,
    };
    Finished {
        game: 1,
        ended,
        variant: Variant::named("connect-four").expect("a variant"),
        clock: None,
        players: BySide {
            first: player("Ana"),
            second: player("Bruno"),
        },
        winner: None,
        reason: Reason::FullBoard,
        moves: vec!["d4".parse().expect("a square"); PLIES as usize],
        turns: TurnOrder::default(),
        listed: true,
        rated: false,
    }
}

/// The code of a room, spread as drawn ones are.
fn code(number: u64) -> RoomId {
    RoomId::from_draw(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
