//! The skeletons of a name: two names that people could take for one another have one in common.
//!
//! name -> NFKC -> with and without case folding -> the skeleton of Unicode's TR 39, where every character stands for
//! all that look like it
//!
//! Both are needed: folded alone `Ian` would not be taken for `lan`, unfolded alone `Ana` would not be for `ANA`.

use std::sync::LazyLock;

use protocol::text::Name;
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// Beginning of the name of a guest, which nobody may choose.
pub(crate) const GUEST: &str = "guest-";

/// Name of the operator in chats, which is no word of another name.
pub(crate) const HOST: &str = "host";

/// Returns the number in the name of a guest.
pub(crate) fn guest_number(name: &Name) -> Option<u32> {
    name.as_str().strip_prefix(GUEST)?.parse().ok()
}

/// The skeletons of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Skeletons {
    /// That of the name as it is written.
    pub(crate) exact: String,
    /// That of the name without the case of its letters.
    pub(crate) folded: String,
}

impl Skeletons {
    pub(crate) fn new(name: &Name) -> Self {
        Self::from_text(name.as_str())
    }

    fn from_text(text: &str) -> Self {
        if text.is_ascii() {
            Self::from_ascii(text)
        } else {
            Self::from_unicode(text)
        }
    }

    /// Most names, and all of guests, are in ASCII: every character of it is its own in NFKC and in its case, and looks
    /// like something by itself.
    fn from_ascii(text: &str) -> Self {
        static EXACT: LazyLock<Vec<String>> = LazyLock::new(|| {
            let ascii = (0..128).map(char::from);
            ascii
                .map(|it| skeleton(&it.to_string()).collect())
                .collect()
        });
        static FOLDED: LazyLock<Vec<String>> = LazyLock::new(|| {
            let ascii = (0..128_u8).map(|it| usize::from(it.to_ascii_lowercase()));
            ascii.map(|it| EXACT[it].to_lowercase()).collect()
        });
        let looks = |table: &[String]| {
            // Some letters look like two others.
            let mut looks = String::with_capacity(2 * text.len());
            for byte in text.bytes() {
                looks.push_str(&table[usize::from(byte)]);
            }
            looks
        };
        Self {
            exact: looks(&EXACT),
            folded: looks(&FOLDED),
        }
    }

    fn from_unicode(text: &str) -> Self {
        let normal: String = text.nfkc().collect();
        // By way of the capitals, which a letter such as ß or ς has in common with others. Once more in NFKC, since
        // a letter may fold to one that has another form there.
        let folded: String = normal.chars().flat_map(char::to_uppercase).collect();
        let folded: String = folded.chars().flat_map(char::to_lowercase).nfkc().collect();
        Self {
            exact: skeleton(&normal).collect(),
            // A digit may stand for a capital, as 0 does for O.
            folded: skeleton(&folded).flat_map(char::to_lowercase).collect(),
        }
    }

    /// Returns the skeletons of the name without the number that [`Name::with_suffix`] put at its end; `None` if there
    /// is no such number.
    pub(crate) fn without_number(&self) -> Option<Self> {
        Some(Self {
            exact: before_number(&self.exact)?.to_owned(),
            folded: before_number(&self.folded)?.to_owned(),
        })
    }

    /// Returns true if the name looks like the other one.
    pub(crate) fn resembles(&self, other: &Self) -> bool {
        self.exact == other.exact || self.folded == other.folded
    }
}

/// Returns the part before a number in parentheses at the end of a name or of a skeleton, in which 1 and 0 are letters.
pub(crate) fn before_number(text: &str) -> Option<&str> {
    let (stem, number) = text.strip_suffix(')')?.rsplit_once('(')?;
    let is_digit = |digit: char| digit.is_ascii_digit() || matches!(digit, 'l' | 'O' | 'o');
    let (stem, number) = (stem.trim_end(), number.trim());
    let is_number = !number.is_empty() && number.chars().all(is_digit);
    (is_number && !stem.is_empty()).then_some(stem)
}

/// The names that no person has: those of bots, those that the server gives to guests, and those that pass for the
/// operator.
#[derive(Debug)]
pub(crate) struct Reserved {
    bots: Vec<Skeletons>,
    /// The beginning of every guest's name.
    guest: Skeletons,
    /// The word with which the page begins the name of a bot, in every language: `Bot, level 9`, `Bot threat`.
    bot: Skeletons,
    /// The name of the operator, also as a word of a longer name: `Ana (host)`.
    host: Skeletons,
}

impl Default for Reserved {
    fn default() -> Self {
        Self::new(std::iter::empty())
    }
}

