//! The state that survives a lost connection: the room to rejoin, the messages that wait, the unanswered
//! move or resignation.
//!
//! Pure: orders and the server's messages go in, messages to write come out.

use std::collections::VecDeque;

use protocol::act::Act;
use protocol::codec::Envelope;
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::square::Square;
use protocol::view::Phase;

use crate::board_change::BoardChange;

/// Most messages that wait for a connection; the oldest is dropped. A person types a handful.
const WAITING: usize = 64;

/// The state of the connection that outlives a socket.
#[derive(Debug, Default)]
pub(super) struct Pending {
    state: LinkState,
    home: Option<(RoomId, Role)>,
    /// The room that the moves are for: that of the last `Joined`.
    room: Option<RoomId>,
    /// The number of the game there.
    game: u16,
    waiting: VecDeque<Envelope<ClientMsg>>,
    unanswered: Option<Unanswered>,
    resignation: Option<Resignation>,
}

/// The state of the link, by the messages exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinkState {
    /// No `Welcome` was received yet.
    #[default]
    New,
    /// It was up, and is lost.
    Down,
    /// `Welcome` was received on the socket in use.
    Up,
}

/// A move that the server has not answered.
#[derive(Debug)]
struct Unanswered {
    /// The `ref` of its message.
    reference: Option<u32>,
    revision: Revision,
    square: Square,
    /// True once it was written to the socket in use.
    sent: bool,
}

/// A resignation that the server has not answered.
#[derive(Debug)]
struct Resignation {
    /// The `ref` of its message.
    reference: Option<u32>,
    /// The number of the game: no other one is given up.
    game: u16,
    /// True where it waits, or was written to the socket in use.
    sent: bool,
}

impl Pending {
    /// Takes a message to send; returns it if it is to be written now.
    pub(super) fn order(&mut self, order: Envelope<ClientMsg>) -> Option<Envelope<ClientMsg>> {
        if self.state == LinkState::Up {
            self.note(&order);
            return Some(order);
        }
        let waits = match order.message {
            // Before the first connection nothing can be stale, and the order counts.
            _ if self.state == LinkState::New => true,
            ClientMsg::Act(Act::Move { revision, square }) => {
                self.unanswered = Some(Unanswered {
                    reference: order.reference,
                    revision,
                    square,
                    sent: false,
                });
                false
            }
            // A second one would be refused once the first has ended the game.
            ClientMsg::Act(Act::Resign) if self.resignation.is_some() => false,
            ClientMsg::Act(Act::Resign) => {
                self.note(&order);
                true
            }
            // They speak of a position that may be gone, and do not say of which.
            ClientMsg::Act(
                Act::OfferDraw
                | Act::AnswerDraw { accept: _ }
                | Act::AskTakeback
                | Act::AnswerTakeback { accept: _ }
                | Act::Abort
                | Act::Claim
                | Act::Rematch
                | Act::Choose { .. },
            )
            | ClientMsg::Analyse { .. }
            | ClientMsg::AnalyseGame
            | ClientMsg::StopAnalysis
            // The return brings what these two ask for.
            | ClientMsg::Hello { .. }
            | ClientMsg::Resync
            // They are about the connection that is lost.
            | ClientMsg::HandOver
            | ClientMsg::Ping
            | ClientMsg::Pong => false,
            ClientMsg::EnterLobby { .. }
            | ClientMsg::LeaveLobby
            | ClientMsg::Open { .. }
            | ClientMsg::Join { .. }
            | ClientMsg::Quick { .. }
            | ClientMsg::Leave
            | ClientMsg::Chat { .. }
            | ClientMsg::Look { .. }
            | ClientMsg::Record { .. }
            | ClientMsg::Watch { .. }
            | ClientMsg::Unwatch { .. }
            | ClientMsg::Who { .. }
            | ClientMsg::ListBots { .. }
            | ClientMsg::LobbyChat { .. }
            | ClientMsg::Mute { .. }
            | ClientMsg::TakeOver { .. }
            | ClientMsg::YourGames
            | ClientMsg::Lock { .. }
            | ClientMsg::Remove { .. }
            | ClientMsg::CloseChat { .. } => true,
        };
        if waits {
            if self.waiting.len() == WAITING {
                self.waiting.pop_front();
            }
            self.waiting.push_back(order);
        }
        None
    }

