//! The evaluation compiled for processors with vectors of 256 bits, and the choice when the program runs.
//!
//! Both versions are the same source, whose numbers are integers or are added in the order of the source: they give the
//! same values (`GOMOKU.md` has the gain).
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "a call of code for newer processors, with its proof below"
    )
)]

use super::board::Board;
use super::evaluator::Evaluator;

/// The best instruction set that this processor has.
#[derive(Clone, Copy, Debug)]
pub(super) enum IsaLevel {
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Proof),
    /// No more than every processor of the target has.
    Portable,
}

impl IsaLevel {
    /// Detects the processor.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = avx2::Proof::find() {
            return Self::Avx2(proof);
        }
        Self::Portable
    }

    /// [`Evaluator::evaluation`], compiled for this instruction set.
    #[inline]
    pub(super) fn evaluation(
        self,
        evaluator: &mut Evaluator,
        boards: &[Board<'_>],
        path: &[usize],
    ) -> i32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => proof.evaluation(evaluator, boards, path),
            Self::Portable => evaluator.evaluation(boards, path),
        }
    }
}

/// For processors from 2013 on.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Board, Evaluator};

    /// Exists only where the processor has the features.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Proof(());

    impl Proof {
        pub(super) fn find() -> Option<Self> {
            let has_all = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("lzcnt");
            has_all.then_some(Self(()))
        }

        #[inline]
        pub(super) fn evaluation(
            self,
            evaluator: &mut Evaluator,
            boards: &[Board<'_>],
            path: &[usize],
        ) -> i32 {
            let Self(()) = self;
            // SAFETY: a `Proof` is made only where every one of these features was detected.
            unsafe { evaluation(evaluator, boards, path) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn evaluation(evaluator: &mut Evaluator, boards: &[Board<'_>], path: &[usize]) -> i32 {
        evaluator.evaluation(boards, path)
    }
}
