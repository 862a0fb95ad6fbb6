//! The colours of roles, in a theme and a depth of colour.

use protocol::side::Side;
use ratatui::style::{Color, Style};

use super::colour::{Rgb, named};
use super::depth::{Depth, Ground};
use super::fit::Samples;
use super::role::{Role, Shade};
use super::theme::{Part, Theme};

/// The colours of roles.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    theme: Theme,
    depth: Depth,
    ground: Ground,
}

/// The least contrast of a stone that is not played yet with what is below it.
const GHOST: f32 = 1.8;

/// The part of the colour of a lit column in its holes.
const LIT: f32 = 0.14;

impl Palette {
    pub(super) fn new(theme: Theme, depth: Depth, ground: Ground) -> Self {
        Self {
            theme,
            depth,
            ground,
        }
    }

    pub(super) fn theme(&self) -> &Theme {
        &self.theme
    }

    pub(super) fn depth(&self) -> Depth {
        self.depth
    }

    pub(super) fn ground(&self) -> Ground {
        self.ground
    }

    /// The colour of a part of the theme; none in a terminal without colours.
    pub(super) fn part(&self, part: Part) -> Option<Color> {
        let swatch = self.theme.swatch(part, self.ground);
        match self.depth {
            Depth::Mono => None,
            Depth::Sixteen => Some(named(swatch.ansi)),
            Depth::Indexed => Some(Color::Indexed(swatch.xterm)),
            Depth::True => Some(rgb(swatch.rgb)),
        }
    }

    /// A colour that is not in the theme, such as that of a text that must be legible.
    pub(super) fn mixed(&self, colour: Rgb, sixteen: u8) -> Option<Color> {
        match self.depth {
            Depth::Mono => None,
            Depth::Sixteen => Some(named(sixteen)),
            Depth::Indexed => Some(Color::Indexed(colour.nearest_xterm())),
            Depth::True => Some(rgb(colour)),
        }
    }

    /// The colour of a role; none for the terminal's own two.
    pub(super) fn colour(&self, role: Role) -> Option<Color> {
        let (part, mixed) = self.recipe(role)?;
        match (mixed, self.depth) {
            (None, _) => self.part(part),
            // Of a bright colour the dark one, and grey of the others: mixtures are not to be had.
            (Some(mix), Depth::Sixteen) => {
                let ansi = self.theme.swatch(part, self.ground).ansi;
                Some(named(match (mix.is_aside, ansi) {
                    (true, 9..=15) => ansi - 8,
                    (true, _) => 8,
                    (false, _) => ansi,
                }))
            }
            (Some(mix), _) => self.mixed(self.of_part(part).mix(mix.with, mix.part), 0),
        }
    }

    /// The colour of a role as a number, for mixtures of several; the ground has none.
    pub(super) fn rgb(&self, role: Role) -> Option<Rgb> {
        let (part, mixed) = self.recipe(role)?;
        let colour = self.of_part(part);
        Some(mixed.map_or(colour, |mix| colour.mix(mix.with, mix.part)))
    }

    /// True where the second side's disc cannot be seen on the ground without a rim.
    pub(super) fn needs_slot_rim(&self) -> bool {
        let second = self.of_part(Part::Second);
        match (self.depth, self.ground) {
            (Depth::Mono, _) => false,
            (_, Ground::Dark) => second.contrast(Rgb([0x18, 0x18, 0x1C])) < 3.0,
            (_, Ground::Light) => second.contrast(Rgb::WHITE) < 3.0,
        }
    }

    /// The colour of a part, as near as this depth has it.
    pub(super) fn of_part(&self, part: Part) -> Rgb {
        let swatch = self.theme.swatch(part, self.ground);
        match self.depth {
            Depth::Indexed => Rgb::from_xterm(swatch.xterm),
            Depth::Mono | Depth::Sixteen | Depth::True => swatch.rgb,
        }
    }

