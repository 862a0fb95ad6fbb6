//! Environment variables of options: an empty one counts as unset, and a wrong one is named.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
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
/// The error of clap, with the variable if the wrong value is the value of one: the person typed no such option.
pub(super) fn matches(
    command: &Command,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<ArgMatches, clap::Error> {
    let mut command = command.clone();
    let read = command.try_get_matches_from_mut(arguments);
    read.map_err(|mut error| {
        // Of a command that is not built the options cannot be written.
        command.build();
        if let Some(variable) = variable(&command, &error) {
            let tip = say!("options-value-of-variable", variable = variable);
            let tip = ContextValue::StyledStrs(vec![tip.into()]);
            error.insert(ContextKind::Suggested, tip);
        }
        error
    })
}

/// The variable with the value of the error, if the option of the error has one.
fn variable(command: &Command, error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    };
    let option = context(ContextKind::InvalidArg)?;
    let value = context(ContextKind::InvalidValue)?;
    let mut arguments = command.get_arguments();
    let argument = arguments.find(|argument| argument.to_string() == *option);
    let here = argument
        .and_then(Arg::get_env)
        .filter(|name| std::env::var_os(name).is_some_and(|set| set == value.as_str()))
        .map(|name| name.to_string_lossy().into_owned());
    let mut commands = command.get_subcommands();
    here.or_else(|| commands.find_map(|command| variable(command, error)))
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
