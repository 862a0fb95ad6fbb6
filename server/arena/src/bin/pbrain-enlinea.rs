//! `pbrain-enlinea`: the same as `enlinea-engine gomocup`, for managers that start a brain without arguments
//! and know it by this name.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    arena::leave_with_reader();
    ExitCode::from(arena::run_brain(
        std::env::args_os(),
        &mut io::stdin().lock(),
        &mut io::stdout(),
        &mut io::stderr().lock(),
    ))
}
