//! Environment variables that stand in for options: an empty one is none, and a wrong one is named.

use std::ffi::{OsStr, OsString};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};

/// Returns the command without the variables that are empty.
pub(super) fn without_empty(command: Command) -> Command {
    without(command, |argument| {
        let value = argument.get_env().and_then(std::env::var_os);
        value.is_some_and(|value| value.is_empty())
    })
}

/// Reads the arguments.
///
/// # Errors
///
/// That of clap, which names the variable where its value is the wrong one: nobody has typed the option.
pub(super) fn matches(
    command: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<ArgMatches, clap::Error> {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let read = |command: Command| command.try_get_matches_from(&arguments);
    read(command.clone()).map_err(|mut error| {
        if error.kind() == ErrorKind::InvalidUtf8 {
            let variable = not_unicode(command).into_iter().find(|variable| {
                // This error does not say which argument it means: without that one it goes away.
                let alone = read(without(command.clone(), |argument| {
                    argument
                        .get_env()
                        .is_some_and(|env| env == variable.as_str())
                }));
                let other = alone.err().map(|other| other.kind());
                other != Some(ErrorKind::InvalidUtf8)
            });
            if let Some(variable) = variable {
                error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
            }
            return error;
        }
        let is_value = matches!(
            error.kind(),
            ErrorKind::InvalidValue | ErrorKind::ValueValidation
        );
        let (true, Some(option)) = (is_value, option(&error)) else {
            return error;
        };
        let mut built = command.clone();
        built.build();
        let Some((id, variable)) = of_environment(&built, &option) else {
            return error;
        };
        let is_same = |argument: &Arg| argument.get_id().as_str() == id;
        // What was typed is as wrong without the variable.
        let alone = read(without(command.clone(), is_same));
        let is_typed = alone
            .err()
            .is_some_and(|other| self::option(&other).is_some_and(|other| other == option));
        if !is_typed {
            let name = ContextValue::String(variable);
            error.insert(ContextKind::InvalidArg, name);
        }
        error
    })
}

/// The variables of a command and of those below it that are no text.
fn not_unicode(command: &Command) -> Vec<String> {
    let variables = command.get_arguments().filter_map(Arg::get_env);
    let is_text =
        |variable: &&OsStr| std::env::var_os(variable).is_none_or(|value| value.to_str().is_some());
    let wrong = variables.filter(|variable| !is_text(variable));
    let wrong = wrong.map(|variable| variable.to_string_lossy().into_owned());
    let below = command.get_subcommands().flat_map(not_unicode);
    wrong.chain(below).collect()
}

/// The option of an error, as it is written.
fn option(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(option)) => Some(option.clone()),
        _ => None,
    }
}

/// The id and the variable of the option that is written like this.
fn of_environment(command: &Command, option: &str) -> Option<(String, String)> {
    let mut arguments = command.get_arguments();
    let here = arguments.find_map(|argument| {
        let variable = argument.get_env()?.to_str()?;
        let is_meant = argument.to_string() == option;
        is_meant.then(|| (argument.get_id().to_string(), variable.to_owned()))
    });
    let mut commands = command.get_subcommands();
    here.or_else(|| commands.find_map(|command| of_environment(command, option)))
}

/// Returns the command without the variables of these arguments.
fn without(command: Command, is_meant: impl Fn(&Arg) -> bool + Copy) -> Command {
    let names: Vec<_> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    let command = command.mut_args(|argument| {
        if is_meant(&argument) {
            argument.env(None::<&str>)
        } else {
            argument
        }
    });
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| without(command, is_meant))
    })
}
