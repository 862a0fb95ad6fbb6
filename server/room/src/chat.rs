//! The chat of a room: written by those present, kept for those who come later.

use std::collections::VecDeque;

use protocol::id::PlayerId;
use protocol::refusal::{Refusal, Resource};
use protocol::text::ChatText;
use protocol::view::{ChatLine, SNAPSHOT_CHAT};

use crate::counts::CHAT_PER_GAME;
use crate::seats::Seat;
use crate::{Event, Room};

/// The last lines, oldest first; a snapshot shows all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Chat(VecDeque<ChatLine>);

impl Chat {
    pub(crate) fn add(&mut self, line: ChatLine) {
        if self.0.len() == SNAPSHOT_CHAT {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    pub(crate) fn lines(&self) -> Vec<ChatLine> {
        self.0.iter().cloned().collect()
    }
}

impl Room {
    /// Says something in the chat, which players and spectators share before, during and after the game.
    pub(crate) fn say(&self, who: PlayerId, text: &ChatText) -> Result<Vec<Event>, Refusal> {
        let side = self.side_of(who);
        if self.owner.chat_closed && self.has(who) {
            return Err(Refusal::ChatClosed);
        }
        let said = match side {
            Some(_) => self.counts.chat_of_players,
            None => self.counts.chat_of_spectators,
        };
        if said >= CHAT_PER_GAME && self.has(who) {
            return Err(Refusal::Full {
                what: Resource::ChatLines,
                most: Some(CHAT_PER_GAME.into()),
            });
        }
        let name = match side.map(|side| &self.seats[side]) {
            Some(Seat::Human { name, .. }) => Some(name),
            Some(Seat::Open | Seat::Bot(_)) | None => self.spectators.name_of(who),
        };
        Ok(vec![Event::ChatPosted {
            name: name.ok_or(Refusal::NotInRoom)?.clone(),
            side,
            text: text.clone(),
        }])
    }
}

#[cfg(test)]
mod tests {

    use protocol::side::Side;

    use super::*;
    use crate::Command;
    use crate::testing::{ANA, BO, CLEO, DAN, TestRoom};

    fn said(who: PlayerId, text: &str) -> Command {
        Command::Chat {
            who,
            text: ChatText::clean(text).unwrap(),
        }
    }

    #[test]
    fn players_and_spectators_talk_and_strangers_do_not() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        table.give(said(ANA, "hola"));
        table.give(said(CLEO, "have fun"));
        table.refuses(said(DAN, "hi"), Refusal::NotInRoom);
        let chat = table.snapshot(BO).chat;
        let lines: Vec<_> = chat
            .iter()
            .map(|line| (line.name.as_str(), line.side, line.text.as_str()))
            .collect();
        assert_eq!(
            lines,
            [
                ("Ana", Some(Side::First), "hola"),
                ("Cleo", None, "have fun")
            ]
        );
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let mut table = TestRoom::two_people();
        for number in 0..SNAPSHOT_CHAT + 3 {
            table.give(said(ANA, &format!("line {number}")));
        }
        let chat = table.snapshot(ANA).chat;
        assert_eq!(chat.len(), SNAPSHOT_CHAT);
        assert_eq!(chat[0].text.as_str(), "line 3");
    }

    #[test]
    fn chat_is_bounded_in_a_game_and_counted_anew_in_the_next() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        let (what, most) = (Resource::ChatLines, Some(250));
        let full = Err(Refusal::Full { what, most });
        for _ in 0..CHAT_PER_GAME {
            table.give(said(CLEO, "hola"));
        }
        assert_eq!(table.try_give(said(CLEO, "hola")), full);
        // Spectators, who are many, do not silence the players.
        for number in 0..CHAT_PER_GAME {
            table.give(said([ANA, BO][usize::from(number % 2)], "hola"));
        }
        for who in [ANA, BO] {
            assert_eq!(table.try_give(said(who, "hola")), full);
        }
        table.refuses(said(DAN, "hi"), Refusal::NotInRoom);
        table.play_out_win();
        let mut table = table.restarted();
        table.come_back(ANA);
        table.come_back(BO);
        let refused = table.try_give(said(BO, "hola"));
        assert_eq!(refused, full, "the game is over");
        table.rematch();
        table.give(said(BO, "hola"));
    }
}
