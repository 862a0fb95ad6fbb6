//! `enlinea`, the terminal client.

use std::process::ExitCode;

fn main() -> ExitCode {
    client::program::run()
}
