//! Everything that is the same in every position of a variant.

use protocol::rules::{Family, Variant};

use super::code_table::CodeTable;
use super::layout::Layout;
use super::network::Network;
use super::pattern::{MAX_REACH, Patterns};
use super::policy::Policy;
use super::weights::Weights;
use super::zobrist::Zobrist;

/// Lookup tables of a variant: lines, patterns, codes, weights and hash keys. About 1 MiB, made in some
/// milliseconds; 17 MiB at the widest reach.
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
    /// Returns `true` if the variant can be played: any empty cell, none forbidden, and rows of at most seven, or six where longer ones
    /// do not win.
    pub fn fits(variant: Variant) -> bool {
        match variant.family() {
            Family::Free => Patterns::reach(variant.overline(), variant.shape()) <= MAX_REACH,
            // Neither its patterns nor its proofs know forbidden points.
            Family::Gravity | Family::Renju => false,
        }
    }

    /// The tables of a variant that [fits](Self::fits); panics for others.
    pub fn new(variant: Variant) -> Self {
        assert!(Self::fits(variant), "{variant} is not played");
        let layout = Layout::new(variant.shape());
        let weights = Weights::built_in(variant.shape());
        Self {
            variant,
            patterns: Patterns::new(variant.overline(), variant.shape()),
            codes: CodeTable::new(&weights.policy),
            weights,
            zobrist: Zobrist::new(layout.cells),
            layout,
        }
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
