//! The state of a game at the board of a manager, and the answers to its orders.

use engine::Choice;
use external::{Answer, Cell, Info, Order, OrderError};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::spec::{Depth, OpeningChoice};
use protocol::square::Square;

use super::answers::about;
use super::block::Block;
use super::board::{Owner, Position, Rule, problem};
use super::engine::Engine;
use super::input::{Haste, Received};
use super::time::Timing;

/// A conversation with a manager.
pub(super) struct Session<'a> {
    engine: Engine,
    haste: &'a Haste,
    timing: Timing,
    rules: Rules,
    position: Option<Position>,
    /// The lines since `BOARD` or `SWAP2BOARD`.
    block: Option<Block>,
    /// Lines to be written before the answer.
    remarks: Vec<Answer>,
}

/// Stones of the first proposal of an opening.
const THREE: u8 = 3;

/// Stones that a choice may be left with.
const TWO: u8 = 2;

/// The rules as the manager numbers them.
#[derive(Clone, Copy)]
struct Rules(u64);

impl Rules {
    /// The bits that are not played here, and what they ask for.
    const OTHERS: [(u64, &str); 2] = [(2, "a continuous game"), (8, "caro")];

    /// Returns the rule.
    ///
    /// # Errors
    ///
    /// A sentence, where these rules are not played here.
    fn rule(self) -> Result<Rule, String> {
        let Self(bits) = self;
        if let Some((bit, name)) = Self::OTHERS.iter().find(|(bit, _)| bits & bit != 0) {
            return Err(format!(
                "{name} (rule {bit}) is not played here; choose rule 0, five or more, rule 1, exactly five, or rule 4, renju"
            ));
        }
        match bits {
            0 => Ok(Rule::Free),
            1 => Ok(Rule::Exact),
            4 => Ok(Rule::Renju),
            _ => Err(format!(
                "rule {bits} is not known here; choose rule 0, five or more, rule 1, exactly five, or rule 4, renju"
            )),
        }
    }
}

/// An order that was not carried out.
enum Refused {
    /// The order does not fit the state; nothing has changed.
    Error(String),
    /// No answer is wanted any more.
    Silence,
}

impl From<String> for Refused {
    fn from(problem: String) -> Self {
        Self::Error(problem)
    }
}

impl<'a> Session<'a> {
    /// A session without a board, which searches on `threads` threads until it is told otherwise.
    pub(super) fn new(threads: usize, haste: &'a Haste) -> Self {
        Self {
            engine: Engine::new(threads),
            haste,
            timing: Timing::new(),
            rules: Rules(0),
            position: None,
            block: None,
            remarks: Vec::new(),
        }
    }

    /// Carries out an order, and returns the lines to be written: remarks, and the answer, if one is due.
    pub(super) fn handle(&mut self, received: &Received) -> Vec<Answer> {
        let answer = match self.try_handle(received) {
            Ok(answer) => answer,
            Err(Refused::Error(problem)) => Some(Answer::Error(problem)),
            Err(Refused::Silence) => None,
        };
        let mut lines = std::mem::take(&mut self.remarks);
        lines.extend(answer);
        lines
    }

    fn try_handle(&mut self, received: &Received) -> Result<Option<Answer>, Refused> {
        if self.collect(&received.order) {
            return Ok(None);
        }
        let order = match &received.order {
            Ok(order) => *order,
            Err(OrderError::Arguments(problem)) => return Ok(Some(Answer::Error(problem.clone()))),
            Err(OrderError::Unknown(text)) => return Ok(Some(Answer::Unknown(text.clone()))),
        };
        let answer = match order {
            Order::Start { columns, rows } => self.start(columns, rows)?,
            Order::Restart => {
                let position = self.position()?.cleared();
                let variant = position.variant(self.rules.rule()?)?;
                self.new_game(position, variant)?
            }
            Order::Begin => {
                let position = self.position()?.clone();
                if position.stones() > 0 {
                    let problem = "BEGIN asks for the first stone, and the board is not empty; send TURN, BOARD or RESTART";
                    return Err(problem.to_owned().into());
                }
                self.think(position, received)?
            }
            Order::Turn(cell) => {
                let mut position = self.position()?.clone();
                position.put(Owner::Theirs, position.square(cell)?)?;
                self.think(position, received)?
            }
            Order::Play(cell) => {
                let mut position = self.position()?.clone();
                let square = position.square(cell)?;
                let mut game = position.game(self.rules.rule()?)?;
                position.put(Owner::Own, square)?;
                game.play(square).map_err(|illegal| problem(&illegal))?;
                self.position = Some(position);
                Answer::Move(square.into())
            }
            Order::Takeback(cell) => {
                let mut position = self.position()?.clone();
                position.take(position.square(cell)?)?;
                self.position = Some(position);
                Answer::Ok
            }
            Order::Board => {
                self.block = Some(Block::new(false));
                return Ok(None);
            }
            Order::Swap2Board => {
                self.block = Some(Block::new(true));
                return Ok(None);
            }
            Order::Done => {
                let none = || "DONE ends no BOARD; send BOARD first".to_owned();
                let block = self.block.take().ok_or_else(none)?;
                self.done(block, received)?
            }
            Order::Info(info) => {
                self.learn(info);
                return Ok(None);
            }
            Order::About => Answer::About(about()),
            Order::Stone { cell, owner: _ } => Answer::Unknown(format!("{cell} outside of BOARD")),
            // The reader acts on these.
            Order::Stop | Order::End => return Ok(None),
        };
        Ok(Some(answer))
    }

