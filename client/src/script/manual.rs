//! The commands `completions` and `man`: texts for the shell and for the manual, made of the command line itself.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use super::output::Output;
use crate::args::{CommandLine, ManArgs};
use crate::failure::Failure;
use crate::private;

/// Prints the completions of a shell.
pub(super) fn completions(shell: Shell, output: &mut Output) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut CommandLine::command(), "enlinea", &mut script);
    output.raw(&String::from_utf8_lossy(&script));
}

/// Prints the main page of the manual, or writes all of them.
pub(super) fn man(args: &ManArgs, output: &mut Output) -> Result<(), Failure> {
    let failed = |problem: io::Error| Failure::failed(format!("no manual is written: {problem}"));
    let command = CommandLine::command();
    match &args.directory {
        None => {
            let mut page = Vec::new();
            let written = clap_mangen::Man::new(command).render(&mut page);
            written.map_err(failed)?;
            output.raw(&String::from_utf8_lossy(&page));
        }
        Some(directory) => {
            private::create_directory(directory).map_err(failed)?;
            clap_mangen::generate_to(command, directory).map_err(failed)?;
            output.note(&format!("written to {}", directory.display()));
        }
    }
    Ok(())
}
