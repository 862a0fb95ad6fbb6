//! Wakes that are gathered: what the answers to a batch wake goes on in the task that delivers them.
//!
//! ```text
//! answers -> `deliver` -> wakers -> list of the thread -> each that was woken, one after the other
//! ```
//!
//! A wake of a task of its own goes through a queue, and polls all that this task waits for, with memory that is cold
//! by then. Where a commit has the moves of many rooms, this is saved for each of them.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Work that waits, and can go on in any task.
pub(crate) trait Resume: Send + Sync {
    /// Goes on until the work is done or waits again.
    fn resume(self: Arc<Self>);
}

thread_local! {
    /// Work that was woken; none while nobody gathers.
    static WOKEN: RefCell<Option<Vec<Arc<dyn Resume>>>> = const { RefCell::new(None) };
}

/// Calls `deliver`, and goes on with all the work that it wakes. A panic in it is that of one piece of work: the others
/// go on.
pub(crate) fn resume_woken_by(deliver: impl FnOnce()) {
    WOKEN.set(Some(Vec::new()));
    deliver();
    for work in WOKEN.take().unwrap_or_default() {
        // The panic is logged by its hook, and the work notes by itself that it is lost.
        let _ = catch_unwind(AssertUnwindSafe(|| work.resume()));
    }
}

/// Notes that work was woken; returns it if nobody gathers in this thread, and it has to be woken otherwise.
pub(crate) fn gather<R: Resume + 'static>(work: Arc<R>) -> Result<(), Arc<R>> {
    WOKEN.with_borrow_mut(|woken| match woken {
        Some(woken) => {
            woken.push(work);
            Ok(())
        }
        None => Err(work),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Work that notes its number when it goes on, and what becomes of another wake then.
    struct Work {
        number: u8,
        resumed: Arc<Mutex<Vec<(u8, bool)>>>,
    }

    impl Resume for Work {
        fn resume(self: Arc<Self>) {
            let is_gathered = gather(Arc::clone(&self)).is_ok();
            let resumed = &mut self.resumed.lock().unwrap();
            resumed.push((self.number, is_gathered));
        }
    }

    struct Panics;

    impl Resume for Panics {
        fn resume(self: Arc<Self>) {
            panic!("a test of what a panic does");
        }
    }

    #[test]
    fn what_is_woken_goes_on_in_order_and_a_panic_is_its_own() {
        let resumed = Arc::default();
        let work = |number| {
            let resumed = Arc::clone(&resumed);
            Arc::new(Work { number, resumed })
        };
        assert!(gather(work(0)).is_err(), "nobody gathers");
        resume_woken_by(|| {
            assert!(gather(work(1)).is_ok());
            assert!(gather(Arc::new(Panics)).is_ok());
            assert!(gather(work(2)).is_ok());
            assert!(resumed.lock().unwrap().is_empty(), "not yet");
        });
        assert_eq!(*resumed.lock().unwrap(), [(1, false), (2, false)]);
        assert!(gather(work(3)).is_err(), "nobody gathers any more");
    }
}
