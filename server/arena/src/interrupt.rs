//! The end of the program by a signal: the programs that it runs end with it.

#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

/// A signal ends the program.
#[cfg(unix)]
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Ends other programs, and removes their folders, where Ctrl-C, a request to terminate or the end of the terminal ends
/// this one. To be called once, at the beginning.
///
/// A signal that is ignored, as by `nohup`, stays so. Elsewhere than on Unix Ctrl-C reaches them by itself.
#[cfg(unix)]
pub fn end_engines_with_program() {
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // Where no signal can be listened to they end this program as ever.
    let Ok(mut signals) = Signals::new(heeded()) else {
        return;
    };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            IS_ENDING.store(true, Ordering::SeqCst);
            external::end_all();
            let ended = emulate_default_handler(signal);
            ended.expect("the default of these signals is known");
        }
    });
}

/// There is nothing to do here.
#[cfg(not(unix))]
pub fn end_engines_with_program() {}

/// The signals that end this program.
#[cfg(unix)]
fn heeded() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // Linux lists the signals that are ignored, a bit for each from the first on. Elsewhere only unsafe code could ask,
    // and a listener would end a program that was to outlive its terminal.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_heeded = |signal: &i32| match mask {
        Some(mask) => mask & 1 << (signal - 1) == 0,
        None => *signal != SIGHUP,
    };
    [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(is_heeded)
        .collect()
}

/// Does not return while a signal ends the program: an engine that was ended for that has not failed, and its game is
/// not lost.
pub(crate) fn hold() {
    #[cfg(unix)]
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
