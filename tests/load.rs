//! `load`: what the server costs beside a bare relay, with the real program, from the kernel's accounting.
//!
//! `LOAD.md` has the method and the figures. It reads `/proc` and places threads on cores, so it runs on Linux alone.

#[cfg(target_os = "linux")]
#[path = "load/tool.rs"]
mod tool;

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    tool::run()
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::print_stderr, reason = "the tool says why it ends")]
fn main() -> ExitCode {
    eprintln!(
        "load reads the CPU time of the server from /proc, which only Linux has: run it there"
    );
    ExitCode::FAILURE
}
