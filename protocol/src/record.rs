//! A game as text: import and export.
//!
//! ```text
//! [Variant "connect-four"]
//! [First "Ana"]
//! [Second "bot:negamax:6"]
//! [Clock "5m+3s"]
//! [Result "1-0"]
//! [Reason "line"]
//!
//! 1. 4 {[%clk 0:05:00] the centre} 4 {[%clk 0:04:58.3]} 2. 3 3 3. 5 5 4. 6 1-0
//! ```
//!
//! The manner is that of PGN, the usual text of a game of chess, with this game's notation for the moves.
//! What a bot found is written behind its ply too, as `[%search score=13 depth=8 nodes=1234 ms=45 line=3,4]`: the score
//! in the bot's own unit, and the plies that it expected. Programs that do not know it have it in the comment.
//!
//! Comments in braces are read, and comments from `;` to the end of the line, which are written in braces; both stand
//! below the tags and before the result. A line that begins with `%` is passed over. So are variations in parentheses,
//! glyphs such as `$1` and judgements such as `!?`, of which nothing is kept. A backslash that begins no escape stands
//! for itself.
//!
//! Records that are written read back equal: unknown tags, comments with any character in them,
//! clock times to the millisecond. Invisible characters are written as escapes, so that a record is safe to print.
//!
//! - [`Record`]: the game, with comments; `Display` writes it, `FromStr` reads it, [`Record::read_each`] several
//! - [`RecordedSearch`]: the search of a bot behind a ply
//! - [`read_moves`]: a bare list of moves, as people type it behind a command

mod error;
mod moves;
mod opening;
mod read;
mod result;
mod search;
mod write;

#[cfg(test)]
mod tests;

use crate::game::Game;
use crate::id::RoomId;
use crate::millis::Millis;
use crate::rules::Variant;
use crate::side::BySide;
use crate::spec::{ClockError, ClockSpec, OpeningChoice, OpeningRule};
use crate::square::Square;
use crate::turn_order::TurnOrder;
use crate::view::{Outcome, PastGame, PastPlayer, Phase, Reason, SearchInfo, Seat, Snapshot};
use crate::word::Named;

pub use error::{
    Contradiction, MoveError, OpeningError, RecordError, RecordProblem, ResultError, SnapshotError,
    TagError,
};
pub use moves::{MovesError, read_moves};
pub use result::GameResult;
pub use search::RecordedSearch;

/// A game, finished or not, with its tags and comments.
///
/// Its plies are always legal, and its result never contradicts the board.
///
/// ```
/// use protocol::record::{GameResult, Record};
///
/// let text = "[Variant \"connect-four\"]\n[First \"Ana\"]\n\n1. 4 3 2. 4 3 3. 4 3 4. 4 {so soon} 1-0";
/// let record: Record = text.parse().unwrap();
/// assert_eq!(record.tag("First"), Some("Ana"));
/// assert_eq!(record.result(), GameResult::FirstWon);
/// assert_eq!(record.to_string().parse(), Ok(record));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    variant: Variant,
    /// In order, `Variant` and `Result` among them.
    tags: Vec<(String, String)>,
    comment: Option<String>,
    plies: Vec<RecordedPly>,
    turns: TurnOrder,
    result: GameResult,
}

/// A ply with its clock time and its comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPly {
    square: Square,
    left: Option<Millis>,
    search: Option<RecordedSearch>,
    comment: Option<String>,
}

impl RecordedPly {
    /// Cell where the stone came to lie.
    pub fn square(&self) -> Square {
        self.square
    }

    /// Time left on its side's clock after it, if that is known.
    pub fn left(&self) -> Option<Millis> {
        self.left
    }

    /// Search of the bot that made it, if the one who kept the record was told.
    pub fn search(&self) -> Option<&RecordedSearch> {
        self.search.as_ref()
    }

    /// Comment on the ply.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }
}

const VARIANT: &str = "Variant";
const RESULT: &str = "Result";
const CLOCK: &str = "Clock";
const REASON: &str = "Reason";
/// Rule of an opening with choices, and the choices made: `[Opening "swap2 place_two black"]`.
const OPENING: &str = "Opening";

/// Beginning of a clock time in a comment.
const CLOCK_COMMAND: &str = "[%clk";

