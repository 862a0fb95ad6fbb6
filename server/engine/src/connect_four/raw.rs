//! What cannot be said in safe Rust: memory in large pages, and asking for it before it is needed.
#![expect(unsafe_code, reason = "x")]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::sync::atomic::AtomicU64;

const LARGE_PAGE: usize = 2 << 20;

pub(super) struct Words { start: *mut AtomicU64, len: usize }
unsafe impl Send for Words {}
unsafe impl Sync for Words {}
impl Words {
    pub(super) fn zeroed(len: usize) -> Self {
        let layout = Self::layout(len);
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() { handle_alloc_error(layout) }
        unsafe extern "C" { fn madvise(a: *mut u8, l: usize, x: i32) -> i32; }
        if std::env::var("NOHUGE").is_err() { unsafe { madvise(start, len * 8, 14); } }
        Self { start: start.cast(), len }
    }
    fn layout(len: usize) -> Layout { Layout::array::<AtomicU64>(len).unwrap().align_to(LARGE_PAGE).unwrap() }
}
impl Drop for Words { fn drop(&mut self) { unsafe { dealloc(self.start.cast(), Self::layout(self.len)) } } }
impl std::ops::Deref for Words { type Target = [AtomicU64]; #[inline(always)] fn deref(&self) -> &[AtomicU64] { unsafe { std::slice::from_raw_parts(self.start, self.len) } } }

#[inline(always)]
pub(super) fn prefetch(words: &[AtomicU64], index: usize) {
    #[cfg(target_arch = "x86_64")]
    unsafe { std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(words.as_ptr().wrapping_add(index).cast()); }
}

/// Version
pub(super) trait Version {
    fn visit<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32;
}

pub(super) struct Plain;
impl Version for Plain {
    fn visit<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32 {
        tree.visit::<Self, LANES>(node, entry, alpha)
    }
}
pub(super) struct Avx512;
impl Version for Avx512 {
    #[inline(always)]
    fn visit<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32 {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt")]
        fn it<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32 {
            tree.visit::<Avx512, LANES>(node, entry, alpha)
        }
        unsafe { it::<S, LANES>(tree, node, entry, alpha) }
    }
}
pub(super) struct Avx2;
impl Version for Avx2 {
    #[inline(always)]
    fn visit<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
        fn it<S: super::size::Size, const LANES: usize>(tree: &mut super::search::Tree<'_, S>, node: &super::node::Node, entry: super::search::Entry, alpha: i32) -> i32 {
            tree.visit::<Avx2, LANES>(node, entry, alpha)
        }
        unsafe { it::<S, LANES>(tree, node, entry, alpha) }
    }
}
