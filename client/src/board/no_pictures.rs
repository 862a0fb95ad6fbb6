//! No images: the program was built without the feature `images`, so boards are characters.

use ratatui::buffer::Buffer;

use super::graphics::{CellSize, Graphics};

/// The images of the boards on the screen, which do not exist.
#[derive(Debug)]
pub(crate) enum Pictures {}

impl Pictures {
    pub(super) fn new(_: Graphics, _: CellSize) -> Option<Self> {
        None
    }

    pub(super) fn resize(&mut self, _: CellSize) {
        match *self {}
    }

    pub(crate) fn cell(&self) -> CellSize {
        match *self {}
    }

    pub(crate) fn finish(&self, _: &mut Buffer) {
        match *self {}
    }
}
