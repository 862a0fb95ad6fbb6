//! A buffer of the screens as SVG.
//!
//! Text stands on a grid: each run says how long it is, so that every font fills the same columns. Backgrounds and the
//! characters that are parts of a cell, or lines to its edges, are drawn as shapes, so that nothing gapes between
//! cells. Libraries that turn the output of a terminal into SVG write those characters as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// Width and height of a cell in pixels; a character of the usual fonts is 0.6 of their size wide.
pub(crate) const CELL: (i32, i32) = (10, 20);

/// Shapes are counted in these parts of a pixel, so that an eighth of a cell is a whole number.
const PARTS: i32 = 4;

/// Pixels around the screen.
const MARGIN: i32 = 12;

/// A colour in sRGB.
type Rgb = [u8; 3];

/// The colours of a terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    pub(crate) paper: Rgb,
    pub(crate) ink: Rgb,
    border: Rgb,
    named: [Rgb; 16],
}

/// A dark terminal.
pub(crate) const DARK: Ground = Ground {
    paper: [0x18, 0x18, 0x1C],
    ink: [0xDC, 0xDF, 0xE6],
    border: [0x3A, 0x3D, 0x46],
    named: named(0x55),
};

/// A light terminal.
pub(crate) const LIGHT: Ground = Ground {
    paper: [0xFF, 0xFF, 0xFF],
    ink: [0x1F, 0x23, 0x28],
    border: [0xD0, 0xD7, 0xDE],
    named: named(0x00),
};

/// The sixteen colours, the bright ones this much brighter.
const fn named(more: u8) -> [Rgb; 16] {
    const LOW: u8 = 0xAA;
    let mut colours = [[0; 3]; 16];
    let mut index = 0;
    while index < 16 {
        let mut channel = 0;
        while channel < 3 {
            let is_on = index >> channel & 1 == 1;
            let base = if is_on { LOW } else { 0 };
            colours[index][channel] = if index >= 8 { base + more } else { base };
            channel += 1;
        }
        index += 1;
    }
    colours
}

