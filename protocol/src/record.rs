//! A game as text: import and export.
