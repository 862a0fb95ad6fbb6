//! How a terminal takes images.

/// Width and height of a cell of the terminal in pixels.
pub(crate) type CellSize = (u16, u16);

/// The protocol by which a terminal takes images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Graphics {
    /// That of kitty.
    Kitty {
        /// True where the terminal inflates what is sent.
        compressed: bool,
    },
    /// That of iTerm2.
    Iterm2,
    /// Sixel.
    Sixel,
}
