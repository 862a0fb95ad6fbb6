//! The messages that the model expects clients to hear, and those that it takes from the server's word.

use std::collections::HashMap;

use protocol::game::Game;
use protocol::id::{HandOverCode, RoomId, Seq, Token};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::side::Side;
use protocol::square::Square;
use protocol::view::{BotOffer, LobbyLine, Snapshot, YourGame};

use super::network::Heard;

/// A message that a client must hear.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    /// The moment at which it must hear it.
    pub(super) at: u64,
    pub(super) who: usize,
    pub(super) reference: Option<u32>,
    pub(super) what: What,
}

/// The content of an expected message, as far as the document fixes it.
#[derive(Clone, Debug)]
pub(super) enum What {
    Exactly(ServerMsg),
    /// A refusal with this code, whose fields name bots or causes in the server's words.
    Code(&'static str),
    /// The analysis of the position that `game` is at, with values that are the server's to know.
    Analysis {
        game: Game,
    },
    /// The lobby, whose rooms are compared apart, in answer to a client that wants the `boards` or not.
    Lobby {
        boards: bool,
        chat: Vec<LobbyLine>,
    },
    /// A code for another device.
    HandedOver,
    /// The games of the seats of a client.
    YourGames(Vec<YourSeat>),
    /// The text of the game of this snapshot.
    Record(Box<Snapshot>),
}

/// A seat that a client has.
#[derive(Clone, Debug)]
pub(super) struct YourSeat {
    pub(super) room: RoomId,
    pub(super) side: Side,
    /// Its game, without the time since it ended; none where the client is away, and the server alone knows it.
    pub(super) game: Option<YourGame>,
}

/// A refusal in the model.
#[derive(Clone, Debug)]
pub(super) enum Refused {
    Exactly(Refusal),
    Code(&'static str),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self::Exactly(refusal)
    }
}

/// The messages of one step, in order for each client.
#[derive(Default)]
pub(super) struct Out {
    pub(super) now: u64,
    /// The client whose message is carried out, with its `ref`.
    pub(super) asker: Option<(usize, u32)>,
    /// The client that gets `joined` instead of the events of its own coming.
    pub(super) coming: Option<usize>,
    pub(super) expected: Vec<Expected>,
}

impl Out {
    /// Something that no message brought about, or the effects of one of `asker`.
    pub(super) fn new(now: u64, asker: Option<(usize, u32)>) -> Self {
        Self {
            now,
            asker,
            ..Self::default()
        }
    }

    pub(super) fn tell(&mut self, who: usize, message: ServerMsg) {
        self.push(who, What::Exactly(message));
    }

    pub(super) fn push(&mut self, who: usize, what: What) {
        let reference = self.asker.filter(|(asker, _)| *asker == who);
        self.expected.push(Expected {
            at: self.now,
            who,
            reference: reference.map(|(_, reference)| reference),
            what,
        });
    }

    pub(super) fn event(&mut self, audience: &[usize], room: RoomId, seq: Seq, event: &RoomEvent) {
        for &who in audience {
            if self.coming != Some(who) {
                let event = event.clone();
                self.tell(who, ServerMsg::Event { room, seq, event });
            }
        }
    }

    pub(super) fn refuse(&mut self, who: usize, refused: Refused) {
        match refused {
            Refused::Exactly(refusal) => {
                let message = refusal.to_string();
                self.tell(who, ServerMsg::Refused { refusal, message });
            }
            Refused::Code(code) => self.push(who, What::Code(code)),
        }
    }
}

/// Choices of the server in a step: moves of bots, codes, tokens, sides that were drawn.
#[derive(Default)]
pub(super) struct Oracle {
    moves: HashMap<(RoomId, u32), (u64, Square)>,
    joined: HashMap<(usize, Option<u32>), Entry>,
    codes: HashMap<(usize, Option<u32>), HandOverCode>,
    bots: HashMap<(usize, Option<u32>), Vec<BotOffer>>,
}

/// A `joined` or `watching` as it was heard.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) token: Option<Token>,
    pub(super) snapshot: Snapshot,
}

impl Oracle {
    pub(super) fn new(heard: &[Heard]) -> Self {
        let mut oracle = Self::default();
        for heard in heard {
            let Heard {
                at,
                who,
                reference,
                message,
            } = heard;
            match message {
                ServerMsg::Event {
                    room,
                    event: RoomEvent::Moved { revision, made, .. },
                    ..
                } => {
                    oracle.moves.insert((*room, revision.0), (*at, made.square));
                }
                ServerMsg::Joined {
                    token, snapshot, ..
                } => {
                    let entry = Entry {
                        token: *token,
                        snapshot: (**snapshot).clone(),
                    };
                    oracle.joined.insert((*who, *reference), entry);
                }
                ServerMsg::Watching { snapshot } => {
                    let entry = Entry {
                        token: None,
                        snapshot: (**snapshot).clone(),
                    };
                    oracle.joined.insert((*who, *reference), entry);
                }
                ServerMsg::HandedOver { code, .. } => {
                    oracle.codes.insert((*who, *reference), *code);
                }
                ServerMsg::Bots { bots, .. } => {
                    oracle.bots.insert((*who, *reference), bots.clone());
                }
                _ => {}
            }
        }
        oracle
    }

    /// The ply that brought the board of a room to this revision, and its moment.
    pub(super) fn bot_move(&self, room: RoomId, revision: u32) -> Option<(u64, Square)> {
        self.moves.get(&(room, revision)).copied()
    }

    /// The code that answered a message of a client.
    pub(super) fn code(&self, who: usize, reference: u32) -> Option<HandOverCode> {
        self.codes.get(&(who, Some(reference))).copied()
    }

    /// The bots that answered a message of a client.
    pub(super) fn bots(&self, who: usize, reference: u32) -> Option<&[BotOffer]> {
        let bots = self.bots.get(&(who, Some(reference)));
        bots.map(Vec::as_slice)
    }

    /// The `joined` or `watching` that answered a message of a client.
    pub(super) fn joined(&self, who: usize, reference: u32) -> Option<&Entry> {
        self.joined.get(&(who, Some(reference)))
    }
}
