//! Tournaments: the list, the one that the session follows, and acts in it.

use std::sync::Arc;

use protocol::message::{ClientMsg, ServerMsg};
use protocol::millis::Millis;
use protocol::refusal::Refusal;
use protocol::tournament::PAIRINGS;

use super::Session;
use super::pending::Done;
use crate::tournaments::{Follower, TournamentHandle};

impl Session {
    /// Begins what a message about tournaments asks for.
    pub(super) fn in_tournaments(&mut self, at: Millis, message: ClientMsg) -> Result<(), Refusal> {
        let tournaments = Arc::clone(&self.tournaments);
        let (who, reference, key, person) = (self.who, self.reference, self.key, self.person);
        let mut follower = Follower {
            who,
            person,
            name: self.name.clone(),
            outbox: self.outbox.clone(),
            key,
            token: None,
        };
        match message {
            ClientMsg::ListTournaments => self.pending.begin(async move {
                let tournaments = tournaments.list_for(key.map(|key| key.hash()));
                Ok(Done::Answered(ServerMsg::Tournaments { tournaments }))
            }),
            ClientMsg::OpenTournament { spec } => {
                self.shared.limits.games.spend(self.person, at)?;
                self.pending.begin(async move {
                    let (handle, token) =
                        tournaments.open(spec, person, &follower.name, key).await?;
                    follower.token = Some(token);
                    handle.follow(follower, reference).await;
                    Ok(Done::Follows(handle))
                });
            }
            ClientMsg::FollowTournament { tournament, token } => {
                follower.token = token;
                self.pending.begin(async move {
                    let handle = tournaments.find(tournament).await?;
                    handle.follow(follower, reference).await;
                    Ok(Done::Follows(handle))
                });
            }
            ClientMsg::UnfollowTournament => {
                if let Some(followed) = self.tournament.take() {
                    self.pending.begin(async move {
                        followed.unfollow(who).await;
                        Ok(Done::Delivered)
                    });
                }
            }
            ClientMsg::InTournament { act } => {
                let followed = self.followed()?;
                self.pending.begin(async move {
                    followed.act(who, act, reference).await;
                    Ok(Done::Delivered)
                });
            }
            ClientMsg::ListPairings { from } => {
                let followed = self.followed()?;
                self.pending.begin(async move {
                    let pairings = followed.pairings(from, PAIRINGS + 1).await;
                    let mut pairings = pairings.ok_or(Refusal::ShuttingDown)?;
                    let is_last = pairings.len() <= PAIRINGS;
                    pairings.truncate(PAIRINGS);
                    Ok(Done::Answered(ServerMsg::TournamentPairings {
                        tournament: followed.code(),
                        pairings,
                        more: (!is_last).then(|| from + PAIRINGS as u32),
                    }))
                });
            }
            other => unreachable!("{other:?} is not about tournaments"),
        }
        Ok(())
    }

    fn followed(&self) -> Result<TournamentHandle, Refusal> {
        self.tournament.clone().ok_or(Refusal::NoTournament)
    }

    /// Notes that the session follows this tournament, and no other any more.
    pub(super) fn follows(&mut self, handle: TournamentHandle) {
        let before = self.tournament.replace(handle);
        let code = self.tournament.as_ref().map(TournamentHandle::code);
        if let Some(before) = before.filter(|before| Some(before.code()) != code) {
            let who = self.who;
            self.pending.begin(async move {
                before.unfollow(who).await;
                Ok(Done::Delivered)
            });
        }
    }
}
