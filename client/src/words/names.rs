//! Names of the protocol and of the server: games, sides, colours, bots.
//!
//! Names that travel as text are looked up in lists of those that are known; any other is shown as it came.

#[cfg(test)]
mod tests;

use protocol::rules::{Family, Foul, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::spec::OpeningChoice;
use protocol::view::{BotOffer, BotOption, ForbiddenKind};
use protocol::word::Named;

use crate::language::{Id, Said};

impl Said for Variant {
    /// The title.
    fn said(&self) -> String {
        match self.to_string().as_str() {
            "connect-four" => say!("words-game-connect-four"),
            "connect-four-7x7" => say!("words-game-connect-four-7x7"),
            "gomoku" => say!("words-game-gomoku"),
            "gomoku-15" => say!("words-game-gomoku-15"),
            "gomoku-standard" => say!("words-game-gomoku-standard"),
            "renju" => say!("words-game-renju"),
            _ => own_board(*self),
        }
    }
}

/// Says the title of a board of one's own.
fn own_board(variant: Variant) -> String {
    let Shape {
        columns,
        rows,
        in_row,
    } = variant.shape();
    match (variant.family(), variant.overline()) {
        (Family::Gravity, Overline::Wins) => say!(
            "words-game-falls",
            count = in_row,
            columns = columns,
            rows = rows
        ),
        (Family::Free, Overline::Wins) => say!(
            "words-game-free",
            count = in_row,
            columns = columns,
            rows = rows
        ),
        (Family::Free, Overline::DoesNotWin) => say!(
            "words-game-exact",
            count = in_row,
            columns = columns,
            rows = rows
        ),
        // There are no such boards.
        (Family::Gravity, Overline::DoesNotWin) | (Family::Renju, _) => variant.title(),
    }
}

impl Said for Named<Variant> {
    fn said(&self) -> String {
        match self {
            Self::Known(variant) => variant.said(),
            Self::Unknown(name) => name.clone(),
        }
    }
}

impl Said for Side {
    fn said(&self) -> String {
        match self {
            Self::First => say!("words-side-first"),
            Self::Second => say!("words-side-second"),
        }
    }
}

impl Said for OpeningChoice {
    fn said(&self) -> String {
        match self {
            Self::Black => say!("words-choice-black"),
            Self::White => say!("words-choice-white"),
            Self::PlaceTwo => say!("words-choice-place-two"),
            Self::Other(word) => word.to_string(),
        }
    }
}

impl Said for Foul {
    fn said(&self) -> String {
        match self {
            Self::Overline => say!("words-foul-overline"),
            Self::DoubleFour => say!("words-foul-double-four"),
            Self::DoubleThree => say!("words-foul-double-three"),
        }
    }
}

impl Said for ForbiddenKind {
    fn said(&self) -> String {
        match self {
            Self::Overline => Foul::Overline.said(),
            Self::DoubleFour => Foul::DoubleFour.said(),
            Self::DoubleThree => Foul::DoubleThree.said(),
            Self::Other(_) => self.title(),
        }
    }
}

/// Colours of stones and discs, in the themes of the program.
const COLOURS: [(&str, Id); 11] = [
    ("black", id!("words-colour-black")),
    ("white", id!("words-colour-white")),
    ("red", id!("words-colour-red")),
    ("yellow", id!("words-colour-yellow")),
    ("blue", id!("words-colour-blue")),
    ("amber", id!("words-colour-amber")),
    ("orange", id!("words-colour-orange")),
    ("rose", id!("words-colour-rose")),
    ("mint", id!("words-colour-mint")),
    ("dark", id!("words-colour-dark")),
    ("bright", id!("words-colour-bright")),
];

/// Names of depths of bots.
const LEVELS: [(&str, Id); 5] = [
    ("easy", id!("words-level-easy")),
    ("medium", id!("words-level-medium")),
    ("hard", id!("words-level-hard")),
    ("human", id!("words-level-human")),
    ("full", id!("words-level-full")),
];

/// Kinds of bots, each with the sentence about it.
const BOTS: [(&str, Id); 8] = [
    ("level", id!("words-bot-level")),
    ("lines", id!("words-bot-lines")),
    ("minimax", id!("words-bot-minimax")),
    ("negamax", id!("words-bot-negamax")),
    ("perfect", id!("words-bot-perfect")),
    ("priority", id!("words-bot-priority")),
    ("random", id!("words-bot-random")),
    ("threat", id!("words-bot-threat")),
];

/// Options of bots, each with the sentence about it.
const OPTIONS: [(&str, Id); 8] = [
    ("spread", id!("words-option-spread")),
    ("temperature", id!("words-option-temperature")),
    ("own_two", id!("words-option-own-two")),
    ("own_three", id!("words-option-own-three")),
    ("own_four", id!("words-option-own-four")),
    ("other_two", id!("words-option-other-two")),
    ("other_three", id!("words-option-other-three")),
    ("other_four", id!("words-option-other-four")),
];

/// Returns the colour of a theme's stones or discs; the name itself where a theme has one of its own.
pub fn colour(name: &str) -> String {
    known(&COLOURS, name)
}

/// Returns the name of a depth of a bot, such as `easy`.
pub fn level(name: &str) -> String {
    match name.strip_prefix("level").map(str::parse::<u8>) {
        Some(Ok(number)) => say!("words-level-number", number = number),
        Some(Err(_)) | None => known(&LEVELS, name),
    }
}

/// Returns the sentence about a kind of bot: the server's own if the kind is not known here.
pub fn about_bot(offer: &BotOffer) -> String {
    found(&BOTS, &offer.kind).unwrap_or_else(|| offer.about.clone())
}

/// Returns the sentence about an option of a bot: the server's own if the option is not known here.
pub fn about_option(option: &BotOption) -> String {
    found(&OPTIONS, &option.name).unwrap_or_else(|| option.about.clone())
}

fn known(words: &[(&str, Id)], word: &str) -> String {
    found(words, word).unwrap_or_else(|| word.to_owned())
}

fn found(words: &[(&str, Id)], word: &str) -> Option<String> {
    let found = words.iter().find(|(id, _)| *id == word);
    found.map(|(_, id)| id.said())
}
