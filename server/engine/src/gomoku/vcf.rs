//! VCF, victory by continuous fours: wins in which every move of the attacker is a four.
//!
//! Every four forces its answer, so that the tree is narrow and can be searched far beyond the horizon of the
//! alpha-beta search. A win found is proven; none found proves nothing beyond the limits of the search.
//!
//! Source: V. Allis (1994), threat sequences of the highest category.

use super::board::Board;
use super::tables::Tables;
use super::threat::Threat;
use crate::prefetch::prefetch;

/// A forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Plies until the row is complete.
    pub(super) plies: usize,
    /// First move.
    pub(super) cell: usize,
}

/// Result of an earlier search of a position.
enum VcfEntry {
    Won(Win),
    /// Not won with at least as many fours as asked for.
    NotWon,
    /// Given up: see [`FEW_NODES`].
    GivenUp,
    Unknown,
}

/// Results of earlier searches by position, one word each; a later result replaces the earlier one.
///
/// ```text
///   63       22 21   16 15    9 8     0
///   | tag     | fours | plies  | cell  |
/// ```
///
/// The tag is the high part of the key. `fours` is the limit of a search that found no win, and `plies` is 0
/// then; where all three are 0 a search was given up. A word that is 0 is empty.
pub(super) struct VcfTable(Vec<u64>);

/// Bits below the tag.
const TAG: u32 = 22;

/// Entries of the table: 2 MiB.
const TABLE_ENTRIES: usize = 1 << 18;

impl VcfTable {
    pub(super) fn new() -> Self {
        Self(vec![0; TABLE_ENTRIES])
    }

    fn index(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    fn get(&self, key: u64, fours: usize) -> VcfEntry {
        let word = self.0[self.index(key)];
        let data = word & ((1 << TAG) - 1);
        if word == 0 || word >> TAG != key >> TAG {
            return VcfEntry::Unknown;
        }
        if data == 0 {
            return VcfEntry::GivenUp;
        }
        let plies = (word >> 9 & 127) as usize;
        if plies > 0 {
            let cell = (word & 511) as usize;
            return VcfEntry::Won(Win { plies, cell });
        }
        if (word >> 16 & 63) as usize >= fours {
            VcfEntry::NotWon
        } else {
            VcfEntry::Unknown
        }
    }

    fn put(&mut self, key: u64, fours: usize, win: Option<Win>) {
        let index = self.index(key);
        let data = match win {
            // Does not fit 7 bits: it is searched again when needed again.
            Some(win) if win.plies > 127 => return,
            Some(win) => win.plies << 9 | win.cell,
            None => 0,
        };
        self.0[index] = key >> TAG << TAG | (fours.min(63) << 16 | data) as u64;
    }

    fn give_up(&mut self, key: u64) {
        let index = self.index(key);
        self.0[index] = key >> TAG << TAG;
    }
}

/// The VCF search of positions of one game, with the results of earlier ones.
pub(super) struct VcfSearch<'a> {
    table: &'a mut VcfTable,
    /// A board for each four of the sequence, with its answer.
    boards: Vec<Board<'a>>,
    /// Fours played so far.
    nodes: u64,
    /// Value of `nodes` at which the current search ends.
    node_limit: u64,
}

/// Fours of the longest sequence.
pub(super) const MAX_FOURS: usize = 32;

/// A position that a search of this many nodes or more did not decide is given up: no search of so few begins there.
pub(super) const FEW_NODES: u64 = 64;

/// Nodes between two looks at the clock.
const NODES_PER_TIME_CHECK: u64 = 1024;

impl<'a> VcfSearch<'a> {
    pub(super) fn new(tables: &'a Tables, table: &'a mut VcfTable) -> Self {
        Self {
            table,
            boards: vec![Board::new(tables); MAX_FOURS],
            nodes: 0,
            node_limit: 0,
        }
    }

