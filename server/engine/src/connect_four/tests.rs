//! What the parts promise each other.

use protocol::game::Game;
use protocol::rules::Variant;
use protocol::square::Square;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::book::{Book, Page, forks};
use super::node::{Glance, glance};
use super::outlook::Outlook;
use super::parity;
use super::position::Position;
use super::raw::{Plain, Version};
use super::search::Tree;
use super::size::{Any, Fixed, Size};
use super::solver::{Goal, Inquiry, Solver};
use super::table::{Known, Table};
use crate::search::Stop;

fn connect_four() -> Variant {
    Variant::named("connect-four").unwrap()
}

/// A position after so many random moves, of a game that goes on.
fn random_position(variant: Variant, plies: usize, lots: &mut StdRng) -> Option<Position> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let legal: Vec<Square> = game.legal().collect();
        game.play(*legal.choose(lots)?).ok()?;
    }
    game.ending()
        .is_none()
        .then(|| Position::of(&game))
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
    let any = Any::of(connect_four().shape());
    assert_eq!(
        (any.board(), any.even_rows()),
        (size.board(), size.even_rows())
    );
}

/// What parity proves without a search, the search finds without parity's help being needed: it is compared
/// with values that a plain search found on boards small enough for it.
#[test]
fn the_bounds_of_parity_hold() {
    let stop = Stop::default();
    let mut lots = StdRng::seed_from_u64(3);
    let mut sharp = 0;
    for board in ["connect-four", "custom:6x4x4:falls", "custom:5x6x4:falls"] {
        let variant: Variant = board.parse().unwrap();
        let size = Any::of(variant.shape());
        let mut solver = Solver::new(variant.shape(), 16);
        solver.use_book(false);
        let cells = variant.shape().cells();
        for _ in 0..1500 {
            let plies = lots.random_range(cells / 2..cells - 1);
            let Some(position) = random_position(variant, plies, &mut lots) else {
                continue;
            };
            let Glance::Open(node) = glance(size, position.mine(), position.theirs()) else {
                continue;
            };
            let (least, most) = parity::bounds(size, &node);
            let value = solver.solve(&position, Goal::Score, &stop).unwrap().score;
            assert!(
                (least..=most).contains(&value),
                "{position:?}: {least}..={most}, {value}"
            );
            sharp += usize::from(most < 0 || least == value || most == value);
        }
    }
    assert!(sharp > 100, "only {sharp} bounds said anything");
}

#[test]
fn every_version_of_the_search_visits_the_same_nodes() {
    let mut lots = StdRng::seed_from_u64(4);
    let size = Fixed::<7, 6>;
    let never = || false;
    for _ in 0..40 {
        let Some(position) = random_position(connect_four(), 16, &mut lots) else {
            continue;
        };
        let plain = visited::<Plain>(size, &position, &never);
        #[cfg(target_arch = "x86_64")]
        {
            use super::raw::{Processor, avx2, avx512};
            match Processor::this() {
                Processor::Avx512(_) => {
                    assert_eq!(plain, visited::<avx512::Version>(size, &position, &never));
                    if std::arch::is_x86_feature_detected!("avx2") {
                        assert_eq!(plain, visited::<avx2::Version>(size, &position, &never));
                    }
                }
                Processor::Avx2(_) => {
                    assert_eq!(plain, visited::<avx2::Version>(size, &position, &never));
                }
                Processor::Plain => {}
            }
        }
        assert!(plain.1 > 0 || plain.0 != 0 || position.plies() > 0);
    }
}

fn visited<V: Version>(
    size: Fixed<7, 6>,
    position: &Position,
    until: &dyn Fn() -> bool,
) -> (i32, u64) {
    let table = Table::new(1, size.bits());
    let mut tree = Tree::new(size, &table, true, 0, until);
    let answer = tree.ask::<V, 8>(position.mine(), position.theirs(), 0);
    (answer, tree.nodes)
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
        let position = Position::of(&Game::after(variant, squares).unwrap()).unwrap();
        solver.clear();
        solver.solve(&position, Goal::Score, &stop).unwrap().nodes
    })
    .sum();
    assert_eq!(nodes, 946_516);
}

