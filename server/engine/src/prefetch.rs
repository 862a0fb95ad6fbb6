//! Memory requested before it is needed, which safe Rust has no words for.
//!
//! Without it the set `L1_R3` takes 409 ms instead of 337, `L1_R2` 18.6 instead of 17.7 (`SOLVER.md`); a tenth of the
//! time of a gomoku search was spent on waiting for it (`GOMOKU.md`).
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "a prefetch, with its proof below")
)]

/// Requests the cache line where an item begins, which need not exist.
#[inline(always)]
pub(crate) fn prefetch<T>(items: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let item = items.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing and faults nowhere, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(item.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (items, index);
}
