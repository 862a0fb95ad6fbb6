//! The part of a bot in an opening with choices.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use engine::{Caches, OpeningMove, SearchRequest};
use protocol::text::ChatText;
use protocol::view::OpeningState;

use super::{
    BotSearch, EnginePool, NoChoice, answered, external_request, failure, limit_of, request,
};
use crate::bots::engines::Engines;
use crate::people::person::Person;

impl EnginePool {
    /// Returns the stones that the bot puts in an opening, or its choice, as [`think`](Self::think) returns a move.
    pub(crate) async fn open(
        &self,
        person: Person,
        search: BotSearch,
        state: OpeningState,
    ) -> Result<OpeningMove, ChatText> {
        let external = self.external.clone();
        let caches = Arc::clone(&self.caches);
        self.carry_out(person, search, move |search, stop, stopwatch| {
            let elapsed = || stopwatch.elapsed();
            let request = request(search, &elapsed, stop);
            search.progress.begin();
            let opened = catch_unwind(AssertUnwindSafe(|| {
                open(external.as_deref(), search, &state, request, &caches)
            }));
            match opened {
                Ok(Ok(opened)) => Ok(opened),
                Ok(Err(why)) => Err(failure(search, Some(why))),
                Err(_panic) => Err(failure(search, None)),
            }
        })
        .await
    }
}

fn open(
    external: Option<&Engines>,
    search: &BotSearch,
    state: &OpeningState,
    request: SearchRequest<'_>,
    caches: &Caches,
) -> Result<OpeningMove, NoChoice> {
    if let Some(kind) = engine::bots::named(search.bot.kind()) {
        let limit = Some(limit_of(search, kind.usual_time()));
        let request = SearchRequest { limit, ..request };
        return Ok(engine::bots::open(
            kind,
            &search.game,
            state,
            request,
            caches,
        )?);
    }
    let question = external_request(search, request.stop);
    answered(external.and_then(|engines| engines.open(&question, state)))
}
