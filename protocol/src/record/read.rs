//! Records from text: tags, then moves, then the result, and behind it nothing or the next record.

mod cursor;

use std::collections::BTreeSet;
use std::str::FromStr;

use self::cursor::{Cursor, is_space};
use super::error::{RecordError, RecordProblem};
use super::moves::{play_written, split_close};
use super::search::SEARCH_COMMAND;
use super::write::read_time;
use super::{
    CLOCK_COMMAND, GameResult, OPENING, RESULT, Record, RecordedPly, RecordedSearch, VARIANT,
    check_tag, cut, opening, trimmed,
};
use crate::game::Game;
use crate::millis::Millis;
use crate::rules::Variant;
use crate::spec::{OpeningChoice, OpeningRule};
use crate::turn_order::TurnOrder;

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut cursor = Cursor::new(text);
        let record = Self::read_next(&mut cursor)?;
        match cursor.peek() {
            Some(found) => Err(cursor.error(RecordProblem::Trailing(found))),
            None => Ok(record),
        }
    }
}

impl Record {
    /// Reads the games of a text, each with its tags above it and its result behind it: one or more, of which a
    /// damaged one is its first fault. The next game then begins with the next line that begins as a tag does, after
    /// those of the damaged game.
    pub fn read_each(text: &str) -> impl Iterator<Item = Result<Self, RecordError>> {
        let mut cursor = Cursor::new(text);
        let mut is_first = true;
        std::iter::from_fn(move || {
            cursor.skip_space();
            if cursor.peek().is_none() && !is_first {
                return None;
            }
            is_first = false;
            let start = cursor.clone();
            let read = Self::read_next(&mut cursor).and_then(|record| match cursor.peek() {
                None | Some('[') => Ok(record),
                // It may have belonged to the moves, so that the game is not whole.
                Some(found) => Err(cursor.error(RecordProblem::Trailing(found))),
            });
            if read.is_err() {
                cursor = start;
                cursor.skip_game();
            }
            Some(read)
        })
    }

    /// Reads a game and the space behind it.
    fn read_next(cursor: &mut Cursor<'_>) -> Result<Self, RecordError> {
        let tags = Tags::read(cursor)?;
        let mut moves = Moves::new(tags.variant);
        let opening = tags.opening.as_ref();
        let result = loop {
            if let Some(result) = moves.read_next(cursor, tags.result, opening)? {
                break result;
            }
        };
        cursor.skip_space();
        let mut record = Self {
            variant: tags.variant,
            tags: tags.all,
            comment: moves.comment,
            plies: moves.plies,
            turns: moves.turns,
            result,
        };
        record.put_tag(RESULT, &result.to_string());
        Ok(record)
    }
}

/// The part of a record above the moves.
struct Tags<'t> {
    variant: Variant,
    result: Option<GameResult>,
    opening: Option<OpeningTag<'t>>,
    all: Vec<(String, String)>,
}

/// The tag of an opening with choices, and its place.
struct OpeningTag<'t> {
    at: Cursor<'t>,
    rule: OpeningRule,
    choices: Vec<OpeningChoice>,
}

impl OpeningTag<'_> {
    fn turn_order(&self, game: &Game) -> Result<TurnOrder, RecordError> {
        let plies = game.plies().len();
        opening::turn_order(game.variant(), plies, self.rule, &self.choices)
            .map_err(|problem| self.at.error(problem))
    }
}

impl<'t> Tags<'t> {
    fn read(cursor: &mut Cursor<'t>) -> Result<Self, RecordError> {
        let mut variant = None;
        let mut result = None;
        let mut opening = None;
        let mut all: Vec<(String, String)> = Vec::new();
        let mut names = BTreeSet::new();
        cursor.skip_space();
        if cursor.peek().is_none() {
            return Err(cursor.error(RecordProblem::Empty));
        }
        loop {
            cursor.skip_space();
            let start = cursor.clone();
            if !cursor.eat('[') {
                break;
            }
            let (name, mut value) = read_tag(cursor)?;
            if !names.insert(name.clone()) {
                return Err(start.error(RecordProblem::RepeatedTag(cut(&name))));
            }
            match name.as_str() {
                VARIANT => {
                    variant = Some(
                        value
                            .parse::<Variant>()
                            .map_err(|error| start.error(RecordProblem::Variant(error)))?,
                    );
                }
                RESULT => {
                    result = Some(value.parse().map_err(|problem| start.error(problem))?);
                }
                OPENING => {
                    if let Some((rule, choices)) = opening::read(&value) {
                        value = opening::write(rule, &choices);
                        let at = start;
                        opening = Some(OpeningTag { at, rule, choices });
                    }
                }
                _ => check_tag(&name, &value).map_err(|problem| start.error(problem))?,
            }
            all.push((name, value));
        }
        let variant = variant.ok_or_else(|| cursor.error(RecordProblem::NoVariant))?;
        // A name may be written in any case; it is kept as it is printed.
        for (name, value) in &mut all {
            if name == VARIANT {
                *value = variant.to_string();
            }
        }
        Ok(Self {
            variant,
            result,
            opening,
            all,
        })
    }
}

