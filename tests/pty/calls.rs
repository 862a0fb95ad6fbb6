//! The bell, where it is one's turn.

use super::{Pair, directory, press, shows};
use crate::binaries::ServerProcess;

#[test]
fn a_turn_rings_once_and_not_at_all_where_a_person_wants_quiet() {
    let data = directory();
    let server = ServerProcess::start(data.path());
    for (more, bells) in [(&[][..], 1), (&[("ENLINEA_QUIET", "1")][..], 0)] {
        let mut pair = Pair::at(&server, more);
        shows(&mut pair.first, &["your turn"]);
        let before = pair.second.screen().bells();
        press(&mut pair.first, '4');
        // The bell comes before the next picture, and that after the picture with the turn.
        shows(&mut pair.second, &["your turn"]);
        press(&mut pair.second, '?');
        let screen = shows(&mut pair.second, &["play ──"]);
        assert_eq!(screen.bells() - before, bells, "{more:?}");
    }
}
