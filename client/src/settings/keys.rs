//! The section `keys`: `action = "key"` or `action = ["key", "key"]`, in `[keys]` for every screen and in
//! `[keys.screen]` for one.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Problem, line};
use crate::input::Rebinding;

/// The name of the section.
pub(super) const SECTION: &str = "keys";

/// Reads the section of the file `text`.
pub(super) fn read(text: &str, section: &Spanned<DeValue<'_>>) -> Result<Vec<Rebinding>, Problem> {
    let DeValue::Table(table) = section.get_ref() else {
        return Err((section.span(), say!("keys-fault-section")));
    };
    let mut rebindings = Vec::new();
    for (name, value) in table {
        match value.get_ref() {
            DeValue::Table(of_screen) => {
                let screen: &str = name.get_ref();
                add(text, Some(screen), of_screen, &mut rebindings)?;
            }
            _ => rebindings.push(rebinding(text, None, name, value)?),
        }
    }
    // The file may have them in any order; the first fault is that of the first line.
    rebindings.sort_by_key(|rebinding| rebinding.line);
    Ok(rebindings)
}

fn add(
    text: &str,
    screen: Option<&str>,
    table: &DeTable<'_>,
    rebindings: &mut Vec<Rebinding>,
) -> Result<(), Problem> {
    for (name, value) in table {
        rebindings.push(rebinding(text, screen, name, value)?);
    }
    Ok(())
}

fn rebinding(
    text: &str,
    screen: Option<&str>,
    name: &Spanned<impl AsRef<str>>,
    value: &Spanned<DeValue<'_>>,
) -> Result<Rebinding, Problem> {
    let action = name.get_ref().as_ref();
    let wrong = || (value.span(), say!("keys-fault-value", action = action));
    let key = |value: &DeValue<'_>| match value {
        DeValue::String(key) => Ok(key.clone().into_owned()),
        _ => Err(wrong()),
    };
    let keys = match value.get_ref() {
        DeValue::Array(keys) => keys.iter().map(|value| key(value.get_ref())).collect(),
        single => key(single).map(|key| vec![key]),
    };
    Ok(Rebinding {
        screen: screen.map(str::to_owned),
        action: action.to_owned(),
        keys: keys?,
        line: line(text, &name.span()),
    })
}
