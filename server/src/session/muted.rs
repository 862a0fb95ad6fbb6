//! Names whose chat a connection does not see.
//!
//! Frames are shared by all who receive them, so chat is hidden on the way to the socket, and costs those who mute
//! nobody one look at an empty map.
//!
//! A hidden line of a room is sent as `chat_hidden` with the number of the line, so that `Seq` has no gap. Snapshots
//! and the lobby's chat are copied without the lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use protocol::message::{MOST_MUTED, RoomEvent, ServerMsg};
use protocol::refusal::{Limit, Refusal};
use protocol::text::Name;

use crate::outbox::Frame;
use crate::people;

/// Names whose chat a connection does not see, for as long as it lasts.
#[derive(Debug, Default)]
pub(super) struct Muted {
    /// By the form in which names are compared.
    names: BTreeMap<String, Name>,
}

impl Muted {
    /// Adds a name, who is present or not.
    ///
    /// # Errors
    ///
    /// `OverLimit` if as many names are muted as may be.
    pub(super) fn add(&mut self, name: Name) -> Result<(), Refusal> {
        let key = people::key(&name);
        if self.names.len() >= MOST_MUTED && !self.names.contains_key(&key) {
            return Err(Refusal::OverLimit {
                limit: Limit::Muted,
                most: MOST_MUTED as u32,
            });
        }
        self.names.insert(key, name);
        Ok(())
    }

    /// Removes a name, if it is there.
    pub(super) fn remove(&mut self, name: &Name) {
        self.names.remove(&people::key(name));
    }

    /// Returns the names in order.
    pub(super) fn names(&self) -> Vec<Name> {
        self.names.values().cloned().collect()
    }

    /// Returns the frame as this connection may see it; none if it is nothing but a line of chat that it may not.
    pub(super) fn pass(&self, frame: Arc<Frame>) -> Option<Arc<Frame>> {
        if self.names.is_empty() {
            return Some(frame);
        }
        match frame.message() {
            ServerMsg::LobbyChat { line } if self.has(&line.name) => None,
            ServerMsg::Event {
                room,
                seq,
                event: RoomEvent::ChatPosted { line },
            } if self.has(&line.name) => Some(Frame::new(ServerMsg::Event {
                room: *room,
                seq: *seq,
                event: RoomEvent::ChatHidden,
            })),
            ServerMsg::Joined { .. } | ServerMsg::Watching { .. } | ServerMsg::Lobby { .. } => {
                let mut message = frame.message().clone();
                match &mut message {
                    ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot } => {
                        snapshot.chat.retain(|line| !self.has(&line.name));
                    }
                    ServerMsg::Lobby { chat, .. } => chat.retain(|line| !self.has(&line.name)),
                    _ => {}
                }
                Some(Frame::new(message))
            }
            _ => Some(frame),
        }
    }

    fn has(&self, name: &Name) -> bool {
        self.names.contains_key(&people::key(name))
    }
}

#[cfg(test)]
mod tests {
    use protocol::id::{RoomId, Seq};
    use protocol::text::ChatText;
    use protocol::view::{ChatLine, LobbyLine, Snapshot};

    use super::*;
    use crate::testing::fixture;

    fn name(text: &str) -> Name {
        Name::clean(text).unwrap()
    }

    fn muted(names: &[&str]) -> Muted {
        let mut muted = Muted::default();
        for text in names {
            muted.add(name(text)).unwrap();
        }
        muted
    }

    fn in_room(author: &str) -> ChatLine {
        ChatLine {
            name: name(author),
            side: None,
            text: ChatText::clean("hola").unwrap(),
        }
    }

    fn posted(author: &str) -> Arc<Frame> {
        Frame::new(ServerMsg::Event {
            room: RoomId::from_draw(1),
            seq: Seq(7),
            event: RoomEvent::ChatPosted {
                line: in_room(author),
            },
        })
    }

