//! The measured strength of the bots, by variant and depth.
//!
//! `ladder.txt` is written by `lab ladder --out`: a line is a variant, a bot, its Elo above `random` and the
//! error of that at 95 %. `STRENGTH.md` says how it was measured.

use std::sync::LazyLock;

use protocol::rules::Variant;
use protocol::spec::Depth;

/// A measured bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The variant, as it is written.
    pub variant: String,
    /// The bot with its depth, as it is written.
    pub bot: String,
    /// Elo above `random`.
    pub elo: i16,
    /// The error of that at 95 %.
    pub error: u16,
}

/// Reads the lines of a ladder, with comments behind `#`; none where a line is malformed.
pub fn parse(text: &str) -> Option<Vec<Rung>> {
    let lines = text.lines().map(|line| line.split('#').next());
    let lines = lines.flatten().filter(|line| !line.trim().is_empty());
    lines.map(rung).collect()
}

fn rung(line: &str) -> Option<Rung> {
    let mut words = line.split_whitespace();
    let rung = Rung {
        variant: words.next()?.to_owned(),
        bot: words.next()?.to_owned(),
        elo: words.next()?.parse().ok()?,
        error: words.next()?.parse().ok()?,
    };
    words.next().is_none().then_some(rung)
}

/// The Elo above `random` of a bot at a depth, in a variant; none where it was not measured.
pub fn elo(variant: Variant, kind: &str, depth: Option<Depth>) -> Option<i16> {
    static BUILT_IN: LazyLock<Vec<Rung>> =
        LazyLock::new(|| parse(include_str!("ladder.txt")).expect("a test reads every line"));
    let variant = variant.to_string();
    let bot = depth.map_or_else(|| kind.to_owned(), |depth| format!("{kind}:{depth}"));
    let mut rungs = BUILT_IN.iter();
    let found = rungs.find(|rung| rung.variant == variant && rung.bot == bot);
    found.map(|rung| rung.elo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_what_is_none_is_not() {
        let text = "# by hand\n\ngomoku level:3 -12 40 # few games\n";
        let rung = Rung {
            variant: "gomoku".to_owned(),
            bot: "level:3".to_owned(),
            elo: -12,
            error: 40,
        };
        assert_eq!(parse(text), Some(vec![rung]));
        for text in [
            "gomoku level:3 12",
            "gomoku level:3 x 4",
            "gomoku level:3 1 2 3",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
