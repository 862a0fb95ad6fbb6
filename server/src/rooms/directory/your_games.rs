//! The games of a person: those of the seats taken with their key, and those of the seats of a connection.

use std::collections::BTreeSet;
use std::sync::Arc;

use protocol::id::{RoomId, TokenHash};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::view::{YOUR_GAMES, YourGame};
use room::{Command, SeatClaim};

use super::Directory;
use crate::rooms::actor::{Request, Retired};
use crate::rooms::persistence;
use crate::store::StoreError;

/// Rooms of a key of which the newest are looked for: those of a year with five games a day.
const MOST_ROOMS: usize = 2000;

/// Finished rooms that are read from the store for one answer.
const MOST_READ: usize = 50;

/// Time after which a game that ended is listed no more.
const LATELY: Millis = Millis::from_secs(7 * 24 * 3600);

impl Directory {
    /// Returns the games in which a person has a seat: by their key, and by the tokens of these seats, the newest
    /// first. Those that wait for the person come before all others, then those that go on, then those that ended.
    pub(crate) async fn your_games(
        self: &Arc<Self>,
        key: Option<TokenHash>,
        seats: Vec<(RoomId, TokenHash)>,
    ) -> Result<Vec<YourGame>, Refusal> {
        let tokens = seats.into_iter().rev();
        let mut claims: Vec<_> = tokens
            .map(|(room, token)| (room, SeatClaim::Token(token)))
            .collect();
        if let Some(key) = key {
            let rooms = self.shared.store.seats(key, MOST_ROOMS).await;
            let rooms = rooms.map_err(|error| self.refuse(&error))?;
            claims.extend(rooms.into_iter().map(|room| (room, SeatClaim::Key(key))));
        }
        // All unfinished games, of which the last one may be the one that waits for the person, and finished ones
        // where there is room.
        let (running, others): (Vec<_>, Vec<_>) =
            claims.into_iter().partition(|(room, _)| self.has(*room));
        let mut games = Vec::new();
        let mut seen = BTreeSet::new();
        for (room, claim) in running {
            self.find_game(room, claim, &mut seen, &mut games).await?;
        }
        for (room, claim) in others.into_iter().take(MOST_READ) {
            if games.len() >= YOUR_GAMES {
                break;
            }
            self.find_game(room, claim, &mut seen, &mut games).await?;
        }
        games.sort_by_key(|game| (!game.your_turn, game.ended.is_some()));
        games.truncate(YOUR_GAMES);
        Ok(games)
    }

    /// Adds the game of a room to those found, unless it is there or ended long ago.
    async fn find_game(
        &self,
        room: RoomId,
        claim: SeatClaim,
        seen: &mut BTreeSet<RoomId>,
        games: &mut Vec<YourGame>,
    ) -> Result<(), Refusal> {
        if seen.contains(&room) {
            return Ok(());
        }
        let game = self.your_game(room, claim).await?;
        let game = game.filter(|game| game.ended.is_none_or(|ended| ended <= LATELY));
        if let Some(game) = game {
            seen.insert(room);
            games.push(game);
        }
        Ok(())
    }

    /// Returns true for a room in memory, and for one whose game is unfinished.
    fn has(&self, room: RoomId) -> bool {
        self.in_memory(room).is_some() || self.asleep().get(room).is_some()
    }

    /// Returns the game of a room, which is not brought to memory for it.
    async fn your_game(&self, room: RoomId, claim: SeatClaim) -> Result<Option<YourGame>, Refusal> {
        while let Some(handle) = self.in_memory(room) {
            match handle.ask(|reply| Request::YourGame { claim, reply }).await {
                Ok(game) => return Ok(game),
                Err(Retired) => handle.gone().await,
            }
        }
        let now = self.shared.time.now();
        let loaded = match persistence::load(&self.shared.store, room, now).await {
            Ok(Some(loaded)) => loaded,
            // A room that is quarantined is nobody's game.
            Ok(None) | Err(StoreError::Damaged { .. }) => return Ok(None),
            Err(error) => return Err(self.refuse(&error)),
        };
        let mut room = loaded.room;
        if !room.is_live() {
            room.set_away(loaded.last.max(self.started));
        } else if let Some(left) = loaded.left {
            room.set_deserted(left);
        }
        let asleep = self.asleep().get(room.id());
        if let Some(end) = asleep.and_then(|asleep| asleep.outage) {
            // What its return to memory will store.
            for event in room.decide(end, &Command::Resume)? {
                room.apply(end, &event);
            }
        }
        Ok(room.your_game(now, claim))
    }
}
