//! The evaluations of the positions of a search.
//!
//! The sums of the [`network`](super::network) over a board are kept here, beside the positions, and are made from the
//! sums of the position before and from the codes that differ. They are made for the side alone that they are asked
//! for, and when they are: most positions are evaluated for their side to move, and many are not evaluated at all.

use super::board::Board;
use super::code::CodePair;
use super::layout::DIRECTIONS;
use super::network::{Accumulator, HALF, HIDDEN, Network};
use super::region_network::RegionSums;
use super::tables::Tables;

/// Sums of the positions from the root of a search to its current one.
pub(super) struct Evaluator {
    /// By ply and side, the sums as that side sees them, where they are known.
    sums: Vec<[Sums; 2]>,
    /// By ply and side, whether the sums are those of the position.
    is_known: Vec<[bool; 2]>,
    /// Neurons of the hidden layers.
    hidden: [[f32; HIDDEN]; 2],
}

/// The sums of a position as one side sees it.
struct Sums {
    accumulator: Accumulator,
    regions: RegionSums,
}

impl Evaluator {
    /// For positions of `plies` plies below the root at most.
    pub(super) fn new(plies: usize) -> Self {
        Self {
            sums: (0..=plies).map(|_| [const { Sums::new() }; 2]).collect(),
            is_known: vec![[false; 2]; plies + 1],
            hidden: [[0.0; HIDDEN]; 2],
        }
    }

    /// Forgets the sums of a ply, where another position stands now.
    pub(super) fn forget(&mut self, ply: usize) {
        self.is_known[ply] = [false; 2];
    }

    /// Static evaluation in points for the side to move of the last of these positions, each but the first of which
    /// comes from the one before by the stone of `path`.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    pub(super) fn evaluation(&mut self, boards: &[Board<'_>], path: &[usize]) -> i32 {
        let ply = boards.len() - 1;
        let board = &boards[ply];
        let side = board.us;
        let mut known = ply;
        while known > 0 && !self.is_known[known][side] {
            known -= 1;
        }
        if !self.is_known[known][side] {
            self.sums[known][side] = Sums::of(&boards[known], side);
            self.is_known[known][side] = true;
        }
        for at in known..ply {
            let [before, after] = &mut self.sums[at..at + 2] else {
                unreachable!("there are sums for every ply");
            };
            after[side].follow(&before[side], side, &boards[at..at + 2], path[at]);
            self.is_known[at + 1][side] = true;
        }
        self.sums[ply][side].value(board.tables().network(), &mut self.hidden)
    }
}

/// Static evaluation of a position by itself, in points for its side to move.
pub(super) fn evaluation(board: &Board<'_>) -> i32 {
    Sums::of(board, board.us).value(board.tables().network(), &mut [[0.0; HIDDEN]; 2])
}

impl Sums {
    const fn new() -> Self {
        Self {
            accumulator: [[0; HALF]; 2],
            regions: RegionSums::new(),
        }
    }

    /// The sums of a position as a side sees them.
    fn of(board: &Board<'_>, side: usize) -> Self {
        let tables = board.tables();
        let mut sums = Self::new();
        for cell in board.empty().iter() {
            let codes = board.codes(cell).seen_by(side);
            replace_classes(tables, &mut sums.accumulator, CodePair::default(), codes);
            let network = &tables.network().regions;
            sums.regions
                .add(network, tables.layout().regions[cell], codes);
        }
        sums
    }

    /// The value for the side that sees these sums, in points.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    fn value(&mut self, network: &Network, hidden: &mut [[f32; HIDDEN]; 2]) -> i32 {
        self.regions.refresh(&network.regions);
        network.value(&self.accumulator, &self.regions, hidden)
    }

    /// Makes these sums those of the second of two positions, which comes from the first by a stone.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "compiled for several instruction sets"
    )]
    fn follow(&mut self, before: &Self, side: usize, boards: &[Board<'_>], stone: usize) {
        let [old, new] = boards else {
            unreachable!("a step is from one position to the next");
        };
        let tables = old.tables();
        let layout = tables.layout();
        let network = &tables.network().regions;
        let codes = old.codes(stone).seen_by(side);
        self.regions.clone_from(&before.regions);
        self.regions.remove(network, layout.regions[stone], codes);
        let mut accumulator = before.accumulator;
        replace_classes(tables, &mut accumulator, codes, CodePair::default());
        let codes = |cell| [old, new].map(|board| board.codes(cell).seen_by(side));
        if tables.has_fouls() {
            // A point may become forbidden, or no longer be, far from the stone.
            for cell in new.empty().iter() {
                let [old, new] = codes(cell);
                if old == new {
                    continue;
                }
                replace_classes(tables, &mut accumulator, old, new);
                self.regions.remove(network, layout.regions[cell], old);
                self.regions.add(network, layout.regions[cell], new);
            }
        } else {
            for direction in 0..DIRECTIONS {
                let changed = new.changed(direction);
                let changed = layout.cells_of_bits(stone, direction, changed);
                for (_, cell) in changed {
                    let [old, new] = codes(cell);
                    replace_classes(tables, &mut accumulator, old, new);
                    let region = layout.regions[cell];
                    self.regions.replace(network, region, direction, old, new);
                }
            }
        }
        self.accumulator = accumulator;
    }
}

/// Replaces the codes of a cell in an accumulator.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "it is most of a step, and called from several places"
)]
fn replace_classes(tables: &Tables, accumulator: &mut Accumulator, old: CodePair, new: CodePair) {
    for half in [0, 1] {
        // As often as not both differ: to ask costs more than to replace a row by itself.
        let [old, new] = [old, new].map(|codes| tables.codes().info(codes.of(half)).class());
        tables.network().replace(accumulator, half, old, new);
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;
    use rand::rngs::StdRng;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};

    use super::super::dispatch::IsaLevel;
    use super::*;

    /// The steps of a search: to the next ply, back and to another next ply, with evaluations at some positions only.
    #[test]
    fn sums_kept_along_a_line_are_those_of_the_position_alone() {
        const PLIES: usize = 60;
        let mut rng = StdRng::seed_from_u64(8);
        for name in [
            "gomoku-15",
            "gomoku-standard",
            "renju",
            "custom:9x7x5:free",
            "gomoku",
        ] {
            let tables = Tables::new(name.parse::<Variant>().unwrap());
            let mut boards = vec![Board::new(&tables)];
            let mut path = Vec::new();
            let isas = [IsaLevel::Portable, IsaLevel::detect()];
            let mut evaluators = isas.map(|isa| (isa, Evaluator::new(PLIES)));
            let mut compared = 0;
            for _ in 0..600 {
                let board = boards.last().unwrap();
                let cells = board.playable(board.empty());
                let next = cells.iter().choose(&mut rng);
                let is_back = boards.len() > PLIES || rng.random_ratio(1, 3);
                match next {
                    Some(cell) if boards.len() == 1 || !is_back => {
                        let mut board = board.clone();
                        board.play(cell);
                        path.push(cell);
                        for (_, evaluator) in &mut evaluators {
                            evaluator.forget(boards.len());
                        }
                        boards.push(board);
                    }
                    Some(_) | None => {
                        boards.pop();
                        path.pop();
                    }
                }
                if rng.random_ratio(1, 2) {
                    let alone = evaluation(boards.last().unwrap());
                    for (isa, evaluator) in &mut evaluators {
                        let value = isa.evaluation(evaluator, &boards, &path);
                        assert_eq!(value, alone, "{name}, {isa:?}");
                    }
                    compared += 1;
                }
            }
            assert!(compared > 200);
        }
    }
}
