//! When a player makes the move that is theirs.

use std::time::Duration;

use anyhow::Result;
use tokio::time::sleep_until;

use super::socket::Socket;
use super::stage::{Stage, Table};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// As soon as the opponent's move is there.
    AtOnce,
    /// One move of the table a period.
    Every(Duration),
    /// When every spectator has seen the last move, so that none falls behind.
    AfterSpectators,
}

impl Pace {
    pub(crate) async fn wait(
        self,
        socket: &mut Socket,
        table: &Table,
        stage: &Stage,
    ) -> Result<()> {
        match self {
            Self::AtOnce => Ok(()),
            Self::AfterSpectators => {
                table.all_saw().await;
                Ok(())
            }
            Self::Every(period) => {
                let due = table.take_due(stage, period);
                tokio::select! {
                    biased;
                    () = sleep_until(due.into()) => Ok(()),
                    // Nobody else acts at this table meanwhile: what is read are pings.
                    unexpected = pings(socket) => unexpected,
                }
            }
        }
    }
}

/// Reads for as long as nothing of the game comes: what does is of no interest before the move is made.
async fn pings(socket: &mut Socket) -> Result<()> {
    loop {
        socket.next().await?;
    }
}
