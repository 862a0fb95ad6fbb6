//! Text measured in columns of the terminal, where a character may take none, one or two.

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

/// Cuts or pads `text` to `width` columns of the terminal.
pub(super) fn fit(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    for character in text.chars() {
        fitted.push(character);
        if fitted.width() > width {
            fitted.pop();
            break;
        }
    }
    let rest = width.saturating_sub(fitted.width());
    fitted + &" ".repeat(rest)
}

/// Breaks `text` between words into lines of at most `width` columns; words longer than a line are broken, too.
///
/// Characters are measured one by one, so an emoji with a skin tone counts as four columns instead of two. Such
/// a line ends early, never late: variation selectors, which would widen a character, are taken out by
/// [`plain`](crate::text::plain) before.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    // First fit fills every line; optimal fit would even them out and take more rows.
    let options = Options::new(width)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options)
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_whole_where_they_fit_in_a_line() {
        for (text, width, expected) in [
            ("Bo: have fun", 20, vec!["Bo: have fun"]),
            ("Bo: have fun", 9, vec!["Bo: have", "fun"]),
            ("abcdefgh ij", 3, vec!["abc", "def", "gh", "ij"]),
            ("漢字漢", 5, vec!["漢字", "漢"]),
            ("cafe\u{301} ok", 4, vec!["cafe\u{301}", "ok"]),
            ("", 5, vec![""]),
        ] {
            assert_eq!(wrapped(text, width), expected, "{text:?} {width}");
        }
        // However narrow: it ends.
        assert_eq!(wrapped("ab", 0).len(), 2);
    }
}
