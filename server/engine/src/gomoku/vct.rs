//! VCT, victory by continuous threats: wins in which every move of the attacker is a four or a three.
//!
//! A three threatens an open four and leaves the other side few answers: cells that hold the four, and fours
//! of its own. All of them are searched, so that a win found is proven. Where the other side answers with a
//! four, the attacker's block need not threaten anything, as long as its three still stands.
//!
//! The search is df-pn, a depth-first proof-number search: it goes where the fewest positions are left to prove
//! or to refute, keeps both numbers of every position in a table, and takes up an earlier search where that
//! ended.
//!
//! Sources: V. Allis (1994), proof-number search and threat sequences; A. Nagai (2002), df-pn.

use super::board::Board;
use super::cells::Cells;
use super::history::History;
use super::moves::{self, Move};
use super::threat::Threat;
use super::threat_status::ThreatStatus;
use super::vcf::{VcfSearch, Win};
use super::vct_table::{INFINITE, ProofNumbers, VctTable};

/// Plies of the longest sequence, that of the VCF search at its end not counted.
const MAX_PLY: usize = 100;

/// Fours of the VCF search at every position.
const VCF_FOURS: usize = 10;

/// Nodes of the VCF search at every position: it sees the end of a win, and the fours before it are moves like
/// any other. More prove fewer wins in the same time.
const VCF_NODES: u64 = 4;

/// Nodes between two looks at the clock.
const NODES_PER_TIME_CHECK: u64 = 16;

/// Mixed into the keys of positions where the defender is to move: the same stones may be met with the roles
/// exchanged.
const DEFENDER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The VCT search, with the results of earlier ones.
pub(super) struct VctSearch<'v, 'a> {
    table: &'v mut VctTable,
    /// By ply; the attacker is to move at even ones.
    boards: Vec<Board<'a>>,
    /// By ply, buffers for the moves of a position.
    children: Vec<Vec<Child>>,
    moves: Vec<Move>,
    history: History,
    /// Positions searched, those of the VCF search not included.
    nodes: u64,
}

/// A move and what is known of the position after it.
#[derive(Clone, Copy)]
struct Child {
    cell: usize,
    numbers: ProofNumbers,
}

/// The bounds of one search.
struct Limits<'l, 'a> {
    vcf: &'l mut VcfSearch<'a>,
    /// Nodes at which the search ends, of this search and the VCF search together.
    nodes: u64,
    out_of_time: &'l dyn Fn() -> bool,
    is_spent: bool,
}

impl<'v, 'a> VctSearch<'v, 'a> {
    pub(super) fn new(table: &'v mut VctTable) -> Self {
        Self {
            table,
            boards: Vec::new(),
            children: Vec::new(),
            moves: Vec::new(),
            history: History::new(),
            nodes: 0,
        }
    }

