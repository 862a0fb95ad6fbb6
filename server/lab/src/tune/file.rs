//! The text of weights as the engine reads it: lines of a name and numbers.

use std::str::Lines;

use engine::gomoku::training::{CHANNEL_ONE, FEATURES, HALF, LOGIT_ONE, MAX_ROW, ONE, POINT};

use super::POINTS_PER_LOGIT;

/// The form of a number in the text.
pub(super) struct Unit {
    scale: f32,
    /// The greatest number of those that are whole.
    whole: Option<f32>,
}

/// As it is.
pub(super) fn plain(_: usize) -> Unit {
    Unit {
        scale: 1.0,
        whole: None,
    }
}

/// A number that the engine adds to the value, in points.
pub(super) fn points(_: usize) -> Unit {
    Unit {
        scale: POINTS_PER_LOGIT,
        whole: None,
    }
}

/// An input of the hidden layer.
pub(super) fn feature(_: usize) -> Unit {
    whole(ONE as f32, f32::MAX)
}

/// A number in the row of a code: a feature, or points that are added to the value.
pub(super) fn row(at: usize) -> Unit {
    if at % HALF < FEATURES {
        feature(at)
    } else {
        whole(POINTS_PER_LOGIT * POINT as f32, f32::MAX)
    }
}

/// A channel of a cell.
pub(super) fn channel(_: usize) -> Unit {
    whole(CHANNEL_ONE.into(), MAX_ROW.into())
}

/// A logit of the policy.
pub(super) fn logit(_: usize) -> Unit {
    whole(LOGIT_ONE.into(), f32::MAX)
}

fn whole(scale: f32, most: f32) -> Unit {
    Unit {
        scale,
        whole: Some(most),
    }
}

/// A line of the text, and the weights that it has.
pub(super) struct Line {
    name: String,
    first: usize,
    count: usize,
    /// The unit of each number by its place in the line.
    unit: fn(usize) -> Unit,
}

impl Line {
    pub(super) fn new(
        name: impl Into<String>,
        first: usize,
        count: usize,
        unit: fn(usize) -> Unit,
    ) -> Self {
        Self {
            name: name.into(),
            first,
            count,
            unit,
        }
    }

    /// `lines` lines of `count` numbers each.
    pub(super) fn block(
        name: &str,
        first: usize,
        lines: usize,
        count: usize,
        unit: fn(usize) -> Unit,
    ) -> Vec<Self> {
        (0..lines)
            .map(|line| Self::new(name, first + line * count, count, unit))
            .collect()
    }
}

/// Adds lines with their weights.
pub(super) fn write(lines: &[Line], weights: &[f32], text: &mut String) {
    for line in lines {
        text.push_str(&line.name);
        for (at, weight) in weights[line.first..][..line.count].iter().enumerate() {
            let Unit { scale, whole } = (line.unit)(at);
            let number = weight * scale;
            text.push(' ');
            match whole {
                Some(most) => {
                    let nearest = number.clamp(-most, most).round() as i32;
                    text.push_str(&nearest.to_string());
                }
                None => text.push_str(&number.to_string()),
            }
        }
        text.push('\n');
    }
}

/// Reads the weights of lines of the engine's own text.
pub(super) fn read(lines: &[Line], text: &mut Lines<'_>, weights: &mut [f32]) {
    for line in lines {
        let read = text.next().and_then(|read| read.strip_prefix(&line.name));
        let mut words = read.expect("the engine has this line").split_whitespace();
        for (at, weight) in weights[line.first..][..line.count].iter_mut().enumerate() {
            let number = words.next().and_then(|word| word.parse::<f32>().ok());
            *weight = number.expect("the engine has this number") / (line.unit)(at).scale;
        }
    }
}
