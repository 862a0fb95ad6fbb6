//! Characters whose width terminals do not agree on, replaced by ones whose width is the same everywhere.
//!
//! A family of emoji joined to one, a flag of two letters and an emoji with a skin tone or a selector of its form are
//! one character of two columns to some terminals, and several of more columns to others. Where the terminal draws
//! wider than this program believes, what is beside them moves, and their remains stay when the screen changes.

use ratatui::buffer::{Buffer, CellWidth};

/// The letter `A` of the alphabet of which flags are made, and the letter `Z`.
const FLAG_LETTERS: std::ops::RangeInclusive<char> = '\u{1F1E6}'..='\u{1F1FF}';

/// The zero-width joiner.
const JOINER: char = '\u{200D}';

/// The sign for a character that has no plain form of its width.
const UNKNOWN: &str = "?";

/// Replaces each cluster of uncertain width: a flag by its letters, any other by its first character. No cluster
/// changes its width.
pub(super) fn apply(buffer: &mut Buffer) {
    let width = usize::from(buffer.area.width);
    if width == 0 {
        return;
    }
    for row in buffer.content.chunks_mut(width) {
        for at in 0..row.len() {
            let symbol = row[at].symbol();
            // ASCII alone, as nearly every cell.
            if symbol.len() == 1 {
                continue;
            }
            let Some(plain) = plain_form(symbol) else {
                continue;
            };
            let style = row[at].style();
            let columns = usize::from(row[at].cell_width());
            let mut parts = plain.into_iter();
            for cell in row[at..].iter_mut().take(columns) {
                let part = parts.next().unwrap_or_default();
                cell.set_symbol(if part.is_empty() { " " } else { &part });
                cell.set_style(style);
            }
        }
    }
}

/// The characters in place of a cluster, a cell each; none where its width is certain.
fn plain_form(cluster: &str) -> Option<Vec<String>> {
    if cluster.contains(|letter| FLAG_LETTERS.contains(&letter)) {
        return Some(cluster.chars().filter_map(flag_letter).collect());
    }
    let columns = usize::from(cluster.cell_width());
    let one_by_one: usize = cluster.chars().map(columns_of).sum();
    if one_by_one == columns && !cluster.contains(JOINER) {
        return None;
    }
    let first = cluster.chars().next()?;
    Some(vec![if columns_of(first) <= columns {
        first.to_string()
    } else {
        UNKNOWN.to_owned()
    }])
}

/// The columns of a character alone.
fn columns_of(character: char) -> usize {
    let mut bytes = [0; 4];
    let symbol: &str = character.encode_utf8(&mut bytes);
    symbol.cell_width().into()
}

/// The letter of the Latin alphabet that a letter of a flag stands for.
fn flag_letter(letter: char) -> Option<String> {
    let number = u32::from(letter).checked_sub(u32::from(*FLAG_LETTERS.start()))?;
    let letter = char::from_u32(u32::from('A') + number)?;
    letter.is_ascii_uppercase().then(|| letter.to_string())
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;
    use ratatui::style::{Modifier, Style};

    use super::*;

    fn settled(text: &str) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, text, Style::new().bold());
        apply(&mut buffer);
        let cells = buffer.content.iter();
        cells.map(ratatui::buffer::Cell::symbol).collect()
    }

    #[test]
    fn clusters_whose_width_terminals_disagree_on_are_drawn_plain_and_as_wide() {
        for (text, expected) in [
            // Three persons in one, a rainbow, a skin tone, an astronaut.
            (
                "a\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}b",
                "a\u{1F468} b",
            ),
            ("\u{1F3F3}\u{200D}\u{1F308}b", "\u{1F3F3}  b"),
            ("\u{1F44D}\u{1F3FD}b", "\u{1F44D} b"),
            ("\u{1F9D1}\u{1F3FD}\u{200D}\u{1F680}b", "\u{1F9D1} b"),
            // Spain, and a letter of a flag alone.
            ("\u{1F1EA}\u{1F1F8}b", "ESb"),
            ("\u{1F1EA}b", "Eb"),
            // Selectors: a coloured heart, a key of a telephone, a watch without colours.
            ("\u{2764}\u{FE0F}b", "\u{2764} b"),
            ("1\u{FE0F}\u{20E3}b", "1 b"),
            ("\u{231A}\u{FE0E}b", "?b"),
        ] {
            let row = settled(text);
            assert_eq!(row.trim_end(), expected, "{text:?}");
        }
    }

    #[test]
    fn other_characters_stay_as_they_are() {
        for text in [
            "Ana",
            "źdźbło",
            "cafe\u{301}",
            "漢字",
            "\u{1F600}ok",
            "\u{FF76}\u{FF9E}",
            "\u{1100}\u{1161}",
        ] {
            let row = settled(text);
            let row: String = row.split_whitespace().collect();
            assert_eq!(row, text);
        }
    }

    #[test]
    fn both_letters_of_a_flag_have_its_style() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
        let bold = Style::new().bold();
        buffer.set_string(0, 0, "\u{1F1EA}\u{1F1F8}", bold);
        apply(&mut buffer);
        let is_bold = |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::BOLD);
        assert!(buffer.content.iter().all(is_bold));
    }
}
