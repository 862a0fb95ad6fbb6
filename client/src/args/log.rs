//! The options of the log.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The options of the log.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = say!("options-heading-log"))]
pub struct LogArgs {
    #[arg(help = say!("options-log"), hide_short_help = true, long, global = true, value_name = say!("options-value-file"), env = "ENLINEA_LOG")]
    pub log: Option<PathBuf>,

    #[arg(
        help = say!("options-log-level"), hide_short_help = true,
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = say!("options-value-level"),
        env = "ENLINEA_LOG_LEVEL"
    )]
    pub log_level: LogLevel,
}

/// The amount in the log; each has what stands before it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    /// The failure, for good.
    #[value(help = say!("options-log-error"))]
    Error,
    /// Lost connections and refusals.
    #[value(help = say!("options-log-warn"))]
    Warn,
    /// Connections that are made.
    #[default]
    #[value(help = say!("options-log-info"))]
    Info,
    /// The kind of each message.
    #[value(help = say!("options-log-debug"))]
    Debug,
}
