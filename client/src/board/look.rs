//! The look of the screens in a terminal: characters, depth of colour, theme. Keeps what was drawn once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use clap::ValueEnum;
use protocol::side::Side;
use ratatui::style::{Color, Style};

use super::colour::Rgb;
use super::crossings::{self, Cell};
use super::depth::{Depth, Ground};
use super::graphics::{CellSize, Graphics};
use super::gravity::{self, Column};
use super::palette::Palette;
use super::pictures::Pictures;
#[cfg(feature = "images")]
use super::raster::{self, Crossings};
use super::role::{Role, Shade};
use super::theme::{Part, Theme};
use crate::words;

/// The characters that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glyphs {
    /// ASCII alone.
    pub ascii: bool,
}

/// The look of the screens.
#[derive(Debug)]
pub struct Look {
    pub(crate) glyphs: Glyphs,
    palette: Palette,
    /// True where discs fall before they lie.
    pub(crate) animated: bool,
    columns: RefCell<HashMap<Column, Characters>>,
    cells: RefCell<HashMap<Cell, Option<(char, Style)>>>,
    pictures: Option<Pictures>,
}

/// The characters of a column of the board, row by row.
type Characters = Rc<[(char, Style)]>;

/// Columns that are kept; each is different in every position.
const COLUMNS_KEPT: usize = 512;

impl Look {
    /// The look with these characters, and colours of a theme.
    pub fn new(glyphs: Glyphs, theme: Theme, depth: Depth, ground: Ground) -> Self {
        Self {
            glyphs,
            palette: Palette::new(theme, depth, ground),
            animated: false,
            columns: RefCell::default(),
            cells: RefCell::default(),
            pictures: None,
        }
    }

    /// The same look, in which discs fall or appear at once. Without colours, and in ASCII, they never fall.
    #[must_use]
    pub fn with_animation(mut self, animated: bool) -> Self {
        self.set_animation(animated);
        self
    }

    pub(crate) fn set_animation(&mut self, animated: bool) {
        let can_fall = self.depth() != Depth::Mono && !self.glyphs.ascii;
        self.animated = animated && can_fall;
    }

    /// Takes the colours of a theme of the program; with another name, the theme stays.
    pub(crate) fn set_colours(&mut self, theme: &str, depth: Depth, ground: Ground) {
        let theme = Theme::named(theme).unwrap_or_else(|| self.palette.theme().clone());
        self.palette = Palette::new(theme, depth, ground);
        self.columns.get_mut().clear();
        self.cells.get_mut().clear();
    }

    /// Puts images over the characters of boards, in cells of this size. In few colours and in ASCII there are none:
    /// what is beside an image would differ from it.
    pub(crate) fn set_pictures(&mut self, graphics: Graphics, cell: CellSize) {
        if self.can_have_pictures() {
            self.pictures = Pictures::new(graphics, cell);
        }
    }

    /// Draws boards as characters from now on.
    pub(crate) fn remove_pictures(&mut self) {
        self.pictures = None;
    }

    /// Takes another size of the cells, where there are images.
    pub(crate) fn resize_pictures(&mut self, cell: CellSize) {
        if let Some(pictures) = self
            .pictures
            .as_mut()
            .filter(|pictures| pictures.cell() != cell)
        {
            pictures.resize(cell);
        }
    }

    /// Has the images sent anew, to a terminal that may have forgotten them.
    #[cfg(unix)]
    pub(crate) fn send_pictures_again(&mut self) {
        if let Some(pictures) = &mut self.pictures {
            pictures.resize(pictures.cell());
        }
    }

    /// True where images are not ruled out by the colours or the characters.
    pub(crate) fn can_have_pictures(&self) -> bool {
        matches!(self.depth(), Depth::Indexed | Depth::True) && !self.glyphs.ascii
    }

    pub(crate) fn pictures(&self) -> Option<&Pictures> {
        self.pictures.as_ref()
    }

    /// The image of a column of the board, where there are images.
    #[cfg(feature = "images")]
    pub(crate) fn column_image(
        &self,
        tier: gravity::Tier,
        column: &Column,
    ) -> Option<image::RgbaImage> {
        raster::column(&self.palette, tier, column, self.pictures()?.cell())
    }

    /// The image of a board with crossings, where there are images.
    #[cfg(feature = "images")]
    pub(crate) fn crossings_image(&self, board: &Crossings) -> Option<image::RgbaImage> {
        raster::crossings(&self.palette, board, self.pictures()?.cell())
    }

