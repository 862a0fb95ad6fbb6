//! Who an engine says it is.

use crate::words::shown;

/// The answer to `ABOUT`. Engines fill in what they like, and some do not know the question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// What it is called.
    pub name: Option<String>,
    /// Which version it is.
    pub version: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// Where they live.
    pub country: Option<String>,
    /// The whole answer, cut off where it is too long to show and without characters that move a cursor.
    pub line: String,
}

impl About {
    /// Reads `name="x", version="1", author="y", country="z"`, in any order and with anything missing.
    pub(crate) fn read(line: &str) -> Self {
        let line = shown(line);
        let field = |key: &str| field(&line, key);
        Self {
            name: field("name"),
            version: field("version"),
            author: field("author"),
            country: field("country"),
            line,
        }
    }

    /// A sentence for people: `Carbon 2.1, by N. N.`; nothing where the engine does not say its name.
    pub fn sentence(&self) -> Option<String> {
        let mut sentence = self.name.clone()?;
        if let Some(version) = &self.version {
            sentence.extend([" ", version]);
        }
        if let Some(author) = &self.author {
            sentence.extend([", by ", author]);
        }
        Some(sentence)
    }
}

/// What stands in quotes behind `key=`.
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
        let about = About::read(
            r#"author="Some One", name = "Fast", nickname="x", version="1.0", country="PL""#,
        );
        assert_eq!(about.name.as_deref(), Some("Fast"));
        assert_eq!(about.version.as_deref(), Some("1.0"));
        assert_eq!(about.country.as_deref(), Some("PL"));
        assert_eq!(about.sentence().unwrap(), "Fast 1.0, by Some One");
    }

    #[test]
    fn an_engine_that_does_not_know_the_question_has_no_name() {
        for line in [
            "UNKNOWN command",
            "",
            r#"nickname="x""#,
            "name=",
            r#"name="""#,
        ] {
            let about = About::read(line);
            assert_eq!(
                (about.name.as_ref(), about.sentence()),
                (None, None),
                "{line}"
            );
        }
    }

    #[test]
    fn what_it_says_cannot_move_a_cursor_or_fill_a_screen() {
        let about = About::read(&format!("name=\"\u{1b}[2Jx\" {}", "y".repeat(5000)));
        assert_eq!(about.name.as_deref(), Some("[2Jx"));
        assert!(about.line.chars().count() <= 200);
    }
}
