//! Peers: other people's software for the same purpose, on Node.js, each with a small server of ours.
//!
//! The server and the list of its packages are in `peers/`, and in this program. npm installs the packages, by the
//! exact versions in the list, when a peer is asked for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::Value;

/// Name of the list of packages.
const PACKAGES: &str = "package.json";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Peer {
    /// The bare relay on the package ws.
    Ws,
    /// Connect Four in rooms of Colyseus, with its rules.
    Colyseus,
}

impl Peer {
    /// The name and the version of the package that is measured.
    pub(crate) fn label(self) -> String {
        let (name, package) = match self {
            Self::Ws => ("ws", "ws"),
            Self::Colyseus => ("colyseus", "@colyseus/core"),
        };
        let list: Value = serde_json::from_str(self.packages()).expect("a file of this program");
        let version = list["dependencies"][package].as_str();
        format!("{name} {}", version.expect("it is on the list"))
    }

    fn packages(self) -> &'static str {
        match self {
            Self::Ws => include_str!("peers/ws/package.json"),
            Self::Colyseus => include_str!("peers/colyseus/package.json"),
        }
    }

    fn server(self) -> &'static str {
        match self {
            Self::Ws => include_str!("peers/ws/server.js"),
            Self::Colyseus => include_str!("peers/colyseus/server.js"),
        }
    }

    /// Installs the peer below `directory`, unless it is there, and returns the file of its server.
    pub(crate) fn install(self, directory: &Path) -> Result<PathBuf> {
        let value = self.to_possible_value().expect("none is skipped");
        let place = directory.join(value.get_name());
        fs::create_dir_all(&place)
            .with_context(|| format!("cannot make a directory {}", place.display()))?;
        let list = place.join(PACKAGES);
        let is_there = place.join("node_modules").is_dir()
            && fs::read_to_string(&list).is_ok_and(|list| list == self.packages());
        let server = place.join("server.js");
        fs::write(&server, self.server())?;
        if is_there {
            return Ok(server);
        }
        fs::write(&list, self.packages())?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-package-lock", "--ignore-scripts"])
            .args(["--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(&place)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let ended = npm.status().context("cannot start npm, of Node.js")?;
        if !ended.success() {
            // Half of it would count as all the next time.
            fs::remove_file(&list)?;
            bail!("npm cannot install what is listed in {}", list.display());
        }
        Ok(server)
    }
}

/// The command of a server that was installed.
pub(crate) fn node(server: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(server).env("NODE_ENV", "production");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_is_exact() {
        for peer in Peer::value_variants() {
            let list: Value = serde_json::from_str(peer.packages()).expect("JSON");
            let packages = list["dependencies"].as_object().expect("packages");
            for (name, version) in packages {
                let version = version.as_str().expect("a version");
                let is_exact = version.chars().all(|c| c.is_ascii_digit() || c == '.');
                assert!(is_exact, "{name} {version}");
            }
            assert!(peer.label().contains(' '));
        }
    }
}
