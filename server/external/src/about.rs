//! Name and author of an engine, as it answers `ABOUT`.

use std::fmt;

use crate::text::shown;

/// Name of an engine that does not say it.
const NAMELESS: &str = "an engine that does not say its name";

/// The answer to `ABOUT`. Engines fill in what they like beside their name; old ones have words of their own, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Name of the engine.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Country of the author.
    pub country: Option<String>,
    /// The whole answer, cut off at 200 characters and without control characters.
    pub line: String,
}

impl About {
    /// Reads `name="x", version="1", author="y", country="z"`, in any order; none where there is no name.
    pub fn from_line(line: &str) -> Option<Self> {
        let line = shown(line);
        let field = |key: &str| field(&line, key);
        Some(Self {
            name: field("name")?,
            version: field("version"),
            author: field("author"),
            country: field("country"),
            line,
        })
    }

    /// What an engine says of itself in other words than the protocol's; it may be nothing.
    pub(crate) fn in_words(words: &str) -> Self {
        let line = shown(words.trim());
        Self {
            name: if line.is_empty() {
                NAMELESS.to_owned()
            } else {
                line.clone()
            },
            version: None,
            author: None,
            country: None,
            line,
        }
    }

    /// A sentence for people: `Carbon 2.1, by N. N.`.
    pub fn sentence(&self) -> String {
        let mut sentence = self.name.clone();
        if let Some(version) = &self.version {
            sentence.extend([" ", version]);
        }
        if let Some(author) = &self.author {
            sentence.extend([", by ", author]);
        }
        sentence
    }
}

/// The line as it was read.
impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// The text in quotes after `key=`.
fn field(line: &str, key: &str) -> Option<String> {
    let is_whole_word = |at: usize| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    };
    let value = line
        .match_indices(key)
        .filter(|(at, _)| is_whole_word(*at))
        .find_map(|(at, key)| {
            let rest = line[at + key.len()..].trim_start().strip_prefix('=')?;
            let rest = rest.trim_start().strip_prefix('"')?;
            Some(rest.split_once('"').map_or(rest, |(value, _)| value).trim())
        })?;
    (!value.is_empty()).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_of_itself_is_read_in_any_order() {
        let about = About::from_line(
            r#"author="Some One", name = "Fast", nickname="x", version="1.0", country="PL""#,
        )
        .unwrap();
        assert_eq!(about.name, "Fast");
        assert_eq!(about.version.as_deref(), Some("1.0"));
        assert_eq!(about.country.as_deref(), Some("PL"));
        assert_eq!(about.sentence(), "Fast 1.0, by Some One");
    }

    #[test]
    fn an_engine_that_does_not_know_the_question_has_no_name() {
        for line in [
            "UNKNOWN command",
            "",
            r#"nickname="x""#,
            "name=",
            r#"name="""#,
            r#"version="1.0", author="y""#,
            "ABOUT",
        ] {
            assert_eq!(About::from_line(line), None, "{line}");
        }
    }

    #[test]
    fn what_it_says_cannot_move_a_cursor_or_fill_a_screen() {
        let about = About::from_line(&format!("name=\"\u{1b}[2Jx\" {}", "y".repeat(5000)));
        let about = about.unwrap();
        assert_eq!(about.name, "[2Jx");
        assert!(about.line.chars().count() <= 200);
    }
}