    /// Nodes of all searches so far, without those of the VCF search.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches for a win of the side to move with about `nodes` nodes, those of the VCF search included.
    ///
    /// Ends early without a result when `out_of_time` returns true.
    pub(super) fn win(
        &mut self,
        board: &Board<'a>,
        vcf: &mut VcfSearch<'a>,
        nodes: u64,
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Win> {
        let nodes = (self.nodes + vcf.nodes()).saturating_add(nodes);
        let mut limits = Limits {
            vcf,
            nodes,
            out_of_time,
            is_spent: false,
        };
        if let Some(first) = self.boards.first_mut() {
            first.clone_from(board);
        } else {
            self.boards.push(board.clone());
        }
        let numbers = self.visit(0, INFINITE, INFINITE, &mut limits);
        numbers.is_proven().then_some(numbers.win)
    }

    /// Searches the position at `ply` until its proof or disproof number reaches a limit.
    fn visit(
        &mut self,
        ply: usize,
        proof_limit: u32,
        disproof_limit: u32,
        limits: &mut Limits<'_, 'a>,
    ) -> ProofNumbers {
        self.nodes += 1;
        let start = self.nodes + limits.vcf.nodes();
        limits.is_spent |= start >= limits.nodes
            || self.nodes.is_multiple_of(NODES_PER_TIME_CHECK) && (limits.out_of_time)();
        let key = table_key(self.boards[ply].key, ply);
        let mut children = self.children.pop().unwrap_or_default();
        let numbers = match self.expand(ply, key, &mut children, limits) {
            Some(numbers) => numbers,
            None => self.search(ply, &mut children, [proof_limit, disproof_limit], limits),
        };
        self.children.push(children);
        let nodes = self.nodes + limits.vcf.nodes() - start;
        self.table.put(key, numbers, nodes + 1);
        numbers
    }

    /// Searches the best child until a number of the position at `ply` reaches its limit.
    fn search(
        &mut self,
        ply: usize,
        children: &mut [Child],
        [proof_limit, disproof_limit]: [u32; 2],
        limits: &mut Limits<'_, 'a>,
    ) -> ProofNumbers {
        let is_attack = is_attack(ply);
        loop {
            let total = if is_attack {
                after_attack(children)
            } else {
                after_defence(children)
            };
            let is_reached = total.proof >= proof_limit || total.disproof >= disproof_limit;
            if total.is_proven() || total.is_refuted() || is_reached || limits.is_spent {
                return total;
            }
            // The child that is easiest to prove, or to refute, and the next after it.
            let (mut best, mut first, mut second) = (0, INFINITE, INFINITE);
            for (number, child) in children.iter().enumerate() {
                let cost = if is_attack {
                    child.numbers.proof
                } else {
                    child.numbers.disproof
                };
                if cost < first {
                    (best, first, second) = (number, cost, first);
                } else {
                    second = second.min(cost);
                }
            }
            let numbers = children[best].numbers;
            // A little more than the next best: fewer changes between the two.
            let beyond = (second.saturating_add(second / 2 + 1)).min(INFINITE);
            let [proof, disproof] = if is_attack {
                let others = total.disproof - numbers.disproof;
                [proof_limit.min(beyond), disproof_limit - others]
            } else {
                let others = total.proof - numbers.proof;
                [proof_limit - others, disproof_limit.min(beyond)]
            };
            self.play(ply, children[best].cell);
            children[best].numbers = self.visit(ply + 1, proof, disproof, limits);
        }
    }

    /// Fills `children` with the moves of the position at `ply`, or returns its value where it is known.
    fn expand(
        &mut self,
        ply: usize,
        key: u64,
        children: &mut Vec<Child>,
        limits: &mut Limits<'_, 'a>,
    ) -> Option<ProofNumbers> {
        let known = self.table.get(key);
        if let Some(numbers) = known
            && (numbers.is_proven() || numbers.is_refuted())
        {
            return known;
        }
        let board = &self.boards[ply];
        let cells = if is_attack(ply) {
            if known.is_none() {
                let win = limits
                    .vcf
                    .win(board, VCF_FOURS, VCF_NODES, limits.out_of_time);
                if let Some(win) = win {
                    return Some(ProofNumbers::proven(win));
                }
            }
            attacks(board)
        } else {
            match defences(board) {
                Ok(cells) => cells,
                Err(numbers) => return Some(numbers),
            }
        };
        if cells.is_empty() {
            return Some(ProofNumbers::REFUTED);
        }
        if ply + 1 >= MAX_PLY {
            // Not refuted: the same position may be met nearer to the root of another search.
            return Some(ProofNumbers::open(INFINITE - 1, 1));
        }
        let us = board.us;
        moves::list(board, &cells, None, &self.history, &mut self.moves);
        self.moves
            .sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.score), candidate.cell));
        children.clear();
        for &Move { cell, .. } in &self.moves {
            let key = table_key(board.key_after(cell), ply + 1);
            let numbers = self
                .table
                .get(key)
                .unwrap_or_else(|| first_guess(ply, board.info(us, cell).threat()));
            children.push(Child { cell, numbers });
        }
        None
    }

    /// Makes the position of the next ply.
    fn play(&mut self, ply: usize, cell: usize) {
        if self.boards.len() < ply + 2 {
            self.boards.push(self.boards[ply].clone());
        }
        let [board, next] = &mut self.boards[ply..ply + 2] else {
            unreachable!("there is a board for every ply");
        };
        next.clone_from(board);
        next.play(cell);
    }
}

