//! The settings of a person: the options of every command, in a file.
//!
//! default -> file -> environment -> flag: the later one wins. A setting has the name of its option. The section
//! `keys` has the keys of actions; [`KeyMap`](crate::ui::KeyMap) checks their names.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command, ValueEnum};
use etcetera::BaseStrategy;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::Spanned;

use super::{LogLevel, ServerLink, read_patience};
use crate::board::{ColourChoice, GraphicsChoice, GroundChoice};
use crate::failure::{Failure, Kind};
use crate::input::Rebinding;
use crate::language::{Language, Said};

/// Environment variable with the path of the file.
const PLACE: &str = "ENLINEA_CONFIG";

/// Most KiB of the file. A file with every setting and every key of every screen is shorter than 10; a longer one is
/// another file, or a device that never ends.
const LONGEST: u64 = 64;

/// The settings, and the file that has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Path of the file, whether it exists or not; `None` without a home directory.
    path: Option<PathBuf>,
    values: Values,
    keys: Vec<Rebinding>,
}

/// The settings of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Values {
    #[serde(deserialize_with = "parsed::<ServerLink, _>")]
    server: Option<String>,
    name: Option<String>,
    data: Option<PathBuf>,
    key_in_clear: Option<bool>,
    #[serde(deserialize_with = "one_of::<Language, _>")]
    lang: Option<String>,
    no_discovery: Option<bool>,
    quiet: Option<bool>,
    #[serde(deserialize_with = "patience")]
    patience: Option<u32>,
    #[serde(deserialize_with = "one_of::<ColourChoice, _>")]
    color: Option<String>,
    #[serde(deserialize_with = "one_of::<GroundChoice, _>")]
    ground: Option<String>,
    #[serde(deserialize_with = "one_of::<GraphicsChoice, _>")]
    graphics: Option<String>,
    theme: Option<String>,
    ascii: Option<bool>,
    no_animation: Option<bool>,
    log: Option<PathBuf>,
    #[serde(deserialize_with = "one_of::<LogLevel, _>")]
    log_level: Option<String>,
    #[serde(skip_serializing)]
    keys: BTreeMap<Spanned<String>, KeysEntry>,
}

/// The origin of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The default of the program.
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
    /// Path of the file, whether it exists or not.
    pub file: Option<PathBuf>,
    /// Every setting.
    pub all: Vec<Setting>,
}

/// A setting with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name.
    pub name: String,
    /// Its value; `None` if it has no default and was not set.
    pub value: Option<String>,
    /// Origin of the value.
    pub origin: Origin,
}

impl Settings {
    /// Reads the file of this person, which need not exist.
    ///
    /// # Errors
    ///
    /// One line with the place of the fault and what was expected.
    pub fn load() -> Result<Self, Failure> {
        let given = std::env::var_os(PLACE).filter(|place| !place.is_empty());
        let given = given.map(PathBuf::from);
        let path = given.or_else(|| {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.config_dir().join("enlinea").join("config.toml"))
        });
        path.map_or(Ok(Self::default()), Self::read)
    }

    pub(crate) fn read(path: PathBuf) -> Result<Self, Failure> {
        let text = match read_to_bound(&path) {
            Ok(text) => text,
            Err(problem) if problem.kind() == ErrorKind::NotFound => String::new(),
            Err(problem) => return Err(wrong(&path, &problem.said())),
        };
        let mut values: Values = toml::from_str(&text).map_err(|error| {
            let line = line(&text, error.span().unwrap_or_default().start);
            let message = error.message();
            let unknown = message.strip_prefix("unknown field ");
            let problem = match unknown.and_then(|rest| rest.split_once(", expected one of ")) {
                Some((given, known)) => say!("files-settings-choice", given = given, known = known),
                None => message.replace('\n', ", "),
            };
            wrong_line(&path, line, &problem)
        })?;
        let keys = rebindings(&text, std::mem::take(&mut values.keys));
        Ok(Self {
            path: Some(path),
            values,
            keys,
        })
    }

    /// Returns the command with the values of the file as its defaults.
    pub fn apply(&self, command: Command) -> Command {
        self.values()
            .into_iter()
            .fold(command, |command, (name, value)| {
                // clap knows an option by the name of its field.
                let id = name.replace('-', "_");
                let value = match value {
                    toml::Value::String(text) => text,
                    other => other.to_string(),
                };
                command.mut_arg(id, |argument| argument.default_value(value))
            })
    }

    /// The values that are set.
    fn values(&self) -> toml::Table {
        toml::Table::try_from(&self.values).expect("the values are those of a table")
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
        self.values.lang.as_ref()?.parse().ok()
    }

    /// Returns every setting as the command line `matches` has it.
    pub fn in_force(&self, command: &Command, matches: &ArgMatches) -> InForce {
        let of_file = self.values();
        let options = command.get_arguments().filter(|argument| {
            // These two say what one command writes, and are no settings.
            let is_form = matches!(argument.get_long(), Some("plain" | "json"));
            argument.is_global_set() && !is_form
        });
        let all = options.map(|argument| {
            let id = argument.get_id().as_str();
            let name = argument.get_long().unwrap_or_default().to_owned();
            let variable = argument.get_env().map(|name| name.to_string_lossy());
            let origin = match matches.value_source(id) {
                Some(ValueSource::CommandLine) => Origin::Flag,
                Some(ValueSource::EnvVariable) => {
                    Origin::Environment(variable.unwrap_or_default().into_owned())
                }
                _ if of_file.contains_key(&name) => Origin::File,
                _ => Origin::Default,
            };
            let value = if matches!(argument.get_action(), ArgAction::SetTrue) {
                Some(matches.get_flag(id).to_string())
            } else {
                let raw = matches.get_raw(id).and_then(|mut values| values.next());
                raw.map(|value| value.to_string_lossy().into_owned())
            };
            Setting {
                name,
                value,
                origin,
            }
        });
        InForce {
            file: self.path.clone(),
            all: all.collect(),
        }
    }
}

