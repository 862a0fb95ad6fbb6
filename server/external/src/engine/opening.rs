//! The opening swap2 with an engine: `SWAP2BOARD`, and what may be answered to it.
//!
//! The order has the stones so far: none asks for three, three for a side or two more stones, five for a side. Stones
//! that an engine announced are kept and need no second order. The protocol has no words for an opening with other
//! numbers of stones; there the engine is asked for one move after the other, each for the colour of the ply.

mod probe;

use std::time::Duration;

use engine::{OpeningMove, Stop};
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::square::Square;
use protocol::view::OpeningState;
use tracing::debug;

use super::{ExternalEngine, MoveRequest, Program, Wait, legal};
use crate::answer::{Answer, NoAnswer};
use crate::cell::Cell;
use crate::error::ExternalError;
use crate::listener::Listener;
use crate::order::Order;
use crate::process::Process;
use crate::request;
use crate::text::shown;

/// Stones that the opener puts.
const OPENING_STONES: usize = 3;

/// Form in which an engine reads the stones of `SWAP2BOARD`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoneForm {
    /// `x,y`, as the protocol says.
    Cell,
    /// `x,y,owner`, as in `BOARD`. Some engines read no other form.
    CellAndOwner,
}

/// Stones that an engine announced.
#[derive(Debug)]
pub(super) struct PlannedStones {
    variant: Variant,
    /// All plies, with those that stood already.
    plies: Vec<Square>,
}

impl ExternalEngine {
    /// Asks the engine for its part in each opening, so that [`knows_opening`](Self::knows_opening) can tell. Once
    /// for a program; its process is ended.
    ///
    /// Takes as long as the start of the engine, and some seconds more if it does not answer.
    pub fn probe_openings(&mut self) {
        self.known = None;
        let process = self.process.take();
        self.program.swap2.get_or_init(|| {
            if !self.program.says_name {
                // It is older than swap2.
                return None;
            }
            let launch = &self.program.launch;
            let probed = process
                .map_or_else(|| launch.start(), Ok)
                .and_then(|mut process| probe::stone_form(&mut process, launch.limits));
            match probed {
                Ok(form) => Some(form),
                Err(error) => {
                    debug!(%error, "the engine does not know swap2");
                    None
                }
            }
        });
    }

    /// Returns whether the engine has its part in this opening; false before [`probe_openings`](Self::probe_openings).
    pub fn knows_opening(&self, rule: OpeningRule) -> bool {
        self.program.knows_opening(rule)
    }

    /// Returns the stones that the engine puts in an opening, or its choice, within `think` and the grace of its
    /// [`Limits`](crate::Limits). An engine that takes white says its move too, which is dropped.
    ///
    /// Otherwise as [`choose_aloud`](Self::choose_aloud).
    ///
    /// # Errors
    ///
    /// As of [`choose`](Self::choose).
    pub fn open(
        &mut self,
        game: &Game,
        state: &OpeningState,
        think: Duration,
        time_left: Option<Duration>,
        stop: &Stop,
        listener: &dyn Listener,
    ) -> Result<OpeningMove, ExternalError> {
        let variant = game.variant();
        if !self.plays(variant) {
            return Err(ExternalError::CannotPlay { variant });
        }
        let count = usize::from(state.to_place);
        if let Some(planned) = self.planned.take()
            && planned.variant == variant
            && count > 0
            && planned.plies.len() == game.plies().len() + count
            && planned.plies.starts_with(game.plies())
        {
            let stones = planned.plies[game.plies().len()..].to_vec();
            return Ok(OpeningMove::Stones(stones));
        }
        if count > 0 && (!game.plies().is_empty() || count != OPENING_STONES) {
            return self.place_singly(game, count, think, time_left, stop, listener);
        }
        listener.setup_begins();
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.program.launch.start()?,
        };
        // Whose stones are on its board then is for the engine to know: the next move begins with `START`.
        self.known = None;
        let request = MoveRequest {
            game,
            think,
            time_left,
            limits: self.program.launch.limits,
            says_name: self.program.says_name,
            stop,
            listener,
        };
        let form = self.program.swap2.get().copied().flatten();
        match request.send_opening(&mut process, state, form.unwrap_or(StoneForm::Cell)) {
            Ok((answer, announced)) => {
                self.planned = announced.map(|stones| PlannedStones {
                    variant,
                    plies: [game.plies(), &stones].concat(),
                });
                self.process = Some(process);
                Ok(answer)
            }
            Err(error) => {
                debug!(%error, "the engine is ended");
                listener.setup_ends();
                process.kill();
                Err(error)
            }
        }
    }

    /// Asks for one move after the other, in equal shares of the time.
    fn place_singly(
        &mut self,
        game: &Game,
        count: usize,
        think: Duration,
        time_left: Option<Duration>,
        stop: &Stop,
        listener: &dyn Listener,
    ) -> Result<OpeningMove, ExternalError> {
        let share = think / u32::try_from(count).unwrap_or(u32::MAX);
        let mut game = game.clone();
        let mut stones = Vec::new();
        while stones.len() < count && game.ending().is_none() {
            let square = self.choose_aloud(&game, share, time_left, stop, listener)?;
            game.play(square).expect("it was checked");
            stones.push(square);
        }
        Ok(OpeningMove::Stones(stones))
    }
}

