//! Counts the frames in the bytes of a WebSocket, without looking into them.

/// The place in a stream of frames.
#[derive(Debug, Default)]
pub(super) struct FrameCounter {
    /// Header as far as it has come.
    header: [u8; 14],
    filled: usize,
    /// Bytes of the payload that are to come.
    payload: u64,
}

impl FrameCounter {
    /// Returns the number of frames that begin in these bytes, whose predecessors were counted before.
    pub(super) fn count(&mut self, mut bytes: &[u8]) -> u64 {
        let mut frames = 0;
        while !bytes.is_empty() {
            if self.payload > 0 {
                let skipped = bytes
                    .len()
                    .min(usize::try_from(self.payload).unwrap_or(usize::MAX));
                self.payload -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            frames += u64::from(self.filled == 0);
            self.header[self.filled] = bytes[0];
            self.filled += 1;
            bytes = &bytes[1..];
            if self.filled >= 2 && self.filled == self.header_length() {
                self.payload = self.payload_length();
                self.filled = 0;
            }
        }
        frames
    }

    /// Returns the length of a header of which two bytes are here.
    fn header_length(&self) -> usize {
        let extended = match self.header[1] & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if self.header[1] & 0x80 == 0 { 0 } else { 4 };
        2 + extended + mask
    }

    /// Returns the length in a header that is whole.
    fn payload_length(&self) -> u64 {
        let number = |bytes: &[u8]| {
            let bytes = bytes.iter();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        match self.header[1] & 0x7f {
            126 => number(&self.header[2..4]),
            127 => number(&self.header[2..10]),
            length => length.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame with a payload of this length.
    fn frame(length: usize, masked: bool) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut frame = vec![0x82];
        match length {
            0..126 => frame.push(mask + length as u8),
            126..0x1_0000 => {
                frame.push(mask + 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(mask + 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0xff; 4].iter().take(if masked { 4 } else { 0 }));
        frame.resize(frame.len() + length, 0x82);
        frame
    }

    #[test]
    fn frames_of_every_length_are_counted_however_they_are_cut() {
        let mut bytes = Vec::new();
        for masked in [true, false] {
            for length in [0, 1, 125, 126, 127, 65_535, 65_536, 0] {
                bytes.extend(frame(length, masked));
            }
        }
        for size in [1, 2, 3, 7, 2048, bytes.len()] {
            let mut counter = FrameCounter::default();
            let counts = bytes.chunks(size).map(|chunk| counter.count(chunk));
            assert_eq!(counts.sum::<u64>(), 16, "{size}");
        }
    }

    #[test]
    fn the_longest_length_ends_nothing() {
        let mut counter = FrameCounter::default();
        let mut bytes = vec![0x82, 0x7f];
        bytes.extend([0xff; 8]);
        bytes.extend([0; 5000]);
        assert_eq!(counter.count(&bytes), 1);
        assert_eq!(counter.count(&[0; 5000]), 0);
    }
}
