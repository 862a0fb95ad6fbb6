//! A Swiss tournament of three entrants in its first round.

use protocol::millis::Millis;
use protocol::side::BySide;
use protocol::tournament::{
    Decision, EntrantState, EntrantView, Filling, Format, PairingGame, PairingView, RoundResult,
    Standing, TournamentAct, TournamentPhase, TournamentSpec, TournamentSummary, TournamentView,
};
use protocol::view::PastPlayer;
use protocol::word::Named;

use super::of;

pub(crate) fn spec() -> TournamentSpec {
    TournamentSpec {
        clock: Some(of("5m+3s")),
        rated: true,
        filling: Some(Filling {
            bot: of("level:4"),
            up_to: 0,
        }),
        starts_in: Some(Millis::from_secs(600)),
        ..TournamentSpec::new(
            of("Friday evening"),
            Format::Swiss { rounds: 7 },
            of("connect-four"),
        )
    }
}

pub(crate) fn acts() -> Vec<TournamentAct> {
    let score = BySide {
        first: 2,
        second: 0,
    };
    vec![
        TournamentAct::Enter,
        TournamentAct::Withdraw,
        TournamentAct::Pause { paused: true },
        TournamentAct::Ready,
        TournamentAct::Hold { held: true },
        TournamentAct::NextRound,
        TournamentAct::Correct {
            pairing: 0,
            game: 1,
            score,
        },
        TournamentAct::AddBot { bot: of("level:4") },
        TournamentAct::AddPerson { name: of("Cleo") },
        TournamentAct::Remove { entrant: 2 },
        TournamentAct::End,
    ]
}

pub(crate) fn summary() -> TournamentSummary {
    TournamentSummary {
        tournament: of("FR7K2M"),
        spec: spec().map_variant(Named::Known),
        phase: TournamentPhase::Round,
        round: 1,
        rounds: Some(7),
        countdown: None,
        entrants: 3,
        yours: true,
    }
}

pub(crate) fn pairings() -> Vec<PairingView> {
    let game = |room, score: Option<(u8, u8)>, decision| PairingGame {
        room,
        score: score.map(|(first, second)| BySide { first, second }),
        decision,
    };
    let pairing = PairingView {
        pairing: Some(0),
        round: 1,
        first: 0,
        second: Some(1),
        games: vec![
            game(Some(of("K7QM2X")), Some((0, 2)), Some(Decision::Played)),
            game(Some(of("K7QM2Y")), None, None),
        ],
        score: BySide {
            first: 0,
            second: 2,
        },
        over: false,
    };
    let bye = PairingView {
        pairing: Some(1),
        round: 1,
        first: 2,
        second: None,
        games: Vec::new(),
        score: BySide {
            first: 4,
            second: 0,
        },
        over: true,
    };
    vec![pairing, bye]
}

pub(crate) fn view() -> TournamentView {
    let entrant = |player, state, present| EntrantView {
        player,
        state,
        present,
        ready: false,
        from_round: 1,
    };
    let human = |name, profile| PastPlayer::Human {
        name: of(name),
        profile,
    };
    let standing = |entrant, place, points, wins, result| Standing {
        entrant,
        place,
        points,
        buchholz: 0,
        sonneborn_berger: 0,
        direct: 0,
        wins,
        rounds: vec![result],
    };
    TournamentView {
        tournament: of("FR7K2M"),
        spec: spec().map_variant(Named::Known),
        organiser: of("Ana"),
        phase: TournamentPhase::Round,
        held: false,
        round: 1,
        rounds: Some(7),
        countdown: None,
        entrants: vec![
            entrant(human("Bo", false), EntrantState::Playing, false),
            entrant(human("Ana", true), EntrantState::Playing, true),
            entrant(
                PastPlayer::Bot { bot: of("level:4") },
                EntrantState::Playing,
                true,
            ),
        ],
        standings: vec![
            standing(2, 1, 4, 0, RoundResult::Bye),
            standing(1, 2, 2, 1, RoundResult::Open),
            standing(0, 3, 0, 0, RoundResult::Open),
        ],
        pairings: pairings(),
        next: Vec::new(),
    }
}
