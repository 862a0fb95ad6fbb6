//! Names of the files in the directory of the server, beside the database and its lock.

/// The bans.
pub(crate) const BANS: &str = "bans.json";

/// The address and the secret of the console.
pub(crate) const CONSOLE: &str = "console";

/// The private key for TLS, in PEM.
pub(crate) const TLS_KEY: &str = "tls_key.pem";
