//! What the brain knows, and what it answers.

use protocol::square::Square;

use super::block::Block;
use super::board::{Owner, Position};
use super::command::{Command, Info};
use super::input::{Haste, Told};
use super::reply::Reply;
use super::swap2;
use super::thinker::Thinker;
use super::time::Timing;

/// A player at a manager's board.
pub(super) struct Brain<'a> {
    thinker: Thinker,
    haste: &'a Haste,
    timing: Timing,
    rules: Rules,
    position: Option<Position>,
    /// The lines since `BOARD` or `SWAP2BOARD`.
    block: Option<Block>,
}

/// The rules as the manager numbers them.
#[derive(Clone, Copy)]
struct Rules(u64);

impl Rules {
    /// The bits that are not played here, and what they ask for.
    const OTHERS: [(u64, &str); 3] = [(2, "a continuous game"), (4, "renju"), (8, "caro")];

    /// Whether more than five do not win.
    ///
    /// # Errors
    ///
    /// These rules are not played here.
    fn exactly(self) -> Result<bool, String> {
        let Self(bits) = self;
        if let Some((bit, name)) = Self::OTHERS.iter().find(|(bit, _)| bits & bit != 0) {
            return Err(format!(
                "{name} (rule {bit}) is not played here; choose rule 0, five or more, or rule 1, exactly five"
            ));
        }
        match bits {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(format!(
                "rule {bits} is not known here; choose rule 0, five or more, or rule 1, exactly five"
            )),
        }
    }
}

/// Why there is no answer of the kind that was asked for.
enum Refused {
    /// Something does not fit; nothing has changed.
    Error(String),
    /// No answer is wanted any more.
    Silence,
}

impl From<String> for Refused {
    fn from(problem: String) -> Self {
        Self::Error(problem)
    }
}

impl<'a> Brain<'a> {
    /// A brain without a board.
    pub(super) fn new(haste: &'a Haste) -> Self {
        Self {
            thinker: Thinker::new(),
            haste,
            timing: Timing::new(),
            rules: Rules(0),
            position: None,
            block: None,
        }
    }

    /// Does what it is told, and says what the manager is to hear, if anything.
    pub(super) fn obey(&mut self, told: &Told) -> Option<Reply> {
        match self.try_to_obey(told) {
            Ok(reply) => reply,
            Err(Refused::Error(problem)) => Some(Reply::Error(problem)),
            Err(Refused::Silence) => None,
        }
    }

    fn try_to_obey(&mut self, told: &Told) -> Result<Option<Reply>, Refused> {
        if self.collect(&told.command) {
            return Ok(None);
        }
        let reply = match &told.command {
            Command::Start { columns, rows } => self.start(*columns, *rows)?,
            Command::Restart => {
                let position = self.position()?.cleared();
                self.new_game(position)?
            }
            Command::Begin => {
                let position = self.position()?.clone();
                self.think(position, told)?
            }
            Command::Turn(place) => {
                let mut position = self.position()?.clone();
                position.put(Owner::Theirs, position.square(*place)?)?;
                self.think(position, told)?
            }
            Command::Play(place) => {
                let mut position = self.position()?.clone();
                let square = position.square(*place)?;
                position.game(self.rules.exactly()?)?;
                position.put(Owner::Own, square)?;
                self.position = Some(position);
                Reply::Stones(vec![square])
            }
            Command::Takeback(place) => {
                let mut position = self.position()?.clone();
                position.take(position.square(*place)?)?;
                self.position = Some(position);
                Reply::Ok
            }
            Command::Board => {
                self.block = Some(Block::new(false));
                return Ok(None);
            }
            Command::Swap2Board => {
                self.block = Some(Block::new(true));
                return Ok(None);
            }
            Command::Done => {
                let none = || "DONE ends no BOARD; send BOARD first".to_owned();
                let block = self.block.take().ok_or_else(none)?;
                self.done(block, told)?
            }
            Command::Info(info) => {
                self.learn(*info);
                return Ok(None);
            }
            Command::About => Reply::About,
            Command::Wrong(problem) => Reply::Error(problem.clone()),
            Command::Unknown(text) => Reply::Unknown(text.clone()),
            Command::Stone { place, field: _ } => {
                Reply::Unknown(format!("{},{} outside of BOARD", place.x, place.y))
            }
            // The reader acts on these.
            Command::Stop | Command::End => return Ok(None),
        };
        Ok(Some(reply))
    }

