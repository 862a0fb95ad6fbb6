//! Standard gomoku on 15 x 15: exactly five in a row win, six or more do not.

use super::{Rules, Shape};

/// The rules of standard gomoku on 15 x 15.
#[derive(Debug)]
pub(super) struct GomokuStandard;

impl Rules for GomokuStandard {
    fn name(&self) -> &'static str {
        "gomoku-standard"
    }

    fn title(&self) -> &'static str {
        "Gomoku 15 x 15, exactly five"
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape {
            columns: 15,
            rows: 15,
            in_row: 5,
            falls: false,
        })
    }

    fn wins(&self, run: u8, in_row: u8) -> bool {
        run == in_row
    }
}
