//! The colours of words and lines beside the boards, by what they are for.

use ratatui::style::{Modifier, Style};

use crate::board::{Depth, Ground, Look, Rgb};

/// A colour on a dark and on a light ground.
struct Role {
    dark: [u8; 3],
    light: [u8; 3],
}

const ACCENT: Role = Role {
    dark: [0x8F, 0xD6, 0x94],
    light: [0x1A, 0x7F, 0x37],
};
const GREY: Role = Role {
    dark: [0x92, 0x97, 0xAD],
    light: [0x5F, 0x66, 0x7A],
};
const RULE: Role = Role {
    dark: [0x45, 0x48, 0x58],
    light: [0xC4, 0xC9, 0xD4],
};
const TINT: Role = Role {
    dark: [0x2C, 0x30, 0x3E],
    light: [0xEE, 0xF2, 0xF8],
};

impl Role {
    /// The colour of the ground that the terminal has; none where it has few colours.
    fn of(&self, look: &Look) -> Option<ratatui::style::Color> {
        let colour = match look.ground() {
            Ground::Dark => self.dark,
            Ground::Light => self.light,
        };
        match look.depth() {
            Depth::Mono | Depth::Sixteen => None,
            Depth::Indexed | Depth::True => look.colour(Rgb(colour)),
        }
    }
}

/// The marks of the chosen row, the button of a form, the chosen game.
pub(super) fn accent(look: &Look) -> Style {
    match ACCENT.of(look) {
        Some(colour) => Style::new().fg(colour),
        None => Style::new().add_modifier(Modifier::BOLD),
    }
}

/// Text that is read second.
pub(super) fn grey(look: &Look) -> Style {
    match GREY.of(look) {
        Some(colour) => Style::new().fg(colour),
        None => Style::new().add_modifier(Modifier::DIM),
    }
}

/// Lines between parts of a screen.
pub(super) fn rule(look: &Look) -> Style {
    match RULE.of(look) {
        Some(colour) => Style::new().fg(colour),
        None => Style::new().add_modifier(Modifier::DIM),
    }
}

/// The ground of the chosen row.
pub(super) fn tint(look: &Look) -> Style {
    match TINT.of(look) {
        Some(colour) => Style::new().bg(colour),
        None => Style::new().add_modifier(Modifier::REVERSED),
    }
}

/// True where the chosen row is marked by a bar beside its tint.
pub(super) fn has_tint(look: &Look) -> bool {
    TINT.of(look).is_some()
}
