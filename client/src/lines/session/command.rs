//! Execution of typed lines.

use protocol::act::Act;
use protocol::codec::Envelope;
use protocol::message::ClientMsg;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::spec::OpeningChoice;
use protocol::text::ChatText;
use protocol::view::Phase;

use super::{Effect, SeatFate, Session};
use crate::args::TYPED;
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::library::record_of;
use crate::lines::typed::Typed;
use crate::net::{WhileLost, while_lost};
use crate::unanswered::Unanswered;
use crate::words::offers::Offer;
use crate::words::table::turn;
use crate::words::{opening, questions};

impl Session {
    /// Executes typed lines for as long as they apply to the position.
    pub(super) fn run_due_lines(&mut self) {
        while !self.is_leaving && self.table.is_some() {
            let Some(line) = self.typed.front() else {
                if self.input_ended {
                    self.on_input_end();
                }
                return;
            };
            let typed = Typed::read(line);
            if self.is_patient && !self.is_due(&typed) {
                return;
            }
            self.typed.pop_front();
            self.command(typed);
        }
    }

    /// Handles the end of the input. A spectator stays, unless the game was over before. A player leaves when the
    /// next move is theirs, since nobody will make it; the seat is kept.
    fn on_input_end(&mut self) {
        let Some(table) = &self.table else { return };
        if self.unanswered.is_some() || self.awaits_answer {
            return;
        }
        if table.you().is_none() {
            if self.joined_after_end {
                self.leave();
            }
            return;
        }
        match &table.snapshot().phase {
            Phase::Over { .. } => self.leave(),
            Phase::Playing if table.is_my_turn() => {
                self.note(match self.seat_fate {
                    SeatFate::Kept => say!("lines-input-ended", room = self.way_to(table)),
                    SeatFate::Unsaved => say!("lines-input-ended-unsaved"),
                    SeatFate::KeptHere => {
                        say!("lines-input-ended-here", room = table.room().to_string())
                    }
                    SeatFate::LostHere => say!("lines-input-ended-lost"),
                });
                self.leave();
            }
            Phase::Playing | Phase::Seating => {}
        }
    }

    /// True where a line from a pipe applies to the position.
    fn is_due(&self, typed: &Typed) -> bool {
        let Some(table) = &self.table else {
            return false;
        };
        match typed {
            Typed::Message(_) => true,
            _ if self.unanswered.is_some() || self.awaits_answer => false,
            // The connection keeps a resignation; the rest is written when it is back.
            typed if self.connection.is_lost() && *typed != Typed::Act(Act::Resign) => false,
            Typed::Move(_) | Typed::Choose(_) => match &table.snapshot().phase {
                // Over: it is told that the game is over, and the next line is looked at.
                Phase::Over { .. } => true,
                Phase::Playing => table.you().is_none() || table.is_my_turn(),
                Phase::Seating => table.you().is_none(),
            },
            other => match &table.snapshot().phase {
                Phase::Seating => !other.needs_a_game(),
                // It waits for the end of the game, which does not come while the game waits for this person.
                Phase::Playing if *other == Typed::Act(Act::Rematch) => {
                    table.you().is_none() || table.is_my_turn()
                }
                Phase::Playing | Phase::Over { .. } => true,
            },
        }
    }

    fn command(&mut self, typed: Typed) {
        let Some(table) = &self.table else { return };
        match typed {
            Typed::Empty => {}
            Typed::Move(text) => self.play(&text),
            Typed::Act(act) => {
                self.awaits_answer = self.act(act) && matches!(act, Act::Abort | Act::Claim);
            }
            Typed::Choose(choice) => self.choose(choice),
            Typed::Draw => {
                let is_theirs = Offer::to_answer(table) == Some(Offer::Draw);
                let act = if is_theirs {
                    Act::AnswerDraw { accept: true }
                } else {
                    Act::OfferDraw
                };
                self.awaits_answer = self.act(act) && is_theirs;
            }
            Typed::Accept => self.answer(true),
            Typed::Decline => self.answer(false),
            Typed::Say(text) if text.chars().count() > ChatText::LONGEST => {
                self.reject_unreadable(say!(
                    "lines-line-long",
                    most = ChatText::LONGEST,
                    length = text.chars().count()
                ));
            }
            Typed::Say(text) => {
                self.order(ClientMsg::Chat { text });
            }
            Typed::Ask(question) => {
                let lines = questions::answer(table, question, self.now);
                self.say(lines);
            }
            Typed::Who => {
                let room = table.room();
                self.awaits_answer = self.order(ClientMsg::Who { room });
            }
            Typed::Record => match record_of(table) {
                Ok(record) => self.say(record.to_string().lines().map(str::to_owned).collect()),
                Err(problem) => self.reject(problem.said()),
            },
            Typed::Analyse(plies) => {
                let game = table.game();
                let last = game.plies().len() - usize::from(game.ending().is_some());
                let plies = plies.map_or(last, usize::from);
                if plies > last {
                    let (plies, last) = (plies as u16, last as u16);
                    return self.reject(Refusal::NothingToAnalyse { plies, last }.said());
                }
                let (variant, moves) = (game.variant(), game.plies()[..plies].to_vec());
                self.awaits_answer = self.order(ClientMsg::Analyse { variant, moves });
            }
            Typed::Help => {
                let lines = TYPED.map(|(words, meaning)| format!("{words}: {}", meaning.said()));
                self.say(lines.to_vec());
            }
            Typed::Leave => self.leave(),
            Typed::Message(message) => {
                self.order(message);
            }
            Typed::Unreadable(problem) => {
                self.reject_unreadable(say!("lines-no-message", problem = problem));
            }
        }
    }