    /// Sets the room to rejoin after a lost connection.
    pub(super) fn set_home(&mut self, home: Option<(RoomId, Role)>) {
        let moved =
            self.home.as_ref().map(|(room, _)| *room) != home.as_ref().map(|(room, _)| *room);
        if moved && self.state != LinkState::Up {
            self.unanswered = None;
            self.resignation = None;
        }
        self.home = home;
    }

    /// The message that follows `Hello` on a new connection.
    pub(super) fn rejoin_message(&self) -> Option<ClientMsg> {
        self.home
            .clone()
            .map(|(room, role)| ClientMsg::Join { room, role })
    }

    /// Takes in a message of the server; returns the messages to write in answer.
    pub(super) fn on_message(&mut self, message: &ServerMsg) -> Vec<Envelope<ClientMsg>> {
        match message {
            ServerMsg::Welcome { .. } => {
                self.state = LinkState::Up;
                let waiting: Vec<_> = self.waiting.drain(..).collect();
                for message in &waiting {
                    self.note(message);
                }
                waiting
            }
            ServerMsg::Ping => vec![ClientMsg::Pong.into()],
            // Another room that is watched has revisions of its own.
            ServerMsg::Event { room, .. } | ServerMsg::Left { room, .. }
                if self.room.is_some_and(|here| here != *room) =>
            {
                Vec::new()
            }
            ServerMsg::Joined { snapshot, .. } => {
                let (is_same, game) = (self.room == Some(snapshot.room), snapshot.series.game);
                let goes_on = is_same && matches!(snapshot.phase, Phase::Playing);
                self.room = Some(snapshot.room);
                self.game = game;
                self.board_is_at(snapshot.revision);
                self.resignation
                    .take_if(|known| !goes_on || known.game != game);
                // It goes first, and ends the game in which the move would be made.
                self.unanswered.take_if(|_| self.resignation.is_some());
                let played = self.unanswered.as_mut().and_then(Unanswered::resend);
                let resigned = self.resignation.as_mut().and_then(Resignation::resend);
                played.into_iter().chain(resigned).collect()
            }
            ServerMsg::Event { event, .. } => {
                if let RoomEvent::Started { series, .. } = event {
                    self.game = series.game;
                }
                match BoardChange::from_event(event) {
                    Some(BoardChange::Revised(revision)) => self.board_is_at(revision),
                    Some(BoardChange::Over) => {
                        self.unanswered = None;
                        self.resignation = None;
                    }
                    None => {}
                }
                Vec::new()
            }
            ServerMsg::Refused { refusal, .. } => {
                // A server on its way out has not judged the move or the resignation; the one that comes back will.
                if *refusal != Refusal::ShuttingDown {
                    self.unanswered = None;
                    self.resignation = None;
                }
                Vec::new()
            }
            ServerMsg::Left { room, .. } => {
                self.unanswered = None;
                self.resignation = None;
                self.room = None;
                // Somebody else may have the seat: two clients must not take it from each other for ever.
                if self.home.as_ref().is_some_and(|(home, _)| home == room) {
                    self.home = None;
                }
                Vec::new()
            }
            ServerMsg::Lobby { .. }
            | ServerMsg::LobbyRoom { .. }
            | ServerMsg::LobbyRoomGone { .. }
            | ServerMsg::LobbyPlayers { .. }
            | ServerMsg::Analysis { .. }
            | ServerMsg::ShuttingDown
            | ServerMsg::Pong
            | ServerMsg::RoomInfo { .. }
            | ServerMsg::Record { .. }
            | ServerMsg::Watching { .. }
            | ServerMsg::Who { .. }
            | ServerMsg::GameAnalysed { .. }
            | ServerMsg::Bots { .. }
            | ServerMsg::LobbyChat { .. }
            | ServerMsg::Muted { .. }
            | ServerMsg::HandedOver { .. }
            | ServerMsg::YourGames { .. }
            | ServerMsg::Announcement { .. } => Vec::new(),
        }
    }

    /// Notes that the socket is gone; true where `Welcome` was received on it.
    pub(super) fn on_disconnect(&mut self) -> bool {
        if let Some(unanswered) = &mut self.unanswered {
            unanswered.sent = false;
        }
        let was_up = self.is_up();
        if was_up {
            self.state = LinkState::Down;
            if let Some(resignation) = &mut self.resignation {
                resignation.sent = false;
            }
        }
        was_up
    }

