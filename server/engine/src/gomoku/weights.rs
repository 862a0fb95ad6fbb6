//! The learned weights: the numbers of `weights.txt`, which `enlinea-engine tune` makes.

use std::sync::LazyLock;

use super::network::Network;
use super::policy::Policy;

/// First line of the file.
pub(super) const HEADER: &str = concat!(
    "# rows of codes; then by name the input biases, hidden layer, output layer and output bias; ",
    "then policy logits of codes, and of the relations to the last stone and to the one before\n"
);

/// The learned weights of the evaluation and of the move ordering.
#[derive(Debug)]
pub(super) struct Weights {
    pub(super) network: Network,
    pub(super) policy: Policy,
}

impl Weights {
    /// The weights of this build. A constant: its text is parsed once and never changes.
    pub(super) fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| {
            Weights::parse(include_str!("weights.txt")).expect("a test reads every line")
        });
        &BUILT_IN
    }

    /// Parses the text of a weights file; `None` where a line is missing, surplus or malformed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut lines = text.strip_prefix(HEADER)?.lines();
        let network = Network::parse(&mut lines)?;
        let policy = Policy::parse(&mut lines)?;
        lines.next().is_none().then_some(Self { network, policy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_line_too_few_or_too_many_is_refused() {
        let text = include_str!("weights.txt");
        assert!(Weights::parse(text).is_some());
        assert!(Weights::parse(&format!("{text}points 1\n")).is_none());
        let (most, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert!(Weights::parse(most).is_none());
        assert!(Weights::parse(&text.replacen("input ", "inputs ", 1)).is_none());
    }
}
