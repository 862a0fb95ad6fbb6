//! `enlinea-engine`: the bots without a server. Everything is in the library.

use std::io;
use std::process::ExitCode;

use external::Fence;

fn main() -> ExitCode {
    if let Some(failed) = Fence::enter_if_asked() {
        return failed;
    }
    let arguments = std::env::args_os();
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == "gomocup")
    {
        arena::leave_with_reader();
    } else {
        arena::end_engines_with_program();
    }
    ExitCode::from(arena::run(
        arguments,
        Fence::new(),
        &mut io::stdin().lock(),
        &mut io::stdout(),
        &mut io::stderr().lock(),
    ))
}
