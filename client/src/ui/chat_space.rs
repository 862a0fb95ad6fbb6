//! The room that the panel of a table leaves for talk, which the last frame found and the next event asks for.

/// The room for talk in the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChatSpace {
    /// Rows that a talk of any length gets.
    pub(super) rows: u16,
    /// Columns of a row.
    pub(super) width: u16,
}

impl ChatSpace {
    /// No panel, or one without a row for talk.
    pub(super) const NONE: Self = Self { rows: 0, width: 0 };

    /// As before the first frame: what has no screen yet will be on it.
    pub(super) const UNKNOWN: Self = Self {
        rows: u16::MAX,
        width: u16::MAX,
    };
}
