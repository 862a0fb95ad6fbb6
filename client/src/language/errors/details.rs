//! Details of refusals, which travel in the English words of the server.
//!
//! Those of today's server are said in the language in force. A detail that is not known here, of a later release or
//! of another server, is shown as it came.

use crate::say;

/// Says what is full or used up.
pub(super) fn full_of(what: &str) -> String {
    let count = |before: &str, after: &str| between(what, before, after)?.parse::<u32>().ok();
    if let Some(count) = count("", " rooms are open") {
        say!("refusals-full-rooms", count = count)
    } else if let Some(count) = count("", " games were played in this room") {
        say!("refusals-full-games", count = count)
    } else if let Some(count) = count("", " lines were said in this game") {
        say!("refusals-full-chat", count = count)
    } else if let Some(count) = count("the seats of this room were given up ", " times") {
        say!("refusals-full-seats", count = count)
    } else {
        match what {
            "no room code is free" => say!("refusals-full-codes"),
            "every place is taken but for those who come back to their seat" => {
                say!("refusals-full-places")
            }
            other => other.to_owned(),
        }
    }
}

/// Says of what a person may have no more.
pub(super) fn limited(limit: &str) -> String {
    match limit {
        "seats in rooms of others" => say!("refusals-limit-seats"),
        "unfinished rooms" => say!("refusals-limit-rooms"),
        "bots in unfinished rooms" => say!("refusals-limit-bots"),
        "people sent out of a room" => say!("refusals-limit-sent-out"),
        "decisions about a room in one game" => say!("refusals-limit-decisions"),
        "rooms watched" => say!("refusals-limit-watched"),
        "names muted" => say!("refusals-limit-muted"),
        other => other.to_owned(),
    }
}

/// Says what is wrong with a room that was to be opened.
pub(super) fn problem_said(problem: &str) -> String {
    match problem {
        "both seats are yours; leave one open for somebody else, or seat a bot there" => {
            say!("refusals-both-seats-yours")
        }
        "a seat is for whoever opens the room, which is nobody; leave it open, or seat a bot there" =>
        {
            say!("refusals-seat-of-nobody")
        }
        "you would have to watch, but the room admits no spectators; take a seat, or admit them" => {
            say!("refusals-nobody-may-watch")
        }
        other => other.to_owned(),
    }
}

/// Says which depth or option a bot has.
pub(super) fn what_would_do(expected: &str) -> String {
    if let Some((least, most)) = bounds(expected, "choose ") {
        say!("refusals-choose-between", least = least, most = most)
    } else if let Some(kind) = expected.strip_prefix("it does not look ahead, so write just ") {
        say!("refusals-no-depth", kind = kind)
    } else if let Some(kind) =
        expected.strip_prefix("it looks ahead as far as it likes, so write just ")
    {
        say!("refusals-own-depth", kind = kind)
    } else if let Some(kind) = expected.strip_prefix("it has no options, so write just ") {
        say!("refusals-no-options", kind = kind)
    } else if let Some(names) = expected.strip_prefix("choose from: ") {
        say!("refusals-choose-from", names = names)
    } else if let Some((name, (least, most))) = expected
        .split_once(" goes from ")
        .and_then(|(name, rest)| Some((name, bounds(rest, "")?)))
    {
        say!(
            "refusals-option-goes",
            name = name,
            least = least,
            most = most
        )
    } else {
        expected.to_owned()
    }
}

/// Returns the bounds in a text such as `choose 1 to 12`.
fn bounds<'a>(text: &'a str, before: &str) -> Option<(&'a str, &'a str)> {
    let bounds = text.strip_prefix(before)?.split_once(" to ");
    bounds.filter(|(least, most)| least.parse::<i32>().is_ok() && most.parse::<i32>().is_ok())
}

/// Returns the middle of a text that begins and ends in this way.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}
