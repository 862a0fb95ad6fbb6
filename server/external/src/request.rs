//! The orders that bring an engine to a position and ask for its move.

use std::time::Duration;

use protocol::game::Game;
use protocol::millis::Millis;
use protocol::rules::{Family, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

use crate::cell::Cell;
use crate::limits::Limits;
use crate::order::{Info, Order};

/// The orders that ask for a move, and whether the engine needs a new game first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveOrders {
    /// The engine's board is empty or another: `START` comes first.
    pub(crate) needs_start: bool,
    /// `BEGIN`, `TURN`, or `BOARD` with its stones and `DONE`.
    pub(crate) orders: Vec<Order>,
}

/// Returns the shortest orders for the move in `game`, where `known` are the plies on the engine's board.
///
/// A game that went on by one ply costs one line. Any other game than that starts anew.
pub(crate) fn move_orders(known: Option<&[Square]>, game: &Game) -> MoveOrders {
    let plies = game.plies();
    let turn = |square: Square| vec![Order::Turn(square.into())];
    let (needs_start, orders) = match (known, plies) {
        (Some([]), []) => (false, vec![Order::Begin]),
        (Some(known), [before @ .., last]) if known == before => (false, turn(*last)),
        (_, []) => (true, vec![Order::Begin]),
        (_, [only]) => (true, turn(*only)),
        (_, [_, _, ..]) => (true, board(game)),
    };
    MoveOrders {
        needs_start,
        orders,
    }
}

/// The whole board.
fn board(game: &Game) -> Vec<Order> {
    let mut orders = vec![Order::Board];
    orders.extend(stones(game, true));
    orders.push(Order::Done);
    orders
}

/// The stones of a game in their order, with their owners where these are told: 1 is the engine, which is to move,
/// and 2 the other side.
pub(crate) fn stones(game: &Game, with_owners: bool) -> impl Iterator<Item = Order> {
    game.plies().iter().enumerate().map(move |(index, square)| {
        let own = Side::to_move_after(index) == game.side_to_move();
        Order::Stone {
            cell: Cell::from(*square),
            owner: with_owners.then_some(if own { 1 } else { 2 }),
        }
    })
}

/// Returns whether the protocol can express this variant: five in a row on a square board, without gravity.
pub(crate) fn is_expressible(variant: Variant) -> bool {
    let Shape {
        columns,
        rows,
        in_row,
    } = variant.shape();
    match variant.family() {
        Family::Free | Family::Renju => columns == rows && in_row == 5,
        Family::Gravity => false,
    }
}

/// The order for an empty board.
pub(crate) fn start(shape: Shape) -> Order {
    Order::Start {
        columns: shape.columns.into(),
        rows: shape.rows.into(),
    }
}

/// The settings that follow [`start`], once a game.
pub(crate) fn settings(
    variant: Variant,
    limits: &Limits,
    time_left: Option<Duration>,
) -> Vec<Order> {
    let rule = match (variant.family(), variant.overline()) {
        (Family::Free | Family::Gravity, Overline::Wins) => 0,
        (Family::Free | Family::Gravity, Overline::DoesNotWin) => 1,
        (Family::Renju, Overline::Wins | Overline::DoesNotWin) => 4,
    };
    let told = [
        Info::Rule(rule),
        Info::MaxMemory(Some(limits.memory_mib.saturating_mul(1024 * 1024))),
        Info::TimeoutMatch(time_left.map(millis)),
        Info::ThreadNum(limits.threads.into()),
    ];
    // It is no part of the protocol, so it is told only if it bounds something.
    let nodes = limits.nodes.map(|nodes| Info::MaxNode(Some(nodes)));
    told.into_iter().chain(nodes).map(Order::Info).collect()
}

/// Time for each move. Zero would ask for a move at once, so it is one millisecond at least.
pub(crate) fn timeout_turn(think: Duration) -> Order {
    Order::Info(Info::TimeoutTurn(millis(think).max(Millis::from_millis(1))))
}

/// Time on the engine's clock; none where no clock runs.
pub(crate) fn time_left(left: Option<Duration>) -> Order {
    Order::Info(Info::TimeLeft(left.map(millis)))
}

