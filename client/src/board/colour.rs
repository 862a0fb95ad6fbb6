//! Colours as numbers: mixing, and the nearest of the 256 colours of a terminal.

use ratatui::style::Color;

/// A colour with eight bits a channel, in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rgb(pub(crate) [u8; 3]);

impl Rgb {
    pub(super) const BLACK: Self = Self([0; 3]);
    pub(super) const WHITE: Self = Self([255; 3]);

    /// Reads `#RRGGBB`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Self([red, green, blue]))
    }

    /// The colour on the way to another one: 0 is this one, 1 the other.
    pub(super) fn mix(self, other: Self, part: f32) -> Self {
        let channel = |index: usize| {
            let (from, to) = (f32::from(self.0[index]), f32::from(other.0[index]));
            (from + (to - from) * part).round() as u8
        };
        Self([channel(0), channel(1), channel(2)])
    }

    /// Lightness and two opponent colours in Oklab, where equal distances look equally large.
    ///
    /// Source: B. Ottosson, "A perceptual color space for image processing", 2020.
    pub(super) fn oklab(self) -> [f32; 3] {
        oklab(self.linear())
    }

    /// The channels in proportion to the light that they give.
    pub(super) fn linear(self) -> [f32; 3] {
        self.0.map(|channel| {
            let channel = f32::from(channel) / 255.0;
            if channel <= 0.040_45 {
                channel / 12.92
            } else {
                ((channel + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Contrast with another colour, from 1 to 21.
    ///
    /// Source: Web Content Accessibility Guidelines 2.2, "contrast ratio".
    pub(super) fn contrast(self, other: Self) -> f32 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(two) / one.min(two)
    }

    fn luminance(self) -> f32 {
        let [red, green, blue] = self.linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Distance in Oklab, times 100.
    pub(super) fn distance(self, other: Self) -> f32 {
        distance(self.oklab(), other.oklab())
    }

    /// The colour that xterm shows for an index from 16 on. Those below differ from terminal to terminal.
    pub(super) fn from_xterm(index: u8) -> Self {
        const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match index.checked_sub(16) {
            None => Self::BLACK,
            Some(_) if index >= 232 => Self([8 + 10 * (index - 232); 3]),
            Some(at) => Self([at / 36, at / 6 % 6, at % 6].map(|part| CUBE[usize::from(part)])),
        }
    }

    /// The index of the nearest colour that every terminal with 256 colours shows alike.
    pub(super) fn nearest_xterm(self) -> u8 {
        let mut best = (f32::MAX, 16);
        for index in 16..=255 {
            let distance = self.distance(Self::from_xterm(index));
            if distance < best.0 {
                best = (distance, index);
            }
        }
        best.1
    }
}

/// Distance of two colours in Oklab, times 100.
pub(super) fn distance(one: [f32; 3], two: [f32; 3]) -> f32 {
    let squares = (0..3).map(|index| (one[index] - two[index]).powi(2));
    100.0 * squares.sum::<f32>().sqrt()
}

/// Oklab of channels in proportion to light.
pub(super) fn oklab([r, g, b]: [f32; 3]) -> [f32; 3] {
    let l = (0.412_221_46 * r + 0.536_332_55 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// The named colour with a number from 0 to 15.
pub(super) fn named(index: u8) -> Color {
    const NAMED: [Color; 16] = [
        Color::Black,
        Color::Red,
        Color::Green,
        Color::Yellow,
        Color::Blue,
        Color::Magenta,
        Color::Cyan,
        Color::Gray,
        Color::DarkGray,
        Color::LightRed,
        Color::LightGreen,
        Color::LightYellow,
        Color::LightBlue,
        Color::LightMagenta,
        Color::LightCyan,
        Color::White,
    ];
    NAMED[usize::from(index % 16)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_a_terminal_are_their_own_nearest() {
        // 16 and 231 have equals in the row of greys and in the cube.
        for index in 17..=230 {
            assert_eq!(Rgb::from_xterm(index).nearest_xterm(), index);
        }
        assert_eq!(Rgb::read("#142E82"), Some(Rgb([0x14, 0x2E, 0x82])));
        for wrong in ["142E82", "#142E8", "#142E8G", "", "#é12345"] {
            assert_eq!(Rgb::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn half_way_is_half_way() {
        assert_eq!(Rgb::BLACK.mix(Rgb::WHITE, 0.5), Rgb([128; 3]));
        assert_eq!(Rgb::BLACK.mix(Rgb::WHITE, 1.0), Rgb::WHITE);
    }
}
