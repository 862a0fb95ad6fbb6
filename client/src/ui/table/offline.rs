//! Keys that are pressed, and lines that are written, while the connection is lost: what the connection keeps of them
//! is told, and asked about before its place is left.

use protocol::act::Act;
use protocol::message::ClientMsg;

use crate::net::{Place, WhileLost, while_lost};
use crate::ui::{Action, App, Connection};

/// Where something waits for the connection, and is lost with the place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) struct QueuedOffline {
    /// A move, a resignation or words, for the table.
    pub(in crate::ui) at_table: bool,
    /// Words to the lobby.
    pub(in crate::ui) in_lobby: bool,
}

impl App {
    /// Takes those among `actions` out that a lost connection does not keep, and notes what becomes of each message,
    /// for the line that tells of that; forgets it once the connection is back.
    pub(in crate::ui) fn filter_while_offline(&mut self, actions: &mut Vec<Action>) {
        if !self.is_lost() {
            self.unsent = None;
            self.queued_offline = QueuedOffline::default();
            return;
        }
        // A resignation that is pressed now has been noted at the table already.
        let resigns =
            |action: &Action| matches!(action, Action::Send(message) if is_resignation(message));
        let has_resigned = self.has_resigned() && !actions.iter().any(resigns);
        actions.retain(|action| {
            let Action::Send(message) = action else {
                return true;
            };
            let fate = while_lost(message, has_resigned);
            if let Some(words) = fate.in_words(message, self.table()) {
                self.unsent = Some(words);
            }
            match fate {
                WhileLost::Kept(Place::Table) => self.queued_offline.at_table = true,
                WhileLost::Kept(Place::Lobby) => self.queued_offline.in_lobby = true,
                WhileLost::NotSent if matches!(message, ClientMsg::Join { .. }) => {
                    // No answer comes, and that to another message is none to this one.
                    self.home.returning = None;
                    self.entering = None;
                    self.tv.enters_none();
                }
                _ => {}
            }
            if matches!(message, ClientMsg::Leave) {
                self.queued_offline.at_table = false;
            }
            matches!(fate, WhileLost::Kept(_) | WhileLost::Waits)
        });
    }

    /// True while the connection is lost, and comes back by itself.
    pub(in crate::ui) fn is_lost(&self) -> bool {
        matches!(self.connection, Connection::Lost { .. })
    }

    /// True while a resignation has no answer of the server, before which no move is made.
    pub(super) fn has_resigned(&self) -> bool {
        self.view.as_ref().is_some_and(|view| view.has_resigned)
    }
}

fn is_resignation(message: &ClientMsg) -> bool {
    *message == ClientMsg::Act(Act::Resign)
}

#[cfg(test)]
mod tests {
    use crate::input::Key;
    use crate::net::NetEvent;
    use crate::ui::app::tests::{Play, snapshot, welcome};
    use crate::ui::tests::shown;
    use crate::ui::{Action, Confirm, Event, Goal, Screen};
    use protocol::message::{ClientMsg, ServerMsg};
    use protocol::side::Side;

    #[test]
    fn words_to_the_lobby_are_kept_as_well() {
        let mut play = Play::home();
        play.hear(welcome());
        lose(&mut play);
        play.press("thello");
        play.does(Event::Key(Key::Enter));
        let screen = shown(&play.app, (80, 24));
        assert!(screen.contains("your words are kept"), "{screen}");
    }

    fn lose(play: &mut Play) {
        play.does(Event::Net(NetEvent::Lost {
            why: "nobody answers".to_owned(),
            retry_in: std::time::Duration::from_secs(3),
            attempt: 1,
        }));
    }

    /// A player, or a spectator, who has lost the connection.
    fn lost(you: Option<Side>) -> Play {
        let mut play = Play::home();
        play.hear(welcome());
        play.join(you, snapshot("connect-four"));
        lose(&mut play);
        play
    }

    #[test]
    fn whoever_leaves_or_quits_is_told_that_what_waits_is_lost() {
        let waits = "What waits for the connection is lost.";
        for (you, keys) in [
            (None, &["thello"][..]),
            (Some(Side::First), &["thello"]),
            (Some(Side::First), &["4"]),
        ] {
            for (key, begins) in [(Key::Esc, "Leave?"), (Key::Ctrl('c'), "Quit?")] {
                let mut play = lost(you);
                for keys in keys {
                    play.press(keys);
                    if keys.starts_with('t') {
                        play.does(Event::Key(Key::Enter));
                    }
                }
                assert_eq!(play.does(Event::Key(key)), []);
                let question = play.app.confirm.expect("it is asked").question(&play.app);
                assert!(question.starts_with(begins), "{question}");
                assert!(question.contains(waits), "{question}");
                assert_ne!(play.press("y"), []);
            }
        }
        // What has come through is lost no more.
        let mut play = lost(None);
        play.press("thello");
        play.does(Event::Key(Key::Enter));
        play.hear(welcome());
        play.join(None, snapshot("connect-four"));
        assert_eq!(play.does(Event::Key(Key::Ctrl('c'))), [Action::Quit]);
    }

    #[test]
    fn whoever_leaves_a_lobby_for_which_words_wait_is_asked() {
        let mut play = Play::home();
        play.app.go(vec!["ws://here/ws".to_owned()], Goal::Lobby);
        play.hear(welcome());
        play.hear(ServerMsg::Lobby {
            rooms: Vec::new(),
            players: Vec::new(),
            present: 1,
            chat: Vec::new(),
        });
        lose(&mut play);
        play.press("thello");
        play.does(Event::Key(Key::Enter));
        play.does(Event::Key(Key::Esc));
        assert_eq!(play.app.confirm, Some(Confirm::Disconnect));
        play.press("n");
        assert_eq!(play.app.screen, Screen::Lobby);
        play.does(Event::Key(Key::Esc));
        play.press("y");
        assert_eq!(play.app.screen, Screen::Home);
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
        play.press("thello");
        play.does(Event::Key(Key::Enter));
        says(&play, "your words are kept");
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
