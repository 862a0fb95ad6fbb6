//! The ends: of a game, by a refusal, and of the stay in a room.

use protocol::refusal::Refusal;
use protocol::view::LeftWhy;

use super::{Connection, Effect, Session};
use crate::failure::{Failure, Kind};
use crate::library::FinishedGame;
use crate::unanswered::Unanswered;
use crate::words::endings;
use crate::words::table::is_between_bots;

impl Session {
    /// Ends the session of a spectator; a player may want another game.
    pub(super) fn game_over(&mut self) {
        let Some(table) = &self.table else { return };
        if table.you().is_some() {
            if !self.input_ended {
                self.say(vec![say!("lines-play-again")]);
            }
            return;
        }
        if self.joined_after_end {
            if !self.input_ended {
                self.say(vec![say!("lines-ask")]);
            }
            return;
        }
        let again = u16::from(table.snapshot().spec.repeat.value());
        let more = is_between_bots(table) && table.snapshot().series.game <= again;
        if !more {
            self.end(Ok(()));
        }
    }

    /// Keeps the game that is over. One by rules that this program does not know was none that it could follow.
    pub(super) fn keep(&mut self) {
        if let Some(Ok(game)) = self.table.as_ref().map(FinishedGame::at) {
            self.effects.push(Effect::Keep(Box::new(game)));
        }
    }

    fn tell_refused(&mut self, message: &str) {
        self.say(vec![say!("lines-refused", problem = message)]);
    }

    pub(super) fn refused(&mut self, refusal: &Refusal, message: &str) {
        if self.is_out(refusal) {
            self.leave_lost_room(message);
            return;
        }
        let is_judged = !Unanswered::outlives_refusal(refusal);
        // The first answer on a connection that came back is that to the return, which nobody tries again.
        let is_of_return = self.connection == Connection::Returning && is_judged;
        if self.table.is_none() || is_of_return {
            self.end(Err(Failure::new(Kind::Refused, message)));
            return;
        }
        if self.connection.is_lost() {
            // The connection tries again, with what waits.
            self.tell_refused(message);
            return;
        }
        self.unanswered.take_if(|_| is_judged);
        self.awaits_answer = false;
        self.tell_refused(message);
        // A question is a convenience: it does not decide how a session ends.
        if !is_of_analysis(refusal) {
            self.refused = Some(Failure::new(Kind::Refused, message));
        }
    }

    /// True where a refusal says that the room or the seat of this session is gone. A typed message may be about
    /// another room, or try another token.
    fn is_out(&self, refusal: &Refusal) -> bool {
        let is_entering = self.table.is_none() || self.connection.is_lost();
        match refusal {
            Refusal::NoSuchRoom { room } | Refusal::WrongToken { room } => {
                is_entering && !self.is_at_another_than(*room)
            }
            // A question may be about another room.
            Refusal::NotInRoom => is_entering || self.is_leaving,
            _ => false,
        }
    }

    /// Ends the session in a room that is gone, and deletes the way back to it.
    fn leave_lost_room(&mut self, message: &str) {
        self.effects.extend(self.token.map(Effect::Forget));
        self.end(Err(Failure::new(Kind::Refused, message)));
    }

    pub(super) fn left(&mut self, why: LeftWhy) {
        let table = self.table.as_ref();
        // A seat in a game that goes on is kept; any other is given up.
        let is_given_up = match why {
            LeftWhy::Asked => table.is_none_or(|table| table.to_move().is_none()),
            LeftWhy::Closed | LeftWhy::Removed => true,
            LeftWhy::Replaced | LeftWhy::Other(_) => false,
        };
        let why = endings::left(table, why);
        if is_given_up {
            self.effects.extend(self.token.map(Effect::Forget));
        }
        let refused = self.refused.take();
        let failure = match why {
            Some(why) => Some(Failure::failed(why)),
            None => refused.filter(|_| self.input_ended),
        };
        self.end(failure.map_or(Ok(()), Err));
    }
}

/// True for a refusal of `analyse`.
fn is_of_analysis(refusal: &Refusal) -> bool {
    matches!(
        refusal,
        Refusal::HintsOff | Refusal::NotAnalysed { .. } | Refusal::NothingToAnalyse { .. }
    )
}
