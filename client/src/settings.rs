//! The settings of a person: the options of every command, in a file.
//!
//! default -> file -> environment -> flag: the later one wins. Every option that stands on each command is a key of
//! the file under its own name, so that a new one needs no word here. The section `keys` has the keys of actions;
//! their names and meanings are those of the screens.

mod keys;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use etcetera::BaseStrategy;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::failure::{Failure, Kind};
use crate::input::Rebinding;
use crate::language::Language;
use crate::usage;

/// Environment variable with the path of the file.
const PLACE: &str = "ENLINEA_CONFIG";

/// Most KiB of the file. One with every setting and every key of every screen is shorter than 10; what is longer is
/// another file, or a device that never ends.
const LONGEST: u64 = 64;

/// Options that say what one command writes, and are no settings.
const NO_SETTINGS: [&str; 2] = ["plain", "json"];

/// A file of settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Path of the file, whether it is there or not; none where there is no home directory.
    path: Option<PathBuf>,
    /// Keys with their values, as the command line would have them.
    values: Vec<(String, String)>,
    /// The section of keys.
    keys: Vec<Rebinding>,
}

/// The origin of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nobody chose it.
    Default,
    /// The file.
    File,
    /// This environment variable.
    Environment(String),
    /// The command line.
    Flag,
}

/// The settings in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InForce {
    /// Path of the file, whether it is there or not.
    pub file: Option<PathBuf>,
    /// Every setting.
    pub all: Vec<Setting>,
}

/// A setting with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its key.
    pub name: String,
    /// Its value; none where it has no default and nobody chose one.
    pub value: Option<String>,
    /// Origin of the value.
    pub origin: Origin,
}

impl Settings {
    /// Reads the file of this person, which need not be there.
    ///
    /// # Errors
    ///
    /// One line with the place of the fault and what was expected.
    pub fn load(command: &Command) -> Result<Self, Failure> {
        let given = std::env::var_os(PLACE).filter(|place| !place.is_empty());
        let given = given.map(PathBuf::from);
        let path = given.or_else(|| {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.config_dir().join("enlinea").join("config.toml"))
        });
        path.map_or(Ok(Self::default()), |path| Self::read(path, command))
    }

    pub(crate) fn read(path: PathBuf, command: &Command) -> Result<Self, Failure> {
        let (values, keys) = match read_to_bound(&path) {
            Ok(text) => values(&text, command)
                .map_err(|(at, problem)| wrong_line(&path, line(&text, &at), &problem))?,
            Err(problem) if problem.kind() == ErrorKind::NotFound => Default::default(),
            Err(problem) => return Err(wrong(&path, &problem.to_string())),
        };
        let settings = Self {
            path: Some(path),
            values,
            keys,
        };
        settings.check(command)?;
        Ok(settings)
    }

    /// Returns the command with the values of the file in place of its defaults.
    pub fn apply(&self, command: Command) -> Command {
        self.values.iter().fold(command, |command, (name, value)| {
            command.mut_arg(id(name), |argument| argument.default_value(value.clone()))
        })
    }

    /// The section of keys, of which only the form is checked.
    pub fn keys(&self) -> &[Rebinding] {
        &self.keys
    }

    /// The failure of a fault in a line of the file.
    pub fn fault(&self, line: usize, problem: &str) -> Failure {
        let path = self.path.as_deref().unwrap_or(Path::new("-"));
        wrong_line(path, line, problem)
    }

    /// Returns the language of the file, which is needed before the command line is read.
    pub fn language(&self) -> Option<Language> {
        let mut values = self.values.iter();
        let (_, language) = values.find(|(name, _)| name == "lang")?;
        language.parse().ok()
    }

    /// Returns every setting as the command line `matches` has it.
    pub fn in_force(&self, command: &Command, matches: &ArgMatches) -> InForce {
        let all = arguments(command)
            .map(|argument| {
                let key = argument.get_id().as_str();
                let name = name(argument);
                let is_in_file = self.values.iter().any(|(known, _)| *known == name);
                let variable = argument.get_env().map(|name| name.to_string_lossy());
                let origin = match matches.value_source(key) {
                    Some(ValueSource::CommandLine) => Origin::Flag,
                    Some(ValueSource::EnvVariable) => {
                        Origin::Environment(variable.unwrap_or_default().into_owned())
                    }
                    _ if is_in_file => Origin::File,
                    _ => Origin::Default,
                };
                let value = if is_switch(argument) {
                    Some(matches.get_flag(key).to_string())
                } else {
                    let raw = matches.get_raw(key).and_then(|mut values| values.next());
                    raw.map(|value| value.to_string_lossy().into_owned())
                };
                Setting {
                    name,
                    value,
                    origin,
                }
            })
            .collect();
        InForce {
            file: self.path.clone(),
            all,
        }
    }

    /// Checks each value by itself, as if it stood on the command line.
    fn check(&self, command: &Command) -> Result<(), Failure> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        for value in &self.values {
            let alone = Self {
                values: vec![value.clone()],
                ..Self::default()
            };
            let line: [OsString; 1] = ["enlinea".into()];
            // A variable of the environment would stand in for the value.
            let command = alone.apply(command.clone());
            let command = command.mut_args(|argument| argument.env(None::<&str>));
            if let Err(error) = command.try_get_matches_from(line) {
                return Err(wrong(path, &usage::explained(&error)));
            }
        }
        Ok(())
    }
}

