//! Questions about the games that are over.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::word::Named;

use super::Session;
use super::pending::Done;
use crate::store::{Asker, HistoryError, Reader};

impl Session {
    /// Begins to answer a question about the games that are over.
    pub(super) fn ask_history(&mut self, message: ClientMsg) -> Result<(), Refusal> {
        let history = self.shared.history.clone().ok_or(Refusal::NoHistory)?;
        let asker = Asker {
            key: self.key.map(|key| key.hash()),
            now: self.shared.time.now(),
        };
        let reference = self.shared.random.draw();
        self.pending.begin(async move {
            let answer = history.ask(reference, move |reader| answer(reader, asker, message));
            Ok(Done::Answered(answer.await?))
        });
        Ok(())
    }
}

/// Returns the answer to a message that is a question about the games that are over.
fn answer(reader: &Reader, asker: Asker, message: ClientMsg) -> Result<ServerMsg, HistoryError> {
    Ok(match message {
        ClientMsg::History { filter, before } => {
            let page = reader.history(asker, &filter, before)?;
            ServerMsg::History {
                games: page.games,
                older: page.older,
                total: page.total,
            }
        }
        ClientMsg::PastGame { game } => {
            let game = Box::new(reader.game(asker, game)?);
            ServerMsg::PastGame { game }
        }
        ClientMsg::Profile { name } => {
            let profile = Box::new(reader.profile(asker, name.as_ref())?);
            ServerMsg::Profile { profile }
        }
        ClientMsg::Leaderboard { variant, within } => {
            let (places, unplaced) = reader.leaderboard(asker, variant, within)?;
            ServerMsg::Leaderboard {
                variant: Named::Known(variant),
                places,
                unplaced,
            }
        }
        ClientMsg::Explore { variant, moves } => {
            let played = reader.explore(variant, &moves)?;
            ServerMsg::Explored {
                variant: Named::Known(variant),
                moves,
                played,
            }
        }
        other => unreachable!("{other:?} is no question about games"),
    })
}
