//! The learned weights: the numbers of `weights_small.txt` and `weights_large.txt`, which `lab tune` makes.
//!
//! The weights of small boards were fitted to positions of 15 x 15, and those of large ones from them to positions of
//! 20 x 20.

use std::sync::LazyLock;

use protocol::rules::Shape;

use super::network::Network;
use super::policy::Policy;

/// First line of the file.
pub const HEADER: &str = concat!(
    "# rows of codes; then by name the input biases, hidden layer, output layer and output bias; ",
    "then policy logits of codes, and of the relations to the last stone and to the one before\n"
);

/// Columns and rows of the largest board that has the weights of small boards: half-way between 15 and 20.
const SMALL: u8 = 17;

const SMALL_TEXT: &str = include_str!("weights_small.txt");
const LARGE_TEXT: &str = include_str!("weights_large.txt");

/// The learned weights of the evaluation and of the move ordering.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) network: Network,
    pub(super) policy: Policy,
}

impl Weights {
    /// The weights of this build for a board. Constants: each text is parsed once and never changes.
    pub(super) fn built_in(shape: Shape) -> &'static Self {
        static SMALL_BOARDS: LazyLock<Weights> = LazyLock::new(|| read(SMALL_TEXT));
        static LARGE_BOARDS: LazyLock<Weights> = LazyLock::new(|| read(LARGE_TEXT));
        if is_small(shape) {
            &SMALL_BOARDS
        } else {
            &LARGE_BOARDS
        }
    }

    /// Parses the text of a weights file; `None` where a line is missing, surplus or malformed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix(HEADER)?.lines();
        let network = Network::parse(&mut lines)?;
        let policy = Policy::parse(&mut lines)?;
        lines.next().is_none().then_some(Self { network, policy })
    }
}

/// The text of the weights of this build for a board.
pub fn built_in_text(shape: Shape) -> &'static str {
    if is_small(shape) {
        SMALL_TEXT
    } else {
        LARGE_TEXT
    }
}

fn is_small(shape: Shape) -> bool {
    shape.columns.max(shape.rows) <= SMALL
}

fn read(text: &str) -> Weights {
    Weights::parse(text).expect("a test reads every line")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_line_too_few_or_too_many_is_refused() {
        for text in [
            include_str!("weights_small.txt"),
            include_str!("weights_large.txt"),
        ] {
            assert!(Weights::parse(text).is_some());
            assert!(Weights::parse(&format!("{text}points 1\n")).is_none());
            let (most, _) = text.trim_end().rsplit_once('\n').unwrap();
            assert!(Weights::parse(most).is_none());
            assert!(Weights::parse(&text.replacen("input ", "inputs ", 1)).is_none());
        }
    }

    #[test]
    fn a_board_has_the_weights_of_its_size() {
        let weights = |columns, rows| Weights::built_in(Shape::new(columns, rows, 5).unwrap());
        let (small, large) = (weights(15, 15), weights(20, 20));
        assert!(!std::ptr::eq(small, large));
        assert!(std::ptr::eq(weights(9, 9), small));
        assert!(std::ptr::eq(weights(15, 19), large));
        assert!(std::ptr::eq(weights(19, 19), large));
    }
}
