//! A conversation with a server without a table: one question after the other.

use protocol::message::{ClientMsg, ServerMsg};
use tokio::sync::mpsc::UnboundedReceiver;

use super::output::{Mode, Output, warn};
use super::runner::settings;
use crate::args::Common;
use crate::failure::{Failure, Kind};
use crate::known_servers::KnownServers;
use crate::net::{Link, NetEvent, Security, Settings};
use crate::resolve;
use crate::words;

/// A connection that was let in. The server forgets the questions with it, so it ends with the connection.
pub(super) struct Conversation<'a> {
    pub(super) link: Link,
    events: UnboundedReceiver<NetEvent>,
    /// Gets every message as it came, if there is one.
    output: Option<&'a mut Output>,
    /// True if a connection that keeps no secrets is of no use.
    needs_secrets: bool,
}

impl<'a> Conversation<'a> {
    /// Connects to a server, and returns its `Welcome`, too.
    pub(super) async fn open(
        common: &Common,
        (known, urls): (KnownServers, Vec<String>),
    ) -> Result<(Self, ServerMsg), Failure> {
        let mut settings = settings(common, urls, Mode::Plain);
        settings.known = known;
        settings.identity = super::open_identity(common);
        Self::open_with(settings, None, false).await
    }

    /// Connects with these settings to show the key of the person. The messages are written to `output` if they are
    /// verbatim.
    pub(super) async fn show_key(
        settings: Settings,
        output: &'a mut Output,
    ) -> Result<(Self, ServerMsg), Failure> {
        let needs_secrets = !settings.key_in_clear;
        Self::open_with(settings, Some(output), needs_secrets).await
    }

    async fn open_with(
        settings: Settings,
        output: Option<&'a mut Output>,
        needs_secrets: bool,
    ) -> Result<(Self, ServerMsg), Failure> {
        let (link, events) = Link::open(settings);
        let mut conversation = Self {
            link,
            events,
            output,
            needs_secrets,
        };
        let mut kind = Kind::Failed;
        loop {
            match conversation.next(kind).await? {
                Some(welcome @ ServerMsg::Welcome { .. }) => return Ok((conversation, welcome)),
                // A refusal of the hello; the end of the connection says so.
                Some(ServerMsg::Refused { .. }) => kind = Kind::Refused,
                Some(_) => {}
                None => kind = Kind::Lost,
            }
        }
    }

    /// Sends a question, and returns what `answer` has for the first message that it accepts. Any other refusal is a
    /// failure.
    pub(super) async fn ask<T>(
        &mut self,
        question: ClientMsg,
        answer: impl Fn(&ServerMsg) -> Option<T>,
    ) -> Result<T, Failure> {
        self.link.send(question);
        while let Some(message) = self.next(Kind::Lost).await? {
            if let Some(answer) = answer(&message) {
                return Ok(answer);
            }
            if let ServerMsg::Refused { refusal, message } = message {
                return Err(Failure::new(
                    Kind::Refused,
                    words::refused(&refusal, &message),
                ));
            }
        }
        Err(Failure::new(Kind::Lost, say!("lines-answer-missing")))
    }

    /// Waits for the next message; `None` if the connection is lost. An end of the connection is a failure of this
    /// kind.
    async fn next(&mut self, kind: Kind) -> Result<Option<ServerMsg>, Failure> {
        while let Some(event) = self.events.recv().await {
            match event {
                NetEvent::Message(message) => return Ok(Some(*message)),
                NetEvent::Lost { .. } => return Ok(None),
                NetEvent::Failed { why } => return Err(Failure::new(kind, why)),
                NetEvent::Verbatim(text) => {
                    if let Some(output) = &mut self.output {
                        output.json(&text);
                    }
                }
                NetEvent::Security {
                    security, notice, ..
                } => {
                    if let Some(notice) = notice {
                        warn(&notice);
                    }
                    if self.needs_secrets && security == Security::Plain {
                        return Err(Failure::failed(say!("lines-key-not-sent")));
                    }
                }
                NetEvent::Notice(notice) => warn(&notice),
                NetEvent::RoundTrip(_) => {}
            }
        }
        Err(Failure::new(kind, say!("lines-answer-missing")))
    }
}

/// Connects to the server of the command, sends `question`, and returns what `answer` has for the first message that it
/// accepts.
pub(super) async fn answer_to<T>(
    common: &Common,
    question: ClientMsg,
    answer: impl Fn(&ServerMsg) -> Option<T>,
) -> Result<T, Failure> {
    let (mut conversation, _) = welcome(common).await?;
    conversation.ask(question, answer).await
}

/// Connects to the server of the command; returns its `Welcome`, too.
pub(super) async fn welcome(
    common: &Common,
) -> Result<(Conversation<'static>, ServerMsg), Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    Conversation::open(common, (known, urls)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::settings::Settings;
    use crate::net::tests::{Double, in_time};

    /// It came back, and waited for an answer that nobody owed.
    #[tokio::test]
    async fn a_connection_that_breaks_before_the_answer_ends_the_conversation() {
        let (double, url) = Double::start().await;
        let data = tempfile::tempdir().unwrap();
        let directory = data.path().to_str().unwrap();
        let line = [
            "enlinea", "rooms", "--name", "Ana", "--data", directory, "--server", &url,
        ];
        let line = crate::args::read(line.map(Into::into), &Settings::default());
        let common = line.unwrap().common;
        let server = async {
            let mut visit = double.welcome().await;
            assert_eq!(visit.hear().await, Some(ClientMsg::YourGames));
            drop(visit);
            // Whoever comes back is let in, and not answered.
            let _visit = double.welcome().await;
            std::future::pending::<()>().await;
        };
        let question = ClientMsg::YourGames;
        let asked = answer_to(&common, question, |message| {
            matches!(message, ServerMsg::YourGames { .. }).then_some(())
        });
        let failure = in_time(async {
            tokio::select! {
                asked = asked => asked.unwrap_err(),
                () = server => unreachable!("it is there for ever"),
            }
        });
        let failure = failure.await;
        assert_eq!(failure.kind, Kind::Lost, "{failure}");
        assert!(failure.to_string().contains("try again"), "{failure}");
    }
}
