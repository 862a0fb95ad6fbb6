//! The games that are over as text: `/games.txt`.
//!
//! query -> filter -> first page, or the reason that there is no answer -> the next page when the last one is sent
//!
//! A page is in memory until it is sent, however many games there are.

use std::fmt::Display;
use std::sync::Arc;

use bytes::Bytes;
use futures::stream::{self, StreamExt as _};
use http_body_util::{BodyExt as _, StreamBody};
use hyper::body::Frame;
use hyper::{Response, StatusCode};
use protocol::id::GameNr;
use protocol::refusal::Refusal;
use protocol::rules::VariantError;
use protocol::text::Name;
use protocol::view::{GameResult, HistoryFilter, OpponentKind};

use super::{Body, Connection, text};
use crate::base::span::Span;
use crate::people::person::Person;
use crate::store::Asker;

const UNKNOWN: &str = "write player, opponent, game, result, within, least, most and against as in /games.txt?player=Ana&within=30d";

impl Connection {
    /// Returns the games for which the query holds, the newest first.
    pub(super) async fn games(self: &Arc<Self>, query: &str, person: Person) -> Response<Body> {
        let filter = match filter(query) {
            Ok(filter) => filter,
            Err(problem) => return text(StatusCode::BAD_REQUEST, format!("{problem}\n")),
        };
        let (first, older) = match self.page_of_games(&filter, None, person).await {
            Ok(page) => page,
            Err(refusal) => {
                let status = match refusal {
                    Refusal::NoHistory | Refusal::NoSuchPerson { .. } => StatusCode::NOT_FOUND,
                    _ => StatusCode::SERVICE_UNAVAILABLE,
                };
                return text(status, format!("{refusal}\n"));
            }
        };
        let connection = Arc::clone(self);
        let others = stream::try_unfold(older, move |older| {
            let (connection, filter) = (Arc::clone(&connection), filter.clone());
            async move {
                let Some(before) = older else { return Ok(None) };
                let page = connection
                    .page_of_games(&filter, Some(before), person)
                    .await;
                page.map(Some)
            }
        });
        let pages = stream::iter([Ok(first)]).chain(others);
        let body = StreamBody::new(pages.map(|page| page.map(Frame::data)));
        text(StatusCode::OK, "").map(|_empty| body.boxed_unsync())
    }

    /// Returns a page, which is charged to the address, and the number below which the older games are.
    async fn page_of_games(
        &self,
        filter: &HistoryFilter,
        before: Option<GameNr>,
        person: Person,
    ) -> Result<(Bytes, Option<GameNr>), Refusal> {
        self.wait_for_budget(person).await;
        let shared = self.directory.shared();
        let history = shared.history.as_ref().ok_or(Refusal::NoHistory)?;
        let asker = Asker {
            key: None,
            now: shared.time.now(),
        };
        let filter = filter.clone();
        let asked = history.ask(shared.random.draw(), move |reader| {
            reader.records(asker, &filter, before)
        });
        let page = asked.await?;
        let records: Vec<_> = page.games.iter().map(|game| format!("{game}\n")).collect();
        let records = records.concat();
        self.charge(person, records.len() as u64);
        Ok((records.into(), page.older))
    }
}

/// Reads the filter from the query of a request, or returns what was expected.
fn filter(query: &str) -> Result<HistoryFilter, String> {
    let mut filter = HistoryFilter::default();
    for (key, value) in form_urlencoded::parse(query.as_bytes()) {
        set(&mut filter, &key, &value)
            .map_err(|expected| format!("{key:?} {value:?}: {expected}"))?;
    }
    Ok(filter)
}

fn set(filter: &mut HistoryFilter, key: &str, value: &str) -> Result<(), String> {
    let name = || Name::clean(value).ok_or("write a name");
    let plies = || {
        value
            .parse()
            .map_err(|_no_number| "write a number of moves")
    };
    match key {
        "player" => filter.player = Some(name()?),
        "opponent" => filter.opponent = Some(name()?),
        "game" => {
            let variant = value.parse();
            filter.variant = Some(variant.map_err(|error: VariantError| error.to_string())?);
        }
        "result" => filter.result = Some(one_of(GameResult::KNOWN, value)?),
        "within" => {
            let Span(within) = value.parse()?;
            filter.within = Some(within);
        }
        "least" => filter.least_plies = Some(plies()?),
        "most" => filter.most_plies = Some(plies()?),
        "against" => filter.against = Some(one_of(OpponentKind::KNOWN, value)?),
        _ => return Err(UNKNOWN.to_owned()),
    }
    Ok(())
}

fn one_of<W: Copy + Display>(words: &[W], value: &str) -> Result<W, String> {
    let found = words.iter().find(|word| word.to_string() == value);
    found.copied().ok_or_else(|| {
        let words: Vec<_> = words.iter().map(ToString::to_string).collect();
        format!("write {}", words.join(" or "))
    })
}

#[cfg(test)]
mod tests {
    use protocol::millis::Millis;

    use super::*;

    #[test]
    fn a_query_is_a_filter_or_says_what_was_expected() {
        let query = "player=Ana+B&opponent=Bruno&game=connect-four&result=won&within=30d&least=10&most=30&against=people";
        let expected = HistoryFilter {
            player: Name::clean("Ana B"),
            opponent: Name::clean("Bruno"),
            variant: "connect-four".parse().ok(),
            result: Some(GameResult::Won),
            within: Some(Millis::from_secs(30 * 24 * 60 * 60)),
            least_plies: Some(10),
            most_plies: Some(30),
            against: Some(OpponentKind::People),
        };
        assert_eq!(filter(query), Ok(expected));
        assert_eq!(filter(""), Ok(HistoryFilter::default()));
        for (query, expected) in [
            ("player=", "write a name"),
            ("game=chess", "connect-four"),
            ("result=lots", "write won or drawn or lost"),
            ("within=30", "write 90s, 30m, 1h or 7d"),
            ("least=-1", "write a number of moves"),
            ("against=all", "write people or bots"),
            ("name=Ana", "write player, opponent, game"),
        ] {
            let problem = filter(query).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
