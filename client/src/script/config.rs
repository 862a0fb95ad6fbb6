//! The command `config`: the settings, as a file would have them.

use super::json_lines::{SettingLine, SettingsFileLine};
use super::output::{Mode, Output};
use crate::args::Common;
use crate::failure::Failure;
use crate::settings::{InForce, Origin, Setting};

/// Shows each setting with its origin, behind the path of the file; then checks the values that other commands
/// check only when they need them.
pub(super) fn show(
    common: &Common,
    settings: &InForce,
    output: &mut Output,
) -> Result<(), Failure> {
    if let Some(path) = &settings.file {
        let exists = path.exists();
        match output.mode() {
            Mode::Plain => {
                let file = path.display().to_string();
                let place = if exists {
                    file
                } else {
                    say!("script-config-absent", file = file)
                };
                output.line(&format!("# {place}"));
            }
            Mode::Json => output.json_line(&SettingsFileLine {
                file: path.display().to_string(),
                exists,
            }),
        }
    }
    for setting in &settings.all {
        match output.mode() {
            Mode::Plain => output.line(&in_words(setting)),
            Mode::Json => output.json_line(&SettingLine::new(setting)),
        }
    }
    common.check()?;
    crate::log::open(&common.log).map(drop)
}

fn in_words(setting: &Setting) -> String {
    let origin = match &setting.origin {
        Origin::Default => say!("script-origin-default"),
        Origin::File => say!("script-origin-file"),
        Origin::Environment(variable) => variable.clone(),
        Origin::Flag => say!("script-origin-flag"),
    };
    let Setting { name, value, .. } = setting;
    match value {
        // As TOML has it, so that the line may be copied into the file.
        Some(value) if value == "true" || value == "false" || value.parse::<u64>().is_ok() => {
            format!("{name} = {value} # {origin}")
        }
        Some(value) => format!("{name} = {value:?} # {origin}"),
        None => format!("# {}", say!("script-not-set", name = name.as_str())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_line_of_the_file() {
        let line = |value: Option<&str>, origin| {
            in_words(&Setting {
                name: "name".to_owned(),
                value: value.map(str::to_owned),
                origin,
            })
        };
        assert_eq!(
            line(Some("Ana"), Origin::File),
            "name = \"Ana\" # this file"
        );
        assert_eq!(line(Some("60"), Origin::Default), "name = 60 # default");
        let variable = Origin::Environment("ENLINEA_NAME".to_owned());
        assert_eq!(line(Some("true"), variable), "name = true # ENLINEA_NAME");
        assert_eq!(line(None, Origin::Default), "# name is not set");
    }
}