    fn recipe(&self, role: Role) -> Option<(Part, Option<Mix>)> {
        let mix = |with: Rgb, part: f32| {
            Some(Mix {
                with,
                part,
                is_aside: false,
            })
        };
        let aside = |with: Part, part: f32| {
            Some(Mix {
                with: self.of_part(with),
                part,
                is_aside: true,
            })
        };
        Some(match role {
            Role::Ground | Role::Ink => return None,
            Role::Frame { lit: false } => (Part::Frame, None),
            Role::Frame { lit: true } | Role::Base { lit: true } => (Part::Lit, None),
            Role::Base { lit: false } => (Part::Base, None),
            Role::Hole { lit: false } => (Part::Hole, None),
            Role::Hole { lit: true } => (Part::Hole, mix(self.of_part(Part::Lit), LIT)),
            Role::WinRim => (Part::Win, None),
            Role::SlotRim => (Part::SlotRim, None),
            Role::LastMark(Side::First) => (Part::FirstMark, None),
            Role::LastMark(Side::Second) => (Part::SecondMark, None),
            Role::Disc(side, shade) => {
                let part = match side {
                    Side::First => Part::First,
                    Side::Second => Part::Second,
                };
                let mix = match shade {
                    Shade::Plain => None,
                    // A dark disc's groove is lighter: darker could not be seen.
                    Shade::Groove if self.of_part(part).oklab()[0] < 0.45 => mix(Rgb::WHITE, 0.25),
                    Shade::Dark | Shade::Groove => mix(Rgb::BLACK, 0.17),
                    Shade::Light => mix(Rgb::WHITE, 0.38),
                    Shade::Dim => aside(Part::Hole, 0.57),
                    Shade::Ghost => Some(self.ghost(part, Part::Hole)),
                };
                (part, mix)
            }
            Role::Wood => (Part::Wood, None),
            Role::Stone(side, shade) => {
                let part = match side {
                    Side::First => Part::Black,
                    Side::Second => Part::White,
                };
                let mix = match shade {
                    Shade::Plain | Shade::Dark | Shade::Groove => None,
                    Shade::Light => mix(Rgb::WHITE, 0.22),
                    Shade::Dim => aside(Part::Wood, 0.55),
                    Shade::Ghost => Some(self.ghost(part, Part::Wood)),
                };
                (part, mix)
            }
        })
    }

    /// The mixture of a stone that is not played yet: half of what is below it, or less where that could not be told
    /// from it by its brightness, and at last darker than the stone itself.
    fn ghost(&self, part: Part, below: Part) -> Mix {
        let (stone, ground) = (self.of_part(part), self.of_part(below));
        let lit = ground.mix(self.of_part(Part::Lit), LIT);
        let shown = |mix: Mix| {
            let colour = stone.mix(mix.with, mix.part);
            match self.depth {
                Depth::Indexed => Rgb::from_xterm(colour.nearest_xterm()),
                Depth::Mono | Depth::Sixteen | Depth::True => colour,
            }
        };
        let is_seen = |mix: &Mix| {
            let seen = shown(*mix);
            seen.contrast(ground) >= GHOST && seen.contrast(lit) >= GHOST
        };
        let mixes = [
            (ground, 0.5),
            (ground, 0.3),
            (ground, 0.1),
            (Rgb::BLACK, 0.25),
            (Rgb::BLACK, 0.4),
        ];
        let mut mixes = mixes
            .map(|(with, part)| Mix {
                with,
                part,
                is_aside: true,
            })
            .into_iter();
        let strongest = Mix {
            with: Rgb::WHITE,
            part: 0.5,
            is_aside: true,
        };
        mixes.find(is_seen).unwrap_or(strongest)
    }

    /// The style of a cell whose glyph has one role and whose rest has another.
    pub(super) fn style(&self, ink: Role, paper: Role) -> Style {
        let colour = |role| self.colour(role).unwrap_or(Color::Reset);
        match (ink, paper) {
            (Role::Ground, Role::Ground) => Style::new(),
            // The ground's colour is unknown, so it cannot be a glyph's: the other one is, in reverse.
            (Role::Ground, _) => Style::new().fg(colour(paper)).reversed(),
            (_, Role::Ground) => Style::new().fg(colour(ink)),
            // Text is no background either.
            (_, Role::Ink) if ink == paper => Style::new().reversed(),
            (_, _) if ink == paper => Style::new().bg(colour(paper)),
            (_, _) => Style::new().fg(colour(ink)).bg(colour(paper)),
        }
    }

    /// The character and style of a cell. `blend` mixes colours at the edges, where all have numbers.
    pub(super) fn draw(&self, samples: &Samples, blend: bool, gaps: bool) -> (char, Style) {
        let mixes = blend
            && self.depth == Depth::True
            && samples.roles().len() > 1
            && !samples.any(|role| self.rgb(role).is_none());
        if mixes {
            let number = |role| self.rgb(role).map_or([0.0; 3], |rgb| rgb.0.map(f32::from));
            let (glyph, ink, paper) = samples.blend(number);
            let colour = |mean: [f32; 3]| rgb(Rgb(mean.map(|channel| channel.round() as u8)));
            let style = Style::new().bg(colour(paper));
            let style = if glyph == ' ' {
                style
            } else {
                style.fg(colour(ink))
            };
            return (glyph, style);
        }
        let fitted = samples.fit(gaps);
        let is_solid_ink = fitted.glyph == ' ' && fitted.paper == Role::Ink;
        if is_solid_ink {
            return ('█', Style::new());
        }
        (fitted.glyph, self.style(fitted.ink, fitted.paper))
    }
}

/// A colour to mix in.
#[derive(Clone, Copy)]
struct Mix {
    with: Rgb,
    part: f32,
    /// True for what steps back, which 16 colours show by a darker one.
    is_aside: bool,
}

fn rgb(Rgb([red, green, blue]): Rgb) -> Color {
    Color::Rgb(red, green, blue)
}
