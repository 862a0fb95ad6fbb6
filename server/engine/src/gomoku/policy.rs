//! The policy: a logit for every move, for move ordering before any search.
//!
//! A sum of what the code of its cell says for the side to move, what the code says for the other side, and
//! how the cell lies to the last two stones. The numbers are in `weights.txt`.

use std::str::Lines;

use super::cross::Code;
use super::layout::RELATIONS;
use super::weights::numbers;

/// Scale of the logits: a move with 100 more than another is e times as likely to be the best.
pub(super) const LOGIT_ONE: i16 = 100;

/// See the module.
#[derive(Debug)]
pub(super) struct Policy {
    /// By the place of a code among all in ascending order: for the side to move, for the other.
    codes: Vec<[i16; 2]>,
    /// By how a cell lies to the last stone, and to the one before.
    relations: [[i16; RELATIONS]; 2],
}

impl Policy {
    /// That which these lines describe; nothing where they describe none.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let codes = Code::all_sorted()
            .map(|code| numbers(lines, &format!("policy {:04x}", code.number())))
            .collect::<Option<_>>()?;
        let relations = [numbers(lines, "last")?, numbers(lines, "before")?];
        Some(Self { codes, relations })
    }

    /// Logits of the code with this index: as the code of the side to move, and of the other side.
    pub(super) fn code_logits(&self, place: u16) -> [i16; 2] {
        self.codes[usize::from(place)]
    }

    /// Logit of a cell by its relations to the last stone and to the one before.
    #[inline]
    pub(super) fn relation_logit(&self, last: u8, before: u8) -> i32 {
        let [of_last, of_before] = &self.relations;
        i32::from(of_last[usize::from(last)]) + i32::from(of_before[usize::from(before)])
    }
}
