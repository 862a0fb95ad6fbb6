//! The opening book: the value of every position of the first plies, and a best move.
//!
//! It has the positions with a choice (nobody wins with the next stone, and the side to move has two drops or more
//! that do not lose at once), one of each pair of mirror images, of every number of stones up to the book's.
//! Everything else is a few forced plies away from one of these.
//!
//! Since every such position is in the book, its key need not be (see `fuse`): a position takes 1.16 bytes, there is
//! nothing to load, and for any other key the value is meaningless. The byte of a position is
//! `7 * (score + 17) + column`, the column seen in the mirror image with the smaller key; scores are from -17 to 18.
//!
//! ```text
//!   0..8     "enlinea4"
//!   8        stones of the positions with the most stones
//!   9..12    zeros
//!   12..16   positions, u32, little-endian as all
//!   16..24   seed of the hash
//!   24..28   logarithm of the length of a segment, base 2
//!   28..32   number of segments
//!   32..     bytes: all segments
//! ```
//!
//! Source of the construction: T. M. Graf and D. Lemire, Binary Fuse Filters; here it keeps a value and not a
//! fingerprint. How long the committed book took and how it was verified is in `SOLVER.md`.

mod fuse;

use std::ops::RangeInclusive;

use super::position::Position;

use fuse::Fuse;

pub use fuse::places;

/// Value and best column of a position in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The value for the side to move, in the unit of [`Solution::score`](super::Solution::score).
    pub score: i32,
    /// A column that keeps it, from 0 at the left.
    pub column: u32,
}

/// The values of the first plies of Connect Four on 7 x 6.
#[derive(Clone, Debug)]
pub struct Book<'a> {
    plies: u32,
    positions: u32,
    fuse: Fuse<'a>,
}

/// The book of this program.
static COMMITTED: &[u8] = include_bytes!("book.bin");

/// The scores that a byte has room for: the first side wins with its fourth stone at the soonest, and where there
/// is a choice the side to move does not lose before the second next stone of the other side.
const SCORES: RangeInclusive<i32> = -17..=18;

const MAGIC: &[u8; 8] = b"enlinea4";
const HEADER: usize = 32;

impl Book<'_> {
    /// The book of this program.
    pub fn committed() -> Book<'static> {
        Book::read(COMMITTED).expect("a test reads the committed book")
    }
}

impl<'a> Book<'a> {
    /// Reads a book from its bytes.
    ///
    /// # Errors
    ///
    /// A sentence about what is wrong with the bytes.
    pub fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let (Some((header, places)), true) =
            (bytes.split_at_checked(HEADER), bytes.starts_with(MAGIC))
        else {
            return Err("this is no book of enlinea; make one with `lab book make`".into());
        };
        let number = |at: usize| {
            u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes are four"))
        };
        let seed = u64::from_le_bytes(header[16..24].try_into().expect("eight bytes are eight"));
        Ok(Self {
            plies: u32::from(header[8]),
            positions: number(12),
            fuse: Fuse::read(seed, number(24), number(28), places).ok_or(
                "the book is shorter or longer than it says; fetch it again, or make it again",
            )?,
        })
    }

    /// The bytes of a book before its segments, `positions` up to `plies` stones. `lab` makes books.
    pub fn head(plies: u8, positions: u32, seed: u64, length_log: u32, segments: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&[plies, 0, 0, 0]);
        bytes.extend_from_slice(&positions.to_le_bytes());
        bytes.extend_from_slice(&seed.to_le_bytes());
        bytes.extend_from_slice(&length_log.to_le_bytes());
        bytes.extend_from_slice(&segments.to_le_bytes());
        bytes
    }

    /// The byte of a position; `None` if a book has no room for its score.
    pub fn byte(position: &Position, entry: BookEntry) -> Option<u8> {
        let column = turned(position, entry.column);
        let value = 7 * (entry.score - SCORES.start()) as u32 + column;
        SCORES.contains(&entry.score).then_some(value as u8)
    }

    /// The entry of a position, if the book has it.
    pub fn probe(&self, position: &Position) -> Option<BookEntry> {
        let has = self.positions > 0 && position.plies() <= self.plies && Self::covers(position);
        if !has || !position.has_choice() {
            return None;
        }
        let value = u32::from(self.fuse.value(position.canonical().key()));
        Some(BookEntry {
            score: (value / 7) as i32 + SCORES.start(),
            column: turned(position, value % 7),
        })
    }

    /// Stones of the positions with the most stones.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Number of positions in the book.
    pub fn positions(&self) -> u32 {
        self.positions
    }

    fn covers(position: &Position) -> bool {
        let shape = position.shape();
        (shape.columns, shape.rows, shape.in_row) == (7, 6, 4)
    }
}

/// Every position with a choice and exactly `plies` stones that can be reached from `position`, one of each pair of
/// mirror images, sorted so that neighbours have much in common.
pub fn positions_with_choice(position: Position, plies: u32) -> Vec<Position> {
    let mut level = vec![position.canonical()];
    for _ in position.plies()..plies {
        let mut next: Vec<Position> = level
            .iter()
            .flat_map(Position::successors)
            .map(|successor| successor.canonical())
            .filter(|successor| !successor.is_over())
            .collect();
        next.sort_unstable_by_key(Position::key);
        next.dedup();
        level = next;
    }
    level.retain(Position::has_choice);
    level
}

/// A column of a position seen in the image with the smaller key, or the other way round.
fn turned(position: &Position, column: u32) -> u32 {
    if position.canonical().key() == position.key() {
        column
    } else {
        u32::from(position.shape().columns) - 1 - column
    }
}
