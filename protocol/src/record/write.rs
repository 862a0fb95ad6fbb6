//! A record as text.

use std::fmt;

use super::escape::escape;
use super::search::SEARCH_COMMAND;
use super::time::write_time;
use super::{CLOCK_COMMAND, Record, RecordedPly};
use crate::game::Game;
use crate::side::Side;

/// Text that a comment must not contain by accident.
const ESCAPED: [(&str, &str); 2] = [(CLOCK_COMMAND, "\\[%clk"), (SEARCH_COMMAND, "\\[%search")];

/// Characters in a line of moves, where its words allow it.
const WIDTH: usize = 80;

/// The tags, an empty line, the moves and the result in lines of at most 80 characters.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", escape(value, &['"']))?;
        }
        writeln!(f)?;
        let mut column = 0;
        for (index, word) in self.words().into_iter().enumerate() {
            let length = word.chars().count();
            if index > 0 {
                // In a comment a line break stands for one space, so either does.
                if column + 1 + length > WIDTH {
                    writeln!(f)?;
                    column = 0;
                } else {
                    f.write_str(" ")?;
                    column += 1;
                }
            }
            f.write_str(&word)?;
            column += length;
        }
        writeln!(f)
    }
}

impl Record {
    /// Returns the words below the tags, cut wherever exactly one space belongs.
    fn words(&self) -> Vec<String> {
        let notation = Game::new(self.variant);
        let mut words = Vec::new();
        push_comment(&mut words, None, self.comment());
        for (index, ply) in self.plies.iter().enumerate() {
            match Side::to_move_after(index) {
                Side::First => words.push(format!("{}.", index / 2 + 1)),
                Side::Second => {}
            }
            words.push(notation.write_move(ply.square));
            let search = ply.search.as_ref().map(|search| search.write(&notation));
            let commands: Vec<_> = ply.time().into_iter().chain(search).collect();
            let commands = (!commands.is_empty()).then(|| commands.join(" "));
            push_comment(&mut words, commands.as_deref(), ply.comment());
        }
        words.push(self.result.to_string());
        words
    }
}

impl RecordedPly {
    fn time(&self) -> Option<String> {
        self.left
            .map(|left| format!("{CLOCK_COMMAND} {}]", write_time(left)))
    }
}

fn push_comment(words: &mut Vec<String>, commands: Option<&str>, comment: Option<&str>) {
    // Other commands in brackets stay as they are, for the programs that know them.
    let comment = comment.map(|text| {
        let text = escape(text, &['{', '}']);
        ESCAPED.iter().fold(text, |text, (command, escaped)| {
            text.replace(command, escaped)
        })
    });
    let inside = match (commands, &comment) {
        (None, None) => return,
        (Some(commands), None) => commands.to_owned(),
        (None, Some(comment)) => comment.clone(),
        (Some(commands), Some(comment)) => format!("{commands} {comment}"),
    };
    words.extend(format!("{{{inside}}}").split(' ').map(str::to_owned));
}
