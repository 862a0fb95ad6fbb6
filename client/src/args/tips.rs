//! The tips of clap after a word that it does not know: those that a slip of the finger explains, and no guesses.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use protocol::rules::Variant;

/// Words that ask for a game, beside the names of games.
const PLAY: [&str; 3] = ["play", "start", "game"];

/// Returns the error without tips that lead elsewhere: `--player` is not meant to be `--plain`.
pub(super) fn without_guesses(mut error: clap::Error) -> clap::Error {
    for (unknown, tips) in [
        (
            ContextKind::InvalidSubcommand,
            ContextKind::SuggestedSubcommand,
        ),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
    ] {
        let Some(ContextValue::String(typed)) = error.get(unknown) else {
            continue;
        };
        let typed = typed.clone();
        let known = match error.remove(tips) {
            Some(ContextValue::String(tip)) => vec![tip],
            Some(ContextValue::Strings(tips)) => tips,
            _ => continue,
        };
        match known.into_iter().find(|tip| is_slip(&typed, tip)) {
            Some(tip) if tips == ContextKind::SuggestedArg => {
                error.insert(tips, ContextValue::String(tip));
            }
            Some(tip) => {
                error.insert(tips, ContextValue::Strings(vec![tip]));
            }
            // The line of usage has the guess, too.
            None if tips == ContextKind::SuggestedArg => {
                error.remove(ContextKind::Usage);
            }
            None => {}
        }
    }
    if let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand)
        && (PLAY.contains(&typed.as_str()) || Variant::named(typed).is_ok())
    {
        let tip = StyledStr::from(say!("options-tip-play"));
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// True if the letters are the same in another order, or one text has a few more.
fn is_slip(typed: &str, known: &str) -> bool {
    let sorted = |text: &str| {
        let mut letters: Vec<_> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_within = |short: &str, long: &str| {
        let mut letters = long.chars();
        short
            .chars()
            .all(|wanted| letters.any(|letter| letter == wanted))
    };
    sorted(typed) == sorted(known) || is_within(typed, known) || is_within(known, typed)
}
