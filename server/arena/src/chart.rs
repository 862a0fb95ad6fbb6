//! A line chart as SVG: points over a linear axis and a logarithmic one.
//!
//! Written by hand, since all it takes is lines, text and two scales. The colours stay apart for people
//! who see few of them.

use std::fmt::Write;

/// What is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) series: Vec<Series>,
}

/// A line of the chart.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// In order of x. On a logarithmic axis only positive values have a place; others are drawn at the bottom.
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 64.0;

/// The palette of Okabe and Ito without its yellow, which white paper swallows.
const COLOURS: [&str; 7] = [
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#000000",
];

/// Moves between two marks of the x axis.
const X_STEP: f64 = 5.0;

impl Chart {
    /// The chart as a file.
    pub(crate) fn to_svg(&self) -> String {
        let scales = Scales::of(&self.series);
        let mut svg = String::new();
        // Writing into a string cannot fail.
        let _ = self.draw(&scales, &mut svg);
        svg
    }

    fn draw(&self, scales: &Scales, svg: &mut String) -> std::fmt::Result {
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">"
        )?;
        writeln!(svg, "<title>{}</title>", escaped(&self.title))?;
        writeln!(
            svg,
            "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>"
        )?;
        writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"30\" font-size=\"17\">{}</text>",
            escaped(&self.title)
        )?;
        self.draw_axes(scales, svg)?;
        for (at, series) in self.series.iter().enumerate() {
            let colour = COLOURS[at % COLOURS.len()];
            draw_series(series, colour, scales, svg)?;
            draw_legend(series, colour, at, svg)?;
        }
        writeln!(svg, "</svg>")
    }

    fn draw_axes(&self, scales: &Scales, svg: &mut String) -> std::fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for power in scales.low..=scales.high {
            let y = scales.y(10_f64.powi(power));
            writeln!(
                svg,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>"
            )?;
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.0,
                decimal(power)
            )?;
        }
        let mut mark = (scales.first / X_STEP).ceil() * X_STEP;
        while mark <= scales.last {
            let x = scales.x(mark);
            writeln!(
                svg,
                "<line x1=\"{x:.1}\" y1=\"{bottom}\" x2=\"{x:.1}\" y2=\"{}\" stroke=\"#222\"/>",
                bottom + 5.0
            )?;
            writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
                bottom + 20.0
            )?;
            mark += X_STEP;
        }
        writeln!(
            svg,
            "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" fill=\"none\" stroke=\"#222\"/>"
        )?;
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            f64::midpoint(LEFT, right),
            HEIGHT - 18.0,
            escaped(&self.x_label)
        )?;
        let middle = f64::midpoint(TOP, bottom);
        writeln!(
            svg,
            "<text x=\"22\" y=\"{middle}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 22 {middle})\">{}</text>",
            escaped(&self.y_label)
        )
    }
}

fn draw_series(
    series: &Series,
    colour: &str,
    scales: &Scales,
    svg: &mut String,
) -> std::fmt::Result {
    let points: Vec<String> = series
        .points
        .iter()
        .map(|(x, y)| format!("{:.1},{:.1}", scales.x(*x), scales.y(*y)))
        .collect();
    writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
         stroke-linejoin=\"round\"/>",
        points.join(" ")
    )
}

fn draw_legend(series: &Series, colour: &str, at: usize, svg: &mut String) -> std::fmt::Result {
    let (x, y) = (WIDTH - RIGHT + 20.0, TOP + 12.0 + 22.0 * at as f64);
    writeln!(
        svg,
        "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"3\"/>",
        x + 22.0
    )?;
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\">{}</text>",
        x + 30.0,
        y + 4.0,
        escaped(&series.name)
    )
}

/// From values to places on the paper.
struct Scales {
    first: f64,
    last: f64,
    /// Powers of ten that bound the y axis.
    low: i32,
    high: i32,
}

