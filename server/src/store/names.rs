//! The names that keys own, as they are stored.

use protocol::id::TokenHash;
use protocol::millis::Millis;
use protocol::text::Name;

use crate::base::skeleton::Skeletons;

/// A name with its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnedName {
    /// Hash of the key that owns it.
    pub owner: TokenHash,
    /// The name as its owner wrote it.
    pub name: Name,
    /// Moment of its last use, as it is stored.
    pub used: Millis,
}

/// A change of the owned names, to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameChange {
    /// The key owns this name, and no other; nobody else owns the name.
    Owned {
        /// The name.
        owned: OwnedName,
        /// Form of the name that no other name has.
        skeleton: String,
    },
    /// The key owns no name.
    Freed(TokenHash),
}

impl NameChange {
    /// Returns the change by which a key owns a name.
    pub fn owned(owned: OwnedName) -> Self {
        let skeleton = Skeletons::new(&owned.name).folded;
        Self::Owned { owned, skeleton }
    }

    /// Returns the hash of the key that it concerns.
    pub fn owner(&self) -> TokenHash {
        match self {
            Self::Owned { owned, .. } => owned.owner,
            Self::Freed(owner) => *owner,
        }
    }
}
