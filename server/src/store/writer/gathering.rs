//! Gathering: the wait for further appends before those at hand are committed.
//!
//! A commit costs much the same whatever is in it, so where many rooms play on a disk that syncs fast, a short wait
//! makes one commit of several. On a slow disk they gather while it syncs, and a room by itself never waits.
//!
//! Where many rooms play at the pace of people, each append comes alone, and the next one a moment later: their pace
//! tells whether to wait for it.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::time::Duration;

use protocol::id::RoomId;
use tokio::time::Instant;

/// Time that a move waits for others at most: a third of a frame of a screen. With 4 ms instead, a thousand games at a
/// move a second take 5 to 12 % more of the processor.
const LONGEST: Duration = Duration::from_millis(6);

/// Time after which is looked whether more have come; when none have, more are not waited for. With half of it
/// moves at 3000 a second cost an eighth to a quarter more, since pauses between them are often longer than that.
const STEP: Duration = Duration::from_micros(500);

/// Rooms that are enough for a commit: at 16 a move costs a tenth of one by itself, and more would save little of
/// what is left. Where every room answers at once, further ones would be waited for in vain.
const ENOUGH: usize = 16;

/// The bounds of the wait, and the way to wait.
pub(super) struct Gathering {
    longest: Duration,
    /// Waits for a time, and returns the time that it took.
    wait: Box<dyn FnMut(Duration) -> Duration + Send>,
}

impl fmt::Debug for Gathering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gathering")
            .field("longest", &self.longest)
            .finish_non_exhaustive()
    }
}

impl Gathering {
    /// Gathers for at most 6 ms.
    pub(super) fn usual() -> Self {
        Self::new(LONGEST, |time| {
            let begun = Instant::now();
            std::thread::sleep(time);
            begun.elapsed()
        })
    }

    /// Commits whatever there is at once.
    pub(super) fn none() -> Self {
        Self::new(Duration::ZERO, |_| Duration::ZERO)
    }

    pub(super) fn new(
        longest: Duration,
        wait: impl FnMut(Duration) -> Duration + Send + 'static,
    ) -> Self {
        Self {
            longest,
            wait: Box::new(wait),
        }
    }

    /// Returns the longest wait.
    pub(super) fn longest(&self) -> Duration {
        self.longest
    }

    /// Waits for further requests while that is worth it: more than one room waits for an answer, not enough of them
    /// do, and their number grows; or by their pace others come within the time. `waiting` is that number; `look` takes
    /// what has come meanwhile, and returns the number then.
    pub(super) fn gather(
        &mut self,
        mut waiting: usize,
        expected: Option<Expected>,
        mut look: impl FnMut() -> usize,
    ) {
        let mut left = self.longest;
        let mut grows = waiting > 1;
        while (1..ENOUGH).contains(&waiting) && !left.is_zero() {
            let others =
                expected.filter(|expected| waiting < expected.rooms && expected.every < left);
            let step = match others {
                Some(expected) => (expected.every * (ENOUGH - waiting) as u32).max(STEP),
                None if grows => STEP,
                None => return,
            };
            let took = (self.wait)(step.min(left));
            left = left.saturating_sub(took);
            let before = waiting;
            waiting = look();
            grows = waiting > before;
        }
    }
}

/// Appends of rooms that are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    /// Rooms that play: once all of them wait, nobody else comes.
    rooms: usize,
    /// Time from one append to the next.
    every: Duration,
}

/// The pace of all rooms together.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// The last appends.
    last: VecDeque<(RoomId, Instant)>,
}

impl Pace {
    /// Notes an append of `room`, taken from the queue at the moment `at`.
    pub(super) fn note(&mut self, room: RoomId, at: Instant) {
        if self.last.len() == ENOUGH {
            self.last.pop_front();
        }
        self.last.push_back((room, at));
    }

