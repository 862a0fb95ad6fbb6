//! Properties of a terminal that colours depend on.

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
