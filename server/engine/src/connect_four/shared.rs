//! Solvers that every game of this program shares, so that what one learned helps the next.

use std::sync::{Arc, Mutex};

use protocol::rules::Shape;

use super::solver::Solver;

/// Memory of each: a hard position of 7 x 6 leaves about this much behind.
const MEBIBYTES: usize = 64;

/// Solvers that are kept: nobody plays on many boards at once, and each has its memory.
const KEPT: usize = 3;

/// The solver for a board that fits, made at the first question.
pub(crate) fn solver_for(shape: Shape) -> Arc<Solver> {
    static SOLVERS: Mutex<Vec<Arc<Solver>>> = Mutex::new(Vec::new());
    let mut solvers = SOLVERS.lock().expect("no holder panics");
    let found = solvers.iter().position(|solver| solver.shape() == shape);
    let solver = if let Some(at) = found {
        solvers.remove(at)
    } else {
        let mut solver = Solver::new(shape, MEBIBYTES);
        solver.share();
        Arc::new(solver)
    };
    // The one used last is the first.
    solvers.insert(0, Arc::clone(&solver));
    solvers.truncate(KEPT);
    solver
}
