//! Keys that are pressed while the connection is lost.

use protocol::message::ClientMsg;

use crate::net::{WhileLost, while_lost};
use crate::ui::{Action, App, Connection, View};

impl App {
    /// Takes those among `actions` out that a lost connection does not keep, and notes what becomes of each message,
    /// for the line that tells of that; forgets it once the connection is back.
    pub(in crate::ui) fn filter_while_offline(&mut self, actions: &mut Vec<Action>) {
        if !self.is_lost() {
            self.unsent = None;
            return;
        }
        let has_resigned = self.view.as_ref().is_some_and(View::has_resigned);
        actions.retain(|action| {
            let Action::Send(message) = action else {
                return true;
            };
            let fate = while_lost(message, has_resigned);
            if let Some(words) = fate.in_words(message, self.table()) {
                self.unsent = Some(words);
            }
            if matches!(message, ClientMsg::Join { .. }) {
                // No answer comes, and that to another message is none to this one.
                self.home.returning = None;
                self.entering = None;
                self.tv.enters_none();
            }
            matches!(fate, WhileLost::Kept | WhileLost::Waits)
        });
    }

    /// True while the connection is lost, and comes back by itself.
    pub(in crate::ui) fn is_lost(&self) -> bool {
        matches!(self.connection, Connection::Lost { .. })
    }

    /// True if a move or a resignation waits for the connection; it is lost with the table.
    pub(in crate::ui) fn has_act_waiting(&self) -> bool {
        let view = self.view.as_ref().filter(|_| self.is_lost());
        view.is_some_and(|view| view.unanswered.is_some())
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Key;
    use crate::net::NetEvent;
    use crate::ui::app::tests::{Play, snapshot, welcome};
    use crate::ui::tests::shown;
    use crate::ui::{Action, Event};
    use protocol::message::ClientMsg;
    use protocol::side::Side;

    fn lose(play: &mut Play) {
        play.does(Event::Net(NetEvent::Lost {
            why: "nobody answers".to_owned(),
            retry_in: std::time::Duration::from_secs(3),
            attempt: 1,
        }));
    }

    #[test]
    fn a_player_who_leaves_or_quits_learns_that_what_waits_is_lost() {
        for (key, begins) in [(Key::Esc, "Leave?"), (Key::Ctrl('c'), "Quit?")] {
            let mut play = Play::at_table("connect-four");
            lose(&mut play);
            play.press("4");
            assert_eq!(play.does(Event::Key(key)), []);
            let question = play.app.confirm.expect("it is asked").question(&play.app);
            assert!(question.starts_with(begins), "{question}");
            let waits = "What waits for the connection is lost.";
            assert!(question.contains(waits), "{question}");
            assert_ne!(play.press("y"), []);
        }
    }

    #[test]
    fn what_is_done_without_a_connection_is_told_as_kept_or_not_sent() {
        let mut play = Play::at_table("connect-four");
        lose(&mut play);
        let says = |play: &Play, text: &str| {
            let screen = shown(&play.app, (80, 24));
            let words: Vec<_> = screen.split_whitespace().collect();
            assert!(
                words.join(" ").contains(text),
                "{text} is missing:\n{screen}"
            );
        };
        says(&play, "your seat is kept");
        assert!(matches!(&play.press("4")[..], [Action::Send(_)]));
        says(
            &play,
            "your move 4 is kept: sent when the connection is back",
        );
        play.press("d");
        says(&play, "not sent: try again");
        play.hear(welcome());
        play.join(Some(Side::First), snapshot("connect-four"));
        assert!(!shown(&play.app, (80, 24)).contains("kept"));
    }

    /// They were said to be sent by another press of the key, which hid them.
    #[test]
    fn an_analysis_that_is_asked_for_without_a_connection_comes_with_it() {
        for key in ["v", "a"] {
            let mut play = Play::at_table("connect-four");
            let mut seen = snapshot("connect-four");
            seen.spec.hints = true;
            play.join(Some(Side::First), seen);
            play.moved("4");
            lose(&mut play);
            assert_eq!(play.press(key), []);
            let screen = shown(&play.app, (80, 24));
            assert!(!screen.contains("not sent"), "{screen}");
            play.hear(welcome());
            let seen = play.app.table().unwrap().snapshot().clone();
            let actions = play.join(Some(Side::First), seen);
            let is_asked = |action: &Action| {
                matches!(
                    action,
                    Action::Send(ClientMsg::Analyse { .. } | ClientMsg::AnalyseGame)
                )
            };
            assert!(actions.iter().any(is_asked), "{key}: {actions:?}");
        }
    }
}
