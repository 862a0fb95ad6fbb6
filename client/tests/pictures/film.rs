//! A recorded game as one SVG that moves.
//!
//! Every picture after the first one has only the cells that changed, and stays when the next one comes over it. Where
//! a person wants no motion, and where styles do not move, all are there at once: the end of the game.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;

use super::svg::{self, Ground};

/// A picture, and the milliseconds for which it is shown.
pub(crate) type Picture = (Buffer, u32);

/// The pictures as one document.
pub(crate) fn film(pictures: &[Picture], ground: &Ground, title: &str) -> String {
    let whole: u32 = pictures.iter().map(|(_, millis)| millis).sum();
    let Some((first, shown)) = pictures.first() else {
        return String::new();
    };
    let mut now = *shown;
    let mut layers = svg::draw(svg::cells(first), ground, false);
    let mut times = String::new();
    for (number, two) in pictures.windows(2).enumerate() {
        let [(before, _), (after, shown)] = two else {
            continue;
        };
        let pairs = svg::cells(before).zip(svg::cells(after));
        let changed = pairs.filter(|((_, before), (_, after))| before != after);
        let drawn = svg::draw(changed.map(|(_, after)| after), ground, true);
        if !drawn.is_empty() {
            let _ = writeln!(layers, "<g id=\"p{number}\">\n{drawn}</g>");
            let begin = f64::from(now) * 100.0 / f64::from(whole);
            let _ = write!(
                times,
                "#p{number}{{animation:p{number} {whole}ms step-end infinite}}\
                 @keyframes p{number}{{0%{{visibility:hidden}}{begin:.2}%,to{{visibility:visible}}}}"
            );
        }
        now += shown;
    }
    let style = format!(
        "{times}@media (prefers-reduced-motion:reduce){{g[id]{{animation:none!important}}}}"
    );
    let size = (first.area.width, first.area.height);
    svg::document(size, ground, &style, title, &layers)
}