    /// Adds a line to the position that is being told, where there is one; returns whether it belongs there.
    fn collect(&mut self, order: &Result<Order, OrderError>) -> bool {
        let Some(block) = &mut self.block else {
            return false;
        };
        let order = match order {
            Ok(order) => order,
            Err(OrderError::Arguments(problem)) => {
                block.add_error(problem.clone());
                return true;
            }
            Err(OrderError::Unknown(text)) => {
                block.add_error(format!("{text:?} is no stone; write such as 7,7,1"));
                return true;
            }
        };
        match order {
            Order::Stone { cell, owner } => block.add(*cell, *owner),
            Order::Done | Order::Info(_) => return false,
            // The manager goes on without DONE: the position is gone, and it is told so.
            Order::Start { .. }
            | Order::Restart
            | Order::Begin
            | Order::Turn(_)
            | Order::Play(_)
            | Order::Takeback(_)
            | Order::Board
            | Order::Swap2Board
            | Order::About
            | Order::Stop
            | Order::End => {
                let begun = if block.is_opening {
                    Order::Swap2Board
                } else {
                    Order::Board
                };
                self.remarks.push(Answer::Error(format!(
                    "{} was broken off by {}; end it with DONE",
                    begun.keyword(),
                    order.keyword()
                )));
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
                self.timing.set(info);
            }
            Info::MaxMemory(bytes) => {
                self.engine.limit_memory(bytes);
                self.prepare();
            }
            Info::MaxDepth(plies) => self.engine.max_depth = plies,
            Info::MaxNode(nodes) => self.engine.max_nodes = nodes,
            Info::ThreadNum(threads) => {
                self.engine
                    .set_threads(usize::try_from(threads).unwrap_or(usize::MAX));
                self.prepare();
            }
            Info::Other => {}
        }
    }

    fn start(&mut self, columns: i64, rows: i64) -> Result<Answer, Refused> {
        // The old board is gone even where the new one is refused, as the manager expects.
        let old = self.position.take();
        let position = Position::empty(columns, rows)?;
        let variant = match position.variant(self.rules.rule()?) {
            // The rule may be that of the old game, and the new one still to come: the first move needs it.
            Err(_) if old.is_some() => position.variant(Rule::Free)?,
            variant => variant?,
        };
        self.new_game(position, variant)
    }

    fn new_game(&mut self, empty: Position, variant: Variant) -> Result<Answer, Refused> {
        self.engine.start(variant)?;
        self.position = Some(empty);
        self.timing.restart();
        Ok(Answer::Ok)
    }

    /// Sets up the engine as soon as a setting changes, before a clock runs.
    fn prepare(&mut self) {
        if let (Some(position), Ok(rule)) = (&self.position, self.rules.rule()) {
            // An `INFO` is never answered; the next order is, which asks for the same.
            if let Ok(variant) = position.variant(rule) {
                let _ = self.engine.prepare(variant, position.blocked());
            }
        }
    }

    fn position(&self) -> Result<&Position, Refused> {
        let none = || Refused::Error("there is no board; send START first".to_owned());
        self.position.as_ref().ok_or_else(none)
    }

    fn done(&mut self, block: Block, received: &Received) -> Result<Answer, Refused> {
        let empty = self.position()?.cleared();
        if !block.is_opening {
            let position = block.position(&empty)?;
            return self.think(position, received);
        }
        let stones = block.opening(&empty)?;
        let position = opening_position(&empty, &stones)?;
        match stones.len() {
            0 => self.place(&position, &stones, THREE, received),
            3 => {
                let choices = [
                    OpeningChoice::White,
                    OpeningChoice::Black,
                    OpeningChoice::PlaceTwo,
                ];
                self.choose_side(position, &stones, &choices, received)
            }
            5 => {
                let choices = [OpeningChoice::White, OpeningChoice::Black];
                self.choose_side(position, &stones, &choices, received)
            }
            count => {
                Err(format!("an opening of {count} stones is none of swap2; send 0, 3 or 5").into())
            }
        }
    }

