//! Analysis of positions: the engine threads give the values.
//!
//! `Analyse` -> limit -> room, if it is in one: permission -> `engine_pool`, in a separate task -> `Analysis`
//! `AnalyseGame` -> limit -> room: permission and game -> the same
//!
//! A session has one analysis under way at most. Its task ends with its handle, and the search with the task:
//! so a newer request, `StopAnalysis`, leaving the room and the end of the connection all stop the search. The
//! answers about a whole game wait for the client one at a time, so that it is searched as fast as they are read.

use std::sync::Arc;

use protocol::game::Game;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::square::Square;
use protocol::word::Named;
use tokio::sync::mpsc;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, error};

use super::Session;
use super::pending::{Done, Scope};
use crate::base::random::Random;
use crate::config::AnalysisLimits;
use crate::config::rate::Rate;
use crate::outbox::refused;
use crate::people::person::Person;
use crate::rooms::actor::{Position, Request, Retired};
use crate::rooms::shared::Shared;

/// Analyses: paging through a game asks for one at each step, which five of forty people may do at once. More are
/// refused, since each keeps an engine busy.
pub(super) const ANALYSES: Rate = Rate::per_second(200, 10);

/// A search under way. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct Analysis {
    answers: mpsc::Receiver<ServerMsg>,
    /// None once the task has ended.
    task: Option<AbortOnDropHandle<()>>,
    /// `ref` of the message that asked for it.
    reference: Option<u32>,
}

impl Session {
    /// Has a position analysed, in place of what was asked for before.
    ///
    /// A position is of no room, but while the connection is in one its game must allow hints: whoever plays is not
    /// offered them by the same program that referees.
    pub(super) fn analyse(
        &mut self,
        at: Millis,
        variant: Variant,
        moves: &[Square],
    ) -> Result<(), Refusal> {
        self.shared.limits.analyses.spend(self.person, at)?;
        let game = position_after(variant, moves)?;
        ensure_analysed(&game)?;
        let scope = Scope::Position(game);
        let Ok(handle) = self.rooms.here() else {
            return self.begin_analysis(scope);
        };
        let (handle, who) = (handle.clone(), self.who);
        self.pending.begin(async move {
            let asked = handle.ask(|reply| Request::Analyse { who, reply });
            match asked.await {
                Ok(Err(Refusal::HintsOff)) => Err(Refusal::HintsOff),
                // No game goes on there, or the connection is not there any more.
                _ => Ok(Done::Analyse(scope)),
            }
        });
        Ok(())
    }

    /// Asks the room for its game, to have every position of it analysed in place of what was asked for before.
    pub(super) fn analyse_game(&mut self, at: Millis) -> Result<(), Refusal> {
        self.shared.limits.analyses.spend(self.person, at)?;
        let handle = self.rooms.here()?.clone();
        let who = self.who;
        self.pending.begin(async move {
            let asked = handle.ask(|reply| Request::Analyse { who, reply });
            let position = asked.await.map_err(|Retired| Refusal::NotInRoom)??;
            Ok(Done::Analyse(Scope::Game(position)))
        });
        Ok(())
    }

    /// Starts the analysis of positions.
    pub(super) fn begin_analysis(&mut self, scope: Scope) -> Result<(), Refusal> {
        if let Scope::Game(Position { game, .. }) = &scope {
            // The room may have let the connection go since.
            self.rooms.here()?;
            ensure_analysed(game)?;
        }
        let (sender, answers) = mpsc::channel(1);
        let search = run(Arc::clone(&self.shared), self.person, scope, sender);
        let task = tokio::spawn(search.instrument(self.span.clone()));
        self.analysis = Some(Analysis {
            answers,
            task: Some(AbortOnDropHandle::new(task)),
            reference: self.reference,
        });
        Ok(())
    }
}

/// Returns the game after these moves, which has a move to choose.
fn position_after(variant: Variant, moves: &[Square]) -> Result<Game, Refusal> {
    let mut game = Game::new(variant);
    for square in moves {
        if game.ending().is_some() || game.play(*square).is_err() {
            break;
        }
    }
    let made = game.plies().len();
    if made == moves.len() && game.ending().is_none() {
        return Ok(game);
    }
    Err(Refusal::NothingToAnalyse {
        plies: moves.len() as u16,
        last: (made - usize::from(game.ending().is_some())) as u16,
    })
}

fn ensure_analysed(game: &Game) -> Result<(), Refusal> {
    let variant = game.variant();
    engine::analysis::can_analyse(game)
        .then_some(())
        .ok_or(Refusal::NotAnalysed { variant })
}

/// Analyses one position, or all of a game from the first to the last, until nobody waits for the answers.
async fn run(shared: Arc<Shared>, person: Person, scope: Scope, answers: mpsc::Sender<ServerMsg>) {
    let Position { revision, game } = match scope {
        Scope::Position(game) => {
            let answer = position(&shared, person, game, shared.config.analysis).await;
            // An error means that nobody waits any more.
            let _ = answers.send(answer).await;
            return;
        }
        Scope::Game(position) => position,
    };
    for plies in 0..=game.plies().len() {
        let earlier = game.plies()[..plies].iter().copied();
        let earlier = Game::after(game.variant(), earlier).expect("the plies of a game are legal");
        let answer = position(&shared, person, earlier, shared.config.analysis_of_game).await;
        let goes_on = matches!(answer, ServerMsg::Analysis { .. });
        if answers.send(answer).await.is_err() || !goes_on {
            return;
        }
    }
    let plies = game.plies().len() as u16;
    let _ = answers
        .send(ServerMsg::GameAnalysed { revision, plies })
        .await;
}

/// Returns the analysis of a position.
async fn position(shared: &Shared, person: Person, game: Game, limit: AnalysisLimits) -> ServerMsg {
    let variant = Named::Known(game.variant());
    let moves = game.plies().to_vec();
    let limit = limit.for_family(game.variant().family());
    match shared.engine_pool.analyse(person, game, limit).await {
        Some(analysed) => ServerMsg::Analysis {
            variant,
            moves,
            columns: analysed.columns,
            lines: analysed.lines,
            nodes: analysed.nodes,
            elapsed: analysed.elapsed,
        },
        None => failed(shared.random.draw(), "the engine gave no analysis"),
    }
}

/// Waits for the next answer of the analysis under way, or for ever if there is none. Returns its `ref` too;
/// nothing after the last answer.
pub(super) async fn answered(
    analysis: &mut Option<Analysis>,
    random: &Random,
) -> Option<(ServerMsg, Option<u32>)> {
    let Some(Analysis {
        answers,
        task,
        reference,
    }) = analysis
    else {
        return std::future::pending().await;
    };
    if let Some(answer) = answers.recv().await {
        return Some((answer, *reference));
    }
    let ended = task.as_mut()?.await;
    *task = None;
    let error = ended.err()?;
    Some((failed(random.draw(), &error.to_string()), *reference))
}

/// Returns the message for a fault of the server: it is logged with `reference`, a random number that the
/// person can quote.
fn failed(reference: u32, problem: &str) -> ServerMsg {
    error!(reference, problem, "an analysis failed");
    refused(Refusal::Internal { reference })
}
