//! Freestyle gomoku on 20 x 20: five or more in a row win.

use super::{Rules, Shape};

/// The rules of freestyle gomoku on 20 x 20.
#[derive(Debug)]
pub(super) struct Gomoku;

impl Rules for Gomoku {
    fn name(&self) -> &'static str {
        "gomoku"
    }

    fn title(&self) -> &'static str {
        "Gomoku 20 x 20"
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape {
            columns: 20,
            rows: 20,
            in_row: 5,
            falls: false,
        })
    }
}
