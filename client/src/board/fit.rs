//! A character cell as samples, and the character that shows them best.
//!
//! samples (8 x 16 roles) -> specks dropped -> glyph and two roles with the fewest wrong samples. Blocks and quadrants
//! divide a cell into 2 x 8 parts, so that a round edge needs two colours and no font of its own.

use super::role::Role;

/// Samples of a cell from left to right.
pub(super) const ACROSS: usize = 8;
/// Samples of a cell from top to bottom.
pub(super) const DOWN: usize = 16;

/// One bit for each sample of a cell, row by row from the upper left.
type Mask = u128;

/// The roles in a cell, each with the samples that have it.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples(Vec<(Role, Mask)>);

/// A character with the roles of its two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fitted {
    pub(super) glyph: char,
    /// The glyph's samples, and all others.
    pub(super) mask: Mask,
    pub(super) ink: Role,
    pub(super) paper: Role,
}

impl Samples {
    /// Takes the samples of a cell: `role` is asked with the place of each, in cells from the upper left.
    pub(super) fn take(role: impl Fn(f32, f32) -> Role) -> Self {
        let mut samples = Self::default();
        for index in 0..ACROSS * DOWN {
            let x = ((index % ACROSS) as f32 + 0.5) / ACROSS as f32;
            let y = ((index / ACROSS) as f32 + 0.5) / DOWN as f32;
            samples.add(role(x, y), 1 << index);
        }
        samples
    }

    fn add(&mut self, role: Role, mask: Mask) {
        match self.0.iter_mut().find(|(known, _)| *known == role) {
            Some((_, samples)) => *samples |= mask,
            None => self.0.push((role, mask)),
        }
    }

    /// Gives the samples of every role with fewer than `least` to the commonest role: specks around a disc.
    pub(super) fn drop_specks(&mut self, least: u32) {
        self.0
            .sort_by_key(|(_, samples)| std::cmp::Reverse(samples.count_ones()));
        while self.0.len() > 1
            && self
                .0
                .last()
                .is_some_and(|last| last.1.count_ones() < least)
        {
            if let Some((_, samples)) = self.0.pop() {
                self.0[0].1 |= samples;
            }
        }
    }

    /// The roles with their samples, the commonest first after [`drop_specks`](Self::drop_specks).
    pub(super) fn roles(&self) -> &[(Role, Mask)] {
        &self.0
    }

    /// True where a role occurs.
    pub(super) fn any(&self, is_wanted: impl Fn(Role) -> bool) -> bool {
        self.0.iter().any(|&(role, _)| is_wanted(role))
    }

    /// The commonest role among the samples of a mask, and how many have it.
    fn commonest(&self, mask: Mask) -> (u32, Role) {
        let mut best = (0, self.0[0].0);
        for &(role, samples) in &self.0 {
            let count = (samples & mask).count_ones();
            if count > best.0 {
                best = (count, role);
            }
        }
        best
    }

    /// The character with the fewest wrong samples; the simpler one of two equals.
    pub(super) fn fit(&self, gaps: bool) -> Fitted {
        let blank = Fitted {
            glyph: ' ',
            mask: 0,
            ink: self.0[0].0,
            paper: self.0[0].0,
        };
        if self.0.len() == 1 {
            return blank;
        }
        // Of two equals the one that draws in a colour, and leaves the ground to the terminal.
        let mut best = ((self.commonest(Mask::MAX).0, true), blank);
        for (glyph, mask) in candidates(gaps) {
            let (inside, ink) = self.commonest(mask);
            let (outside, paper) = self.commonest(!mask);
            let score = (inside + outside, ink != Role::Ground);
            if score > best.0 {
                let fitted = Fitted {
                    glyph,
                    mask,
                    ink,
                    paper,
                };
                best = (score, fitted);
            }
        }
        best.1
    }

    /// The character whose two mean colours are nearest to the samples, with both means.
    pub(super) fn blend(&self, colour: impl Fn(Role) -> [f32; 3]) -> (char, [f32; 3], [f32; 3]) {
        let mean = |mask: Mask| {
            let mut sum = [0.0; 3];
            for &(role, samples) in &self.0 {
                let count = (samples & mask).count_ones() as f32;
                for (sum, channel) in sum.iter_mut().zip(colour(role)) {
                    *sum += count * channel;
                }
            }
            let all = mask.count_ones().max(1) as f32;
            sum.map(|sum| sum / all)
        };
        let error = |mask: Mask, mean: [f32; 3]| -> f32 {
            let of = |&(role, samples): &(Role, Mask)| {
                let squares = colour(role)
                    .into_iter()
                    .zip(mean)
                    .map(|(channel, mean)| (channel - mean).powi(2));
                (samples & mask).count_ones() as f32 * squares.sum::<f32>()
            };
            self.0.iter().map(of).sum()
        };
        let all = mean(Mask::MAX);
        let mut best = (error(Mask::MAX, all), (' ', all, all));
        for (glyph, mask) in candidates(false) {
            let (ink, paper) = (mean(mask), mean(!mask));
            let wrong = error(mask, ink) + error(!mask, paper);
            // A sum of squares of whole samples: less than this is rounding.
            if wrong + 0.01 < best.0 {
                best = (wrong, (glyph, ink, paper));
            }
        }
        best.1
    }
}

/// The glyphs with their samples, the simpler ones first.
fn candidates(gaps: bool) -> impl Iterator<Item = (char, Mask)> {
    let gaps = GAPS.iter().filter(move |_| gaps);
    BLOCKS.iter().chain(gaps).copied()
}

