//! Commands of the server's host, who is in no room.

use protocol::refusal::Refusal;
use protocol::text::{ChatText, Name};
use protocol::view::Reason;

use crate::play::{over, unresolved};
use crate::{Event, Phase, Room};

/// Says something in the chat, closed or not, beyond the lines that people may say.
pub(crate) fn host_says(name: &Name, text: &ChatText) -> Vec<Event> {
    vec![Event::ChatPosted {
        name: name.clone(),
        side: None,
        text: text.clone(),
    }]
}

impl Room {
    /// Closes the room; a game that goes on ends without a result.
    pub(crate) fn host_closes(&self) -> Result<Vec<Event>, Refusal> {
        let mut events = match self.phase {
            Phase::Seating { .. } | Phase::Over { .. } => Vec::new(),
            Phase::Playing => over(unresolved(Reason::Closed)),
            Phase::Closed => return Err(Refusal::NoSuchRoom { room: self.id }),
        };
        events.push(Event::Closed);
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use crate::testing::{ANA, CLEO, TestRoom};

    #[test]
    fn a_room_with_a_game_is_closed_and_stays_closed_after_a_restart() {
        for phase in ["playing", "over"] {
            let mut table = TestRoom::two_people();
            table.play_moves(&["4", "3", "4"]);
            if phase == "over" {
                table = TestRoom::two_people();
                table.play_out_win();
            }
            let before = table.log.len();
            table.give(Command::HostClose);
            assert!(table.room.is_closed(), "{phase}");
            let mut told: Vec<_> = table.log[before..].iter().map(|(_, event)| event).collect();
            if phase == "playing" {
                let outcome = unresolved(Reason::Closed);
                assert_eq!(told.remove(0), &Event::Over { outcome });
            }
            assert_eq!(told, [&Event::Closed], "{phase}");
            assert!(table.restarted().room.is_closed(), "{phase}");
            let refused = table.try_give(Command::HostClose);
            assert!(matches!(refused, Err(Refusal::NoSuchRoom { .. })));
        }
    }

    #[test]
    fn the_host_says_something_where_the_chat_is_closed() {
        let mut table = TestRoom::two_people();
        table.watch(CLEO);
        table.give(Command::CloseChat {
            who: ANA,
            closed: true,
        });
        table.give(Command::HostSay {
            name: Name::clean("host").unwrap(),
            text: ChatText::clean("we stop at ten").unwrap(),
        });
        let chat = table.snapshot(CLEO).chat;
        let line = chat.last().unwrap();
        assert_eq!((line.name.as_str(), line.side), ("host", None));
    }
}
