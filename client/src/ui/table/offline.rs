//! The fate of keys that are pressed at a table, or of words to the lobby, while the connection is down.

use protocol::act::Act;
use protocol::message::ClientMsg;

use crate::ui::waiting::Waiting;
use crate::ui::{Action, App, Connection};

impl App {
    /// Notes what becomes of the messages among `actions`, for the line that tells of the lost connection; forgets it
    /// once the connection is back.
    pub(in crate::ui) fn note_unsent(&mut self, actions: &[Action]) {
        if !matches!(self.connection, Connection::Lost { .. }) {
            self.unsent = None;
            self.waiting = Waiting::default();
            return;
        }
        self.waiting.note(actions);
        let mut told = actions.iter().filter_map(|action| match action {
            Action::Send(message) => self.fate(message),
            _ => None,
        });
        if let Some(told) = told.next_back() {
            self.unsent = Some(told);
        }
    }

    /// The fate of a message that cannot be sent now, in words; none for what the person did not ask for.
    fn fate(&self, message: &ClientMsg) -> Option<String> {
        Some(match message {
            ClientMsg::Act(Act::Move { square, .. }) => {
                let made = self.table()?.game().write_move(*square);
                say!("table-kept-move", move = made)
            }
            ClientMsg::Act(Act::Resign) => say!("table-kept-resignation"),
            ClientMsg::Chat { .. } | ClientMsg::LobbyChat { .. } => say!("table-kept-words"),
            ClientMsg::Act(_) | ClientMsg::Analyse { .. } | ClientMsg::AnalyseGame => {
                say!("table-not-sent")
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::input::Key;
    use crate::net::NetEvent;
    use crate::ui::app::tests::{Play, snapshot, welcome};
    use crate::ui::tests::shown;
    use crate::ui::{Action, Confirm, Event, Goal, Screen};
    use protocol::message::ServerMsg;
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
        says(&play, "not sent: press the key again");
        play.press("thello");
        play.does(Event::Key(Key::Enter));
        says(&play, "your words are kept");
        play.hear(welcome());
        play.join(Some(Side::First), snapshot("connect-four"));
        assert!(!shown(&play.app, (80, 24)).contains("kept"));
    }
}
