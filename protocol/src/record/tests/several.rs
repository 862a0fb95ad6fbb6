//! Texts with several games, whole ones and damaged ones.

use super::*;

/// The games of a text that has no damaged one.
pub(super) fn read_all(text: &str) -> Result<Vec<Record>, RecordError> {
    Record::read_each(text).collect()
}

#[test]
fn the_games_of_a_text_are_read_one_after_the_other() {
    let one: Record = WHOLE.parse().unwrap();
    let short = "[Variant \"gomoku\"]\n\n1. h8 *";
    assert_eq!(read_all(WHOLE), Ok(vec![one.clone()]));
    for between in ["", "\n", "\r\n\r\n"] {
        let text = format!("{WHOLE}{between}{short}\n{between}{WHOLE}");
        let all = read_all(&text).unwrap();
        assert_eq!(all, [one.clone(), short.parse().unwrap(), one.clone()]);
        // One game is one alone.
        let error = text.parse::<Record>().unwrap_err();
        assert_eq!(error.problem, RecordProblem::Trailing('['));
    }
    let error = read_all(&format!("{WHOLE}\n{short} 9")).unwrap_err();
    assert_eq!(error.problem, RecordProblem::Trailing('9'));
    let faulty = format!("{WHOLE}{}", WHOLE.replace("3. 5", "9. 5"));
    let error = read_all(&faulty).unwrap_err();
    assert_eq!(error.line, WHOLE.lines().count() + 10);
}

#[test]
fn a_damaged_game_ends_where_the_tags_of_the_next_one_begin() {
    let one: Record = WHOLE.parse().unwrap();
    // The tags of many programs begin with another one than ours.
    let other = "[Event \"Cup\"]\n[Variant \"gomoku\"]\n\n1. h8 *\n";
    for (damaged, line) in [
        ("[Variant \"connect-four\"]\n\n1. 4 4 2.\n", 4),
        (
            "[Variant \"connect-four\"]\n\n1. 4 {no end\n[%clk 0:05\n",
            3,
        ),
        (
            "[Variant \"connect-four\"]\n[First \"Ana\n[Second \"Ben\"]\n\n1. 4 *\n",
            2,
        ),
        ("[First \"Ana\n[Variant \"connect-four\"]\n\n1. 4 *\n", 1),
        ("[Variant \"connect-four\"]\n[First \"A\n\n", 2),
        ("[Variant \"chess\"]\n\n1. e4 *\n", 1),
        ("[Variant \"connect-four\"]\n\n1. 4 * 4 2. 3 *\n", 3),
        (
            "[Variant \"connect-four\"]\n\n1. 9 [Variant \"gomoku\"] *\n",
            3,
        ),
    ] {
        for next in [WHOLE, other] {
            let text = format!("{WHOLE}\n{damaged}{next}\n{damaged}");
            let games: Vec<_> = Record::read_each(&text).collect();
            let [Ok(first), Err(fault), Ok(third), Err(_)] = &games[..] else {
                panic!("{damaged}: {games:?}");
            };
            assert_eq!((first, third), (&one, &next.parse().unwrap()), "{damaged}");
            // Damage that no line shows is found with the next tags.
            let found = fault.line - WHOLE.lines().count() - 1;
            assert!((line..=line + 1).contains(&found), "{damaged}: {fault}");
        }
    }
}

/// Joined by `cat`, files that begin with a mark hid each other's games.
#[test]
fn the_byte_order_mark_of_a_file_hides_no_game_behind_another_file() {
    const MARK: char = '\u{feff}';
    let one: Record = WHOLE.parse().unwrap();
    let faulty = "[Variant \"connect-four\"]\n\n1. 9 4 *";
    let unnamed = "[First \"Ana\"]\n[Second \"Be";
    for behind in ["", "\n", "\r\n\r\n"] {
        let whole = format!("{MARK}{}{behind}", WHOLE.trim_end());
        let text = format!("{whole}{whole}\n{MARK}% of another program\n{WHOLE}");
        let games = read_all(&text);
        assert_eq!(games, Ok(vec![one.clone(); 3]), "{behind:?}");
    }
    for damaged in [faulty, unnamed] {
        let whole = format!("{MARK}{WHOLE}");
        let text = format!("{whole}\n{damaged}\n{whole}{MARK}");
        let games: Vec<_> = Record::read_each(&text).collect();
        let [Ok(first), Err(_), Ok(third)] = &games[..] else {
            panic!("{text:?}: {games:?}");
        };
        assert_eq!([first, third], [&one, &one]);
    }
}
