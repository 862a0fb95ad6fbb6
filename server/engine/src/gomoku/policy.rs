//! The policy: a logit for every move, for move ordering before any search.
//!
//! The logit of a move is a sum: of the code of its cell for the side to move, of the code for the other
//! side, and of the relations of the cell to the last two stones. The numbers are [`weights`](super::weights).

use std::str::Lines;

use super::code::PatternCode;
use super::layout::RELATIONS;
use super::numbers::read_line;

/// Scale of the logits: a move with 100 more than another is e times as likely to be the best.
pub const LOGIT_ONE: i16 = 100;

/// Logits of codes and relations, in units of 1 / [`LOGIT_ONE`].
#[derive(Debug)]
pub(super) struct Policy {
    /// By class: as the code of the side to move, and of the other side.
    codes: Vec<[i16; 2]>,
    /// By relation: to the last stone, and to the one before.
    relations: [[i16; RELATIONS]; 2],
}

impl Policy {
    /// Parses the lines of the policy; `None` where one is missing or malformed.
    pub(super) fn parse(lines: &mut Lines<'_>) -> Option<Self> {
        let codes = PatternCode::all_sorted()
            .map(|code| read_line(lines, &format!("policy {:04x}", code.number())))
            .collect::<Option<_>>()?;
        let relations = [read_line(lines, "last")?, read_line(lines, "before")?];
        Some(Self { codes, relations })
    }

    /// Logits of the codes of a class: as the code of the side to move, and of the other side.
    #[inline]
    pub(super) fn code_logits(&self, class: u16) -> [i16; 2] {
        self.codes[usize::from(class)]
    }

    /// Logit of a cell by its relations to the last stone and to the one before.
    #[inline]
    pub(super) fn relation_logit(&self, last: u8, before: u8) -> i32 {
        let [to_last, to_before] = &self.relations;
        i32::from(to_last[usize::from(last)]) + i32::from(to_before[usize::from(before)])
    }
}
