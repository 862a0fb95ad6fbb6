//! Text of another program, made safe to print.

/// The first `max_chars` characters of a text that are not control characters.
///
/// Control characters could move the cursor of a terminal or end the line that the text is shown on.
pub fn printable(text: &str, max_chars: usize) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(max_chars)
        .collect()
}

/// Characters of an engine's line that people are shown.
pub(crate) const MAX_SHOWN: usize = 200;

/// A line of an engine as people are shown it.
pub(crate) fn shown(line: &str) -> String {
    printable(line, MAX_SHOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_off_and_loses_its_control_characters() {
        assert_eq!(printable("a\u{1b}[2J\nbé", 20), "a[2Jbé");
        assert_eq!(printable("é\0éé", 2), "éé");
        assert_eq!(shown(&"y".repeat(5000)).len(), MAX_SHOWN);
    }
}
