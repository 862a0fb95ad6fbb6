//! The games to list, in words that people type: `Ana Bruno connect-four won 30d 20-40 people`.
//!
//! A word may say what it is, as a name that is one of the other words has to: `opponent=today`.

use std::fmt;

use jiff::Zoned;
use protocol::id::GameNr;
use protocol::message::ClientMsg;
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::text::Name;
use protocol::view::{GameResult, HistoryFilter, OpponentKind};

use super::since_midnight;

/// The games to list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// One of the players.
    pub player: Option<Name>,
    /// The other player.
    pub opponent: Option<Name>,
    /// The game.
    pub variant: Option<Variant>,
    /// The result for the first player.
    pub result: Option<GameResult>,
    /// The time of the end.
    pub time: Option<Time>,
    /// The fewest and the most moves.
    pub moves: Option<(u16, u16)>,
    /// The kind of opponent.
    pub against: Option<OpponentKind>,
}

/// A time up to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// Since midnight.
    Today,
    /// A number of days.
    Days(u16),
}

impl Time {
    /// The length at a moment.
    pub fn at(self, now: &Zoned) -> Millis {
        match self {
            Self::Today => since_midnight(now),
            Self::Days(days) => Millis::from_secs(u64::from(days) * 24 * 3600),
        }
    }
}

/// The words for what is not a name.
const KEYS: [&str; 7] = [
    "player", "opponent", "game", "result", "time", "moves", "against",
];

impl Filter {
    /// Reads the words; a name with spaces is one word.
    ///
    /// # Errors
    ///
    /// A sentence about the first word that cannot be read.
    pub fn read<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut filter = Self::default();
        for word in words {
            filter.add(word)?;
        }
        Ok(filter)
    }

    /// Reads a line, in which quotes hold a name with spaces together.
    ///
    /// # Errors
    ///
    /// As those of [`read`](Self::read).
    pub fn read_line(line: &str) -> Result<Self, String> {
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for letter in line.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                letter if letter.is_whitespace() && !is_quoted => words.push(String::new()),
                letter => words.last_mut().expect("there is one").push(letter),
            }
        }
        let words = words.iter().map(String::as_str);
        Self::read(words.filter(|word| !word.is_empty()))
    }

    fn add(&mut self, word: &str) -> Result<(), String> {
        let named = word.split_once('=').filter(|(key, _)| KEYS.contains(key));
        let (key, value) = match named {
            Some((key, value)) => (Some(key), value),
            None => (None, word),
        };
        let is = |name: &str| key.is_none_or(|key| key == name);
        if is("game")
            && let Ok(variant) = value.parse()
        {
            self.variant = Some(variant);
        } else if is("result")
            && let Some(result) = known(GameResult::KNOWN, value)
        {
            self.result = Some(result);
        } else if is("against")
            && let Some(kind) = known(OpponentKind::KNOWN, value)
        {
            self.against = Some(kind);
        } else if is("time")
            && let Some(time) = read_time(value)
        {
            self.time = Some(time);
        } else if is("moves")
            && let Some(moves) = read_range(value)
        {
            self.moves = Some(moves);
        } else if let (None | Some("player" | "opponent"), Some(name)) = (key, Name::clean(value)) {
            let is_player = key.map_or(self.player.is_none(), |key| key == "player");
            *if is_player {
                &mut self.player
            } else {
                &mut self.opponent
            } = Some(name);
        } else {
            let known = Variant::names().join(", ");
            return Err(say!(
                "history-filter-unknown",
                word = format!("{word:?}"),
                games = known
            ));
        }
        Ok(())
    }

    /// The question for the games, or those before one.
    pub fn question(&self, now: &Zoned, before: Option<GameNr>) -> ClientMsg {
        let filter = HistoryFilter {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            variant: self.variant,
            result: self.result,
            within: self.time.map(|time| time.at(now)),
            least_plies: self
                .moves
                .map(|(least, _)| least)
                .filter(|least| *least > 0),
            most_plies: self
                .moves
                .map(|(_, most)| most)
                .filter(|most| *most < u16::MAX),
            against: self.against,
        };
        ClientMsg::History { filter, before }
    }
}