impl Ground {
    fn rgb(&self, colour: Color, default: Rgb) -> Rgb {
        let index = match colour {
            Color::Reset => return default,
            Color::Rgb(red, green, blue) => return [red, green, blue],
            Color::Indexed(index) => {
                panic!("the pictures have all colours, and not number {index}")
            }
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        self.named[index]
    }

    /// Text and background of a cell as they are seen.
    fn colours(&self, cell: &Cell) -> (Rgb, Rgb) {
        let (mut ink, mut paper) = (self.rgb(cell.fg, self.ink), self.rgb(cell.bg, self.paper));
        if cell.modifier.contains(Modifier::REVERSED) {
            (ink, paper) = (paper, ink);
        }
        if cell.modifier.contains(Modifier::DIM) {
            for (ink, paper) in ink.iter_mut().zip(paper) {
                *ink = ((u16::from(*ink) * 3 + u16::from(paper) * 2) / 5) as u8;
            }
        }
        (ink, paper)
    }
}

/// A whole picture with these layers in it.
pub(crate) fn document(
    size: (u16, u16),
    ground: &Ground,
    style: &str,
    title: &str,
    layers: &str,
) -> String {
    let (width, height) = (
        i32::from(size.0) * CELL.0 + 2 * MARGIN,
        i32::from(size.1) * CELL.1 + 2 * MARGIN,
    );
    let (paper, border) = (hex(ground.paper), hex(ground.border));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n\
         <style>text{{font:16.6px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}\
         path{{shape-rendering:crispEdges}}.r{{shape-rendering:auto;fill-rule:evenodd}}{style}</style>\n\
         <rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{paper}\" stroke=\"{border}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n{layers}</g>\n</svg>\n",
        width - 1,
        height - 1,
    )
}

/// The cells of a buffer with their places.
pub(crate) fn cells(buffer: &Buffer) -> impl Iterator<Item = ((u16, u16), &Cell)> {
    let width = usize::from(buffer.area.width);
    let place = move |index: usize| ((index % width) as u16, (index / width) as u16);
    let cells = buffer.content().iter().enumerate();
    cells.map(move |(index, cell)| (place(index), cell))
}

/// Draws cells, row by row from the left. With `whole`, also where they have the colour of the ground.
pub(crate) fn draw<'a>(
    cells: impl Iterator<Item = ((u16, u16), &'a Cell)>,
    ground: &Ground,
    whole: bool,
) -> String {
    let mut layers = Layers::default();
    for ((x, y), cell) in cells {
        let (ink, paper) = ground.colours(cell);
        let (left, top) = (i32::from(x) * CELL.0, i32::from(y) * CELL.1);
        if whole || paper != ground.paper {
            layers
                .papers
                .entry(paper)
                .or_default()
                .push(Rect::of(left, top, (0, 0, 8, 16)));
        }
        if cell.modifier.contains(Modifier::UNDERLINED) {
            let line = Rect {
                x: left * PARTS,
                y: (top + 18) * PARTS,
                width: CELL.0 * PARTS,
                height: PARTS,
            };
            layers.inks.entry(ink).or_default().push(line);
        }
        let glyph = cell.symbol().chars().next().unwrap_or(' ');
        if glyph == ' ' {
            continue;
        }
        let parts = parts(glyph);
        if !parts.is_empty() {
            let rects = parts.iter().map(|&part| Rect::of(left, top, part));
            layers.inks.entry(ink).or_default().extend(rects);
        } else if let Some(lines) = lines(glyph) {
            layers
                .inks
                .entry(ink)
                .or_default()
                .extend(lines.map(|line| line.moved(left, top)));
        } else if let Some(round) = round(glyph, left + CELL.0 / 2, top + CELL.1 / 2) {
            layers.rounds.entry(ink).or_default().push_str(&round);
        } else {
            let is_bold = cell.modifier.contains(Modifier::BOLD);
            layers.write((ink, is_bold), (x, y), cell.symbol());
        }
    }
    layers.finish()
}

/// The shapes of a picture by their colours, from the lowest layer to the uppermost.
#[derive(Default)]
struct Layers {
    papers: BTreeMap<Rgb, Vec<Rect>>,
    inks: BTreeMap<Rgb, Vec<Rect>>,
    rounds: BTreeMap<Rgb, String>,
    texts: BTreeMap<(Rgb, bool), Vec<Run>>,
}

/// Text in one row without a gap.
struct Run {
    x: u16,
    y: u16,
    columns: u16,
    text: String,
}

impl Layers {
    /// Writes a character, behind the run before it or behind one space.
    fn write(&mut self, style: (Rgb, bool), (x, y): (u16, u16), symbol: &str) {
        let runs = self.texts.entry(style).or_default();
        match runs.last_mut() {
            Some(run)
                if run.y == y && (x == run.x + run.columns || x == run.x + run.columns + 1) =>
            {
                if x > run.x + run.columns {
                    run.text.push(' ');
                }
                run.columns = x + 1 - run.x;
                run.text.push_str(symbol);
            }
            _ => runs.push(Run {
                x,
                y,
                columns: 1,
                text: symbol.to_owned(),
            }),
        }
    }

    fn finish(self) -> String {
        let mut svg = String::new();
        for (colour, rects) in self.papers.into_iter().chain(self.inks) {
            let path: String = merged(rects).iter().map(Rect::path).collect();
            let _ = writeln!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hex(colour));
        }
        for (colour, path) in self.rounds {
            let _ = writeln!(
                svg,
                "<path class=\"r\" fill=\"{}\" d=\"{path}\"/>",
                hex(colour)
            );
        }
        for ((colour, is_bold), runs) in self.texts {
            let bold = if is_bold { " font-weight=\"700\"" } else { "" };
            let _ = write!(svg, "<g fill=\"{}\"{bold}>", hex(colour));
            for run in runs {
                let (x, y) = (i32::from(run.x) * CELL.0, i32::from(run.y) * CELL.1 + 15);
                let length = i32::from(run.columns) * CELL.0;
                let text = run.text.replace('&', "&amp;").replace('<', "&lt;");
                let _ = write!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\">{text}</text>"
                );
            }
            svg.push_str("</g>\n");
        }
        svg
    }
}

/// A rectangle in parts of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rect {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

