//! Random games on every variant agree with a naive referee that scans the whole board after every ply.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use protocol::game::Game;
use protocol::rules::{CustomRules, Ending, Family, Illegal, Overline, Shape, Variant};
use protocol::side::Side;
use protocol::square::Square;

/// A board that knows nothing of plies, kept as naively as possible.
struct Naive {
    variant: Variant,
    cells: Vec<Vec<Option<Side>>>,
}

impl Naive {
    fn new(variant: Variant) -> Self {
        let shape = variant.shape();
        let column = vec![None; usize::from(shape.rows)];
        Self {
            variant,
            cells: vec![column; usize::from(shape.columns)],
        }
    }

    fn put(&mut self, square: Square, side: Side) -> Square {
        let column = &mut self.cells[usize::from(square.column())];
        let row = match self.variant.family() {
            Family::Gravity => column.iter().position(Option::is_none).unwrap(),
            Family::Free | Family::Renju => usize::from(square.row()),
        };
        assert_eq!(column[row], None);
        column[row] = Some(side);
        Square::new(square.column(), row as u8).unwrap()
    }

    /// Looks at every straight run of the winning length, wherever it begins.
    fn ending(&self) -> Option<Ending> {
        let shape = self.variant.shape();
        let mut winner = None;
        let mut cells = BTreeSet::new();
        for column in 0..i32::from(shape.columns) {
            for row in 0..i32::from(shape.rows) {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let window: Vec<(i32, i32)> = (0..i32::from(shape.in_row))
                        .map(|step| (column + right * step, row + up * step))
                        .collect();
                    let owner = self.at(window[0]);
                    let length = i32::from(shape.in_row);
                    let beyond =
                        [-1, length].map(|step| self.at((column + right * step, row + up * step)));
                    let may_be_longer = match (self.variant.family(), self.variant.overline()) {
                        (Family::Gravity | Family::Free, Overline::Wins) => true,
                        (Family::Gravity | Family::Free, Overline::DoesNotWin) => false,
                        (Family::Renju, _) => owner == Some(Side::Second),
                    };
                    if owner.is_some()
                        && window.iter().all(|&cell| self.at(cell) == owner)
                        && (may_be_longer || !beyond.contains(&owner))
                    {
                        assert!(
                            winner.is_none() || winner == owner,
                            "both sides have a line"
                        );
                        winner = owner;
                        cells.extend(window);
                    }
                }
            }
        }
        if let Some(winner) = winner {
            let square = |(column, row)| Square::new(column as u8, row as u8).unwrap();
            let cells = cells.into_iter().map(square).collect();
            return Some(Ending::Line { winner, cells });
        }
        let is_full = self.cells.iter().flatten().all(Option::is_some);
        is_full.then_some(Ending::FullBoard)
    }

    fn at(&self, (column, row): (i32, i32)) -> Option<Side> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        *column.get(usize::try_from(row).ok()?)?
    }
}

/// Every cell that any board could have, and so some that this one has not.
fn everywhere() -> impl Iterator<Item = Square> {
    (0..Square::LIMIT)
        .flat_map(|column| (0..Square::LIMIT).filter_map(move |row| Square::new(column, row)))
}

