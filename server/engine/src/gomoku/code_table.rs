//! Facts about every pattern code, looked up by its number.

use super::code::PatternCode;
use super::policy::Policy;
use super::threat::Threat;

/// Facts about a pattern code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeInfo {
    pub(super) threat: Threat,
    /// Policy logits of a stone there: for the side whose code it is, and for the other side.
    pub(super) logits: [i16; 2],
    /// Class of the code: the index of its row in the network and of its logits in the policy.
    pub(super) class: u16,
}

/// A [`CodeInfo`] for every code.
#[derive(Debug)]
pub(super) struct CodeTable(Box<[CodeInfo]>);

impl CodeTable {
    pub(super) fn new(policy: &Policy) -> Self {
        let classes = classes();
        let mut table = vec![CodeInfo::default(); PatternCode::COUNT];
        for code in (0..=u16::MAX).filter_map(PatternCode::from_number) {
            let class = classes[code.sorted().number()];
            table[code.number()] = CodeInfo {
                threat: Threat::from(code),
                logits: policy.code_logits(class),
                class,
            };
        }
        Self(table.into_boxed_slice())
    }

    #[inline]
    pub(super) fn info(&self, code: PatternCode) -> &CodeInfo {
        &self.0[code.number()]
    }
}

/// Classes by the number of their sorted code.
fn classes() -> Vec<u16> {
    let mut classes = vec![0; PatternCode::COUNT];
    for (class, code) in PatternCode::all_sorted().enumerate() {
        classes[code.number()] = class as u16;
    }
    classes
}
