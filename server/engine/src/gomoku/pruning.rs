//! Margins of the pruning steps, and the plies of reductions and extensions.
//!
//! Margins are in points. The steps themselves are in `search`.

/// Threat extension: plies beyond the horizon that a position is searched while an open four threatens.
///
/// 4 plies gave -9 ± 75 Elo, 1 ply -61 ± 71.
pub(super) const THREAT_EXTENSION: i32 = 2;

/// Internal iterative reduction: depth from which a node without a move of the table is searched a ply less.
pub(super) const IIR_DEPTH: i32 = 4;

/// Razoring: whether the evaluation is hopelessly below `alpha`, at depths up to 3.
///
/// 80 + 50 d² instead of 150 + 100 d² gave +92 ± 58 Elo.
pub(super) fn can_razor(depth: i32, evaluation: i32, alpha: i32) -> bool {
    depth <= 3 && evaluation + 80 + 50 * depth * depth <= alpha
}

/// Reverse futility pruning: whether the evaluation is safely above `beta`, at depths up to 5.
///
/// Not measured alone.
pub(super) fn can_reverse_futility(depth: i32, evaluation: i32, beta: i32) -> bool {
    depth <= 5 && evaluation - 40 - 60 * depth >= beta
}

/// Futility pruning: points that a quiet move may gain in a search of this depth.
///
/// 50 + 40 d up to depth 5 instead of 80 + 70 d up to depth 3 gave +35 ± 35 Elo.
pub(super) fn futility_margin(depth: i32) -> i32 {
    50 + 40 * depth
}

/// Late move pruning: number of moves after which quiet ones are left out.
///
/// Three quarters of them gave +15 ± 33 Elo, 1.3 times as many +17 ± 32.
pub(super) fn late_move_limit(depth: i32, is_pv: bool) -> usize {
    if depth > 10 {
        return usize::MAX;
    }
    let moves = 3 + depth + depth * depth / 2;
    (if is_pv { moves * 3 / 2 } else { moves }) as usize
}

/// Late move reduction of the move with this number, counted from 0: 0.7 + ln(depth) * ln(number + 1) / 1.3, and
/// / 1.7 in the principal variation.
///
/// 1.3 instead of 1.1 gave +45 ± 30 Elo once the policy ordered the moves; 0.95 gave -17 ± 29, 1.5 +20 ± 36.
/// 0.7 instead of 0.3, with internal iterative reduction and positions that VCF gives up: +44 ± 48 at 120,000 nodes,
/// +47 ± 51 at 100 ms; 1.0 gave -64 ± 65 at 200 ms.
pub(super) fn base_reduction(depth: i32, number: usize, is_pv: bool) -> i32 {
    let product = f64::from(depth).ln() * (number as f64 + 1.0).ln();
    let plies = 0.7 + product / if is_pv { 1.7 } else { 1.3 };
    (plies as i32).clamp(0, depth - 1)
}