impl Scales {
    fn of(series: &[Series]) -> Self {
        let points = || series.iter().flat_map(|series| &series.points);
        let bounds = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(None, |bounds: Option<(f64, f64)>, value| {
                let (low, high) = bounds.unwrap_or((value, value));
                Some((low.min(value), high.max(value)))
            })
        };
        let (first, last) = bounds(&mut points().map(|point| point.0)).unwrap_or((0.0, 1.0));
        let (least, most) =
            bounds(&mut points().map(|point| point.1).filter(|y| *y > 0.0)).unwrap_or((1.0, 1.0));
        let low = least.log10().floor() as i32;
        // At least one power apart, or there is no axis.
        let high = (most.log10().ceil() as i32).max(low + 1);
        Self {
            first,
            last: last.max(first + 1.0),
            low,
            high,
        }
    }

    fn x(&self, value: f64) -> f64 {
        let share = (value - self.first) / (self.last - self.first);
        LEFT + share * (WIDTH - RIGHT - LEFT)
    }

    fn y(&self, value: f64) -> f64 {
        let low = f64::from(self.low);
        let power = if value > 0.0 { value.log10() } else { low };
        let share = (power - low) / (f64::from(self.high) - low);
        HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
    }
}

/// A power of ten in digits.
fn decimal(power: i32) -> String {
    match power {
        ..0 => format!("{:.*}", power.unsigned_abs() as usize, 10_f64.powi(power)),
        _ => format!("{:.0}", 10_f64.powi(power)),
    }
}

/// Text as XML takes it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(series: Vec<Series>) -> String {
        Chart {
            title: "Time <of> this & that".to_owned(),
            x_label: "move".to_owned(),
            y_label: "ms".to_owned(),
            series,
        }
        .to_svg()
    }

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        Series {
            name: name.to_owned(),
            points: points.to_vec(),
        }
    }

    #[test]
    fn every_line_is_drawn_and_named() {
        let svg = chart(vec![
            series("minimax:2", &[(1.0, 0.01), (2.0, 0.02)]),
            series("minimax:8", &[(1.0, 12.0), (2.0, 250.0)]),
        ]);
        assert_eq!(svg.matches("<polyline").count(), 2);
        for name in ["minimax:2", "minimax:8", "move", "ms"] {
            assert_eq!(svg.matches(&format!(">{name}</text>")).count(), 1, "{name}");
        }
        // The y axis runs from the power of ten below the least value to the one above the greatest.
        for power in ["0.01", "0.1", "1", "10", "100", "1000"] {
            assert!(svg.contains(&format!("\">{power}</text>")), "{power}");
        }
    }

    #[test]
    fn ten_times_as_much_is_always_as_far_up() {
        let scales = Scales::of(&[series("", &[(1.0, 0.1), (10.0, 1000.0)])]);
        assert!((scales.y(0.1) - (HEIGHT - BOTTOM)).abs() < 1e-9);
        assert!((scales.y(1000.0) - TOP).abs() < 1e-9);
        let (one, ten) = (
            scales.y(0.1) - scales.y(1.0),
            scales.y(1.0) - scales.y(10.0),
        );
        assert!((one - ten).abs() < 1e-9 && one > 0.0);
    }

    #[test]
    fn what_has_no_logarithm_is_drawn_at_the_bottom() {
        let scales = Scales::of(&[series("", &[(1.0, 0.0), (2.0, 5.0)])]);
        assert!((scales.y(0.0) - (HEIGHT - BOTTOM)).abs() < 1e-9);
        for empty in [vec![], vec![series("none", &[])]] {
            assert!(!chart(empty).contains("NaN"));
        }
    }

    #[test]
    fn text_cannot_break_the_file() {
        let svg = chart(vec![series("<b>", &[(1.0, 1.0)])]);
        assert!(svg.contains("Time &lt;of&gt; this &amp; that"));
        assert!(svg.contains("&lt;b&gt;"));
    }
}