impl Reserved {
    /// Reserves the names of these bots.
    pub(crate) fn new<'a>(bots: impl Iterator<Item = &'a str>) -> Self {
        Self {
            bots: bots.map(Skeletons::from_text).collect(),
            guest: Skeletons::from_text(GUEST),
            bot: Skeletons::from_text("bot"),
            host: Skeletons::from_text(HOST),
        }
    }

    /// Returns true if the name, of which these are the skeletons, looks like a reserved one: `perfect`, `Perfect:8`,
    /// `guest-07`, `Bot, level 9`, `Host (2)`.
    pub(crate) fn has(&self, name: &Name, skeletons: &Skeletons) -> bool {
        let is_bot = |kind: &Skeletons| self.bots.iter().any(|bot| bot.resembles(kind));
        let begins_with_bot = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let rest = skeletons.folded.strip_prefix(&*self.bot.folded);
        rest.is_some_and(begins_with_bot)
            || skeletons.exact.starts_with(&self.guest.exact)
            || skeletons.folded.starts_with(&self.guest.folded)
            || self.has_word_of_host(name)
            || is_bot(skeletons)
            || kind(name).is_some_and(|kind| is_bot(&Skeletons::from_text(&kind)))
    }

    fn has_word_of_host(&self, name: &Name) -> bool {
        let normal: String = name.as_str().nfkc().collect();
        let mut words = normal.split(|letter: char| !letter.is_alphanumeric());
        words.any(|word| Skeletons::from_text(word).folded == self.host.folded)
    }
}

/// Returns the part of a name in which a bot has its kind, if there is more: a bot is shown with its depth and options
/// behind that.
fn kind(name: &Name) -> Option<String> {
    let normal: String = name.as_str().nfkc().collect();
    let (kind, _) = normal.split_once([':', ','])?;
    Some(kind.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::clean(text).unwrap()
    }

    #[test]
    fn names_that_people_could_take_for_one_another_have_a_skeleton_in_common() {
        for (one, other, alike) in [
            ("Ana", "Ana", true),
            ("Ana", "ana", true),
            ("Ana", "\u{430}na", true),
            ("Ana", "\u{410}n\u{430}", true),
            ("ana", "\u{391}NA", true),
            ("Ana", "\u{ff21}\u{ff4e}\u{ff41}", true),
            ("Ana", "A\u{200b}na", true),
            ("Ian", "lan", true),
            ("Bo", "B0", true),
            ("Tom", "Torn", true),
            ("Straße", "STRASSE", true),
            ("Jose\u{301}", "José", true),
            ("José", "JOSÉ", true),
            ("Jose", "José", false),
            ("Ana", "Anna", false),
            ("Ana", "Ana (2)", false),
            ("Ana", "Bo", false),
        ] {
            let alike_found = Skeletons::new(&name(one)).resembles(&Skeletons::new(&name(other)));
            assert_eq!(alike_found, alike, "{one} {other}");
        }
    }

    #[test]
    fn a_name_in_ascii_has_the_skeletons_that_it_has_in_unicode() {
        let ascii = || (b' '..=b'~').map(char::from);
        for (one, other) in ascii().flat_map(|one| ascii().map(move |other| (one, other))) {
            let text = format!("{one}{other}{one}");
            let unicode = Skeletons::from_unicode(&text);
            assert_eq!(Skeletons::from_ascii(&text), unicode, "{text}");
        }
    }

    #[test]
    fn the_number_at_the_end_of_a_name_is_found_however_it_is_written() {
        for (text, stem) in [
            ("Ana (2)", Some("Ana")),
            ("Ana (10)", Some("Ana")),
            ("Ana(2)", Some("Ana")),
            ("Ana \u{ff08}\u{ff12}\u{ff09}", Some("Ana")),
            ("Ana (2) (3)", Some("Ana (2)")),
            ("Ana", None),
            ("Ana 2", None),
            ("Ana ()", None),
            ("Ana (two)", None),
            ("(2)", None),
        ] {
            let found = Skeletons::new(&name(text)).without_number();
            let stem = stem.map(|stem| Skeletons::new(&name(stem)));
            assert_eq!(found, stem, "{text}");
        }
    }

    #[test]
    fn names_of_bots_and_guests_are_reserved_however_they_are_written() {
        let reserved = Reserved::new(["perfect", "lines", "carbon"].into_iter());
        for (text, is_reserved) in [
            ("perfect", true),
            ("PERFECT", true),
            ("p\u{435}rfect", true),
            ("perfect:8", true),
            ("perfect\u{ff1a}8", true),
            ("lines:5,temperature=10", true),
            ("Carbon", true),
            ("guest-07", true),
            ("Guest-07", true),
            ("gu\u{435}st-07", true),
            ("guest\u{2010}07", true),
            ("Bot", true),
            ("bot, level 9", true),
            ("Bot, nivel 9", true),
            ("B0T threat", true),
            ("B\u{43e}t perfect", true),
            ("Bot\u{a0}threat", true),
            ("Both of us", false),
            ("Botond", false),
            ("host", true),
            ("HOST", true),
            ("h\u{43e}st", true),
            ("\u{265b} host", true),
            ("\u{265b}H0ST", true),
            ("Paypal (host)", true),
            ("Paypal|host", true),
            ("Host (2)", true),
            ("host-1", true),
            ("the host", true),
            ("\u{ff28}\u{ff4f}\u{ff53}\u{ff54}", true),
            ("Ghost", false),
            ("Hostel", false),
            ("hosts", false),
            ("Robot", false),
            ("guest", false),
            ("perfectionist", false),
            ("Ana", false),
        ] {
            let name = name(text);
            let has = reserved.has(&name, &Skeletons::new(&name));
            assert_eq!(has, is_reserved, "{text}");
        }
    }
}
