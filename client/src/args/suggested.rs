//! Values that the completions of a shell offer. The option takes others, too.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use protocol::rules::Variant;

/// Reads a value, of which some are known.
#[derive(Clone)]
pub(super) struct Suggested<T> {
    read: fn(&str) -> Result<T, String>,
    known: Vec<String>,
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Suggested<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        self.read.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.known.iter().map(PossibleValue::new)))
    }
}

/// A value that is read by `read`, with these as examples.
pub(super) fn suggested<T>(
    read: fn(&str) -> Result<T, String>,
    known: impl IntoIterator<Item = impl Into<String>>,
) -> Suggested<T> {
    Suggested {
        read,
        known: known.into_iter().map(Into::into).collect(),
    }
}

/// The name of a game.
pub(super) fn game() -> Suggested<Variant> {
    suggested(crate::language::parsed, Variant::names())
}
