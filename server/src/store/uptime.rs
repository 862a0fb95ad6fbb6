//! The times in which servers used a database, so that only time in which one ran counts towards a deadline.
//!
//! A game that both have left is abandoned after days, a name is free after a year without use, and a host may delete
//! old games. Dates alone cannot decide that: a computer that was off for a month, or whose clock stood at 1970 for an
//! evening, would have all of it happen at its next start. So a moment is brought forward by the time since then in
//! which no server ran, in the order of the runs and not of their dates.
//!
//! Dates that people see stay as they were written.

use std::time::Duration;

use protocol::millis::Millis;

/// Time between two notes that a server runs. What a server that is killed served since the last one counts as time
/// in which none ran: too little to matter against days.
pub(crate) const NOTED_EVERY: Duration = Duration::from_mins(10);

/// Standstill, or step of the clock, up to which two runs are one: a restart leaves no trace.
const APART: Millis = Millis::from_secs(60 * 60);

/// Time after the last note in which a server may have recorded something.
const BEHIND: Millis = Millis::from_secs(20 * 60);

/// A run of a server, or several with no more than an hour between them, by its own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Moment of the start.
    pub(super) began: Millis,
    /// Moment of the last note.
    pub(super) last: Millis,
}

impl Run {
    /// Returns true if the server of this run may have recorded something at `moment`.
    fn has(&self, moment: Millis) -> bool {
        (self.began..=self.last + BEHIND).contains(&moment)
    }
}

/// The runs in their order, of which the last is the present one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UptimeLog(Vec<Run>);

/// What a start does to the list of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// The last run goes on.
    GoesOn,
    /// Another run begins.
    Begins,
    /// Another run begins, before the end of the last one by its clock: one of the clocks was wrong.
    ClockWentBack,
}

impl UptimeLog {
    /// Returns the runs that were stored, in order.
    pub(super) fn new(stored: Vec<Run>) -> Self {
        Self(stored)
    }

    /// Notes the start of a server.
    pub(super) fn start(&mut self, now: Millis) -> Start {
        let last = self.0.last().copied();
        if let Some(run) = last.filter(|run| now.max(run.last) - now.min(run.last) <= APART) {
            self.alive(now.max(run.last));
            return Start::GoesOn;
        }
        self.0.push(Run {
            began: now,
            last: now,
        });
        match last {
            Some(run) if now < run.last => Start::ClockWentBack,
            _ => Start::Begins,
        }
    }

    /// Notes that the server still runs.
    pub(super) fn alive(&mut self, now: Millis) {
        if let Some(run) = self.0.last_mut() {
            run.last = run.last.max(now);
        }
    }

    /// Returns the present run; none before the first start is noted.
    pub(super) fn present(&self) -> Option<Run> {
        self.0.last().copied()
    }

    /// Returns the moment that is as long ago by the present clock as servers have run since `moment` was recorded.
    pub(super) fn brought_forward(&self, moment: Millis) -> Millis {
        let Some((present, earlier)) = self.0.split_last() else {
            return moment;
        };
        if present.has(moment) {
            return moment;
        }
        let served = match earlier.iter().rposition(|run| run.has(moment)) {
            Some(number) => length(&earlier[number + 1..]) + (earlier[number].last - moment),
            None => self.served_since_between(moment),
        };
        present.began - served
    }

    /// Returns the time that servers have run since `moment`, at which none of the known ones did.
    fn served_since_between(&self, moment: Millis) -> Millis {
        let earlier = &self.0[..self.0.len() - 1];
        let before_all = self.0[0].began.max(moment) - moment;
        if before_all > Millis::ZERO {
            // By a clock that was behind.
            return before_all + length(earlier);
        }
        let gap = self
            .0
            .windows(2)
            .rposition(|pair| (pair[0].last..pair[1].began).contains(&moment));
        // A moment after all runs, as by a clock that was ahead, is the beginning of the present one.
        gap.map_or(Millis::ZERO, |number| length(&earlier[number + 1..]))
    }
}

fn length(runs: &[Run]) -> Millis {
    let lengths = runs.iter().map(|run| run.last - run.began);
    lengths.fold(Millis::ZERO, |sum, length| sum + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn day(number: u64) -> Millis {
        Millis::from_secs(number * 24 * 60 * 60)
    }

    fn runs(stored: &[(u64, u64)]) -> UptimeLog {
        let run = |&(began, last)| Run {
            began: day(began),
            last: day(last),
        };
        UptimeLog::new(stored.iter().map(run).collect())
    }

    #[test]
    fn a_moment_of_the_present_run_stays() {
        let runs = runs(&[(20_000, 20_010), (20_100, 20_100)]);
        let moment = day(20_100) + Millis::from_secs(5);
        assert_eq!(runs.brought_forward(moment), moment);
        assert_eq!(UptimeLog::default().brought_forward(moment), moment);
    }

    #[test]
    fn time_in_which_no_server_ran_does_not_count() {
        let runs = runs(&[(20_000, 20_010), (20_050, 20_060), (20_100, 20_100)]);
        // Two days of the first run and ten of the second.
        assert_eq!(runs.brought_forward(day(20_008)), day(20_088));
        assert_eq!(runs.brought_forward(day(20_010)), day(20_090));
        // Between two runs, as by a clock that was wrong.
        assert_eq!(runs.brought_forward(day(20_020)), day(20_090));
        assert_eq!(runs.brought_forward(day(20_070)), day(20_100));
    }

    #[test]
    fn time_before_the_first_known_run_counts() {
        let runs = runs(&[(20_000, 20_010), (20_100, 20_100)]);
        assert_eq!(runs.brought_forward(day(19_900)), day(19_990));
        let later = self::runs(&[(20_000, 20_010), (20_100, 20_103)]);
        let moment = later.brought_forward(day(19_900));
        assert_eq!(moment, day(19_990), "however long the present run lasts");
    }

    #[test]
    fn a_run_with_the_clock_at_1970_was_the_last_one_all_the_same() {
        let runs = runs(&[(20_000, 20_300), (1, 2), (20_310, 20_310)]);
        let evening = day(1) + Millis::from_secs(1);
        let served = day(1) - Millis::from_secs(1);
        assert_eq!(runs.brought_forward(evening), day(20_310) - served);
        assert_eq!(runs.brought_forward(day(20_299)), day(20_308));
    }

    #[test]
    fn a_moment_of_a_clock_that_was_ahead_is_not_in_the_future() {
        let ahead = runs(&[(20_000, 20_010), (50_000, 50_001), (20_020, 20_020)]);
        assert_eq!(ahead.brought_forward(day(50_000)), day(20_019));
        assert_eq!(ahead.brought_forward(day(60_000)), day(20_020));
    }

    #[test]
    fn a_restart_goes_on_with_the_run_and_a_pause_begins_another() {
        let mut list = UptimeLog::default();
        assert_eq!(list.present(), None);
        assert_eq!(list.start(day(10)), Start::Begins);
        list.alive(day(11));
        assert_eq!(list.start(day(11) + APART), Start::GoesOn);
        assert_eq!(list.start(day(11)), Start::GoesOn, "a clock that was set");
        assert_eq!(
            list,
            UptimeLog::new(vec![Run {
                began: day(10),
                last: day(11) + APART
            }])
        );
        assert_eq!(list.start(day(13)), Start::Begins);
        assert_eq!(list.start(day(1)), Start::ClockWentBack);
        list.alive(day(2));
        let present = list.present().unwrap();
        assert_eq!((present.began, present.last), (day(1), day(2)));
    }
}
