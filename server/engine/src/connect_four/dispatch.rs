//! The search compiled for several instruction sets, and the choice among them when the program runs.
//!
//! On the set `L1_R3` portable code takes 551 ms, vectors of 256 bits 444 ms, of 512 bits 421 ms (`SOLVER.md`).
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calls of code for newer processors, with their proof below"
    )
)]

use std::sync::LazyLock;

use super::context::ProbeResult;
use super::node::Node;
use super::search::{Isa, SearchThread};
use super::size::Size;
use super::tables::Tables;

/// The instructions that every processor of the target has.
#[derive(Debug)]
pub(super) struct Portable;

impl Isa for Portable {
    fn search<S: Size, T: Tables, const LANES: usize>(
        thread: &mut SearchThread<'_, S, T>,
        node: &Node,
        known: ProbeResult,
        alpha: i32,
    ) -> i32 {
        thread.search::<Self, LANES>(node, known, alpha)
    }
}

/// The best instruction set that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IsaLevel {
    /// Vectors of 512 bits, which hold a board of eight columns.
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Proof),
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Proof),
    /// No more than every processor of the target has.
    Portable,
}

impl IsaLevel {
    /// Detects the processor, once.
    pub(super) fn detect() -> Self {
        static DETECTED: LazyLock<IsaLevel> = LazyLock::new(|| {
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(proof) = avx512::Proof::find() {
                    return IsaLevel::Avx512(proof);
                }
                if let Some(proof) = avx2::Proof::find() {
                    return IsaLevel::Avx2(proof);
                }
            }
            IsaLevel::Portable
        });
        *DETECTED
    }
}

/// A module with the search compiled for processors that have all of the features.
macro_rules! isa {
    ($(#[$doc:meta])* $module:ident, [$($feature:tt),+], $enable:literal) => {
        $(#[$doc])*
        #[cfg(target_arch = "x86_64")]
        pub(super) mod $module {
            use super::{Isa, Node, ProbeResult, SearchThread, Size, Tables};

            /// Exists only where the processor has the features.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(in super::super) struct Proof(());

            impl Proof {
                pub(super) fn find() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
                }
            }

            /// The instruction set, used only beside a [`Proof`].
            #[derive(Debug)]
            pub(in super::super) struct Features(Proof);

            impl Isa for Features {
                #[inline(always)]
                fn search<S: Size, T: Tables, const LANES: usize>(
                    thread: &mut SearchThread<'_, S, T>,
                    node: &Node,
                    known: ProbeResult,
                    alpha: i32,
                ) -> i32 {
                    // SAFETY: `IsaLevel` alone names this type to a search, beside a `Proof`, and a
                    // `Proof` is made only where every one of these features was detected.
                    unsafe { search::<S, T, LANES>(thread, node, known, alpha) }
                }
            }

            #[target_feature(enable = $enable)]
            fn search<S: Size, T: Tables, const LANES: usize>(
                thread: &mut SearchThread<'_, S, T>,
                node: &Node,
                known: ProbeResult,
                alpha: i32,
            ) -> i32 {
                thread.search::<Features, LANES>(node, known, alpha)
            }
        }
    };
}

isa!(
    /// For processors from 2019 on that have vectors of 512 bits.
    avx512,
    ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vpopcntdq", "bmi1", "bmi2", "popcnt", "lzcnt"],
    "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
);

isa!(
    /// For processors from 2013 on.
    avx2,
    ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"],
    "avx2,bmi1,bmi2,popcnt,lzcnt"
);
