//! Themes: the colours of a board, from a file in TOML.
//!
//! A file may name another theme as its `base` and change a few parts of it. Every part has a colour for terminals
//! with true colours, and may have an index of the 256 and of the 16 colours; a part without them takes the nearest
//! one, and among 16 that of its base.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use protocol::side::BySide;
use protocol::text::decode;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::colour::Rgb;
use super::depth::Ground;
use crate::language::Said;

/// A colour in every depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swatch {
    pub(super) rgb: Rgb,
    pub(super) xterm: u8,
    pub(super) ansi: u8,
}

/// A part of a board that has a colour of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Frame,
    Lit,
    Rail,
    Base,
    Hole,
    First,
    Second,
    FirstMark,
    SecondMark,
    Win,
    Number,
    NumberLit,
    Wood,
    Line,
    Black,
    White,
    Coordinate,
    Cursor,
    BlackMark,
    WhiteMark,
    BlackWin,
    WhiteWin,
    Forbidden,
    Muted,
    Turn,
    SlotRim,
}

/// The parts by their keys in a file.
pub(super) const PARTS: [(&str, Part); 26] = [
    ("frame", Part::Frame),
    ("lit", Part::Lit),
    ("rail", Part::Rail),
    ("base", Part::Base),
    ("hole", Part::Hole),
    ("first", Part::First),
    ("second", Part::Second),
    ("first-mark", Part::FirstMark),
    ("second-mark", Part::SecondMark),
    ("win", Part::Win),
    ("number", Part::Number),
    ("number-lit", Part::NumberLit),
    ("wood", Part::Wood),
    ("line", Part::Line),
    ("black", Part::Black),
    ("white", Part::White),
    ("coordinate", Part::Coordinate),
    ("cursor", Part::Cursor),
    ("black-mark", Part::BlackMark),
    ("white-mark", Part::WhiteMark),
    ("black-win", Part::BlackWin),
    ("white-win", Part::WhiteWin),
    ("forbidden", Part::Forbidden),
    ("muted", Part::Muted),
    ("turn", Part::Turn),
    ("slot-rim", Part::SlotRim),
];

/// The themes that come with the program; the first is the base of all others.
const BUILT_IN: [(&str, &str); 6] = [
    ("classic", include_str!("../../themes/classic.toml")),
    ("nightfall", include_str!("../../themes/nightfall.toml")),
    ("clear", include_str!("../../themes/clear.toml")),
    ("contrast", include_str!("../../themes/contrast.toml")),
    ("paper", include_str!("../../themes/paper.toml")),
    ("phosphor", include_str!("../../themes/phosphor.toml")),
];

/// The colours of a board, on a dark and on a light ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    dark: [Swatch; PARTS.len()],
    light: [Swatch; PARTS.len()],
    /// The names of the colours of the discs.
    names: BySide<String>,
    /// True where the second side's disc has a groove also where it is small.
    groove: bool,
}

/// A theme that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// The file cannot be read, and no theme has this name.
    #[error("{}", say!(
        "files-no-theme",
        file = path.display().to_string(),
        names = Theme::names().join(", "),
        problem = problem.said(),
    ))]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        problem: std::io::Error,
    },
    /// A line is none of TOML, or no part of a theme.
    #[error("{}", say!(
        "files-theme-line",
        names = Theme::names().join(", "),
        file = path.display().to_string(),
        line = *line,
        problem = problem.as_str(),
    ))]
    Wrong {
        /// The path of the file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The key or the value, and what was expected.
        problem: String,
    },
}

/// A problem, and its place in the text.
type Problem = (Range<usize>, String);