    /// The table, where it is this person's turn; otherwise rejects `text`.
    fn table_on_turn(&mut self, text: &str) -> Option<&Replica> {
        let table = self.table.as_ref()?;
        if table.you().is_none() {
            self.reject(say!("lines-only-watch"));
        } else if table.outcome().is_some() {
            self.note(say!("lines-over-not-played", text = format!("{text:?}")));
        } else if !table.is_my_turn() || (self.unanswered.is_some() && !self.connection.is_lost()) {
            // While the connection is lost, the last move is the one that waits.
            let turn = turn(table);
            self.reject(say!("lines-not-your-turn", turn = turn));
        } else {
            return self.table.as_ref();
        }
        None
    }

    fn choose(&mut self, choice: OpeningChoice) {
        let text = opening::word(choice);
        let Some(table) = self.table_on_turn(&text) else {
            return;
        };
        if !table.choices().contains(&choice) {
            let turn = turn(table);
            return self.reject(say!("lines-no-choice-now", text = text, turn = turn));
        }
        let revision = table.revision();
        self.act(Act::Choose { revision, choice });
    }

    fn play(&mut self, text: &str) {
        let Some(table) = self.table_on_turn(text) else {
            return;
        };
        if !table.choices().is_empty() {
            let turn = turn(table);
            return self.reject(say!(
                "lines-no-choice",
                text = format!("{text:?}"),
                turn = turn
            ));
        }
        match table.game().read_move(text) {
            Ok(square) => {
                let revision = table.revision();
                self.act(Act::Move { revision, square });
            }
            Err(error) => self.reject_unreadable(say!("errors-or-command", error = error.said())),
        }
    }

    /// Answers the opponent's offer.
    fn answer(&mut self, accept: bool) {
        match self.table.as_ref().and_then(Offer::to_answer) {
            Some(offer) => {
                self.awaits_answer =
                    self.act(offer.answer(accept)) && accept && offer == Offer::Draw;
            }
            None => self.reject(say!("lines-nothing-offered")),
        }
    }

    /// Reports a typed line that cannot be executed now; it counts as refused.
    fn reject(&mut self, problem: String) {
        self.refuse(Kind::Refused, problem);
    }

    /// Reports a typed line that makes no sense.
    fn reject_unreadable(&mut self, problem: String) {
        self.refuse(Kind::Usage, problem);
    }

    fn refuse(&mut self, kind: Kind, problem: String) {
        self.refused = Some(Failure::new(kind, problem.clone()));
        self.note(problem);
    }

    /// Sends an act, and awaits the answer to one that the connection would send again. False if it is not sent.
    fn act(&mut self, act: Act) -> bool {
        let is_sent = self.order(ClientMsg::Act(act));
        if let Some(table) = self.table.as_ref().filter(|_| is_sent) {
            let unanswered = Unanswered::new(act, table.snapshot().series.game);
            self.unanswered = unanswered.or(self.unanswered);
        }
        is_sent
    }

    /// Sends what was typed; while the connection is lost, the policy of the connection decides, and what becomes of it
    /// is said. False if it is not sent.
    fn order(&mut self, message: impl Into<Envelope<ClientMsg>>) -> bool {
        let message = message.into();
        if self.connection.is_lost() {
            let has_resigned = self.unanswered.is_some_and(Unanswered::is_resignation);
            let fate = while_lost(&message.message, has_resigned);
            if matches!(fate, WhileLost::NotSent | WhileLost::Dropped) {
                self.reject(say!("events-not-sent"));
                return false;
            }
            if let Some(said) = fate.in_words(&message.message, self.table.as_ref()) {
                self.note(said);
            }
        }
        self.effects.push(Effect::Send(message));
        true
    }

    fn note(&mut self, text: String) {
        self.effects.push(Effect::Note(text));
    }
}
