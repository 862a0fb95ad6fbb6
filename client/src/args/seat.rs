//! The occupant of a seat on the command line: `me`, `open`, `bot:minimax:hard,temperature=10`.

use std::fmt;
use std::str::FromStr;

use protocol::spec::{BotSpec, BotSpecError, Depth, SeatSpec};
use protocol::view::BotOffer;

use super::suggested::{self, Suggested};
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::words::players::LEVELS;

/// The occupant of a seat. Only the server knows its bots, so kinds and presets are text here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatArg {
    /// The person who runs the program.
    Me,
    /// An open seat.
    Open,
    /// A bot.
    Bot {
        /// Its kind.
        kind: String,
        /// Its depth, or the name of one.
        level: Option<String>,
        /// Its options, in the order of their names.
        options: Vec<(String, i32)>,
    },
}

impl SeatArg {
    /// The seat as it is sent to the server, with a preset replaced by the depth that `offers` gives it.
    ///
    /// # Errors
    ///
    /// A sentence with the bots, depths or presets there are.
    pub fn resolve(&self, offers: &[BotOffer]) -> Result<SeatSpec, Failure> {
        match self {
            Self::Me => Ok(SeatSpec::Me),
            Self::Open => Ok(SeatSpec::Open),
            Self::Bot {
                kind,
                level,
                options,
            } => bot(kind, level.as_deref(), offers)
                .and_then(|bot| with_options(bot, options))
                .map(|bot| SeatSpec::Bot { bot })
                .map_err(|message| Failure::new(Kind::Usage, message)),
        }
    }
}

/// The occupant of a seat on the command line, with the bots of the program as examples.
pub(super) fn suggested() -> Suggested<SeatArg> {
    let levels = (1..=9).map(|level| format!("bot:{LEVELS}:{level}"));
    #[cfg(feature = "host")]
    let bots = engine::bots::ALL.iter().map(|bot| bot.name());
    #[cfg(not(feature = "host"))]
    let bots = std::iter::empty::<&str>();
    let bots = bots.filter(|kind| *kind != LEVELS);
    let bots = bots.map(|kind| format!("bot:{kind}"));
    let people = ["me", "open"].map(str::to_owned).into_iter();
    suggested::suggested(str::parse, people.chain(levels).chain(bots))
}

impl FromStr for SeatArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (seat, options) = match text.split_once(',') {
            Some((seat, options)) => (seat, Some(options)),
            None => (text, None),
        };
        let mut words = seat.split(':');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("me"), None, None, None) if options.is_none() => Ok(Self::Me),
            (Some("open"), None, None, None) if options.is_none() => Ok(Self::Open),
            (Some("bot"), Some(kind), level, None) if !kind.is_empty() && level != Some("") => {
                Ok(Self::Bot {
                    kind: kind.to_owned(),
                    level: level.map(str::to_owned),
                    options: options.map(read_options).transpose()?.unwrap_or_default(),
                })
            }
            _ => Err(say!("options-no-seat", text = format!("{text:?}"))),
        }
    }
}

impl fmt::Display for SeatArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Me => f.write_str("me"),
            Self::Open => f.write_str("open"),
            Self::Bot {
                kind,
                level,
                options,
            } => {
                write!(f, "bot:{kind}")?;
                if let Some(level) = level {
                    write!(f, ":{level}")?;
                }
                options
                    .iter()
                    .try_for_each(|(name, value)| write!(f, ",{name}={value}"))
            }
        }
    }
}

/// Reads options such as `own_two=9,temperature=20`. Which of them a bot has is the server's to know.
fn read_options(text: &str) -> Result<Vec<(String, i32)>, String> {
    let bot: BotSpec = format!("bot,{text}")
        .parse()
        .map_err(|error: BotSpecError| error.said())?;
    let options = bot.options();
    Ok(options
        .map(|(name, value)| (name.to_owned(), value))
        .collect())
}

fn with_options(bot: BotSpec, options: &[(String, i32)]) -> Result<BotSpec, String> {
    options.iter().try_fold(bot, |bot, (name, value)| {
        bot.with_option(name, *value).map_err(|error| error.said())
    })
}

