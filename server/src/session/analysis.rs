//! Analysis of positions: the room gives the game, the engine threads give the values.
//!
//! `Analyse`, `AnalyseGame` -> limit -> room: permission and game -> `engine_pool`, in a separate task -> `Analysis`
//!
//! A session has one analysis under way at most. Its task ends with its handle, and the search with the task:
//! so a newer request, `StopAnalysis`, leaving the room and the end of the connection all stop the search. The
//! answers about a whole game wait for the client one at a time, so that it is searched as fast as they are read.

use std::sync::Arc;

use protocol::game::Game;
use protocol::id::Revision;
use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
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
    /// Asks the room for the positions to analyse, in place of those asked for before.
    pub(super) fn analyse(&mut self, at: Millis, scope: Scope) -> Result<(), Refusal> {
        self.shared.limits.analyses.spend(self.person, at)?;
        let handle = self.rooms.here()?.clone();
        let who = self.who;
        let plies = match scope {
            Scope::Position(plies) => Some(plies),
            Scope::Game => None,
        };
        self.pending.begin(async move {
            let asked = handle.ask(|reply| Request::Analyse { who, plies, reply });
            let position = asked.await.map_err(|Retired| Refusal::NotInRoom)??;
            Ok(Done::Analyse(position, scope))
        });
        Ok(())
    }

    /// Starts the analysis of the positions that the room gave.
    pub(super) fn begin_analysis(
        &mut self,
        position: Position,
        scope: Scope,
    ) -> Result<(), Refusal> {
        // The room may have let the connection go since.
        self.rooms.here()?;
        if !engine::analysis::can_analyse(&position.game) {
            let variant = position.game.variant();
            return Err(Refusal::NotAnalysed { variant });
        }
        let (sender, answers) = mpsc::channel(1);
        let search = run(
            Arc::clone(&self.shared),
            self.person,
            position,
            scope,
            sender,
        );
        let task = tokio::spawn(search.instrument(self.span.clone()));
        self.analysis = Some(Analysis {
            answers,
            task: Some(AbortOnDropHandle::new(task)),
            reference: self.reference,
        });
        Ok(())
    }
}

/// Analyses one position, or all of a game from the first to the last, until nobody waits for the answers.
async fn run(
    shared: Arc<Shared>,
    person: Person,
    Position { revision, game }: Position,
    scope: Scope,
    answers: mpsc::Sender<ServerMsg>,
) {
    let config = &shared.config;
    let (first, limit) = match scope {
        Scope::Position(_) => (game.plies().len(), config.analysis),
        Scope::Game => (0, config.analysis_of_game),
    };
    for plies in first..=game.plies().len() {
        let earlier = game.plies()[..plies].iter().copied();
        let earlier = Game::after(game.variant(), earlier).expect("the plies of a game are legal");
        let answer = position(&shared, person, revision, earlier, limit).await;
        let goes_on = matches!(answer, ServerMsg::Analysis { .. });
        if answers.send(answer).await.is_err() || !goes_on {
            return;
        }
    }
    if matches!(scope, Scope::Game) {
        let plies = game.plies().len() as u16;
        // An error means that nobody waits any more.
        let _ = answers
            .send(ServerMsg::GameAnalysed { revision, plies })
            .await;
    }
}

/// Returns the analysis of a position.
async fn position(
    shared: &Shared,
    person: Person,
    revision: Revision,
    game: Game,
    limit: AnalysisLimits,
) -> ServerMsg {
    let plies = game.plies().len() as u16;
    let limit = limit.for_family(game.variant().family());
    match shared.engine_pool.analyse(person, game, limit).await {
        Some(analysed) => ServerMsg::Analysis {
            revision,
            plies,
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
