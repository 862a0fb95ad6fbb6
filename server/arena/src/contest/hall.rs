//! Where the games of a contest are played, several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use protocol::game::Game;
use protocol::record::Record;
use protocol::side::BySide;

use super::Terms;
use super::contender::Contender;
use super::play::play;
use super::schedule::Fixture;
use crate::failure::Failure;

/// Everything that games need.
#[derive(Clone, Copy)]
pub(crate) struct Hall<'a> {
    pub(crate) contenders: &'a [Contender],
    /// One for each round.
    pub(crate) openings: &'a [Game],
    pub(crate) terms: &'a Terms,
}

impl Hall<'_> {
    /// Plays `fixtures` in their order, as many at once as the terms say, each on a thread of its own.
    ///
    /// `told` gets each record when its game is over. When it breaks or fails, no further game is begun.
    ///
    /// # Errors
    ///
    /// The first one of `told`.
    pub(crate) fn play_all(
        self,
        fixtures: &[Fixture],
        mut told: impl FnMut(Fixture, Record) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        // Unbounded: at most one message a game, and games are slow.
        let (results, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.terms.concurrency.clamp(1, fixtures.len().max(1)) {
                let (results, next) = (results.clone(), &next);
                scope.spawn(move || {
                    while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // Nobody listens any more after a failure.
                        let _ = results.send((*fixture, self.play_one(*fixture)));
                    }
                });
            }
            drop(results);
            let mut done = Ok(());
            for (fixture, record) in finished {
                let told = told(fixture, record);
                if !matches!(told, Ok(ControlFlow::Continue(()))) {
                    next.store(fixtures.len(), Ordering::Relaxed);
                }
                done = done.and(told.map(drop));
            }
            done
        })
    }

    fn play_one(self, fixture: Fixture) -> Record {
        let mut players = fixture.seats.map(|seat| self.contenders[seat].player());
        play(
            &self.openings[fixture.round],
            &mut players,
            self.terms,
            self.seed(fixture),
        )
    }

    /// A seed for each game, whatever was played before and on which thread.
    fn seed(self, Fixture { round, seats }: Fixture) -> u64 {
        let BySide { first, second } = seats;
        [round, first, second]
            .into_iter()
            .fold(self.terms.seed, |seed, part| {
                // Odd and without a pattern: neighbouring games get seeds far apart.
                (seed ^ part as u64)
                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                    .rotate_left(29)
            })
    }
}
