//! The families of rules.

/// The kind of rules of a variant, for code that must know more than [`Rules`](super::Rules) answers: a bot with a
/// board of its own, a protocol that can express some games only, a form that offers bots.
///
/// Closed on purpose. Match it without `_`, and use neither `==` nor `matches!`: code written for the families of
/// its day must not accept a new one silently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A disc drops to the lowest empty cell of its column, as in Connect Four.
    Gravity,
    /// A stone is placed on any empty cell, as in gomoku.
    Free,
    /// A stone is placed on any empty cell, but some are forbidden to the first side, as in renju.
    Renju,
}