#[test]
fn a_table_never_takes_a_position_for_another_and_loses_none_when_it_grows() {
    for key_bits in [49, 56, 64] {
        let table = Table::new(1, key_bits);
        let known = |key: u64| Known {
            lower: -((key % 19) as i32),
            upper: (key % 23) as i32,
            column: (key % 7 != 6).then_some((key % 7) as u32),
        };
        let mut lots = StdRng::seed_from_u64(5);
        let keys: Vec<u64> = (0..2000)
            .map(|_| lots.random::<u64>() >> (64 - key_bits))
            .collect();
        for key in &keys {
            table.store(table.slot(*key), known(*key), 1);
            table.grow_if_nearly_full();
        }
        let found = keys
            .iter()
            .filter_map(|key| Some((key, table.probe(table.slot(*key))?)))
            .inspect(|(key, found)| assert_eq!(*found, known(**key)))
            .count();
        assert!(found > 1900, "{found} of 2000 with {key_bits} bits");
        let others = (0..20_000).map(|_| lots.random::<u64>() >> (64 - key_bits));
        for other in others.filter(|other| !keys.contains(other)) {
            assert_eq!(table.probe(table.slot(other)), None);
        }
    }
}

#[test]
fn a_book_gives_back_what_was_written() {
    let empty = Position::empty(connect_four().shape());
    let pages: Vec<(Position, Page)> = (0..=4)
        .flat_map(|plies| forks(empty, plies))
        .enumerate()
        .map(|(number, position)| {
            let page = Page {
                score: (number % 36) as i32 - 17,
                column: (number % 7) as u32,
            };
            (position, page)
        })
        .collect();
    let bytes = Book::write(4, &pages).unwrap();
    let book = Book::read(&bytes).unwrap();
    for (position, page) in &pages {
        assert_eq!(book.look_up(position), Some(*page));
        let mirrored = book.look_up(&position.mirrored()).unwrap();
        assert_eq!(mirrored.score, page.score);
    }
    assert_eq!(book.look_up(&forks(empty, 5)[0]), None);
    assert!(Book::read(&bytes[..bytes.len() - 1]).is_err());
    assert!(Book::read(b"a book of another kind, long enough").is_err());
    let too_much = [(
        pages[0].0,
        Page {
            score: 19,
            column: 0,
        },
    )];
    assert!(Book::write(0, &too_much).is_err());
}

#[test]
fn the_committed_book_can_be_read_and_has_every_fork() {
    let book = Book::committed();
    let empty = Position::empty(connect_four().shape());
    let forks: usize = (0..=6).map(|plies| forks(empty, plies).len()).sum();
    assert!(book.plies() >= 8 && book.positions() as usize > forks);
    assert_eq!(
        book.look_up(&empty),
        Some(Page {
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
    for position in (0..=5).flat_map(|plies| forks(empty, plies)) {
        let page = book.look_up(&position).unwrap();
        let columns = solver.columns(&position, &stop).unwrap();
        assert_eq!(columns.scores.iter().flatten().max(), Some(&page.score));
        assert_eq!(columns.scores[page.column as usize], Some(page.score));
    }
}

#[test]
fn what_is_found_ply_by_ply_is_what_the_solver_finds() {
    let never = || false;
    let stop = Stop::default();
    let mut lots = StdRng::seed_from_u64(6);
    for board in ["connect-four", "connect-four-7x7", "custom:6x5x4:falls"] {
        let variant: Variant = board.parse().unwrap();
        let cells = variant.shape().cells();
        let mut solver = Solver::new(variant.shape(), 16);
        for _ in 0..40 {
            let Some(position) = random_position(variant, cells - 16, &mut lots) else {
                continue;
            };
            let scores = solver.columns(&position, &stop).unwrap().scores;
            let mut inquiry = Inquiry::new(&solver, false, &never);
            let mut outlook = Outlook::new(position);
            while !outlook.is_settled() {
                outlook.deepen(&mut inquiry).unwrap();
                for (bounds, score) in outlook.columns.iter().zip(&scores) {
                    let within = bounds.zip(*score);
                    assert_eq!(bounds.is_some(), score.is_some());
                    assert!(within.is_none_or(|(bounds, score)| {
                        (bounds.least..=bounds.most).contains(&score)
                    }));
                }
            }
            assert!(outlook.depth as usize <= 16);
        }
    }
}
