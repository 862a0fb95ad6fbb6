//! The key that a person showed, and the tokens of the seats that they take with it.
//!
//! The key itself is in nothing here: one hash of it is stored and compared, and another one, which is neither stored
//! nor sent, makes the token of a seat out of a random number that is stored with the seat. So whoever shows the key
//! gets the same token again, and whoever reads the database gets none.

use protocol::id::{Token, TokenHash};
use room::KeyHolder;
use sha2::{Digest as _, Sha256};

/// A key that was shown.
#[derive(Clone, Copy)]
pub(crate) struct PersonKey {
    hash: TokenHash,
    secret: [u8; 32],
    owns_name: bool,
}

impl PersonKey {
    /// Returns the hashes of a key.
    pub(crate) fn new(key: Token) -> Self {
        let mut digest = Sha256::new();
        digest.update(b"enlinea seats of a key");
        digest.update(key.0.to_be_bytes());
        Self {
            hash: key.hash(),
            secret: digest.finalize().into(),
            owns_name: false,
        }
    }

    /// Returns the key, of which it is known now whether it owns a name.
    pub(crate) fn owning(self, owns_name: bool) -> Self {
        Self { owns_name, ..self }
    }

    /// Returns true if the key owns a name.
    pub(crate) fn owns_name(&self) -> bool {
        self.owns_name
    }

    /// Returns the hash by which the key is known.
    pub(crate) fn hash(&self) -> TokenHash {
        self.hash
    }

    /// Returns the entry of the key for a seat with this random number.
    pub(crate) fn holder(&self, nonce: u64) -> KeyHolder {
        KeyHolder {
            key: self.hash,
            nonce,
            owns_name: self.owns_name,
        }
    }

    /// Returns the token of a seat that was taken with this random number.
    pub(crate) fn seat_token(&self, nonce: u64) -> Token {
        let mut digest = Sha256::new();
        digest.update(b"enlinea token of a seat");
        digest.update(self.secret);
        digest.update(nonce.to_be_bytes());
        let digest = digest.finalize();
        let (half, _) = digest.split_at(16);
        let half = half.try_into().expect("half of 32 bytes is 16");
        Token(u128::from_be_bytes(half))
    }
}

impl std::fmt::Debug for PersonKey {
    /// Hides the secret: whoever reads it in a log could make the tokens of the seats.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PersonKey").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_made_again_by_the_same_key_and_number_alone() {
        let ana = PersonKey::new(Token(1));
        let token = ana.seat_token(5);
        assert_eq!(PersonKey::new(Token(1)).seat_token(5), token);
        assert_ne!(ana.seat_token(6), token);
        assert_ne!(PersonKey::new(Token(2)).seat_token(5), token);
        assert_ne!(token.hash(), ana.hash());
        assert_eq!(format!("{ana:?}"), "PersonKey { .. }");
    }
}
