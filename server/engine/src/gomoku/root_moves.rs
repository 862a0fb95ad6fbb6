//! The decision before the search: a forced result, or the moves of the root.

use protocol::millis::Millis;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::board::Board;
use super::cells::Cells;
use super::history::History;
use super::moves::{self, Move};
use super::root::SearchResult;
use super::score::{loss_at, win_at};
use super::threat::Threat;
use super::threat_status::ThreatStatus;
use super::vcf::{MAX_FOURS, VcfSearch};
use super::vct::VctSearch;
use crate::search::SearchRequest;

/// Nodes that the forced-win searches at the root may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForcedWinBudget {
    pub(super) vcf_nodes: u64,
    /// Nodes of the VCT search, with those of its VCF searches.
    pub(super) vct_nodes: u64,
}

/// Share of the time limit that the VCT search may take: one eighth.
const VCT_TIME_SHARE: u64 = 8;

/// The decision at the root.
pub(super) enum RootMoves {
    /// A proven win, or a loss that nothing prevents.
    Decided(SearchResult),
    /// Moves to search, best first; at least one.
    Open(Vec<Move>),
}

impl RootMoves {
    /// Decides a position that is not over.
    ///
    /// `rng` chooses among moves that look equal.
    pub(super) fn new<'a>(
        board: &Board<'a>,
        vcf: &mut VcfSearch<'a>,
        vct: &mut VctSearch<'_, 'a>,
        request: &SearchRequest<'_>,
        budget: ForcedWinBudget,
        rng: &mut StdRng,
    ) -> Self {
        let cells = match ThreatStatus::from(board) {
            ThreatStatus::Won(plies) => {
                let threat = if plies == 1 {
                    Threat::Five
                } else {
                    Threat::OpenFour
                };
                let cells: Vec<_> = board.threats(board.us, threat).iter().collect();
                let cell = cells.choose(rng).expect("the threat that wins");
                return Self::Decided(SearchResult::immediate(*cell, win_at(plies)));
            }
            // The only move, but its score may be known.
            ThreatStatus::Forced(cell) => Cells::from_iter([cell]),
            ThreatStatus::Lost(plies) => {
                let cell = moves::when_lost(board);
                return Self::Decided(SearchResult::immediate(cell, loss_at(plies)));
            }
            ThreatStatus::Threatened => moves::when_threatened(board),
            ThreatStatus::Free => moves::when_free(board),
        };
        let out_of_share = |share: u64| {
            let share = |limit: Millis| Millis::from_millis(limit.as_millis() / share);
            request.should_stop(request.limit.map(share))
        };
        let mut win = vcf.win(board, MAX_FOURS, budget.vcf_nodes, &|| out_of_share(1));
        if win.is_none() && cells.only().is_none() {
            let out_of_time = || out_of_share(VCT_TIME_SHARE);
            win = vct.win(board, vcf, budget.vct_nodes, &out_of_time);
        }
        if let Some(win) = win {
            return Self::Decided(SearchResult::immediate(win.cell, win_at(win.plies)));
        }
        let cells = if cells.is_empty() {
            moves::when_free(board)
        } else {
            cells
        };
        let mut list = Vec::new();
        moves::list(board, &cells, None, &History::new(), &mut list);
        list.shuffle(rng);
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        Self::Open(list)
    }
}
