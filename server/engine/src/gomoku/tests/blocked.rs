//! Boards on which nobody may play on some cells.

use super::*;

fn choose_beside(blocked: &[Square], game: &Game, depth: u64) -> Choice {
    let tables = Arc::new(Tables::with_blocked(game.variant(), blocked));
    choose_by(tables, game, depth, 1)
}

/// A board whose last column and row are blocked has the patterns of the board without them.
#[test]
fn blocked_cells_are_as_the_edge_of_the_board() {
    let mut rng = StdRng::seed_from_u64(7);
    for (large, small) in [
        ("custom:10x9x5:free", "custom:9x8x5:free"),
        ("custom:8x8x4:exact", "custom:7x7x4:exact"),
    ] {
        let [large, small]: [Variant; 2] = [large, small].map(|name| name.parse().unwrap());
        let edge: Vec<Square> = Game::new(large)
            .legal()
            .filter(|square| {
                square.column() + 1 == large.shape().columns
                    || square.row() + 1 == large.shape().rows
            })
            .collect();
        let blocked = Tables::with_blocked(large, &edge);
        let smaller = Tables::new(small);
        for _ in 0..50 {
            let game = random_game(small, &mut rng);
            let expected = Board::from_game(&smaller, &game);
            let mut board = Board::new(&blocked);
            for &square in game.plies() {
                board.play(blocked.layout().cell(square));
            }
            for square in game.legal() {
                let codes = |board: &Board<'_>| {
                    let cell = board.tables().layout().cell(square);
                    [0, 1].map(|side| board.code(side, cell).number())
                };
                assert_eq!(codes(&board), codes(&expected), "{square} of {game:?}");
            }
            let count = |board: &Board<'_>| board.empty().iter().count();
            assert_eq!(count(&board), count(&expected));
        }
    }
}

#[test]
fn nobody_plays_on_a_blocked_cell_to_the_end_of_the_game() {
    let variant: Variant = "custom:6x6x5:free".parse().unwrap();
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..4 {
        let blocked: Vec<Square> = Game::new(variant).legal().sample(&mut rng, 16);
        let mut game = Game::new(variant);
        while game.ending().is_none() && game.plies().len() + blocked.len() < 36 {
            let choice = choose_beside(&blocked, &game, 3);
            assert!(!blocked.contains(&choice.square), "{choice:?} of {game:?}");
            assert!(!choice.pv.iter().any(|square| blocked.contains(square)));
            game.play(choice.square).unwrap();
        }
    }
}

#[test]
fn a_row_does_not_go_through_a_blocked_cell() {
    // Three of black's with both ends open: an open four wins, unless the cells beside are blocked.
    let game = after("gomoku-15", "g8 a1 h8 o15 i8 a15");
    let free = choose_beside(&[], &game, 2);
    assert_eq!(free.exact, Some(true));
    let held = ["f8", "k8"].map(|square| square.parse().unwrap());
    let choice = choose_beside(&held, &game, 2);
    assert_eq!(choice.exact, Some(false), "{choice:?}");
}

#[test]
fn the_first_stone_is_beside_a_centre_that_is_blocked() {
    let variant: Variant = "gomoku-15".parse().unwrap();
    let centre: Square = "h8".parse().unwrap();
    let choice = choose_beside(&[centre], &Game::new(variant), 2);
    let near = choice
        .square
        .column()
        .abs_diff(7)
        .max(choice.square.row().abs_diff(7));
    assert_eq!(near, 1, "{choice:?}");
}