    /// Answers with `count` stones behind these, where `position` is the one after `stones`.
    fn place(
        &mut self,
        position: &Position,
        stones: &[Square],
        count: u8,
        received: &Received,
    ) -> Result<Answer, Refused> {
        let game = position.game_of(stones, self.rules.rule()?)?;
        self.engine.prepare(game.variant(), position.blocked())?;
        let limit = self.timing.limit(position.own_stones());
        let placed = self
            .engine
            .search(limit, received, self.haste, |searcher, request| {
                searcher.place(&game, count, request)
            })
            .map_err(|_stopped| Refused::Silence)?;
        self.timing.spend(received.since.millis());
        let all = [stones, &placed].concat();
        // Until the manager sends a choice, this engine has the first side.
        self.position = Some(opening_position(&position.cleared(), &all)?.swapped());
        Ok(Answer::Opening(
            placed.into_iter().map(Cell::from).collect(),
        ))
    }

    /// Answers with the move of the side to move, which this engine takes, with a swap or with two more stones.
    fn choose_side(
        &mut self,
        position: Position,
        stones: &[Square],
        choices: &[OpeningChoice],
        received: &Received,
    ) -> Result<Answer, Refused> {
        let game = position.game_of(stones, self.rules.rule()?)?;
        self.engine.prepare(game.variant(), position.blocked())?;
        let limit = self.timing.limit(position.own_stones());
        // Two more stones take a search of their own.
        let share = if choices.contains(&OpeningChoice::PlaceTwo) {
            Millis::from_millis(limit.as_millis() / 2)
        } else {
            limit
        };
        let (choice, best) = self
            .engine
            .search(share, received, self.haste, |searcher, request| {
                searcher.choose_side(&game, choices, request)
            })
            .map_err(|_stopped| Refused::Silence)?;
        // Without time for them, stones would be random ones.
        let has_time = received.since.millis() < limit && !self.haste.is_due(received.line);
        if choice == OpeningChoice::PlaceTwo && has_time {
            return self.place(&position, stones, TWO, received);
        }
        self.timing.spend(received.since.millis());
        self.remarks.push(thoughts(&best, received.since.millis()));
        if best.score < 0 {
            self.position = Some(position.swapped());
            return Ok(Answer::Swap);
        }
        self.play(position, best.square)
    }

    /// Answers with a move in this position.
    fn think(&mut self, position: Position, received: &Received) -> Result<Answer, Refused> {
        let game = position.game(self.rules.rule()?)?;
        self.engine.prepare(game.variant(), position.blocked())?;
        let limit = self.timing.limit(position.own_stones());
        let choice = self
            .engine
            .search(limit, received, self.haste, |searcher, request| {
                searcher.choose(&game, request)
            })
            .map_err(|_stopped| Refused::Silence)?;
        let took = received.since.millis();
        self.timing.spend(took);
        self.remarks.push(thoughts(&choice, took));
        self.play(position, choice.square)
    }

    fn play(&mut self, mut position: Position, square: Square) -> Result<Answer, Refused> {
        position.put(Owner::Own, square)?;
        self.position = Some(position);
        Ok(Answer::Move(square.into()))
    }
}

/// The position with the stones of an opening, which were put down in turns. The engine has those of the side that is
/// to move: three or five stones are on the board, so that is the second side.
///
/// # Errors
///
/// Two are on one cell.
fn opening_position(empty: &Position, stones: &[Square]) -> Result<Position, String> {
    let mut position = empty.cleared();
    for (&stone, owner) in stones
        .iter()
        .zip([Owner::Theirs, Owner::Own].into_iter().cycle())
    {
        position.put(owner, stone)?;
    }
    Ok(position)
}

/// Findings of a search, for people: `MESSAGE depth 9 score 12 nodes 250000 nps 900000 pv 7,7 8,8`.
fn thoughts(choice: &Choice, took: Millis) -> Answer {
    let depth = choice.depth.map_or(0, Depth::value);
    let nps = choice.nodes.saturating_mul(1000) / took.as_millis().max(1);
    let pv = choice
        .pv
        .iter()
        .map(|square| Cell::from(*square).to_string());
    Answer::Message(format!(
        "depth {depth} score {} nodes {} nps {nps} pv {}",
        choice.score,
        choice.nodes,
        pv.collect::<Vec<_>>().join(" ")
    ))
}
