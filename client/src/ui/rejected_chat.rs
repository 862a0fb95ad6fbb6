//! Lines of talk that the server refused: each comes back to where it was written, to be written again.

use protocol::refusal::Refusal;
use protocol::replica::Replica;

use super::app::Ends;
use super::{Action, App, PromptKind, Screen};
use crate::net::{Talk, TalkPlace};
use crate::words;

impl App {
    /// Keeps a line that was refused, and says why.
    pub(super) fn on_chat_rejected(
        &mut self,
        talk: Talk,
        refusal: &Refusal,
        message: &str,
    ) -> Vec<Action> {
        let message = words::refused(refusal, message);
        let at_table = talk.place != TalkPlace::Lobby;
        if at_table && self.ends_stay(refusal) {
            return self.leave_lost_room(refusal, &message);
        }
        self.rejected_chat.push(talk);
        // Before the notice, which would end with what is written.
        self.restore_rejected_chat();
        if *refusal == Refusal::NotInRoom && self.view.is_none() {
            // It was said just before the room was left.
            return Vec::new();
        }
        if self.screen == Screen::Table {
            self.say_until(message, Ends::Board);
        } else {
            self.say(message);
        }
        Vec::new()
    }

    /// Puts the lines that were refused back to where they were written, before what is written there meanwhile, as
    /// soon as nothing else is.
    pub(super) fn restore_rejected_chat(&mut self) {
        if self.rejected_chat.is_empty() {
            return;
        }
        let room = self.table().map(Replica::room);
        // Nobody talks at a table that they have left.
        self.rejected_chat.retain(|talk| match talk.place {
            TalkPlace::Room(there) => room == Some(there),
            TalkPlace::Lobby => true,
        });
        let (here, kind) = match (self.screen, room) {
            (Screen::Table, Some(room)) => (TalkPlace::Room(room), PromptKind::Chat),
            (Screen::Lobby, _) => (TalkPlace::Lobby, PromptKind::LobbyChat),
            _ => return,
        };
        let writes_else = self
            .prompt
            .as_ref()
            .is_some_and(|prompt| prompt.kind != kind);
        if writes_else || self.confirm.is_some() || self.help.is_some() {
            return;
        }
        let lines: Vec<_> = self
            .rejected_chat
            .extract_if(.., |talk| talk.place == here)
            .collect();
        if lines.is_empty() {
            return;
        }
        let (before, written) = match &self.prompt {
            Some(prompt) => {
                let text = prompt.input.value();
                let parts = text.strip_prefix(&prompt.again);
                parts.map_or(("", text), |rest| (&prompt.again[..], rest))
            }
            None => ("", ""),
        };
        let join = |texts: &[&str]| {
            let texts = texts.iter().map(|text| text.trim());
            let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
            texts.join(" ")
        };
        let lines: Vec<_> = lines.iter().map(|talk| &talk.text[..]).collect();
        let again = join(&[before, &join(&lines)]);
        let text = join(&[&again, written]);
        self.open_prompt_with(kind, &text);
        if let Some(prompt) = &mut self.prompt {
            prompt.again = again;
        }
    }
}
