//! Boards as characters with colours.
//!
//! shapes -> 8 x 16 samples of each character, each with a role -> the glyph and two roles with the fewest wrong
//! samples -> the colours of the theme. Knows buffers and styles of ratatui, and no terminal; where a board stands on
//! the screen is the business of [`ui`](crate::ui).

mod colour;
pub(crate) mod crossings;
pub(crate) mod fall;
mod fit;
pub(crate) mod gravity;
mod look;
mod palette;
mod theme;

#[cfg(test)]
mod tests;

pub(crate) use fall::FRAME;
pub use fall::Fall;
pub use look::{ColourChoice, GroundChoice, Look};
pub use palette::{Depth, Ground};
pub(crate) use theme::Part;
pub use theme::{Theme, ThemeError};
