//! What columns are worth: the room says of which position, the engine threads say what.
//!
//! Analyse -> budget -> room: may they? the position -> `engine_pool`, in a task of its own -> Analysed
//!
//! A session has one question under way at most. Its task ends with its handle, and the search with the task:
//! so a newer question, `StopAnalysis`, leaving the room and the end of the connection all stop the search.

use std::sync::Arc;

use protocol::clock::Millis;
use protocol::message::ServerMsg;
use protocol::refusal::Refusal;
use tokio::sync::oneshot;
use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument, Span, error};

use super::pending::Done;
use super::{Session, refused};
use crate::actor::{Position, Request, Retired};

/// The answer of a search under way. Dropping it stops the search.
pub(super) type Analysis = AbortOnDropHandle<ServerMsg>;

impl Session {
    /// Asks the room for a position of it to analyse, instead of the one that was asked about before.
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

    /// Has the position analysed that the room gave.
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
                Some(analysed) => ServerMsg::Analysed {
                    revision,
                    plies,
                    columns: analysed.columns,
                    nodes: analysed.nodes,
                    elapsed: analysed.elapsed,
                },
                None => failed("the engine gave no analysis"),
            }
        };
        let task = tokio::spawn(search.instrument(Span::current()));
        self.analysis = Some(AbortOnDropHandle::new(task));
        Ok(())
    }
}

/// Waits for what is under way, or for ever where nothing is.
pub(super) async fn answered(analysis: &mut Option<Analysis>) -> ServerMsg {
    match analysis {
        Some(analysis) => analysis
            .await
            .unwrap_or_else(|error| failed(&error.to_string())),
        None => std::future::pending().await,
    }
}

/// Our own fault: logged with a number that the person can quote.
fn failed(problem: &str) -> ServerMsg {
    let reference = rand::random::<u32>();
    error!(reference, problem, "an analysis failed");
    refused(Refusal::Internal { reference })
}
