//! `perfect` on the board that it solves, with less time than the proof needs.

use super::*;

/// A position beyond the book, whose proof from an empty table visits about a million positions.
const HARD: &str = "717416642144";

fn game(moves: &str) -> Game {
    after("connect-four", moves)
}

fn choose_within(moves: &str, limit: u64) -> (Choice, u64) {
    choice_within(limit, "perfect", &game(moves), None, 7)
}

#[test]
fn a_limit_that_is_too_short_for_the_proof_is_kept() {
    let (choice, looks) = choose_within(HARD, 50);
    assert!((50..60).contains(&looks), "{looks} looks at the clock");
    assert!(game(HARD).play(choice.square).is_ok());
    assert_eq!(choice.exact, Some(false));
    assert!(choice.nodes <= looks * 4096 * 2, "{choice:?}");
}

#[test]
fn with_no_time_at_all_a_win_at_once_is_taken_and_one_of_the_other_side_is_prevented() {
    for (moves, column) in [("112233", 3), ("11223", 3), ("151515", 0), ("15151", 0)] {
        let (choice, _) = choose_within(moves, 0);
        assert_eq!(choice.square.column(), column, "{moves}: {choice:?}");
    }
}

/// With each limit the shared table knows more, until it suffices; what is claimed of the move holds at each.
#[test]
fn what_a_proof_that_ran_out_of_time_claims_is_true() {
    const MOVES: &str = "76126137715";
    let scores = [1, -1, 2, -2, 0, 2, 0];
    let mut cut = 0;
    for limit in (0..400).step_by(8) {
        let (choice, _) = choose_within(MOVES, limit);
        let score = scores[usize::from(choice.square.column())];
        if choice.exact == Some(true) {
            assert_eq!(choice.score, score, "{limit}: {choice:?}");
            assert_eq!(Some(score), scores.into_iter().max(), "{limit}: {choice:?}");
        } else {
            cut += 1;
            let claim = match choice.score {
                1.. => score >= choice.score,
                0 => true,
                _ => score <= choice.score,
            };
            assert!(claim, "{limit}: {choice:?}");
        }
    }
    assert!(cut > 5, "{cut} were cut by the limit");
}

#[test]
fn a_limit_that_suffices_for_the_proof_changes_no_choice() {
    for moves in ["35641122176", "434165256622"] {
        let (within, _) = choose_within(moves, 1_000_000);
        let whole = choice("perfect", &game(moves), None, 7);
        assert_eq!(within.exact, Some(true));
        assert_eq!((within.square, within.score), (whole.square, whole.score));
    }
}
