//! `enlinea-engine`: the bots without a server. Everything is in the library.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = std::env::args_os();
    ExitCode::from(arena::run(
        arguments,
        &mut io::stdin().lock(),
        &mut io::stdout(),
        &mut io::stderr().lock(),
    ))
}
