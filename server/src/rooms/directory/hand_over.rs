//! Codes by which another device takes a seat over: in memory only, good once and for a minute.
//!
//! A code is never logged. It leaves the directory together with its room, under the lock of the rooms, so that no code
//! outlives its room.

use std::collections::HashMap;

use protocol::id::{HandOverCode, RoomId, Token};
use protocol::millis::Millis;
use protocol::refusal::Refusal;

use super::Directory;
use crate::rooms::actor::{Entry, Part, Retired, RoomHandle};

/// Time for which a code is good: enough to type eight characters on another device, and little to guess in.
const GOOD_FOR: Millis = Millis::from_millis(60_000);

/// Codes of the rooms in memory. One that is not used stays until another one is given or the room leaves memory, so
/// there are few.
#[derive(Debug, Default)]
pub(super) struct HandOverCodes(HashMap<HandOverCode, Offer>);

/// A seat that is offered to whoever has the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) room: RoomId,
    /// Token of the seat.
    pub(super) token: Token,
    /// Last moment at which the code is good.
    pub(super) until: Millis,
}

/// A code of `take_over` that was good, and is used now.
#[derive(Debug)]
pub(crate) struct Redeemed {
    handle: RoomHandle,
    token: Token,
}

impl HandOverCodes {
    /// Adds an offer at `now` and returns its code, the first of the numbers of `draw` that is free. An older code
    /// of the seat is good no more.
    pub(super) fn offer(
        &mut self,
        now: Millis,
        room: RoomId,
        token: Token,
        mut draw: impl FnMut() -> u64,
    ) -> HandOverCode {
        self.0
            .retain(|_, offer| offer.token != token && now <= offer.until);
        let code = loop {
            let code = HandOverCode::from_draw(draw());
            if !self.0.contains_key(&code) {
                break code;
            }
        };
        let until = now + GOOD_FOR;
        self.0.insert(code, Offer { room, token, until });
        code
    }

    /// Takes the offer of a code that is good at `at`: it is good no more.
    pub(super) fn take(&mut self, at: Millis, code: HandOverCode) -> Option<Offer> {
        self.0.remove(&code).filter(|offer| at <= offer.until)
    }

    /// Forgets the codes of a room.
    pub(super) fn forget(&mut self, room: RoomId) {
        self.0.retain(|_, offer| offer.room != room);
    }
}

impl Directory {
    /// Returns a code by which another device takes over the seat of this token, and the time for which it is good.
    ///
    /// # Errors
    ///
    /// `NotInRoom` if the room has left memory.
    pub(crate) fn hand_over(
        &self,
        room: RoomId,
        token: Token,
    ) -> Result<(HandOverCode, Millis), Refusal> {
        let rooms = self.rooms();
        if !rooms.contains_key(&room) {
            return Err(Refusal::NotInRoom);
        }
        let now = self.shared.time.now();
        let draw = || self.shared.random.draw();
        // Under the lock: a room that leaves takes its codes with it.
        let code = self.hand_overs().offer(now, room, token, draw);
        Ok((code, GOOD_FOR))
    }

    /// Takes the offer of a code that is good at `at`, and returns it with the room.
    pub(crate) fn redeem(&self, at: Millis, code: HandOverCode) -> Result<Redeemed, Refusal> {
        let offer = self.hand_overs().take(at, code);
        let offer = offer.ok_or(Refusal::WrongCode)?;
        let handle = self.in_memory(offer.room).ok_or(Refusal::WrongCode)?;
        let token = offer.token;
        Ok(Redeemed { handle, token })
    }

