//! Values on the command line.

use engine::connect_four::Position;
use engine::gomoku::Tables;
use protocol::game::Game;
use protocol::record::read_moves;
use protocol::rules::Variant;
use protocol::spec::Depth;

/// Reads the name of rules.
pub(crate) fn variant(text: &str) -> Result<Variant, String> {
    text.parse()
        .map_err(|error: protocol::rules::VariantError| error.to_string())
}

/// Reads the name of rules that the gomoku engine plays.
pub(crate) fn gomoku(text: &str) -> Result<Variant, String> {
    let variant = variant(text)?;
    if Tables::fits(variant) {
        Ok(variant)
    } else {
        Err(
            "the gomoku engine does not play it; name a variant of gomoku, such as gomoku-15"
                .into(),
        )
    }
}

/// Reads a number of plies.
pub(crate) fn depth(text: &str) -> Result<Depth, String> {
    let plies = text
        .parse()
        .map_err(|_no_number| "not a number of plies".to_owned())?;
    Depth::new(plies).map_err(|error| error.to_string())
}

/// Reads a share from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "not a share; give a number from 0 to 1".to_owned())
}

/// Reads the moves of a game of Connect Four that is not over; `-` is the empty board.
pub(crate) fn connect_four(moves: &str) -> Result<Position, String> {
    let variant = Variant::named("connect-four").expect("the name is that of its rules");
    let moves = if moves == "-" { "" } else { moves };
    let squares = read_moves(variant, moves).map_err(|error| error.to_string())?;
    let game = Game::after(variant, squares)
        .map_err(|(ply, refusal)| format!("ply {} is not allowed: {refusal}", ply + 1))?;
    if game.ending().is_some() {
        return Err("the game is over; give moves that leave one to make".to_owned());
    }
    Ok(Position::from_game(&game).expect("the board fits"))
}
