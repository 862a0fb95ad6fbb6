//! The command `config`: the settings, as a file would have them.

use std::fmt::Write as _;

use super::json_lines::{SettingLine, SettingsFileLine};
use super::output::{Mode, Output};
use crate::args::Common;
use crate::args::settings::{InForce, Origin, Setting};
use crate::failure::Failure;

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
                    say!("lines-config-absent", file = file)
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
        Origin::Default => say!("lines-origin-default"),
        Origin::File => say!("lines-origin-file"),
        Origin::Environment(variable) => variable.clone(),
        Origin::Flag => say!("lines-origin-flag"),
    };
    let Setting { name, value, .. } = setting;
    match value {
        // As TOML has it, so that the line may be copied into the file.
        Some(value) if value == "true" || value == "false" || is_number(value) => {
            format!("{name} = {value} # {origin}")
        }
        Some(value) => format!("{name} = {} # {origin}", toml_string(value)),
        None => format!("# {}", say!("lines-not-set", name = name.as_str())),
    }
}

/// True for a number as TOML writes it, without a sign and zeros before it.
fn is_number(value: &str) -> bool {
    let number = value.parse::<u64>();
    number.is_ok_and(|number| number.to_string() == value)
}

/// A text as a string of TOML, in which what cannot be seen is escaped: the line may be shown by a terminal.
fn toml_string(text: &str) -> String {
    // A mark is seen on the letter before it.
    let is_seen = |c: char| format!("a{c}").escape_debug().eq(['a', c]);
    let mut written = String::from('"');
    for character in text.chars() {
        match character {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\'' => written.push('\''),
            seen if is_seen(seen) => written.push(seen),
            hidden => {
                let code = u32::from(hidden);
                // A String takes everything.
                let _ = match u16::try_from(code) {
                    Ok(code) => write!(written, "\\u{code:04X}"),
                    Err(_) => write!(written, "\\U{code:08X}"),
                };
            }
        }
    }
    written.push('"');
    written
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
        // Writings of numbers that TOML does not know.
        assert_eq!(
            line(Some("007"), Origin::File),
            "name = \"007\" # this file"
        );
        assert_eq!(line(Some("+7"), Origin::File), "name = \"+7\" # this file");
    }

    #[test]
    fn a_text_is_written_as_toml_reads_it_and_as_a_terminal_may_show_it() {
        for (text, written) in [
            ("O'Hara", "O'Hara"),
            ("źdźbło 漢字 e\u{301}", "źdźbło 漢字 e\u{301}"),
            ("a\"b\\c", "a\\\"b\\\\c"),
            ("\t\n\r", "\\t\\n\\r"),
            ("\u{202e}\0\u{1b}[m", "\\u202E\\u0000\\u001B[m"),
            ("\u{e0041}", "\\U000E0041"),
        ] {
            let line = in_words(&Setting {
                name: "theme".to_owned(),
                value: Some(text.to_owned()),
                origin: Origin::File,
            });
            assert_eq!(line, format!("theme = \"{written}\" # this file"));
            let table = toml::de::DeTable::parse(&line).unwrap();
            assert_eq!(table.get_ref()["theme"].get_ref().as_str(), Some(text));
        }
    }
}
