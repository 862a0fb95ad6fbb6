//! Questions what positions are worth, which are answered when the server gets to it, or not at all.

use std::collections::VecDeque;

use protocol::message::ServerMsg;

use super::compare::is_as_expected;
use super::network::Heard;
use super::out::What;

/// Time within which a question is answered, in milliseconds: the 15 seconds of a search, and one before it.
const LONGEST: u64 = 31_000;

#[derive(Clone, Debug)]
struct Question {
    who: usize,
    reference: u32,
    /// Answers that are still to come, in order.
    answers: VecDeque<What>,
    /// When it was asked, or answered last.
    asked: u64,
    /// When its client did not want it any more.
    ended: Option<u64>,
}

/// The questions of all clients, one of each at most.
#[derive(Debug, Default)]
pub(super) struct Questions(Vec<Question>);

impl Questions {
    pub(super) fn ask(&mut self, now: u64, who: usize, reference: u32, answers: Vec<What>) {
        self.end(now, who);
        self.0.push(Question {
            who,
            reference,
            answers: answers.into(),
            asked: now,
            ended: None,
        });
    }

    /// The question of a client, if it has one, needs no answer any more.
    pub(super) fn end(&mut self, now: u64, who: usize) {
        let own = self.0.iter_mut().filter(|question| question.who == who);
        for question in own {
            question.ended = question.ended.or(Some(now));
        }
    }

    /// Checks that what was heard answers questions, and that none waits for too long.
    pub(super) fn check(&mut self, now: u64, heard: &[Heard]) -> Result<(), String> {
        for heard in heard {
            if !matches!(
                heard.message,
                ServerMsg::Analysis { .. } | ServerMsg::GameAnalysed { .. }
            ) {
                continue;
            }
            let index = self.0.iter().position(|question| {
                let in_time = question.ended.is_none_or(|ended| heard.at <= ended);
                (question.who, Some(question.reference)) == (heard.who, heard.reference) && in_time
            });
            let index = index.ok_or_else(|| format!("{heard:?} answers nothing"))?;
            let question = &mut self.0[index];
            let answer = question.answers.pop_front().expect("one is to come");
            question.asked = heard.at;
            is_as_expected(&heard.message, &answer)
                .map_err(|problem| format!("{heard:?} instead of {answer:?}: {problem}"))?;
            if question.answers.is_empty() {
                self.0.remove(index);
            }
        }
        self.0
            .retain(|question| question.ended.is_none_or(|ended| ended == now));
        let late = self
            .0
            .iter()
            .find(|question| question.ended.is_none() && question.asked + LONGEST < now);
        late.map_or(Ok(()), |late| Err(format!("no answer to {late:?}")))
    }
}
