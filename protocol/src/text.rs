//! Text typed by people: names and chat, cleaned of what could harm a screen or pass for something else.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;
use unicode_general_category::{GeneralCategory, get_general_category};

use crate::wire::travels_as_text;

/// A text that is not clean, or too long.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TextError {
    /// No [`Name`]; holds the text.
    #[error("{0:?} is no name; a name is 1 to 20 printable characters")]
    Name(String),
    /// No [`ChatText`].
    #[error("a line of chat is 1 to 200 printable characters")]
    Chat,
}

/// The byte order mark that some editors put before a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns `text` without the byte order mark that some editors put before it.
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// Returns the text of a file in UTF-8, or in UTF-16 where its mark leads: so `>` of Windows PowerShell 5.1 writes what
/// a program prints.
///
/// # Errors
///
/// [`InvalidData`](io::ErrorKind::InvalidData), where it is neither.
pub fn decode(bytes: Vec<u8>) -> io::Result<String> {
    match utf16_units(&bytes) {
        Some(units) => String::from_utf16(&units).map_err(|error| invalid(&error)),
        None => String::from_utf8(bytes).map_err(|error| invalid(&error)),
    }
}

/// Returns the text of a file as [`decode`] does, but reads each byte that is not UTF-8 as Latin-1: old programs write
/// names so, and one of them must not hide the rest of a file.
pub fn decode_any(bytes: &[u8]) -> String {
    if let Some(units) = utf16_units(bytes) {
        return String::from_utf16_lossy(&units);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(char::from));
    }
    text
}

/// Returns the units of a text in UTF-16; `None` if its mark does not lead.
fn utf16_units(bytes: &[u8]) -> Option<Vec<u16>> {
    let pair: fn([u8; 2]) -> u16 = match bytes {
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return None,
    };
    // What is left of a pair is no character.
    let units = bytes[2..]
        .chunks(2)
        .map(|unit| unit.try_into().map_or(0xD800, pair));
    Some(units.collect())
}

fn invalid(error: &impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

/// The name of a person: 1 to 20 characters, clean.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("minLength" = 1, "maxLength" = Self::LONGEST))
)]
pub struct Name(
    /// Shared, since a server has the name of a person in many places.
    Arc<str>,
);

impl Name {
    /// Characters a name may have: it must fit beside a board of 80 columns.
    pub const LONGEST: usize = 20;

    /// The name that is left of `text` when it is cleaned and cut, if anything is.
    pub fn clean(text: &str) -> Option<Self> {
        clean(text, Self::LONGEST, MOST_MARKS, Joiners::None).map(Self::of_clean)
    }

    fn of_clean(text: String) -> Self {
        Self(text.into())
    }

    /// This name with ` (number)` behind it, cut so that it stays within its length.
    #[must_use]
    pub fn with_suffix(&self, number: u32) -> Self {
        let suffix = format!(" ({number})");
        let kept = Self::LONGEST - suffix.len();
        let stem: String = self.0.chars().take(kept).collect();
        Self::of_clean(format!("{}{suffix}", stem.trim_end()))
    }

    /// True for a name such as `guest-07`, which a server gives to whoever comes without a name, and nobody chooses.
    pub fn is_of_guest(&self) -> bool {
        let beginning = self.0.get(..6);
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case("guest-"))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Takes only a name that is clean already. It may have more marks on a letter: names that were made before these were
/// bounded are stored and sent.
impl FromStr for Name {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        clean(text, Self::LONGEST, usize::MAX, Joiners::None)
            .filter(|name| name == text)
            .map(Self::of_clean)
            .ok_or_else(|| TextError::Name(text.to_owned()))
    }
}

travels_as_text!(Name);

/// A line of chat: 1 to 200 characters, clean.
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(from = "String", into = "String", extend("minLength" = 1, "maxLength" = Self::LONGEST))
)]
pub struct ChatText(String);

impl ChatText {
    /// Characters a line may have: three lines of a terminal of 80 columns.
    pub const LONGEST: usize = 200;

