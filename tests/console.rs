//! The host's tools: copies and checks of the games, the console, the metrics.

mod commands;
mod copies;
mod metrics;
