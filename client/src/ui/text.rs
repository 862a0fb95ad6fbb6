//! Text measured in columns of the terminal, where a character may take none, one or two.

use ratatui::style::Stylize;
use ratatui::text::Line;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

use crate::board::Glyphs;

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
    hanging(text, width, "")
}

/// Breaks what somebody said into lines, of which all but the first are indented: they belong to the name in the first.
pub(super) fn spoken(text: &str, width: usize) -> Vec<String> {
    // Where a line has hardly any room, words matter more.
    hanging(text, width, if width < 8 { "" } else { "  " })
}

fn hanging(text: &str, width: usize, indent: &str) -> Vec<String> {
    // First fit fills every line; optimal fit would even them out and take more rows.
    let options = Options::new(width)
        .subsequent_indent(indent)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(text, options)
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect()
}

/// Breaks `text` into at most `rows` lines; where it has more, the last one ends at a word, with an ellipsis.
pub(super) fn shortened(text: &str, width: usize, rows: usize, glyphs: Glyphs) -> Vec<String> {
    let mut lines = wrapped(text, width);
    if lines.len() <= rows {
        return lines;
    }
    let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
    if rows > 0 {
        lines.push(shortened_line(&rest, width, glyphs));
    } else {
        lines.clear();
    }
    lines
}

/// Cuts `text` to `width` columns, at a word and with an ellipsis where it has more.
pub(super) fn shortened_line(text: &str, width: usize, glyphs: Glyphs) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let ellipsis = if glyphs.ascii { "..." } else { "…" };
    let room = width.saturating_sub(ellipsis.width());
    let first = wrapped(text, room.max(1)).into_iter().next();
    let first = first.filter(|_| room > 0).unwrap_or_default();
    fit(&format!("{first}{ellipsis}"), width)
        .trim_end()
        .to_owned()
}

/// Cuts a name to `width` columns, in its middle and with an ellipsis where it has more: guests differ in their last
/// digits, and bots in their depth.
pub(super) fn shortened_name(name: &str, width: usize, glyphs: Glyphs) -> String {
    if name.width() <= width {
        return name.to_owned();
    }
    let ellipsis = if glyphs.ascii { "..." } else { "…" };
    let room = width.saturating_sub(ellipsis.width());
    let mut end = name.len();
    for (at, _) in name.char_indices().rev() {
        if name[at..].width() > room.min(NAME_END) {
            break;
        }
        end = at;
    }
    let beginning = fit(name, room - name[end..].width());
    let beginning = beginning.trim_end();
    fit(&format!("{beginning}{ellipsis}{}", &name[end..]), width)
        .trim_end()
        .to_owned()
}

/// Columns of the end of a name that is cut: the digits of a guest.
const NAME_END: usize = 2;

/// A heading with a rule behind it.
pub(super) fn rule<'a>(heading: &str, width: usize, glyphs: Glyphs) -> Line<'a> {
    let heading = shortened_line(heading, width, glyphs);
    let rest = width.saturating_sub(heading.width() + 1);
    let line = if glyphs.ascii { "-" } else { "─" };
    Line::from(format!("{heading} {}", line.repeat(rest))).dim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_go_on_are_indented_below_the_speaker() {
        let said = spoken("Bo: have a good game", 10);
        assert_eq!(said, ["Bo: have a", "  good", "  game"]);
        assert_eq!(spoken("Bo: abcdef", 4), ["Bo:", "abcd", "ef"]);
    }

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
    #[test]
    fn what_is_longer_ends_at_a_word_with_an_ellipsis() {
        let [plain, ascii] = [false, true].map(|ascii| Glyphs { ascii });
        for (text, width, expected) in [
            ("one two", 7, "one two"),
            ("one two three", 9, "one two…"),
            ("one two three", 7, "one…"),
            ("abcdefgh", 4, "abc…"),
            ("ab", 0, ""),
        ] {
            assert_eq!(shortened_line(text, width, plain), expected);
        }
        assert_eq!(shortened_line("one two three", 10, ascii), "one two...");
        let lines = shortened("one two three four", 9, 2, plain);
        assert_eq!(lines, ["one two", "three…"]);
        assert_eq!(shortened("one two", 9, 2, plain), ["one two"]);
        assert!(shortened("one two", 3, 0, plain).is_empty());
    }

    #[test]
    fn a_name_is_cut_before_its_end() {
        let [plain, ascii] = [false, true].map(|ascii| Glyphs { ascii });
        for (name, width, expected) in [
            ("guest-01", 8, "guest-01"),
            ("guest-01", 7, "gues…01"),
            ("guest-01", 4, "g…01"),
            ("guest-01", 2, "…1"),
            ("guest-01", 1, "…"),
            ("guest-01", 0, ""),
            ("漢字漢字", 6, "漢…字"),
            ("漢字漢字", 5, "漢…字"),
        ] {
            assert_eq!(
                shortened_name(name, width, plain),
                expected,
                "{name} {width}"
            );
        }
        assert_eq!(shortened_name("guest-01", 6, ascii), "g...01");
        assert_eq!(shortened_name("guest-01", 4, ascii), "...1");
    }
}
