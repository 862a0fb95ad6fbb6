//! The end of the program when nobody reads its answers any more.

/// Ends the program, with status 0, as soon as the reader of its standard output is gone: a manager that crashed sends
/// no `END`, and another process may hold the input open.
///
/// Without pipes of Unix the program sees it at the first line that comes after an answer which could not be written.
pub fn leave_with_reader() {
    #[cfg(unix)]
    {
        // Where no thread can be had the program ends as elsewhere.
        let _ = std::thread::Builder::new()
            .name("output".to_owned())
            .stack_size(STACK)
            .spawn(wait_and_leave);
    }
}

/// Bytes of the stack of a thread that only waits.
#[cfg(unix)]
const STACK: usize = 64 * 1024;

#[cfg(unix)]
fn wait_and_leave() {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let output = std::io::stdout();
    // No event is asked for: an error and the end are told all the same.
    let mut watched = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut watched, None) {
            Err(Errno::INTR) => {}
            Err(_) => return,
            Ok(_) => break,
        }
    }
    if watched[0]
        .revents()
        .intersects(PollFlags::ERR | PollFlags::HUP)
    {
        std::process::exit(0);
    }
}
