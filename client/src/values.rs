//! Scores of columns in words.

use protocol::analysis::{BestLine, ColumnValue, GOMOKU_WIN, LINES_WIN, WINDOWS_WON};
use protocol::game::Game;
use protocol::record::RecordedPly;
use protocol::rules::Family;
use protocol::side::Side;
use protocol::view::SearchInfo;
use unicode_width::UnicodeWidthStr;

use crate::language::{Id, in_force};

/// Returns `true` if the columns of a game can have values.
pub fn has_values(game: &Game) -> bool {
    match game.variant().family() {
        Family::Gravity => true,
        Family::Free | Family::Renju => false,
    }
}

/// Returns a value in words: `win in 5`, `draw`, `loss in 8`.
///
/// The number counts the stones that the winner has yet to play from `game` on.
pub fn words(game: &Game, value: ColumnValue) -> String {
    match value {
        ColumnValue::Full => say!("values-full"),
        ColumnValue::Unknown => say!("values-open"),
        ColumnValue::Exact { score: 0 } => say!("values-draws"),
        ColumnValue::Exact { score } if score > 0 => {
            let stones = stones_to_go(game, score);
            say!("values-win", stones = stones)
        }
        ColumnValue::Exact { score } => {
            let stones = stones_to_go(game, score);
            say!("values-loss", stones = stones)
        }
    }
}

/// Returns the values of columns, each in less than `width` columns of the terminal, so that a gap is left between
/// two; and the legend of their form, where one is needed.
///
/// All have one form: `win 5` and `loss 8`, or `W5` and `L8`. In the least width a number of two digits is left out.
pub fn row(game: &Game, values: &[ColumnValue], width: usize) -> (Vec<String>, Option<Id>) {
    let written = |form: Form| -> Vec<String> {
        let values = values.iter();
        values.map(|value| short(game, *value, form)).collect()
    };
    let fits = |texts: &[String]| texts.iter().all(|text| text.width() < width);
    let long = written(Form::Words);
    if fits(&long) {
        return (long, None);
    }
    let brief = written(Form::Letters);
    if fits(&brief) {
        return (brief, Some(LETTERS));
    }
    if width < 3 {
        return (written(Form::Letter), Some(LETTER));
    }
    let alone = written(Form::Letter).into_iter();
    let cut = brief.into_iter().zip(alone);
    let cut = cut.map(|(brief, alone)| if brief.width() < width { brief } else { alone });
    (cut.collect(), Some(LETTERS_CUT))
}

/// Legends of the forms of values.
const LETTERS: Id = id!("values-legend");
const LETTERS_CUT: Id = id!("values-legend-cut");
const LETTER: Id = id!("values-legend-letter");

/// The form of a value below its column.
#[derive(Clone, Copy)]
enum Form {
    /// `win 5`
    Words,
    /// `W5`
    Letters,
    /// `W`
    Letter,
}

fn short(game: &Game, value: ColumnValue, form: Form) -> String {
    match (value, form) {
        (ColumnValue::Full, _) => String::new(),
        (ColumnValue::Unknown, _) => "?".to_owned(),
        (ColumnValue::Exact { score: 0 }, Form::Words) => say!("values-short-draw"),
        (ColumnValue::Exact { score: 0 }, _) => "=".to_owned(),
        (ColumnValue::Exact { score }, form) => {
            let stones = stones_to_go(game, score);
            match (form, score > 0) {
                (Form::Words, true) => say!("values-short-win", stones = stones),
                (Form::Words, false) => say!("values-short-loss", stones = stones),
                (Form::Letters, true) => say!("values-letter-win-in", stones = stones),
                (Form::Letters, false) => say!("values-letter-loss-in", stones = stones),
                (Form::Letter, true) => say!("values-letter-win"),
                (Form::Letter, false) => say!("values-letter-loss"),
            }
        }
    }
}

/// The decimal mark of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimals {
    /// A point, in lines, which programs read too.
    Point,
    /// That of the language in force, on the screens.
    OfLanguage,
}

/// Returns the value of a line in words: `wins in 3`, `loses in 2`, `draw`, `+0.8`.
///
/// The number counts the stones that the winner has yet to play.
pub fn line_words(line: &BestLine, decimals: Decimals) -> String {
    match line.end {
        Some(plies) => proven(plies.into()),
        None => points(line.score, decimals),
    }
}