fn bot(kind: &str, level: Option<&str>, offers: &[BotOffer]) -> Result<BotSpec, String> {
    let offer = offers
        .iter()
        .find(|offer| offer.kind == kind)
        .ok_or_else(|| {
            let kinds: Vec<_> = offers.iter().map(|offer| offer.kind.as_str()).collect();
            say!(
                "refusals-unknown-bot",
                kind = format!("{kind:?}"),
                known = kinds.join(", ")
            )
        })?;
    let Some(level) = level else {
        return BotSpec::new(kind, offer.default_depth).map_err(|error| error.said());
    };
    let preset = offer.presets.iter().find(|preset| preset.name == level);
    let depth = match (preset, level.parse::<Depth>()) {
        (Some(preset), _) => preset.depth,
        (None, Ok(depth))
            if offer
                .depths
                .is_some_and(|(least, most)| (least..=most).contains(&depth)) =>
        {
            depth
        }
        (None, Ok(_) | Err(_)) => {
            return Err(say!(
                "options-no-level",
                kind = kind,
                level = format!("{level:?}"),
                levels = levels(offer)
            ));
        }
    };
    BotSpec::new(kind, Some(depth)).map_err(|error| error.said())
}

/// The depths and presets of a bot in words: `a depth from 1 to 12, or one of: easy, hard`.
pub(crate) fn levels(offer: &BotOffer) -> String {
    let presets: Vec<_> = offer
        .presets
        .iter()
        .map(|preset| preset.name.as_str())
        .collect();
    match (offer.depths, presets.is_empty()) {
        // Their names are the numbers.
        (Some((least, most)), _) if offer.kind == LEVELS => say!(
            "options-levels-numbers",
            least = least.to_string(),
            most = most.to_string()
        ),
        (None, true) => say!("options-levels-none", kind = offer.kind.as_str()),
        (None, false) => say!("options-levels-presets", presets = presets.join(", ")),
        (Some((least, most)), true) => say!(
            "options-levels-depths",
            least = least.to_string(),
            most = most.to_string()
        ),
        (Some((least, most)), false) => say!(
            "options-levels-both",
            least = least.to_string(),
            most = most.to_string(),
            presets = presets.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;
    use protocol::view::Preset;
    use protocol::word::Named;

    use super::*;

    fn offers() -> Vec<BotOffer> {
        let depth = |depth| Depth::new(depth).unwrap();
        let random = BotOffer {
            kind: "random".to_owned(),
            about: "plays anywhere".to_owned(),
            depths: None,
            default_depth: None,
            presets: Vec::new(),
            variants: Variant::fixed().map(Named::Known).collect(),
            options: Vec::new(),
            level: None,
            openings: Vec::new(),
        };
        let minimax = BotOffer {
            kind: "minimax".to_owned(),
            depths: Some((depth(1), depth(12))),
            default_depth: Some(depth(6)),
            presets: vec![
                Preset {
                    name: "easy".to_owned(),
                    depth: depth(4),
                    level: None,
                },
                Preset {
                    name: "hard".to_owned(),
                    depth: depth(8),
                    level: None,
                },
            ],
            ..random.clone()
        };
        vec![random, minimax]
    }

    fn resolved(text: &str) -> Result<String, String> {
        let seat: SeatArg = text.parse()?;
        match seat.resolve(&offers()) {
            Ok(SeatSpec::Me) => Ok("me".to_owned()),
            Ok(SeatSpec::Open) => Ok("open".to_owned()),
            Ok(SeatSpec::Bot { bot }) => Ok(bot.to_string()),
            Err(failure) => Err(failure.message),
        }
    }

    #[test]
    fn a_seat_is_a_person_or_a_bot_at_a_depth() {
        for (text, expected) in [
            ("me", "me"),
            ("open", "open"),
            ("bot:random", "random"),
            ("bot:minimax", "minimax:6"),
            ("bot:minimax:12", "minimax:12"),
            ("bot:minimax:easy", "minimax:4"),
            ("bot:minimax:hard", "minimax:8"),
            ("bot:random,own_two=9", "random,own_two=9"),
            (
                "bot:minimax:hard,depth_bonus=-3,temperature=10",
                "minimax:8,depth_bonus=-3,temperature=10",
            ),
            ("bot:minimax:4,temperature=10", "minimax:4,temperature=10"),
        ] {
            assert_eq!(resolved(text).as_deref(), Ok(expected), "{text}");
            assert_eq!(text.parse::<SeatArg>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_seat_that_cannot_be_is_refused_with_those_that_can() {
        for (text, expected) in [
            ("you", "such as bot:minimax:hard"),
            ("bot", "bot:KIND"),
            ("bot:minimax:", "bot:KIND"),
            ("bot:minimax:4:5", "bot:KIND"),
            ("me,temperature=3", "bot:KIND"),
            ("bot:random,temperature", "such as temperature=20"),
            ("bot:random,", "such as temperature=20"),
            ("bot:stockfish", "one of: random, minimax"),
            ("bot:minimax:13", "from 1 to 12, or one of: easy, hard"),
            ("bot:minimax:expert", "from 1 to 12, or one of: easy, hard"),
            ("bot:random:3", "does not look ahead"),
        ] {
            let error = resolved(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