impl Theme {
    /// The names of the themes that come with the program.
    pub fn names() -> Vec<&'static str> {
        BUILT_IN.iter().map(|(name, _)| *name).collect()
    }

    /// The theme with a name; `None` for a name that no theme of the program has.
    pub fn named(name: &str) -> Option<Self> {
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(Self::read(text).expect("a theme of ours"))
    }

    /// The theme with a name, or in a file.
    ///
    /// # Errors
    ///
    /// [`ThemeError`], where neither can be used.
    pub fn open(name_or_file: &str) -> Result<Self, ThemeError> {
        if let Some(theme) = Self::named(name_or_file) {
            return Ok(theme);
        }
        let path = Path::new(name_or_file);
        let text = fs::read(path).and_then(decode);
        let text = text.map_err(|problem| ThemeError::Unreadable {
            path: path.to_owned(),
            problem,
        })?;
        Self::read(&text).map_err(|(at, problem)| ThemeError::Wrong {
            path: path.to_owned(),
            line: text[..at.start.min(text.len())].matches('\n').count() + 1,
            problem,
        })
    }

    fn read(text: &str) -> Result<Self, Problem> {
        let table = DeTable::parse(text).map_err(|error| {
            let problem = error.message().replace('\n', ", ");
            (error.span().unwrap_or_default(), problem)
        })?;
        let table = table.into_inner();
        let mut theme = match table.get("base") {
            Some(base) => {
                let name = base.get_ref().as_str().unwrap_or_default();
                Self::named(name).ok_or_else(|| {
                    let names = Self::names().join(", ");
                    (base.span(), say!("files-theme-base", names = names))
                })?
            }
            // Only the first theme has none: it names every part.
            None if is_complete(&table) => Self::blank(),
            None => Self::named("classic").expect("a theme of ours"),
        };
        for (key, value) in &table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("base", _) => {}
                ("names", DeValue::Array(names)) if names.len() == 2 => {
                    let name = |index: usize| names[index].get_ref().as_str();
                    let (Some(first), Some(second)) = (name(0), name(1)) else {
                        return Err((value.span(), say!("files-theme-names")));
                    };
                    let [first, second] = [first, second].map(str::to_owned);
                    theme.names = BySide { first, second };
                }
                ("groove", DeValue::Boolean(groove)) => theme.groove = *groove,
                ("colours", DeValue::Table(parts)) => {
                    theme.change(parts, &[Ground::Dark, Ground::Light])?;
                }
                ("dark", DeValue::Table(parts)) => theme.change(parts, &[Ground::Dark])?,
                ("light", DeValue::Table(parts)) => theme.change(parts, &[Ground::Light])?,
                (other, _) => {
                    return Err((key.span(), say!("files-theme-key", key = other)));
                }
            }
        }
        Ok(theme)
    }

    fn blank() -> Self {
        let none = Swatch {
            rgb: Rgb::BLACK,
            xterm: 16,
            ansi: 0,
        };
        Self {
            dark: [none; PARTS.len()],
            light: [none; PARTS.len()],
            names: BySide::from_fn(|_| String::new()),
            groove: false,
        }
    }

    fn change(&mut self, parts: &DeTable<'_>, grounds: &[Ground]) -> Result<(), Problem> {
        for (key, value) in parts {
            let name: &str = key.get_ref();
            let Some((_, part)) = PARTS.iter().find(|(known, _)| *known == name) else {
                let known = PARTS.map(|(name, _)| name).join(", ");
                let problem = say!("files-theme-part", name = name, known = known);
                return Err((key.span(), problem));
            };
            for &ground in grounds {
                let swatches = match ground {
                    Ground::Dark => &mut self.dark,
                    Ground::Light => &mut self.light,
                };
                let swatch = &mut swatches[*part as usize];
                *swatch = read_swatch(name, value, *swatch)?;
            }
        }
        Ok(())
    }

    pub(super) fn swatch(&self, part: Part, ground: Ground) -> Swatch {
        match ground {
            Ground::Dark => self.dark[part as usize],
            Ground::Light => self.light[part as usize],
        }
    }

    /// The name of the colour of a side's discs.
    pub fn name(&self, side: protocol::side::Side) -> &str {
        &self.names[side]
    }

    pub(super) fn has_groove(&self) -> bool {
        self.groove
    }
}