    /// Nodes of all searches so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Requests the memory of what is known of a position, which is used after the stone is on the board.
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(&self.table.0, self.table.index(key));
    }

    /// Searches for a win of the side to move with at most `fours` fours and about `nodes` nodes.
    ///
    /// Ends early without a result when `out_of_time` returns true.
    pub(super) fn win(
        &mut self,
        board: &Board<'a>,
        fours: usize,
        nodes: u64,
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Win> {
        if board.fours(board.us).is_empty() {
            return None;
        }
        if nodes <= FEW_NODES && matches!(self.table.get(board.key, fours), VcfEntry::GivenUp) {
            return None;
        }
        let limit = self.nodes + nodes;
        self.node_limit = limit;
        let mut boards = std::mem::take(&mut self.boards);
        let win = self.search(board, &mut boards[..fours.min(MAX_FOURS)], out_of_time);
        self.boards = boards;
        if win.is_none() && self.nodes >= limit && nodes >= FEW_NODES {
            self.table.give_up(board.key);
        }
        win
    }

    /// A win with at most `boards.len()` fours.
    fn search(
        &mut self,
        board: &Board<'a>,
        boards: &mut [Board<'a>],
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Win> {
        let (us, them, key) = (board.us, board.them(), board.key);
        if let Some(cell) = board.threats(us, Threat::Five).first() {
            return Some(Win { plies: 1, cell });
        }
        let open_fours = board.threats(us, Threat::OpenFour);
        let their_fives = board.threats(them, Threat::Five);
        let four_threes = board.threats(us, Threat::FourThree);
        let fours = board.threats(us, Threat::Four);
        let (four_threes, fours) = if their_fives.is_empty() {
            if let Some(cell) = open_fours.first() {
                return Some(Win { plies: 3, cell });
            }
            (*four_threes, *fours)
        } else {
            // The other side has a four: the sequence continues only with a four that also blocks it.
            let cell = their_fives.only()?;
            if open_fours.contains(cell) {
                return Some(Win { plies: 3, cell });
            }
            (four_threes.and(their_fives), fours.and(their_fives))
        };
        let fours_left = boards.len();
        let (next, rest) = boards.split_first_mut()?;
        if four_threes.is_empty() && fours.is_empty() {
            return None;
        }
        match self.table.get(key, fours_left) {
            VcfEntry::Won(win) => return Some(win),
            VcfEntry::NotWon => return None,
            VcfEntry::GivenUp | VcfEntry::Unknown => {}
        }
        let mut win = None;
        for cell in four_threes.iter().chain(fours.iter()) {
            if self.nodes >= self.node_limit {
                // Cut off: the result is unknown and must not be stored.
                return None;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(NODES_PER_TIME_CHECK) && out_of_time() {
                self.node_limit = self.nodes;
            }
            next.clone_from(board);
            next.play_in_fours(us, cell);
            let Some(answer) = next.threats(us, Threat::Five).only() else {
                // Two cells complete the row although the threat was a plain four: as good as an open four.
                win = Some(Win { plies: 3, cell });
                break;
            };
            if next.is_forbidden(answer) {
                win = Some(Win { plies: 3, cell });
                break;
            }
            self.prefetch(next.key_after(answer));
            next.play_in_fours(us, answer);
            if let Some(end) = self.search(next, rest, out_of_time) {
                win = Some(Win {
                    plies: end.plies + 2,
                    cell,
                });
                break;
            }
        }
        if win.is_some() || self.nodes < self.node_limit {
            // A search cut off in its last branch is as unknown as one cut off earlier: +23 ± 31 Elo.
            self.table.put(key, fours_left, win);
        }
        win
    }
}

#[cfg(test)]
mod tests {
    use protocol::game::Game;
    use protocol::rules::Variant;

    use super::*;

    /// Fours all over the board that lead nowhere: each has its answer, and they go together in every order.
    #[test]
    fn what_few_nodes_did_not_decide_is_searched_again_only_with_more() {
        let variant = Variant::named("gomoku-15").unwrap();
        let tables = Tables::new(variant);
        let mut game = Game::new(variant);
        for row in [2, 5, 8, 11, 14] {
            // Three in a row beside a stone of the other side, and a stone of that side far away for each of the
            // others.
            let own = ["b", "c", "d"].map(|column| format!("{column}{row}"));
            let theirs = [format!("a{row}"), format!("n{row}"), format!("l{row}")];
            for square in own.into_iter().zip(theirs).flat_map(<[String; 2]>::from) {
                game.play(square.parse().unwrap()).unwrap();
            }
        }
        let board = Board::from_game(&tables, &game);
        let mut table = VcfTable::new();
        let mut vcf = VcfSearch::new(&tables, &mut table);
        let mut spent = |nodes| {
            let before = vcf.nodes();
            assert_eq!(vcf.win(&board, MAX_FOURS, nodes, &|| false), None);
            vcf.nodes() - before
        };
        assert_eq!(spent(FEW_NODES), FEW_NODES);
        assert_eq!(spent(FEW_NODES), 0);
        assert_eq!(spent(4), 0);
        assert_eq!(spent(FEW_NODES + 1), FEW_NODES + 1);
    }
}