/// Plays to the end, or as long as there are draws, and looks at everything after each ply.
fn check(variant: Variant, draws: &[Index]) {
    let mut game = Game::new(variant);
    let mut naive = Naive::new(variant);
    let mut before = Vec::new();
    for (ply, draw) in draws.iter().enumerate() {
        check_legal(&game);
        let legal: Vec<Square> = game.legal().collect();
        if legal.is_empty() {
            break;
        }
        let square = *draw.get(&legal);
        let side = if ply % 2 == 0 {
            Side::First
        } else {
            Side::Second
        };
        assert_eq!(game.side_to_move(), side);
        before.push(game.clone());

        let ahead = game.look_ahead(square).unwrap();
        let landing = game.play(square).unwrap();

        assert_eq!(ahead, (landing, game.ending().cloned()));
        assert_eq!(landing, square);
        assert_eq!(landing, naive.put(square, side));
        assert_eq!(game.ending(), naive.ending().as_ref(), "{game:?}\n{game}");
        assert_eq!(game.plies().last(), Some(&square));
        assert!(game.ending().is_some() || game.plies_left() > 0);
        for square in everywhere() {
            let cell = (i32::from(square.column()), i32::from(square.row()));
            assert_eq!(game.cell(square), naive.at(cell), "{game:?} at {square}");
        }
    }
    let plies = game.plies().to_vec();
    assert_eq!(Game::after(variant, plies).as_ref(), Ok(&game));
    while let Some(earlier) = before.pop() {
        let last = game.plies().last().copied();
        assert_eq!(game.undo(), last);
        assert_eq!(game, earlier);
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game, Game::new(variant));
}

/// Checks that `play` allows exactly the cells that `legal` names, and that a refused ply says why and changes
/// nothing.
fn check_legal(game: &Game) {
    let shape = game.shape();
    let landings: BTreeSet<Square> = everywhere()
        .filter_map(|square| game.landing(square).ok())
        .collect();
    assert_eq!(game.legal().collect::<BTreeSet<_>>(), landings, "{game:?}");
    for square in everywhere() {
        let Err(illegal) = game.landing(square) else {
            continue;
        };
        let (is_off, why) = match game.variant().family() {
            Family::Gravity => (square.column() >= shape.columns, "is full"),
            Family::Free => (!shape.contains(square), "is taken"),
            Family::Renju => {
                let is_taken = game.cell(square).is_some();
                let why = if is_taken { "is taken" } else { "is forbidden" };
                (!shape.contains(square), why)
            }
        };
        let expected = match (game.ending(), is_off) {
            (Some(_), _) => "the game is over",
            (None, true) => "is off the board",
            (None, false) => why,
        };
        assert!(
            illegal.to_string().contains(expected),
            "{game:?}: {illegal}"
        );
    }
    if let Some(refused) = everywhere().find(|&square| game.landing(square).is_err()) {
        let mut same = game.clone();
        assert_eq!(same.play(refused).err(), game.landing(refused).err());
        assert_eq!(&same, game);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_variant_is_judged_as_by_a_scan_of_the_whole_board(
        variant in select(Variant::fixed().collect::<Vec<_>>()),
        draws in vec(any::<Index>(), 0..130),
    ) {
        check(variant, &draws);
    }

    #[test]
    fn boards_of_every_shape_are_judged_as_by_a_scan_of_the_whole_board(
        columns in 3..=20_u8,
        rows in 3..=20_u8,
        in_row in 3..=10_u8,
        rules in select(&CustomRules::ALL[..]),
        draws in vec(any::<Index>(), 0..130),
    ) {
        if let Ok(shape) = Shape::new(columns, rows, in_row) {
            check(Variant::custom(shape, rules), &draws);
        }
    }

    // Small boards fill up and are crowded with lines: draws and double lines are common here.
    #[test]
    fn small_boards_are_judged_as_by_a_scan_of_the_whole_board(
        games in vec((3..=6_u8, 3..=5_u8, 3..=5_u8, select(&CustomRules::ALL[..]), vec(any::<Index>(), 30)), 20),
    ) {
        for (columns, rows, in_row, rules, draws) in games {
            if let Ok(shape) = Shape::new(columns, rows, in_row) {
                check(Variant::custom(shape, rules), &draws);
            }
        }
    }
}

#[test]
fn after_names_the_first_ply_that_is_not_allowed() {
    let square: Square = "h8".parse().unwrap();
    let gomoku = Variant::named("gomoku").unwrap();
    assert_eq!(
        Game::after(gomoku, [square, square]),
        Err((1, Illegal::Occupied { square }))
    );
}
