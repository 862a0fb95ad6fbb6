//! Boards as characters with colours.
//!
//! shapes -> 8 x 16 samples of each character, each with a role -> the glyph and two roles with the fewest wrong
//! samples -> the colours of the theme. Where the terminal shows images, the same shapes -> `raster` -> images over
//! those characters. `layout` has the size and the place of a board, the marks on it, and the cell under
//! the mouse. Knows buffers and styles of ratatui, and no terminal.

mod chip;
mod colour;
pub(crate) mod crossings;
mod depth;
pub(crate) mod fall;
mod fit;
mod graphics;
pub(crate) mod gravity;
mod layout;
mod look;
mod palette;
#[cfg(feature = "images")]
mod pictures;
#[cfg(not(feature = "images"))]
#[path = "board/no_pictures.rs"]
mod pictures;
#[cfg(feature = "images")]
mod raster;
mod role;
mod theme;

#[cfg(test)]
mod tests;

pub(crate) use chip::sign;
pub(crate) use colour::Rgb;
pub use depth::{Depth, Ground};
pub(crate) use fall::{FRAME, Lighting};
pub use fall::{Fall, Moving};
pub(crate) use graphics::CellSize;
pub use graphics::Graphics;
pub(crate) use layout::{BoardLayout, Marks, draw, landing};
pub use look::{ColourChoice, Glyphs, GraphicsChoice, GroundChoice, Look};
#[cfg(feature = "images")]
pub(crate) use raster::Crossings;
pub(crate) use theme::Part;
pub use theme::{Theme, ThemeError};
