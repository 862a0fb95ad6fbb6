//! The contracts between the parts of the solver.

use std::collections::HashMap;

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::book::{Book, BookEntry, positions_with_choice};
use super::column_bounds::ColumnBounds;
use super::dispatch::Portable;
use super::node::{StaticResult, static_result};
use super::parity;
use super::position::Position;
use super::search::{Isa, SearchThread};
use super::size::{Any, Fixed, Size};
use super::solver::{SolveSession, Solver};
use super::tables::{DividedTables, OneTable};
use super::transposition_table::{TranspositionTable, TtEntry};
use super::under_search::UnderSearch;
use super::window::Goal;
use crate::search::Stop;

fn connect_four() -> Variant {
    Variant::named("connect-four").unwrap()
}

/// A position after `plies` random moves, of a game that is not over.
fn random_position(variant: Variant, plies: usize, rng: &mut StdRng) -> Option<Position> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Square> = game.legal().collect();
        game.play(*legal.choose(rng)?).ok()?;
    }
    game.ending()
        .is_none()
        .then(|| Position::from_game(&game))
        .flatten()
}

#[test]
fn the_masks_are_those_of_the_picture() {
    let size = Fixed::<7, 6>;
    assert_eq!(
        size.bottom(),
        [0, 7, 14, 21, 28, 35, 42]
            .map(|bit| 1_u64 << bit)
            .iter()
            .sum::<u64>()
    );
    assert_eq!(size.board().count_ones(), 42);
    assert_eq!(size.column(6), 0b11_1111 << 42);
    assert_eq!(size.even_rows() & size.column(0), 0b10_1010);
    assert_eq!(size.mirror(1 << 5), 1 << 47);
    let any = Any::new(connect_four().shape());
    assert_eq!(
        (any.board(), any.even_rows()),
        (size.board(), size.even_rows())
    );
}

/// The value of a position that is not over, by nothing but the rules.
fn plain_value(position: &Position, known: &mut HashMap<Position, i32>) -> i32 {
    let plies = position.plies();
    if (0..position.columns()).any(|column| position.is_open(column) && position.wins_with(column))
    {
        return position.win_at(plies + 1);
    }
    if let Some(value) = known.get(position) {
        return *value;
    }
    let value = position
        .successors()
        .map(|after| {
            if after.is_full() {
                0
            } else {
                -plain_value(&after, known)
            }
        })
        .max()
        .expect("a column is open");
    known.insert(*position, value);
    value
}

/// Parity bounds, which hold without a search, are compared with values found by the rules alone.
#[test]
fn the_bounds_of_parity_hold() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut settled = 0;
    for board in ["connect-four", "custom:6x4x4:falls", "custom:5x6x4:falls"] {
        let variant: Variant = board.parse().unwrap();
        let size = Any::new(variant.shape());
        let cells = variant.shape().cells();
        for _ in 0..600 {
            let plies = rng.random_range(cells - 14..cells - 1);
            let Some(position) = random_position(variant, plies, &mut rng) else {
                continue;
            };
            let StaticResult::Open(node) = static_result(size, position.mine(), position.theirs())
            else {
                continue;
            };
            let value = plain_value(&position, &mut HashMap::new());
            for alpha in -8..8 {
                let Some(bound) = parity::settle(size, &node, alpha) else {
                    continue;
                };
                let holds = if bound > alpha {
                    bound <= value
                } else {
                    bound >= value
                };
                assert!(holds, "{position:?}, alpha {alpha}: {bound}, {value}");
                settled += 1;
            }
        }
    }
    assert!(settled > 400, "only {settled} windows were settled");
}

#[test]
fn every_version_of_the_search_visits_the_same_nodes() {
    let mut rng = StdRng::seed_from_u64(4);
    let size = Fixed::<7, 6>;
    let never = || false;
    for _ in 0..40 {
        let Some(position) = random_position(connect_four(), 16, &mut rng) else {
            continue;
        };
        let plain = visited::<Portable>(size, &position, &never);
        #[cfg(target_arch = "x86_64")]
        {
            use super::dispatch::{IsaLevel, avx2, avx512};
            match IsaLevel::detect() {
                IsaLevel::Avx512(_) => {
                    assert_eq!(plain, visited::<avx512::Features>(size, &position, &never));
                    if std::arch::is_x86_feature_detected!("avx2") {
                        assert_eq!(plain, visited::<avx2::Features>(size, &position, &never));
                    }
                }
                IsaLevel::Avx2(_) => {
                    assert_eq!(plain, visited::<avx2::Features>(size, &position, &never));
                }
                IsaLevel::Portable => {}
            }
        }
        assert!(plain.1 > 0 || plain.0 != 0 || position.plies() > 0);
    }
}