/// Returns what a bot found behind the ply that led to this position, in words; nothing where it is not recorded.
pub fn found_words(position: &Game, ply: &RecordedPly, decimals: Decimals) -> Option<String> {
    let number = position.plies().len();
    let side = Side::to_move_after(number.checked_sub(1)?);
    let search = ply.search()?.told(side, number as u16, ply.square());
    let score = search_words(position, &search, decimals);
    let line: Vec<_> = search.pv[1..]
        .iter()
        .map(|square| position.write_move(*square))
        .collect();
    let line = line.join(" ");
    let depth = search.depth.map(|depth| depth.to_string());
    Some(match (depth, line.is_empty()) {
        (Some(depth), false) => {
            say!(
                "values-found-depth-line",
                score = score,
                depth = depth,
                line = line
            )
        }
        (Some(depth), true) => say!("values-found-depth", score = score, depth = depth),
        (None, false) => say!("values-found-line", score = score, line = line),
        (None, true) => say!("values-found", score = score),
    })
}

/// Returns the score of a search in words, of a bot that plays in this game.
///
/// Scores of most bots have a unit of their own, and are told as they are. Those of the bots that prove values, and
/// the ones that stand for a win, are told as one would say them.
pub fn search_words(game: &Game, search: &SearchInfo, decimals: Decimals) -> String {
    let score = search.score;
    match (search.exact, game.variant().family()) {
        (Some(true), Family::Gravity) => {
            let before = usize::from(search.ply.saturating_sub(1));
            proven_in(score.signum(), stones_after(game, before, score as i8))
        }
        (Some(true), Family::Free | Family::Renju) => {
            proven((GOMOKU_WIN - score.abs()) * score.signum())
        }
        (Some(false), Family::Free | Family::Renju) => points(score, decimals),
        _ if score == LINES_WIN || score >= WINDOWS_WON => say!("values-sees-win"),
        _ if score == -LINES_WIN || score <= -WINDOWS_WON => say!("values-sees-loss"),
        _ => say!("values-score", score = score),
    }
}

/// A proven end in `plies` plies, which are negative where it is a loss.
fn proven(plies: i64) -> String {
    let stones = plies.unsigned_abs().div_ceil(2);
    proven_in(plies.signum(), stones as usize)
}

/// A proven end with `stones` stones of the winner; the sign says who that is.
fn proven_in(sign: i64, stones: usize) -> String {
    match sign {
        1.. => say!("values-wins", stones = stones),
        0 => say!("values-draws"),
        _ => say!("values-loses", stones = stones),
    }
}

/// Points with a tenth of a hundred: `+0.8`.
fn points(points: i64, decimals: Decimals) -> String {
    let text = format!("{:+.1}", points as f64 / 100.0);
    let text = match text.as_str() {
        "-0.0" | "+0.0" => "0.0".to_owned(),
        _ => text,
    };
    match decimals {
        Decimals::Point => text,
        Decimals::OfLanguage => text.replace('.', in_force().decimal_mark()),
    }
}

/// Returns the best score of all columns; `None` where no column has one.
pub fn best(columns: &[ColumnValue]) -> Option<i8> {
    columns
        .iter()
        .filter_map(|value| match value {
            ColumnValue::Exact { score } => Some(*score),
            ColumnValue::Full | ColumnValue::Unknown => None,
        })
        .max()
}

/// Counts the stones that the winner of this score has yet to play, the winning one included.
fn stones_to_go(game: &Game, score: i8) -> usize {
    stones_after(game, game.plies().len(), score)
}

