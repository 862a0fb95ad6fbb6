//! A game that is over, as a fact that stands for itself: what history and ratings are made from.

use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;
use protocol::square::Square;
use protocol::turn_order::TurnOrder;
use protocol::view::{Outcome, Reason};

use crate::seats::Seat;
use crate::{Event, Room};

/// A game that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Number of the game in its room, from 1.
    pub game: u16,
    /// Moment at which it ended.
    pub ended: Millis,
    /// Rules that it was played by.
    pub variant: Variant,
    /// Clock that it was played with.
    pub clock: Option<ClockSpec>,
    /// Players by the side that they played in this game.
    pub players: BySide<Player>,
    /// Winner; none of a draw, or of a game that ended without a result.
    pub winner: Option<Side>,
    /// Cause of the end.
    pub reason: Reason,
    /// Plies that were on the board at the end.
    pub moves: Vec<Square>,
    /// Opening with its choices, and so the seat of each ply.
    pub turns: TurnOrder,
    /// True if the lobby showed the room.
    pub listed: bool,
    /// True if the game counts for the ratings of both players.
    pub rated: bool,
}

/// A player of a game that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Name of the person, or the bot with its depth.
    pub name: String,
    /// True if it is a bot.
    pub is_bot: bool,
    /// Hash of the key of a person who owns a name.
    pub owner: Option<TokenHash>,
}

impl Room {
    /// Returns the number of the game in the room, from 1.
    pub fn game(&self) -> u16 {
        self.series.game
    }

    /// Returns the game that `events`, decided at `at`, end once they are applied; none if they end none.
    pub fn finished_by(&self, at: Millis, events: &[Event]) -> Option<Finished> {
        let is_end = |event: &Event| matches!(event, Event::Over { .. });
        let end = events.iter().position(is_end)?;
        let mut next = self.clone();
        for event in &events[..=end] {
            next.apply(at, event);
        }
        next.finished(at, &events[end])
    }

    /// Returns the games that ended in the stored events of a room, in order, up to the first event that cannot
    /// have happened after those before it.
    pub fn finished_in<'a>(
        id: RoomId,
        events: impl IntoIterator<Item = (Millis, &'a Event)>,
    ) -> Vec<Finished> {
        let mut events = events.into_iter();
        let Some((at, Event::Opened { spec, timing })) = events.next() else {
            return Vec::new();
        };
        let mut room = Self::opened(id, at, spec, *timing);
        let mut finished = Vec::new();
        for (at, event) in events {
            if room.check(event).is_err() {
                break;
            }
            room.apply(at, event);
            finished.extend(room.finished(at, event));
        }
        finished
    }

    /// Returns the game that `event`, which was just applied, has ended.
    fn finished(&self, at: Millis, event: &Event) -> Option<Finished> {
        let Event::Over { outcome } = event else {
            return None;
        };
        let Outcome { winner, reason, .. } = outcome;
        Some(Finished {
            game: self.series.game,
            ended: at,
            variant: self.spec.variant,
            clock: self.spec.clock,
            players: BySide {
                first: player(&self.seats.first)?,
                second: player(&self.seats.second)?,
            },
            winner: *winner,
            reason: *reason,
            moves: self.play.plies().map(|ply| ply.square).collect(),
            turns: self.play.turns().clone(),
            listed: self.spec.listed,
            rated: self.is_rated() && outcome.counts(),
        })
    }
}

/// Returns the player on the seat; none if it is open, which it is in no game.
fn player(seat: &Seat) -> Option<Player> {
    match seat {
        Seat::Open => None,
        Seat::Human { name, .. } => Some(Player {
            name: name.to_string(),
            is_bot: false,
            owner: seat.owner(),
        }),
        Seat::Bot(bot) => Some(Player {
            name: bot.to_string(),
            is_bot: true,
            owner: None,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KeyHolder;
    use crate::testing::{ANA, TestRoom, act};
    use protocol::act::Act;

    fn events(table: &TestRoom) -> impl Iterator<Item = (Millis, &Event)> {
        table.log.iter().map(|(at, event)| (*at, event))
    }

    fn names(finished: &Finished) -> [&str; 2] {
        let BySide { first, second } = &finished.players;
        [&first.name, &second.name]
    }

    #[test]
    fn each_game_of_a_room_is_known_with_its_players_result_and_moves() {
        let mut table = TestRoom::played_out();
        let plies = table.room.play.plies().count();
        table.rematch();
        table.play_moves(&["4", "3"]);
        let first = table.room.seats.first.here().unwrap();
        table.give(act(first, Act::Resign));
        let games = Room::finished_in(table.room.id(), events(&table));
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].game, games[0].reason), (1, Reason::Line));
        assert_eq!(games[0].moves.len(), plies);
        assert_eq!((games[1].game, games[1].reason), (2, Reason::Resignation));
        assert_eq!(games[1].winner, Some(Side::Second));
        let moves: Vec<_> = games[1].moves.iter().map(ToString::to_string).collect();
        assert_eq!(moves, ["d1", "c1"]);
        // The second one is played with the sides exchanged.
        let [first, second] = names(&games[0]);
        assert_eq!(names(&games[1]), [second, first]);
        assert!(games[0].ended <= games[1].ended);
    }

    #[test]
    fn a_game_is_rated_for_two_owners_of_names_without_help() {
        let holder = |key, owns_name| KeyHolder {
            key: TokenHash(key),
            nonce: 1,
            owns_name,
        };
        for (second, rated) in [
            (holder(2, true), true),
            (holder(2, false), false),
            (holder(1, true), false),
        ] {
            let mut table = TestRoom::rated([holder(1, true), second]);
            assert_eq!(table.snapshot(ANA).rated, rated);
            table.play_out_win();
            let games = Room::finished_in(table.room.id(), events(&table));
            assert_eq!(games[0].rated, rated);
            let owners = [&games[0].players.first, &games[0].players.second];
            let owners = owners.map(|player| player.owner);
            let second = second.owns_name.then_some(second.key);
            assert_eq!(owners, [Some(TokenHash(1)), second]);
        }
    }

    #[test]
    fn what_is_known_when_a_game_ends_is_what_its_events_say_later() {
        let table = TestRoom::played_out();
        let end = table
            .log
            .iter()
            .position(|(_, event)| matches!(event, Event::Over { .. }))
            .unwrap();
        // The last ply and the end of the game are decided together.
        let before = events(&table).take(end - 1);
        let room = Room::replay(table.room.id(), before).unwrap();
        let (at, _) = table.log[end];
        let last: Vec<_> = table.log[end - 1..=end]
            .iter()
            .map(|(_, event)| event.clone())
            .collect();
        let then = room.finished_by(at, &last).unwrap();
        assert_eq!(vec![then], Room::finished_in(room.id(), events(&table)));
        assert_eq!(room.finished_by(at, &last[..1]), None);
    }
}