impl Rect {
    /// A part of a cell, in eighths of its width and sixteenths of its height.
    fn of(left: i32, top: i32, (x, y, width, height): (i32, i32, i32, i32)) -> Self {
        let (eighth, sixteenth) = (CELL.0 * PARTS / 8, CELL.1 * PARTS / 16);
        Self {
            x: left * PARTS + x * eighth,
            y: top * PARTS + y * sixteenth,
            width: width * eighth,
            height: height * sixteenth,
        }
    }

    fn moved(self, left: i32, top: i32) -> Self {
        let (x, y) = (self.x + left * PARTS, self.y + top * PARTS);
        Self { x, y, ..self }
    }

    fn path(&self) -> String {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(pixels);
        // A surface closes by itself.
        format!("M{x} {y}h{width}v{height}h-{width}")
    }
}

/// Joins rectangles that lie beside each other, then rows of the same width.
fn merged(mut rects: Vec<Rect>) -> Vec<Rect> {
    let join = |rects: Vec<Rect>, fits: fn(&Rect, &Rect) -> bool, grow: fn(&mut Rect, &Rect)| {
        let mut joined: Vec<Rect> = Vec::new();
        for rect in rects {
            match joined.last_mut() {
                Some(last) if fits(last, &rect) => grow(last, &rect),
                _ => joined.push(rect),
            }
        }
        joined
    };
    rects.sort_by_key(|rect| (rect.y, rect.height, rect.x));
    let mut rows = join(
        rects,
        |a, b| a.y == b.y && a.height == b.height && a.x + a.width == b.x,
        |a, b| a.width += b.width,
    );
    rows.sort_by_key(|rect| (rect.x, rect.width, rect.y));
    join(
        rows,
        |a, b| a.x == b.x && a.width == b.width && a.y + a.height == b.y,
        |a, b| a.height += b.height,
    )
}

/// The parts of a cell that a block element fills: left, top, width, height in eighths and sixteenths.
fn parts(glyph: char) -> Vec<(i32, i32, i32, i32)> {
    const UPPER_LEFT: (i32, i32, i32, i32) = (0, 0, 4, 8);
    const UPPER_RIGHT: (i32, i32, i32, i32) = (4, 0, 4, 8);
    const LOWER_LEFT: (i32, i32, i32, i32) = (0, 8, 4, 8);
    const LOWER_RIGHT: (i32, i32, i32, i32) = (4, 8, 4, 8);
    match glyph {
        '█' => vec![(0, 0, 8, 16)],
        '▀' => vec![(0, 0, 8, 8)],
        '▌' => vec![(0, 0, 4, 16)],
        '▐' => vec![(4, 0, 4, 16)],
        '▁'..='▇' => {
            let height = 2 * (glyph as i32 - '▁' as i32 + 1);
            vec![(0, 16 - height, 8, height)]
        }
        '▖' => vec![LOWER_LEFT],
        '▗' => vec![LOWER_RIGHT],
        '▘' => vec![UPPER_LEFT],
        '▝' => vec![UPPER_RIGHT],
        '▙' => vec![(0, 0, 4, 16), LOWER_RIGHT],
        '▟' => vec![(4, 0, 4, 16), LOWER_LEFT],
        '▛' => vec![(0, 0, 4, 16), UPPER_RIGHT],
        '▜' => vec![(4, 0, 4, 16), UPPER_LEFT],
        '▚' => vec![UPPER_LEFT, LOWER_RIGHT],
        '▞' => vec![UPPER_RIGHT, LOWER_LEFT],
        _ => Vec::new(),
    }
}

