//! Kinds of rounds.

use std::fmt;

/// Course of a round before the server is killed for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Nothing but play.
    Play,
    /// It is killed while it starts, several times.
    Start,
    /// It is killed while people come back, several times.
    Return,
    /// It is stopped for a while, and goes on.
    #[cfg(unix)]
    Standstill,
    /// It is stopped, and killed then.
    #[cfg(unix)]
    StopAndKill,
    /// Its files may not grow for a while, or until it is killed.
    #[cfg(target_os = "linux")]
    FileLimit,
    /// Its disk is full for a while, or until it is killed.
    #[cfg(target_os = "linux")]
    FullDisk,
}

impl Kind {
    pub(super) const ON_ANY_DISK: &[Self] = &[
        Self::Play,
        Self::Start,
        Self::Return,
        #[cfg(unix)]
        Self::Standstill,
        #[cfg(unix)]
        Self::StopAndKill,
        #[cfg(target_os = "linux")]
        Self::FileLimit,
    ];

    #[cfg(target_os = "linux")]
    pub(super) const ON_A_SMALL_DISK: &[Self] =
        &[Self::FullDisk, Self::Start, Self::FullDisk, Self::Return];

    /// Those of `kinds` that the environment asks for.
    pub(super) fn wanted(kinds: &[Self]) -> Vec<Self> {
        let only = std::env::var("ENLINEA_KIND").ok();
        let is_wanted = |kind: &Self| only.as_ref().is_none_or(|only| kind.to_string() == *only);
        kinds.iter().copied().filter(is_wanted).collect()
    }

    /// True if the store fails in such a round.
    pub(super) fn has_faults(self) -> bool {
        match self {
            Self::Play | Self::Start | Self::Return => false,
            #[cfg(unix)]
            Self::Standstill | Self::StopAndKill => false,
            #[cfg(target_os = "linux")]
            Self::FileLimit | Self::FullDisk => true,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Play => "play",
            Self::Start => "start",
            Self::Return => "return",
            #[cfg(unix)]
            Self::Standstill => "standstill",
            #[cfg(unix)]
            Self::StopAndKill => "stop-and-kill",
            #[cfg(target_os = "linux")]
            Self::FileLimit => "file-limit",
            #[cfg(target_os = "linux")]
            Self::FullDisk => "full-disk",
        })
    }
}
