//! Connect Four as it is sold: seven columns, six rows, four in a row.

use super::{Rules, Shape};

/// The rules of Connect Four as it is sold.
#[derive(Debug)]
pub(super) struct ConnectFour;

impl Rules for ConnectFour {
    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn title(&self) -> &'static str {
        "Connect Four"
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape {
            columns: 7,
            rows: 6,
            in_row: 4,
            falls: true,
        })
    }
}
