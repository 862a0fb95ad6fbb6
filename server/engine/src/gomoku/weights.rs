//! What the engine has learned: the numbers of `weights.txt`, which `enlinea-engine tune` makes.

use std::str::{FromStr, Lines};
use std::sync::LazyLock;

use super::network::Network;
use super::policy::Policy;

/// The first line of the file.
pub(super) const HEADER: &str = concat!(
    "# rows of codes; then by name the input biases, hidden layer, output layer and output bias; ",
    "then policy logits of codes, and of the relations to the last stone and to the one before\n"
);

/// See the module.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) network: Network,
    pub(super) policy: Policy,
}

impl Weights {
    /// Those of this program, read at the first question.
    pub(super) fn ours() -> &'static Self {
        static OURS: LazyLock<Weights> = LazyLock::new(|| {
            Weights::parse(include_str!("weights.txt")).expect("a test reads every line")
        });
        &OURS
    }

    /// The weights that the text of a file describes; nothing where it is none.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix(HEADER)?.lines();
        let network = Network::parse(&mut lines)?;
        let policy = Policy::parse(&mut lines)?;
        lines.next().is_none().then_some(Self { network, policy })
    }
}

/// The numbers of the next line, which begins with these words.
pub(super) fn numbers<T: FromStr + Copy + Default, const N: usize>(
    lines: &mut Lines<'_>,
    words: &str,
) -> Option<[T; N]> {
    let mut rest = lines
        .next()?
        .strip_prefix(words)?
        .strip_prefix(' ')?
        .split(' ');
    let mut numbers = [T::default(); N];
    for number in &mut numbers {
        *number = rest.next()?.parse().ok()?;
    }
    rest.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_line_too_few_or_too_many_is_none() {
        let text = include_str!("weights.txt");
        assert!(Weights::parse(text).is_some());
        assert!(Weights::parse(&format!("{text}points 1\n")).is_none());
        let (most, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert!(Weights::parse(most).is_none());
        assert!(Weights::parse(&text.replacen("input ", "inputs ", 1)).is_none());
    }
}
