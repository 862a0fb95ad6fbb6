//! The form in which the game of a room is stored, apart from the one that travels.

use std::ops::Deref;

use bincode::de::Decoder;
use bincode::enc::Encoder;
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};
use protocol::id::Seed;
use protocol::rules::Variant;
use protocol::spec::{ClockSpec, GameSpec, Grace, OpeningRule, Pace, Repeat, ThinkTime};

/// A [`GameSpec`] in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSpec(GameSpec);

impl From<GameSpec> for StoredSpec {
    fn from(spec: GameSpec) -> Self {
        Self(spec)
    }
}

impl Deref for StoredSpec {
    type Target = GameSpec;

    fn deref(&self) -> &GameSpec {
        &self.0
    }
}

/// The bytes, as they always were.
#[derive(Encode, Decode)]
struct Packed {
    variant: Variant,
    clock: Option<ClockSpec>,
    listed: bool,
    /// Bits. What was stored before there was a bit is read as without it.
    flags: u8,
    spectators: bool,
    pace: Pace,
    repeat: Repeat,
    /// The default where nobody said it, and `THINK_TIME` where somebody said the default.
    think_time: ThinkTime,
    seed: Option<Seed>,
}

const TAKEBACKS: u8 = 1;
const HINTS: u8 = 2;
const THINK_TIME: u8 = 4;
const OPEN_THOUGHTS: u8 = 8;
/// A grace follows behind the other fields.
const GRACE: u8 = 16;
/// A rule of the opening follows behind the other fields.
const OPENING: u8 = 32;
const FLAGS: u8 = TAKEBACKS | HINTS | THINK_TIME | OPEN_THOUGHTS | GRACE | OPENING;

impl Encode for StoredSpec {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let spec = &self.0;
        let says_default = spec.think_time == Some(ThinkTime::default());
        Packed {
            variant: spec.variant,
            clock: spec.clock,
            listed: spec.listed,
            flags: TAKEBACKS * u8::from(spec.takebacks)
                + HINTS * u8::from(spec.hints)
                + THINK_TIME * u8::from(says_default)
                + OPEN_THOUGHTS * u8::from(spec.open_thoughts)
                + GRACE * u8::from(spec.grace.is_some())
                + OPENING * u8::from(spec.opening.is_some()),
            spectators: spec.spectators,
            pace: spec.pace,
            repeat: spec.repeat,
            think_time: spec.think_time.unwrap_or_default(),
            seed: spec.seed,
        }
        .encode(encoder)?;
        if let Some(grace) = spec.grace {
            grace.encode(encoder)?;
        }
        if let Some(opening) = spec.opening {
            opening.encode(encoder)?;
        }
        Ok(())
    }
}

impl<C> Decode<C> for StoredSpec {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let packed = Packed::decode(decoder)?;
        let has = |flag| packed.flags & flag != 0;
        if packed.flags > FLAGS {
            return Err(DecodeError::OtherString(format!(
                "{} has unknown flags of a game; {FLAGS} has all that are known",
                packed.flags
            )));
        }
        let says_time = has(THINK_TIME) || packed.think_time != ThinkTime::default();
        let grace = if has(GRACE) {
            Some(Grace::decode(decoder)?)
        } else {
            None
        };
        let opening = if has(OPENING) {
            Some(OpeningRule::decode(decoder)?)
        } else {
            None
        };
        Ok(Self(GameSpec {
            variant: packed.variant,
            clock: packed.clock,
            listed: packed.listed,
            takebacks: has(TAKEBACKS),
            hints: has(HINTS),
            spectators: packed.spectators,
            pace: packed.pace,
            repeat: packed.repeat,
            think_time: says_time.then_some(packed.think_time),
            seed: packed.seed,
            open_thoughts: has(OPEN_THOUGHTS),
            grace,
            opening,
        }))
    }
}

bincode::impl_borrow_decode!(StoredSpec);

#[cfg(test)]
mod tests {
    use bincode::config;

    use super::*;

    fn pack(spec: GameSpec) -> Vec<u8> {
        bincode::encode_to_vec(StoredSpec::from(spec), config::standard()).unwrap()
    }

    fn unpack(bytes: &[u8]) -> Result<GameSpec, DecodeError> {
        let read: (StoredSpec, _) = bincode::decode_from_slice(bytes, config::standard())?;
        Ok(read.0.0)
    }

    fn plain() -> GameSpec {
        GameSpec::new(Variant::named("connect-four").unwrap())
    }

    /// The name and its length, no clock, listed; then the flags.
    const AT: usize = "connect-four".len() + 3;

    #[test]
    fn what_was_stored_before_there_was_a_flag_is_read_as_without_it() {
        for flags in 0..64 {
            let spec = GameSpec {
                takebacks: flags & TAKEBACKS != 0,
                hints: flags & HINTS != 0,
                think_time: (flags & THINK_TIME != 0).then(ThinkTime::default),
                open_thoughts: flags & OPEN_THOUGHTS != 0,
                grace: (flags & GRACE != 0).then_some(Grace::MAX),
                opening: (flags & OPENING != 0).then_some(OpeningRule::Swap2),
                ..plain()
            };
            let bytes = pack(spec.clone());
            assert_eq!(bytes[AT], flags);
            assert_eq!(unpack(&bytes).unwrap(), spec);
        }
        let mut bytes = pack(plain());
        bytes[AT] = 64;
        assert!(unpack(&bytes).is_err());
    }

    #[test]
    fn every_time_to_think_comes_back_as_it_was_said() {
        for said in [None, Some(10), Some(9_999), Some(10_000), Some(10_001)] {
            let spec = GameSpec {
                think_time: said.map(|time| ThinkTime::new(time).unwrap()),
                ..plain()
            };
            let bytes = pack(spec.clone());
            assert_eq!(unpack(&bytes).unwrap(), spec);
        }
    }
}
