//! Where the games of a contest are played, several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use engine::Stop;
use protocol::game::Game;
use protocol::record::Record;
use protocol::side::BySide;

use super::Terms;
use super::contender::{Contender, Player};
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
    /// Plays `fixtures` in their order, as many at once as the terms say, each on a thread.
    ///
    /// `told` gets each record when its game is over. When it breaks or fails, the games that are not over are
    /// given up: which of them would still be counted were a matter of luck.
    ///
    /// # Errors
    ///
    /// That of `told`.
    pub(crate) fn play_all(
        self,
        fixtures: &[Fixture],
        mut told: impl FnMut(Fixture, Record) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        let stop = Stop::default();
        // Unbounded: at most one message a game, and games are slow.
        let (results, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.terms.concurrency.clamp(1, fixtures.len().max(1)) {
                let (results, next, stop) = (results.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut board = Board::default();
                    while let Some(fixture) = fixtures.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(record) = board.play(self, *fixture, stop) else {
                            break;
                        };
                        // Nobody listens any more when enough has been played.
                        let _ = results.send((*fixture, record));
                    }
                });
            }
            drop(results);
            for (fixture, record) in finished {
                let told = told(fixture, record);
                if !matches!(told, Ok(ControlFlow::Continue(()))) {
                    stop.raise();
                    return told.map(drop);
                }
            }
            Ok(())
        })
    }

    /// A seed for each game, whatever was played before, on which thread, and whoever else takes part.
    fn seed(self, Fixture { round, seats }: Fixture) -> u64 {
        let BySide { first, second } = seats.map(|seat| &self.contenders[seat]);
        // FNV-1a: it scatters neighbouring games, and is the same in every version of the program.
        format!("{} {round} {first} {second}", self.terms.seed)
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }
}

/// One of the boards, with those who sit at it.
///
/// They stay for the next game if they play it too, since some programs take long to start. Others leave:
/// a program that waits for its turn in some later round still has its memory.
#[derive(Default)]
struct Board {
    seated: Vec<(usize, Player)>,
}

impl Board {
    fn play(&mut self, hall: Hall<'_>, fixture: Fixture, stop: &Stop) -> Option<Record> {
        let BySide { first, second } = fixture.seats;
        let mut sit = |seat: usize| {
            let known = self.seated.iter().position(|(known, _)| *known == seat);
            match known {
                Some(at) => self.seated.swap_remove(at).1,
                None => hall.contenders[seat].player(hall.terms),
            }
        };
        let mut players = BySide {
            first: sit(first),
            second: sit(second),
        };
        self.seated.clear();
        let record = play(
            &hall.openings[fixture.round],
            BySide {
                first: &mut players.first,
                second: &mut players.second,
            },
            hall.terms,
            hall.seed(fixture),
            stop,
        );
        self.seated = vec![(first, players.first), (second, players.second)];
        record
    }
}
