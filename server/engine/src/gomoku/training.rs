//! Parts of the engine that the training of the weights needs. The training itself is in the crate `lab`.
//!
//! game -> [`Searcher::choose_observed`] -> lines of moves to evaluated positions -> [`Searcher::search_line`] -> the
//! position with its score and best move -> [`Features`], the position as the weights see it
//!
//! The constants are the measures of the network and the units of its file.

use protocol::game::Game;
use protocol::square::Square;

use super::board::Board;
use super::code::PatternCode;
use super::evaluator::evaluation;
use super::layout::DIRECTIONS;
use super::moves;
use super::pattern;
use super::root_moves::ForcedWinBudget;
use super::score::INFINITE;
use super::search::Interrupted;
use super::searcher::{RunOptions, Searcher};
use super::tables::Tables;
use super::threat_status::ThreatStatus;
use super::weights::Weights;
use crate::search::{Choice, SearchRequest, Stopped};

pub use super::layout::RELATIONS;
pub use super::network::{FEATURES, HALF, HIDDEN, ONE, POINT, ROW};
pub use super::policy::LOGIT_ONE;
pub use super::region_network::{
    BOARD_SCALE, CHANNEL_ONE, CHANNELS, INPUTS, MAX_ROW, NEURON_SCALE, NEURONS, REGION_NEURONS,
    REGION_SCALE, REGIONS,
};
pub use super::weights::{HEADER, built_in_text};

/// Patterns of a line.
pub const PATTERNS: usize = pattern::PATTERNS.len();

/// A position with the result of a search of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingPosition {
    /// Moves from the root of the search it was drawn from.
    pub line: Vec<Square>,
    /// Score of its search for its side to move, in the unit of [`Searcher::choose`].
    pub score: i32,
    /// Best move of its search; `None` if all moves lose at once.
    pub best: Option<Square>,
}

/// A position as the weights see it.
#[derive(Clone, Debug)]
pub struct Features {
    /// Classes of the codes of empty cells: of the side to move, then of the other side.
    pub codes: [Vec<u16>; 2],
    /// The empty cells.
    pub cells: Vec<CellFeatures>,
    /// The moves that a search would try.
    pub moves: Vec<MoveFeatures>,
    /// The engine's evaluation with its own weights, in points for the side to move.
    pub value: i32,
}

/// An empty cell, for the part of the network that has regions.
#[derive(Clone, Copy, Debug)]
pub struct CellFeatures {
    /// Its region.
    pub region: u8,
    /// By line, its pair of patterns: [`PATTERNS`] times the number of the side to move, plus that of the other side.
    pub pairs: [u8; DIRECTIONS],
}

/// A move, for the move ordering.
#[derive(Clone, Copy, Debug)]
pub struct MoveFeatures {
    /// The cell.
    pub square: Square,
    /// Classes of the codes of the cell: of the side to move, and of the other side.
    pub codes: [u16; 2],
    /// Relations of the cell to the last stone and to the one before.
    pub relations: [u8; 2],
}

/// The budget of a move in a training game: enough for short wins, which need not be the shortest there.
const TRAINING_BUDGET: ForcedWinBudget = ForcedWinBudget {
    vcf_nodes: 5_000,
    vct_nodes: 5_000,
};

impl Searcher {
    /// The best move of a game, like [`choose`](Self::choose). `observer` gets the moves, as numbers of cells, from the
    /// root to every position that the search evaluates.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn choose_observed(
        &mut self,
        game: &Game,
        search: SearchRequest<'_>,
        observer: &mut dyn FnMut(&[usize]),
    ) -> Result<Choice, Stopped> {
        let options = RunOptions {
            budget: TRAINING_BUDGET,
            excluded: &[],
            observer: Some(observer),
            follows_only_move: false,
        };
        self.run(game, search, options)
    }

    /// Searches the position after an observed line, to the depth of `search`. `None` if its evaluation is not needed:
    /// it is won, lost or forced at first sight, or won by VCF.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when told to stop.
    pub fn search_line(
        &mut self,
        game: &Game,
        line: &[usize],
        search: SearchRequest<'_>,
    ) -> Result<Option<TrainingPosition>, Stopped> {
        let depth = Self::depth_of(search);
        let mut thread = self.detached_thread(game, search);
        for (ply, &cell) in line.iter().enumerate() {
            thread.play(ply, cell);
        }
        let ply = line.len();
        match ThreatStatus::from(thread.board(ply)) {
            ThreatStatus::Free | ThreatStatus::Threatened => {}
            ThreatStatus::Won(_) | ThreatStatus::Lost(_) | ThreatStatus::Forced(_) => {
                return Ok(None);
            }
        }
        if thread.vcf_win(ply).is_some() {
            return Ok(None);
        }
        let score = thread
            .search(ply, depth, -INFINITE, INFINITE)
            .map_err(|Interrupted| Stopped)?;
        let square = |&cell: &usize| thread.board(ply).tables().layout().square(cell);
        Ok(Some(TrainingPosition {
            line: line.iter().map(square).collect(),
            score,
            best: thread.pv(ply).first().map(square),
        }))
    }
}

impl Features {
    /// The features of a game that is not over, on the variant of `tables`. `None` if the position is won, lost or
    /// forced at first sight: the weights are not used there.
    pub fn new(tables: &Tables, game: &Game) -> Option<Self> {
        let board = Board::from_game(tables, game);
        let layout = tables.layout();
        let moves = match ThreatStatus::from(&board) {
            ThreatStatus::Free => moves::when_free(&board),
            ThreatStatus::Threatened => moves::when_threatened(&board),
            ThreatStatus::Won(_) | ThreatStatus::Lost(_) | ThreatStatus::Forced(_) => return None,
        };
        let sides = [board.us, board.them()];
        let class = |side, cell| board.info(side, cell).class();
        let pair = |cell, direction| {
            let [own, theirs] = sides.map(|side| board.code(side, cell).pattern(direction));
            (own as usize * PATTERNS + theirs as usize) as u8
        };
        Some(Self {
            codes: sides.map(|side| {
                let cells = board.empty().iter();
                let alive = cells.filter(|cell| !board.code(side, *cell).is_dead());
                alive.map(|cell| class(side, cell)).collect()
            }),
            cells: board
                .empty()
                .iter()
                .map(|cell| CellFeatures {
                    region: layout.regions[cell],
                    pairs: [0, 1, 2, 3].map(|direction| pair(cell, direction)),
                })
                .collect(),
            moves: moves
                .iter()
                .map(|cell| MoveFeatures {
                    square: layout.square(cell),
                    codes: sides.map(|side| class(side, cell)),
                    relations: board.recent().map(|recent| layout.relation(recent, cell)),
                })
                .collect(),
            value: evaluation(&board),
        })
    }
}

/// The number of the code of every class, and its patterns.
pub fn codes() -> impl Iterator<Item = (usize, [usize; DIRECTIONS])> {
    PatternCode::all_sorted().map(|code| {
        let patterns = code.patterns().map(|pattern| pattern as usize);
        (code.number(), patterns)
    })
}

/// Returns whether this is the text of weights that the engine can play with.
pub fn are_weights(text: &str) -> bool {
    Weights::parse(text).is_some()
}
