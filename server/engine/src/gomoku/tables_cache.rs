//! Tables kept from one search to the next.

use std::fmt;
use std::sync::{Arc, Mutex};

use protocol::rules::Variant;

use super::tables::Tables;

/// Variants whose tables are kept: few are played at once.
const KEPT: usize = 4;

/// The tables of the variants used last, one for each variant.
#[derive(Default)]
pub(crate) struct TablesCache {
    /// The one used last is the first.
    kept: Mutex<Vec<Arc<Tables>>>,
}

impl TablesCache {
    /// The tables of a variant that [fits](Tables::fits), made at the first use; panics for others.
    pub(crate) fn tables(&self, variant: Variant) -> Arc<Tables> {
        let mut kept = self.kept.lock().expect("no holder panics");
        let found = kept.iter().position(|tables| tables.variant() == variant);
        let tables = match found {
            Some(index) => kept.remove(index),
            None => Arc::new(Tables::new(variant)),
        };
        kept.insert(0, Arc::clone(&tables));
        kept.truncate(KEPT);
        tables
    }
}

impl fmt::Debug for TablesCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablesCache").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_made_once_and_those_used_last_are_kept() {
        let cache = TablesCache::default();
        let get = |width: usize| cache.tables(format!("custom:{width}x5x4:free").parse().unwrap());
        let first = get(5);
        assert!(Arc::ptr_eq(&first, &get(5)));
        for width in [6, 7, 8] {
            get(width);
        }
        assert!(Arc::ptr_eq(&first, &get(5)));
        for width in [6, 7, 8, 9] {
            get(width);
        }
        assert!(!Arc::ptr_eq(&first, &get(5)));
    }
}
