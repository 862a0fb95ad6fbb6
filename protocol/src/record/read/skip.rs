//! The way from a damaged game to the next one: lines are looked at, and not read as tags and moves.

use super::VARIANT;
use super::cursor::{Cursor, is_space};
use crate::text::BYTE_ORDER_MARK;

/// Goes from the beginning of a damaged game to that of the next one, or to the end of the text.
///
/// A game begins with the first of the tags that name its variant. Two names without moves between them are of two
/// games, the first of which was cut off in its tags.
pub(super) fn to_next_game(cursor: &mut Cursor<'_>) {
    let damaged = cursor.rest().len();
    // The beginning of the tags around the line, and whether one of them names the variant.
    let mut head: Option<Cursor<'_>> = None;
    let mut is_named = false;
    while cursor.peek().is_some() {
        // Here another file begins, and no tags go on, even where the one before it had no end of its last line.
        if cursor.eat(BYTE_ORDER_MARK) {
            head = None;
            is_named = false;
        }
        let here = cursor.clone();
        let line = cursor.take_line_of_file();
        if !is_tag(line) {
            // Tags may have an empty line among them.
            if is_named || !line.chars().all(is_space) {
                head = None;
                is_named = false;
            }
            continue;
        }
        let names = names_variant(line);
        let start = match head {
            Some(start) if !(names && is_named) => start,
            Some(_) | None => here,
        };
        is_named |= names;
        if is_named && start.rest().len() < damaged {
            *cursor = start;
            return;
        }
        head = Some(start);
    }
}

/// True for a line that begins as a tag does. In a broken line of a comment `[%clk` may come first.
fn is_tag(line: &str) -> bool {
    let line = line.trim_start_matches(is_space);
    let name = line.strip_prefix('[').map(str::trim_start);
    name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
}

fn names_variant(line: &str) -> bool {
    line.split('[').any(|tag| {
        let value = tag.trim_start().strip_prefix(VARIANT);
        value.is_some_and(|value| value.trim_start().starts_with('"'))
    })
}
