//! The opening of a new game on the command line.

use protocol::rules::Variant;
use protocol::spec::OpeningRule;

/// Help for an opening: every rule, so that a new one needs no word here.
pub(super) fn help() -> String {
    say!("options-opening", names = names().join(", "))
}

/// Reads the name of a rule.
pub(super) fn read(text: &str) -> Result<OpeningRule, String> {
    let rule = OpeningRule::from(text.to_owned());
    if OpeningRule::KNOWN.contains(&rule) {
        return Ok(rule);
    }
    let names = names().join(", ");
    Err(say!(
        "options-no-opening",
        name = format!("{text:?}"),
        names = names
    ))
}

/// Checks that a game has the opening.
///
/// # Errors
///
/// A sentence with the games that have it.
pub(super) fn check(rule: Option<OpeningRule>, game: Variant) -> Result<(), String> {
    let Some(rule) = rule.filter(|rule| !rule.is_played_in(game)) else {
        return Ok(());
    };
    let games = Variant::fixed().filter(|game| rule.is_played_in(*game));
    let games: Vec<_> = games.map(|game| game.to_string()).collect();
    Err(say!(
        "options-opening-elsewhere",
        game = game.to_string(),
        opening = rule.to_string(),
        games = games.join(", ")
    ))
}

fn names() -> Vec<String> {
    OpeningRule::KNOWN.iter().map(ToString::to_string).collect()
}
