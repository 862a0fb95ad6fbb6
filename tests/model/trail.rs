//! The record of a run, for people when it fails and for the comparison of two runs.

use std::collections::BTreeSet;

use protocol::message::ServerMsg;

use super::compare;
use super::network::Heard;

/// Last notes that are shown of a run that failed.
const SHOWN: usize = 60;

/// A line of the record of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    Does(u64, usize, String),
    Heard(Box<Heard>),
}

/// Notes of a run; when the test panics it shows the end of it, and the seed.
pub(super) struct Trail {
    seed: u64,
    pub(super) notes: Vec<Note>,
}

impl Trail {
    pub(super) fn new(seed: u64) -> Self {
        let notes = Vec::new();
        Self { seed, notes }
    }

    pub(super) fn note(&mut self, at: u64, who: usize, what: String) {
        self.notes.push(Note::Does(at, who, what));
    }

    /// The last notes but for those that everybody gets all the time, each as a line.
    fn last(&self) -> Vec<String> {
        let lines = self.notes.iter().rev().filter_map(|note| match note {
            Note::Does(at, who, what) => Some(format!("{at:>8} client {who:>2} {what}")),
            Note::Heard(heard) => {
                let Heard {
                    at,
                    who,
                    reference,
                    message,
                } = heard.as_ref();
                let shown =
                    !compare::is_apart(heard) && !matches!(message, ServerMsg::Welcome { .. });
                shown.then(|| format!("{at:>8} client {who:>2} <- {reference:?} {message:?}"))
            }
        });
        let mut lines: Vec<_> = lines.take(SHOWN).collect();
        lines.reverse();
        lines
    }
}

impl Drop for Trail {
    #[expect(clippy::print_stderr, reason = "the way to find a failure again")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            for line in self.last() {
                eprintln!("{line}");
            }
            eprintln!("seed {} failed", self.seed);
        }
    }
}

/// Words that must be heard in a run that is worth its time: codes, events, and reasons for the end of a game.
pub(super) const WANTED: &str = "already_in_room already_offered analysis bad_choice bad_depth bad_option bad_spec bot_cannot_play bots_do_not \
    claim_too_early column_full game_not_over game_over hello_expected hints_off no_open_seat no_spectators \
    no_such_room not_analysed not_in_lobby not_in_room not_seated not_started not_watching not_your_turn nothing_offered \
    nothing_to_analyse nothing_to_say nothing_to_take_back occupied off_board opponent_present over_limit stale \
    takebacks_off too_late_to_abort unknown_bot wrong_code wrong_token \
    chat_hidden chat_posted clock disconnected draw_declined draw_offered moved over reconnected rematch_declined rematch_offered search_info \
    seat_taken seat_vacated started takeback_asked takeback_declined taken_back watchers \
    aborted agreement claim flag line no_first_move resignation opening opening_chosen bot_cannot_open \
    locked not_owner removed chat_closed bots game_analysed handed_over joined left lobby lobby_chat lobby_players lobby_room muted record room_info \
    watching who your_games";

/// The words for what was heard: types, codes and reasons.
pub(super) fn words(notes: &[Note]) -> BTreeSet<String> {
    let heard = notes.iter().filter_map(|note| match note {
        Note::Heard(heard) => Some(serde_json::to_value(&heard.message).expect("JSON")),
        Note::Does(..) => None,
    });
    let words = heard.flat_map(|message| {
        let event = &message["event"];
        [
            message["type"].clone(),
            message["refusal"]["code"].clone(),
            event["type"].clone(),
            event["outcome"]["reason"].clone(),
        ]
    });
    words
        .filter_map(|word| word.as_str().map(str::to_owned))
        .collect()
}
