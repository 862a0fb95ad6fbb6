//! The name of the program as a board of one row: a letter below each column, and a disc above the fifth.

use protocol::side::Side;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::board::gravity::{self, Column, Hole, Mark, Tier};
use crate::board::{Depth, Look, Part};

const NAME: &str = "enlinea";

/// The column below the disc in hand.
const LIT: usize = 4;

/// The logo in the largest size that has room, as lines of one width.
pub(super) fn lines(look: &Look, width: usize, height: usize) -> Vec<Line<'static>> {
    let has_tiles = look.depth() != Depth::Mono && !look.glyphs.ascii;
    let fits = |tier: &Tier| {
        let tile = usize::from(tier.width);
        let high = usize::from(tier.slot + tier.rows(1)) + 1;
        // Beside the menu a larger one would be all that is seen.
        tier.is_round() && tile * (NAME.len() + 2) <= width && high * 3 <= height
    };
    let tier = gravity::tiers(look.depth())
        .filter(|_| has_tiles)
        .find(fits);
    match tier {
        Some(tier) => drawn(tier, look),
        None if height >= 2 => in_characters(look),
        None => Vec::new(),
    }
}

/// The smallest logo: a character for each disc, on the colours of the board where there are some.
fn in_characters(look: &Look) -> Vec<Line<'static>> {
    let discs = if look.glyphs.ascii {
        ["O", "X", "X", "X", "x", ".", "."]
    } else {
        ["●", "●", "●", "●", "◌", "·", "·"]
    };
    let discs = if look.depth() == Depth::Mono && !look.glyphs.ascii {
        ["○", "●", "●", "●", "◌", "·", "·"]
    } else {
        discs
    };
    let ground = |at: usize, other| {
        let part = if at == LIT { Part::Lit } else { other };
        look.paper(part)
    };
    let discs = discs.into_iter().enumerate().map(|(at, disc)| {
        let ink = match at {
            0 => Part::Second,
            1..=LIT => Part::First,
            _ => Part::Number,
        };
        Span::styled(
            format!(" {disc} "),
            ground(at, Part::Frame).patch(look.ink(ink)),
        )
    });
    let letters = NAME.chars().enumerate().map(|(at, letter)| {
        let style = ground(at, Part::Base).patch(look.ink(Part::Number));
        Span::styled(format!(" {letter} "), style.add_modifier(Modifier::BOLD))
    });
    vec![discs.collect(), letters.collect()]
}

fn column(tier: Tier, at: usize) -> Column {
    let hole = match at {
        0 => Hole::Disc(Side::Second, Mark::Plain),
        1..LIT => Hole::Disc(Side::First, Mark::Plain),
        LIT => Hole::Landing(Side::First),
        _ => Hole::Empty,
    };
    let mut column = Column::new(tier, tier.slot, vec![hole]);
    column.lit = at == LIT;
    column.waiting = (at == LIT && tier.slot > 0).then_some(Side::First);
    column
}

fn drawn(tier: Tier, look: &Look) -> Vec<Line<'static>> {
    let width = usize::from(tier.width);
    let columns: Vec<_> = (0..NAME.len())
        .map(|at| look.column(tier, &column(tier, at)))
        .collect();
    let rail = usize::from(tier.rail);
    let side = |part| Span::styled(" ".repeat(rail), look.paper(part));
    let rows = usize::from(tier.slot + tier.rows(1));
    let mut lines: Vec<_> = (0..rows)
        .map(|row| {
            let is_frame = row >= usize::from(tier.slot);
            let side = || {
                if is_frame {
                    side(Part::Rail)
                } else {
                    Span::from(" ".repeat(rail))
                }
            };
            let cells = columns
                .iter()
                .flat_map(|column| &column[row * width..(row + 1) * width]);
            let cells = cells.map(|(glyph, style)| Span::styled(glyph.to_string(), *style));
            [side()].into_iter().chain(cells).chain([side()]).collect()
        })
        .collect();
    let letters = NAME.chars().enumerate().map(|(at, letter)| {
        let (part, ink) = if at == LIT {
            (Part::Lit, Part::NumberLit)
        } else {
            (Part::Base, Part::Number)
        };
        let style: Style = look.paper(part).patch(look.ink(ink));
        Span::styled(
            format!("{letter:^width$}"),
            style.add_modifier(Modifier::BOLD),
        )
    });
    let foot = [side(Part::Base)].into_iter().chain(letters);
    lines.push(foot.chain([side(Part::Base)]).collect());
    lines
}