fn millis(span: Duration) -> Millis {
    Millis::from_millis(u64::try_from(span.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(variant: &str, moves: &[&str]) -> Game {
        let moves = moves.iter().map(|square| square.parse().unwrap());
        Game::after(variant.parse().unwrap(), moves).unwrap()
    }

    fn text(orders: &[Order]) -> String {
        let lines: Vec<String> = orders.iter().map(Order::to_string).collect();
        lines.join("|")
    }

    #[test]
    fn an_engine_is_told_no_more_than_it_does_not_know() {
        let [a1, b2, c3] = ["a1", "b2", "c3"].map(|square| square.parse().unwrap());
        let board = "BOARD|0,0,1|1,1,2|DONE";
        for (known, moves, needs_start, expected) in [
            (None, &[][..], true, "BEGIN"),
            (Some(&[][..]), &[], false, "BEGIN"),
            (None, &["a1"], true, "TURN 0,0"),
            (Some(&[]), &["a1"], false, "TURN 0,0"),
            (Some(&[a1, b2]), &["a1", "b2", "c3"], false, "TURN 2,2"),
            (None, &["a1", "b2"], true, board),
            // A takeback, another game, and one that went on without it.
            (Some(&[a1, b2]), &["a1"], true, "TURN 0,0"),
            (
                Some(&[a1, b2]),
                &["a1", "c3", "b2"],
                true,
                "BOARD|0,0,2|2,2,1|1,1,2|DONE",
            ),
            (
                Some(&[a1]),
                &["a1", "b2", "c3"],
                true,
                "BOARD|0,0,2|1,1,1|2,2,2|DONE",
            ),
            (Some(&[a1, c3]), &["a1", "b2"], true, board),
            (Some(&[a1, b2]), &["a1", "b2"], true, board),
            (Some(&[a1]), &[], true, "BEGIN"),
        ] {
            let found = move_orders(known, &game("gomoku-15", moves));
            let found = (found.needs_start, text(&found.orders));
            assert_eq!(
                found,
                (needs_start, expected.to_owned()),
                "{known:?} {moves:?}"
            );
        }
    }

    #[test]
    fn a_board_says_whose_each_stone_is() {
        let game = game("gomoku-15", &["h8", "a1", "o15"]);
        assert_eq!(text(&board(&game)), "BOARD|7,7,2|0,0,1|14,14,2|DONE");
    }

    #[test]
    fn the_rules_and_the_bounds_are_told_in_the_units_of_the_protocol() {
        let variant = Variant::named("gomoku").unwrap();
        assert_eq!(start(variant.shape()).to_string(), "START 20");
        let limits = Limits {
            memory_mib: 2,
            threads: 3,
            nodes: Some(60_000),
            ..Limits::default()
        };
        assert_eq!(
            text(&settings(variant, &limits, Some(Duration::from_secs(3)))),
            "INFO rule 0|INFO max_memory 2097152|INFO timeout_match 3000|INFO thread_num 3|INFO max_node 60000"
        );
        for (exactly, expected) in [
            ("gomoku-standard", "INFO rule 1"),
            ("custom:19x19x5:exact", "INFO rule 1"),
            ("renju", "INFO rule 4"),
            ("custom:19x19x5:free", "INFO rule 0"),
        ] {
            let told = settings(exactly.parse().unwrap(), &Limits::default(), None);
            assert_eq!(told[0].to_string(), expected, "{exactly}");
            assert_eq!(told[2].to_string(), "INFO timeout_match 0");
            assert_eq!(told.len(), 4);
        }
        let turn = timeout_turn(Duration::from_micros(3));
        assert_eq!(turn.to_string(), "INFO timeout_turn 1");
        let long = Some(Duration::from_secs(1 << 40));
        for (left, expected) in [
            (None, "INFO time_left 2147483647"),
            (long, "INFO time_left 2147483647"),
            (Some(Duration::ZERO), "INFO time_left 0"),
        ] {
            assert_eq!(time_left(left).to_string(), expected);
        }
    }

    #[test]
    fn five_in_a_row_on_a_square_board_can_be_told() {
        for (variant, expected) in [
            ("gomoku", true),
            ("gomoku-15", true),
            ("renju", true),
            ("custom:9x9x5:free", true),
            ("custom:9x9x4:free", false),
            ("custom:9x8x5:free", false),
            ("custom:9x9x5:falls", false),
            ("connect-four", false),
        ] {
            assert_eq!(
                is_expressible(variant.parse().unwrap()),
                expected,
                "{variant}"
            );
        }
    }
}