/// True where a file names every part itself.
fn is_complete(table: &DeTable<'_>) -> bool {
    let colours = table
        .get("colours")
        .and_then(|value| match value.get_ref() {
            DeValue::Table(parts) => Some(parts.len()),
            _ => None,
        });
    colours == Some(PARTS.len())
}

/// Reads `"#RRGGBB"`, or a list of it and the indexes among 256 and 16 colours.
fn read_swatch(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    before: Swatch,
) -> Result<Swatch, Problem> {
    let problem = || (value.span(), say!("files-theme-colour", name = name));
    let read = |text: &DeValue<'_>| text.as_str().and_then(Rgb::read).ok_or_else(problem);
    let number = |number: &Spanned<DeValue<'_>>, most: u8| match number.get_ref() {
        DeValue::Integer(number) => u8::from_str_radix(number.as_str(), number.radix())
            .ok()
            .filter(|&number| number <= most)
            .ok_or_else(problem),
        _ => Err(problem()),
    };
    match value.get_ref() {
        DeValue::Array(list) if list.len() == 3 => Ok(Swatch {
            rgb: read(list[0].get_ref())?,
            xterm: number(&list[1], 255)?,
            ansi: number(&list[2], 15)?,
        }),
        text => {
            let rgb = read(text)?;
            Ok(Swatch {
                rgb,
                xterm: rgb.nearest_xterm(),
                ansi: before.ansi,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::side::Side;

    use super::*;

    #[test]
    fn every_theme_of_the_program_can_be_read() {
        for name in Theme::names() {
            let theme = Theme::named(name).unwrap();
            assert_ne!(theme.name(Side::First), theme.name(Side::Second), "{name}");
        }
        assert_eq!(Theme::named("no such theme"), None);
    }

    #[test]
    fn a_file_changes_a_few_parts_of_its_base() {
        let text =
            "base = \"paper\"\n[light]\nfirst = \"#112233\"\n[dark]\nhole = [\"#000000\", 16, 8]";
        let (theme, paper) = (Theme::read(text).unwrap(), Theme::named("paper").unwrap());
        for (_, part) in PARTS {
            for ground in [Ground::Dark, Ground::Light] {
                let (swatch, before) = (theme.swatch(part, ground), paper.swatch(part, ground));
                match (part, ground) {
                    (Part::First, Ground::Light) => {
                        assert_eq!(swatch.rgb, Rgb([0x11, 0x22, 0x33]));
                        assert_eq!(swatch.ansi, before.ansi);
                    }
                    (Part::Hole, Ground::Dark) => assert_eq!(swatch.ansi, 8),
                    _ => assert_eq!(swatch, before, "{part:?}"),
                }
            }
        }
    }

    #[test]
    fn a_wrong_file_is_refused_with_line_and_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        for (text, line, reason) in [
            ("base = 3", 1, "the base must be one of classic, nightfall"),
            ("\ncolour = 1", 2, "colour is not understood"),
            ("[colours]\nframe = 7", 2, "frame must be \"#RRGGBB\""),
            ("[colours]\nframe = [\"#000000\", 256, 3]", 2, "0 to 255"),
            ("[colours]\n\nblood = \"#FF0000\"", 3, "blood is no part"),
            ("names = [\"one\"]", 1, "names is not understood"),
            ("[colours", 1, "line 1: "),
        ] {
            fs::write(&path, text).unwrap();
            let error = Theme::open(path.to_str().unwrap()).unwrap_err().to_string();
            let place = format!("mine.toml, line {line}: ");
            assert!(error.contains(&place) && error.contains(reason), "{error}");
        }
        let error = Theme::open("no/such/theme").unwrap_err().to_string();
        assert!(
            error.contains("classic") && error.contains("no/such/theme"),
            "{error}"
        );
    }
}
