//! Reservoir sampling: a fixed number of lines, drawn from a stream of unknown length.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// At most `capacity` of the lines offered, each with the same probability.
///
/// Source: algorithm R in J. Vitter, "Random Sampling with a Reservoir" (1985).
#[derive(Debug)]
pub(super) struct Reservoir {
    rng: StdRng,
    capacity: usize,
    offered: usize,
    lines: Vec<Vec<usize>>,
}

impl Reservoir {
    pub(super) fn new(capacity: usize, seed: u64) -> Self {
        Self {
            rng: StdRng::seed_from_u64(seed),
            capacity,
            offered: 0,
            lines: Vec::new(),
        }
    }

    /// Keeps the line with probability `capacity / offered`, in place of another.
    pub(super) fn offer(&mut self, line: &[usize]) {
        self.offered += 1;
        if self.lines.len() < self.capacity {
            self.lines.push(line.to_vec());
        } else if let Some(kept) = self.lines.get_mut(self.rng.random_range(0..self.offered)) {
            line.clone_into(kept);
        }
    }

    /// The lines that were drawn.
    pub(super) fn into_lines(self) -> Vec<Vec<usize>> {
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_the_same_chance() {
        let mut counts = [0; 20];
        for seed in 0..2_000 {
            let mut reservoir = Reservoir::new(5, seed);
            for cell in 0..counts.len() {
                reservoir.offer(&[cell]);
            }
            let lines = reservoir.into_lines();
            assert_eq!(lines.len(), 5);
            for line in lines {
                counts[line[0]] += 1;
            }
        }
        // 500 each on average; the standard deviation is 19.
        assert!(counts.iter().all(|count| (400..600).contains(count)));
    }
}