impl Record {
    /// The plies of `game`, and the result that the board gives.
    pub fn from_game(game: &Game) -> Self {
        let result = game.ending().map_or(GameResult::Unfinished, |ending| {
            GameResult::from_ending(ending, &TurnOrder::default())
        });
        let plies = game.plies().iter().map(|&square| RecordedPly {
            square,
            left: None,
            search: None,
            comment: None,
        });
        Self {
            variant: game.variant(),
            tags: vec![
                (VARIANT.to_owned(), game.variant().to_string()),
                (RESULT.to_owned(), result.to_string()),
            ],
            comment: None,
            plies: plies.collect(),
            turns: TurnOrder::default(),
            result,
        }
    }

    /// Says that the game began with an opening, and which choices were made in it. The result that the board
    /// gives is then that of the seat which had the winning colour.
    ///
    /// # Errors
    ///
    /// [`OpeningError`], where the choices do not fit the rule or the plies.
    pub fn set_opening(
        &mut self,
        rule: OpeningRule,
        choices: &[OpeningChoice],
    ) -> Result<(), OpeningError> {
        self.turns = opening::turn_order(self.variant, self.plies.len(), rule, choices)?;
        self.put_tag(OPENING, &opening::write(rule, choices));
        if let Some(ending) = self.game().ending() {
            self.result = GameResult::from_ending(ending, &self.turns);
            let result = self.result.to_string();
            self.put_tag(RESULT, &result);
        }
        Ok(())
    }

    /// Keeps searches of bots with their plies, as they were told to the one who keeps the record. A search of a
    /// bot that says nothing of it is left out, and so is one of a ply that the game does not have.
    pub fn set_searches(&mut self, searches: &[SearchInfo]) {
        let mut position = Game::new(self.variant);
        for (number, ply) in (1..).zip(&mut self.plies) {
            position.play(ply.square).expect("a record has legal plies");
            let is_told = |search: &&SearchInfo| {
                search.ply == number && (search.nodes > 0 || search.depth.is_some())
            };
            if let Some(search) = searches.iter().find(is_told) {
                ply.search = Some(RecordedSearch::new(search, &position));
            }
        }
    }

    /// Takes the searches that another record of the same game has and this one has not; true if there are any.
    pub fn add_searches(&mut self, other: &Self) -> bool {
        let mut added = false;
        for (ply, known) in self.plies.iter_mut().zip(&other.plies) {
            if ply.square == known.square && ply.search.is_none() && known.search.is_some() {
                ply.search.clone_from(&known.search);
                added = true;
            }
        }
        added
    }

    /// The order in which the seats acted, with the choices of the opening.
    pub fn turns(&self) -> &TurnOrder {
        &self.turns
    }

    /// Returns the record of a game as a client sees it in its room. The caller supplies the date, as in
    /// `2026.11.21`.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`], where the plies of the snapshot are no game or its outcome contradicts them.
    pub fn from_snapshot(snapshot: &Snapshot, date: Option<&str>) -> Result<Self, SnapshotError> {
        let squares = snapshot.plies.iter().map(|ply| ply.square);
        let mut record = Self::of_plies(&snapshot.spec.variant, squares)?;
        for (ply, made) in record.plies.iter_mut().zip(&snapshot.plies) {
            ply.left = made.left;
        }
        let BySide { first, second } = &snapshot.seats;
        record.put_players(&seat_word(first), &seat_word(second));
        record.put_room(snapshot.spec.clock, date, Some(snapshot.room));
        if let Some(opening) = &snapshot.opening {
            record.set_opening(opening.rule, &opening.made)?;
        }
        match &snapshot.phase {
            Phase::Seating | Phase::Playing => {}
            Phase::Over { outcome } => record.set_outcome(outcome)?,
        }
        Ok(record)
    }

    /// Returns the record of a game that is over, as a server keeps it. The caller supplies the date, as in
    /// `2026.11.21`.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the moves are not kept, are no game, or contradict the outcome.
    pub fn from_past_game(game: &PastGame, date: Option<&str>) -> Result<Self, SnapshotError> {
        let moves = game.moves.as_ref().ok_or(SnapshotError::NoMoves)?;
        let mut record = Self::of_plies(&game.variant, moves.iter().copied())?;
        let BySide { first, second } = &game.players;
        record.put_players(&past_word(first), &past_word(second));
        record.put_room(game.clock, date, game.room);
        if let Some(rule) = game.opening {
            record.set_opening(rule, &game.choices)?;
        }
        record.set_outcome(&game.outcome)?;
        Ok(record)
    }

    fn of_plies(
        variant: &Named<Variant>,
        squares: impl Iterator<Item = Square>,
    ) -> Result<Self, SnapshotError> {
        let variant = match variant {
            Named::Known(variant) => *variant,
            Named::Unknown(name) => return Err(SnapshotError::UnknownVariant(name.clone())),
        };
        let game = Game::after(variant, squares).map_err(|(index, reason)| SnapshotError::Ply {
            ply: index + 1,
            reason,
        })?;
        Ok(Self::from_game(&game))
    }

