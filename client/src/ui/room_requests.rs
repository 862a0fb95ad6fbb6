//! Requests for a room, of which the server has one at a time.

use protocol::message::{ClientMsg, ServerMsg};

use super::{Action, App};

impl App {
    /// Takes what opens or enters a room out of `actions` while the last such request has no answer: a key that repeats
    /// would open a second room, or be refused at the table of the first.
    pub(super) fn allow_one_room_request(&mut self, actions: &mut Vec<Action>) {
        if self.server.is_lost() {
            self.asks_for_room = false;
        }
        actions.retain(|action| match action {
            Action::Send(
                ClientMsg::Open { .. }
                | ClientMsg::Join { .. }
                | ClientMsg::Quick { .. }
                | ClientMsg::TakeOver { .. },
            ) => !std::mem::replace(&mut self.asks_for_room, true),
            Action::Send(ClientMsg::Leave) | Action::Connect(_) => {
                self.asks_for_room = false;
                true
            }
            _ => true,
        });
    }

    /// Notes the answer to a request for a room. A refusal of something else ends the wait early, which does no harm.
    pub(super) fn note_answer(&mut self, message: &ServerMsg) {
        if matches!(
            message,
            ServerMsg::Welcome { .. } | ServerMsg::Joined { .. } | ServerMsg::Refused { .. }
        ) {
            self.asks_for_room = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Key;
    use crate::ui::app::tests::{Play, snapshot, welcome};
    use crate::ui::{Action, Event, Goal};
    use protocol::message::{ClientMsg, ServerMsg};
    use protocol::refusal::Refusal;
    use protocol::side::Side;

    /// It opened two rooms, of which the server refused the second.
    #[test]
    fn a_key_that_repeats_opens_one_room() {
        let mut play = Play::home();
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        play.hear(welcome());
        play.press("n");
        let opens = |play: &mut Play| {
            let actions = play.does(Event::Key(Key::Enter));
            matches!(actions[..], [.., Action::Send(ClientMsg::Open { .. })])
        };
        assert!(opens(&mut play));
        assert!(!opens(&mut play));
        let refusal = Refusal::ShuttingDown;
        let message = refusal.to_string();
        play.hear(ServerMsg::Refused { refusal, message });
        assert!(opens(&mut play), "the first has its answer");
        assert!(!opens(&mut play));
        play.join(Some(Side::First), snapshot("connect-four"));
        assert!(!play.app.asks_for_room);
    }
}