impl Program {
    /// As [`ExternalEngine::knows_opening`].
    pub fn knows_opening(&self, rule: OpeningRule) -> bool {
        match rule {
            OpeningRule::Swap2 => matches!(self.swap2.get(), Some(Some(_))),
            OpeningRule::Other(_) => false,
        }
    }
}

/// An answer, and the stones that were announced with it.
type Opened = (OpeningMove, Option<Vec<Square>>);

impl MoveRequest<'_> {
    /// Starts a game, asks for the engine's part in the opening and waits for it.
    fn send_opening(
        &self,
        process: &mut Process,
        state: &OpeningState,
        form: StoneForm,
    ) -> Result<Opened, ExternalError> {
        self.settle(process)?;
        process.discard_unread();
        self.start_game(process)?;
        let within = self.think.saturating_add(self.limits.grace);
        process.extend_cpu_limit(within);
        self.listener.setup_ends();
        process.tell(&orders(self.game, form));
        Wait {
            listener: self.listener,
            ..Wait::new(process, Order::Swap2Board, within, self.stop)
        }
        .opening(self.game, state)
    }
}

impl Wait<'_> {
    /// Waits for legal stones or a choice.
    fn opening(mut self, game: &Game, state: &OpeningState) -> Result<Opened, ExternalError> {
        loop {
            let (line, answer) = self.line()?;
            match answer {
                // Of an INFO, as for a move.
                Ok(Answer::Unknown(_) | Answer::About(_)) => self.remark = Some(line),
                Ok(Answer::Error(_)) => return Err(self.refused(&line)),
                Ok(answer) => {
                    let read = read(game, state, &answer, &line)?;
                    return read.ok_or_else(|| self.no_opening(state, &line));
                }
                Err(NoAnswer) => return Err(self.no_opening(state, &line)),
            }
        }
    }

    fn no_opening(&self, state: &OpeningState, line: &str) -> ExternalError {
        ExternalError::NoOpening {
            order: self.order_text(),
            line: shown(line),
            due: if state.to_place > 0 {
                "an opening of three moves such as 7,7 8,7 9,9"
            } else if state.choices.contains(&OpeningChoice::PlaceTwo) {
                "SWAP, a move such as 7,7 or two moves"
            } else {
                "SWAP or a move such as 7,7"
            },
        }
    }
}

/// The orders for a part in an opening.
fn orders(game: &Game, form: StoneForm) -> Vec<Order> {
    let with_owners = match form {
        StoneForm::Cell => false,
        StoneForm::CellAndOwner => true,
    };
    let mut orders = vec![Order::Swap2Board];
    orders.extend(request::stones(game, with_owners));
    orders.push(Order::Done);
    orders
}

/// The meaning of an answer; none where it is no answer to this state.
///
/// # Errors
///
/// A stone or a move is not allowed.
fn read(
    game: &Game,
    state: &OpeningState,
    answer: &Answer,
    line: &str,
) -> Result<Option<Opened>, ExternalError> {
    let stones = match answer {
        Answer::Move(cell) => legal_stones(game, &[*cell], line)?,
        Answer::Opening(cells) => legal_stones(game, cells, line)?,
        Answer::Swap => Vec::new(),
        Answer::Ok
        | Answer::Suggest(_)
        | Answer::About(_)
        | Answer::Message(_)
        | Answer::Debug(_)
        | Answer::Error(_)
        | Answer::Unknown(_) => return Ok(None),
    };
    if state.to_place > 0 {
        let is_complete = stones.len() == usize::from(state.to_place);
        return Ok(is_complete.then_some((OpeningMove::Stones(stones), None)));
    }
    // White is to move: `SWAP` leaves that to the other side.
    let choice = match stones.len() {
        0 => OpeningChoice::Black,
        1 => OpeningChoice::White,
        2 => OpeningChoice::PlaceTwo,
        _ => return Ok(None),
    };
    let announced = (choice == OpeningChoice::PlaceTwo).then_some(stones);
    let is_offered = state.choices.contains(&choice);
    Ok(is_offered.then_some((OpeningMove::Choice(choice), announced)))
}

/// The squares of these cells, each legal behind those before it.
fn legal_stones(game: &Game, cells: &[Cell], line: &str) -> Result<Vec<Square>, ExternalError> {
    let mut game = game.clone();
    let mut squares = Vec::new();
    for cell in cells {
        let square = legal(&game, *cell, line)?;
        game.play(square).expect("it was checked");
        squares.push(square);
    }
    Ok(squares)
}
