//! A conversation with a server on one subject: questions, and the answers that end it.

use protocol::message::{ClientMsg, ServerMsg};

use super::output::{Mode, Output, warn};
use super::runner::settings;
use crate::args::Common;
use crate::failure::{Failure, Kind};
use crate::known_servers::KnownServers;
use crate::language;
use crate::net::{Link, NetEvent};
use crate::resolve;

/// Connects, sends `question`, and returns what `answer` has for the first message it accepts. In JSON the messages
/// are written to `output`, if there is one.
pub(super) async fn answer_to<T>(
    common: &Common,
    output: Option<&mut Output>,
    question: Option<ClientMsg>,
    answer: impl Fn(&ServerMsg) -> Option<T>,
) -> Result<T, Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    converse(common, (known, urls), output, question, |message| {
        answer(message).map_or(Step::Pass, Step::Done)
    })
    .await
}

/// The step that follows a message of the server.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step<T> {
    /// Nothing; a refusal ends the conversation as a failure.
    Pass,
    /// These questions are asked.
    Ask(Vec<ClientMsg>),
    /// The conversation ends with this.
    Done(T),
}

/// Connects to the first of these addresses that answers, sends `question`, and does what `step` says to each message,
/// from `Welcome` on, until the end of the conversation.
pub(super) async fn converse<T>(
    common: &Common,
    (known, urls): (KnownServers, Vec<String>),
    mut output: Option<&mut Output>,
    question: Option<ClientMsg>,
    mut step: impl FnMut(&ServerMsg) -> Step<T>,
) -> Result<T, Failure> {
    let mode = output.as_ref().map_or(Mode::Plain, |output| output.mode());
    let mut settings = settings(common, urls, mode);
    settings.known = known;
    settings.identity = super::open_identity(common);
    let (link, mut events) = Link::open(settings);
    if let Some(question) = question {
        link.send(question);
    }
    let mut kind = Kind::Failed;
    let mut was_welcome = false;
    while let Some(event) = events.recv().await {
        match event {
            NetEvent::Verbatim(text) => {
                if let Some(output) = &mut output {
                    output.json(&text);
                }
            }
            NetEvent::Message(message) => {
                was_welcome |= matches!(*message, ServerMsg::Welcome { .. });
                // A refusal before that is of the hello, and the end of the connection says so.
                let next = if was_welcome {
                    step(&message)
                } else {
                    Step::Pass
                };
                match (next, &*message) {
                    (Step::Done(answer), _) => return Ok(answer),
                    (Step::Ask(questions), _) => {
                        for question in questions {
                            link.send(question);
                        }
                    }
                    (Step::Pass, ServerMsg::Refused { refusal, message }) => {
                        kind = Kind::Refused;
                        if was_welcome {
                            return Err(Failure::new(kind, language::refused(refusal, message)));
                        }
                    }
                    (Step::Pass, _) => {}
                }
            }
            NetEvent::Failed { why } => return Err(Failure::new(kind, why)),
            // The server has forgotten the question with its connection.
            NetEvent::Lost { .. } if was_welcome => {
                kind = Kind::Lost;
                break;
            }
            NetEvent::Lost { .. } => kind = Kind::Lost,
            // Beside the list, which a program may read.
            NetEvent::Security {
                notice: Some(notice),
                ..
            }
            | NetEvent::Notice(notice) => warn(&notice),
            // Nothing is said here.
            NetEvent::Security { notice: None, .. }
            | NetEvent::RoundTrip(_)
            | NetEvent::ChatRejected { .. } => {}
        }
    }
    Err(Failure::new(kind, say!("script-answer-missing")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::tests::{Double, in_time};
    use crate::settings::Settings;

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
        let question = Some(ClientMsg::YourGames);
        let asked = answer_to(&common, None, question, |message| {
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
