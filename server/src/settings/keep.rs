//! The setting of how long finished games are kept: a time, or for ever.

use protocol::millis::Millis;

use crate::console::Span;

/// Name of the setting.
pub(super) const KEEP: &str = "keep";

pub(super) const REASON: &str = "Time for which games that ended are kept, such as 90d, 12h or forever; older ones are \
    deleted with their events. Nobody loses a game by default, and one takes some 700 bytes: see `ctl stats`. A room \
    that somebody is in stays, and none is deleted before it has left memory.";

/// Word for no end.
const FOREVER: &str = "forever";

/// Reads a time, or that there is none.
pub(super) fn parse(text: &str) -> Result<Option<Millis>, String> {
    if text == FOREVER {
        return Ok(None);
    }
    let span = text.parse::<Span>().ok();
    let span = span.filter(|Span(span)| *span > Millis::ZERO);
    let Span(span) = span
        .ok_or_else(|| format!("{text:?} is no time to keep games; write 90d, 12h or {FOREVER}"))?;
    Ok(Some(span))
}

/// Returns the text of a time, from which the same one is read.
pub(super) fn text(keep: Option<Millis>) -> String {
    let Some(keep) = keep else {
        return FOREVER.to_owned();
    };
    let seconds = keep.as_millis() / 1000;
    let units = [("d", 86_400), ("h", 3600), ("m", 60)];
    let unit = units.into_iter().find(|(_, size)| seconds % size == 0);
    let (unit, size) = unit.unwrap_or(("s", 1));
    format!("{}{unit}", seconds / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_it_is_written() {
        for text_in in ["forever", "90d", "12h", "36h", "90s", "7m"] {
            assert_eq!(text(parse(text_in).unwrap()), text_in);
        }
        assert_eq!(parse("1d"), Ok(Some(Millis::from_secs(86_400))));
        for wrong in ["", "0d", "90", "never", "-1d"] {
            assert!(parse(wrong).unwrap_err().contains("forever"), "{wrong}");
        }
    }
}
