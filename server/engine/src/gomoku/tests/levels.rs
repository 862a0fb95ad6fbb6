//! How often each level sees the threats of three stones, which people learn first.

use super::super::cells::Cells;
use super::super::moves;
use super::super::threat_status::ThreatStatus;
use super::*;
use crate::bots::named;
use crate::caches::Caches;

/// Caches of all tests here.
static CACHES: LazyLock<Caches> = LazyLock::new(Caches::default);

/// Levels that look no farther than three plies.
const SHORT_SIGHTED: usize = 5;

fn choose_at_level(game: &Game, level: usize, seed: u64) -> Square {
    let stop = Stop::default();
    let request = request(Some(level as u64), seed, &stop);
    let bot = named("level").unwrap();
    bot.choose(game, request, &CACHES).unwrap().square
}

/// Percent of the choices at each level from the first on that are one of the squares of their position.
fn shares(positions: &[(Game, Vec<Square>)], seeds: u64) -> [usize; SHORT_SIGHTED] {
    std::array::from_fn(|number| {
        let found = |(game, squares): &(Game, Vec<Square>)| {
            let choices = (0..seeds).map(|seed| choose_at_level(game, number + 1, seed));
            choices.filter(|square| squares.contains(square)).count()
        };
        let found: usize = positions.iter().map(found).sum();
        100 * found / (positions.len() * seeds as usize)
    })
}

/// Positions with a threat of three stones, and the squares that a good player considers there.
#[derive(Default)]
struct Positions {
    answered: Vec<(Game, Vec<Square>)>,
    to_four: Vec<(Game, Vec<Square>)>,
    broken: Vec<(Game, Vec<Square>)>,
}

impl Positions {
    /// Random positions of 15x15, some of each kind.
    fn new() -> Self {
        let variant: Variant = "gomoku-15".parse().unwrap();
        let tables = TABLES.tables(variant);
        let mut positions = Self::default();
        let mut rng = StdRng::seed_from_u64(57);
        for _ in 0..3_000 {
            let mut game = random_game(variant, &mut rng);
            let plies = rng.random_range(6..24);
            while game.plies().len() > plies {
                game.undo();
            }
            let board = Board::from_game(&tables, &game);
            let is_among =
                |cells: &Cells, square: &Square| cells.contains(tables.layout().cell(*square));
            match ThreatStatus::from(&board) {
                ThreatStatus::Threatened if board.fours(board.us).is_empty() => {
                    let answers = moves::when_threatened(&board);
                    let squares = game.legal().filter(|square| is_among(&answers, square));
                    add(&mut positions.answered, &game, squares.collect());
                }
                ThreatStatus::Won(3) => {
                    let cells = board.threats(board.us, Threat::OpenFour);
                    let squares: Vec<_> = game
                        .legal()
                        .filter(|square| is_among(cells, square))
                        .collect();
                    let is_broken = squares.iter().any(|square| is_between(&game, *square));
                    let kind = if is_broken {
                        &mut positions.broken
                    } else {
                        &mut positions.to_four
                    };
                    add(kind, &game, squares);
                }
                _ => {}
            }
        }
        positions
    }
}

/// Adds a position, unless there are enough.
fn add(positions: &mut Vec<(Game, Vec<Square>)>, game: &Game, squares: Vec<Square>) {
    if positions.len() < 100 && !squares.is_empty() {
        positions.push((game.clone(), squares));
    }
}

/// True if the side to move has stones on both sides of the square, on one line.
fn is_between(game: &Game, square: Square) -> bool {
    let has_stone = |columns: i16, rows: i16| {
        let column = u8::try_from(i16::from(square.column()) + columns).ok();
        let row = u8::try_from(i16::from(square.row()) + rows).ok();
        let shape = game.shape();
        let inside = column
            .zip(row)
            .filter(|(column, row)| *column < shape.columns && *row < shape.rows);
        let square = inside.and_then(|(column, row)| Square::new(column, row));
        square.and_then(|square| game.cell(square)) == Some(game.side_to_move())
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(columns, rows)| has_stone(columns, rows) && has_stone(-columns, -rows))
}

/// The position is bad even after the block, and yet losing at once is worse.
#[test]
fn an_open_three_is_blocked_also_in_a_bad_position() {
    let game = after("gomoku-15", "h8 g6 h9 l12 h10");
    let tables = TABLES.tables(game.variant());
    let board = Board::from_game(&tables, &game);
    let answers = moves::when_threatened(&board);
    let is_answer = |square: &Square| answers.contains(tables.layout().cell(*square));
    let answers = game.legal().filter(is_answer).collect();
    let shares = shares(&[(game, answers)], 100);
    let least = [15, 40, 65, 80, 90];
    assert!(
        shares
            .iter()
            .zip(least)
            .all(|(share, least)| *share >= least),
        "{shares:?}"
    );
}

#[test]
fn the_higher_the_level_the_more_threats_it_sees() {
    let positions = Positions::new();
    for (what, positions) in [
        ("answers an open three", positions.answered),
        ("makes an open four", positions.to_four),
        ("completes a broken three", positions.broken),
    ] {
        let shares = shares(&positions, 3);
        assert!(positions.len() >= 60, "{what}: {}", positions.len());
        // Each share is of some 300 choices: an error of about three percent.
        let rises = shares.windows(2).all(|two| two[1] + 6 >= two[0]);
        assert!(rises && shares[4] >= shares[0] + 20, "{what}: {shares:?}");
    }
}
