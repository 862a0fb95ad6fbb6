//! The disk below a durable store: the time that it takes to have written something for sure.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use super::sample::median;

/// Writes that are timed.
const WRITES: usize = 16;
/// Bytes of each: about those of a move.
const BYTES: [u8; 64] = [b'.'; 64];

/// The median time of one write at the end of a file in this directory, until it is on the disk, in milliseconds.
pub(crate) fn sync_time(directory: &Path) -> Result<f64> {
    let mut file = tempfile::tempfile_in(directory)
        .with_context(|| format!("cannot make a file in {}", directory.display()))?;
    let mut times = Vec::with_capacity(WRITES);
    for _ in 0..WRITES {
        let begun = Instant::now();
        file.write_all(&BYTES)?;
        file.sync_data()?;
        times.push(1000.0 * begun.elapsed().as_secs_f64());
    }
    Ok(median(&times).expect("there are some"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sync_takes_time() {
        assert!(sync_time(&std::env::temp_dir()).expect("it is written") > 0.0);
    }
}