fn visited<I: Isa>(
    size: Fixed<7, 6>,
    position: &Position,
    should_stop: &dyn Fn() -> bool,
) -> (i32, u64) {
    let table = TranspositionTable::new(1, size.bits());
    let mut thread = SearchThread::new(size, OneTable(&table), true, should_stop);
    let answer = thread.null_window::<I, 8>(position.mine(), position.theirs(), 0);
    (answer, thread.nodes)
}

/// Value and nodes of a null window that is divided with others, who have noted the positions of `noted`.
fn visited_divided(position: &Position, noted: &[Position]) -> (i32, u64) {
    let size = Fixed::<7, 6>;
    let shared = TranspositionTable::new(1, size.bits());
    let near = TranspositionTable::new(1, size.bits());
    let under_search = UnderSearch::new();
    for position in noted {
        under_search.begin(shared.slot(position.canonical().key()));
    }
    let tables = DividedTables::new(size.cells(), &shared, &near, &under_search);
    let mut thread = SearchThread::new(size, tables, false, &|| false);
    let answer = thread.null_window::<Portable, 8>(position.mine(), position.theirs(), 0);
    (answer, thread.nodes)
}

#[test]
fn a_drop_that_another_thread_searches_comes_last_and_is_not_left_out() {
    let mut rng = StdRng::seed_from_u64(9);
    let positions = std::iter::repeat_with(|| random_position(connect_four(), 16, &mut rng));
    let mut reordered = 0;
    for position in positions.flatten().take(200) {
        let (value, nodes) = visited_divided(&position, &[]);
        for noted in position.successors() {
            let (other, others_nodes) = visited_divided(&position, &[noted]);
            assert_eq!(value > 0, other > 0, "{position:?}");
            reordered += u32::from(others_nodes != nodes);
        }
        // With every drop noted, nobody may wait for anybody.
        let all: Vec<_> = position.successors().collect();
        let (other, _) = visited_divided(&position, &all);
        assert_eq!(value > 0, other > 0, "{position:?}");
    }
    assert!(reordered > 10, "{reordered} notes changed the search");
}

#[test]
fn a_position_is_under_search_from_its_note_until_the_note_is_taken_away_or_lost() {
    let table = TranspositionTable::new(1, 49);
    let notes = UnderSearch::new();
    let slots: Vec<_> = (1..20_000).map(|key| table.slot(key)).collect();
    notes.begin(slots[0]);
    assert!(notes.has(slots[0]) && !notes.has(slots[1]));
    notes.end(slots[1]);
    assert!(notes.has(slots[0]), "another's note is not taken away");
    notes.end(slots[0]);
    assert!(!notes.has(slots[0]));
    notes.begin(slots[0]);
    for slot in &slots[1..] {
        notes.begin(*slot);
    }
    assert!(
        !notes.has(slots[0]),
        "there are fewer places than positions"
    );
}

/// Signature of the search: it changes when and only when the search visits other positions than before. If
/// that was meant, say in the commit what the new total is and how the speed changed.
#[test]
fn the_nodes_of_the_search_are_as_they_were() {
    let stop = Stop::default();
    let mut solver = Solver::new(connect_four().shape(), 64);
    solver.use_book(false);
    let nodes: u64 = [
        "44455554221",
        "435624",
        "2252576253",
        "71255763773133525731261364622",
    ]
    .into_iter()
    .map(|moves| {
        let variant = connect_four();
        let squares = protocol::record::read_moves(variant, moves).unwrap();
        let position = Position::from_game(&Game::after(variant, squares).unwrap()).unwrap();
        solver.clear();
        solver.solve(&position, Goal::Score, &stop).unwrap().nodes
    })
    .sum();
    assert_eq!(nodes, 927_406);
}

#[test]
fn a_table_never_takes_a_position_for_another_and_loses_none_when_it_grows() {
    for key_bits in [49, 56, 64] {
        let mut table = TranspositionTable::new(1, key_bits);
        let known = |key: u64| TtEntry {
            lower: -((key % 19) as i32),
            upper: (key % 23) as i32,
            column: (key % 7 != 6).then_some((key % 7) as u32),
        };
        let mut rng = StdRng::seed_from_u64(5);
        let keys: Vec<u64> = (0..2000)
            .map(|_| rng.random::<u64>() >> (64 - key_bits))
            .collect();
        for key in &keys {
            table.store(table.slot(*key), known(*key), 1);
            if table.is_outgrown() {
                table.grow();
            }
        }
        let found = keys
            .iter()
            .filter_map(|key| Some((key, table.probe(table.slot(*key))?)))
            .inspect(|(key, found)| assert_eq!(*found, known(**key)))
            .count();
        assert!(found > 1900, "{found} of 2000 with {key_bits} bits");
        let others = (0..20_000).map(|_| rng.random::<u64>() >> (64 - key_bits));
        for other in others.filter(|other| !keys.contains(other)) {
            assert_eq!(table.probe(table.slot(other)), None);
        }
    }
}

