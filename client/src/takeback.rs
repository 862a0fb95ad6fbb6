//! Takebacks: the number of plies that one takes off the board.

use protocol::replica::Replica;
use protocol::side::Side;
use protocol::turn_order::TurnOrder;

/// Returns the number of plies that a takeback of `side` takes off the board: its last ply and the plies behind it.
/// `None` where it has made none since the last choice of an opening, behind which no takeback goes.
pub(crate) fn plies_to_take_back(table: &Replica, side: Side) -> Option<usize> {
    let opening = table.snapshot().opening.as_ref();
    let turns = opening.and_then(|opening| TurnOrder::after(opening.rule, &opening.made).ok());
    let turns = turns.unwrap_or_default();
    let played = table.plies().len();
    let mut may_go = turns.plies_at_choice()..played;
    let last = may_go.rfind(|index| turns.of_ply(*index) == side)?;
    Some(played - last)
}
