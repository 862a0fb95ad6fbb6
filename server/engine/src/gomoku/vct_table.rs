//! The table of the VCT search: proof numbers, proven wins and refutations of positions.
//!
//! Every entry says something of its position alone, whatever search it came from: no limit of depth or of
//! threats is part of it. The table may therefore be kept from search to search and from move to move.

use super::vcf::Win;

/// Proof number of a refuted position, and disproof number of a proven one.
pub(super) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

/// Bits of a proof number.
const NUMBER_BITS: u32 = 20;

/// The distance of a position from its proof and from its refutation.
///
/// The proof number is the least number of open positions that must be proven to prove this one, the disproof
/// number the least number that must be refuted to refute it. Both are estimates: positions that are reached in
/// several ways are counted several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The win, where it is proven; its plies are an upper bound. Its cell counts only where the attacker moves.
    pub(super) win: Win,
}

impl ProofNumbers {
    /// No win by threats.
    pub(super) const REFUTED: Self = Self::open(INFINITE, 0);

    /// Neither proven nor refuted, unless a number is 0.
    pub(super) const fn open(proof: u32, disproof: u32) -> Self {
        let win = Win { plies: 0, cell: 0 };
        Self {
            proof,
            disproof,
            win,
        }
    }

    /// A proven win.
    pub(super) fn proven(win: Win) -> Self {
        Self {
            proof: 0,
            disproof: INFINITE,
            win,
        }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.disproof == 0
    }
}

/// A key and its packed entry. All zero is empty.
///
/// ```text
///   63   58 57    49 48   41 40      20 19     0
///   | effort | cell  | plies | disproof | proof |
/// ```
type Slot = [u64; 2];

/// A table of a fixed number of buckets of two entries: the first keeps the one that took more nodes, the
/// second the latest.
pub(super) struct VctTable(Vec<[Slot; 2]>);

/// Buckets of the table: 4 MiB.
const BUCKETS: usize = 1 << 17;

fn effort([_, word]: Slot) -> u64 {
    word >> 58
}

impl VctTable {
    pub(super) fn new() -> Self {
        Self(vec![[[0; 2]; 2]; BUCKETS])
    }

    pub(super) fn get(&self, key: u64) -> Option<ProofNumbers> {
        let bucket = &self.0[key as usize & (BUCKETS - 1)];
        let &[_, word] = bucket.iter().find(|slot| slot[0] == key && slot[1] != 0)?;
        let bits = |low: u32, bits: u32| word >> low & ((1 << bits) - 1);
        Some(ProofNumbers {
            proof: bits(0, NUMBER_BITS) as u32,
            disproof: bits(NUMBER_BITS, NUMBER_BITS) as u32,
            win: Win {
                plies: bits(40, 9) as usize,
                cell: bits(49, 9) as usize,
            },
        })
    }

    /// Stores what `nodes` nodes told of a position.
    pub(super) fn put(&mut self, key: u64, numbers: ProofNumbers, nodes: u64) {
        let ProofNumbers {
            proof,
            disproof,
            win,
        } = numbers;
        let word = u64::from(u64::BITS - nodes.leading_zeros()).min(63) << 58
            | (win.cell as u64) << 49
            | (win.plies as u64) << 40
            | u64::from(disproof) << NUMBER_BITS
            | u64::from(proof);
        let [costly, recent] = &mut self.0[key as usize & (BUCKETS - 1)];
        if costly[0] == key || effort([key, word]) >= effort(*costly) {
            if costly[0] != key {
                *recent = *costly;
            }
            *costly = [key, word];
        } else {
            *recent = [key, word];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_back_what_was_put_in_and_keeps_what_took_more_nodes() {
        let mut table = VctTable::new();
        let win = Win {
            plies: 165,
            cell: 399,
        };
        for numbers in [
            ProofNumbers::proven(win),
            ProofNumbers::REFUTED,
            ProofNumbers::open(INFINITE - 1, 7),
        ] {
            table.put(5, numbers, 1_000);
            assert_eq!(table.get(5), Some(numbers));
        }
        // Others of the same bucket: the costly one stays, of the others the last.
        let other = |number: u64| 5 + (number << 40);
        for number in 1..9 {
            table.put(other(number), ProofNumbers::REFUTED, 3);
        }
        assert_eq!(table.get(5), Some(ProofNumbers::open(INFINITE - 1, 7)));
        assert_eq!(table.get(other(8)), Some(ProofNumbers::REFUTED));
        assert_eq!(table.get(other(7)), None);
        assert_eq!(table.get(0), None);
    }
}
