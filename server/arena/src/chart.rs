//! A line chart as SVG: points over a linear axis and a logarithmic one.

use std::ops::Range;

use plotters::prelude::*;

/// A chart.
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
    /// In order of x. Values of y that are not positive have no logarithm and are drawn at the bottom.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Width and height in pixels.
const SIZE: (u32, u32) = (860, 520);

/// Font of every text but the title; sizes are in points of 0.8 pixels.
const LABELS: (&str, u32) = ("sans-serif", 16);

/// The palette of Okabe and Ito, whose colours stay apart for people who see few of them, without its yellow, which
/// is hard to see on white.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    BLACK,
];

impl Chart {
    /// The chart as a file.
    pub(crate) fn to_svg(&self) -> String {
        let mut svg = String::new();
        self.draw(SVGBackend::with_string(&mut svg, SIZE))
            .expect("writing into a string cannot fail");
        svg
    }

    fn draw<B: DrawingBackend>(
        &self,
        backend: B,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let area = backend.into_drawing_area();
        area.fill(&WHITE)?;
        let (xs, ys) = self.ranges();
        let bottom = ys.start;
        let mut chart = ChartBuilder::on(&area)
            .caption(&self.title, ("sans-serif", 21))
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(64)
            // Rounding would leave out the label of the lowest power without a little more room.
            .build_cartesian_2d(xs, (bottom * 0.999..ys.end).log_scale())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(LABELS)
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_label_formatter(&f64::to_string)
            .y_label_formatter(&f64::to_string)
            .draw()?;
        for (series, colour) in self.series.iter().zip(COLOURS.into_iter().cycle()) {
            let points = series.points.iter().map(|(x, y)| (*x, y.max(bottom)));
            chart
                .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
                .label(&series.name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(3))
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font(LABELS)
            .background_style(WHITE.mix(0.8))
            .draw()?;
        area.present()
    }

    /// Range of the x values, and the powers of ten that enclose the positive y values.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (first, last) = bounds(points().map(|point| point.0)).unwrap_or((0.0, 1.0));
        let positive = points().map(|point| point.1).filter(|y| *y > 0.0);
        let (least, most) = bounds(positive).unwrap_or((1.0, 1.0));
        let low = least.log10().floor() as i32;
        // At least one power apart, or there is no axis.
        let high = (most.log10().ceil() as i32).max(low + 1);
        (
            first..last.max(first + 1.0),
            10_f64.powi(low)..10_f64.powi(high),
        )
    }
}

/// The least and the greatest value.
fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |bounds, value| {
        let (low, high) = bounds.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(series: Vec<Series>) -> Chart {
        Chart {
            title: "Time <of> this & that".to_owned(),
            x_label: "move".to_owned(),
            y_label: "ms".to_owned(),
            series,
        }
    }

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        Series {
            name: name.to_owned(),
            points: points.to_vec(),
        }
    }

    /// Texts of the chart.
    fn texts(svg: &str) -> Vec<&str> {
        let ends = svg.match_indices("</text>").map(|(at, _)| at);
        ends.map(|end| {
            let before = &svg[..end];
            before[before.rfind('>').unwrap() + 1..].trim()
        })
        .collect()
    }

    #[test]
    fn every_line_is_drawn_and_named() {
        let svg = chart(vec![
            series("minimax:2", &[(1.0, 0.01), (2.0, 0.02)]),
            series("minimax:8", &[(1.0, 12.0), (2.0, 250.0)]),
        ])
        .to_svg();
        for colour in ["#0072B2", "#E69F00"] {
            let lines = svg.lines().filter(|line| line.starts_with("<polyline"));
            // The line itself, and its sample in the legend.
            assert_eq!(
                lines.filter(|line| line.contains(colour)).count(),
                2,
                "{svg}"
            );
        }
        let texts = texts(&svg);
        for text in ["minimax:2", "minimax:8", "move", "ms"] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        // The y axis runs from the power of ten below the least value to the one above the greatest.
        for power in ["0.01", "0.1", "1", "10", "100", "1000"] {
            assert!(texts.contains(&power), "{power}: {texts:?}");
        }
    }

    #[test]
    fn what_has_no_logarithm_is_drawn_at_the_bottom() {
        let chart_with_zero = chart(vec![series("", &[(1.0, 0.0), (2.0, 5.0)])]);
        assert_eq!(chart_with_zero.ranges(), (1.0..2.0, 1.0..10.0));
        assert!(!chart_with_zero.to_svg().contains("NaN"));
        for empty in [vec![], vec![series("none", &[])]] {
            assert!(!chart(empty).to_svg().contains("NaN"));
        }
    }

    #[test]
    fn text_cannot_break_the_file() {
        let svg = chart(vec![series("<b>", &[(1.0, 1.0)])]).to_svg();
        assert!(svg.contains("Time &lt;of&gt; this &amp; that"), "{svg}");
        assert!(svg.contains("&lt;b&gt;"), "{svg}");
    }
}
