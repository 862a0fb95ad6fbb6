//! `enlinea-engine`: the bots without a server. Everything is in the library.

use std::io;
use std::process::ExitCode;

use external::Fence;

fn main() -> ExitCode {
    if let Some(failed) = Fence::enter_if_asked() {
        return failed;
    }
    let arguments = std::env::args_os();
    ExitCode::from(arena::run(
        arguments,
        Fence::new(),
        &mut io::stdin().lock(),
        &mut io::stdout(),
        &mut io::stderr().lock(),
    ))
}
