//! The engine in this program, which evaluates the positions of a saved game on a thread of its own.
//!
//! The thread ends by itself, or within some thousand nodes after the [`Search`] is dropped.

use protocol::game::Game;
use tokio::sync::mpsc::UnboundedSender;

use crate::ui::Event;

/// A search that goes on until it is dropped or has told everything.
#[derive(Debug)]
pub(super) struct Search {
    #[cfg(feature = "host")]
    stop: engine::Stop,
}

#[cfg(feature = "host")]
impl Drop for Search {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

#[cfg(not(feature = "host"))]
impl Search {
    /// Says that there is no engine.
    pub(super) fn start(_: Game, _: Vec<u16>, outcomes: &UnboundedSender<Event>) -> Self {
        let problem = say!("hosting-no-engine");
        // The loop that reads it is the one that runs this.
        let _ = outcomes.send(Event::Evaluated(Err(problem)));
        Self {}
    }
}

#[cfg(feature = "host")]
impl Search {
    /// Evaluates positions of a game, by the numbers of their plies.
    pub(super) fn start(game: Game, order: Vec<u16>, outcomes: &UnboundedSender<Event>) -> Self {
        use engine::analysis::can_analyse;

        use crate::language::Said as _;

        let stop = engine::Stop::default();
        if !can_analyse(&game) {
            let game = game.variant().said();
            let problem = say!("hosting-not-analysed", game = game);
            // The loop that reads it is the one that runs this.
            let _ = outcomes.send(Event::Evaluated(Err(problem)));
            return Self { stop };
        }
        let (raised, outcomes) = (stop.clone(), outcomes.clone());
        std::thread::spawn(move || {
            let caches = engine::Caches::default();
            for plies in order {
                let squares = game.plies()[..usize::from(plies)].iter().copied();
                let position = Game::after(game.variant(), squares).expect("a part of a game");
                if position.ending().is_some() {
                    continue;
                }
                let Some(evaluated) = evaluate(&position, &raised, &caches) else {
                    return;
                };
                if outcomes
                    .send(Event::Evaluated(Ok(Some((position, evaluated)))))
                    .is_err()
                {
                    return;
                }
            }
            let _ = outcomes.send(Event::Evaluated(Ok(None)));
        });
        Self { stop }
    }
}

/// Evaluates a position; none where it was stopped.
#[cfg(feature = "host")]
fn evaluate(
    position: &Game,
    stop: &engine::Stop,
    caches: &engine::Caches,
) -> Option<crate::ui::Evaluated> {
    use protocol::millis::Millis;

    let limit = if crate::values::has_values(position) {
        COLUMNS
    } else {
        LINES
    };
    let start = tokio::time::Instant::now();
    let elapsed = || Millis::from_millis(start.elapsed().as_millis() as u64);
    let request = engine::SearchRequest {
        depth: None,
        limit: Some(limit),
        elapsed: &elapsed,
        stop,
        seed: 0,
        options: engine::options::Options::default(),
        progress: None,
    };
    let analysis = engine::analysis::analyse(position, request, caches).ok()?;
    Some(crate::ui::Evaluated {
        columns: analysis.columns,
        lines: analysis.lines,
    })
}

/// Most time for the columns of a position: the solver proves the early ones with its book.
#[cfg(feature = "host")]
const COLUMNS: protocol::millis::Millis = protocol::millis::Millis::from_secs(3);

/// Time for the best lines of a position, as a server takes for a whole game.
#[cfg(feature = "host")]
const LINES: protocol::millis::Millis = protocol::millis::Millis::from_millis(600);