    /// True where `Welcome` was received on the socket in use.
    pub(super) fn is_up(&self) -> bool {
        self.state == LinkState::Up
    }

    /// Notes what the server has to answer.
    fn note(&mut self, order: &Envelope<ClientMsg>) {
        let reference = order.reference;
        match order.message {
            ClientMsg::Act(Act::Move { revision, square }) => {
                self.unanswered = Some(Unanswered {
                    reference,
                    revision,
                    square,
                    sent: true,
                });
            }
            ClientMsg::Act(Act::Resign) => {
                self.resignation = Some(Resignation {
                    reference,
                    game: self.game,
                    sent: true,
                });
            }
            _ => {}
        }
    }

    fn board_is_at(&mut self, revision: Revision) {
        self.unanswered
            .take_if(|unanswered| revision > unanswered.revision);
    }
}

impl Unanswered {
    /// The move, unless it was written to the socket in use already.
    fn resend(&mut self) -> Option<Envelope<ClientMsg>> {
        let unseen = !std::mem::replace(&mut self.sent, true);
        unseen.then_some(Envelope {
            reference: self.reference,
            message: ClientMsg::Act(Act::Move {
                revision: self.revision,
                square: self.square,
            }),
        })
    }
}

impl Resignation {
    /// The message, unless it was written to the socket in use already.
    fn resend(&mut self) -> Option<Envelope<ClientMsg>> {
        let unseen = !std::mem::replace(&mut self.sent, true);
        unseen.then_some(Envelope {
            reference: self.reference,
            message: ClientMsg::Act(Act::Resign),
        })
    }
}

#[cfg(test)]
mod tests {
    use protocol::id::PlayerId;
    use protocol::id::ServerId;
    use protocol::message::VERSION;
    use protocol::text::Name;

    use super::*;

    fn welcome() -> ServerMsg {
        ServerMsg::Welcome {
            protocol: VERSION,
            minor: 0,
            software: String::new(),
            server: String::new(),
            id: ServerId(7),
            addresses: Vec::new(),
            features: Vec::new(),
            announcement: None,
            player: PlayerId(1),
            name: Name::clean("Ana").unwrap(),
            bots: Vec::new().into(),
            variants: Vec::new().into(),
        }
    }

    /// A move with its column as `ref`.
    fn a_move(column: u8) -> Envelope<ClientMsg> {
        Envelope {
            reference: Some(column.into()),
            message: ClientMsg::Act(Act::Move {
                revision: Revision(3),
                square: Square::new(column, 0).unwrap(),
            }),
        }
    }

    #[test]
    fn while_the_line_is_down_offers_are_dropped_and_the_rest_waits() {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        assert!(pending.on_disconnect());
        let order = |message| Envelope {
            reference: Some(7),
            message,
        };
        let resign = order(Act::Resign.into());
        for order in [
            order(Act::OfferDraw.into()),
            order(Act::AnswerTakeback { accept: true }.into()),
            order(Act::Claim.into()),
            resign.clone(),
        ] {
            assert_eq!(pending.order(order), None);
        }
        assert_eq!(pending.on_message(&welcome()), [resign]);
        let claim = order(Act::Claim.into());
        assert_eq!(pending.order(claim.clone()), Some(claim));
    }

    #[test]
    fn of_the_moves_made_while_the_line_is_down_the_last_waits() {
        let mut pending = Pending::default();
        pending.on_message(&welcome());
        pending.on_disconnect();
        pending.order(a_move(1));
        pending.order(a_move(2));
        assert_eq!(pending.on_message(&welcome()), []);
        let again = pending.unanswered.as_mut().and_then(Unanswered::resend);
        assert_eq!(again, Some(a_move(2)));
    }

    #[test]
    fn a_server_that_is_shutting_down_has_not_judged_the_move() {
        for (refusal, is_kept) in [(Refusal::ShuttingDown, true), (Refusal::NotSeated, false)] {
            let mut pending = Pending::default();
            pending.on_message(&welcome());
            pending.order(a_move(1));
            pending.on_message(&ServerMsg::Refused {
                message: refusal.to_string(),
                refusal,
            });
            assert_eq!(pending.unanswered.is_some(), is_kept);
        }
    }

    #[test]
    fn a_line_that_never_was_up_was_not_welcome() {
        assert!(!Pending::default().on_disconnect());
    }
}
