//! The part of a bot in an opening with choices.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engine::{Caches, OpeningMove, SearchRequest};
use protocol::text::ChatText;
use protocol::view::OpeningState;
use tokio::sync::watch;

use super::{
    EnginePool, NoChoice, Standing, Task, answered, external_request, failure, limit_of, request,
};
use crate::engines::Engines;

impl EnginePool {
    /// Returns the stones that the bot puts in an opening, or its choice, as [`think`](Self::think) returns a move.
    pub(crate) async fn open(
        &self,
        standing: watch::Receiver<Standing>,
        task: Task,
        state: OpeningState,
    ) -> Result<OpeningMove, ChatText> {
        let external = self.external.clone();
        let caches = Arc::clone(&self.caches);
        self.carry_out(standing, task, move |task, stop, stopwatch| {
            let elapsed = || stopwatch.elapsed();
            let request = request(task, &elapsed, stop);
            task.progress.begin();
            let opened = catch_unwind(AssertUnwindSafe(|| {
                open(external.as_deref(), task, &state, request, &caches)
            }));
            match opened {
                Ok(Ok(opened)) => Ok(opened),
                Ok(Err(why)) => Err(failure(task, Some(why))),
                Err(_panic) => Err(failure(task, None)),
            }
        })
        .await
    }
}

fn open(
    external: Option<&Engines>,
    task: &Task,
    state: &OpeningState,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<OpeningMove, NoChoice> {
    if let Some(kind) = engine::bots::named(task.bot.kind()) {
        let limit = Some(limit_of(task, kind.usual_time()));
        let request = SearchRequest { limit, ..request };
        return Ok(engine::bots::open(
            kind, &task.game, state, request, caches,
        )?);
    }
    let question = external_request(task, request.stop);
    answered(external.and_then(|engines| engines.open(&question, state)))
}
