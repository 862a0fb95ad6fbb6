//! A stone or a disc in a line of text, on the colour of its board: black is black on every ground.

use protocol::rules::{Family, Variant};
use protocol::side::Side;
use ratatui::style::{Color, Style};
use ratatui::text::Span;

use super::{Depth, Glyphs, Ground, Look, Part};

/// The sign of a side where there are no colours.
pub(crate) fn sign(side: Side, glyphs: Glyphs) -> &'static str {
    match (side, glyphs.ascii) {
        (Side::First, false) => "●",
        (Side::Second, false) => "○",
        (Side::First, true) => "X",
        (Side::Second, true) => "O",
    }
}

impl Look {
    /// True if stones are printed, full and hollow, since the terminal has no colour of wood.
    pub(crate) fn is_printed(&self) -> bool {
        matches!(self.depth(), Depth::Mono | Depth::Sixteen)
    }

    /// The ground of a board with stones and of what belongs to it: wood, or paper with black print.
    pub(crate) fn wood(&self) -> Style {
        match (self.depth(), self.ground()) {
            (Depth::Indexed | Depth::True, _) => self.paper(Part::Wood),
            (Depth::Sixteen, _) => Style::new().fg(Color::Black).bg(Color::Gray),
            (Depth::Mono, Ground::Dark) => Style::new().reversed(),
            (Depth::Mono, Ground::Light) => Style::new(),
        }
    }

    /// The sign of a side in three columns, on the colour of its board.
    pub(crate) fn chip(&self, variant: Variant, side: Side) -> Span<'static> {
        let (sign, style) = match variant.family() {
            Family::Gravity if self.glyphs.ascii => (sign(side, self.glyphs), self.side(side)),
            Family::Free | Family::Renju if self.glyphs.ascii => {
                (sign(side, self.glyphs), Style::new())
            }
            Family::Gravity => {
                let (sign, part) = match (side, self.depth()) {
                    (Side::First, _) => ("●", Part::First),
                    (Side::Second, Depth::Mono) => ("○", Part::Second),
                    (Side::Second, _) => ("◉", Part::Second),
                };
                (sign, self.paper(Part::Frame).patch(self.ink(part)))
            }
            Family::Free | Family::Renju if self.is_printed() => {
                (sign(side, self.glyphs), self.wood())
            }
            Family::Free | Family::Renju => {
                let part = match side {
                    Side::First => Part::Black,
                    Side::Second => Part::White,
                };
                ("●", self.wood().patch(self.ink(part)))
            }
        };
        Span::styled(format!(" {sign} "), style)
    }

    /// The style of a drawing in which the first side fills what the second leaves.
    pub(crate) fn both_sides(&self, variant: Variant) -> Style {
        let (first, second) = match variant.family() {
            Family::Gravity => (Part::First, Part::Second),
            Family::Free | Family::Renju if self.is_printed() => return self.wood(),
            Family::Free | Family::Renju => (Part::Black, Part::White),
        };
        self.paper(second).patch(self.ink(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Theme;

    #[test]
    fn chips_have_the_colours_of_the_board_on_every_ground() {
        let unicode = Glyphs { ascii: false };
        for ground in [Ground::Dark, Ground::Light] {
            for depth in [Depth::Mono, Depth::Sixteen, Depth::Indexed, Depth::True] {
                let look = Look::new(unicode, Theme::named("classic").unwrap(), depth, ground);
                for (name, second) in [("connect-four", "◉"), ("gomoku-15", "●")] {
                    let variant = Variant::named(name).unwrap();
                    let [black, white] = Side::BOTH.map(|side| look.chip(variant, side));
                    assert_eq!(black.content, " ● ");
                    assert_eq!((black.width(), white.width()), (3, 3));
                    let is_hollow =
                        depth == Depth::Mono || name != "connect-four" && look.is_printed();
                    let second = if is_hollow { "○" } else { second };
                    assert_eq!(white.content, format!(" {second} "));
                    assert_ne!(black, white);
                    let is_plain =
                        depth == Depth::Mono && (name == "connect-four" || ground == Ground::Light);
                    assert_eq!(black.style == Style::new(), is_plain, "{name}, {depth:?}");
                }
            }
        }
        let dark = Look::new(
            unicode,
            Theme::named("classic").unwrap(),
            Depth::True,
            Ground::Dark,
        );
        let black = dark
            .chip(Variant::named("gomoku-15").unwrap(), Side::First)
            .style;
        assert_eq!(black.fg, Some(Color::Rgb(0x13, 0x13, 0x16)));
    }
}