const UPPER: Mask = rows(0, DOWN / 2);
const LOWER: Mask = rows(DOWN / 2, DOWN);
const LEFT: Mask = columns(0, ACROSS / 2);
const RIGHT: Mask = columns(ACROSS / 2, ACROSS);

/// Halves, quadrants, and eighths from below; with the two colours exchanged they are also eighths from above.
const BLOCKS: [(char, Mask); 20] = [
    ('▀', UPPER),
    ('▄', LOWER),
    ('▌', LEFT),
    ('▐', RIGHT),
    ('▖', LOWER & LEFT),
    ('▗', LOWER & RIGHT),
    ('▘', UPPER & LEFT),
    ('▝', UPPER & RIGHT),
    ('▙', LEFT | LOWER),
    ('▟', RIGHT | LOWER),
    ('▛', LEFT | UPPER),
    ('▜', RIGHT | UPPER),
    ('▚', UPPER & LEFT | LOWER & RIGHT),
    ('▞', UPPER & RIGHT | LOWER & LEFT),
    ('▁', eighths(1)),
    ('▂', eighths(2)),
    ('▃', eighths(3)),
    ('▅', eighths(5)),
    ('▆', eighths(6)),
    ('▇', eighths(7)),
];

/// Heavy lines, which are the gaps between stones that touch.
const GAPS: [(char, Mask); 2] = [
    ('━', rows(DOWN / 2 - 1, DOWN / 2 + 1)),
    ('┃', columns(ACROSS / 2 - 1, ACROSS / 2 + 1)),
];

const fn eighths(count: usize) -> Mask {
    rows(DOWN - count * DOWN / 8, DOWN)
}

const fn rows(from: usize, to: usize) -> Mask {
    let mut mask = 0;
    let mut row = from;
    while row < to {
        mask |= 0xFF << (row * ACROSS);
        row += 1;
    }
    mask
}

const fn columns(from: usize, to: usize) -> Mask {
    let mut mask = 0;
    let mut row = 0;
    while row < DOWN {
        let mut column = from;
        while column < to {
            mask |= 1 << (row * ACROSS + column);
            column += 1;
        }
        row += 1;
    }
    mask
}

#[cfg(test)]
mod tests {
    use super::*;

    const INSIDE: Role = Role::Hole { lit: false };
    const OUTSIDE: Role = Role::Frame { lit: false };

    fn fitted(is_inside: impl Fn(f32, f32) -> bool) -> (char, Role) {
        let mut samples = Samples::take(|x, y| if is_inside(x, y) { INSIDE } else { OUTSIDE });
        samples.drop_specks(18);
        let fitted = samples.fit(false);
        (fitted.glyph, fitted.ink)
    }

    #[test]
    fn edges_become_the_block_with_that_edge() {
        assert_eq!(fitted(|_, _| true), (' ', INSIDE));
        assert_eq!(fitted(|x, _| x < 0.5), ('▌', INSIDE));
        assert_eq!(fitted(|_, y| y > 0.5), ('▀', OUTSIDE));
        assert_eq!(fitted(|_, y| y > 0.74), ('▂', INSIDE));
        // Eighths from above are those from below with the colours exchanged.
        assert_eq!(fitted(|_, y| y < 0.25), ('▆', OUTSIDE));
        assert_eq!(fitted(|x, y| x < 0.5 && y < 0.5), ('▘', INSIDE));
        assert_eq!(fitted(|x, y| (x < 0.5) != (y < 0.5)), ('▚', OUTSIDE));
    }

    /// A terminal that is copied as text shows a glyph, but not that it is in reverse.
    #[test]
    fn the_ground_is_not_drawn_where_something_else_can_be() {
        let samples = Samples::take(|x, _| if x < 0.5 { Role::Ink } else { Role::Ground });
        assert_eq!(
            (samples.fit(false).glyph, samples.fit(false).ink),
            ('▌', Role::Ink)
        );
        let samples = Samples::take(|x, _| if x < 0.5 { Role::Ground } else { Role::Ink });
        assert_eq!(
            (samples.fit(false).glyph, samples.fit(false).ink),
            ('▐', Role::Ink)
        );
    }

    #[test]
    fn a_speck_is_dropped() {
        // An eighth of a cell, which a glyph could show.
        assert_eq!(fitted(|_, y| y > 0.88), (' ', OUTSIDE));
    }

    #[test]
    fn masks_have_the_size_that_the_glyph_shows() {
        for (glyph, mask) in candidates(true) {
            let expected = match glyph {
                '▁' | '━' => 16,
                '▂' | '┃' | '▖' | '▗' | '▘' | '▝' => 32,
                '▃' => 48,
                '▅' => 80,
                '▆' | '▙' | '▟' | '▛' | '▜' => 96,
                '▇' => 112,
                _ => 64,
            };
            assert_eq!(mask.count_ones(), expected, "{glyph}");
        }
    }

    #[test]
    fn blending_keeps_the_colours_of_an_exact_edge() {
        let samples = Samples::take(|x, _| if x < 0.5 { INSIDE } else { OUTSIDE });
        let colour = |role| {
            if role == INSIDE {
                [200.0; 3]
            } else {
                [10.0; 3]
            }
        };
        assert_eq!(samples.blend(colour), ('▌', [200.0; 3], [10.0; 3]));
    }
}
