//! VCT, victory by continuous threats: wins in which every move of the attacker is a four or a three.
//!
//! A three threatens an open four and leaves the other side few answers: cells that hold the four, and fours
//! of its own. All of them are searched, so that a win found is proven. Iterative deepening over the number
//! of threats finds short wins first, until the node limit is reached.
//!
//! Source: V. Allis (1994), threat-space search, without its shortcut of playing all answers at once.

use std::collections::HashMap;

use super::board::Board;
use super::cells::Cells;
use super::history::History;
use super::moves::{self, Move};
use super::threat::Threat;
use super::threat_status::ThreatStatus;
use super::vcf::{VcfSearch, Win};

/// Threats of the longest sequence.
const MAX_THREATS: usize = 12;

/// Fours of the VCF search at every node.
const VCF_FOURS: usize = 10;

/// Nodes of the VCF search at every node.
const VCF_NODES: u64 = 200;

/// The VCT search of one position.
pub(super) struct VctSearch<'v, 'a> {
    vcf: &'v mut VcfSearch<'a>,
    history: History,
    /// Positions without a win, and the number of threats with which they were searched.
    refuted: HashMap<u64, usize>,
    /// A board for each ply.
    boards: Vec<Board<'a>>,
    nodes: u64,
    node_limit: u64,
    /// Nodes of the VCF search at which this search ends.
    vcf_limit: u64,
}

/// The search reached its node limit or ran out of time.
struct NodeLimit;

impl<'v, 'a> VctSearch<'v, 'a> {
    pub(super) fn new(board: &Board<'a>, vcf: &'v mut VcfSearch<'a>) -> Self {
        Self {
            boards: vec![board.clone(); 2 * MAX_THREATS + 2],
            history: History::new(),
            refuted: HashMap::new(),
            nodes: 0,
            node_limit: 0,
            vcf_limit: u64::MAX,
            vcf,
        }
    }

    /// Ends the search when the VCF search has this number of nodes, those before included.
    pub(super) fn limit_vcf_nodes(mut self, nodes: u64) -> Self {
        self.vcf_limit = nodes;
        self
    }

    /// Searches for a win of the side to move at the first board with at most `nodes` nodes.
    ///
    /// Ends early without a result when `out_of_time` returns true.
    pub(super) fn win(&mut self, nodes: u64, out_of_time: &dyn Fn() -> bool) -> Option<Win> {
        self.node_limit = nodes;
        for threats in 1..=MAX_THREATS {
            match self.attack(0, threats, out_of_time) {
                Ok(Some(win)) => return Some(win),
                Ok(None) => {}
                Err(NodeLimit) => return None,
            }
        }
        None
    }

    /// A win of the side to move with at most `threats_left` threats (OR node).
    fn attack(
        &mut self,
        ply: usize,
        threats_left: usize,
        out_of_time: &dyn Fn() -> bool,
    ) -> Result<Option<Win>, NodeLimit> {
        self.nodes += 1;
        let is_spent = self.nodes >= self.node_limit || self.vcf.nodes() >= self.vcf_limit;
        if is_spent || out_of_time() {
            return Err(NodeLimit);
        }
        let board = &self.boards[ply];
        let (us, key) = (board.us, board.key);
        let status = ThreatStatus::from(board);
        if let ThreatStatus::Lost(_) = status {
            return Ok(None);
        }
        let win = self.vcf.win(board, VCF_FOURS, VCF_NODES, out_of_time);
        if win.is_some() {
            return Ok(win);
        }
        let is_refuted = |searched: &usize| *searched >= threats_left;
        if threats_left == 0 || self.refuted.get(&key).is_some_and(is_refuted) {
            return Ok(None);
        }
        let threats = [Threat::Three, Threat::DoubleThree]
            .iter()
            .fold(board.fours(us), |all, threat| {
                all.or(board.threats(us, *threat))
            });
        let cells = match status {
            // A win at first sight was found by the VCF search above.
            ThreatStatus::Won(_) | ThreatStatus::Lost(_) | ThreatStatus::Free => threats,
            ThreatStatus::Forced(cell) => threats.and(&Cells::from_iter([cell])),
            ThreatStatus::Threatened => threats.and(&moves::when_threatened(board)),
        };
        for Move { cell, .. } in self.ordered(ply, &cells) {
            self.play(ply, cell);
            if let Some(plies) = self.defend(ply + 1, threats_left - 1, out_of_time)? {
                let plies = plies + 1;
                return Ok(Some(Win { plies, cell }));
            }
        }
        self.refuted.insert(key, threats_left);
        Ok(None)
    }

    /// Plies to the loss of the side to move against its longest defence; `None` when an answer holds (AND
    /// node).
    fn defend(
        &mut self,
        ply: usize,
        threats_left: usize,
        out_of_time: &dyn Fn() -> bool,
    ) -> Result<Option<usize>, NodeLimit> {
        let board = &self.boards[ply];
        let cells = match ThreatStatus::from(board) {
            ThreatStatus::Lost(plies) => return Ok(Some(plies)),
            ThreatStatus::Won(_) | ThreatStatus::Free => return Ok(None),
            ThreatStatus::Forced(cell) => Cells::from_iter([cell]),
            ThreatStatus::Threatened => moves::when_threatened(board),
        };
        // An unanswered open three: four, block, five after any move elsewhere.
        let mut longest = 4;
        for Move { cell, .. } in self.ordered(ply, &cells) {
            self.play(ply, cell);
            match self.attack(ply + 1, threats_left, out_of_time)? {
                Some(win) => longest = longest.max(win.plies + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(longest))
    }

    /// The moves to `cells`, best first.
    fn ordered(&self, ply: usize, cells: &Cells) -> Vec<Move> {
        let mut list = Vec::new();
        let board = &self.boards[ply];
        moves::list(board, cells, None, &self.history, &mut list);
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        list
    }

    /// Makes the position of the next ply.
    fn play(&mut self, ply: usize, cell: usize) {
        let [board, next] = &mut self.boards[ply..ply + 2] else {
            unreachable!("there are boards for the longest sequence");
        };
        next.clone_from(board);
        next.play_without_evaluation(cell);
    }
}
