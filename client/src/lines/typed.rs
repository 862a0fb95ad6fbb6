//! Parsing of typed lines.

use protocol::act::Act;
use protocol::codec::{Encoding, Envelope, Message as _};
use protocol::message::ClientMsg;
use protocol::spec::OpeningChoice;

use crate::words::opening;
use crate::words::questions::Question;

/// A typed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// An empty line.
    Empty,
    /// Anything that is no command: a move, or a mistake.
    Move(String),
    /// `resign`, `takeback`, `abort`, `claim` or `rematch`
    Act(Act),
    /// `black`, `white` or `two`: a choice of the opening.
    Choose(OpeningChoice),
    /// `draw`: offers one, or takes the one that is offered.
    Draw,
    /// `accept`: what the opponent offers.
    Accept,
    /// `decline`: what the opponent offers.
    Decline,
    /// `say TEXT`
    Say(String),
    /// `board`, `last`, `clocks`, `moves` or `legal`
    Ask(Question),
    /// `who`
    Who,
    /// `record`
    Record,
    /// `analyse`, with the number of plies of the position; the last one with a choice without it.
    Analyse(Option<u16>),
    /// `help`
    Help,
    /// `leave`
    Leave,
    /// A message of the protocol in JSON, with its `ref`.
    Message(Envelope<ClientMsg>),
    /// JSON that is no message, with the reason.
    Unreadable(String),
}

impl Typed {
    /// Reads a line. Commands are words of their own in any case; JSON begins with a brace.
    pub(super) fn read(line: &str) -> Self {
        let line = line.trim();
        if line.starts_with('{') {
            return match ClientMsg::open(Encoding::Json, line.as_bytes()) {
                Ok(message) => Self::Message(message),
                Err(error) => Self::Unreadable(error.to_string()),
            };
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Empty,
            ("say", text) => Self::Say(text.to_owned()),
            ("resign", "") => Self::Act(Act::Resign),
            ("draw", "") => Self::Draw,
            ("accept", "") => Self::Accept,
            ("decline", "") => Self::Decline,
            ("takeback", "") => Self::Act(Act::AskTakeback),
            ("abort", "") => Self::Act(Act::Abort),
            ("claim", "") => Self::Act(Act::Claim),
            ("rematch", "") => Self::Act(Act::Rematch),
            ("board", "") => Self::Ask(Question::Board),
            ("last", "") => Self::Ask(Question::Last),
            ("clocks", "") => Self::Ask(Question::Clocks),
            ("moves", "") => Self::Ask(Question::Moves),
            ("legal", "") => Self::Ask(Question::Legal),
            ("who", "") => Self::Who,
            ("record", "") => Self::Record,
            ("analyse", "") => Self::Analyse(None),
            ("analyse", plies) => match plies.parse() {
                Ok(plies) => Self::Analyse(Some(plies)),
                Err(_no_number) => Self::Move(line.to_owned()),
            },
            ("help" | "?", "") => Self::Help,
            ("leave" | "quit" | "exit", "") => Self::Leave,
            (word, "") if let Some(choice) = opening::read(word) => Self::Choose(choice),
            _ => Self::Move(line.to_owned()),
        }
    }

    /// True for a command that needs a game in progress.
    pub(super) fn needs_a_game(&self) -> bool {
        match self {
            Self::Move(_)
            | Self::Act(_)
            | Self::Choose(_)
            | Self::Draw
            | Self::Accept
            | Self::Decline => true,
            Self::Empty
            | Self::Say(_)
            | Self::Ask(_)
            | Self::Who
            | Self::Record
            | Self::Analyse(_)
            | Self::Help
            | Self::Leave
            | Self::Message(_)
            | Self::Unreadable(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::TYPED;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        for (line, expected) in [
            ("  ", Typed::Empty),
            ("4", Typed::Move("4".to_owned())),
            (" h8 ", Typed::Move("h8".to_owned())),
            ("d", Typed::Move("d".to_owned())),
            ("Resign", Typed::Act(Act::Resign)),
            ("White", Typed::Choose(OpeningChoice::White)),
            ("two", Typed::Choose(OpeningChoice::PlaceTwo)),
            ("black please", Typed::Move("black please".to_owned())),
            ("say  hola a todos", Typed::Say("hola a todos".to_owned())),
            ("say", Typed::Say(String::new())),
            ("resign now", Typed::Move("resign now".to_owned())),
            ("record", Typed::Record),
            ("analyse", Typed::Analyse(None)),
            ("analyse 12", Typed::Analyse(Some(12))),
            ("analyse this", Typed::Move("analyse this".to_owned())),
            ("quit", Typed::Leave),
            (
                "{\"type\":\"claim\"}",
                Typed::Message(ClientMsg::Act(Act::Claim).into()),
            ),
            (
                "{\"type\":\"ping\",\"ref\":7}",
                Typed::Message(Envelope {
                    reference: Some(7),
                    message: ClientMsg::Ping,
                }),
            ),
        ] {
            assert_eq!(Typed::read(line), expected, "{line}");
        }
        assert!(matches!(Typed::read("{\"type\""), Typed::Unreadable(_)));
    }

    #[test]
    fn every_command_that_help_names_is_one() {
        for (words, _) in &TYPED[1..] {
            for word in words.split(", ") {
                let typed = Typed::read(&word.replace("TEXT", "hola"));
                assert!(!matches!(typed, Typed::Move(_)), "{word}");
            }
        }
    }
}
