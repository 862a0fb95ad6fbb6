//! A person in a room, who keeps what they were told until they come back.

use protocol::clock::ClockFace;
use protocol::id::{Revision, Seq, Token};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::{Phase, Reason, Snapshot};

use super::told::Told;
use crate::harness::Client;

/// The messages to a player or a spectator, and the right to a seat.
pub(super) struct Member {
    pub(super) name: String,
    pub(super) watches: bool,
    pub(super) token: Option<Token>,
    seq: Seq,
    pub(super) revision: Revision,
    game: u16,
    plies: Vec<Square>,
    /// The clock when the last ply was told, if it was told on this connection.
    pub(super) clock: Option<ClockFace>,
    pub(super) is_over: bool,
    pub(super) client: Option<Client>,
}

impl Member {
    pub(super) fn new(name: String, watches: bool) -> Self {
        Self {
            name,
            watches,
            token: None,
            seq: Seq(0),
            revision: Revision(0),
            game: 1,
            plies: Vec::new(),
            clock: None,
            is_over: false,
            client: None,
        }
    }

    /// The next message; none where the server is gone.
    pub(super) async fn hear(&mut self, told: &mut Told) -> Option<ServerMsg> {
        let message = self.client.as_mut()?.try_hear().await?;
        match &message {
            ServerMsg::Event { room, seq, event } => {
                told.note(*room, *seq, event);
                self.follow(*seq, event);
            }
            ServerMsg::Joined {
                token, snapshot, ..
            } => {
                self.token = self.token.or(*token);
                self.compare(snapshot);
            }
            _ => {}
        }
        Some(message)
    }

    fn follow(&mut self, seq: Seq, event: &RoomEvent) {
        self.seq = seq;
        match event {
            RoomEvent::Started {
                revision, series, ..
            } => {
                (self.revision, self.game, self.is_over) = (*revision, series.game, false);
                self.plies.clear();
                self.clock = None;
            }
            RoomEvent::Moved {
                revision,
                made,
                clock,
                ..
            } => {
                self.revision = *revision;
                self.plies.push(made.square);
                self.clock = *clock;
            }
            RoomEvent::Over { outcome, .. } => {
                // Everybody has minutes and plays at once.
                assert_ne!(outcome.reason, Reason::Flag, "{}", self.name);
                self.is_over = true;
            }
            _ => {}
        }
    }

    /// Takes over the room as it is now, which must have everything that was told.
    fn compare(&mut self, now: &Snapshot) {
        assert!(now.seq >= self.seq, "{}: events are missing", self.name);
        assert!(now.revision >= self.revision, "{}", self.name);
        assert!(
            now.series.game == self.game || self.is_over,
            "{}",
            self.name
        );
        let plies: Vec<_> = now.plies.iter().map(|ply| ply.square).collect();
        if now.series.game == self.game {
            assert!(
                plies.starts_with(&self.plies),
                "{}: told {:?}, now {plies:?}",
                self.name,
                self.plies
            );
            if let (Some(told), Some(clock), true) =
                (self.clock, now.clock, plies.len() == self.plies.len())
            {
                let waits = Side::to_move_after(plies.len()).other();
                assert_eq!(clock.remaining[waits], told.remaining[waits]);
            }
        }
        assert!(!self.is_over || now.series.game > self.game || is_over(now));
        (self.seq, self.revision, self.game) = (now.seq, now.revision, now.series.game);
        (self.plies, self.is_over) = (plies, is_over(now));
        self.clock = None;
    }

    /// True if the game has ended by the rules, and the word of it is still to come.
    pub(super) fn awaits_the_end(&self) -> bool {
        let ended = |client: &Client| client.game().ending().is_some();
        self.client.as_ref().is_some_and(ended) && !self.is_over
    }

    /// Number of plies of the game.
    pub(super) fn plies(&self) -> usize {
        self.plies.len()
    }

    pub(super) fn is_to_move(&self) -> bool {
        let is_to_move = |client: &Client| client.you() == Some(client.game().side_to_move());
        self.client.as_ref().is_some_and(is_to_move)
    }
}

fn is_over(snapshot: &Snapshot) -> bool {
    matches!(snapshot.phase, Phase::Over { .. })
}
