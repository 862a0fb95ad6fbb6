//! The health of a storage to which nobody writes.

use tokio::time::advance;

use super::super::handle::SILENT_FOR;
use super::*;

/// On a full disk the health was good until somebody made a move.
#[tokio::test(start_paused = true)]
async fn a_storage_to_which_nobody_writes_is_tried_when_its_health_is_asked_for() {
    let (store, fault, mut probed) = probed();
    let handle = at_once(store, || NOW);
    let problem = async || {
        handle.try_if_silent().await;
        handle.failure(NOW)
    };
    let mut tries = || std::iter::from_fn(|| probed.try_recv().ok()).count();
    assert_eq!(problem().await, None);
    assert_eq!(tries(), 1);
    fault.begin();
    // However often it is asked for.
    assert_eq!(problem().await, None);
    advance(SILENT_FOR).await;
    let told = problem().await.unwrap();
    assert!(told.contains("no space left on device"), "{told}");
    assert_eq!(tries(), 1);
    fault.end();
    advance(SILENT_FOR).await;
    assert_eq!(problem().await, None);
    assert_eq!(tries(), 1);
    // A write says as much.
    advance(SILENT_FOR / 2).await;
    handle.append(append(1)).await.unwrap();
    advance(SILENT_FOR / 2).await;
    assert_eq!(problem().await, None);
    assert_eq!(tries(), 0);
}