/// Counts them for the position after `plies` plies.
fn stones_after(game: &Game, plies: usize, score: i8) -> usize {
    let mover = Side::to_move_after(plies);
    let winner = if score > 0 { mover } else { mover.other() };
    let cells = game.shape().cells();
    // The first side has the odd stones: one more where their number is odd.
    let stones_of_winner = |stones: usize| match winner {
        Side::First => stones.div_ceil(2),
        Side::Second => stones / 2,
    };
    (stones_of_winner(cells) + 1)
        .saturating_sub(stones_of_winner(plies) + usize::from(score.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use protocol::record::read_moves;

    use super::*;

    fn game(moves: &str) -> Game {
        let variant = "connect-four".parse().unwrap();
        Game::after(variant, read_moves(variant, moves).unwrap()).unwrap()
    }

    fn settled(score: i8) -> ColumnValue {
        ColumnValue::Exact { score }
    }

    /// With n stones on the board a win with the next one scores (43 - n) / 2, rounded down.
    #[test]
    fn a_win_with_the_next_stone_is_a_win_in_one() {
        for moves in ["121212", "1212123", "12121233445", "121212334457"] {
            let game = game(moves);
            let at_once = ((43 - game.plies().len()) / 2) as i8;
            assert_eq!(words(&game, settled(at_once)), "win in 1");
            let (texts, legend) = row(&game, &[settled(at_once - 4)], 10);
            assert_eq!((&texts[..], legend), (&["win 5".to_owned()][..], None));
            let answer = ((42 - game.plies().len()) / 2) as i8;
            assert_eq!(words(&game, settled(-answer)), "loss in 1");
        }
    }

    #[test]
    fn lines_and_searches_are_told_as_people_say_them() {
        let line = |score, end| {
            let line = BestLine {
                pv: Vec::new(),
                score,
                end,
                depth: None,
            };
            line_words(&line, Decimals::OfLanguage)
        };
        for (score, end, expected) in [
            (29_995, Some(5), "wins in 3"),
            (29_999, Some(1), "wins in 1"),
            (-29_998, Some(-2), "loses in 1"),
            (0, Some(0), "draw"),
            (80, None, "+0.8"),
            (-210, None, "-2.1"),
            (-3, None, "0.0"),
        ] {
            assert_eq!(line(score, end), expected, "{score}");
        }
        let gomoku = Game::new("gomoku-15".parse().unwrap());
        let four = Game::new("connect-four".parse().unwrap());
        let search = |game, score, exact| {
            let search = SearchInfo {
                side: Side::First,
                ply: 1,
                score,
                depth: None,
                nodes: 1,
                elapsed: protocol::millis::Millis::ZERO,
                pv: Vec::new(),
                exact,
            };
            search_words(game, &search, Decimals::OfLanguage)
        };
        for (game, score, exact, expected) in [
            (&gomoku, 29_999, Some(true), "wins in 1"),
            (&gomoku, -29_996, Some(true), "loses in 2"),
            (&gomoku, 80, Some(false), "+0.8"),
            (&four, 1, Some(true), "wins in 21"),
            (&four, 0, Some(true), "draw"),
            (&four, -2, Some(true), "loses in 20"),
            (&four, 13, None, "score 13"),
            (&four, 1_000_000_000_000_000, None, "sees a win"),
            (&four, -10_000, None, "sees a loss"),
        ] {
            assert_eq!(search(game, score, exact), expected, "{score}");
        }
    }

    /// Where the page writes `-6,0` the terminal wrote `-6.0`.
    #[test]
    fn screens_write_the_decimal_mark_of_the_language_and_lines_a_point() {
        use crate::language::{Language, within};
        let line = BestLine {
            pv: Vec::new(),
            score: -600,
            end: None,
            depth: None,
        };
        for (language, expected) in [
            (Language::En, "-6.0"),
            (Language::Es, "-6,0"),
            (Language::Pl, "-6,0"),
        ] {
            within(language, || {
                assert_eq!(line_words(&line, Decimals::OfLanguage), expected);
                assert_eq!(line_words(&line, Decimals::Point), "-6.0");
            });
        }
    }

    #[test]
    fn what_is_no_win_is_named_too() {
        let game = game("");
        assert_eq!(words(&game, settled(0)), "draw");
        assert_eq!(words(&game, settled(1)), "win in 21");
        assert_eq!(
            best(&[ColumnValue::Full, settled(-3), ColumnValue::Unknown]),
            Some(-3)
        );
    }

    /// Two values side by side were read as one word.
    #[test]
    fn values_side_by_side_leave_a_gap_and_have_one_form_that_is_explained() {
        let game = game("");
        let values = [settled(1), settled(-19), settled(0), ColumnValue::Unknown];
        let values = [&values[..], &[ColumnValue::Full]].concat();
        let row = |width| row(&game, &values, width);
        for (width, expected, has_legend) in [
            (10, ["win 21", "loss 3", "draw", "?", ""], false),
            (7, ["win 21", "loss 3", "draw", "?", ""], false),
            (6, ["W21", "L3", "=", "?", ""], true),
            (4, ["W21", "L3", "=", "?", ""], true),
            (3, ["W", "L3", "=", "?", ""], true),
            (2, ["W", "L", "=", "?", ""], true),
        ] {
            let (texts, legend) = row(width);
            assert_eq!(texts, expected, "{width}");
            assert_eq!(legend.is_some(), has_legend, "{width}");
            assert!(texts.iter().all(|text| text.width() < width), "{width}");
        }
    }
}
