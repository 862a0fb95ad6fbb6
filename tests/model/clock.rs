//! The clock of chapter 9.

use protocol::clock::ClockFace;
use protocol::millis::Millis;
use protocol::side::{BySide, Side};
use protocol::spec::ClockSpec;

/// Time in which each side must make its first ply, in milliseconds.
const FIRST_PLY: u64 = 60_000;

/// Time that the server leaves to a message that is on its way when a clock has run out, in milliseconds.
pub(super) const ON_ITS_WAY: u64 = 5;

/// The clock of a game. Nobody's time runs before their second ply.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    spec: ClockSpec,
    remaining: BySide<u64>,
    /// Plies on the board that earned an increment, by whom.
    earned: Vec<Option<Side>>,
    /// Sides that have made their free ply.
    moved: BySide<bool>,
    /// The side to move, and when it was told so; none while no game goes on.
    turn: Option<(Side, u64)>,
}

impl Clock {
    pub(super) fn new(spec: ClockSpec) -> Self {
        Self {
            spec,
            remaining: BySide::from_fn(|_| spec.initial().as_millis()),
            earned: Vec::new(),
            moved: BySide::default(),
            turn: None,
        }
    }

    pub(super) fn start(&mut self, now: u64) {
        *self = Self::new(self.spec);
        self.turn = Some((Side::First, now));
    }

    fn running(&self) -> Option<Side> {
        let (side, _) = self.turn?;
        self.moved[side].then_some(side)
    }

    fn spent(&self, side: Side, now: u64) -> u64 {
        match self.turn {
            Some((turn, since)) if turn == side && self.moved[side] => now - since,
            _ => 0,
        }
    }

    /// The time that a side has at this moment.
    fn left(&self, side: Side, now: u64) -> u64 {
        self.remaining[side].saturating_sub(self.spent(side, now))
    }

    fn charge(&mut self, now: u64) {
        self.remaining = BySide::from_fn(|side| self.left(side, now));
    }

    /// Takes note of a ply, behind which `next` acts, and returns what its side has left.
    pub(super) fn moved(&mut self, now: u64, next: Side) -> Millis {
        let (side, earned) = self.acted(now, next);
        self.earned.push(earned.then_some(side));
        Millis::from_millis(self.remaining[side])
    }

    /// Takes note of a choice, behind which `next` acts.
    pub(super) fn chosen(&mut self, now: u64, next: Side) {
        self.acted(now, next);
    }

    /// The side that acted, and whether its turn earned an increment.
    fn acted(&mut self, now: u64, next: Side) -> (Side, bool) {
        let (side, _) = self.turn.expect("a game goes on");
        self.charge(now);
        let earned = self.moved[side] && next != side;
        if earned {
            self.remaining[side] += self.spec.increment().as_millis();
        }
        self.moved[side] = true;
        self.turn = Some((next, now));
        (side, earned)
    }

    /// Returns true if each side still has the increments of the plies behind the first `plies`.
    pub(super) fn can_take_back(&self, plies: usize, now: u64) -> bool {
        let lost = self.lost(plies);
        Side::BOTH
            .into_iter()
            .all(|side| lost[side] == 0 || self.left(side, now) > lost[side])
    }

    fn lost(&self, plies: usize) -> BySide<u64> {
        BySide::from_fn(|side| {
            let earned = self.earned[plies..].iter().filter(|by| **by == Some(side));
            earned.count() as u64 * self.spec.increment().as_millis()
        })
    }

    pub(super) fn take_back(&mut self, plies: usize, next: Side, now: u64) {
        self.charge(now);
        let lost = self.lost(plies);
        self.remaining = BySide::from_fn(|side| self.remaining[side] - lost[side]);
        self.earned.truncate(plies);
        self.turn = Some((next, now));
    }

    pub(super) fn stop(&mut self, now: u64) {
        self.charge(now);
        self.turn = None;
    }

    /// The moment at which the time of the side to move is up.
    pub(super) fn due(&self) -> Option<u64> {
        let (side, since) = self.turn?;
        let limit = match self.running() {
            Some(_) => self.remaining[side],
            None => FIRST_PLY,
        };
        Some(since + limit + ON_ITS_WAY)
    }

    /// Returns true if the time that is running is that for the first ply.
    pub(super) fn is_first_ply(&self) -> bool {
        self.running().is_none()
    }

    pub(super) fn face(&self, now: u64) -> ClockFace {
        ClockFace {
            remaining: BySide::from_fn(|side| Millis::from_millis(self.left(side, now))),
            running: self.running(),
        }
    }
}