    /// A colour that no theme has, where this terminal shows it or one like it.
    pub(crate) fn colour(&self, colour: Rgb) -> Option<Color> {
        self.palette.mixed(colour, 0)
    }

    pub(crate) fn depth(&self) -> Depth {
        self.palette.depth()
    }

    pub(crate) fn ground(&self) -> Ground {
        self.palette.ground()
    }

    /// The name of the colour of a side's discs, in the language in force.
    pub(crate) fn disc_colour(&self, side: Side) -> String {
        words::colour(self.palette.theme().name(side))
    }

    /// The style with the colour of a part; none of its own where there are no colours.
    pub(crate) fn ink(&self, part: Part) -> Style {
        style(self.palette.part(part))
    }

    /// The colour of a stone that steps back or is not played yet.
    pub(crate) fn stone_aside(&self, side: Side) -> Style {
        style(self.palette.colour(Role::Stone(side, Shade::Dim)))
    }

    /// The colour of a side in text.
    pub(crate) fn side(&self, side: Side) -> Style {
        self.palette.text(side)
    }

    /// The style with a part's colour behind.
    pub(crate) fn paper(&self, part: Part) -> Style {
        match self.palette.part(part) {
            Some(colour) => Style::new().bg(colour),
            None => Style::new(),
        }
    }

    pub(crate) fn column(&self, tier: gravity::Tier, column: &Column) -> Characters {
        let mut columns = self.columns.borrow_mut();
        if let Some(known) = columns.get(column) {
            return Rc::clone(known);
        }
        if columns.len() >= COLUMNS_KEPT {
            columns.clear();
        }
        let drawn: Rc<[_]> = gravity::characters(&self.palette, tier, column).into();
        columns.insert(column.clone(), Rc::clone(&drawn));
        drawn
    }

    pub(crate) fn cell(&self, tier: crossings::Tier, cell: &Cell) -> Option<(char, Style)> {
        let mut cells = self.cells.borrow_mut();
        *cells
            .entry(*cell)
            .or_insert_with(|| crossings::character(&self.palette, tier, cell))
    }
}

fn style(colour: Option<Color>) -> Style {
    colour.map_or(Style::new(), |colour| Style::new().fg(colour))
}

/// The colours that a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColourChoice {
    /// As many as the environment says that the terminal has.
    #[value(help = say!("options-color-auto"))]
    #[default]
    Auto,
    /// The sixteen that every terminal with colours has.
    #[value(name = "16", help = say!("options-color-16"))]
    Sixteen,
    /// 256.
    #[value(name = "256", help = say!("options-color-256"))]
    Indexed,
    /// All.
    #[value(help = say!("options-color-all"))]
    True,
    /// None.
    #[value(help = say!("options-color-none"))]
    None,
}

impl ColourChoice {
    /// The depth of colour of a terminal with this environment.
    pub fn depth(self, variable: impl Fn(&str) -> Option<String>) -> Depth {
        let has = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let is = |name: &str, wanted: &[&str]| {
            variable(name).is_some_and(|value| wanted.contains(&value.as_str()))
        };
        match self {
            Self::Sixteen => Depth::Sixteen,
            Self::Indexed => Depth::Indexed,
            Self::True => Depth::True,
            Self::None => Depth::Mono,
            Self::Auto if has("NO_COLOR") => Depth::Mono,
            Self::Auto if is("COLORTERM", &["truecolor", "24bit"]) => Depth::True,
            // The terminal of Windows says neither.
            Self::Auto if has("WT_SESSION") => Depth::True,
            Self::Auto => {
                let term = variable("TERM").unwrap_or_default();
                if term.ends_with("-256color") {
                    Depth::Indexed
                } else {
                    Depth::Sixteen
                }
            }
        }
    }
}

/// The background that a person has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GroundChoice {
    /// As the environment says, and dark where it says nothing.
    #[value(help = say!("options-ground-auto"))]
    #[default]
    Auto,
    /// Dark.
    #[value(help = say!("options-ground-dark"))]
    Dark,
    /// Light.
    #[value(help = say!("options-ground-light"))]
    Light,
}

impl GroundChoice {
    /// The background of a terminal with this environment.
    pub fn ground(self, variable: impl Fn(&str) -> Option<String>) -> Ground {
        match self {
            Self::Dark => Ground::Dark,
            Self::Light => Ground::Light,
            Self::Auto => {
                // "15;0" or "0;default;15": text first, background last.
                let colours = variable("COLORFGBG").unwrap_or_default();
                match colours.rsplit(';').next().map(str::parse::<u8>) {
                    Some(Ok(7 | 9..=15)) => Ground::Light,
                    _ => Ground::Dark,
                }
            }
        }
    }
}

