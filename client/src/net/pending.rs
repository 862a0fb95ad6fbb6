//! The state that survives a lost connection: the room to rejoin, the messages that wait, the unanswered
//! move or resignation.
//!
//! Pure: orders and the server's messages go in, messages to write come out.

mod talk;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use protocol::act::Act;
use protocol::codec::Envelope;
use protocol::id::{Revision, RoomId};
use protocol::message::{ClientMsg, LOBBY_LINES, Role, RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::text::{ChatText, Name};
use protocol::view::{LobbyLine, Phase, Seat, Snapshot};

use self::talk::Conversation;
use super::while_lost::{WhileLost, while_lost};
use super::{Talk, TalkPlace};
use crate::board_change::BoardChange;

/// Most messages that wait for a connection; the oldest is dropped. A person types a handful.
const WAITING: usize = 64;

/// The first `ref` that is not a script's: far from those that a script may choose.
const FIRST_OWN: u32 = 1 << 31;

/// Names that are kept: a server shows no more lines of talk, so an older one is hardly met again.
const MOST_NAMES: usize = LOBBY_LINES;

/// The state of the connection that outlives a socket.
#[derive(Debug, Default)]
pub(super) struct Pending {
    state: LinkState,
    home: Option<(RoomId, Role)>,
    /// The message that was written to get into a room, until it is answered.
    entering: Option<Envelope<ClientMsg>>,
    /// The room that the moves are for: that of the last `Joined`.
    room: Option<RoomId>,
    /// The number of the game there.
    game: u16,
    waiting: VecDeque<Envelope<ClientMsg>>,
    unanswered: Option<Unanswered>,
    resignation: Option<Resignation>,
    /// True where a program reads the answers, and must find no `ref` in them that it has not chosen.
    is_verbatim: bool,
    /// The last names of this person, one for each `Welcome` with another: a guest has a new one on each connection.
    names: VecDeque<Name>,
    /// The talk in the room of the moves.
    at_table: Conversation,
    in_lobby: Conversation,
    /// The number of messages so far with a `ref` of ours: lines of talk, moves and resignations.
    marked: u32,
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

/// A move, or a choice of an opening, that the server has not answered.
#[derive(Debug)]
struct Unanswered {
    /// The `ref` of its message.
    reference: Option<u32>,
    revision: Revision,
    act: Act,
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
    /// Nothing is pending. `is_verbatim` is true where a program reads every answer as it came.
    pub(super) fn new(is_verbatim: bool) -> Self {
        Self {
            is_verbatim,
            ..Self::default()
        }
    }

    /// Takes a message to send; returns it if it is to be written now.
    pub(super) fn order(&mut self, mut order: Envelope<ClientMsg>) -> Option<Envelope<ClientMsg>> {
        if let Some(talk) = self.talk_in(&order) {
            let reference = self.own_reference();
            return self.conversation(talk.place).say(talk, reference);
        }
        let is_judged = matches!(
            order.message,
            ClientMsg::Act(Act::Move { .. } | Act::Choose { .. } | Act::Resign)
        );
        if is_judged && !self.is_verbatim && order.reference.is_none() {
            order.reference = Some(self.own_reference());
        }
        if matches!(order.message, ClientMsg::LeaveLobby) {
            self.in_lobby.leave();
        }
        if self.state == LinkState::Up {
            self.note(&order);
            return Some(order);
        }
        // Before the first connection nothing can be stale, and the order counts.
        if self.state == LinkState::Down {
            match while_lost(&order.message, self.resignation.is_some()) {
                WhileLost::Kept(_) | WhileLost::Waits => {}
                WhileLost::NotSent
                | WhileLost::Resigned
                | WhileLost::AskedAgain
                | WhileLost::Pointless => return None,
            }
            // The last one waits, for the table and not for the connection alone.
            if let Some(unanswered) = Unanswered::of(&order) {
                self.unanswered = Some(unanswered);
                return None;
            }
            self.note(&order);
        }
        if self.waiting.len() == WAITING {
            self.waiting.pop_front();
        }
        self.waiting.push_back(order);
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
    pub(super) fn rejoin_message(&mut self) -> Option<ClientMsg> {
        let (room, role) = self.home.clone()?;
        let message = ClientMsg::Join { room, role };
        self.entering = Some(message.clone().into());
        Some(message)
    }

    /// Takes in that another server has the room. Returns true if the message that was refused with it is sent again
    /// there; any other question is asked here only.
    pub(super) fn on_elsewhere(&mut self, reference: Option<u32>, room: RoomId) -> bool {
        let is_answered = |entering: &mut Envelope<ClientMsg>| {
            entering.reference == reference
                && match &entering.message {
                    ClientMsg::Join { room: wanted, .. } => *wanted == room,
                    ClientMsg::Quick { .. } | ClientMsg::TakeOver { .. } => true,
                    _ => false,
                }
        };
        let Some(entering) = self.entering.take_if(is_answered) else {
            return false;
        };
        let is_home = |(home, role): &(RoomId, Role)| {
            entering.message
                == ClientMsg::Join {
                    room: *home,
                    role: role.clone(),
                }
        };
        // The way home is asked for by itself.
        if !self.home.as_ref().is_some_and(is_home) {
            self.waiting.push_front(entering);
        }
        true
    }

    /// The line of talk in a message, which is written again where its answer is lost; none before the first
    /// `Welcome`, and for who chooses the `ref` of each message.
    fn talk_in(&self, order: &Envelope<ClientMsg>) -> Option<Talk> {
        if self.is_verbatim || order.reference.is_some() || self.state == LinkState::New {
            return None;
        }
        let (place, text) = match &order.message {
            ClientMsg::Chat { text } => (TalkPlace::Room(self.room?), text),
            ClientMsg::LobbyChat { text } => (TalkPlace::Lobby, text),
            _ => return None,
        };
        let text = text.clone();
        Some(Talk { place, text })
    }

    /// The next `ref` by which an answer is told from others.
    fn own_reference(&mut self) -> u32 {
        let reference = FIRST_OWN.wrapping_add(self.marked);
        self.marked = self.marked.wrapping_add(1);
        reference
    }

    fn conversation(&mut self, place: TalkPlace) -> &mut Conversation {
        match place {
            TalkPlace::Room(_) => &mut self.at_table,
            TalkPlace::Lobby => &mut self.in_lobby,
        }
    }

    /// Takes in the answer to a line of talk; returns the line if it is refused for good.
    pub(super) fn on_talk_answered(
        &mut self,
        reference: Option<u32>,
        message: &ServerMsg,
    ) -> Option<Talk> {
        let reference = reference?;
        match message {
            ServerMsg::Refused { refusal, .. } => {
                let mut places = [&mut self.at_table, &mut self.in_lobby].into_iter();
                if *refusal == Refusal::ShuttingDown {
                    places.for_each(|place| place.wait(reference));
                    return None;
                }
                places.find_map(|place| place.remove(reference))
            }
            ServerMsg::Event {
                event: RoomEvent::ChatPosted { line },
                ..
            } => {
                self.at_table.on_said(reference, &line.text);
                None
            }
            ServerMsg::LobbyChat { line } => {
                self.in_lobby.on_said(reference, &line.text);
                None
            }
            _ => None,
        }
    }

    /// Takes in the answer to the move or the resignation with this `ref`. Other refusals are about other messages; in
    /// the hands of a program, which may give none a `ref`, one without may be about either.
    pub(super) fn on_refused(&mut self, reference: Option<u32>, refusal: &Refusal) {
        // A server on its way out has not judged them; the one that comes back will.
        if *refusal != Refusal::ShuttingDown {
            self.unanswered
                .take_if(|known| known.reference == reference);
            self.resignation
                .take_if(|known| known.reference == reference);
        }
    }

    /// The words of this person at a table, where they have this seat, in this game and in those before it, which they
    /// may have played with the other side.
    fn said_at_table(&self, you: Option<Side>, snapshot: &Snapshot) -> Vec<ChatText> {
        // A seat keeps the name with which it was taken.
        let at_seat = you.and_then(|side| match &snapshot.seats[side] {
            Seat::Human { name, .. } => Some(name),
            _ => None,
        });
        let mine = snapshot
            .chat
            .iter()
            .filter(|line| at_seat == Some(&line.name) || self.names.contains(&line.name));
        mine.map(|line| line.text.clone()).collect()
    }

    fn said_in_lobby(&self, chat: &[LobbyLine]) -> Vec<ChatText> {
        let mine = chat.iter().filter(|line| self.names.contains(&line.name));
        mine.map(|line| line.text.clone()).collect()
    }

    /// Takes in a message of the server; returns the messages to write in answer.
    pub(super) fn on_message(&mut self, message: &ServerMsg) -> Vec<Envelope<ClientMsg>> {
        match message {
            ServerMsg::Welcome { name, .. } => {
                if !self.names.contains(name) {
                    if self.names.len() >= MOST_NAMES {
                        self.names.pop_front();
                    }
                    self.names.push_back(name.clone());
                }
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
            ServerMsg::Joined { you, snapshot, .. } => {
                let (is_same, game) = (self.room == Some(snapshot.room), snapshot.series.game);
                let goes_on = is_same && matches!(snapshot.phase, Phase::Playing);
                if !is_same {
                    self.at_table = Conversation::default();
                }
                let is_seat_here =
                    you.is_some() && self.room.is_none_or(|here| here == snapshot.room);
                self.unanswered.take_if(|_| !is_seat_here);
                self.entering = None;
                self.room = Some(snapshot.room);
                self.game = game;
                self.board_is_at(snapshot.revision);
                self.resignation
                    .take_if(|known| !goes_on || known.game != game);
                // It goes first, and ends the game in which the move would be made.
                self.unanswered.take_if(|_| self.resignation.is_some());
                let played = self.unanswered.as_mut().and_then(Unanswered::resend);
                let resigned = self.resignation.as_mut().and_then(Resignation::resend);
                let said = self.said_at_table(*you, snapshot);
                let talk = self.at_table.enter(said);
                played.into_iter().chain(resigned).chain(talk).collect()
            }
            ServerMsg::Lobby { chat, .. } => {
                let said = self.said_in_lobby(chat);
                self.in_lobby.enter(said)
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
            ServerMsg::Left { room, .. } => {
                self.unanswered = None;
                self.resignation = None;
                self.room = None;
                self.at_table = Conversation::default();
                // Somebody else may have the seat: two clients must not take it from each other for ever.
                if self.home.as_ref().is_some_and(|(home, _)| home == room) {
                    self.home = None;
                }
                Vec::new()
            }
            ServerMsg::Refused { .. }
            | ServerMsg::LobbyRoom { .. }
            | ServerMsg::LobbyRoomRemoved { .. }
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
            | ServerMsg::Announcement { .. }
            | ServerMsg::History { .. }
            | ServerMsg::PastGame { .. }
            | ServerMsg::Profile { .. }
            | ServerMsg::Leaderboard { .. }
            | ServerMsg::Explored { .. } => Vec::new(),
        }
    }

    /// Notes that the socket is gone; true where `Welcome` was received on it.
    pub(super) fn on_disconnect(&mut self) -> bool {
        if let Some(unanswered) = &mut self.unanswered {
            unanswered.sent = false;
        }
        self.at_table.leave();
        self.in_lobby.leave();
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
        if let ClientMsg::Join { .. } | ClientMsg::Quick { .. } | ClientMsg::TakeOver { .. } =
            order.message
        {
            self.entering = Some(order.clone());
        }
        if let Some(unanswered) = Unanswered::of(order) {
            self.unanswered = Some(Unanswered {
                sent: true,
                ..unanswered
            });
        } else if let ClientMsg::Act(Act::Resign) = order.message {
            self.resignation = Some(Resignation {
                reference: order.reference,
                game: self.game,
                sent: true,
            });
        }
    }

    fn board_is_at(&mut self, revision: Revision) {
        self.unanswered
            .take_if(|unanswered| revision > unanswered.revision);
    }
}

impl Unanswered {
    /// The move or the choice in an order, not sent yet.
    fn of(order: &Envelope<ClientMsg>) -> Option<Self> {
        let ClientMsg::Act(act) = &order.message else {
            return None;
        };
        let (Act::Move { revision, .. } | Act::Choose { revision, .. }) = act else {
            return None;
        };
        Some(Self {
            reference: order.reference,
            revision: *revision,
            act: *act,
            sent: false,
        })
    }

    /// The message, unless it was written to the socket in use already.
    fn resend(&mut self) -> Option<Envelope<ClientMsg>> {
        let unseen = !std::mem::replace(&mut self.sent, true);
        unseen.then_some(Envelope {
            reference: self.reference,
            message: ClientMsg::Act(self.act),
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
