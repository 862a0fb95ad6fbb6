//! Plays the games of a contest, several at once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use engine::Stop;
use protocol::side::BySide;

use super::contender::{Contender, Player};
use super::openings::Openings;
use super::play::play;
use super::schedule::Pairing;
use super::{Finished, MatchConfig};
use crate::failure::Failure;

/// Contenders, openings and settings of a contest.
#[derive(Clone, Copy)]
pub(crate) struct Runner<'a> {
    pub(crate) contenders: &'a [Contender],
    /// One for each round.
    pub(crate) openings: &'a Openings,
    pub(crate) config: &'a MatchConfig,
}

impl Runner<'_> {
    /// Plays `pairings` in their order, as many at once as the settings allow, each on a thread.
    ///
    /// `on_game` gets each game when it is over. When it breaks or fails, the games that are not over are
    /// abandoned: it would depend on chance which of them were still counted.
    ///
    /// # Errors
    ///
    /// The error of `on_game`.
    pub(crate) fn play_all(
        self,
        pairings: &[Pairing],
        mut on_game: impl FnMut(Finished) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<(), Failure> {
        let next = AtomicUsize::new(0);
        let stop = Stop::default();
        // Unbounded: at most one message a game, and games are slow.
        let (results, finished) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..usize::from(self.config.concurrency).clamp(1, pairings.len().max(1)) {
                let (results, next, stop) = (results.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut players = Players::default();
                    while let Some(pairing) = pairings.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let Some(game) = players.play(self, *pairing, stop) else {
                            break;
                        };
                        // Nobody listens any more when enough has been played.
                        let _ = results.send(game);
                    }
                });
            }
            drop(results);
            for game in finished {
                let next = on_game(game);
                if !matches!(next, Ok(ControlFlow::Continue(()))) {
                    stop.raise();
                    return next.map(drop);
                }
            }
            Ok(())
        })
    }

    /// The seed of a game. It depends on the settings, the round and the two contenders only.
    fn seed(self, Pairing { round, seats }: Pairing) -> u64 {
        let BySide { first, second } = seats.map(|seat| &self.contenders[seat]);
        // FNV-1a: it scatters neighbouring games, and is the same in every version of the program.
        format!("{} {round} {first} {second}", self.config.seed)
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            })
    }
}

/// The players of one thread.
///
/// They are kept for the next game if they play it too, since some programs take long to start. Others are dropped:
/// a program that waits for some later round would keep its memory.
#[derive(Default)]
struct Players<'a> {
    kept: Vec<(usize, Player<'a>)>,
}

impl<'a> Players<'a> {
    fn play(&mut self, runner: Runner<'a>, pairing: Pairing, stop: &Stop) -> Option<Finished> {
        let BySide { first, second } = pairing.seats;
        let mut sit = |seat: usize| {
            let known = self.kept.iter().position(|(known, _)| *known == seat);
            match known {
                Some(at) => self.kept.swap_remove(at).1,
                None => Player::new(&runner.contenders[seat], runner.config),
            }
        };
        let mut players = BySide {
            first: sit(first),
            second: sit(second),
        };
        self.kept.clear();
        let played = play(
            &runner.openings.opening(pairing.round),
            BySide {
                first: &mut players.first,
                second: &mut players.second,
            },
            runner.seed(pairing),
            stop,
        );
        self.kept = vec![(first, players.first), (second, players.second)];
        let record = played?;
        Some(Finished { pairing, record })
    }
}
