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
    /// Lines of talk, and how often one was written that had been before.
    pub(in crate::simulation) lines: usize,
    pub(in crate::simulation) lines_again: usize,
}

impl Counts {
    pub(in crate::simulation) fn add(&mut self, other: &Self) {
        self.plies += other.plies;
        self.games += other.games;
        self.connections += other.connections;
        self.moves_again += other.moves_again;
        self.moves_without_seat += other.moves_without_seat;
        self.seats_taken_over += other.seats_taken_over;
        self.turns_charged += other.turns_charged;
        self.turns_with_outage += other.turns_with_outage;
        self.appends_refused += other.appends_refused;
        self.appends_refused_though_stored += other.appends_refused_though_stored;
        self.kills += other.kills;
        self.stops += other.stops;
        self.network_faults += other.network_faults;
        self.lines += other.lines;
        self.lines_again += other.lines_again;
    }
}