/// Reads `Name "value"]`, the part of a tag after its bracket.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<(String, String), RecordError> {
    cursor.skip_space();
    let name = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, '"' | ']' | '['));
    cursor.skip_space();
    cursor.expect('"', "a value in quotes, as in [First \"Ana\"]")?;
    let mut value = String::new();
    loop {
        let here = cursor.clone();
        match cursor.next() {
            Some('"') => break,
            Some('\\') => value.push(cursor.escaped()),
            Some(plain) if plain != '\n' => value.push(plain),
            Some(_) | None => {
                return Err(here.error(RecordProblem::OpenValue));
            }
        }
    }
    cursor.skip_space();
    cursor.expect(']', "] at the end of the tag")?;
    Ok((name.to_owned(), value))
}

/// The part of a record below the tags, as far as it is read.
struct Moves {
    game: Game,
    comment: Option<String>,
    plies: Vec<RecordedPly>,
    /// Known with the result, when the number of plies is.
    turns: TurnOrder,
}

impl Moves {
    fn new(variant: Variant) -> Self {
        Self {
            game: Game::new(variant),
            comment: None,
            plies: Vec::new(),
            turns: TurnOrder::default(),
        }
    }

    /// Reads a comment, a word, or past what this program has no use for; returns the result where the word is one.
    fn read_next(
        &mut self,
        cursor: &mut Cursor<'_>,
        tagged: Option<GameResult>,
        opening: Option<&OpeningTag<'_>>,
    ) -> Result<Option<GameResult>, RecordError> {
        cursor.skip_space();
        let start = cursor.clone();
        match cursor.peek() {
            None => Err(start.error(RecordProblem::Truncated {
                expected: "a move, or the result: 1-0, 0-1, 1/2-1/2 or *",
            })),
            Some('[') => Err(start.error(RecordProblem::LateTag)),
            Some('}') => Err(start.error(RecordProblem::NoComment)),
            Some(')') => Err(start.error(RecordProblem::NoVariation)),
            Some('{') => self.read_comment(cursor).map(|()| None),
            Some('(') => skip_variation(cursor).map(|()| None),
            // A glyph of annotation, such as `$1` for a good move.
            Some('$') => {
                cursor.next();
                cursor.take_while(|c| c.is_ascii_digit());
                Ok(None)
            }
            Some(';') => {
                cursor.next();
                self.keep_comment(cursor.take_line());
                Ok(None)
            }
            Some(_) => {
                let word = cursor.take_while(|c| !is_space(c) && !ENDS_WORD.contains(&c));
                match word.parse::<GameResult>() {
                    Ok(result) => {
                        if let Some(opening) = opening {
                            self.turns = opening.turn_order(&self.game)?;
                        }
                        self.check_result(result, tagged)
                            .map_err(|problem| start.error(problem))?;
                        Ok(Some(result))
                    }
                    Err(_) => self.read_word(start, word).map(|()| None),
                }
            }
        }
    }

    fn check_result(
        &self,
        result: GameResult,
        tagged: Option<GameResult>,
    ) -> Result<(), RecordProblem> {
        match tagged {
            Some(tagged) if tagged != result => Err(RecordProblem::TwoResults { result, tagged }),
            Some(_) | None => Ok(result.check(&self.game, &self.turns)?),
        }
    }