/// Returns the text of the file.
fn read_to_bound(path: &Path) -> io::Result<String> {
    let most = LONGEST * 1024;
    let mut bytes = Vec::new();
    // One byte more tells a file that is longer.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = say!("files-settings-too-long", most = LONGEST);
        return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
    }
    protocol::text::decode(bytes)
}

/// Returns the options that are settings.
fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| {
        let name = argument.get_long().unwrap_or_default();
        argument.is_global_set() && !NO_SETTINGS.contains(&name)
    })
}

fn name(argument: &Arg) -> String {
    argument.get_long().unwrap_or_default().to_owned()
}

fn is_switch(argument: &Arg) -> bool {
    matches!(argument.get_action(), ArgAction::SetTrue)
}

/// The name by which clap knows an option, which is that of the field.
fn id(name: &str) -> String {
    name.replace('-', "_")
}

/// A problem, and its place in the text.
type Problem = (Range<usize>, String);

/// The line of a place in the text, counted from 1.
fn line(text: &str, at: &Range<usize>) -> usize {
    text[..at.start.min(text.len())].matches('\n').count() + 1
}

/// The settings by name, and the section of keys.
type Values = (Vec<(String, String)>, Vec<Rebinding>);

fn values(text: &str, command: &Command) -> Result<Values, Problem> {
    let table = DeTable::parse(text).map_err(|error| {
        let problem = error.message().replace('\n', ", ");
        (error.span().unwrap_or_default(), problem)
    })?;
    let mut table = table.into_inner();
    let keys = table.remove(keys::SECTION);
    let keys = keys.map_or(Ok(Vec::new()), |section| keys::read(text, &section))?;
    let values = table
        .into_iter()
        .map(|(key, value)| {
            let known: &str = key.get_ref();
            let argument = arguments(command).find(|argument| name(argument) == known);
            let argument = argument.ok_or_else(|| {
                let names: Vec<_> = arguments(command).map(name).collect();
                let problem = say!("files-no-setting", name = known, known = names.join(", "));
                (key.span(), problem)
            })?;
            Ok((known.to_owned(), text_of(argument, &value)?))
        })
        .collect::<Result<_, Problem>>()?;
    Ok((values, keys))
}

/// Returns a value as the command line would have it.
fn text_of(argument: &Arg, value: &Spanned<DeValue<'_>>) -> Result<String, Problem> {
    let is_switch = is_switch(argument);
    match (value.get_ref(), is_switch) {
        (DeValue::Boolean(on), true) => Ok(on.to_string()),
        (DeValue::String(text), false) => Ok(text.clone().into_owned()),
        (DeValue::Integer(number), false) => Ok(number.as_str().replace('_', "")),
        (_, true) => Err((value.span(), say!("files-no-switch", name = name(argument)))),
        (_, false) => Err((value.span(), say!("files-no-value", name = name(argument)))),
    }
}

fn wrong_line(path: &Path, line: usize, problem: &str) -> Failure {
    let message = say!(
        "files-settings-wrong-line",
        file = path.display().to_string(),
        line = line,
        problem = problem
    );
    Failure::new(Kind::Usage, message)
}

fn wrong(path: &Path, problem: &str) -> Failure {
    let message = say!(
        "files-settings-wrong",
        file = path.display().to_string(),
        problem = problem
    );
    Failure::new(Kind::Usage, message)
}
