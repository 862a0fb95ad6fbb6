//! The probe that finds out if an engine knows swap2: two questions, as in a game.

use std::time::Duration;

use engine::Stop;
use protocol::game::Game;
use protocol::rules::Variant;
use protocol::side::Side;
use protocol::spec::{OpeningChoice, OpeningRule};
use protocol::square::Square;
use protocol::view::OpeningState;
use tracing::debug;

use super::{StoneForm, orders, read};
use crate::answer::{Answer, NoAnswer};
use crate::engine::{MoveRequest, Wait};
use crate::error::ExternalError;
use crate::limits::Limits;
use crate::order::Order;
use crate::process::Process;

/// Time for an answer to `SWAP2BOARD` in a probe, beyond the time that the engine is told.
const PROBE_GRACE: Duration = Duration::from_secs(2);

/// Time that an engine is told in a probe.
const PROBE_THINK: Duration = Duration::from_millis(100);

/// Board of a probe: the one of the tournament for openings.
const PROBE_BOARD: &str = "gomoku-15";

/// Stones of a probe, one behind the other at the edge.
const PROBE_STONES: [(u8, u8); 3] = [(5, 1), (6, 1), (8, 2)];

/// Finds out in which form an engine reads stones.
///
/// # Errors
///
/// Its answer is none of swap2's: the engine does not know it.
pub(super) fn stone_form(
    process: &mut Process,
    limits: Limits,
) -> Result<StoneForm, ExternalError> {
    let empty = Game::new(Variant::named(PROBE_BOARD).expect("it is a fixed variant"));
    let stones =
        PROBE_STONES.map(|(column, row)| Square::new(column, row).expect("a small number"));
    let three = Game::after(empty.variant(), stones).expect("they are on different cells");
    let state = |to_place, choices| OpeningState {
        rule: OpeningRule::Swap2,
        to_act: Side::First,
        to_place,
        choices,
        black: None,
        made: Vec::new(),
    };
    let choices = vec![
        OpeningChoice::Black,
        OpeningChoice::White,
        OpeningChoice::PlaceTwo,
    ];
    let probe = |process: &mut Process, game: &Game, state: &OpeningState, form| {
        let request = MoveRequest {
            game,
            think: PROBE_THINK,
            time_left: None,
            limits: Limits {
                grace: PROBE_GRACE,
                ..limits
            },
            says_name: true,
            stop: &Stop::default(),
            listener: &|_: &str| {},
        };
        request.probe(process, state, form)
    };
    probe(process, &empty, &state(3, Vec::new()), StoneForm::Cell)?;
    let choosing = state(0, choices);
    match probe(process, &three, &choosing, StoneForm::Cell) {
        Err(error @ (ExternalError::Refused { .. } | ExternalError::NoOpening { .. })) => {
            debug!(%error, "stones with their owners are tried");
            probe(process, &three, &choosing, StoneForm::CellAndOwner)?;
            Ok(StoneForm::CellAndOwner)
        }
        other => other.map(|()| StoneForm::Cell),
    }
}

impl MoveRequest<'_> {
    /// As [`send_opening`](Self::send_opening), but an `UNKNOWN` is an answer too, since nothing else will come.
    fn probe(
        &self,
        process: &mut Process,
        state: &OpeningState,
        form: StoneForm,
    ) -> Result<(), ExternalError> {
        // Of a probe before, which an engine may have answered once for each line.
        self.settle(process)?;
        process.extend_cpu_limit(self.limits.start);
        process.tell(&[Order::About]);
        Wait::new(process, Order::About, self.limits.start, self.stop).about()?;
        self.settle(process)?;
        self.start_game(process)?;
        let within = self.think.saturating_add(self.limits.grace);
        process.extend_cpu_limit(within);
        process.tell(&orders(self.game, form));
        let mut wait = Wait::new(process, Order::Swap2Board, within, self.stop);
        let (line, answer) = wait.line()?;
        let answer = match answer {
            Ok(Answer::Error(_) | Answer::Unknown(_)) => return Err(wait.refused(&line)),
            Ok(answer) => answer,
            Err(NoAnswer) => return Err(wait.no_opening(state, &line)),
        };
        let read = read(self.game, state, &answer, &line)?;
        read.map(drop).ok_or_else(|| wait.no_opening(state, &line))
    }
}