/// Reads a text that the command line takes as a `T`.
fn parsed<'de, T, D>(deserializer: D) -> Result<Option<String>, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    let text = String::deserialize(deserializer)?;
    text.parse::<T>().map_err(D::Error::custom)?;
    Ok(Some(text))
}

/// Reads one of the words of `T`.
fn one_of<'de, T: ValueEnum, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if T::from_str(&text, false).is_ok() {
        return Ok(Some(text));
    }
    let words = T::value_variants().iter().filter_map(T::to_possible_value);
    let words: Vec<_> = words.map(|word| word.get_name().to_owned()).collect();
    Err(D::Error::custom(say!(
        "files-settings-choice",
        given = format!("{text:?}"),
        known = words.join(", ")
    )))
}

fn patience<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let seconds = i64::deserialize(deserializer)?;
    let seconds = read_patience(&seconds.to_string());
    seconds.map(Some).map_err(D::Error::custom)
}

/// An entry of the section `keys`: `action = "key"`, `action = ["key", "key"]`, or the entries of one screen in
/// `[keys.screen]`.
///
/// It is read by hand because serde's untagged enums lose the lines of what they have.
#[derive(Clone, Debug, PartialEq, Eq)]
enum KeysEntry {
    Action(Vec<String>),
    Screen(BTreeMap<Spanned<String>, ActionKeys>),
}

/// The keys of an action.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "expected keys: a text in quotes, or a list of them"
)]
enum ActionKeys {
    One(String),
    Several(Vec<String>),
}

impl<'de> Deserialize<'de> for KeysEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entry;

        impl<'de> Visitor<'de> for Entry {
            type Value = KeysEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys: a text in quotes, or a list of them")
            }

            fn visit_str<E: Error>(self, key: &str) -> Result<KeysEntry, E> {
                Ok(KeysEntry::Action(vec![key.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<KeysEntry, A::Error> {
                let mut keys = Vec::new();
                while let Some(key) = list.next_element()? {
                    keys.push(key);
                }
                Ok(KeysEntry::Action(keys))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<KeysEntry, A::Error> {
                Deserialize::deserialize(MapAccessDeserializer::new(map)).map(KeysEntry::Screen)
            }
        }

        deserializer.deserialize_any(Entry)
    }
}

/// The changes of keys in the order of their lines.
fn rebindings(text: &str, section: BTreeMap<Spanned<String>, KeysEntry>) -> Vec<Rebinding> {
    let rebinding = |screen: Option<&str>, action: Spanned<String>, keys| Rebinding {
        screen: screen.map(str::to_owned),
        line: line(text, action.span().start),
        action: action.into_inner(),
        keys,
    };
    let mut all = Vec::new();
    for (name, entry) in section {
        match entry {
            KeysEntry::Action(keys) => all.push(rebinding(None, name, keys)),
            KeysEntry::Screen(actions) => {
                let screen = name.into_inner();
                all.extend(actions.into_iter().map(|(action, keys)| {
                    let keys = match keys {
                        ActionKeys::One(key) => vec![key],
                        ActionKeys::Several(keys) => keys,
                    };
                    rebinding(Some(&screen), action, keys)
                }));
            }
        }
    }
    all.sort_by_key(|rebinding| rebinding.line);
    all
}

/// Returns the text of the file.
fn read_to_bound(path: &Path) -> io::Result<String> {
    let most = LONGEST * 1024;
    let mut bytes = Vec::new();
    // One byte more shows that a file is longer.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let problem = say!("files-settings-too-long", most = LONGEST);
        return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
    }
    protocol::text::decode(bytes)
}

/// The line of a place in the text, counted from 1.
fn line(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
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
