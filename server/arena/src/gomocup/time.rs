//! How long a move may take.

use protocol::clock::Millis;

use super::command::Info;

/// What the manager said of time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    turn: Millis,
    /// For a whole game, where it is bounded.
    whole: Option<Millis>,
    /// What is left of it.
    left: Option<Millis>,
}

/// The time for a move until the manager says another: what bots take by default.
const UNTOLD: Millis = Millis::from_secs(1);

/// Left for the way to the manager, the last positions of the search, and a machine that is busy.
const RESERVE: Millis = Millis(30);

/// Moves that a side makes in a usual game between engines, and how many more are always reckoned with.
const USUAL: u64 = 20;
const AT_LEAST: u64 = 7;

impl Timing {
    /// What holds where nothing was said.
    pub(super) fn new() -> Self {
        Self {
            turn: UNTOLD,
            whole: None,
            left: None,
        }
    }

    /// Takes in what the manager tells.
    pub(super) fn learn(&mut self, info: Info) {
        match info {
            Info::TimeoutTurn(turn) => self.turn = turn,
            Info::TimeoutMatch(whole) => {
                self.whole = whole;
                self.left = whole;
            }
            Info::TimeLeft(left) => self.left = left,
            Info::MaxMemory(_) | Info::Rule(_) | Info::Other => {}
        }
    }

    /// A new game begins.
    pub(super) fn restart(&mut self) {
        self.left = self.whole;
    }

    /// A move took so long: a manager need not say what is left.
    pub(super) fn spend(&mut self, took: Millis) {
        self.left = self.left.map(|left| left - took);
    }

    /// How long to think about the move of a side that made so many. Nothing means at once.
    pub(super) fn limit(&self, made: usize) -> Millis {
        let expected = USUAL.saturating_sub(made as u64).max(AT_LEAST);
        let share = self.left.map(|Millis(left)| Millis(left / expected));
        share.map_or(self.turn, |share| share.min(self.turn)) - RESERVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(infos: &[Info]) -> Timing {
        let mut timing = Timing::new();
        for info in infos {
            timing.learn(*info);
        }
        timing
    }

    #[test]
    fn a_move_aims_a_little_before_its_time() {
        assert_eq!(told(&[]).limit(0), Millis(970));
        for (turn, expected) in [(5000, 4970), (300, 270), (30, 0), (0, 0)] {
            let timing = told(&[Info::TimeoutTurn(Millis(turn)), Info::TimeLeft(None)]);
            assert_eq!(timing.limit(3), Millis(expected), "{turn}");
        }
    }

    #[test]
    fn what_is_left_of_the_game_is_shared_among_the_moves_to_come() {
        let turn = Info::TimeoutTurn(Millis(30_000));
        let whole = Info::TimeoutMatch(Some(Millis(100_000)));
        for (left, made, expected) in [
            (Some(100_000), 0, 4970),
            (Some(100_000), 10, 9970),
            (Some(70_000), 13, 9970),
            (Some(70_000), 100, 9970),
            (Some(140), 40, 0),
            (Some(0), 40, 0),
            (None, 0, 29_970),
        ] {
            let timing = told(&[turn, whole, Info::TimeLeft(left.map(Millis))]);
            assert_eq!(timing.limit(made), Millis(expected), "{left:?} {made}");
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_even_where_nobody_says_so() {
        let mut timing = told(&[
            Info::TimeoutTurn(Millis(30_000)),
            Info::TimeoutMatch(Some(Millis(100_000))),
        ]);
        timing.spend(Millis(60_000));
        assert_eq!(timing.limit(0), Millis(1970));
        timing.spend(Millis(60_000));
        assert_eq!(timing.limit(0), Millis(0));
        timing.restart();
        assert_eq!(timing.limit(0), Millis(4970));
    }
}
