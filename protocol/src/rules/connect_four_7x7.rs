//! Connect Four on seven columns and seven rows, the board of the oldest of the four programs.

use super::{Rules, Shape};

/// The rules of Connect Four on seven columns and seven rows.
#[derive(Debug)]
pub(super) struct ConnectFour7x7;

impl Rules for ConnectFour7x7 {
    fn name(&self) -> &'static str {
        "connect-four-7x7"
    }

    fn title(&self) -> &'static str {
        "Connect Four 7 x 7"
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape {
            columns: 7,
            rows: 7,
            in_row: 4,
            falls: true,
        })
    }
}
