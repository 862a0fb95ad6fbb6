//! Wins by fours alone.
//!
//! Every four forces its answer, so that the tree is narrow and can be searched far beyond the horizon of
//! everything else. Source: V. Allis (1994), where such a sequence is one of threats of the highest
//! category; players know it as VCF, victory by continuous fours.

use super::board::{Board, Ground};
use super::cross::Threat;

/// A win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    /// Plies until the row is complete.
    pub(super) plies: usize,
    /// The first move.
    pub(super) cell: usize,
}

/// What was found out earlier, by position: how far the search went, and the win if there was one.
///
/// ```text
///   63       22 21   16 15    9 8     0
///   | tag     | fours | plies  | cell  |
/// ```
struct Seen(Vec<u64>);

/// What was found out earlier of one position.
enum Seek {
    Won(Win),
    NotWon,
    Unknown,
}

const TAG: u32 = 22;

impl Seen {
    fn get(&self, key: u64, fours: usize) -> Seek {
        let word = self.0[key as usize & (self.0.len() - 1)];
        let known = word & ((1 << TAG) - 1);
        if word >> TAG != key >> TAG || known == 0 {
            return Seek::Unknown;
        }
        let plies = (word >> 9 & 127) as usize;
        if plies > 0 {
            let cell = (word & 511) as usize;
            return Seek::Won(Win { plies, cell });
        }
        if (word >> 16 & 63) as usize >= fours {
            Seek::NotWon
        } else {
            Seek::Unknown
        }
    }

    fn put(&mut self, key: u64, fours: usize, win: Option<Win>) {
        let at = key as usize & (self.0.len() - 1);
        let found = match win {
            // Too long to be kept: found again when asked again.
            Some(win) if win.plies > 127 => return,
            Some(win) => win.plies << 9 | win.cell,
            None => 0,
        };
        self.0[at] = key >> TAG << TAG | (fours.min(63) << 16 | found) as u64;
    }
}

/// Looks for wins by fours.
pub(super) struct Fours {
    look: Look,
    /// Where fours are tried, one behind the other.
    boards: Vec<Board>,
}

struct Look {
    seen: Seen,
    /// Positions looked at, ever.
    nodes: u64,
    /// No more than this.
    most: u64,
}

/// Fours in a row at most, each with its answer.
pub(super) const LONGEST: usize = 32;

/// Positions between two looks at the clock.
const BETWEEN_LOOKS: u64 = 1024;

/// Positions whose result is remembered: 2 MiB.
const REMEMBERED: usize = 1 << 18;

impl Fours {
    pub(super) fn new(ground: &Ground) -> Self {
        Self {
            look: Look {
                seen: Seen(vec![0; REMEMBERED]),
                nodes: 0,
                most: 0,
            },
            boards: vec![Board::new(ground); LONGEST],
        }
    }

    /// Positions looked at, ever.
    pub(super) fn nodes(&self) -> u64 {
        self.look.nodes
    }

    /// A win of the side to move by at most so many fours, looking at about so many positions, until it is
    /// late.
    pub(super) fn win(
        &mut self,
        ground: &Ground,
        board: &Board,
        fours: usize,
        nodes: u64,
        late: &dyn Fn() -> bool,
    ) -> Option<Win> {
        if board.fours(board.us).is_empty() {
            return None;
        }
        self.look.most = self.look.nodes + nodes;
        let boards = &mut self.boards[..fours.min(LONGEST)];
        self.look.search(ground, board, boards, late)
    }
}

impl Look {
    /// A win from this position by as many fours as there are boards to try them on.
    fn search(
        &mut self,
        ground: &Ground,
        board: &Board,
        boards: &mut [Board],
        late: &dyn Fn() -> bool,
    ) -> Option<Win> {
        let (us, them, key) = (board.us, board.them(), board.key);
        if let Some(cell) = board.threats(us, Threat::Five).first() {
            return Some(Win { plies: 1, cell });
        }
        let open = board.threats(us, Threat::OpenFour);
        let fives = board.threats(them, Threat::Five);
        let double = board.threats(us, Threat::FourThree);
        let single = board.threats(us, Threat::Four);
        let (double, single) = if fives.is_empty() {
            if let Some(cell) = open.first() {
                return Some(Win { plies: 3, cell });
            }
            (*double, *single)
        } else {
            // The other side has a four: only an answer that is a four too keeps going.
            let cell = fives.only()?;
            if open.contains(cell) {
                return Some(Win { plies: 3, cell });
            }
            (double.and(fives), single.and(fives))
        };
        let left = boards.len();
        let (next, rest) = boards.split_first_mut()?;
        if double.is_empty() && single.is_empty() {
            return None;
        }
        match self.seen.get(key, left) {
            Seek::Won(win) => return Some(win),
            Seek::NotWon => return None,
            Seek::Unknown => {}
        }
        let mut win = None;
        for cell in double.iter().chain(single.iter()) {
            if self.nodes >= self.most {
                // Not known, so not remembered.
                return None;
            }
            self.nodes += 1;
            if self.nodes.is_multiple_of(BETWEEN_LOOKS) && late() {
                self.most = self.nodes;
            }
            next.clone_from(board);
            next.play_unvalued(ground, cell);
            let Some(answer) = next.threats(us, Threat::Five).only() else {
                // Two places for the fifth where a four was expected: as good as an open four.
                win = Some(Win { plies: 3, cell });
                break;
            };
            next.play_unvalued(ground, answer);
            if let Some(end) = self.search(ground, next, rest, late) {
                win = Some(Win {
                    plies: end.plies + 2,
                    cell,
                });
                break;
            }
        }
        if win.is_some() || self.nodes < self.most {
            // A search that was cut off in its last branch knows no more than one cut off earlier.
            self.seen.put(key, left, win);
        }
        win
    }
}
