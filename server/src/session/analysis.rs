//! Analysis of columns: the room gives the position, the engine threads give the values.
//!
//! `Analyse` -> budget -> room: permission and position -> `engine_pool`, in a separate task -> `Analysed`
//!
//! A session has one analysis under way at most. Its task ends with its handle, and the search with the task:
//! so a newer request, `StopAnalysis`, leaving the room and the end of the connection all stop the search.

use std::sync::Arc;

use protocol::message::ServerMsg;
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, Span, error};

use super::pending::Done;
use super::{Session, refused};
use crate::actor::{Position, Request, Retired};
use crate::random::Random;

/// A search under way. Dropping it stops the search.
#[derive(Debug)]
pub(super) struct Analysis {
    answer: AbortOnDropHandle<ServerMsg>,
    /// `ref` of the message that asked for it.
    reference: Option<u32>,
}

impl Session {
    /// Asks the room for a position to analyse, in place of the one asked for before.
    pub(super) fn analyse(&mut self, at: Millis, plies: u16) -> Result<(), Refusal> {
        self.analyses
            .spend(at)
            .map_err(|wait| Refusal::TooFast { wait })?;
        let handle = self.here()?.clone();
        let (reply, answer) = oneshot::channel();
        let who = self.who;
        self.pending.begin(async move {
            let asked = handle.ask(Request::Analyse { who, plies, reply }).await;
            asked.map_err(|Retired| Refusal::NotInRoom)?;
            let position = answer.await.map_err(|_gone| Refusal::NotInRoom)??;
            Ok(Done::Analyse(position, plies))
        });
        Ok(())
    }

    /// Starts the analysis of the position that the room gave.
    pub(super) fn begin_analysis(&mut self, position: Position, plies: u16) -> Result<(), Refusal> {
        // The room may have let the connection go since.
        self.here()?;
        let Position { revision, game } = position;
        if !engine::analysis::can_analyse(&game) {
            let variant = game.variant();
            return Err(Refusal::NotAnalysed { variant });
        }
        let shared = Arc::clone(&self.shared);
        let search = async move {
            let limit = shared.config.analysis;
            match shared.engine_pool.analyse(game, limit).await {
                Some(analysed) => ServerMsg::Analysis {
                    revision,
                    plies,
                    columns: analysed.columns,
                    lines: Vec::new(),
                    nodes: analysed.nodes,
                    elapsed: analysed.elapsed,
                },
                None => failed(shared.random.draw(), "the engine gave no analysis"),
            }
        };
        let task = tokio::spawn(search.instrument(Span::current()));
        self.analysis = Some(Analysis {
            answer: AbortOnDropHandle::new(task),
            reference: self.reference,
        });
        Ok(())
    }
}

/// Waits for the analysis under way, or for ever if there is none. Returns its `ref` too.
pub(super) async fn answered(
    analysis: &mut Option<Analysis>,
    random: &Random,
) -> (ServerMsg, Option<u32>) {
    let Some(Analysis { answer, reference }) = analysis else {
        return std::future::pending().await;
    };
    let answer = answer
        .await
        .unwrap_or_else(|error| failed(random.draw(), &error.to_string()));
    (answer, *reference)
}

/// Returns the message for a fault of the server: it is logged with `reference`, a random number that the
/// person can quote.
fn failed(reference: u32, problem: &str) -> ServerMsg {
    error!(reference, problem, "an analysis failed");
    refused(Refusal::Internal { reference })
}
