//! What cannot be said in safe Rust: asking for memory before it is needed, and code for newer processors.
//!
//! Measured on the benchmark's hard sets (`SOLVER.md`): without the prefetch a search takes half as long
//! again, without the vector instructions a third longer.
#![expect(
    unsafe_code,
    reason = "prefetching and calling code for newer processors, each with its proof below"
)]

use std::sync::LazyLock;
use std::sync::atomic::AtomicU64;

use super::node::Node;
use super::search::{Entry, Tree};
use super::size::Size;

/// Asks for the cache line of a word, which need not exist.
#[inline(always)]
pub(super) fn prefetch(words: &[AtomicU64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let word = words.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing and faults nowhere, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(word.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (words, index);
}

/// The search compiled for one kind of processor.
pub(super) trait Version {
    /// [`Tree::visit`], which calls itself through this.
    fn visit<S: Size, const LANES: usize>(
        tree: &mut Tree<'_, S>,
        node: &Node,
        entry: Entry,
        alpha: i32,
    ) -> i32;
}

/// For every processor.
#[derive(Debug)]
pub(super) struct Plain;

impl Version for Plain {
    fn visit<S: Size, const LANES: usize>(
        tree: &mut Tree<'_, S>,
        node: &Node,
        entry: Entry,
        alpha: i32,
    ) -> i32 {
        tree.visit::<Self, LANES>(node, entry, alpha)
    }
}

/// The versions that this processor can run, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Processor {
    /// Vectors of 512 bits, which hold a board of eight columns.
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Proof),
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Proof),
    /// No more than every processor can.
    Plain,
}

impl Processor {
    /// What this program runs on.
    pub(super) fn this() -> Self {
        static THIS: LazyLock<Processor> = LazyLock::new(|| {
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(proof) = avx512::Proof::find() {
                    return Processor::Avx512(proof);
                }
                if let Some(proof) = avx2::Proof::find() {
                    return Processor::Avx2(proof);
                }
            }
            Processor::Plain
        });
        *THIS
    }
}

/// A module with the search compiled for processors that have all of the features.
macro_rules! version {
    ($(#[$doc:meta])* $module:ident, [$($feature:tt),+], $enable:literal) => {
        $(#[$doc])*
        #[cfg(target_arch = "x86_64")]
        pub(super) mod $module {
            use super::{Entry, Node, Size, Tree};

            /// Exists only where the processor has the features.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(in super::super) struct Proof(());

            impl Proof {
                pub(super) fn find() -> Option<Self> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some(Self(()))
                }
            }

            /// Runs only with a [`Proof`].
            #[derive(Debug)]
            pub(in super::super) struct Version(Proof);

            impl super::Version for Version {
                #[inline(always)]
                fn visit<S: Size, const LANES: usize>(
                    tree: &mut Tree<'_, S>,
                    node: &Node,
                    entry: Entry,
                    alpha: i32,
                ) -> i32 {
                    // SAFETY: `Processor` alone names this type to a search, beside a `Proof`, and a
                    // `Proof` is made only where every one of these features was detected.
                    unsafe { visit::<S, LANES>(tree, node, entry, alpha) }
                }
            }

            #[target_feature(enable = $enable)]
            fn visit<S: Size, const LANES: usize>(
                tree: &mut Tree<'_, S>,
                node: &Node,
                entry: Entry,
                alpha: i32,
            ) -> i32 {
                tree.visit::<Version, LANES>(node, entry, alpha)
            }
        }
    };
}

version!(
    /// For processors from 2019 on that have vectors of 512 bits.
    avx512,
    ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vpopcntdq", "bmi1", "bmi2", "popcnt", "lzcnt"],
    "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
);

version!(
    /// For processors from 2013 on.
    avx2,
    ["avx2", "bmi1", "bmi2", "popcnt", "lzcnt"],
    "avx2,bmi1,bmi2,popcnt,lzcnt"
);