    /// Takes a line into the position that is being told, where one is; says whether it belongs there.
    fn collect(&mut self, command: &Command) -> bool {
        let Some(block) = &mut self.block else {
            return false;
        };
        match command {
            Command::Stone { place, field } => block.add(*place, *field),
            Command::Wrong(problem) => block.object(problem.clone()),
            Command::Unknown(text) => {
                block.object(format!("{text:?} is no stone; write such as 7,7,1"));
            }
            Command::Done | Command::Info(_) => return false,
            // The manager goes on without DONE: it waits for one answer, to this.
            Command::Start { .. }
            | Command::Restart
            | Command::Begin
            | Command::Turn(_)
            | Command::Play(_)
            | Command::Takeback(_)
            | Command::Board
            | Command::Swap2Board
            | Command::About
            | Command::Stop
            | Command::End => {
                self.block = None;
                return false;
            }
        }
        true
    }

    fn learn(&mut self, info: Info) {
        match info {
            Info::Rule(bits) => {
                self.rules = Rules(bits);
                self.prepare();
            }
            Info::TimeoutTurn(_) | Info::TimeoutMatch(_) | Info::TimeLeft(_) => {
                self.timing.learn(info);
            }
            Info::MaxMemory(bytes) => {
                self.thinker.bound(bytes);
                self.prepare();
            }
            Info::Other => {}
        }
    }

    fn start(&mut self, columns: i64, rows: i64) -> Result<Reply, Refused> {
        // Whatever comes of it, the board of before is gone: the manager thinks so too.
        self.position = None;
        let position = Position::empty(columns, rows)?;
        self.new_game(position)
    }

    fn new_game(&mut self, empty: Position) -> Result<Reply, Refused> {
        self.thinker.start(empty.variant(self.rules.exactly()?));
        self.position = Some(empty);
        self.timing.restart();
        Ok(Reply::Ok)
    }

    /// Gets the engine ready as soon as something of it changes: no clock may run yet.
    fn prepare(&mut self) {
        if let (Some(position), Ok(exactly)) = (&self.position, self.rules.exactly()) {
            self.thinker.prepare(position.variant(exactly));
        }
    }

    fn position(&self) -> Result<&Position, Refused> {
        let none = || Refused::Error("there is no board; send START first".to_owned());
        self.position.as_ref().ok_or_else(none)
    }

    fn done(&mut self, block: Block, told: &Told) -> Result<Reply, Refused> {
        let empty = self.position()?.cleared();
        if !block.is_opening {
            let position = block.position(&empty)?;
            return self.think(position, told);
        }
        let stones = block.opening(&empty)?;
        match stones.len() {
            0 => {
                let stones = swap2::propose(&empty, rand::random_range(0..usize::MAX))?;
                // Until the manager says otherwise they are as if the brain had the first side.
                self.position = Some(swap2::judged(&empty, &stones)?.swapped());
                Ok(Reply::Stones(stones.to_vec()))
            }
            3 | 5 => {
                let position = swap2::judged(&empty, &stones)?;
                let (square, score) = self.choose(&position, told)?;
                if score < 0 {
                    self.position = Some(position.swapped());
                    return Ok(Reply::Swap);
                }
                self.play(position, square)
            }
            count => {
                Err(format!("an opening of {count} stones is none of swap2; send 0, 3 or 5").into())
            }
        }
    }

    /// Answers with a move in this position.
    fn think(&mut self, position: Position, told: &Told) -> Result<Reply, Refused> {
        let (square, _) = self.choose(&position, told)?;
        self.play(position, square)
    }

    /// The best move in this position, and what it is worth.
    fn choose(&mut self, position: &Position, told: &Told) -> Result<(Square, i64), Refused> {
        let game = position.game(self.rules.exactly()?)?;
        let limit = self.timing.limit(position.made());
        let choice = self
            .thinker
            .choose(&game, limit, told, self.haste)
            .map_err(|_stopped| Refused::Silence)?;
        self.timing.spend(told.since.millis());
        Ok((choice.square, choice.score))
    }

    fn play(&mut self, mut position: Position, square: Square) -> Result<Reply, Refused> {
        position.put(Owner::Own, square)?;
        self.position = Some(position);
        Ok(Reply::Stones(vec![square]))
    }
}