    /// Reads a number and moves, of which either may be missing: `3.`, `3.4`, `4`, `444`. A judgement of the move,
    /// such as `!?`, is dropped.
    fn read_word(&mut self, mut cursor: Cursor<'_>, word: &str) -> Result<(), RecordError> {
        let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, behind) = word.split_at(digits);
        let moves = behind.trim_start_matches('.');
        let has_dots = moves.len() < behind.len();
        // Dots without a number stand apart from it, as in `1. ... 4`.
        let moves = if has_dots { moves } else { word };
        if has_dots && digits > 0 {
            let expected = self.plies.len() / 2 + 1;
            if number.parse() != Ok(expected) {
                return Err(cursor.error(RecordProblem::MoveNumber {
                    found: cut(number),
                    expected,
                }));
            }
        }
        cursor.advance(word.len() - moves.len());
        let moves = moves.trim_end_matches(['!', '?']);
        let mut read = 0;
        for (offset, written) in split_close(self.game.variant(), moves) {
            if written.is_empty() {
                continue;
            }
            cursor.advance(offset - read);
            read = offset;
            let square =
                play_written(&mut self.game, written).map_err(|problem| cursor.error(problem))?;
            self.plies.push(RecordedPly {
                square,
                left: None,
                search: None,
                comment: None,
            });
        }
        Ok(())
    }

    /// Reads `{...}` and keeps it with the last ply, or above the first.
    fn read_comment(&mut self, cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
        let start = cursor.clone();
        cursor.expect('{', "a comment")?;
        let mut text = String::new();
        loop {
            if cursor.rest().starts_with(CLOCK_COMMAND) {
                let here = cursor.clone();
                let time = read_clock(cursor)?;
                self.keep_time(time)
                    .map_err(|problem| here.error(problem))?;
                continue;
            }
            if cursor.rest().starts_with(SEARCH_COMMAND) && self.read_search(cursor) {
                continue;
            }
            match cursor.next() {
                Some('}') => break,
                Some('\\') => text.push(cursor.escaped()),
                // Where the line was broken there was a space.
                Some('\n') => text.push(' '),
                Some(plain) => text.push(plain),
                None => return Err(start.error(RecordProblem::OpenComment)),
            }
        }
        self.keep_comment(&text);
        Ok(())
    }

    fn keep_comment(&mut self, text: &str) {
        let kept = match self.plies.last_mut() {
            Some(ply) => &mut ply.comment,
            None => &mut self.comment,
        };
        match (kept, trimmed(text)) {
            (_, None) => {}
            (Some(kept), Some(text)) => {
                kept.push(' ');
                kept.push_str(&text);
            }
            (kept @ None, some) => *kept = some,
        }
    }

    /// Reads a search, and keeps it with the last ply; false, and nothing is read, where there is none.
    fn read_search(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let mut ahead = cursor.clone();
        ahead.advance(SEARCH_COMMAND.len());
        let text = ahead.take_while(|c| !matches!(c, ']' | '{' | '}'));
        let Some(ply) = self.plies.last_mut() else {
            return false;
        };
        let search = RecordedSearch::read(text, &self.game);
        if search.is_none() || ply.search.is_some() || !ahead.eat(']') {
            return false;
        }
        ply.search = search;
        *cursor = ahead;
        true
    }

    fn keep_time(&mut self, time: Millis) -> Result<(), RecordProblem> {
        let ply = self.plies.last_mut().ok_or(RecordProblem::EarlyTime)?;
        if ply.left.replace(time).is_some() {
            return Err(RecordProblem::TwoTimes);
        }
        Ok(())
    }
}

/// Characters that end a word of the moves, besides white space.
const ENDS_WORD: [char; 7] = ['{', '}', ';', '[', '(', ')', '$'];

/// Goes past `(...)`, moves that were not made, with the comments and the variations in it.
fn skip_variation(cursor: &mut Cursor<'_>) -> Result<(), RecordError> {
    let start = cursor.clone();
    let mut depth = 0_usize;
    loop {
        cursor.skip_space();
        let here = cursor.clone();
        match cursor.next() {
            Some('(') => depth += 1,
            Some(')') => {
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            }
            Some('{') => loop {
                match cursor.next() {
                    Some('}') => break,
                    Some('\\') => {
                        cursor.escaped();
                    }
                    Some(_) => {}
                    None => return Err(here.error(RecordProblem::OpenComment)),
                }
            },
            Some(';') => {
                cursor.take_line();
            }
            // A tag is of the next game.
            Some('[') | None => return Err(start.error(RecordProblem::OpenVariation)),
            Some(_) => {}
        }
    }
}

/// Reads `[%clk 0:04:58.3]`.
fn read_clock(cursor: &mut Cursor<'_>) -> Result<Millis, RecordError> {
    const EXPECTED: &str = "a clock time, as in [%clk 0:04:58.3]";
    cursor.advance(CLOCK_COMMAND.len());
    cursor.skip_space();
    let start = cursor.clone();
    let text = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, ']' | '}'));
    let time = read_time(text).ok_or_else(|| start.unexpected(text, EXPECTED))?;
    cursor.skip_space();
    cursor.expect(']', EXPECTED)?;
    Ok(time)
}
