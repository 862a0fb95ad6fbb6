//! `pbrain-enlinea`: the same as `enlinea-engine gomocup`, for managers that start a brain without arguments
//! and know it by this name.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    arena::leave_with_reader();
    let mut arguments = std::env::args_os();
    let program = arguments.next();
    let arguments = program
        .into_iter()
        .chain([OsString::from("gomocup")])
        .chain(arguments);
    ExitCode::from(arena::run(
        arguments,
        None,
        &mut io::stdin().lock(),
        &mut io::stdout(),
        &mut io::stderr().lock(),
    ))
}