    /// A room with this chat.
    fn snapshot(chat: Vec<ChatLine>) -> Box<Snapshot> {
        Box::new(Snapshot {
            chat,
            ..fixture::snapshot("connect-four")
        })
    }

    fn in_lobby(author: &str) -> LobbyLine {
        LobbyLine {
            name: name(author),
            text: ChatText::clean("hola").unwrap(),
        }
    }

    #[test]
    fn a_line_of_a_room_is_hidden_in_its_place_and_one_of_the_lobby_is_left_out() {
        let muted = muted(&["Bruno"]);
        let hidden = muted.pass(posted("bruno")).unwrap();
        let (room, seq) = (RoomId::from_draw(1), Seq(7));
        let event = RoomEvent::ChatHidden;
        assert_eq!(hidden.message(), &ServerMsg::Event { room, seq, event });
        let line = in_lobby("BRUNO");
        let line = Frame::new(ServerMsg::LobbyChat { line });
        assert!(muted.pass(line).is_none());
        let line = in_lobby("Carla");
        let line = Frame::new(ServerMsg::LobbyChat { line });
        assert!(muted.pass(line).is_some(), "others are not muted");
    }

    #[test]
    fn whoever_enters_or_watches_a_room_sees_it_without_the_lines_of_the_muted() {
        let muted = muted(&["Bruno"]);
        let all = snapshot(vec![in_room("Bruno"), in_room("Carla")]);
        let shown = snapshot(vec![in_room("Carla")]);
        let watching = |snapshot| ServerMsg::Watching { snapshot };
        let joined = |snapshot| ServerMsg::Joined {
            you: None,
            token: None,
            owner: false,
            snapshot,
        };
        let passed = muted.pass(Frame::new(watching(all.clone()))).unwrap();
        assert_eq!(passed.message(), &watching(shown.clone()));
        let passed = muted.pass(Frame::new(joined(all))).unwrap();
        assert_eq!(passed.message(), &joined(shown));
    }

    #[test]
    fn a_frame_that_needs_no_change_stays_shared() {
        let others = posted("Carla");
        for muted in [muted(&[]), muted(&["Bruno"])] {
            let passed = muted.pass(Arc::clone(&others)).unwrap();
            assert!(Arc::ptr_eq(&passed, &others));
        }
        let of_bruno = posted("Bruno");
        let passed = muted(&[]).pass(Arc::clone(&of_bruno)).unwrap();
        assert!(Arc::ptr_eq(&passed, &of_bruno));
    }

    #[test]
    fn the_lobby_is_shown_without_the_lines_of_the_muted() {
        let lobby = Frame::new(ServerMsg::Lobby {
            rooms: Vec::new(),
            players: vec![name("Bruno")],
            present: 1,
            chat: vec![in_lobby("Bruno"), in_lobby("Carla")],
        });
        let passed = muted(&["bruno"]).pass(lobby).unwrap();
        let ServerMsg::Lobby { players, chat, .. } = passed.message() else {
            panic!("{passed:?}");
        };
        assert_eq!(chat, &[in_lobby("Carla")]);
        assert_eq!(players, &[name("Bruno")], "who is there is no chat");
    }

    #[test]
    fn names_are_bounded_and_one_that_is_there_needs_no_place() {
        let mut muted = Muted::default();
        for number in 0..MOST_MUTED {
            muted.add(name(&format!("ana {number}"))).unwrap();
        }
        let refusal = muted.add(name("one more")).unwrap_err();
        assert_eq!(
            refusal,
            Refusal::OverLimit {
                limit: Limit::Muted,
                most: 100
            }
        );
        muted.add(name("ANA 7")).unwrap();
        assert_eq!(muted.names().len(), MOST_MUTED);
        muted.remove(&name("Ana 8"));
        muted.add(name("one more")).unwrap();
    }

    #[test]
    fn names_are_in_order_whatever_their_case() {
        let muted = muted(&["carla", "Bruno", "ana"]);
        assert_eq!(muted.names(), ["ana", "Bruno", "carla"].map(name));
    }
}
