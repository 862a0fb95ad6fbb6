//! Solvers kept from one request to the next, so that what one game proved helps the next.

use std::fmt;
use std::sync::{Arc, Mutex};

use protocol::rules::Shape;

use super::solver::Solver;

/// Memory of each solver's table, taken when a search needs it first. More would save few nodes, and make each
/// slower; see `SOLVER.md`.
const MEBIBYTES: usize = 4;

/// Solvers kept at most: few boards are played at once, and each solver has its memory.
const KEPT: usize = 3;

/// The solvers of the boards used last, one for each board.
#[derive(Default)]
pub(crate) struct SolverCache {
    /// The one used last is the first.
    solvers: Mutex<Vec<Arc<Solver>>>,
}

impl SolverCache {
    /// The solver of a board that [fits](super::Position::fits_bits), made at the first use. It is ready for several
    /// threads at once.
    pub(crate) fn solver(&self, shape: Shape) -> Arc<Solver> {
        let mut solvers = self.solvers.lock().expect("no holder panics");
        let found = solvers.iter().position(|solver| solver.shape() == shape);
        let solver = if let Some(at) = found {
            solvers.remove(at)
        } else {
            let mut solver = Solver::new(shape, MEBIBYTES);
            solver.share();
            Arc::new(solver)
        };
        solvers.insert(0, Arc::clone(&solver));
        solvers.truncate(KEPT);
        solver
    }
}

impl fmt::Debug for SolverCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolverCache").finish_non_exhaustive()
    }
}
