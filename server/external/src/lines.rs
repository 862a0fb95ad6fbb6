//! Lines of bounded length, so that a line without an end costs no memory.

use std::io::{self, BufRead};

/// The longest line that is kept, in bytes. Real ones have less than a hundred.
pub(crate) const MAX_LINE: usize = 64 * 1024;

/// A line, where it is not too long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end and the blanks around it; what is no text is replaced.
    Text(String),
    /// More than [`MAX_LINE`]; what follows in the stream is the rest of it.
    TooLong,
}

/// Reads the next line, which may end with LF, CR or both; an empty line follows the CR of both. None at the end of the
/// stream.
///
/// # Errors
///
/// The stream cannot be read.
pub(crate) fn next(stream: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let (mut begun, mut too_long) = (false, false);
    loop {
        let (used, ended) = {
            let chunk = match stream.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            let end = chunk.iter().position(|&byte| matches!(byte, b'\r' | b'\n'));
            let text = &chunk[..end.unwrap_or(chunk.len())];
            too_long |= line.len() + text.len() > MAX_LINE;
            if !too_long {
                line.extend_from_slice(text);
            }
            (end.map_or(chunk.len(), |end| end + 1), end.is_some())
        };
        stream.consume(used);
        begun = true;
        // The rest of an endless line is not read: it would never end.
        if ended || too_long {
            break;
        }
    }
    Ok(match (begun, too_long) {
        (false, _) => None,
        (true, true) => Some(Line::TooLong),
        (true, false) => Some(Line::Text(String::from_utf8_lossy(&line).trim().to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, repeat};

    use super::*;

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lines_end_with_a_line_feed_or_a_carriage_return_or_both_and_at_the_end() {
        let mut stream = BufReader::with_capacity(4, &b"OK\r\n\n7,7 \n7,8\r7,9\rBYE\xff"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next(&mut stream).unwrap() {
            lines.push(line);
        }
        lines.retain(|line| *line != text(""));
        assert_eq!(lines, ["OK", "7,7", "7,8", "7,9", "BYE\u{fffd}"].map(text));
    }

    #[test]
    fn a_line_without_an_end_is_given_up() {
        let mut stream = BufReader::new(repeat(b'x'));
        assert_eq!(next(&mut stream).unwrap(), Some(Line::TooLong));
        let long = [vec![b'x'; MAX_LINE], b"\nOK\n".to_vec()].concat();
        let mut stream = BufReader::new(&long[..]);
        assert!(
            matches!(next(&mut stream).unwrap(), Some(Line::Text(line)) if line.len() == MAX_LINE)
        );
        assert_eq!(next(&mut stream).unwrap(), Some(text("OK")));
    }
}
