//! The game of a room as it stands in the list of a person's games.

use protocol::id::TokenHash;
use protocol::millis::Millis;
use protocol::side::Side;
use protocol::view::YourGame;

use crate::{KeyHolder, Phase, Room};

/// The proof of a seat that a person has: their key, or the token of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatClaim {
    /// Hash of a key.
    Key(TokenHash),
    /// Hash of a token.
    Token(TokenHash),
}

impl Room {
    /// Returns the key by which the person with this key has a seat.
    pub fn held_by(&self, key: TokenHash) -> Option<KeyHolder> {
        let side = self.side_claimed(SeatClaim::Key(key))?;
        self.seats[side].holder()
    }

    /// Returns the last game of the room for whoever has a seat by this claim; none if they have no seat, or the room
    /// is closed.
    pub fn your_game(&self, now: Millis, claim: SeatClaim) -> Option<YourGame> {
        let side = self.side_claimed(claim).filter(|_| !self.is_closed())?;
        let ended = match self.phase {
            Phase::Over { at, .. } => Some(now - at),
            Phase::Seating { .. } | Phase::Playing | Phase::Closed => None,
        };
        Some(YourGame {
            room: self.summary(now),
            side,
            your_turn: self.phase == Phase::Playing && self.play.side_to_move() == side,
            ended,
        })
    }

    fn side_claimed(&self, claim: SeatClaim) -> Option<Side> {
        self.seats.find(|seat| match claim {
            SeatClaim::Key(key) => seat.holder().is_some_and(|holder| holder.key == key),
            SeatClaim::Token(token) => seat.opens_with(token),
        })
    }
}

#[cfg(test)]
mod tests {
    use protocol::act::Act;
    use protocol::spec::OpeningChoice;

    use super::*;
    use crate::Command;
    use crate::testing::{ANA, BO, TestRoom, TestRoomSpec, act, hash_of, name_of};

    const KEY: TokenHash = TokenHash(77);

    #[test]
    fn a_seat_is_the_persons_by_their_key_and_by_its_token_alone() {
        let mut table = TestRoom::seating();
        table.give(Command::Sit {
            who: BO,
            name: name_of(BO),
            hash: hash_of(BO),
            holder: Some(KeyHolder {
                key: KEY,
                nonce: 5,
                owns_name: true,
            }),
        });
        let nonce = |key| table.room.held_by(key).map(|holder| holder.nonce);
        assert_eq!(nonce(KEY), Some(5));
        assert_eq!(nonce(TokenHash(78)), None);
        assert_eq!(nonce(hash_of(BO)), None, "a token is no key");
        let game = |claim| table.room.your_game(table.now, claim);
        let by_key = game(SeatClaim::Key(KEY)).unwrap();
        assert_eq!(game(SeatClaim::Token(hash_of(BO))), Some(by_key.clone()));
        assert_eq!((by_key.side, by_key.your_turn), (Side::Second, false));
        let first = game(SeatClaim::Token(hash_of(ANA))).unwrap();
        assert_eq!((first.side, first.your_turn), (Side::First, true));
        assert_eq!(game(SeatClaim::Token(KEY)), None);
        assert_eq!(game(SeatClaim::Key(hash_of(ANA))), None);
    }

    #[test]
    fn a_game_whose_colours_were_chosen_waits_for_the_seat_of_the_next_colour() {
        let swap2 = TestRoomSpec::new("gomoku-15").swap2();
        let mut table = swap2.open();
        table.sit(BO);
        let turns = |table: &TestRoom| {
            [ANA, BO].map(|who| {
                let claim = SeatClaim::Token(hash_of(who));
                table.room.your_game(table.now, claim).unwrap().your_turn
            })
        };
        for square in ["h8", "a1", "h9"] {
            assert_eq!(turns(&table), [true, false], "{square}");
            table.play(ANA, square);
        }
        assert_eq!(turns(&table), [false, true], "the choice");
        let revision = table.room.revision();
        let choice = OpeningChoice::Black;
        table.give(act(BO, Act::Choose { revision, choice }));
        assert_eq!(turns(&table), [true, false], "white");
        table.play(ANA, "o1");
        assert_eq!(turns(&table), [false, true], "black");
    }

    #[test]
    fn a_game_that_is_over_says_since_when_and_waits_for_nobody() {
        let mut table = TestRoom::seating();
        let claim = SeatClaim::Token(hash_of(ANA));
        let waiting = table.room.your_game(table.now, claim).unwrap();
        assert_eq!((waiting.your_turn, waiting.ended), (false, None));
        table.sit(BO);
        table.give(act(BO, Act::Resign));
        table.wait(5_000);
        let over = table.room.your_game(table.now, claim).unwrap();
        let ended = Some(Millis::from_millis(5_000));
        assert_eq!((over.your_turn, over.ended), (false, ended));
    }

    #[test]
    fn a_key_holds_its_seat_over_a_rematch_and_a_restart() {
        let mut table = TestRoom::seating();
        table.give(Command::Sit {
            who: BO,
            name: name_of(BO),
            hash: hash_of(BO),
            holder: Some(KeyHolder {
                key: KEY,
                nonce: 5,
                owns_name: true,
            }),
        });
        table.give(act(BO, Act::Resign));
        table.rematch();
        let table = table.resumed();
        let game = table.room.your_game(table.now, SeatClaim::Key(KEY));
        assert_eq!(game.unwrap().side, Side::First);
    }
}
