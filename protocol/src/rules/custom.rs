//! A board of the creator's own: 3 to 20 each way, 3 to 10 in a row, falling or free.

use super::{Rules, Shape};

/// See the module.
#[derive(Debug)]
pub(super) struct Custom;

impl Rules for Custom {
    fn name(&self) -> &'static str {
        "custom"
    }

    fn title(&self) -> &'static str {
        "A board of your own"
    }

    fn shape(&self) -> Option<Shape> {
        None
    }
}
