//! Options and arguments in the language in force: their help, headings, and words for their values.
//!
//! The English texts are those of the source. A help that has values, such as the names of the games, is made with
//! [`say!`](crate::say) where the option is.

use clap::{Arg, ArgAction, Command};

use crate::language::{Id, Language, in_force, within};

/// Help of options and arguments.
const HELP: &[Id] = &[
    id!("options-server"),
    id!("options-name"),
    id!("options-data"),
    id!("options-key-in-clear"),
    id!("options-lang"),
    id!("options-no-discovery"),
    id!("options-quiet"),
    id!("options-plain"),
    id!("options-json"),
    id!("options-patience"),
    id!("options-color"),
    id!("options-ground"),
    id!("options-graphics"),
    id!("options-ascii"),
    id!("options-no-animation"),
    id!("options-log"),
    id!("options-log-level"),
    id!("options-first"),
    id!("options-second"),
    id!("options-shuffle"),
    id!("options-clock"),
    id!("options-private"),
    id!("options-pace-between-bots"),
    id!("options-repeat"),
    id!("options-seed"),
    id!("options-think-time"),
    id!("options-no-takebacks"),
    id!("options-hints"),
    id!("options-open-thoughts"),
    id!("options-grace"),
    id!("options-no-spectators"),
    id!("options-listen"),
    id!("options-store"),
    id!("options-pace"),
    id!("options-shell"),
    id!("options-man-directory"),
    id!("options-rename-name"),
    id!("options-key-file"),
    id!("options-force"),
    id!("options-forget-host"),
    id!("options-export-code"),
    id!("options-export-file"),
    id!("options-game-source"),
    id!("options-number"),
    id!("options-boards"),
    id!("options-moves"),
    id!("options-seconds"),
];

/// Headings of groups of options.
const HEADINGS: &[Id] = &[
    id!("options-heading-common"),
    id!("options-heading-look"),
    id!("options-heading-log"),
];

/// Words that stand for a value.
const VALUES: &[Id] = &[
    id!("options-value-name"),
    id!("options-value-directory"),
    id!("options-value-language"),
    id!("options-value-seconds"),
    id!("options-value-depth"),
    id!("options-value-ground"),
    id!("options-value-when"),
    id!("options-value-theme"),
    id!("options-value-file"),
    id!("options-value-level"),
    id!("options-value-game"),
    id!("options-value-clock"),
    id!("options-value-seat"),
    id!("options-value-rule"),
    id!("options-value-time"),
    id!("options-value-address"),
    id!("options-value-store"),
    id!("options-value-code"),
    id!("options-value-host"),
    id!("options-value-shell"),
    id!("options-value-source"),
    id!("options-value-moves"),
];

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
];

/// Texts of the source, each with that in the language in force.
struct Texts(Vec<(String, String)>);

impl Texts {
    fn new(ids: &[Id]) -> Self {
        let pair = |id: &Id| (english(*id), id.said());
        Self(ids.iter().map(pair).collect())
    }

    fn of(&self, english: &str) -> Option<&str> {
        let mut texts = self.0.iter();
        let found = texts.find(|(known, _)| known == english);
        found.map(|(_, text)| text.as_str())
    }
}

fn english(id: Id) -> String {
    within(Language::En, || id.said())
}

/// Puts the options and arguments of a command and of those below it into the language in force.
pub(super) fn translated(command: Command) -> Command {
    let [help, headings, values] = [HELP, HEADINGS, VALUES].map(Texts::new);
    let argument = |argument: Arg| {
        let text = argument.get_help().map(ToString::to_string);
        let heading = argument.get_help_heading().map(str::to_owned);
        let value = argument.get_value_names().and_then(|names| names.first());
        let value = value.map(ToString::to_string);
        let argument = match text.and_then(|text| Some(help.of(&text)?.to_owned())) {
            Some(text) => argument.help(text),
            None => argument,
        };
        let argument = match heading.and_then(|heading| Some(headings.of(&heading)?.to_owned())) {
            Some(heading) => argument.help_heading(heading),
            None => argument,
        };
        match value.and_then(|value| Some(values.of(&value)?.to_owned())) {
            Some(value) => argument.value_name(value),
            None => argument,
        }
    };
    let command = flags(command.mut_args(argument));
    let version = Arg::new("version").short('V').long("version");
    let version = version.action(ArgAction::Version).help_heading(None);
    command
        .mut_subcommands(|command| flags(command.mut_args(argument)))
        .disable_version_flag(true)
        .arg(version.help(say!("options-version")))
}

/// Replaces the flag of clap that asks for help, whose text cannot be changed.
fn flags(command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help");
    // The heading of the options in front of it is in force otherwise.
    let help = help.action(ArgAction::Help).help_heading(None);
    let command = command.disable_help_flag(true);
    command.arg(help.help(say!("options-help-flag")))
}

/// Returns a help as clap writes it with the words around the texts in the language in force, too.
pub(super) fn framed(help: &str) -> String {
    if in_force() == Language::En {
        return help.to_owned();
    }
    FRAME.iter().fold(help.to_owned(), |help, id| {
        help.replace(&english(*id), &id.said())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::CommandLine;
    use crate::args::about;

    /// Every help, heading, and word for a value of the commands.
    fn texts(command: &Command) -> Vec<[Option<String>; 3]> {
        let below = command.get_subcommands().flat_map(texts);
        let here = command.get_arguments().filter(|argument| {
            // Those of clap are replaced.
            !matches!(argument.get_id().as_str(), "help" | "version")
        });
        let here = here.map(|argument| {
            let value = argument
                .get_value_names()
                .filter(|_| argument.get_action().takes_values())
                .and_then(|names| names.first());
            [
                argument.get_help().map(ToString::to_string),
                argument.get_help_heading().map(str::to_owned),
                value.map(ToString::to_string),
            ]
        });
        here.chain(below.collect::<Vec<_>>()).collect()
    }

    #[test]
    fn every_option_has_its_texts_and_the_english_ones_are_those_of_the_source() {
        let source = texts(&CommandLine::command());
        let every = |place: usize| -> BTreeSet<_> {
            let texts = source.iter().filter_map(|texts| texts[place].clone());
            texts.collect()
        };
        for (place, ids) in [HELP, HEADINGS, VALUES].into_iter().enumerate() {
            for id in ids {
                assert!(every(place).contains(&id.said()), "{}", id.said());
            }
        }
        // As everywhere: an address and a count need no other word.
        let common = ["URL", "MS", "N"];
        for language in [Language::Es, Language::Pl] {
            let translated = within(language, || texts(&about::command()));
            assert_eq!(translated.len(), source.len());
            for (english, translated) in source.iter().zip(translated) {
                for (english, translated) in english.iter().zip(translated) {
                    let Some(english) = english else { continue };
                    let is_same = translated.as_ref() == Some(english);
                    assert!(
                        !is_same || common.contains(&&**english),
                        "{language}: {english}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_frame_of_the_help_is_in_the_language_in_force() {
        for (language, expected) in [
            (
                Language::Es,
                ["Uso: enlinea", "Órdenes:", "Opciones:", "Muestra la ayuda"],
            ),
            (
                Language::Pl,
                ["Użycie: enlinea", "Polecenia:", "Opcje:", "Pokazuje pomoc"],
            ),
        ] {
            let help = within(language, || {
                framed(&about::command().render_long_help().to_string())
            });
            for expected in expected {
                assert!(help.contains(expected), "{expected}: {help}");
            }
            for id in FRAME {
                assert!(!help.contains(&id.said()), "{}: {help}", id.said());
            }
        }
    }
}
