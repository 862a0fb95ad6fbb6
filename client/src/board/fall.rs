//! A disc that falls: nine pictures of 20 ms, whatever the distance.

use protocol::millis::Millis;
use protocol::side::Side;

use super::gravity::Tier;

/// The time of a picture.
pub(crate) const FRAME: Millis = Millis::from_millis(20);

/// Pictures of a fall; the last one is the disc at rest.
pub(crate) const FRAMES: u8 = 9;

/// The picture in which the disc is at the bottom for the first time.
const BOTTOM: u8 = 6;

/// The centre of a disc in a picture, below the upper edge of the first hole, in hundredths of a unit.
///
/// It falls faster and faster, springs back by 0.18 of a hole once, and rests.
pub(crate) fn centre(tier: Tier, from_top: u16, picture: u8) -> i32 {
    let (start, end) = (tier.waiting_centre(), tier.centre(from_top));
    match picture {
        0..=BOTTOM => {
            let part = i32::from(picture).pow(2);
            start + (end - start) * part / i32::from(BOTTOM).pow(2)
        }
        7 => end - i32::from(tier.halves) * 18,
        _ => end,
    }
}

/// The moving parts of the board in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moving {
    /// A disc on its way down, with the picture of its fall.
    pub fall: Option<(Fall, u8)>,
    /// The number of stones of the winning line that are lit already; none where all are.
    pub lit: Option<usize>,
}

impl Moving {
    /// True where the next picture differs.
    pub fn is_under_way(self) -> bool {
        self.fall.is_some() || self.lit.is_some()
    }

    /// The part of a winning line that is lit.
    pub(crate) fn part_of<T>(self, line: &[T]) -> &[T] {
        let lit = self.lit.unwrap_or(line.len());
        &line[..lit.min(line.len())]
    }
}

/// A winning line whose stones are lit one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lighting {
    /// The number of its stones.
    pub(crate) stones: usize,
    /// The time at which the game was over.
    pub(crate) began: Millis,
}

/// The time of a whole fall, after which the first stone of a winning line is lit.
const FALL: Millis = Millis::from_millis(FRAME.as_millis() * FRAMES as u64);

/// The time from one stone of a winning line to the next: four are lit within half a second.
const STEP: Millis = Millis::from_millis(110);

impl Lighting {
    /// The number of stones that are lit at a time; none once all are.
    pub(crate) fn lit(&self, now: Millis) -> Option<usize> {
        let since = (now - self.began) - FALL;
        let lit = match since {
            Millis::ZERO => 0,
            since => (since.as_millis() / STEP.as_millis()) as usize,
        };
        (lit < self.stones).then_some(lit)
    }
}

/// A disc on its way down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fall {
    /// The cell in which it comes to rest.
    pub square: protocol::square::Square,
    /// The side that played it.
    pub side: Side,
    /// The time at which it was let go.
    pub began: Millis,
}

impl Fall {
    /// The picture to show at a time; `None` once the disc rests.
    pub(crate) fn picture(&self, now: Millis) -> Option<u8> {
        let picture = (now - self.began).as_millis() / FRAME.as_millis();
        u8::try_from(picture)
            .ok()
            .filter(|&picture| picture < FRAMES - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Depth;
    use crate::board::gravity::tiers;

    #[test]
    fn a_disc_falls_faster_and_faster_springs_back_once_and_rests() {
        for tier in tiers(Depth::True) {
            for from_top in 0..20 {
                let places: Vec<_> = (0..FRAMES)
                    .map(|picture| centre(tier, from_top, picture))
                    .collect();
                let steps: Vec<_> = places.windows(2).map(|two| two[1] - two[0]).collect();
                assert!(steps[..6].is_sorted(), "{places:?}");
                assert!(steps[..6].iter().all(|&step| step >= 0), "{places:?}");
                assert!(steps[6] < 0 && steps[7] == -steps[6], "{places:?}");
                assert_eq!(places[8], tier.centre(from_top));
            }
        }
    }

    #[test]
    fn a_fall_is_over_after_eight_pictures() {
        let fall = Fall {
            square: "d1".parse().unwrap(),
            side: Side::First,
            began: Millis::from_millis(1000),
        };
        for (now, picture) in [
            (1000, Some(0)),
            (1019, Some(0)),
            (1159, Some(7)),
            (1160, None),
            // The last one whose number fits.
            (6100, None),
            (6120, None),
        ] {
            assert_eq!(fall.picture(Millis::from_millis(now)), picture, "{now}");
        }
    }
}