    /// Returns what is expected at the moment `now`; none before there were enough appends.
    pub(super) fn expected(&self, now: Instant) -> Option<Expected> {
        let (_, first) = self.last.front().filter(|_| self.last.len() == ENOUGH)?;
        let rooms: BTreeSet<_> = self.last.iter().map(|(room, _)| room).collect();
        Some(Expected {
            rooms: rooms.len(),
            every: now.duration_since(*first) / ENOUGH as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Gathers where `at_first` rooms wait, and then as many as `later` says after each wait. Each wait takes `late`
    /// longer than it should. Returns the waits.
    fn waits(at_first: usize, later: &[usize], late: Duration) -> Vec<Duration> {
        waits_at(None, at_first, later, late)
    }

    /// As [`waits`], where rooms have this pace.
    fn waits_at(
        expected: Option<Expected>,
        at_first: usize,
        later: &[usize],
        late: Duration,
    ) -> Vec<Duration> {
        let waits = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&waits);
        let mut gathering = Gathering::new(LONGEST, move |time| {
            noted.lock().unwrap().push(time);
            time + late
        });
        let mut later = later.iter();
        gathering.gather(at_first, expected, || {
            *later.next().expect("a look too many")
        });
        let waits = waits.lock().unwrap().clone();
        assert_eq!(later.len(), 0, "a look was missing: {waits:?}");
        waits
    }

    #[test]
    fn a_room_by_itself_is_never_kept_waiting() {
        assert_eq!(waits(1, &[], Duration::ZERO), Vec::<Duration>::new());
        assert_eq!(
            waits(0, &[], Duration::ZERO),
            Vec::<Duration>::new(),
            "a room that is read"
        );
    }

    #[test]
    fn more_are_waited_for_while_they_come() {
        assert_eq!(waits(2, &[2], Duration::ZERO), [STEP]);
        assert_eq!(waits(2, &[3, 5, 5], Duration::ZERO), [STEP; 3]);
    }

    #[test]
    fn nobody_waits_once_there_are_enough() {
        assert_eq!(waits(ENOUGH, &[], Duration::ZERO), Vec::<Duration>::new());
        assert_eq!(waits(ENOUGH - 1, &[ENOUGH], Duration::ZERO), [STEP]);
        assert_eq!(waits(2, &[200], Duration::ZERO), [STEP]);
    }

    #[test]
    fn nobody_waits_longer_than_6_ms() {
        let growing: Vec<_> = (3..=14).collect();
        assert_eq!(waits(2, &growing, Duration::ZERO), [STEP; 12]);
        // A thread that sleeps wakes up late.
        let late = Duration::from_micros(450);
        let rest = Duration::from_micros(300);
        assert_eq!(
            waits(2, &growing[..7], late),
            [STEP, STEP, STEP, STEP, STEP, STEP, rest]
        );
        assert_eq!(waits(2, &[3], LONGEST), [STEP]);
    }

    #[test]
    fn nothing_is_waited_for_where_that_is_not_wanted() {
        Gathering::none().gather(5, None, || panic!("no look"));
    }

    #[test]
    fn a_room_waits_for_others_that_come_at_their_pace() {
        let every = Duration::from_millis(1);
        let many = Some(Expected { rooms: 16, every });
        assert_eq!(waits_at(many, 1, &[3], Duration::ZERO), [LONGEST]);
        // As long as it takes until enough have come.
        let every = Duration::from_micros(200);
        let quick = Some(Expected { rooms: 16, every });
        assert_eq!(waits_at(quick, 1, &[16], Duration::ZERO), [15 * every]);
        // They are slow, and no other is to be expected within the time.
        for every in [LONGEST, 2 * LONGEST] {
            let slow = Some(Expected { rooms: 16, every });
            assert!(waits_at(slow, 1, &[], Duration::ZERO).is_empty());
        }
        // All that play wait already.
        let every = Duration::from_micros(10);
        let few = Some(Expected { rooms: 3, every });
        assert_eq!(waits_at(few, 1, &[3, 3], Duration::ZERO), [STEP; 2]);
        assert_eq!(waits_at(few, 3, &[3], Duration::ZERO), [STEP]);
    }

    #[test]
    fn the_pace_is_that_of_the_last_appends_of_all_rooms() {
        let begun = Instant::now();
        let after = |count: u32| begun + Duration::from_millis(1) * count;
        let mut pace = Pace::default();
        for count in 0..15 {
            assert_eq!(pace.expected(after(count)), None);
            pace.note(RoomId::from_draw(u64::from(count % 5)), after(count));
        }
        pace.note(RoomId::from_draw(7), after(15));
        let every = Duration::from_millis(1);
        assert_eq!(pace.expected(after(16)), Some(Expected { rooms: 6, every }));
        // Nobody has played since.
        let every = Duration::from_millis(10);
        assert_eq!(
            pace.expected(after(160)),
            Some(Expected { rooms: 6, every })
        );
        pace.note(RoomId::from_draw(7), after(160));
        assert_eq!(
            pace.expected(after(161)),
            Some(Expected { rooms: 6, every })
        );
    }
}
