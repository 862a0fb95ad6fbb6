//! Numbers with their nouns.

/// Returns a number with its noun, of which there is one or many.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
