//! The command line in the language in force: what each command does.

use clap::CommandFactory;

use super::{CommandLine, options};
use crate::language::{Id, Language, in_force};

/// The commands with what they do.
const ABOUT: &[(&str, Id)] = &[
    ("servers", id!("about-servers")),
    ("rooms", id!("about-rooms")),
    ("bots", id!("about-bots")),
    ("host", id!("about-host")),
    ("new", id!("about-new")),
    ("join", id!("about-join")),
    ("watch", id!("about-watch")),
    ("tv", id!("about-tv")),
    ("quick", id!("about-quick")),
    ("demo", id!("about-demo")),
    ("forget", id!("about-forget")),
    ("whoami", id!("about-whoami")),
    ("rename", id!("about-rename")),
    ("export-key", id!("about-export-key")),
    ("import-key", id!("about-import-key")),
    ("games", id!("about-games")),
    ("export", id!("about-export")),
    ("replay", id!("about-replay")),
    ("analyse", id!("about-analyse")),
    ("config", id!("about-config")),
    ("keys", id!("about-keys")),
    ("completions", id!("about-completions")),
    ("man", id!("about-man")),
];

/// The command line, as clap has it, with its texts in the language in force.
pub fn command() -> clap::Command {
    let command = CommandLine::command();
    if in_force() == Language::En {
        return command;
    }
    let command = options::translated(command.about(say!("about")));
    ABOUT.iter().fold(command, |command, (name, about)| {
        command.mut_subcommand(name, |command| command.about(about.said()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::within;

    #[test]
    fn every_command_has_its_text_and_the_english_one_is_that_of_the_source() {
        let command = CommandLine::command();
        let known: Vec<_> = command
            .get_subcommands()
            .map(|command| {
                let about = command.get_about().unwrap().to_string();
                (command.get_name().to_owned(), about)
            })
            .collect();
        let rows = ABOUT
            .iter()
            .map(|(name, about)| ((*name).to_owned(), about.said()));
        assert_eq!(rows.collect::<Vec<_>>(), known);
        assert_eq!(command.get_about().unwrap().to_string(), say!("about"));
        within(Language::Es, || {
            let help = self::command().render_help().to_string();
            assert!(help.contains("Abre una sala"), "{help}");
        });
    }
}