    fn put_players(&mut self, first: &str, second: &str) {
        self.put_tag("First", first);
        self.put_tag("Second", second);
    }

    fn put_room(&mut self, clock: Option<ClockSpec>, date: Option<&str>, room: Option<RoomId>) {
        if let Some(clock) = clock {
            self.put_tag(CLOCK, &clock.to_string());
        }
        if let Some(date) = date {
            self.put_tag("Date", date);
        }
        if let Some(room) = room {
            self.put_tag("Room", room.as_str());
        }
    }

    fn set_outcome(&mut self, outcome: &Outcome) -> Result<(), Contradiction> {
        self.set_result(GameResult::from_outcome(outcome))?;
        self.put_tag(REASON, &outcome.reason.to_string());
        Ok(())
    }

    /// Sets the tag `name` to `value`, in place of its earlier value.
    ///
    /// # Errors
    ///
    /// [`TagError`], where the name is no word of letters, digits and underscores, where the value is no
    /// clock and the name is `Clock`, and for `Variant`, `Opening` and `Result`, which are not free to choose.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if let Some(derived) = [VARIANT, RESULT, OPENING]
            .into_iter()
            .find(|derived| *derived == name)
        {
            return Err(TagError::Derived(derived));
        }
        check_tag(name, value)?;
        self.put_tag(name, value);
        Ok(())
    }

    /// Sets the result, for a game that did not end on the board.
    ///
    /// # Errors
    ///
    /// [`Contradiction`], where the board says otherwise.
    pub fn set_result(&mut self, result: GameResult) -> Result<(), Contradiction> {
        result.check(&self.game(), &self.turns)?;
        self.result = result;
        self.put_tag(RESULT, &result.to_string());
        Ok(())
    }

    /// The rules and the board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The plies, in order.
    pub fn plies(&self) -> &[RecordedPly] {
        &self.plies
    }

    /// The position at the end of the record.
    pub fn game(&self) -> Game {
        Game::after(self.variant, self.plies.iter().map(|ply| ply.square))
            .expect("every way to make a record plays its plies")
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// The reason for the end of the game, where the tag `Reason` has one of our words.
    pub fn reason(&self) -> Option<Reason> {
        self.tag(REASON).and_then(result::reason_of)
    }

    /// The clock of the game, if the tag `Clock` is there.
    pub fn clock(&self) -> Option<ClockSpec> {
        self.tag(CLOCK).and_then(|text| text.parse().ok())
    }

    /// Comment before the first ply.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// Every tag with its value, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    fn put_tag(&mut self, name: &str, value: &str) {
        if let Some((_, known)) = self.tags.iter_mut().find(|(known, _)| known == name) {
            value.clone_into(known);
            return;
        }
        // Result and reason stand last, where a reader looks for them.
        let last = self.tags.iter().position(|(known, _)| known == RESULT);
        let at = last.filter(|_| name != REASON).unwrap_or(self.tags.len());
        self.tags.insert(at, (name.to_owned(), value.to_owned()));
    }
}

/// Checks that a tag may have this name and this value.
fn check_tag(name: &str, value: &str) -> Result<(), TagError> {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_');
    if !is_word {
        return Err(TagError::Name(cut(name)));
    }
    if name == CLOCK {
        let clock = value.parse::<ClockSpec>();
        clock.map_err(|error| TagError::Clock(shortened(error)))?;
    }
    Ok(())
}

/// The error with no more of a stranger's text than it should repeat.
fn shortened(error: ClockError) -> ClockError {
    match error {
        ClockError::Time(text) => ClockError::Time(cut(&text)),
        error @ (ClockError::Initial(_) | ClockError::Increment(_)) => error,
    }
}

/// Name of the occupant, as the command line writes it.
fn seat_word(seat: &Seat) -> String {
    match seat {
        Seat::Open => "?".to_owned(),
        Seat::Human { name, .. } => name.to_string(),
        Seat::Bot { bot } => format!("bot:{bot}"),
    }
}

/// Name of the player of a game that is over, as the command line writes it.
fn past_word(player: &PastPlayer) -> String {
    match player {
        PastPlayer::Human { name, .. } => name.to_string(),
        PastPlayer::Bot { bot } => format!("bot:{bot}"),
    }
}

/// A comment without the white space around it; nothing where nothing is left.
fn trimmed(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// As much of a stranger's text as an error should repeat.
fn cut(text: &str) -> String {
    text.chars().take(20).collect()
}
