//! Properties of a terminal that colours depend on.

use super::colour::Rgb;

/// The colours that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// None: the text's colour on the ground's.
    Mono,
    /// The sixteen of old, which differ from terminal to terminal.
    Sixteen,
    /// 256.
    Indexed,
    /// All.
    True,
}

/// The background of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl Ground {
    /// The ground with this colour in sRGB: on a light one black is read better than white.
    pub(crate) fn from_rgb(colour: [u8; 3]) -> Self {
        let colour = Rgb(colour);
        if colour.contrast(Rgb::BLACK) > colour.contrast(Rgb::WHITE) {
            Self::Light
        } else {
            Self::Dark
        }
    }
}
