//! Contests that begin by swap2.

use std::collections::HashSet;
use std::fs;

use protocol::record::GameResult;

use super::{recorded, records};

const SWAP2: &str = "match threat:2 random --variant gomoku-15 --games 12 --seed 3 --opening swap2";

#[test]
fn contenders_begin_by_swap2_and_the_record_says_who_did_what() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let (status, output, errors) = recorded(SWAP2, &file);
    assert_eq!(status, 0, "{errors}");
    for line in [
        "threat:2 against random, gomoku-15, at their own pace, swap2",
        "games   12: 12 won, 0 drawn, 0 lost",
        "opener  6: 6 won, 0 drawn, 0 lost",
        "other   6: 6 won, 0 drawn, 0 lost",
        "pairs   6, by points 0 ½ 1 1½ 2: 0 0 0 0 6",
    ] {
        assert!(output.contains(line), "{output}");
    }
    let games = records(&file);
    let mut seen = HashSet::new();
    for (number, game) in games.iter().enumerate() {
        let tag = |name: &str| game.tag(name).unwrap();
        assert_eq!(tag("Round"), (number / 2 + 1).to_string());
        assert!(game.plies().len() > 5 && game.tag("Termination").is_none());
        // The strong one won, whatever it came to play.
        let (winner, loser) = match game.result() {
            GameResult::FirstWon => ("First", "Second"),
            _ => ("Second", "First"),
        };
        assert_eq!([tag(winner), tag(loser)], ["threat:2", "random"]);
        // In turn, the one and the other began.
        assert_eq!(tag("First"), ["threat:2", "random"][number % 2]);
        let choices: Vec<&str> = tag("Opening").split(' ').skip(1).collect();
        seen.extend([choices[0].to_owned()]);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn a_match_by_swap2_goes_on_where_it_ended_and_is_not_mixed_with_others() {
    let swap2 = SWAP2.replace("--games 12", "--games 2");
    let folder = tempfile::tempdir().unwrap();
    let [whole, cut, plain] = ["whole", "cut", "plain"].map(|name| folder.path().join(name));
    let (_, expected, _) = recorded(&swap2, &whole);
    let text = fs::read_to_string(&whole).unwrap();
    // In the middle of a game, and before the empty line behind one.
    let behind_a_game = text.find("\n\n[Variant").unwrap() + 1;
    for bytes in [behind_a_game - 200, behind_a_game] {
        fs::write(&cut, &text[..bytes]).unwrap();
        let (status, output, errors) = recorded(&swap2, &cut);
        assert_eq!((status, &output), (0, &expected), "{errors}");
        assert_eq!(fs::read_to_string(&cut).unwrap(), text);
    }
    let without = swap2.replace(" --opening swap2", "");
    let (status, _, errors) = recorded(&without, &whole);
    assert_eq!(status, 1);
    assert!(
        errors.contains("Opening is swap2, not no opening"),
        "{errors}"
    );
    recorded(&without, &plain);
    let (status, _, errors) = recorded(&swap2, &plain);
    assert_eq!(status, 1);
    assert!(
        errors.contains("Opening is no opening, not swap2"),
        "{errors}"
    );
}
