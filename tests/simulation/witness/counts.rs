//! The counts of what a simulation met.

/// Events that the runs of many seeds met, so that a run in which nothing happens proves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::simulation) struct Counts {
    /// Plies of people and bots.
    pub(in crate::simulation) plies: usize,
    /// Games that ended.
    pub(in crate::simulation) games: usize,
    /// Connections that the server accepted.
    pub(in crate::simulation) connections: usize,
    /// Moves that were received again with the revision of an earlier one.
    pub(in crate::simulation) moves_again: usize,
    /// Moves of a connection whose seat another one had taken.
    pub(in crate::simulation) moves_without_seat: usize,
    /// Times that a seat went from one connection to another that is still open.
    pub(in crate::simulation) seats_taken_over: usize,
    /// Timed turns that were charged.
    pub(in crate::simulation) turns_charged: usize,
    /// Those of them in which the server was away or its store failed.
    pub(in crate::simulation) turns_with_outage: usize,
    /// Appends that were refused, and those of them that were stored all the same.
    pub(in crate::simulation) appends_refused: usize,
    pub(in crate::simulation) appends_refused_though_stored: usize,
    /// Times that the server was killed, and stopped in order.
    pub(in crate::simulation) kills: usize,
    pub(in crate::simulation) stops: usize,
    /// Faults of the network.
    pub(in crate::simulation) network_faults: usize,
    /// Lines of talk that were stored.
    pub(in crate::simulation) lines: usize,
}

impl Counts {
    pub(in crate::simulation) fn add(&mut self, other: &Self) {
        let mut other = *other;
        for ((_, count), (_, more)) in self.all_mut().into_iter().zip(other.all_mut()) {
            *count += *more;
        }
    }

    /// Names of what was never met.
    pub(in crate::simulation) fn unmet(mut self) -> Vec<&'static str> {
        let never = self.all_mut().into_iter().filter(|(_, count)| **count == 0);
        never.map(|(name, _)| name).collect()
    }

    /// All counts, with their names. A new one does not compile until it is listed here.
    fn all_mut(&mut self) -> [(&'static str, &mut usize); 14] {
        let Self {
            plies,
            games,
            connections,
            moves_again,
            moves_without_seat,
            seats_taken_over,
            turns_charged,
            turns_with_outage,
            appends_refused,
            appends_refused_though_stored,
            kills,
            stops,
            network_faults,
            lines,
        } = self;
        [
            ("plies", plies),
            ("games", games),
            ("connections", connections),
            ("moves_again", moves_again),
            ("moves_without_seat", moves_without_seat),
            ("seats_taken_over", seats_taken_over),
            ("turns_charged", turns_charged),
            ("turns_with_outage", turns_with_outage),
            ("appends_refused", appends_refused),
            (
                "appends_refused_though_stored",
                appends_refused_though_stored,
            ),
            ("kills", kills),
            ("stops", stops),
            ("network_faults", network_faults),
            ("lines", lines),
        ]
    }
}
