//! A game of Connect Four that fills the board without four in a row: the longest there is.

/// Plies of the game.
pub(crate) const PLIES: usize = 42;

/// Column, from 0, of the ply after this number of plies.
///
/// Two columns at a time, the second of them begun by the other side, so that no line across them grows to four.
pub(crate) fn column(plies: usize) -> u8 {
    const COLUMNS: &[u8; PLIES] = b"010101101010232323323232454545545454666666";
    COLUMNS[plies % PLIES] - b'0'
}

#[cfg(test)]
mod tests {
    use protocol::game::Game;
    use protocol::rules::Ending;
    use protocol::square::Square;

    use super::*;

    #[test]
    fn the_game_ends_with_its_last_ply_and_nobody_wins() {
        let mut game = Game::new("connect-four".parse().expect("a variant"));
        for plies in 0..PLIES {
            assert_eq!(game.ending(), None, "{game:?}");
            let square = Square::new(column(plies), 0).expect("on the board");
            game.play(square).expect("legal");
        }
        assert!(matches!(game.ending(), Some(Ending::FullBoard)), "{game}");
    }
}
