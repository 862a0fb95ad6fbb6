//! Execution of typed lines.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::refusal::Refusal;
use protocol::replica::Replica;
use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::text::ChatText;
use protocol::view::Phase;

use super::{Effect, Leaving, SeatFate, Session, describe};
use crate::args::TYPED;
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::library::record_of;
use crate::opening;
use crate::script::typed::Typed;

impl Session {
    /// Executes typed lines for as long as they apply to the position.
    pub(super) fn run_due_lines(&mut self) {
        while self.leaving == Leaving::No && self.table.is_some() {
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
        if self.awaited.is_some() || self.awaits_answer || self.awaits_end {
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
                let room = table.room().to_string();
                self.note(match self.seat_fate {
                    SeatFate::Kept => say!("script-input-ended", room = room),
                    SeatFate::Unsaved => say!("script-input-ended-unsaved"),
                    SeatFate::KeptHere => say!("script-input-ended-here", room = room),
                    SeatFate::LostHere => say!("script-input-ended-lost"),
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
            _ if self.awaited.is_some() || self.awaits_answer || self.awaits_end => false,
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
            Typed::Act(Act::Resign) if table.you().is_some() && table.to_move().is_some() => {
                let game = table.snapshot().series.game;
                self.resign(game);
            }
            // They speak of a position that may be gone, or ask for what the return brings.
            Typed::Act(_)
            | Typed::Draw
            | Typed::Accept
            | Typed::Decline
            | Typed::Who
            | Typed::Analyse(_)
                if self.connection.is_lost() =>
            {
                self.reject(say!("script-not-sent"));
            }
            Typed::Act(act) => {
                self.awaits_end = matches!(act, Act::Resign | Act::Abort | Act::Claim);
                self.send(act);
            }
            Typed::Choose(choice) => self.choose(choice),
            Typed::Draw => {
                let opponent = table.you().map(Side::other);
                let offered = table.snapshot().offers.draw;
                let is_theirs = offered.is_some() && offered == opponent;
                self.awaits_end = is_theirs;
                self.send(if is_theirs {
                    Act::AnswerDraw { accept: true }
                } else {
                    Act::OfferDraw
                });
            }
            Typed::Accept => self.answer(true),
            Typed::Decline => self.answer(false),
            Typed::Say(text) if text.chars().count() > ChatText::LONGEST => {
                self.reject_unreadable(say!(
                    "script-line-long",
                    most = ChatText::LONGEST,
                    length = text.chars().count()
                ));
            }
            Typed::Say(text) => {
                self.send(ClientMsg::Chat { text });
                self.note_kept(|| say!("table-kept-words"));
            }
            Typed::Ask(question) => {
                let lines = describe::answer(table, question, self.now);
                self.say(lines);
            }
            Typed::Who => {
                let room = table.room();
                self.awaits_answer = true;
                self.send(ClientMsg::Who { room });
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
                self.awaits_answer = true;
                self.send(ClientMsg::Analyse { variant, moves });
            }
            Typed::Help => {
                let lines = TYPED.map(|(words, meaning)| format!("{words}: {}", meaning.said()));
                self.say(lines.to_vec());
            }
            Typed::Leave => {
                self.leave();
                self.note_kept(|| say!("script-kept-leaving"));
            }
            Typed::Message(message) => {
                if let ClientMsg::Who { room } = message.message
                    && room != table.room()
                {
                    self.asked_elsewhere += 1;
                }
                self.effects.push(Effect::Send(message));
            }
            Typed::Unreadable(problem) => {
                self.reject_unreadable(say!("script-no-message", problem = problem));
            }
        }
    }

    /// The table, where it is this person's turn; otherwise rejects `text`.
    fn table_on_turn(&mut self, text: &str) -> Option<&Replica> {
        let table = self.table.as_ref()?;
        if table.you().is_none() {
            self.reject(say!("script-only-watch"));
        } else if table.outcome().is_some() {
            self.note(say!("script-over-not-played", text = format!("{text:?}")));
        } else if !table.is_my_turn() || (self.awaited.is_some() && !self.connection.is_lost()) {
            // While the connection is lost, the last move is the one that waits.
            let turn = describe::turn(table);
            self.reject(say!("script-not-your-turn", turn = turn));
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
            let turn = describe::turn(table);
            return self.reject(say!("script-no-choice-now", text = text, turn = turn));
        }
        let revision = table.revision();
        self.awaited = Some(revision);
        self.awaited_choice = Some(choice);
        self.send(Act::Choose { revision, choice });
        self.note_kept(|| say!("script-kept-choice"));
    }

    fn resign(&mut self, game: u16) {
        self.resigned = Some(game);
        self.awaits_end = true;
        self.send(Act::Resign);
        self.note_kept(|| say!("table-kept-resignation"));
    }

    fn play(&mut self, text: &str) {
        let resigned = self.resigned.filter(|_| self.connection.is_lost());
        let Some(table) = self.table_on_turn(text) else {
            return;
        };
        if !table.choices().is_empty() {
            let turn = describe::turn(table);
            return self.reject(say!(
                "script-no-choice",
                text = format!("{text:?}"),
                turn = turn
            ));
        }
        match table.game().read_move(text) {
            Ok(_) if resigned == Some(table.snapshot().series.game) => {
                self.note(say!("table-kept-resignation-alone"));
            }
            Ok(square) => {
                let revision = table.revision();
                let made = table.game().write_move(square);
                self.awaited = Some(revision);
                self.awaited_choice = None;
                self.send(Act::Move { revision, square });
                self.note_kept(|| say!("table-kept-move", move = made));
            }
            Err(error) => self.reject_unreadable(say!("errors-or-command", error = error.said())),
        }
    }

    /// Answers the opponent's offer, a draw before a takeback and that before a rematch.
    fn answer(&mut self, accept: bool) {
        let Some(table) = &self.table else { return };
        let offers = table.snapshot().offers;
        let opponent = table.you().map(Side::other);
        let is_theirs = |by: Option<Side>| by.is_some() && by == opponent;
        if is_theirs(offers.draw) {
            self.awaits_end = accept;
            self.send(Act::AnswerDraw { accept });
        } else if is_theirs(offers.takeback) {
            self.send(Act::AnswerTakeback { accept });
        } else if is_theirs(offers.rematch) && accept {
            self.send(Act::Rematch);
        } else if is_theirs(offers.rematch) {
            self.send(Act::AnswerRematch { accept: false });
        } else {
            self.reject(say!("script-nothing-offered"));
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

    /// Says what becomes of what was typed where there is no connection to send it now.
    fn note_kept(&mut self, text: impl FnOnce() -> String) {
        if self.connection.is_lost() {
            self.note(text());
        }
    }

    fn note(&mut self, text: String) {
        self.effects.push(Effect::Note(text));
    }
}