    /// The line that is left of `text` when it is cleaned and cut, if anything is.
    pub fn clean(text: &str) -> Option<Self> {
        clean(text, Self::LONGEST, MOST_MARKS, Joiners::OfEmoji).map(Self)
    }

    /// The line as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Takes only a line that is clean already. It may have more marks on a letter, as a [`Name`].
impl FromStr for ChatText {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        clean(text, Self::LONGEST, usize::MAX, Joiners::OfEmoji)
            .map(Self)
            .filter(|line| line.0 == text)
            .ok_or(TextError::Chat)
    }
}

travels_as_text!(ChatText);

/// The zero-width joiners that a text keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joiners {
    /// None: two names must not differ by what takes no room.
    None,
    /// Those between two emoji, which make one of them: a family of four persons, a flag of a rainbow.
    OfEmoji,
}

const JOINER: char = '\u{200D}';

/// `text` on one line, without invisible characters but for `joiners`, marks of a letter beyond `most_marks`, spaces at
/// the ends and runs of spaces, cut to `longest` characters; nothing where nothing is left.
fn clean(text: &str, longest: usize, most_marks: usize, joiners: Joiners) -> Option<String> {
    if text.len() <= longest && is_plain(text) {
        return Some(text.to_owned());
    }
    let mut cleaned = String::new();
    let mut marks = 0;
    // A joiner counts only once an emoji follows it.
    let mut joins = false;
    for character in text.chars() {
        if joiners == Joiners::OfEmoji && character == JOINER {
            joins = cleaned.ends_with(is_emoji);
            continue;
        }
        if std::mem::take(&mut joins) && is_emoji(character) {
            cleaned.push(JOINER);
        }
        if is_mark(character) {
            marks += 1;
            if marks > most_marks {
                continue;
            }
        } else if !is_invisible(character) {
            marks = 0;
        }
        // A line break must still part two words, so white space is looked at first.
        if character.is_whitespace() {
            if !cleaned.ends_with(' ') {
                cleaned.push(' ');
            }
        } else if !is_invisible(character) {
            cleaned.push(character);
        }
    }
    let cut: String = cleaned.trim().chars().take(longest).collect();
    let cut = cut.trim_end().trim_end_matches(JOINER);
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Returns `true` for words in ASCII with one space between them, as most texts are: those are clean.
fn is_plain(text: &str) -> bool {
    let is_printable = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    text.bytes().all(is_printable) && text.split(' ').all(|word| !word.is_empty())
}

/// Returns `true` for a character of the blocks whose pictographs are joined to others, skin tones among them.
fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '\u{2190}'..='\u{21FF}'
        | '\u{2300}'..='\u{23FF}'
        | '\u{25A0}'..='\u{27BF}'
        | '\u{2B00}'..='\u{2BFF}'
        | '\u{1F000}'..='\u{1FAFF}'
    )
}

/// Marks that one letter may have: the scripts of living languages need two, as in Vietnamese, and piles of more run
/// over the lines above and below.
const MOST_MARKS: usize = 2;

/// Returns `true` if a character is drawn onto the one before it.
fn is_mark(character: char) -> bool {
    match get_general_category(character) {
        GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark => {
            !is_ignorable(character)
        }
        _ => false,
    }
}

/// Returns `true` if a character is a control, turns the direction of text, has no meaning of its own, or
/// takes no room.
///
/// Controls could drive a terminal, the others make one name look like another.
pub fn is_invisible(character: char) -> bool {
    match get_general_category(character) {
        GeneralCategory::Control
        | GeneralCategory::Format
        | GeneralCategory::LineSeparator
        | GeneralCategory::ParagraphSeparator
        | GeneralCategory::PrivateUse
        | GeneralCategory::Surrogate => true,
        _ => is_ignorable(character),
    }
}

