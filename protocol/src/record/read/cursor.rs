//! A place in a text that knows its line and column.

use crate::record::cut;
use crate::record::error::{RecordError, RecordProblem};
use crate::record::write::unescape;
use crate::text::{BYTE_ORDER_MARK, without_mark};

/// The rest of a text, and the place at which it begins.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of `text`, behind a byte order mark.
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: without_mark(text),
            line: 1,
            column: 1,
        }
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Goes past a character. The two of a line end in the manner of Windows are one, and a byte order mark has no
    /// column of its own, wherever it stands.
    pub(super) fn next(&mut self) -> Option<char> {
        if self.rest.starts_with("\r\n") {
            self.rest = &self.rest[1..];
        }
        let mut characters = self.rest.chars();
        let character = characters.next()?;
        self.rest = characters.as_str();
        if character == '\n' {
            self.line += 1;
            self.column = 1;
        } else if character != BYTE_ORDER_MARK {
            self.column += 1;
        }
        Some(character)
    }

    /// Goes past at least `bytes` bytes, all of them in this line.
    pub(super) fn advance(&mut self, bytes: usize) {
        let goal = self.rest.len().saturating_sub(bytes);
        while self.rest.len() > goal {
            self.next();
        }
    }

    /// Goes past white space, and past lines that begin with `%`, which PGN keeps for other programs.
    pub(super) fn skip_space(&mut self) {
        while let Some(next) = self.peek() {
            if next == '%' && self.column == 1 {
                self.take_line();
            } else if is_space(next) {
                self.next();
            } else {
                break;
            }
        }
    }

    /// Goes past the rest of the line, and returns it without its end.
    pub(super) fn take_line(&mut self) -> &'a str {
        let line = self.rest.lines().next().unwrap_or_default();
        self.advance(line.len());
        self.next();
        line
    }

    /// Goes past the tags at this place and what follows them, to the next line that begins as a tag does, or to the
    /// end of the text.
    pub(super) fn skip_game(&mut self) {
        while self.is_at_tag() {
            self.take_line();
        }
        self.skip_space();
        while self.peek().is_some() && !self.is_at_tag() {
            self.take_line();
            self.skip_space();
        }
    }

    /// Returns true for the name of a tag after a bracket, and not for `[%clk`, with which a line of a comment may
    /// begin.
    fn is_at_tag(&self) -> bool {
        let name = self.rest.strip_prefix('[');
        name.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()))
    }

    /// Goes past the characters that `wanted` accepts, and returns them.
    pub(super) fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let text = self.rest;
        while self.peek().is_some_and(&wanted) {
            self.next();
        }
        &text[..text.len() - self.rest.len()]
    }

    /// Goes past `wanted` if it is next.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.next();
        }
        found
    }

    /// Goes past `wanted`, or says what was expected instead of what is next.
    pub(super) fn expect(
        &mut self,
        wanted: char,
        expected: &'static str,
    ) -> Result<(), RecordError> {
        if self.eat(wanted) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(found) => self.unexpected(&found.to_string(), expected),
            None => self.error(RecordProblem::Truncated { expected }),
        })
    }

    /// Goes past the escape after a backslash, and returns the character it stands for: the backslash itself if no
    /// escape follows, as in the records of other programs.
    pub(super) fn escaped(&mut self) -> char {
        let start = self.clone();
        unescape(|| self.next()).unwrap_or_else(|| {
            *self = start;
            '\\'
        })
    }

    /// The error that `found` stands at this place.
    pub(super) fn unexpected(&self, found: &str, expected: &'static str) -> RecordError {
        self.error(RecordProblem::Unexpected {
            found: cut(found),
            expected,
        })
    }

    /// An error at this place.
    pub(super) fn error(&self, problem: impl Into<RecordProblem>) -> RecordError {
        RecordError {
            line: self.line,
            column: self.column,
            problem: problem.into(),
        }
    }
}

/// True for what separates the words of a record: white space, the byte order mark of a file that was joined to the
/// end of another, and the NUL and Ctrl-Z that old programs and damaged disks put at the end of a file.
pub(super) fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, BYTE_ORDER_MARK | '\0' | '\x1a')
}
