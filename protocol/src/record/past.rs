//! The record of a game that is over, as a server keeps it.

use super::{CLOCK, GameResult, REASON, Record, SnapshotError};
use crate::game::Game;
use crate::id::RoomId;
use crate::side::Side;
use crate::view::{PastGame, PastPlayer};
use crate::word::Named;

impl Record {
    /// Returns the record of a game that is over; `None` if the server keeps only its result. The caller supplies the
    /// date, as in `2026.11.21`.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the moves are no game, or its outcome contradicts them.
    pub fn from_past_game(
        past: &PastGame,
        date: Option<&str>,
    ) -> Result<Option<Self>, SnapshotError> {
        let Some(moves) = &past.moves else {
            return Ok(None);
        };
        let variant = match &past.variant {
            Named::Known(variant) => *variant,
            Named::Unknown(name) => return Err(SnapshotError::UnknownVariant(name.clone())),
        };
        let game = Game::after(variant, moves.iter().copied()).map_err(|(index, reason)| {
            SnapshotError::Ply {
                ply: index + 1,
                reason,
            }
        })?;
        let mut record = Self::from_game(&game);
        for (tag, side) in [("First", Side::First), ("Second", Side::Second)] {
            record.put_tag(tag, &player_word(&past.players[side]));
        }
        if let Some(clock) = past.clock {
            record.put_tag(CLOCK, &clock.to_string());
        }
        if let Some(date) = date {
            record.put_tag("Date", date);
        }
        let room: Option<RoomId> = past.room.into();
        if let Some(room) = room {
            record.put_tag("Room", room.as_str());
        }
        record.put_tag("Game", &past.game.to_string());
        if let Some(rule) = past.opening {
            record.set_opening(rule, &past.choices)?;
        }
        record.set_result(GameResult::from_outcome(&past.outcome))?;
        record.put_tag(REASON, &past.outcome.reason.to_string());
        Ok(Some(record))
    }
}

fn player_word(player: &PastPlayer) -> String {
    match player {
        PastPlayer::Human { name, .. } => name.to_string(),
        PastPlayer::Bot { bot } => format!("bot:{bot}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Reason;

    fn past(moves: &str) -> PastGame {
        let text = format!(
            r#"{{"game":1284,"room":"K7QM2X","ended":3600000,"variant":"gomoku-15","clock":"5m+3s","opening":"swap2",
            "players":{{"first":{{"type":"human","name":"Bruno","profile":true}},
            "second":{{"type":"bot","bot":"level:5"}}}},
            "outcome":{{"winner":"second","reason":"resignation","line":[]}},
            "plies":4,"moves":{moves},"choices":["white"],"listed":true,"ratings":null}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_record_of_a_game_that_is_over_reads_back_with_all_that_is_known_of_it() {
        let past = past(r#"["h8","a1","i8","a2"]"#);
        let record = Record::from_past_game(&past, Some("2026.11.29"));
        let record = record.unwrap().expect("it has its moves");
        for (tag, value) in [
            ("First", "Bruno"),
            ("Second", "bot:level:5"),
            ("Clock", "5m+3s"),
            ("Date", "2026.11.29"),
            ("Room", "K7QM2X"),
            ("Game", "1284"),
            ("Opening", "swap2 white"),
            ("Result", "0-1"),
        ] {
            assert_eq!(record.tag(tag), Some(value), "{tag}");
        }
        assert_eq!(record.reason(), Some(Reason::Resignation));
        assert_eq!(record.to_string().parse(), Ok(record));
    }

    #[test]
    fn a_game_without_its_moves_has_no_record_and_one_with_wrong_moves_is_refused() {
        assert_eq!(Record::from_past_game(&past("null"), None), Ok(None));
        let wrong = past(r#"["h8","h8"]"#);
        assert!(Record::from_past_game(&wrong, None).is_err());
    }
}
