//! A board of the creator's own: 3 to 20 each way, 3 to 10 in a row, falling, free, or free with exactly that
//! many in a row.

use super::{Rules, Shape};

/// The rules of a board of the creator's own.
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

/// The same where a row that is too long does not win. Not in the list of its own: only the manner differs.
#[derive(Debug)]
pub(super) struct CustomExact;

impl Rules for CustomExact {
    fn name(&self) -> &'static str {
        Custom.name()
    }

    fn title(&self) -> &'static str {
        Custom.title()
    }

    fn shape(&self) -> Option<Shape> {
        None
    }

    fn wins(&self, run: u8, in_row: u8) -> bool {
        run == in_row
    }
}
