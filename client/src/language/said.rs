//! Values that have a text for people.

/// A value with a text for people, in the language in force.
pub trait Said {
    /// The text.
    fn said(&self) -> String;
}