/// Returns `true` for the default-ignorable code points of Unicode that are no controls, formats or private
/// use, and for the blank of Braille.
fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        // Joiners and fillers of letters.
        '\u{034F}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{3164}' | '\u{FFA0}'
        // Selectors of a glyph's variant.
        | '\u{180B}'..='\u{180F}' | '\u{FE00}'..='\u{FE0F}'
        // Reserved for more of the same.
        | '\u{2065}' | '\u{FFF0}'..='\u{FFF8}' | '\u{E0000}'..='\u{10FFFF}'
        | '\u{2800}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cleaned_of_what_could_harm_a_screen() {
        for (given, kept) in [
            ("Ana", Some("Ana")),
            ("  Ana\t María  ", Some("Ana María")),
            ("\u{1b}[31mred", Some("[31mred")),
            ("a\u{202e}b\u{200b}c\u{feff}", Some("abc")),
            ("line\nbreak", Some("line break")),
            ("\u{9b}2J", Some("2J")),
            ("\u{200b}\u{2060}", None),
            ("   ", None),
            ("", None),
            ("123456789012345678901234", Some("12345678901234567890")),
            ("źdźbło", Some("źdźbło")),
            ("z\u{323}\u{302}", Some("z\u{323}\u{302}")),
            (
                "z\u{301}\u{302}\u{303}\u{20dd}ab\u{301}",
                Some("z\u{301}\u{302}ab\u{301}"),
            ),
            ("z\u{301}\u{302}\u{200b}\u{303}", Some("z\u{301}\u{302}")),
        ] {
            assert_eq!(
                Name::clean(given).as_ref().map(Name::as_str),
                kept,
                "{given:?}"
            );
        }
    }

    #[test]
    fn emoji_stay_joined_in_chat_and_nothing_else_does() {
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}";
        let many = "\u{1F468}\u{200D}".repeat(150);
        for (given, kept) in [
            (family, family),
            // The flag of a rainbow loses the selector of a glyph alone.
            (
                "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}!",
                "\u{1F3F3}\u{200D}\u{1F308}!",
            ),
            // A cook of a skin tone.
            (
                "\u{1F469}\u{1F3FD}\u{200D}\u{1F373}",
                "\u{1F469}\u{1F3FD}\u{200D}\u{1F373}",
            ),
            ("a\u{200D}b", "ab"),
            ("\u{200D}\u{1F468}\u{200D}", "\u{1F468}"),
            (
                "\u{1F468}\u{200D}\u{200D}\u{1F469}",
                "\u{1F468}\u{200D}\u{1F469}",
            ),
            ("\u{1F468}\u{200D} \u{1F469}", "\u{1F468} \u{1F469}"),
            ("\u{1F468}\u{200D}x\u{200D}\u{1F469}", "\u{1F468}x\u{1F469}"),
        ] {
            let line = ChatText::clean(given).unwrap();
            assert_eq!(line.as_str(), kept, "{given:?}");
            assert_eq!(kept.parse::<ChatText>().unwrap(), line);
        }
        let cut = ChatText::clean(&many).unwrap();
        assert_eq!(ChatText::clean(cut.as_str()).unwrap(), cut);
        assert!(!cut.as_str().ends_with('\u{200D}'));
        assert!(Name::clean(family).unwrap().as_str().chars().count() == 4);
        assert!(family.parse::<Name>().is_err());
    }

    #[test]
    fn cleaning_twice_changes_nothing() {
        for given in [
            "a  b",
            "1234567890123456789 x",
            "\u{200b}a\u{200b} \u{200b} b",
            "a\u{301}\u{302}\u{303}\u{200b}\u{303} \u{301}\u{301}\u{301} b",
        ] {
            let once = Name::clean(given).unwrap();
            assert_eq!(Name::clean(once.as_str()), Some(once));
        }
    }

    #[test]
    fn a_suffix_keeps_the_name_within_its_length() {
        let name = Name::clean("12345678901234567890").unwrap();
        assert_eq!(name.with_suffix(2).as_str(), "1234567890123456 (2)");
        assert!("dirty\u{200b}".parse::<Name>().is_err());
    }

    #[test]
    fn a_name_that_is_stored_may_have_more_marks_than_a_new_one() {
        let text = "z\u{301}\u{302}\u{303}";
        assert_eq!(text.parse::<Name>().unwrap().as_str(), text);
        assert_eq!(text.parse::<ChatText>().unwrap().as_str(), text);
        assert_ne!(Name::clean(text).unwrap().as_str(), text);
    }
}
