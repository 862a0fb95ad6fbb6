//! The opening of a new game on the command line.

use protocol::rules::Variant;
use protocol::spec::OpeningRule;

use crate::failure::{Failure, Kind};

/// Help for an opening: every rule, so that a new one needs no word here.
pub(super) fn help() -> String {
    format!(
        "Rule of the opening, on boards where discs do not fall: {} [default: none]",
        names().join(", ")
    )
}

/// Reads the name of a rule.
pub(super) fn read(text: &str) -> Result<OpeningRule, String> {
    let rule = OpeningRule::from(text.to_owned());
    if OpeningRule::KNOWN.contains(&rule) {
        return Ok(rule);
    }
    let names = names().join(", ");
    Err(format!(
        "no opening is called {text:?}; choose one of: {names}"
    ))
}

/// Checks that a game has the opening.
///
/// # Errors
///
/// A sentence with the games that have it.
pub(super) fn check(rule: Option<OpeningRule>, game: Variant) -> Result<(), Failure> {
    let Some(rule) = rule.filter(|rule| !rule.is_played_in(game)) else {
        return Ok(());
    };
    let games = Variant::fixed().filter(|game| rule.is_played_in(*game));
    let games: Vec<_> = games.map(|game| game.to_string()).collect();
    Err(Failure::new(
        Kind::Usage,
        format!(
            "{game} has no opening {rule}; leave --opening out, or choose one of these with --game: {}, \
             or a board of your own where discs do not fall and 4 or more in a row win",
            games.join(", ")
        ),
    ))
}

fn names() -> Vec<String> {
    OpeningRule::KNOWN.iter().map(ToString::to_string).collect()
}