/// The images that a person wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GraphicsChoice {
    /// Where the terminal says that it shows them, and nothing is between.
    #[value(help = say!("options-graphics-auto"))]
    #[default]
    Auto,
    /// Also inside tmux, and with a notice where the terminal shows none.
    #[value(help = say!("options-graphics-on"))]
    On,
    /// None.
    #[value(help = say!("options-graphics-off"))]
    Off,
}

impl Palette {
    /// The text colour of a side: that of its disc, or as near as can be read on the ground.
    fn text(&self, side: Side) -> Style {
        let part = match side {
            Side::First => Part::First,
            Side::Second => Part::Second,
        };
        match self.depth() {
            Depth::Mono => return Style::new(),
            Depth::Sixteen => {
                // Bright colours are for dark grounds.
                let ansi = self.theme().swatch(part, self.ground()).ansi;
                let ansi = match (self.ground(), ansi) {
                    (Ground::Light, 9..=15) => ansi - 8,
                    _ => ansi,
                };
                return Style::new().fg(super::colour::named(ansi));
            }
            Depth::Indexed | Depth::True => {}
        }
        let colour = self.legible(self.of_part(part));
        style(self.mixed(colour, 0))
    }

    /// The colour, moved away from the ground until it can be read.
    pub(super) fn legible(&self, colour: Rgb) -> Rgb {
        let (ground, ink) = match self.ground() {
            Ground::Dark => (Rgb([0x18, 0x18, 0x1C]), Rgb::WHITE),
            Ground::Light => (Rgb::WHITE, Rgb::BLACK),
        };
        let steps = (0..=10).map(|step| colour.mix(ink, step as f32 / 10.0));
        let mut legible = steps.filter(|colour| colour.contrast(ground) >= LEGIBLE);
        legible.next().unwrap_or(ink)
    }
}

/// The least contrast of text, with something to spare: other grounds are a little brighter or darker.
const LEGIBLE: f32 = 4.8;

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(of: &[(&str, &str)]) -> impl Fn(&str) -> Option<String> {
        let of: HashMap<_, _> = of
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        move |name| of.get(name).cloned()
    }

    #[test]
    fn the_depth_is_that_of_the_flag_or_else_of_the_environment() {
        let xterm = ("TERM", "xterm-256color");
        let truecolor = ("COLORTERM", "truecolor");
        for (choice, variables, expected) in [
            (ColourChoice::Auto, vec![], Depth::Sixteen),
            (ColourChoice::Auto, vec![("TERM", "linux")], Depth::Sixteen),
            (ColourChoice::Auto, vec![xterm], Depth::Indexed),
            (ColourChoice::Auto, vec![xterm, truecolor], Depth::True),
            (
                ColourChoice::Auto,
                vec![("COLORTERM", "24bit")],
                Depth::True,
            ),
            (ColourChoice::Auto, vec![("WT_SESSION", "7")], Depth::True),
            (
                ColourChoice::Auto,
                vec![truecolor, ("NO_COLOR", "1")],
                Depth::Mono,
            ),
            (
                ColourChoice::Auto,
                vec![truecolor, ("NO_COLOR", "")],
                Depth::True,
            ),
            (ColourChoice::True, vec![("NO_COLOR", "1")], Depth::True),
            (ColourChoice::Sixteen, vec![truecolor], Depth::Sixteen),
            (ColourChoice::Indexed, vec![truecolor], Depth::Indexed),
            (ColourChoice::None, vec![truecolor], Depth::Mono),
        ] {
            let depth = choice.depth(environment(&variables));
            assert_eq!(depth, expected, "{choice:?} {variables:?}");
        }
    }

    #[test]
    fn the_ground_is_that_of_the_flag_or_else_of_the_environment() {
        for (choice, value, expected) in [
            (GroundChoice::Auto, "15;0", Ground::Dark),
            (GroundChoice::Auto, "0;15", Ground::Light),
            (GroundChoice::Auto, "0;default;15", Ground::Light),
            (GroundChoice::Auto, "0;default", Ground::Dark),
            (GroundChoice::Auto, "0;8", Ground::Dark),
            (GroundChoice::Auto, "", Ground::Dark),
            (GroundChoice::Dark, "0;15", Ground::Dark),
            (GroundChoice::Light, "15;0", Ground::Light),
        ] {
            let ground = choice.ground(environment(&[("COLORFGBG", value)]));
            assert_eq!(ground, expected, "{choice:?} {value}");
        }
    }
}
