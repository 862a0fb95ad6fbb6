//! English that stayed on the screens with a board.

use super::*;

/// The messages of the areas of these screens, in English, as their words between values.
fn english() -> Vec<Vec<String>> {
    let files = [
        include_str!("../../../../languages/en/board.ftl"),
        include_str!("../../../../languages/en/frame.ftl"),
        include_str!("../../../../languages/en/replay.ftl"),
        include_str!("../../../../languages/en/table.ftl"),
        include_str!("../../../../languages/en/values.ftl"),
    ];
    let lines = files.into_iter().flat_map(str::lines);
    let texts = lines.filter(|line| !line.starts_with('#') && !line.trim_end().ends_with("->"));
    let texts = texts.filter_map(|line| line.split_once(['=', ']']).map(|(_, text)| text));
    texts
        .filter(|text| {
            text.split_whitespace()
                .filter(|word| word.chars().all(char::is_alphabetic))
                .count()
                > 2
        })
        .map(|text| {
            let parts = text
                .split('{')
                .map(|part| part.rsplit('}').next().unwrap_or(part));
            parts
                .map(|part| part.trim().to_owned())
                .filter(|part| part.contains(' '))
                .collect()
        })
        .filter(|parts: &Vec<String>| !parts.is_empty())
        .collect()
}

/// Tables and replays with as much on them as can be.
fn busy() -> Vec<Play> {
    let mut plays = Vec::new();
    let mut full = full_table("connect-four");
    full.moved("4");
    plays.push(full);
    let mut seen = snapshot("gomoku-15");
    seen.offers = Offers {
        draw: Some(Side::Second),
        takeback: Some(Side::Second),
        rematch: None,
    };
    seen.series = Series {
        game: 3,
        draws: 1,
        ..Series::default()
    };
    (seen.locked, seen.chat_closed) = (true, true);
    for you in [Some(Side::First), None] {
        let mut offers = Play::at_table("gomoku-15");
        offers.join(you, seen.clone());
        offers.press("a");
        plays.push(offers);
    }
    let mut lost = Play::at_table("connect-four");
    lost.lose();
    plays.push(lost);
    let mut choices = Play::at_table("custom:9x6x5:free");
    choices.join(Some(Side::First), swap2("custom:9x6x5:free"));
    plays.push(choices);
    let mut ended = over("connect-four", &["4", "3", "4", "3", "4", "3", "4"]);
    plays.push(over("renju", &["h8", "h9"]));
    ended.press("a");
    for (plies, score) in (0..7).zip([0, 0, 0, 0, 0, 0, 18]) {
        analysis(&mut ended, plies, &[score; 7]);
    }
    ended.press("v");
    plays.push(ended);
    let mut replay = Play::home();
    replay
        .app
        .show_record("[Variant \"gomoku-15\"]\n\n1. h8 h9 *".parse().unwrap());
    replay.press("va");
    plays.push(replay);
    plays
}

#[test]
fn no_english_sentence_is_on_a_spanish_or_polish_screen() {
    let english = english();
    assert!(english.len() > 50, "{}", english.len());
    let has_english = |play: &Play, size| {
        let screen = shown(&play.app, size);
        let found = english
            .iter()
            .find(|parts| parts.iter().all(|part| screen.contains(part)));
        found.map(|parts| format!("{parts:?}:\n{screen}"))
    };
    let found = within(Language::En, || {
        let plays = busy();
        let found = plays.iter().filter_map(|play| has_english(play, (120, 40)));
        found.count()
    });
    assert!(found > 4, "English is found on {found} screens");
    for language in [Language::Es, Language::Pl] {
        within(language, || {
            for play in busy() {
                for size in SIZES {
                    assert_eq!(has_english(&play, size), None, "{language}");
                }
            }
        });
    }
}
