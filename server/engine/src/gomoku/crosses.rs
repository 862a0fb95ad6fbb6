//! Facts about every pattern code, looked up by its number.

use super::code::Code;
use super::policy::Policy;
use super::threat::Threat;

/// Facts about a pattern code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cross {
    pub(super) threat: Threat,
    /// Policy logits of a stone there: for the side whose code it is, and for the other side.
    pub(super) logits: [i16; 2],
    /// Class of the code: the index of its row in the network and of its logits in the policy.
    pub(super) class: u16,
}

/// A [`Cross`] for every code.
#[derive(Debug)]
pub(super) struct Crosses(Box<[Cross]>);

impl Crosses {
    pub(super) fn new(policy: &Policy) -> Self {
        let classes = classes();
        let mut table = vec![Cross::default(); Code::COUNT];
        for code in (0..=u16::MAX).filter_map(Code::from_number) {
            let class = classes[code.sorted().number()];
            table[code.number()] = Cross {
                threat: Threat::from(code),
                logits: policy.code_logits(class),
                class,
            };
        }
        Self(table.into_boxed_slice())
    }

    #[inline]
    pub(super) fn info(&self, code: Code) -> &Cross {
        &self.0[code.number()]
    }
}

/// Classes by the number of their sorted code.
fn classes() -> Vec<u16> {
    let mut classes = vec![0; Code::COUNT];
    for (class, code) in Code::all_sorted().enumerate() {
        classes[code.number()] = class as u16;
    }
    classes
}