    /// Lets a person take over the seat of a code.
    pub(crate) async fn take_over(
        &self,
        redeemed: Redeemed,
        entry: impl FnOnce(Part) -> Entry,
    ) -> Result<RoomHandle, Refusal> {
        let Redeemed { handle, token } = redeemed;
        let entry = entry(Part::Returning(token));
        match handle.enter(entry, self.shared.time.now()).await {
            Ok(Ok(())) => Ok(handle),
            // The seat was given up meanwhile, or the room is closed, or has left memory with its codes.
            Ok(Err(Refusal::WrongToken { .. } | Refusal::NoSuchRoom { .. })) | Err(Retired) => {
                Err(Refusal::WrongCode)
            }
            Ok(Err(refusal)) => Err(refusal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store;
    use crate::testing;

    const NOW: Millis = Millis::from_millis(1_000_000);
    const ANA: Token = Token(1);
    const BRUNO: Token = Token(2);

    fn room(number: u64) -> RoomId {
        RoomId::from_draw(number)
    }

    /// Returns a source of these numbers.
    fn draws(numbers: &[u64]) -> impl FnMut() -> u64 {
        let mut numbers = numbers.iter().copied();
        move || numbers.next().unwrap()
    }

    #[test]
    fn a_code_is_good_once_to_the_end_of_its_minute() {
        let mut codes = HandOverCodes::default();
        let code = codes.offer(NOW, room(1), ANA, draws(&[5]));
        let last = NOW + Millis::from_millis(60_000);
        let offer = codes.take(last, code).unwrap();
        assert_eq!((offer.room, offer.token), (room(1), ANA));
        assert_eq!(codes.take(NOW, code), None);
        assert!(codes.0.is_empty());
    }

    #[test]
    fn a_new_code_replaces_that_of_the_seat_and_no_other() {
        let mut codes = HandOverCodes::default();
        let old = codes.offer(NOW, room(1), ANA, draws(&[5]));
        let other_seat = codes.offer(NOW, room(1), BRUNO, draws(&[6]));
        let other_room = codes.offer(NOW, room(2), Token(3), draws(&[7]));
        let new = codes.offer(NOW, room(1), ANA, draws(&[8]));
        assert_eq!(codes.take(NOW, old), None);
        for code in [other_seat, other_room, new] {
            assert!(codes.take(NOW, code).is_some());
        }
    }

    #[test]
    fn a_code_in_use_is_not_drawn_again() {
        let mut codes = HandOverCodes::default();
        let one = codes.offer(NOW, room(1), ANA, draws(&[5]));
        let two = codes.offer(NOW, room(2), BRUNO, draws(&[5, 6]));
        assert_ne!(one, two);
        assert_eq!(codes.take(NOW, one).unwrap().token, ANA);
    }

    #[test]
    fn codes_go_with_their_room_and_are_few() {
        let mut codes = HandOverCodes::default();
        let gone = codes.offer(NOW, room(1), ANA, draws(&[1]));
        let stays = codes.offer(NOW, room(2), BRUNO, draws(&[2]));
        codes.forget(room(1));
        assert_eq!(codes.take(NOW, gone), None);
        assert!(codes.take(NOW, stays).is_some());
        // Seats that are given up and taken anew have a new token each time.
        for number in 0..100 {
            let now = NOW + Millis::from_millis(60_001 * number);
            codes.offer(now, room(3), Token(number.into()), draws(&[number]));
            assert_eq!(codes.0.len(), 1);
        }
    }

    #[tokio::test]
    async fn a_code_leads_to_a_room_for_a_minute_and_dies_when_it_leaves_memory() {
        let directory = testing::directory(Config::default(), store::memory());
        let (opener, _outgoing) = testing::entry(1, Part::Player(ANA));
        let opened = directory.open(testing::new_room(opener));
        let room = opened.await.unwrap().room();
        let (code, good_for) = directory.hand_over(room, ANA).unwrap();
        assert_eq!(good_for, Millis::from_millis(60_000));
        let redeemed = directory.redeem(directory.shared().time.now(), code);
        assert_eq!(redeemed.unwrap().token, ANA);
        let (late, _) = directory.hand_over(room, ANA).unwrap();
        let at = directory.shared().time.now() + Millis::from_millis(60_001);
        assert_eq!(directory.redeem(at, late).unwrap_err(), Refusal::WrongCode);

        directory.hand_over(room, ANA).unwrap();
        directory.drain().await;
        assert!(directory.hand_overs().0.is_empty());
        let refusal = directory.hand_over(room, ANA).unwrap_err();
        assert_eq!(refusal, Refusal::NotInRoom, "no code outlives its room");
    }
}
