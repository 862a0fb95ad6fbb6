//! The command line, with the words of clap around the help in the language in force.

use clap::CommandFactory;

use super::{CommandLine, help};
use crate::language::{Id, Language, in_force, within};

/// Words of clap around them.
const FRAME: &[Id] = &[
    id!("options-usage"),
    id!("options-any-options"),
    id!("options-any-command"),
    id!("options-heading-commands"),
    id!("options-heading-arguments"),
    id!("options-heading-options"),
    id!("options-heading-values"),
    id!("options-default"),
    id!("options-possible"),
    id!("options-help-command"),
    id!("options-help-flag"),
    id!("options-help-more"),
    id!("options-help-summary"),
    id!("options-version"),
];

/// The command line, as clap has it.
pub fn command() -> clap::Command {
    help::with_texts(CommandLine::command())
}

/// Returns a help as clap writes it, with the words of clap in the language in force, too.
pub fn framed(help: &str) -> String {
    if in_force() == Language::En {
        return help.to_owned();
    }
    FRAME.iter().fold(help.to_owned(), |help, id| {
        let english = within(Language::En, || id.said());
        help.replace(&english, &id.said())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every help, heading and word for a value of a command and of its subcommands.
    fn texts(command: &clap::Command) -> Vec<String> {
        let mut all: Vec<_> = command
            .get_about()
            .map(ToString::to_string)
            .into_iter()
            .collect();
        for argument in command.get_arguments() {
            all.extend(argument.get_help().map(ToString::to_string));
            all.extend(argument.get_help_heading().map(str::to_owned));
            let values = argument.get_value_names().unwrap_or_default();
            if argument.get_action().takes_values() {
                all.extend(values.iter().map(ToString::to_string));
            }
        }
        all.extend(command.get_subcommands().flat_map(texts));
        all
    }

    #[test]
    fn every_text_of_the_help_is_in_the_language_in_force() {
        let english = texts(&command());
        for language in [Language::Es, Language::Pl] {
            let translated = within(language, || texts(&command()));
            assert_eq!(translated.len(), english.len());
            for (english, translated) in english.iter().zip(translated) {
                // An address, a count and a bot need no other word.
                let is_common = ["URL", "MS", "N", "BOT"].contains(&english.as_str());
                assert!(is_common || *english != translated, "{language}: {english}");
            }
            let help = within(language, || {
                framed(&command().render_long_help().to_string())
            });
            for id in FRAME {
                assert!(!help.contains(&id.said()), "{}: {help}", id.said());
            }
        }
    }
}
