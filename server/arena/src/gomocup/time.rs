//! Time for a move.

use external::Info;
use protocol::millis::Millis;

/// The times that the manager set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    turn: Millis,
    /// For a whole game; none where it is unlimited.
    whole: Option<Millis>,
    /// Time left of it.
    left: Option<Millis>,
}

/// The time for a move until the manager sets another: that of bots by default.
const DEFAULT_TURN: Millis = Millis::from_secs(1);

/// Left for the way to the manager, the last positions of the search, and a machine that is busy.
const RESERVE: Millis = Millis::from_millis(30);

/// Moves that a side makes in a usual game between engines.
const USUAL_MOVES: u64 = 20;

/// Moves still to come that are reckoned with at least, however long the game is already.
const MIN_MOVES_TO_COME: u64 = 7;

impl Timing {
    /// The times before the manager sets any.
    pub(super) fn new() -> Self {
        Self {
            turn: DEFAULT_TURN,
            whole: None,
            left: None,
        }
    }

    /// Sets one of the times.
    pub(super) fn set(&mut self, info: Info) {
        match info {
            Info::TimeoutTurn(turn) => self.turn = turn,
            Info::TimeoutMatch(whole) => {
                self.whole = whole;
                self.left = whole;
            }
            Info::TimeLeft(left) => self.left = left,
            Info::MaxMemory(_)
            | Info::Rule(_)
            | Info::ThreadNum(_)
            | Info::MaxDepth(_)
            | Info::MaxNode(_)
            | Info::Other => {}
        }
    }

    /// Begins a new game.
    pub(super) fn restart(&mut self) {
        self.left = self.whole;
    }

    /// Subtracts the time of a move: a manager need not tell the time left.
    pub(super) fn spend(&mut self, took: Millis) {
        self.left = self.left.map(|left| left - took);
    }

    /// Time to think about the move of a side that has made `made` moves. Zero means at once.
    pub(super) fn limit(&self, made: usize) -> Millis {
        let expected = USUAL_MOVES
            .saturating_sub(made as u64)
            .max(MIN_MOVES_TO_COME);
        let share = self
            .left
            .map(|left| Millis::from_millis(left.as_millis() / expected));
        share.map_or(self.turn, |share| share.min(self.turn)) - RESERVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(infos: &[Info]) -> Timing {
        let mut timing = Timing::new();
        for info in infos {
            timing.set(*info);
        }
        timing
    }

    #[test]
    fn a_move_aims_a_little_before_its_time() {
        assert_eq!(told(&[]).limit(0), Millis::from_millis(970));
        for (turn, expected) in [(5000, 4970), (300, 270), (30, 0), (0, 0)] {
            let timing = told(&[
                Info::TimeoutTurn(Millis::from_millis(turn)),
                Info::TimeLeft(None),
            ]);
            assert_eq!(timing.limit(3), Millis::from_millis(expected), "{turn}");
        }
    }

    #[test]
    fn what_is_left_of_the_game_is_shared_among_the_moves_to_come() {
        let turn = Info::TimeoutTurn(Millis::from_millis(30_000));
        let whole = Info::TimeoutMatch(Some(Millis::from_millis(100_000)));
        for (left, made, expected) in [
            (Some(100_000), 0, 4970),
            (Some(100_000), 10, 9970),
            (Some(70_000), 13, 9970),
            (Some(70_000), 100, 9970),
            (Some(140), 40, 0),
            (Some(0), 40, 0),
            (None, 0, 29_970),
        ] {
            let timing = told(&[turn, whole, Info::TimeLeft(left.map(Millis::from_millis))]);
            assert_eq!(
                timing.limit(made),
                Millis::from_millis(expected),
                "{left:?} {made}"
            );
        }
    }

    #[test]
    fn the_time_of_a_game_runs_down_even_where_nobody_says_so() {
        let mut timing = told(&[
            Info::TimeoutTurn(Millis::from_millis(30_000)),
            Info::TimeoutMatch(Some(Millis::from_millis(100_000))),
        ]);
        timing.spend(Millis::from_millis(60_000));
        assert_eq!(timing.limit(0), Millis::from_millis(1970));
        timing.spend(Millis::from_millis(60_000));
        assert_eq!(timing.limit(0), Millis::from_millis(0));
        timing.restart();
        assert_eq!(timing.limit(0), Millis::from_millis(4970));
    }
}
