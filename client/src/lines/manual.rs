//! The commands `completions` and `man`: texts for the shell and for the manual, made of the command line itself.

use std::{fs, io};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::roff::{Roff, bold, roman};

use super::json_lines::WrittenLine;
use super::output::{Mode, Output};
use crate::args::{self, ManArgs, is_hyphen};
use crate::failure::Failure;
use crate::ui::{KeyMap, Screen};

/// Prints the completions of a shell.
pub(super) fn completions(shell: Shell, output: &mut Output) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "enlinea", &mut script);
    output.raw(&String::from_utf8_lossy(&script));
}

/// Prints the main page of the manual, or writes all of them.
pub(super) fn man(args: &ManArgs, output: &mut Output) -> Result<(), Failure> {
    let failed = |problem: io::Error| {
        let problem = problem.to_string();
        Failure::failed(say!("lines-no-manual", problem = problem))
    };
    let command = args::command();
    let directory = args.directory.as_deref();
    match directory.filter(|directory| !is_hyphen(directory)) {
        None => {
            let page = main_page(command).map_err(failed)?;
            output.raw(&String::from_utf8_lossy(&page));
        }
        Some(directory) => {
            fs::create_dir_all(directory).map_err(failed)?;
            let page = main_page(command.clone()).map_err(failed)?;
            clap_mangen::generate_to(command, directory).map_err(failed)?;
            fs::write(directory.join("enlinea.1"), page).map_err(failed)?;
            match output.mode() {
                Mode::Plain => {
                    let file = directory.display().to_string();
                    output.line(&say!("lines-written", file = file));
                }
                Mode::Json => output.json_line(&WrittenLine {
                    written: directory.display().to_string(),
                }),
            }
        }
    }
    Ok(())
}

/// The main page, with the keys of the screens as they are without settings.
fn main_page(command: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    let mut keys = Roff::new();
    keys.control("SH", [say!("manual-keys").as_str()]);
    keys.text([roman(say!("manual-keys-settings"))]);
    let mut screen = None;
    for row in KeyMap::default().rows() {
        if row.screen != screen {
            screen = row.screen;
            let name = screen.map(Screen::name).unwrap_or_default();
            keys.control("SS", [name.as_str()]);
        }
        keys.control("TP", []);
        keys.text([bold(row.shown)]);
        let action = row.action.map(|action| format!(" ({action})"));
        keys.text([roman(row.does + &action.unwrap_or_default())]);
    }
    keys.to_writer(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nobody but the owner could read the pages, nor those that others put there later.
    #[cfg(unix)]
    #[test]
    fn a_directory_of_the_manual_is_as_open_as_any_other() {
        use std::os::unix::fs::PermissionsExt;

        let parent = tempfile::tempdir().unwrap();
        let [usual, made] = ["usual", "made/man1"].map(|name| parent.path().join(name));
        fs::create_dir(&usual).unwrap();
        let arguments = ManArgs {
            directory: Some(made.clone()),
        };
        man(&arguments, &mut Output::new(Mode::Plain)).unwrap();
        let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode();
        for made in [made.as_path(), made.parent().unwrap()] {
            assert_eq!(mode(made), mode(&usual), "{}", made.display());
        }
    }

    #[test]
    fn the_main_page_has_the_keys() {
        let page = String::from_utf8(main_page(args::command()).unwrap()).unwrap();
        for part in [
            ".SH KEYS\n",
            ".SS table\n",
            ".TP\n\\fBx\\fR\nresign (resign)\n",
        ] {
            assert!(page.contains(part), "{page}");
        }
    }
}