/// Key in the table of a position with the key `position` at `ply`.
fn table_key(position: u64, ply: usize) -> u64 {
    if is_attack(ply) {
        position
    } else {
        position ^ DEFENDER
    }
}

/// Returns `true` if the attacker is to move at `ply`.
fn is_attack(ply: usize) -> bool {
    ply.is_multiple_of(2)
}

/// Numbers of a position that was not searched yet, after a move that is `threat` to the side that makes it.
///
/// A plain four forces the answer, but proves little: where fours come last, twice as many wins are proven with
/// the same nodes.
fn first_guess(ply: usize, threat: Threat) -> ProofNumbers {
    let proof = match threat {
        Threat::Four if is_attack(ply) => 6,
        Threat::Three if is_attack(ply) => 2,
        _ => 1,
    };
    ProofNumbers::open(proof, 1)
}

/// Moves of the attacker that go on threatening; none where there are none or where it has lost.
fn attacks(board: &Board<'_>) -> Cells {
    let us = board.us;
    let threats = || {
        board
            .fours(us)
            .or(board.threats(us, Threat::Three))
            .or(board.threats(us, Threat::DoubleThree))
    };
    match ThreatStatus::from(board) {
        ThreatStatus::Lost(_) => Cells::default(),
        // The block of a four: whether a threat still stands after it is seen then.
        ThreatStatus::Forced(cell) => Cells::from_iter([cell]),
        ThreatStatus::Threatened => threats().and(&moves::when_threatened(board)),
        // A win at first sight was found by the VCF search.
        ThreatStatus::Won(_) | ThreatStatus::Free => threats(),
    }
}

/// Answers of the defender; no other move prevents the loss.
fn defences(board: &Board<'_>) -> Result<Cells, ProofNumbers> {
    let lost = |plies| ProofNumbers::proven(Win { plies, cell: 0 });
    match ThreatStatus::from(board) {
        ThreatStatus::Lost(plies) => Err(lost(plies)),
        ThreatStatus::Won(_) | ThreatStatus::Free => Err(ProofNumbers::REFUTED),
        ThreatStatus::Forced(cell) => Ok(Cells::from_iter([cell])),
        ThreatStatus::Threatened => {
            let cells = moves::when_threatened(board);
            if cells.is_empty() {
                // Four, block, five after any move.
                Err(lost(4))
            } else {
                Ok(cells)
            }
        }
    }
}

/// Numbers of a position of the attacker: one child suffices for a proof, all are needed for a refutation.
fn after_attack(children: &[Child]) -> ProofNumbers {
    let mut total = ProofNumbers::REFUTED;
    for Child { cell, numbers, .. } in children {
        if numbers.is_proven() {
            let plies = numbers.win.plies + 1;
            return ProofNumbers::proven(Win { plies, cell: *cell });
        }
        total.proof = total.proof.min(numbers.proof);
        total.disproof = (total.disproof + numbers.disproof).min(INFINITE - 1);
    }
    total
}

/// Numbers of a position of the defender: all children are needed for a proof.
fn after_defence(children: &[Child]) -> ProofNumbers {
    // An open three that is not answered: four, block, five after any move elsewhere.
    let (mut proof, mut disproof, mut plies) = (0, INFINITE, 4);
    for Child { numbers, .. } in children {
        if numbers.is_refuted() {
            return ProofNumbers::REFUTED;
        }
        plies = plies.max(numbers.win.plies + 1);
        proof = (proof + numbers.proof).min(INFINITE - 1);
        disproof = disproof.min(numbers.disproof);
    }
    if proof == 0 {
        return ProofNumbers::proven(Win { plies, cell: 0 });
    }
    ProofNumbers::open(proof, disproof)
}
