//! Freestyle gomoku on 15 x 15, the usual board: five or more in a row win.

use super::{Rules, Shape};

/// The rules of freestyle gomoku on 15 x 15.
#[derive(Debug)]
pub(super) struct Gomoku15;

impl Rules for Gomoku15 {
    fn name(&self) -> &'static str {
        "gomoku-15"
    }

    fn title(&self) -> &'static str {
        "Gomoku 15 x 15"
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape {
            columns: 15,
            rows: 15,
            in_row: 5,
            falls: false,
        })
    }
}
