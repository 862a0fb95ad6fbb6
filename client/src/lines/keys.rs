//! The command `keys`: the keys of the screens, as the file of settings would have them.

use super::json_lines::ActionLine;
use super::output::{Mode, Output};
use crate::ui::{KeyMap, Row, Screen};

/// Shows the keys of every screen, then those of each.
pub(super) fn show(keymap: &KeyMap, output: &mut Output) {
    let rows = keymap.rows();
    match output.mode() {
        Mode::Plain => lines(&rows).iter().for_each(|line| output.line(line)),
        Mode::Json => {
            for row in &rows {
                let Some(action) = &row.action else { continue };
                output.json_line(&ActionLine {
                    screen: row.screen.map(Screen::name),
                    action,
                    keys: &row.keys,
                    does: &row.does,
                });
            }
        }
    }
}

/// The section of the file, with the meanings as comments.
fn lines(rows: &[Row]) -> Vec<String> {
    let mut lines = vec!["[keys]".to_owned()];
    let mut screen = None;
    for row in rows {
        if row.screen != screen {
            screen = row.screen;
            let name = screen.map(Screen::name).unwrap_or_default();
            lines.extend([String::new(), format!("[keys.{name}]")]);
        }
        let keys: Vec<_> = row.keys.iter().map(|key| format!("{key:?}")).collect();
        lines.push(match (&row.action, keys.as_slice()) {
            (None, _) => format!("# {}: {}", row.shown, row.does),
            (Some(action), [key]) => format!("{action} = {key} # {}", row.does),
            (Some(action), keys) => format!("{action} = [{}] # {}", keys.join(", "), row.does),
        });
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_a_section_of_the_file() {
        let shown = lines(&KeyMap::default().rows()).join("\n");
        for line in [
            "[keys]\nup = [\"up\", \"k\"] # up\n",
            "\n\n[keys.table]\n# 1-9: play in the column\n",
            "\nresign = \"x\" # resign\n",
        ] {
            assert!(shown.contains(line), "{shown}");
        }
        toml::de::DeTable::parse(&shown).unwrap();
    }
}
