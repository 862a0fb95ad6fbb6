//! Values that have a text for people.

use std::str::FromStr;

/// A value with a text for people, in the language in force.
pub trait Said {
    /// The text.
    fn said(&self) -> String;
}

/// Several kinds of errors meet in one.
impl<'a, E: Said + 'a> From<E> for Box<dyn Said + 'a> {
    fn from(error: E) -> Self {
        let error: Box<E> = Box::new(error);
        error
    }
}

/// Reads a value, with the error for people; a parser of arguments.
///
/// # Errors
///
/// The reason in the language in force.
pub fn parsed<T: FromStr<Err: Said>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.said())
}
