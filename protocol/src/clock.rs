//! Time: milliseconds, and the chess clock of a game. Arithmetic only; nobody here reads a clock.
//!
//! Remaining times are kept, never deadlines, so that an outage can be charged to nobody.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use bincode::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::side::{BySide, Side};
use crate::spec::ClockSpec;

/// Milliseconds: a span, or a moment counted from the Unix epoch.
///
/// Subtraction stops at zero.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Encode,
    Decode,
    Serialize,
    Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// `seconds` as milliseconds; more than there are numbers for is the largest of them.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds.saturating_mul(1000))
    }
}

impl Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Millis {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Millis {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// As a clock shows it: `5:00`, `1:02:03`, and with tenths below ten seconds, `0:09.4`.
impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, tenths) = (self.0 / 1000, self.0 % 1000 / 100);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let text = if hours > 0 {
            format!("{hours}:{minutes:02}:{seconds:02}")
        } else if self.0 < 10_000 {
            format!("{minutes}:{seconds:02}.{tenths}")
        } else {
            format!("{minutes}:{seconds:02}")
        };
        f.pad(&text)
    }
}

/// A Fischer clock: what each side has left, and since when one side's time runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    remaining: BySide<Millis>,
    increment: Millis,
    running: Option<(Side, Millis)>,
}

impl Clock {
    /// A clock that stands still, with the initial time on both sides.
    pub fn new(spec: ClockSpec) -> Self {
        Self {
            remaining: BySide {
                first: spec.initial(),
                second: spec.initial(),
            },
            increment: spec.increment(),
            running: None,
        }
    }

    /// Lets the time of `side` run from `now`, in place of whoever's ran.
    pub fn start(&mut self, side: Side, now: Millis) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Stops the running time at `now`, charging what has passed.
    pub fn stop(&mut self, now: Millis) {
        if let Some((side, _)) = self.running {
            self.remaining[side] = self.left(side, now);
            self.running = None;
        }
    }

    /// Stops the running time and charges nothing for it, as after an outage.
    pub fn forgive(&mut self) {
        self.running = None;
    }

    /// Ends the ply of the side whose time runs: charges what has passed less `credit`, adds the increment.
    ///
    /// The credit never gives more time than the ply took.
    pub fn press(&mut self, now: Millis, credit: Millis) {
        if let Some((side, since)) = self.running {
            let charged = (now - since) - credit;
            self.remaining[side] = self.remaining[side] - charged + self.increment;
            self.running = None;
        }
    }

    /// Sets what both sides have left, as a record of the game has it. The clock stands still then.
    pub fn set(&mut self, remaining: BySide<Millis>) {
        self.remaining = remaining;
        self.running = None;
    }

    /// What `side` has left at `now`.
    pub fn left(&self, side: Side, now: Millis) -> Millis {
        match self.running {
            Some((running, since)) if running == side => self.remaining[side] - (now - since),
            _ => self.remaining[side],
        }
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// The moment at which the flag of the running side falls.
    pub fn deadline(&self) -> Option<Millis> {
        self.running
            .map(|(side, since)| since + self.remaining[side])
    }

    /// What a screen shows at `now`.
    pub fn face(&self, now: Millis) -> ClockFace {
        ClockFace {
            remaining: BySide::from_fn(|side| self.left(side, now)),
            running: self.running(),
        }
    }
}

/// A clock as it is told: what each side has left at the moment of telling, and whose time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode, Serialize, Deserialize)]
pub struct ClockFace {
    /// Milliseconds left.
    pub remaining: BySide<Millis>,
    /// Whose time runs, if anybody's.
    pub running: Option<Side>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(initial: u64, increment: u64) -> Clock {
        Clock::new(ClockSpec::new(Millis(initial), Millis(increment)).unwrap())
    }

    #[test]
    fn seconds_beyond_every_number_are_the_longest_span() {
        assert_eq!(Millis::from_secs(3), Millis(3000));
        assert_eq!(Millis::from_secs(u64::MAX / 500), Millis(u64::MAX));
    }

    #[test]
    fn a_ply_costs_its_time_and_earns_the_increment() {
        let mut clock = clock(60_000, 2_000);
        clock.start(Side::First, Millis(1_000));
        assert_eq!(clock.deadline(), Some(Millis(61_000)));
        clock.press(Millis(11_000), Millis::ZERO);
        assert_eq!(clock.left(Side::First, Millis(99_000)), Millis(52_000));
        assert_eq!(clock.deadline(), None);
    }

    #[test]
    fn credit_never_gives_more_than_the_ply_took() {
        let mut clock = clock(60_000, 0);
        clock.start(Side::Second, Millis(0));
        clock.press(Millis(100), Millis(500));
        assert_eq!(clock.left(Side::Second, Millis(100)), Millis(60_000));
    }

    #[test]
    fn time_stops_at_zero_and_is_shown_as_on_a_clock() {
        let mut clock = clock(10_000, 0);
        clock.start(Side::First, Millis(0));
        assert_eq!(clock.left(Side::First, Millis(20_000)), Millis::ZERO);
        for (millis, shown) in [(300_000, "5:00"), (9_450, "0:09.4"), (3_723_000, "1:02:03")] {
            assert_eq!(Millis(millis).to_string(), shown);
        }
    }

    #[test]
    fn what_is_forgiven_is_not_charged() {
        let mut clock = clock(10_000, 0);
        clock.start(Side::First, Millis(0));
        clock.forgive();
        assert_eq!(clock.face(Millis(9_000)).remaining.first, Millis(10_000));
    }
}
