//! The talk of people: each line comes into the room, or back to who said it; and of a player at most once.

use std::collections::{BTreeMap, BTreeSet};

use protocol::id::RoomId;

/// The lines of talk, whose texts are all different.
#[derive(Default)]
pub(in crate::simulation) struct Talk {
    /// Those whose fate is open, by who said them.
    open: BTreeMap<&'static str, Vec<(RoomId, String)>>,
    /// Those that are stored.
    stored: BTreeSet<(RoomId, String)>,
    /// Those that the server received.
    heard: BTreeSet<String>,
}

impl Talk {
    pub(super) fn say(&mut self, name: &'static str, room: RoomId, text: &str) {
        let open = self.open.entry(name).or_default();
        open.push((room, text.to_owned()));
    }

    /// The server receives a line; true where it has received it before.
    pub(super) fn hear(&mut self, text: String) -> bool {
        !self.heard.insert(text)
    }

    /// The line came back to who said it.
    pub(in crate::simulation) fn come_back(&mut self, name: &str, text: &str) {
        if let Some(open) = self.open.get_mut(name) {
            open.retain(|(_, line)| line != text);
        }
    }

    /// This person left the room, and need not hear what became of their lines.
    pub(in crate::simulation) fn leave(&mut self, name: &str) {
        self.open.remove(name);
    }

    /// A line is stored; an error where a player has it there twice.
    pub(super) fn store(
        &mut self,
        room: RoomId,
        text: &str,
        is_player: bool,
    ) -> Result<(), String> {
        let is_new = self.stored.insert((room, text.to_owned()));
        if is_player && !is_new {
            return Err(format!("{text:?} is said twice in {room}"));
        }
        Ok(())
    }

    /// The first line of this person that is neither in the room nor back.
    pub(super) fn missing(&self, name: &str, room: RoomId) -> Option<&str> {
        let open = self.open.get(name)?;
        let missing = |line: &&(RoomId, String)| line.0 == room && !self.stored.contains(*line);
        open.iter().find(missing).map(|(_, text)| &text[..])
    }
}
