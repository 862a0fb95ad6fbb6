use super::*;
use crate::ui::app::tests::welcome;

/// A person whom the host had sent out was told that the connection was lost.
#[test]
fn a_failure_is_a_refusal_where_the_server_refuses_for_good() {
    let banned = || Refusal::Banned {
        wait: None,
        reason: Some("spam".to_owned()),
    };
    let version = || Refusal::Version {
        yours: 1,
        oldest: 2,
        newest: 3,
    };
    for (was_welcome, refusal, expected) in [
        (false, None, Kind::Failed),
        (false, Some(banned()), Kind::Refused),
        (false, Some(Refusal::ShuttingDown), Kind::Refused),
        (true, None, Kind::Lost),
        (true, Some(banned()), Kind::Refused),
        (true, Some(version()), Kind::Refused),
        (true, Some(Refusal::ShuttingDown), Kind::Lost),
    ] {
        let mut progress = Progress::default();
        if was_welcome {
            progress.on_message(&welcome());
        }
        if let Some(refusal) = refusal.clone() {
            let message = refusal.to_string();
            progress.on_message(&ServerMsg::Refused { refusal, message });
        }
        let failure = progress.failure("why".to_owned());
        assert_eq!(failure.kind, expected, "{refusal:?}");
    }
}
