//! Wrong usage in a sentence of the language in force.
//!
//! clap explains itself over many lines, and in English: here its kind and values become one line of the catalogue.
//! The English sentences are near those of clap, which many know from other programs.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Returns what is wrong with the arguments, without the program's name and without a full stop.
pub(crate) fn explained(error: &clap::Error) -> String {
    let problem = problem(error).unwrap_or_else(|| as_clap_says(error));
    let tips = tips(error);
    [problem]
        .into_iter()
        .chain(tips)
        .collect::<Vec<_>>()
        .join("; ")
}

/// The problem itself; none for kinds that the commands of this program cannot cause.
fn problem(error: &clap::Error) -> Option<String> {
    let one = |kind| one(error, kind);
    let argument = || one(ContextKind::InvalidArg);
    Some(match error.kind() {
        ErrorKind::UnknownArgument => say!("options-wrong-argument", argument = argument()?),
        ErrorKind::InvalidSubcommand => {
            let command = one(ContextKind::InvalidSubcommand)?;
            say!("options-wrong-command", command = command)
        }
        ErrorKind::InvalidValue => {
            let (argument, value) = (argument()?, one(ContextKind::InvalidValue)?);
            let problem = if value.is_empty() {
                say!("options-wrong-empty", argument = argument)
            } else {
                say!("options-wrong-value", argument = argument, value = value)
            };
            let values = all(error, ContextKind::ValidValue).join(", ");
            if values.is_empty() {
                problem
            } else {
                say!("options-wrong-possible", problem = problem, values = values)
            }
        }
        ErrorKind::ValueValidation => {
            let (argument, value) = (argument()?, one(ContextKind::InvalidValue)?);
            let reason = error.source()?.to_string();
            say!(
                "options-wrong-value-because",
                argument = argument,
                value = value,
                reason = reason
            )
        }
        ErrorKind::TooManyValues => {
            let value = one(ContextKind::InvalidValue)?;
            say!(
                "options-wrong-unwanted",
                argument = argument()?,
                value = value
            )
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = all(error, ContextKind::InvalidArg).join(", ");
            say!("options-wrong-missing", arguments = missing)
        }
        ErrorKind::ArgumentConflict => {
            let (argument, others) = (argument()?, all(error, ContextKind::PriorArg));
            if others == [argument] {
                say!("options-wrong-twice", argument = argument)
            } else {
                let others = others.join("', '");
                say!(
                    "options-wrong-together",
                    argument = argument,
                    other = others
                )
            }
        }
        ErrorKind::InvalidUtf8 => match argument() {
            Some(argument) => say!("options-wrong-unicode-variable", variable = argument),
            None => say!("options-wrong-unicode"),
        },
        // The enum belongs to clap and may grow.
        _ => return None,
    })
}

/// The ways out that clap knows.
fn tips(error: &clap::Error) -> Vec<String> {
    let similar = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let mut similar: Vec<_> = similar
        .into_iter()
        .flat_map(|kind| all(error, kind))
        .map(str::to_owned)
        .collect();
    let mut tips = Vec::new();
    if let Some(ContextValue::StyledStrs(styled)) = error.get(ContextKind::Suggested) {
        let argument = one(error, ContextKind::InvalidArg).unwrap_or_default();
        // These are sentences already, which are told apart by their English words.
        for text in styled.iter().map(ToString::to_string) {
            let exists = text.strip_prefix('\'');
            if let Some(other) = exists.and_then(|text| text.strip_suffix("' exists")) {
                similar.push(other.to_owned());
            } else if text.starts_with("to pass ") {
                tips.push(say!("options-wrong-as-value", argument = argument));
            } else if text.starts_with("subcommand ") {
                tips.push(say!("options-wrong-dashes", command = argument));
            }
        }
    }
    if !similar.is_empty() {
        let similar = similar.join("', '");
        tips.insert(0, say!("options-wrong-similar", similar = similar));
    }
    tips
}

/// A value of the error that is one text.
fn one(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match all(error, kind)[..] {
        [text] => Some(text),
        _ => None,
    }
}

/// The texts of a value of the error.
fn all(error: &clap::Error, kind: ContextKind) -> Vec<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The lines of clap in one, up to those about the usage and the help.
fn as_clap_says(error: &clap::Error) -> String {
    let said = error.to_string();
    let said: Vec<_> = said
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .collect();
    let said = said.join(" ");
    said.strip_prefix("error: ").unwrap_or(&said).to_owned()
}

#[cfg(test)]
mod tests;
