//! The server's own key in its data directory, made at the first start.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rcgen::KeyPair;

use super::TlsError;
use crate::base::private;

/// Name of the file in the directory.
const TLS_KEY: &str = "tls_key.pem";

/// Reads the key in `directory`, or makes one there.
pub(super) fn read_or_make(directory: &Path) -> Result<KeyPair, TlsError> {
    let path = directory.join(TLS_KEY);
    let unusable = |problem: String| TlsError::OwnKey {
        path: path.clone(),
        problem,
    };
    match fs::read_to_string(&path) {
        Ok(text) => KeyPair::from_pem(&text).map_err(|error| unusable(error.to_string())),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = KeyPair::generate().map_err(|error| unusable(error.to_string()))?;
            private::create_directory(directory)
                .and_then(|()| private::replace(&path, key.serialize_pem().as_bytes()))
                .map_err(|error| unusable(error.to_string()))?;
            Ok(key)
        }
        Err(error) => Err(unusable(error.to_string())),
    }
}
