//! Images in a terminal that shows them: sent once, and drawn over the characters that show the same.
//!
//! A board is drawn with characters first, then asks for images over them. When the whole screen is drawn, an image is
//! put where nothing has been drawn over those characters since, such as a list of keys.

use std::cell::{Cell as Counter, RefCell};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use image::{DynamicImage, RgbaImage};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Rect, Size};
use ratatui::widgets::Widget;
use ratatui_image::Image;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::iterm2::Iterm2;
use ratatui_image::protocol::kitty::Kitty;
use ratatui_image::protocol::sixel::Sixel;

use super::graphics::{CellSize, Graphics};

/// The images of the boards on the screen.
pub(crate) struct Pictures {
    graphics: Graphics,
    cell: CellSize,
    /// Images as they are sent, by what they show.
    encoded: RefCell<HashMap<u64, Rc<Protocol>>>,
    wanted: RefCell<Vec<Wanted>>,
    next_id: Counter<u32>,
}

/// An image that is to be put on the screen.
struct Wanted {
    area: Rect,
    image: Rc<Protocol>,
    /// The characters below it.
    below: Vec<Cell>,
}

/// Images that are kept; a fall shows some ten new ones.
const KEPT: usize = 256;

impl std::fmt::Debug for Pictures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pictures")
            .field("graphics", &self.graphics)
            .field("cell", &self.cell)
            .finish_non_exhaustive()
    }
}

impl Pictures {
    #[expect(
        clippy::unnecessary_wraps,
        reason = "without the feature there are none"
    )]
    pub(super) fn new(graphics: Graphics, cell: CellSize) -> Option<Self> {
        Some(Self {
            graphics,
            cell,
            encoded: RefCell::default(),
            wanted: RefCell::default(),
            // Numbers below are those of other programs that count from one.
            next_id: Counter::new(0x00E2_11EA),
        })
    }

    /// Takes another size of the cells, for which all images are other ones.
    pub(super) fn resize(&mut self, cell: CellSize) {
        self.cell = cell;
        self.encoded.get_mut().clear();
    }

    /// The size of a cell in pixels.
    pub(crate) fn cell(&self) -> CellSize {
        self.cell
    }

    /// Asks for an image over an area of the screen, which the characters below it fill already. It is cut in rows of
    /// this height, so that a change sends few of them.
    pub(crate) fn place(&self, image: &RgbaImage, area: Rect, rows: u16, buffer: &Buffer) {
        if area.intersection(buffer.area) != area || rows == 0 {
            return;
        }
        for y in (area.y..area.bottom()).step_by(usize::from(rows)) {
            let height = rows.min(area.bottom() - y);
            let strip = Rect { y, height, ..area };
            let (top, high) = (
                u32::from(y - area.y) * u32::from(self.cell.1),
                u32::from(height) * u32::from(self.cell.1),
            );
            let part = image::imageops::crop_imm(image, 0, top, image.width(), high).to_image();
            if let Some(image) = self.encoded(part, strip.as_size()) {
                let below = strip.positions().map(|at| buffer[at].clone()).collect();
                self.wanted.borrow_mut().push(Wanted {
                    area: strip,
                    image,
                    below,
                });
            }
        }
    }

    /// Puts the images on the screen where the characters below them are as they were.
    pub(crate) fn finish(&self, buffer: &mut Buffer) {
        for Wanted { area, image, below } in self.wanted.take() {
            if area.positions().map(|at| &buffer[at]).eq(&below) {
                Image::new(&image).render(area, buffer);
            }
        }
    }

    fn encoded(&self, image: RgbaImage, size: Size) -> Option<Rc<Protocol>> {
        let mut hasher = DefaultHasher::new();
        (size, image.width(), image.as_raw()).hash(&mut hasher);
        let key = hasher.finish();
        let mut encoded = self.encoded.borrow_mut();
        if let Some(known) = encoded.get(&key) {
            return Some(Rc::clone(known));
        }
        if encoded.len() >= KEPT {
            encoded.clear();
        }
        let image = DynamicImage::ImageRgba8(image);
        let protocol = match self.graphics {
            Graphics::Kitty { compressed } => {
                let id = self.next_id.get();
                self.next_id.set(id + 1);
                Kitty::new(image, size, id, false, compressed).map(Protocol::Kitty)
            }
            Graphics::Iterm2 => Iterm2::new(image, size, false).map(Protocol::ITerm2),
            Graphics::Sixel => Sixel::new(image, size, false).map(Protocol::Sixel),
        };
        // What cannot be encoded stays characters.
        let protocol = Rc::new(protocol.ok()?);
        encoded.insert(key, Rc::clone(&protocol));
        Some(protocol)
    }
}
