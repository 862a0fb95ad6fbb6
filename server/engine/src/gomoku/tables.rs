//! Everything that is the same in every position of a variant.

use protocol::rules::{Family, Overline, Variant};
use protocol::square::Square;

use super::code_table::CodeTable;
use super::layout::Layout;
use super::network::Network;
use super::pattern::{MAX_REACH, Patterns};
use super::policy::Policy;
use super::weights::Weights;
use super::zobrist::Zobrist;

/// Lookup tables of a variant: lines, patterns, codes, weights and hash keys. Less than half a MiB, made in some
/// milliseconds; one more where six do not win, and 17 at the widest reach.
#[derive(Debug)]
pub struct Tables {
    variant: Variant,
    layout: Layout,
    patterns: Patterns,
    codes: CodeTable,
    weights: &'static Weights,
    zobrist: Zobrist,
}

impl Tables {
    /// Returns `true` if the variant can be played: any empty cell but for the forbidden points of renju, and rows of
    /// at most seven, or six where longer ones do not win.
    pub fn fits(variant: Variant) -> bool {
        match variant.family() {
            Family::Free => Patterns::reach(variant.overline(), variant.shape()) <= MAX_REACH,
            Family::Renju => true,
            Family::Gravity => false,
        }
    }

    /// The tables of a variant that [fits](Self::fits); panics for others.
    pub fn new(variant: Variant) -> Self {
        assert!(Self::fits(variant), "{variant} is not played");
        let layout = Layout::new(variant.shape());
        let weights = Weights::built_in(variant.shape());
        Self {
            variant,
            patterns: patterns(variant),
            codes: CodeTable::new(),
            weights,
            zobrist: Zobrist::new(layout.cells),
            layout,
        }
    }

    /// The tables of a board on which nobody may play on some cells, and no row goes through them; panics for a variant
    /// that does not [fit](Self::fits), and for renju, whose forbidden points are judged on the whole board.
    pub fn with_blocked(variant: Variant, blocked: &[Square]) -> Self {
        let mut tables = Self::new(variant);
        assert!(
            blocked.is_empty() || !tables.has_fouls(),
            "{variant} has no blocked cells"
        );
        for &square in blocked {
            tables.layout.block(square);
        }
        tables
    }

    /// The variant that the tables are for.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    #[inline]
    pub(super) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Cells on each side of a cell that its patterns depend on.
    #[inline]
    pub(super) fn reach(&self) -> u32 {
        self.patterns.reach
    }

    /// Stones of a winning row.
    #[inline]
    pub(super) fn in_row(&self) -> u32 {
        self.layout.shape.in_row.into()
    }

    /// True where points are forbidden to the first side.
    #[inline]
    pub(super) fn has_fouls(&self) -> bool {
        self.variant.family() == Family::Renju
    }

    #[inline]
    pub(super) fn codes(&self) -> &CodeTable {
        &self.codes
    }

    #[inline]
    pub(super) fn network(&self) -> &Network {
        &self.weights.network
    }

    #[inline]
    pub(super) fn policy(&self) -> &Policy {
        &self.weights.policy
    }

    #[inline]
    pub(super) fn zobrist(&self) -> &Zobrist {
        &self.zobrist
    }
}

fn patterns(variant: Variant) -> Patterns {
    let shape = variant.shape();
    match variant.family() {
        Family::Renju => Patterns::by_side([Overline::DoesNotWin, Overline::Wins], shape),
        Family::Free | Family::Gravity => Patterns::new(variant.overline(), shape),
    }
}
