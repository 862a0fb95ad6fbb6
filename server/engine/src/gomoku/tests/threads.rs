//! Searches on several threads.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::history::History;
use super::super::moves;
use super::super::parallel::{Memory, SharedSearch};
use super::super::root::RootSearch;
use super::super::search::SearchThread;
use super::super::transposition_table::TranspositionTable;
use super::super::vcf::VcfSearch;
use super::super::vct::VctSearch;
use super::*;

fn on_threads(game: &Game, threads: usize, max_nodes: u64, stop: &Stop) -> Result<Choice, Stopped> {
    let mut searcher = Searcher::new(TABLES.tables(game.variant()), 1);
    searcher.set_threads(threads);
    searcher.limit_nodes(Some(max_nodes));
    searcher.choose(game, request(None, 1, stop))
}

#[test]
fn several_threads_choose_a_move_that_can_be_played_within_the_nodes_of_all() {
    const THREADS: usize = 3;
    let mut rng = StdRng::seed_from_u64(19);
    for number in 0..60 {
        let variant = VARIANTS[number % VARIANTS.len()].parse().unwrap();
        let mut game = random_game(variant, &mut rng);
        let choice = on_threads(&game, THREADS, 3_000, &Stop::default()).unwrap();
        assert!(choice.nodes <= 3_000 + 300 * THREADS as u64, "{choice:?}");
        assert_eq!(choice.pv[0], choice.square);
        for &square in &choice.pv {
            game.play(square).unwrap();
        }
    }
}

#[test]
fn helpers_search_while_the_main_thread_does() {
    /// Some minute.
    const LOOKS: u64 = 100_000_000;
    let game = after("gomoku-15", "h8 h9 i9 g7 j10");
    let tables = TABLES.tables(game.variant());
    let board = Board::from_game(&tables, &game);
    let tt = TranspositionTable::new(1);
    let mut list = Vec::new();
    moves::list(
        &board,
        &moves::when_free(&board),
        None,
        &History::new(),
        &mut list,
    );
    // The main thread waits at its first look at the clock for an iteration of a helper.
    let was_helped = AtomicBool::new(false);
    let elapsed = || {
        let is_helped = (0..LOOKS).any(|_| {
            std::thread::yield_now();
            tt.get(board.key, 0).is_some()
        });
        was_helped.store(is_helped, Ordering::Relaxed);
        Millis::from_millis(1)
    };
    let stop = Stop::default();
    let request = SearchRequest {
        limit: Some(Millis::from_millis(1)),
        elapsed: &elapsed,
        ..request(None, 1, &stop)
    };
    let mut memory = Memory::new();
    let vcf = VcfSearch::new(&tables, &mut memory.vcf_table);
    let vct = VctSearch::new(&mut memory.vct_table);
    let history = &mut memory.history;
    let thread = SearchThread::new(board.clone(), request, &tt, vcf, vct, history);
    let shared = SharedSearch {
        tables: &tables,
        board: &board,
        moves: &list,
        tt: &tt,
        max_depth: 2,
        max_nodes: u64::MAX,
    };
    let main = RootSearch::new(thread, list.clone());
    shared.search(main, &mut [Memory::new()]);
    assert!(was_helped.into_inner());
}

#[test]
fn a_stop_ends_all_threads() {
    let game = after("gomoku", "j10 k11 k9 l10");
    let stop = Stop::default();
    let search = std::thread::spawn({
        let stop = stop.clone();
        move || on_threads(&game, 3, u64::MAX, &stop)
    });
    stop.raise();
    assert_eq!(search.join().unwrap(), Err(Stopped));
}
