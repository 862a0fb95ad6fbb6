//! The time until the screen changes by itself: an idle client sleeps until somebody does something.

use std::time::Duration;

use protocol::millis::Millis;
use protocol::side::Side;

use crate::board::FRAME;
use crate::ui::{App, Connection, Screen};

/// Time between two pictures of what is told in seconds.
const SECONDS: Millis = Millis::from_millis(500);

/// Time between two pictures of a clock that shows its tenths.
const TENTHS: Millis = Millis::from_millis(100);

/// Time on a clock below which it shows tenths, and a little before.
const SHOWS_TENTHS: Millis = Millis::from_millis(10_500);

/// The time until the next picture; `None` where the screen stays as it is.
pub(super) fn next(app: &App, falls: bool, now: Millis) -> Option<Duration> {
    let mut next: Option<Millis> = None;
    let mut wants = |wait: Millis| next = Some(next.map_or(wait, |before| before.min(wait)));
    if falls {
        wants(FRAME);
    }
    if app.notice().is_some() || matches!(app.connection, Connection::Lost { .. }) {
        wants(SECONDS);
    }
    if let Some(table) = app.table().filter(|_| app.screen == Screen::Table) {
        let is_away = |side| table.away(side, now).is_some();
        if table.thinking(now).is_some() || Side::BOTH.into_iter().any(is_away) {
            wants(SECONDS);
        }
        if let Some(left) = table.to_move().and_then(|side| table.left(side, now)) {
            wants(clock(left));
        }
    }
    app.next_question().map(&mut wants);
    app.next_analysis().map(&mut wants);
    app.next_of_tournament(now).map(&mut wants);
    if app.screen == Screen::Tv {
        app.tv.next_change(now, clock).map(&mut wants);
    }
    next.map(|wait| Duration::from_millis(wait.as_millis()))
}

/// The time until a clock with this time on it looks different.
fn clock(left: Millis) -> Millis {
    if left < SHOWS_TENTHS {
        TENTHS
    } else {
        // Just after the second that is shown is over: a whole one is shown until the next is.
        Millis::from_millis((left.as_millis() - 1) % 1000 + 6)
    }
}

#[cfg(test)]
mod tests {
    use protocol::clock::ClockFace;
    use protocol::side::BySide;

    use super::*;
    use crate::ui::app::tests::{Play, snapshot};

    #[test]
    fn an_idle_client_never_wakes_up() {
        let mut play = Play::at_table("connect-four");
        play.app.clear_notice();
        assert_eq!(next(&play.app, false, play.app.now), None);
        play.app.screen = Screen::Lobby;
        assert_eq!(next(&play.app, false, play.app.now), None);
    }

    #[test]
    fn what_moves_is_drawn_as_often_as_it_moves() {
        let mut play = Play::at_table("connect-four");
        play.app.clear_notice();
        let millis =
            |play: &Play, falls| next(&play.app, falls, play.app.now).map(|wait| wait.as_millis());
        assert_eq!(millis(&play, true), Some(20));
        play.app.say("something");
        assert_eq!(millis(&play, false), Some(500));
        play.app.clear_notice();
        for (left, expected) in [(60_250, 255), (60_000, 1_005), (10_499, 100), (3_000, 100)] {
            let mut seen = snapshot("connect-four");
            seen.clock = Some(ClockFace {
                remaining: BySide {
                    first: Millis::from_millis(left),
                    second: Millis::from_millis(left),
                },
                running: Some(Side::First),
            });
            play.join(None, seen);
            play.app.clear_notice();
            assert_eq!(millis(&play, false), Some(expected), "{left}");
        }
    }
}
