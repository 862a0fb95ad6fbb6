//! Facts about every pattern code, looked up by its number.

use super::code::PatternCode;
use super::threat::Threat;

/// Facts about a pattern code, in one word: the fewer bytes the table has, the more of it is in the nearest cache.
///
/// ```text
///   13  11 10         0
///   | threat | class  |
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CodeInfo(u16);

/// Bits of the class, of which there are 1365.
const CLASS_BITS: u32 = 11;

/// Numbers that a class may have, as far as its bits say: a table of this length needs no check of the index.
pub(super) const CLASS_LIMIT: usize = 1 << CLASS_BITS;

impl CodeInfo {
    fn new(threat: Threat, class: u16) -> Self {
        Self((threat as u16) << CLASS_BITS | class)
    }

    #[inline]
    pub(super) fn threat(self) -> Threat {
        THREATS[usize::from(self.0 >> CLASS_BITS & 7)]
    }

    /// Class of the code: the index of its row in the network and of its logits in the policy.
    #[inline]
    pub(super) fn class(self) -> u16 {
        self.0 & ((1 << CLASS_BITS) - 1)
    }
}

/// All threats by number; the last number of three bits has none.
const THREATS: [Threat; 8] = [
    Threat::Quiet,
    Threat::Three,
    Threat::DoubleThree,
    Threat::Four,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
    Threat::Quiet,
];

/// A [`CodeInfo`] for every code.
#[derive(Debug)]
pub(super) struct CodeTable(Box<[CodeInfo; PatternCode::COUNT]>);

impl CodeTable {
    pub(super) fn new() -> Self {
        let classes = classes();
        let mut table = vec![CodeInfo::default(); PatternCode::COUNT];
        for code in (0..=u16::MAX).filter_map(PatternCode::from_number) {
            let class = classes[code.sorted().number()];
            table[code.number()] = CodeInfo::new(Threat::from(code), class);
        }
        Self(table.try_into().expect("every code has an entry"))
    }

    #[inline]
    pub(super) fn info(&self, code: PatternCode) -> CodeInfo {
        self.0[code.number()]
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