/// The lines of a box drawing character from the middle of the cell to its edges.
fn lines(glyph: char) -> Option<impl Iterator<Item = Rect>> {
    // Left, up, right, down: 1 for a thin line, 3 for a heavy one.
    let arms = match glyph {
        '─' => [1, 0, 1, 0],
        '│' => [0, 1, 0, 1],
        '┌' => [0, 0, 1, 1],
        '┐' => [1, 0, 0, 1],
        '└' => [0, 1, 1, 0],
        '┘' => [1, 1, 0, 0],
        '├' => [0, 1, 1, 1],
        '┤' => [1, 1, 0, 1],
        '┬' => [1, 0, 1, 1],
        '┴' => [1, 1, 1, 0],
        '┼' => [1, 1, 1, 1],
        '━' => [3, 0, 3, 0],
        '┃' => [0, 3, 0, 3],
        '┏' => [0, 0, 3, 3],
        '┓' => [3, 0, 0, 3],
        '┗' => [0, 3, 3, 0],
        '┛' => [3, 3, 0, 0],
        _ => return None,
    };
    let (width, height) = (CELL.0 * PARTS, CELL.1 * PARTS);
    let arm = move |(index, thickness): (usize, i32)| {
        let half = thickness * PARTS / 2;
        let (middle, level) = (width / 2, height / 2);
        let thickness = 2 * half;
        (thickness > 0).then_some(match index {
            0 => Rect {
                x: 0,
                y: level - half,
                width: middle + half,
                height: thickness,
            },
            1 => Rect {
                x: middle - half,
                y: 0,
                width: thickness,
                height: level + half,
            },
            2 => Rect {
                x: middle - half,
                y: level - half,
                width: middle + half,
                height: thickness,
            },
            _ => Rect {
                x: middle - half,
                y: level - half,
                width: thickness,
                height: level + half,
            },
        })
    };
    Some(arms.into_iter().enumerate().filter_map(arm))
}

/// A character that fonts have in many sizes, as a path around the middle of its cell.
fn round(glyph: char, x: i32, y: i32) -> Option<String> {
    let circle = |radius: &str, double: &str| {
        format!(
            "M{x} {y}m-{radius} 0a{radius} {radius} 0 1 0 {double} 0a{radius} {radius} 0 1 0-{double} 0z"
        )
    };
    Some(match glyph {
        '●' => circle("4.6", "9.2"),
        '○' => circle("4.6", "9.2") + &circle("3.2", "6.4"),
        '◉' => circle("4.6", "9.2") + &circle("3.4", "6.8") + &circle("2", "4"),
        '•' => circle("2.4", "4.8"),
        '◆' => format!("M{x} {y}m0-6l5 6l-5 6l-5-6z"),
        '▼' => format!("M{x} {y}m-5-4h10l-5 9z"),
        '▸' => format!("M{x} {y}m-3-5l7 5l-7 5z"),
        _ => return None,
    })
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A number of parts in pixels, as short as it can be written.
fn pixels(parts: i32) -> String {
    let text = format!("{}", f64::from(parts) / f64::from(PARTS));
    text.strip_prefix("0.")
        .map(|rest| format!(".{rest}"))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    fn drawn(text: &str, style: Style) -> String {
        let mut buffer = Buffer::with_lines([text]);
        buffer.set_style(buffer.area, style);
        draw(cells(&buffer), &DARK, false)
    }

    #[test]
    fn neighbours_of_one_colour_are_one_shape() {
        let svg = drawn("▄▄█▄", Style::new().fg(Color::Rgb(1, 2, 3)));
        assert_eq!(
            svg,
            "<path fill=\"#010203\" d=\"M0 10h20v10h-20M20 0h10v20h-10M30 10h10v10h-10\"/>\n"
        );
        let rows = Buffer::with_lines(["██", "██"]);
        assert!(draw(cells(&rows), &DARK, false).contains("d=\"M0 0h20v40h-20\""));
    }

    #[test]
    fn text_fills_its_columns_and_is_no_markup() {
        let svg = drawn(" a<b  &", Style::new().bold());
        assert!(svg.contains("x=\"10\" y=\"15\" textLength=\"30\""), "{svg}");
        assert!(
            svg.contains(">a&lt;b</text>") && svg.contains("x=\"60\""),
            "{svg}"
        );
        assert!(
            svg.contains(">&amp;</text>") && svg.contains("font-weight=\"700\""),
            "{svg}"
        );
    }

    #[test]
    fn reverse_exchanges_and_dim_goes_towards_the_ground() {
        let svg = drawn("x", Style::new().reversed());
        assert!(
            svg.contains("fill=\"#dcdfe6\" d=\"M0 0h10v20h-10\""),
            "{svg}"
        );
        assert!(svg.contains("<g fill=\"#18181c\">"), "{svg}");
        let svg = drawn("x", Style::new().dim().fg(Color::Rgb(255, 255, 255)));
        assert!(svg.contains("<g fill=\"#a2a2a4\">"), "{svg}");
    }
}