/// Writes the words as they are read.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |key: &str, name: &Name| format!("\"{key}={name}\"");
        let plain = |name: &Name, is_second: bool| {
            let one = Self::read_line(name.as_str()).unwrap_or_default();
            one.player.as_ref() == Some(name) && (!is_second || self.player.is_some())
        };
        let names = [("player", &self.player), ("opponent", &self.opponent)];
        let names = names.into_iter().filter_map(|(key, it)| {
            let it = it.as_ref()?;
            Some(if plain(it, key == "opponent") {
                it.to_string()
            } else {
                name(key, it)
            })
        });
        let rest = [
            self.variant.map(|variant| variant.to_string()),
            self.result.map(|result| result.to_string()),
            self.time.map(|time| match time {
                Time::Today => "today".to_owned(),
                Time::Days(days) => format!("{days}d"),
            }),
            self.moves.map(|(least, most)| match most {
                u16::MAX => format!("{least}-"),
                most => format!("{least}-{most}"),
            }),
            self.against.map(|kind| kind.to_string()),
        ];
        let words: Vec<_> = names.chain(rest.into_iter().flatten()).collect();
        f.write_str(&words.join(" "))
    }
}

fn known<T: Copy + fmt::Display>(words: &[T], text: &str) -> Option<T> {
    let mut words = words.iter();
    words.find(|word| word.to_string() == text).copied()
}

fn read_time(text: &str) -> Option<Time> {
    match text.strip_suffix('d') {
        _ if text == "today" => Some(Time::Today),
        Some(days) => days.parse().ok().map(Time::Days),
        None => None,
    }
}

/// Reads `20-40`, `20-` or `-40`.
fn read_range(text: &str) -> Option<(u16, u16)> {
    let (least, most) = text.split_once('-')?;
    let bound = |text: &str, usual| match text {
        "" => Some(usual),
        text => text.parse().ok(),
    };
    (text != "-").then_some((bound(least, 0)?, bound(most, u16::MAX)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_filter_are_read_and_written() {
        for (line, written) in [
            ("", ""),
            ("Ana", "Ana"),
            ("Ana Bruno", "Ana Bruno"),
            ("opponent=Bruno", "\"opponent=Bruno\""),
            ("won Ana connect-four 30d", "Ana connect-four won 30d"),
            (
                "Ana game=renju drawn today people",
                "Ana renju drawn today people",
            ),
            ("20-40 bots", "20-40 bots"),
            ("-40", "0-40"),
            ("moves=20-", "20-"),
            ("\"Ana María\" lost", "\"player=Ana María\" lost"),
            ("player=won", "\"player=won\""),
            ("guest-03 7d", "guest-03 7d"),
        ] {
            let filter = Filter::read_line(line).unwrap();
            assert_eq!(filter.to_string(), written, "{line}");
            assert_eq!(Filter::read_line(written), Ok(filter), "{line}");
        }
        for line in [
            "result=most",
            "game=chess",
            "time=soon",
            "moves=-",
            "player=",
        ] {
            let problem = Filter::read_line(line).unwrap_err();
            assert!(problem.contains(line), "{problem}");
        }
    }

    #[test]
    fn a_filter_asks_for_what_it_says() {
        let now: Zoned = "2026-11-29T10:30:00+00:00[UTC]".parse().unwrap();
        let filter = Filter::read_line("Ana lost today 20-").unwrap();
        let ClientMsg::History { filter, before } = filter.question(&now, Some(GameNr(7))) else {
            unreachable!("that is the question");
        };
        assert_eq!(before, Some(GameNr(7)));
        let expected = HistoryFilter {
            player: Name::clean("Ana"),
            result: Some(GameResult::Lost),
            within: Some(Millis::from_secs(10 * 3600 + 1800)),
            least_plies: Some(20),
            ..HistoryFilter::default()
        };
        assert_eq!(filter, expected);
    }
}