#[test]
fn a_table_grows_while_it_is_small_and_then_only_where_it_loses_much() {
    let mut table = TranspositionTable::new(64, 49);
    let mut rng = StdRng::seed_from_u64(7);
    let entry = TtEntry {
        lower: 0,
        upper: 0,
        column: None,
    };
    // Grown as a search would let it grow, by entries of `nodes` nodes each; returns its size in MiB.
    let mut fill = |nodes| {
        for _ in 0..1_000_000 {
            let slot = table.slot(rng.random::<u64>() >> 15);
            table.store(slot, entry, nodes);
            if table.is_outgrown() {
                table.grow();
            }
        }
        table.bytes() >> 20
    };
    assert_eq!(fill(1), 1);
    assert_eq!(fill(64), 16);
}

#[test]
fn what_the_book_answers_takes_no_table() {
    let stop = Stop::default();
    let mut solver = Solver::new(connect_four().shape(), 64);
    solver.share();
    let empty = Position::empty(connect_four().shape());
    assert_eq!(solver.best(&empty, &stop), Ok((1, 3)));
    assert!(solver.table_in_use().is_none());
    solver.use_book(false);
    let mut rng = StdRng::seed_from_u64(8);
    let position = std::iter::from_fn(|| Some(random_position(connect_four(), 24, &mut rng)))
        .flatten()
        .next()
        .unwrap();
    solver.best(&position, &stop).unwrap();
    assert!(solver.table_in_use().is_some());
}

#[test]
fn what_is_not_a_book_is_refused() {
    assert!(Book::read(b"a book of another kind, long enough").is_err());
    let head = Book::head(4, 1, 0, 2, 3);
    let shorter = [&head[..], &[0; 11]].concat();
    assert!(Book::read(&shorter).is_err());
    assert!(Book::read(&[&shorter[..], &[0]].concat()).is_ok());
}

#[test]
fn the_committed_book_can_be_read_and_has_every_position_with_a_choice() {
    let book = Book::committed();
    let empty = Position::empty(connect_four().shape());
    let expected: usize = (0..=6)
        .map(|plies| positions_with_choice(empty, plies).len())
        .sum();
    assert!(book.plies() >= 8 && book.positions() as usize > expected);
    assert_eq!(
        book.probe(&empty),
        Some(BookEntry {
            score: 1,
            column: 3
        })
    );
}

/// Up to six stones: the values of the book are the best of those that the drops lead to.
#[test]
fn the_committed_book_agrees_with_itself() {
    let book = Book::committed();
    let stop = Stop::default();
    let empty = Position::empty(connect_four().shape());
    let mut solver = Solver::new(connect_four().shape(), 64);
    for position in (0..=5).flat_map(|plies| positions_with_choice(empty, plies)) {
        let entry = book.probe(&position).unwrap();
        let columns = solver.columns(&position, &stop).unwrap();
        assert_eq!(columns.scores.iter().flatten().max(), Some(&entry.score));
        assert_eq!(columns.scores[entry.column as usize], Some(entry.score));
    }
}

#[test]
fn what_is_found_ply_by_ply_is_what_the_solver_finds() {
    let never = || false;
    let stop = Stop::default();
    let mut rng = StdRng::seed_from_u64(6);
    for board in ["connect-four", "connect-four-7x7", "custom:6x5x4:falls"] {
        let variant: Variant = board.parse().unwrap();
        let cells = variant.shape().cells();
        let mut solver = Solver::new(variant.shape(), 16);
        for _ in 0..40 {
            let Some(position) = random_position(variant, cells - 16, &mut rng) else {
                continue;
            };
            let scores = solver.columns(&position, &stop).unwrap().scores;
            let mut session = SolveSession::shared(&solver, &never);
            let mut bounds_of_columns = ColumnBounds::new(position);
            while !bounds_of_columns.is_exact() {
                bounds_of_columns.search_next_ply(&mut session).unwrap();
                for (bounds, score) in bounds_of_columns.columns.iter().zip(&scores) {
                    let within = bounds.zip(*score);
                    assert_eq!(bounds.is_some(), score.is_some());
                    assert!(within.is_none_or(|(bounds, score)| {
                        (bounds.least..=bounds.most).contains(&score)
                    }));
                }
            }
            assert!(bounds_of_columns.depth as usize <= 16);
        }
    }
}

/// The strengths of `perfect` at its depths were measured so: a middle as in the search would outweigh threats.
#[test]
fn the_middle_decides_only_between_drops_with_equal_threats_where_no_search_is_done() {
    let empty = Position::from_game(&Game::new(connect_four())).unwrap();
    let scores: Vec<_> = (0..7).map(|column| empty.drop_score(column)).collect();
    assert_eq!(scores, [0, 1, 2, 3, 2, 1, 0]);
}
